//! The occupancy that the emulator's runtime tells equals that of NVIDIA's own calculator, where a toolkit has it.

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use cuda_sys::{
    cudaDeviceAttr as Attribute, cudaError, cudaFuncAttribute, cudaFuncAttributes,
    cudaOccupancyDisableCachingOverride,
};
use cudart_emu::api::device::{cudaDeviceGetAttribute, cudaSetDevice};
use cudart_emu::api::function::{
    cudaFuncGetAttributes, cudaFuncSetAttribute, cudaOccupancyMaxActiveBlocksPerMultiprocessor,
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
};
use cudart_emu::{Configuration, configure};
use cudart_emu_test_kernels as kernels;

const DEVICES: [&str; 3] = ["t4", "a100", "h200"];
const THREADS: [u32; 12] = [1, 32, 33, 64, 96, 128, 256, 257, 384, 512, 768, 1024];
const DYNAMIC: [u32; 14] = [
    0, 1, 127, 1024, 4097, 8192, 16_000, 24_576, 32_768, 48_000, 65_536, 101_376, 166_912, 232_448,
];

/// Kernels of several sizes of static shared memory, by name, with the registers that are stated for each.
fn kernels() -> [(*const c_void, &'static str, u32); 10] {
    [
        (kernels::reversed_tile(), "reversed_tile", 16),
        (
            kernels::reversed_tile_barrier(),
            "reversed_tile_barrier",
            40,
        ),
        (kernels::reversed_tile_return(), "reversed_tile_return", 128),
        (kernels::read_tile(), "emu_read_tile", 33),
        (kernels::generated(), "emu_generated", 72),
        (kernels::uniform_barrier(), "emu_uniform_barrier", 64),
        (kernels::write_at(), "emu_write_at", 24),
        (kernels::read_at(), "emu_read_at", 255),
        (kernels::two_pass(), "two_pass", 32),
        (kernels::dynamic_index(), "emu_dynamic_index", 96),
    ]
}

#[track_caller]
fn fine(code: cudaError) {
    assert_eq!(code, cudaError::cudaSuccess);
}

/// What the calculator is told of a device: what the emulator's runtime says of it.
fn device(number: i32) -> String {
    let attributes = [
        Attribute::cudaDevAttrComputeCapabilityMajor,
        Attribute::cudaDevAttrComputeCapabilityMinor,
        Attribute::cudaDevAttrMultiProcessorCount,
        Attribute::cudaDevAttrWarpSize,
        Attribute::cudaDevAttrMaxThreadsPerBlock,
        Attribute::cudaDevAttrMaxThreadsPerMultiProcessor,
        Attribute::cudaDevAttrMaxRegistersPerBlock,
        Attribute::cudaDevAttrMaxRegistersPerMultiprocessor,
        Attribute::cudaDevAttrMaxSharedMemoryPerBlock,
        Attribute::cudaDevAttrMaxSharedMemoryPerBlockOptin,
        Attribute::cudaDevAttrMaxSharedMemoryPerMultiprocessor,
        Attribute::cudaDevAttrReservedSharedMemoryPerBlock,
    ];
    let values = attributes.map(|attribute| {
        let mut value = 0;
        // SAFETY: a live integer.
        fine(unsafe { cudaDeviceGetAttribute(&mut value, attribute, number) });
        value.to_string()
    });
    values.join(" ")
}

/// Each question as a line of numbers, and the emulator's answer.
fn questions(number: i32) -> Vec<(String, i32)> {
    // SAFETY: takes a number.
    fine(unsafe { cudaSetDevice(number) });
    let device = device(number);
    let mut questions = Vec::new();
    for opt_in in [false, true] {
        for (kernel, name, registers) in kernels() {
            // SAFETY: zeroes are a value of this structure of numbers.
            let mut attributes: cudaFuncAttributes = unsafe { std::mem::zeroed() };
            // SAFETY: a live structure, and kernels of this program.
            unsafe {
                if opt_in {
                    let most = device.split(' ').nth(9).unwrap().parse::<i32>().unwrap();
                    fine(cudaFuncGetAttributes(&mut attributes, kernel));
                    let attribute = cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize;
                    let bytes = most - attributes.sharedSizeBytes as i32;
                    fine(cudaFuncSetAttribute(kernel, attribute, bytes));
                }
                fine(cudaFuncGetAttributes(&mut attributes, kernel));
            }
            assert_eq!(attributes.numRegs, registers as i32, "{name}");
            for threads in THREADS {
                for dynamic in DYNAMIC {
                    let (mut blocks, mut with_flags) = (0, 0);
                    let (block, bytes) = (threads as i32, dynamic as usize);
                    // SAFETY: live integers, and a kernel of this program.
                    unsafe {
                        fine(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                            &mut blocks,
                            kernel,
                            block,
                            bytes,
                        ));
                        fine(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                            &mut with_flags,
                            kernel,
                            block,
                            bytes,
                            cudaOccupancyDisableCachingOverride,
                        ));
                    }
                    assert_eq!(blocks, with_flags);
                    let line = format!(
                        "{device} {} {} {} {} {threads} {dynamic}",
                        attributes.numRegs,
                        attributes.sharedSizeBytes,
                        attributes.maxThreadsPerBlock,
                        attributes.maxDynamicSharedSizeBytes,
                    );
                    questions.push((line, blocks));
                }
            }
        }
    }
    questions
}

/// The calculator's answers.
fn calculate(program: &Path, questions: &[(String, i32)]) -> Vec<i32> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the calculator starts");
    let lines: Vec<&str> = questions.iter().map(|(line, _)| line.as_str()).collect();
    let text = lines.join("\n") + "\n";
    let mut input = child.stdin.take().unwrap();
    // Beside, as neither side waits for the other to be done.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn the_occupancy_of_t4_a100_and_h200_equals_nvidias_calculator() {
    let toolkit = match cuda_build::Toolkit::find() {
        Ok(toolkit) => toolkit,
        Err(cuda_build::ToolkitError::NotFound { .. }) => {
            test_support::skipped("no CUDA toolkit");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let registers = kernels().map(|(_, name, registers)| (name.to_owned(), registers));
    configure(Configuration {
        devices: DEVICES.map(|name| name.parse().unwrap()).into(),
        registers: registers.into(),
        ..Configuration::from_environment().unwrap()
    })
    .unwrap();

    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("calculator");
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/occupancy/calculator.cpp"
    );
    let mut compile = Command::new(&compiler);
    compile
        .args(["-std=c++17", "-O1", "-o"])
        .arg(&program)
        .arg(source);
    for include in toolkit.include_dirs() {
        compile.arg("-isystem").arg(include);
    }
    let output = compile.output().expect("the C++ compiler starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");

    for (number, name) in (0..).zip(DEVICES) {
        let questions = questions(number);
        let answers = calculate(&program, &questions);
        assert_eq!(answers.len(), questions.len());
        for ((line, found), expected) in questions.iter().zip(&answers) {
            assert_eq!(found, expected, "{name}: {line}");
        }
        let different: BTreeSet<i32> = answers.iter().copied().collect();
        println!(
            "{name}: {} combinations equal, {} different answers",
            answers.len(),
            different.len()
        );
        assert!(answers.len() >= 500 && different.len() > 5);
    }
}

//! One report of each kind, as docs/emulator.md shows it. `COOP_EMU_PRINT_REPORTS=1` prints them as they have to be there.

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sys::{
    cudaError, cudaLaunchAttribute, cudaLaunchAttributeID, cudaLaunchAttributeValue__bindgen_ty_1,
    cudaLaunchConfig_t, dim3,
};
use cudart_emu::api::allocation::{cudaFree, cudaMalloc};
use cudart_emu::api::copy::cudaMemset;
use cudart_emu::api::device::{cudaDeviceReset, cudaDeviceSynchronize};
use cudart_emu::api::kernel_launch::cudaLaunchKernelExC;
use cudart_emu::{Configuration, configure, last_report};
use cudart_emu::{Races, Schedule, Uninitialised};
use cudart_emu_test_kernels as kernels;

/// An argument of 8 bytes, or the first 4 of them.
type Argument = u64;

struct Launch {
    kernel: *const c_void,
    grid: u32,
    block: u32,
    cooperative: bool,
    cluster: u32,
    dynamic: usize,
}

impl Launch {
    fn new(kernel: *const c_void, grid: u32, block: u32) -> Self {
        Launch {
            kernel,
            grid,
            block,
            cooperative: false,
            cluster: 1,
            dynamic: 0,
        }
    }

    fn cooperative(mut self) -> Self {
        self.cooperative = true;
        self
    }

    fn clusters(mut self, blocks: u32) -> Self {
        self.cluster = blocks;
        self
    }

    /// The report of it, which must have one. The device is as new afterwards.
    fn report(&self, arguments: &mut [Argument]) -> String {
        let mut pointers: Vec<*mut c_void> = arguments
            .iter_mut()
            .map(|it| (&raw mut *it).cast())
            .collect();
        let side = |x| dim3 { x, y: 1, z: 1 };
        // SAFETY: zero is a value of all fields.
        let mut attributes: [cudaLaunchAttribute; 2] = unsafe { std::mem::zeroed() };
        attributes[0].id = cudaLaunchAttributeID::cudaLaunchAttributeCooperative;
        attributes[0].val.cooperative = self.cooperative.into();
        attributes[1].id = cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension;
        attributes[1].val.clusterDim = cudaLaunchAttributeValue__bindgen_ty_1 {
            x: self.cluster,
            y: 1,
            z: 1,
        };
        let config = cudaLaunchConfig_t {
            gridDim: side(self.grid),
            blockDim: side(self.block),
            dynamicSmemBytes: self.dynamic,
            stream: null_mut(),
            attrs: attributes.as_mut_ptr(),
            numAttrs: 1 + u32::from(self.cluster > 1),
        };
        // SAFETY: as many arguments as the kernel has parameters, each of at least its size.
        let code = unsafe {
            fine(cudaLaunchKernelExC(
                &config,
                self.kernel,
                pointers.as_mut_ptr(),
            ));
            cudaDeviceSynchronize()
        };
        let report = last_report().expect("a report");
        assert_eq!(report.code, code);
        // SAFETY: nothing of the device is used any more.
        fine(unsafe { cudaDeviceReset() });
        without_addresses(&report.to_string())
    }
}

#[track_caller]
fn fine(code: cudaError) {
    assert_eq!(code, cudaError::cudaSuccess);
}

/// 128 words of device memory.
fn words(written: bool) -> Argument {
    let mut memory = null_mut();
    // SAFETY: memory of 512 bytes.
    unsafe {
        fine(cudaMalloc(&mut memory, 512));
        if written {
            fine(cudaMemset(memory, 0, 512));
        }
    }
    memory as Argument
}

/// The text with `0x7f…` for what is an address: more than the 8 digits of a mask.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_hexdigit());
        let (digits, rest) = part.split_at(digits.unwrap_or(part.len()));
        out += "0x";
        out += if digits.len() > 8 { "7f…" } else { digits };
        out += rest;
    }
    out
}

/// Heading and report of each kind.
fn reports() -> Vec<(&'static str, String)> {
    let freed = || {
        let memory = words(true);
        // SAFETY: just allocated.
        fine(unsafe { cudaFree(memory as *mut c_void) });
        memory
    };
    let local = [0u32; 4];
    let write_at = || Launch::new(kernels::write_at(), 1, 1);
    let mut dynamic = Launch::new(kernels::dynamic_index(), 1, 1);
    dynamic.dynamic = 64;
    vec![
        (
            "A block returns before a grid barrier",
            Launch::new(kernels::block_returns(), 4, 64)
                .cooperative()
                .report(&mut [2]),
        ),
        (
            "A thread returns before a grid barrier",
            Launch::new(kernels::thread_returns(), 2, 64)
                .cooperative()
                .report(&mut []),
        ),
        (
            "Blocks with different numbers of grid barriers",
            Launch::new(kernels::more_barriers(), 3, 32)
                .cooperative()
                .report(&mut []),
        ),
        (
            "`grid.sync()` in an ordinary launch",
            Launch::new(kernels::grid_sync(), 1, 32).report(&mut []),
        ),
        (
            "A block returns before a barrier of its cluster",
            Launch::new(kernels::cluster_block_returns(), 4, 32)
                .clusters(2)
                .report(&mut [2]),
        ),
        (
            "Blocks of a cluster with different numbers of cluster barriers",
            Launch::new(kernels::cluster_more_barriers(), 2, 32)
                .clusters(2)
                .report(&mut []),
        ),
        (
            "Shared memory of a block of the cluster that has returned",
            Launch::new(kernels::reads_returned(), 2, 32)
                .clusters(2)
                .report(&mut [words(true)]),
        ),
        (
            "A block barrier under a divergent condition",
            Launch::new(kernels::divergent_barrier(), 1, 128).report(&mut [words(true)]),
        ),
        (
            "Lanes that do not come",
            Launch::new(kernels::missing_lanes(), 1, 64).report(&mut []),
        ),
        (
            "A lane that is not in its own mask",
            Launch::new(kernels::foreign_mask(), 1, 32).report(&mut []),
        ),
        (
            "Blocks that wait for blocks without a place",
            Launch::new(kernels::spin_barrier(), 9, 32).report(&mut [words(true)]),
        ),
        (
            "A block that loops elsewhere while others wait",
            Launch::new(kernels::waits_for_flag(), 3, 32)
                .cooperative()
                .report(&mut [words(true)]),
        ),
        (
            "An access outside an allocation",
            write_at().report(&mut [words(true), 130]),
        ),
        ("An access after free", write_at().report(&mut [freed(), 4])),
        (
            "An access to host memory",
            write_at().report(&mut [local.as_ptr() as Argument, 1]),
        ),
        ("A null pointer", write_at().report(&mut [0, 3])),
        (
            "A misaligned access",
            Launch::new(kernels::read_misaligned(), 1, 1).report(&mut [words(true), words(true)]),
        ),
        (
            "More dynamic shared memory than was asked for",
            dynamic.report(&mut [16]),
        ),
        (
            "A write to constant memory",
            Launch::new(kernels::write_constant(), 1, 1).report(&mut [2]),
        ),
        (
            "A read of uninitialised memory",
            Launch::new(kernels::read_at(), 1, 1).report(&mut [words(false), 3, words(true)]),
        ),
        (
            "A kernel that does not end",
            Launch::new(kernels::runaway(), 2, 32).report(&mut [words(true)]),
        ),
        (
            "A stack that is used up",
            Launch::new(kernels::deep_recursion(), 1, 4).report(&mut [words(true), 100_000]),
        ),
        (
            "`__trap()`",
            Launch::new(kernels::trap(), 1, 8).report(&mut []),
        ),
        (
            "`abort()`",
            Launch::new(kernels::aborts(), 1, 8).report(&mut []),
        ),
        (
            "An integer division by zero",
            Launch::new(kernels::divides(), 1, 8).report(&mut [7, 0, words(true)]),
        ),
        (
            "A null function pointer",
            Launch::new(kernels::calls_null(), 1, 8).report(&mut [0]),
        ),
        (
            "An empty loop that does not end",
            Launch::new(kernels::empty_loop_of_one(), 1, 8).report(&mut []),
        ),
        (
            "A failed `assert`",
            Launch::new(kernels::failed_assert(), 1, 8).report(&mut [5]),
        ),
    ]
}

#[test]
fn the_document_shows_the_report_of_each_kind_as_it_is() {
    let device = "small:max_blocks_per_multiprocessor=4";
    configure(Configuration {
        devices: vec![device.parse().unwrap()],
        schedule: Schedule::InOrder,
        max_steps: 8_000_000,
        uninitialised: Uninitialised::Error,
        races: Races::Error,
        ..Configuration::from_environment().unwrap()
    })
    .unwrap();
    let blocks: Vec<String> = reports()
        .iter()
        .map(|(heading, report)| format!("### {heading}\n\n```text\n{report}\n```\n"))
        .collect();
    if std::env::var_os("COOP_EMU_PRINT_REPORTS").is_some() {
        println!("{}", blocks.join("\n"));
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/emulator.md");
    let document = std::fs::read_to_string(path).expect("docs/emulator.md");
    for block in blocks {
        assert!(
            document.contains(&block),
            "docs/emulator.md does not have this; COOP_EMU_PRINT_REPORTS=1 cargo test -p cudart-emu --test reports -- \
             --nocapture prints all of them:\n\n{block}"
        );
    }
}

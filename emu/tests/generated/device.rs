//! Launches a program on the emulated device, through the runtime's functions.

use std::ffi::c_void;
use std::ptr::{null_mut, without_provenance_mut};

use cuda_sys::{
    cudaError, cudaLaunchAttribute, cudaLaunchAttributeID, cudaLaunchAttributeValue,
    cudaLaunchAttributeValue__bindgen_ty_1, cudaLaunchConfig_t, cudaMemcpyKind, dim3,
};
use cudart_emu::api::allocation::{cudaFree, cudaMalloc};
use cudart_emu::api::copy::{cudaMemcpy, cudaMemset};
use cudart_emu::api::device::{cudaDeviceReset, cudaDeviceSynchronize};
use cudart_emu::api::error::cudaGetLastError;
use cudart_emu::api::kernel_launch::cudaLaunchKernelExC;

use super::fault::Address;
use super::program::{ARRAYS, COUNTS, FLAG_WORDS, Program};

#[track_caller]
fn fine(error: cudaError) {
    assert_eq!(error, cudaError::cudaSuccess);
}

fn words(count: usize) -> *mut u32 {
    let mut pointer = null_mut();
    // SAFETY: a live pointer.
    fine(unsafe { cudaMalloc(&mut pointer, 4 * count) });
    pointer.cast()
}

fn upload(values: &[u32]) -> *mut u32 {
    let to = words(values.len());
    let (from, kind) = (
        values.as_ptr().cast(),
        cudaMemcpyKind::cudaMemcpyHostToDevice,
    );
    // SAFETY: as many bytes as the values have.
    fine(unsafe { cudaMemcpy(to.cast(), from, size_of_val(values), kind) });
    to
}

fn download(from: *const u32, values: &mut [u32]) -> cudaError {
    let kind = cudaMemcpyKind::cudaMemcpyDeviceToHost;
    // SAFETY: as many bytes as the values have.
    unsafe {
        cudaMemcpy(
            values.as_mut_ptr().cast(),
            from.cast(),
            size_of_val(values),
            kind,
        )
    }
}

/// What a launch left, or how it ended.
pub type Outcome = Result<(Vec<u32>, Vec<u32>), cudaError>;

/// Runs it with those first arrays, and gives the arrays and counts back. The device is as new afterwards.
pub fn launch(program: &Program, data: &[u32], address: Option<(usize, Address)>) -> Outcome {
    assert_eq!(data.len(), ARRAYS * program.size());
    let freed = words(16);
    // SAFETY: allocated above, and freed once.
    fine(unsafe { cudaFree(freed.cast()) });
    let unwritten = words(16);
    let host = [0u32; 4];
    let arrays = upload(data);
    let mut program = program.clone();
    if let Some((operation, address)) = address {
        let begin = arrays as usize;
        let address = match address {
            Address::PastTheEnd(bytes) => begin + size_of_val(data) + bytes as usize,
            Address::BeforeTheBegin(bytes) => begin - bytes as usize,
            Address::Null(bytes) => bytes as usize,
            Address::Host => host.as_ptr() as usize,
            Address::Freed => freed as usize,
            Address::Inside(bytes) => begin + bytes as usize,
            Address::Unwritten(bytes) => unwritten as usize + bytes as usize,
            Address::Constant(bytes) => {
                cudart_emu_test_kernels::variables::constants() as usize + bytes as usize
            }
        };
        let operation = &mut program.operations[operation];
        (operation.a, operation.b) = (address as u32, (address >> 32) as u32);
    }
    let code: Vec<u32> = program
        .operations
        .iter()
        .flat_map(|operation| operation.words())
        .collect();
    let outcome = run(&program, &code, arrays, data.len());
    // SAFETY: nothing of this device is used any more.
    unsafe {
        let _ = cudaDeviceReset();
        let _ = cudaGetLastError();
    }
    outcome
}

fn run(program: &Program, code: &[u32], arrays: *mut u32, length: usize) -> Outcome {
    let (mut code, mut arrays) = (upload(code), arrays);
    let (mut counts, mut flags) = (words(COUNTS), words(FLAG_WORDS));
    // SAFETY: allocated above.
    unsafe {
        fine(cudaMemset(counts.cast(), 0, 4 * COUNTS));
        fine(cudaMemset(flags.cast(), 0, 4 * FLAG_WORDS));
    }
    let mut operations = program.operations.len() as u32;
    let mut arguments: [*mut c_void; 5] = [
        (&raw mut code).cast(),
        (&raw mut operations).cast(),
        (&raw mut arrays).cast(),
        (&raw mut counts).cast(),
        (&raw mut flags).cast(),
    ];
    let side = |x| dim3 { x, y: 1, z: 1 };
    let attribute = |id, set: fn(&mut cudaLaunchAttributeValue, u32), value| {
        // SAFETY: zero is a value of all fields.
        let mut attribute: cudaLaunchAttribute = unsafe { std::mem::zeroed() };
        attribute.id = id;
        set(&mut attribute.val, value);
        attribute
    };
    let mut attributes = [
        attribute(
            cudaLaunchAttributeID::cudaLaunchAttributeCooperative,
            |value, set| value.cooperative = set as i32,
            program.cooperative.into(),
        ),
        attribute(
            cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension,
            |value, blocks| {
                value.clusterDim = cudaLaunchAttributeValue__bindgen_ty_1 {
                    x: blocks,
                    y: 1,
                    z: 1,
                }
            },
            program.cluster,
        ),
    ];
    let config = cudaLaunchConfig_t {
        gridDim: side(program.blocks),
        blockDim: side(program.threads),
        dynamicSmemBytes: 4 * program.dynamic as usize,
        stream: without_provenance_mut(0),
        attrs: attributes.as_mut_ptr(),
        numAttrs: 1 + u32::from(program.cluster > 1),
    };
    let kernel = cudart_emu_test_kernels::generated();
    // SAFETY: the kernel's five arguments, of its types.
    let code = unsafe { cudaLaunchKernelExC(&config, kernel, arguments.as_mut_ptr()) };
    let ok = |code| match code {
        cudaError::cudaSuccess => Ok(()),
        code => Err(code),
    };
    ok(code)?;
    // SAFETY: takes nothing.
    ok(unsafe { cudaDeviceSynchronize() })?;
    let (mut data, mut counted) = (vec![0; length], vec![0; COUNTS]);
    ok(download(arrays, &mut data))?;
    ok(download(counts, &mut counted))?;
    Ok((data, counted))
}

//! `kernel<<<grid, block>>>(arguments)`: the brackets configure a launch, and the kernel, called by the host, queues it.

use std::cell::RefCell;
use std::ffi::c_void;

use cuda_sys::{cudaError, cudaStream_t, dim3};

use super::kernel_launch::cudaLaunchKernel;
use crate::api::call::call;
use crate::hooks::refuse_in_kernel;
use crate::launch::kernel_with_code_at;

struct Configuration {
    grid: dim3,
    block: dim3,
    dynamic_shared: usize,
    stream: cudaStream_t,
}

thread_local! {
    /// Of launches whose arguments are being made: these may contain launches.
    static CONFIGURED: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

/// The brackets of a launch.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_configure(
    grid: dim3,
    block: dim3,
    dynamic_shared: usize,
    stream: cudaStream_t,
) {
    refuse_in_kernel("cudaLaunchKernel");
    let configuration = Configuration {
        grid,
        block,
        dynamic_shared,
        stream,
    };
    CONFIGURED.with_borrow_mut(|configured| configured.push(configuration));
}

/// The call of a launch: `code` is an address in the kernel.
///
/// # Safety
///
/// There is a pointer to each of its arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_queue(code: *const c_void, arguments: *mut *mut c_void) {
    let configured = CONFIGURED.with_borrow_mut(Vec::pop);
    let kernel = kernel_with_code_at(code);
    let (Some(configured), Some(kernel)) = (configured, kernel) else {
        eprintln!("cudart-emu: the host called a kernel without `<<<grid, block>>>`");
        _ = call(|| Err(cudaError::cudaErrorMissingConfiguration));
        return;
    };
    let Configuration {
        grid,
        block,
        dynamic_shared,
        stream,
    } = configured;
    // What fails is the last error, as CUDA has it.
    // SAFETY: by the contract.
    _ = unsafe { cudaLaunchKernel(kernel, grid, block, arguments, dynamic_shared, stream) };
}

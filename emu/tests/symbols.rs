//! Where no runtime is linked, the functions that `cuda-sys` declares are the emulator's, every one of them.

/// Name and address of each function of the bindings.
#[cfg(cudart_symbols)]
const FUNCTIONS: &[(&str, *const ())] = include!(concat!(env!("OUT_DIR"), "/functions.rs"));

#[cfg(cudart_symbols)]
#[test]
fn every_function_of_the_bindings_is_there_and_is_the_emulators() {
    use cudart_emu::api;

    assert!(FUNCTIONS.len() > 280, "{}", FUNCTIONS.len());
    let address = |name| {
        let found = FUNCTIONS.iter().find(|(found, _)| *found == name);
        found.unwrap().1
    };
    for (name, own) in [
        ("cudaMalloc", api::allocation::cudaMalloc as *const ()),
        (
            "cudaLaunchKernel",
            api::kernel_launch::cudaLaunchKernel as *const (),
        ),
        (
            "cudaGetLastError",
            api::error::cudaGetLastError as *const (),
        ),
        (
            "cudaMallocArray",
            api::unsupported::cudaMallocArray as *const (),
        ),
    ] {
        assert_eq!(address(name), own, "{name}");
    }
}

/// `cudaMemcpy` of the toolkit would say that there is no driver.
#[cfg(cudart_symbols)]
#[test]
fn a_program_that_calls_the_bindings_runs_on_the_emulator() {
    use cuda_sys::{cudaError, cudaFree, cudaMalloc, cudaMemcpy, cudaMemcpyKind, cudaMemset};
    use cudart_emu as _;

    let (mut device, mut host) = (std::ptr::null_mut(), 0_u32);
    // SAFETY: all ends have 4 bytes.
    let results = unsafe {
        [
            cudaMalloc(&mut device, 4),
            cudaMemset(device, 3, 4),
            cudaMemcpy(
                (&raw mut host).cast(),
                device,
                4,
                cudaMemcpyKind::cudaMemcpyDeviceToHost,
            ),
            cudaFree(device),
        ]
    };
    assert_eq!(results, [cudaError::cudaSuccess; 4]);
    assert_eq!(host, 0x0303_0303);
}

#[cfg(not(cudart_symbols))]
#[test]
fn where_a_runtime_is_linked_it_has_the_symbols() {
    use cudart_emu::api;

    test_support::skipped(
        "a CUDA runtime is linked, so that the emulator defines no symbols in this build",
    );
    assert_ne!(
        cuda_sys::cudaMalloc as *const (),
        api::allocation::cudaMalloc as *const ()
    );
}

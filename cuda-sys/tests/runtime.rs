//! What the runtime does where there is no driver, and that error codes are plain numbers.

use cuda_sys::cudaError;

#[test]
fn an_unknown_error_code_keeps_its_number_and_prints_it() {
    let unknown = cudaError(123_456);
    assert_eq!(unknown.0, 123_456);
    assert_eq!(format!("{unknown:?}"), "cudaError(123456)");
    assert_ne!(unknown, cudaError::cudaErrorUnknown);
    let is_known = matches!(
        unknown,
        cudaError::cudaSuccess | cudaError::cudaErrorUnknown
    );
    assert!(!is_known);
}

#[cfg(cudart_link = "external")]
#[test]
fn the_runtime_works_without_a_driver() {
    test_support::skipped("no runtime is linked");
}

#[cfg(not(cudart_link = "external"))]
mod linked {
    use core::ffi::{CStr, c_char};
    use core::ptr::{null_mut, without_provenance_mut};

    use cuda_sys::*;

    use test_support::skipped;

    /// Whether there is no driver. Says so if there is one.
    fn without_driver() -> bool {
        let mut version = -1;
        // SAFETY: the pointer is to a live i32.
        let error = unsafe { cudaDriverGetVersion(&mut version) };
        assert_eq!(error, cudaError::cudaSuccess);
        if version != 0 {
            skipped("there is a driver");
        }
        version == 0
    }

    fn text(pointer: *const c_char) -> String {
        assert!(!pointer.is_null());
        // SAFETY: the runtime returns a constant that ends in a zero.
        unsafe { CStr::from_ptr(pointer) }
            .to_str()
            .unwrap()
            .to_owned()
    }

    fn name_of(error: cudaError) -> String {
        // SAFETY: any number may be asked for.
        text(unsafe { cudaGetErrorName(error) })
    }

    fn text_of(error: cudaError) -> String {
        // SAFETY: any number may be asked for.
        text(unsafe { cudaGetErrorString(error) })
    }

    fn device_count(count: &mut i32) -> cudaError {
        // SAFETY: the pointer is to a live i32.
        unsafe { cudaGetDeviceCount(count) }
    }

    #[test]
    fn the_version_of_the_runtime_is_that_of_the_headers() {
        let mut version = -1;
        // SAFETY: the pointer is to a live i32.
        let error = unsafe { cudaRuntimeGetVersion(&mut version) };
        assert_eq!(error, cudaError::cudaSuccess);
        assert_eq!(
            u32::try_from(version).unwrap() / 1000,
            CUDART_VERSION / 1000
        );
        assert_eq!(cfg!(cuda_major = "13"), version / 1000 == 13);
    }

    #[test]
    fn errors_have_names_and_texts_with_and_without_a_driver() {
        for (error, name, part) in [
            (cudaError::cudaSuccess, "cudaSuccess", "no error"),
            (
                cudaError::cudaErrorCooperativeLaunchTooLarge,
                "cudaErrorCooperativeLaunchTooLarge",
                "cooperative launch",
            ),
            (
                cudaError::cudaErrorInsufficientDriver,
                "cudaErrorInsufficientDriver",
                "driver version",
            ),
        ] {
            assert_eq!(name_of(error), name);
            assert!(text_of(error).contains(part), "{}", text_of(error));
        }
        assert_eq!(name_of(cudaError(123_456)), "unrecognized error code");
    }

    #[test]
    fn calls_that_need_a_driver_return_35_and_leave_their_outputs_alone() {
        if !without_driver() {
            return;
        }
        let insufficient = cudaError(35);
        assert_eq!(insufficient, cudaError::cudaErrorInsufficientDriver);

        let (mut count, mut value, mut blocks) = (-7, -7, -7);
        assert_eq!(device_count(&mut count), insufficient);
        let attribute = cudaDeviceAttr::cudaDevAttrCooperativeLaunch;
        // SAFETY: the pointer is to a live i32.
        let error = unsafe { cudaDeviceGetAttribute(&mut value, attribute, 0) };
        assert_eq!(error, insufficient);
        let kernel = device_count as *const () as *const _;
        // SAFETY: the pointer is to a live i32; without a driver the address of the kernel is not looked at.
        let error =
            unsafe { cudaOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, kernel, 256, 0) };
        assert_eq!(error, insufficient);
        assert_eq!((count, value, blocks), (-7, -7, -7));

        let mut memory = without_provenance_mut(0x10);
        // SAFETY: the pointer is to a live pointer.
        let error = unsafe { cudaMalloc(&mut memory, 256) };
        assert_eq!((error, memory.addr()), (insufficient, 0x10));
        let mut stream: cudaStream_t = without_provenance_mut(0x20);
        // SAFETY: the pointer is to a live handle.
        let error = unsafe { cudaStreamCreate(&mut stream) };
        assert_eq!((error, stream.addr()), (insufficient, 0x20));

        let one = dim3 { x: 1, y: 1, z: 1 };
        // SAFETY: a launch of nothing, which the missing driver refuses before anything is read.
        let error =
            unsafe { cudaLaunchCooperativeKernel(kernel, one, one, null_mut(), 0, null_mut()) };
        assert_eq!(error, insufficient);
    }

    #[test]
    fn the_missing_driver_is_not_cleared_by_asking_for_the_last_error() {
        if !without_driver() {
            return;
        }
        for _ in 0..2 {
            // SAFETY: no arguments.
            let _ = unsafe { cudaGetLastError() };
            assert_eq!(device_count(&mut 0), cudaError::cudaErrorInsufficientDriver);
        }
    }

    #[test]
    fn named_streams_are_the_handles_that_the_headers_define() {
        assert_eq!(cudaStreamLegacy.addr(), 1);
        assert_eq!(cudaStreamPerThread.addr(), 2);
        assert_eq!((cudaCpuDeviceId, cudaInvalidDeviceId), (-1, -2));
    }
}

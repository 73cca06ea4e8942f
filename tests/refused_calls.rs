//! Calls of the runtime that are wrong, and the code of each: the same on a device and emulated.

mod support;

// The library is what brings the kernels of csrc/ into the program.
use coop_kernels as _;

coop::kernels! {
    /// csrc/test/residency.cu; of at most 256 threads.
    cooperative fn bounded_registers(coefficients: *const u32, point: *mut u32, values: *mut u32);
    /// csrc/test/residency.cu; of 249 registers a thread.
    cooperative fn many_registers(coefficients: *const u32, point: *mut u32, values: *mut u32);
}

use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};

use coop::cuda_sys::*;
use support::error_kernels as kernels;
use test_support::gpu;

const KIB: usize = 1024;

fn dim(x: u32, y: u32, z: u32) -> dim3 {
    dim3 { x, y, z }
}

/// Every call, what it is, and the code that a device of compute capability 9.0 returned.
fn calls() -> Vec<(&'static str, cudaError, cudaError)> {
    use cudaError as E;
    let mut found = Vec::new();
    let mut add = |what, wanted: cudaError, code: cudaError| found.push((what, wanted, code));
    let kernel = kernels::write_at.as_raw().unwrap();
    let cooperative = kernels::through_shared.as_raw().unwrap();
    let mut host = [0_u8; 64];
    let host: *mut c_void = host.as_mut_ptr().cast();
    let not_a_kernel = MaybeUninit::<u64>::new(0);
    let mut memory: *mut c_void = null_mut();
    let mut number = 0;
    // SAFETY: each pointer is to a live place of its type or is what the call is to refuse; no kernel runs, because every
    // launch is refused; a call that is not refused fails the test.
    unsafe {
        assert_eq!(cudaMalloc(&mut memory, 256), E::cudaSuccess);
        let inside = memory.cast::<u8>().add(8).cast::<c_void>();

        add(
            "cudaSetDevice(-1)",
            E::cudaErrorInvalidDevice,
            cudaSetDevice(-1),
        );
        add(
            "cudaSetDevice(1000)",
            E::cudaErrorInvalidDevice,
            cudaSetDevice(1000),
        );
        let attribute = cudaDeviceAttr(9999);
        add(
            "an attribute that is none",
            E::cudaErrorInvalidValue,
            cudaDeviceGetAttribute(&mut number, attribute, 0),
        );
        let warp = cudaDeviceAttr::cudaDevAttrWarpSize;
        add(
            "an attribute of no device",
            E::cudaErrorInvalidDevice,
            cudaDeviceGetAttribute(&mut number, warp, 1000),
        );

        let mut place = null_mut();
        add(
            "cudaMalloc of the address space",
            E::cudaErrorMemoryAllocation,
            cudaMalloc(&mut place, usize::MAX / 2),
        );
        add(
            "cudaMalloc to null",
            E::cudaErrorInvalidValue,
            cudaMalloc(null_mut(), 16),
        );
        add(
            "cudaMalloc of 0 bytes",
            E::cudaSuccess,
            cudaMalloc(&mut place, 0),
        );
        assert!(place.is_null());
        add("cudaFree(null)", E::cudaSuccess, cudaFree(null_mut()));
        add(
            "cudaFree of the inside",
            E::cudaErrorInvalidValue,
            cudaFree(inside),
        );
        add(
            "cudaFree of host memory",
            E::cudaErrorInvalidValue,
            cudaFree(host),
        );
        add(
            "cudaFreeHost of device memory",
            E::cudaErrorInvalidValue,
            cudaFreeHost(memory),
        );

        let to_device = cudaMemcpyKind::cudaMemcpyHostToDevice;
        let to_host = cudaMemcpyKind::cudaMemcpyDeviceToHost;
        add(
            "a copy of no bytes",
            E::cudaSuccess,
            cudaMemcpy(memory, host, 0, to_device),
        );
        add(
            "a copy from null",
            E::cudaErrorInvalidValue,
            cudaMemcpy(memory, null(), 16, to_device),
        );
        add(
            "a copy of a kind that is none",
            E::cudaErrorInvalidMemcpyDirection,
            cudaMemcpy(memory, host, 16, cudaMemcpyKind(77)),
        );
        add(
            "a copy past the end",
            E::cudaErrorInvalidValue,
            cudaMemcpy(
                host,
                memory.cast::<u8>().add(64 * KIB * KIB).cast(),
                16,
                to_host,
            ),
        );
        add(
            "cudaMemset of host memory",
            E::cudaErrorInvalidValue,
            cudaMemset(host, 0, 16),
        );
        add(
            "cudaMemset2D wider than its pitch",
            E::cudaErrorInvalidValue,
            cudaMemset2D(memory, 8, 0, 16, 2),
        );

        let mut event = null_mut();
        let mut later = null_mut();
        let mut milliseconds = 0.0;
        assert_eq!(cudaEventCreate(&mut event), E::cudaSuccess);
        assert_eq!(cudaEventCreate(&mut later), E::cudaSuccess);
        add(
            "the time of events not recorded",
            E::cudaErrorInvalidResourceHandle,
            cudaEventElapsedTime(&mut milliseconds, event, later),
        );
        add(
            "an event of flags that are none",
            E::cudaErrorInvalidValue,
            cudaEventCreateWithFlags(&mut place.cast(), 0x100),
        );
        add(
            "cudaEventQuery of one not recorded",
            E::cudaSuccess,
            cudaEventQuery(event),
        );
        add(
            "cudaEventDestroy(null)",
            E::cudaErrorInvalidResourceHandle,
            cudaEventDestroy(null_mut()),
        );
        for event in [event, later] {
            assert_eq!(cudaEventDestroy(event), E::cudaSuccess);
        }
        add(
            "cudaStreamDestroy of the default",
            E::cudaErrorInvalidResourceHandle,
            cudaStreamDestroy(null_mut()),
        );
        let mut stream = null_mut();
        add(
            "a stream of flags that are none",
            E::cudaErrorInvalidValue,
            cudaStreamCreateWithFlags(&mut stream, 0x100),
        );

        let mut attributes = MaybeUninit::<cudaFuncAttributes>::zeroed();
        // 98 before the first use of a device, 400 after it.
        let code = cudaFuncGetAttributes(attributes.as_mut_ptr(), not_a_kernel.as_ptr().cast());
        let known = [
            E::cudaErrorInvalidDeviceFunction,
            E::cudaErrorInvalidResourceHandle,
        ];
        add(
            "attributes of what is no kernel",
            if known.contains(&code) {
                code
            } else {
                known[0]
            },
            code,
        );
        let dynamic = cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize;
        add(
            "more shared memory than may be opted in to",
            E::cudaErrorInvalidValue,
            cudaFuncSetAttribute(kernel, dynamic, 1 << 20),
        );
        add(
            "negative shared memory",
            E::cudaErrorInvalidValue,
            cudaFuncSetAttribute(kernel, dynamic, -2),
        );
        let mut blocks = 0;
        add(
            "the occupancy of no threads",
            E::cudaErrorInvalidValue,
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, kernel, 0, 0),
        );

        let mut index = 1_u64;
        let mut arguments: [*mut c_void; 2] = [(&raw mut memory).cast(), (&raw mut index).cast()];
        let arguments = arguments.as_mut_ptr();
        let one = dim(1, 1, 1);
        let mut launch = |what, wanted, grid, block, shared| {
            let code = cudaLaunchKernel(kernel, grid, block, arguments, shared, null_mut());
            add(what, wanted, code);
        };
        launch(
            "a grid of no blocks",
            E::cudaErrorInvalidValue,
            dim(0, 1, 1),
            one,
            0,
        );
        launch(
            "a block of no threads",
            E::cudaErrorInvalidValue,
            one,
            dim(1, 0, 1),
            0,
        );
        launch(
            "a block of 1025 threads",
            E::cudaErrorInvalidValue,
            one,
            dim(1025, 1, 1),
            0,
        );
        launch(
            "a block of 1024 x 2 threads",
            E::cudaErrorInvalidValue,
            one,
            dim(1024, 2, 1),
            0,
        );
        launch(
            "a block of 65 layers",
            E::cudaErrorInvalidValue,
            one,
            dim(1, 1, 65),
            0,
        );
        launch(
            "a grid of 65536 rows",
            E::cudaErrorInvalidValue,
            dim(1, 65536, 1),
            one,
            0,
        );
        launch(
            "48 KiB and a byte not opted in to",
            E::cudaErrorInvalidValue,
            one,
            one,
            48 * KIB + 1,
        );
        launch(
            "1 MiB of shared memory",
            E::cudaErrorInvalidValue,
            one,
            one,
            KIB * KIB,
        );
        let huge = dim(1 << 20, 1, 1);
        add(
            "a cooperative grid that does not fit",
            E::cudaErrorCooperativeLaunchTooLarge,
            cudaLaunchCooperativeKernel(cooperative, huge, one, arguments, 16, null_mut()),
        );

        let registers = many_registers.as_raw().unwrap();
        let mut values: [*mut c_void; 3] = [(&raw mut memory).cast(); 3];
        add(
            "more registers than there are",
            E::cudaErrorLaunchOutOfResources,
            cudaLaunchKernel(
                registers,
                one,
                dim(512, 1, 1),
                values.as_mut_ptr(),
                0,
                null_mut(),
            ),
        );
        let mut launch_clusters = |what, wanted, grid, cluster| {
            let mut attribute = MaybeUninit::<cudaLaunchAttribute>::zeroed().assume_init();
            attribute.id = cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension;
            attribute.val.clusterDim = cudaLaunchAttributeValue__bindgen_ty_1 {
                x: cluster,
                y: 1,
                z: 1,
            };
            let mut config = MaybeUninit::<cudaLaunchConfig_t>::zeroed().assume_init();
            config.gridDim = dim(grid, 1, 1);
            config.blockDim = one;
            config.attrs = &mut attribute;
            config.numAttrs = 1;
            add(
                what,
                wanted,
                cudaLaunchKernelExC(&config, kernel, arguments),
            );
        };
        launch_clusters(
            "a cluster of 16 not asked for",
            E::cudaErrorInvalidClusterSize,
            16,
            16,
        );
        launch_clusters(
            "a grid that the cluster does not divide",
            E::cudaErrorInvalidClusterSize,
            9,
            2,
        );
        launch_clusters(
            "a cluster of no blocks",
            E::cudaErrorInvalidClusterSize,
            4,
            0,
        );
        let bounded = bounded_registers.as_raw().unwrap();
        let above = dim(512, 1, 1);
        let mut nothing: [*mut c_void; 3] = [(&raw mut memory).cast(); 3];
        add(
            "a block above the launch bound",
            E::cudaErrorInvalidValue,
            cudaLaunchKernel(bounded, one, above, nothing.as_mut_ptr(), 0, null_mut()),
        );

        // What was refused has changed nothing.
        assert_eq!(cudaFree(memory), E::cudaSuccess);
        add("a double free", E::cudaErrorInvalidValue, cudaFree(memory));
        let _ = cudaGetLastError();
        add(
            "cudaDeviceSynchronize after all that",
            E::cudaSuccess,
            cudaDeviceSynchronize(),
        );
        add(
            "the last error, once taken",
            E::cudaSuccess,
            cudaGetLastError(),
        );
    }
    found
}

#[test]
fn wrong_calls_have_the_codes_of_a_device() {
    let Some(_) = gpu::device() else {
        return;
    };
    let calls = calls();
    let others: Vec<String> = calls
        .iter()
        .filter(|(_, wanted, found)| wanted != found)
        .map(|(what, wanted, found)| format!("{what}: {found:?}, and not {wanted:?}"))
        .collect();
    assert!(
        others.is_empty(),
        "of {} calls:\n{}",
        calls.len(),
        others.join("\n")
    );
}

//! What goes wrong on a device, and what is left behind when something is refused.
#![cfg(unix)] // fork and dlopen

mod support;

use core::ffi::{CStr, c_char, c_void};

use coop::cuda_sys::{
    cudaError, cudaFuncAttributes, cudaFuncGetAttributes, cudaGetLastError, cudaMalloc,
    cudaPeekAtLastError,
};
use coop::{
    Block, CooperativeKernel, CudaError, Device, DeviceBuffer, Error, ErrorKind, Event, Graph,
    Grid, PinnedBuffer, SharedBytes, Stream,
};
use coop_kernels as _;
use support::error_kernels as kernels;
use test_support::{child, gpu}; // The archive of the kernels is part of it.

/// Runs `body` in a process of its own, which it may spoil, and fails where it fails there.
fn in_a_child(body: impl FnOnce()) {
    if child::is() {
        return body();
    }
    if gpu::device().is_some() {
        child::passes(&[], 60);
    }
}

/// What CUDA answered.
fn cuda<T>(result: coop::Result<T>) -> CudaError {
    let error = result.err().expect("the call fails");
    *error
        .cuda()
        .unwrap_or_else(|| panic!("not from CUDA: {error}"))
}

/// The last error that the runtime keeps for this thread.
fn last_error() -> cudaError {
    // SAFETY: no arguments; the error is not cleared.
    unsafe { cudaPeekAtLastError() }
}

fn clear_last_error() {
    // SAFETY: no arguments.
    let _ = unsafe { cudaGetLastError() };
}

/// A call of the raw runtime that is refused, and the code that it leaves as the last error.
fn leave_a_last_error() -> cudaError {
    let mut nothing: *mut c_void = core::ptr::null_mut();
    // SAFETY: writes one pointer, or, as here, nothing.
    let code = unsafe { cudaMalloc(&mut nothing, 1 << 50) };
    assert_eq!(code, cudaError::cudaErrorMemoryAllocation);
    assert_eq!(last_error(), code);
    code
}

#[test]
fn a_trap_is_told_by_the_call_that_waits_and_then_by_every_other() {
    in_a_child(|| {
        let stream = Stream::new().unwrap();
        let mut data = DeviceBuffer::<u32>::zeroed(1).unwrap();
        let launch = kernels::trap_at_once.prepare(1, SharedBytes(0)).unwrap();
        let later = kernels::write_at.prepare(1, SharedBytes(0)).unwrap();
        // SAFETY: a kernel without arguments.
        unsafe { launch.launch(1, &stream, ()) }.expect("the launch itself succeeds");

        let fault = cuda(stream.synchronize());
        assert_eq!(fault.call(), "cudaStreamSynchronize");
        assert_eq!(fault.kind(), ErrorKind::KernelFault, "{fault}");
        assert!(fault.is_sticky(), "{fault}");
        let text = fault.to_string();
        assert!(text.starts_with("cudaStreamSynchronize returned"), "{text}");
        assert!(text.contains("it is sticky"), "{text}");

        // SAFETY: the buffer has one element; the launch is refused in any case.
        let relaunch = unsafe { later.launch(1, &stream, (data.as_mut_ptr(), 0)) };
        let others = [
            cuda(relaunch),
            cuda(stream.synchronize()),
            cuda(stream.is_done()),
            cuda(Device::current().and_then(Device::synchronize)),
            cuda(DeviceBuffer::<u32>::zeroed(1)),
            cuda(data.to_vec()),
            cuda(data.copy_from_slice(&[1])),
        ];
        for other in others {
            assert_eq!(other.code(), fault.code(), "{other}");
            assert!(other.is_sticky());
        }
    });
}

#[test]
fn a_write_out_of_bounds_is_told_as_an_illegal_address() {
    in_a_child(|| {
        let stream = Stream::new().unwrap();
        let mut data = DeviceBuffer::<u32>::zeroed(1).unwrap();
        let launch = kernels::write_at.prepare(1, SharedBytes(0)).unwrap();
        // SAFETY: this is not: the element does not exist, and the device is to notice. The process ends after it.
        unsafe { launch.launch(1, &stream, (data.as_mut_ptr(), 1 << 38)) }
            .expect("the launch itself succeeds");
        let fault = cuda(gpu::wait(&stream, 20));
        assert_eq!(fault.code(), cudaError::cudaErrorIllegalAddress, "{fault}");
        assert!(fault.is_sticky() && fault.to_string().contains("it is sticky"));
    });
}

#[test]
fn everything_is_dropped_in_silence_after_a_fault() {
    in_a_child(|| {
        let stream = Stream::new().unwrap();
        let owned = (
            DeviceBuffer::<u32>::zeroed(4).unwrap(),
            PinnedBuffer::<u32>::zeroed(4).unwrap(),
            Event::new().unwrap(),
            Stream::non_blocking().unwrap(),
        );
        let launch = kernels::trap_at_once.prepare(1, SharedBytes(0)).unwrap();
        // SAFETY: a kernel without arguments.
        let graph = Graph::capture(&stream, |stream| unsafe { launch.launch(1, stream, ()) });
        let graph = graph.unwrap();
        let exec = graph.instantiate().unwrap();
        // SAFETY: a kernel without arguments.
        unsafe { exec.launch(&stream) }.expect("the launch itself succeeds");
        assert!(cuda(stream.synchronize()).is_sticky());
        drop(owned);
        drop((exec, graph, stream));
        // The fault is still there for whoever asks next.
        assert!(cuda(Stream::new()).is_sticky());
    });
}

#[test]
fn a_process_forked_after_the_first_call_is_told_so() {
    in_a_child(|| {
        let _context = DeviceBuffer::<u32>::zeroed(1).unwrap();
        // SAFETY: the forked process makes one call of CUDA and exits without unwinding into the harness.
        let forked = unsafe { libc::fork() };
        assert!(forked >= 0, "fork failed");
        if forked == 0 {
            // SAFETY: takes a number; ends this process should CUDA hang in it.
            unsafe { libc::alarm(20) };
            let told = DeviceBuffer::<u32>::zeroed(1).is_err_and(|error| {
                eprintln!("in the forked process: {error}");
                let code = error.cuda().map(CudaError::code);
                code == Some(cudaError::cudaErrorInitializationError)
                    && error
                        .to_string()
                        .contains("forked after its parent used CUDA")
            });
            // SAFETY: ends the process at once: no destructor of the parent's handles runs in it.
            unsafe { libc::_exit(i32::from(!told)) };
        }
        let mut status = 0;
        // SAFETY: writes one int; the process is this one's child.
        let waited = unsafe { libc::waitpid(forked, &mut status, 0) };
        assert_eq!(waited, forked);
        assert!(
            libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0,
            "status {status}"
        );
    });
}

#[test]
fn a_kernel_without_code_for_the_device_names_what_it_was_built_for_and_what_to_add() {
    let Some(device) = gpu::real_device("every kernel has code for every device") else {
        return;
    };
    let (major, minor) = device.limits().unwrap().compute_capability;
    if major == 7 && minor >= 5 {
        return gpu::skipped("this device can run what was built for 7.5");
    }
    let error = kernels::only_sm_75.prepare(32, SharedBytes(0)).unwrap_err();
    let Error::NoCode {
        capability, source, ..
    } = &error
    else {
        panic!("another error: {error}");
    };
    assert_eq!(*capability, (major, minor));
    assert_eq!(source.code(), cudaError::cudaErrorNoKernelImageForDevice);
    let text = error.to_string();
    for part in [
        "kernel `only_sm_75`".to_owned(),
        format!("compute capability {major}.{minor}"),
        "built for 7.5;".to_owned(),
        format!("add {major}{minor} to CUDA_ARCHS"),
    ] {
        assert!(text.contains(&part), "{part} in {text}");
    }
    // Others of the program are not affected.
    assert!(kernels::write_at.prepare(32, SharedBytes(0)).is_ok());
}

/// PTX of a version that no driver knows.
const FUTURE: &CStr =
    c".version 99.0\n.target sm_75\n.address_size 64\n.visible .entry future() { ret; }\n";

#[test]
fn ptx_that_is_too_new_for_the_driver_is_told_with_the_drivers_version() {
    if gpu::real_device("there is neither PTX nor a driver").is_none() {
        return;
    }
    in_a_child(|| {
        let _context = DeviceBuffer::<u32>::zeroed(1).unwrap();
        let code = load_in_driver(FUTURE);
        let error = CudaError::check("cuModuleLoadData", code).expect_err("it is too new");
        assert_eq!(
            error.code(),
            cudaError::cudaErrorUnsupportedPtxVersion,
            "{error}"
        );
        assert_eq!(error.kind(), ErrorKind::NoCode);
        let text = error.to_string();
        assert!(text.contains("newer CUDA than the driver ("), "{text}");
        assert!(!text.contains("the driver (0.0)"), "{text}");
        assert!(text.contains("CUDA_ARCHS"), "{text}");
    });
}

/// Loads PTX into the thread's context, and its kernel, by the driver's own calls: every version of it has them, and their
/// codes are the runtime's.
fn load_in_driver(ptx: &CStr) -> cudaError {
    type ModuleLoadData = unsafe extern "C" fn(*mut *mut c_void, *const c_void) -> u32;
    type ModuleGetFunction =
        unsafe extern "C" fn(*mut *mut c_void, *mut c_void, *const c_char) -> u32;
    let mut module = core::ptr::null_mut();
    let mut function = core::ptr::null_mut();
    // SAFETY: the library is loaded already, as there is a context; the symbols have these types since CUDA 2.0; each
    // writes one handle, and the module stays loaded.
    unsafe {
        let driver = libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_NOW);
        assert!(!driver.is_null(), "the driver is loaded");
        let load = libc::dlsym(driver, c"cuModuleLoadData".as_ptr());
        let find = libc::dlsym(driver, c"cuModuleGetFunction".as_ptr());
        assert!(!load.is_null() && !find.is_null());
        let load: ModuleLoadData = core::mem::transmute(load);
        let find: ModuleGetFunction = core::mem::transmute(find);
        let mut code = load(&mut module, ptx.as_ptr().cast());
        if code == 0 {
            // Where modules are loaded lazily.
            code = find(&mut function, module, c"future".as_ptr());
        }
        cudaError(code)
    }
}

#[test]
fn an_error_that_others_left_is_neither_blamed_on_a_launch_nor_cleared_by_it() {
    let Some(_) = gpu::device() else { return };
    let stream = Stream::new().unwrap();
    let left = leave_a_last_error();

    let mut data = DeviceBuffer::<u32>::zeroed(4).unwrap();
    let ordinary = kernels::write_at.prepare(1, SharedBytes(0)).unwrap();
    let cooperative = kernels::through_shared.prepare(32, SharedBytes(4)).unwrap();
    // SAFETY: the buffer has four elements and lives until the stream has been waited for.
    unsafe {
        cooperative
            .launch(2, &stream, (data.as_mut_ptr(),))
            .unwrap();
        ordinary.launch(1, &stream, (data.as_mut_ptr(), 3)).unwrap();
    }
    stream.synchronize().unwrap();
    assert_eq!(data.to_vec().unwrap(), [1, 2, 0, 1]);
    assert_eq!(last_error(), left);
    clear_last_error();
}

#[test]
fn a_stream_that_is_not_done_leaves_no_error_behind() {
    let Some(_) = gpu::device() else { return };
    clear_last_error();
    let stream = Stream::new().unwrap();
    let mut data = DeviceBuffer::<u32>::zeroed(1).unwrap();
    let launch = kernels::write_at.prepare(1, SharedBytes(0)).unwrap();
    let event = Event::new().unwrap();
    let mut seen = 0;
    for _ in 0..200 {
        // SAFETY: the buffer has one element and lives until the stream has been waited for.
        unsafe { launch.launch(1, &stream, (data.as_mut_ptr(), 0)).unwrap() };
        event.record(&stream).unwrap();
        seen += i32::from(!stream.is_done().unwrap()) + i32::from(!event.is_done().unwrap());
    }
    stream.synchronize().unwrap();
    assert!(seen > 0, "no query of 400 came before its kernel was done");
    assert_eq!(last_error(), cudaError::cudaSuccess);
}

/// The most dynamic shared memory, and the like, that the kernel is allowed now.
fn attributes<A: coop::Args>(kernel: &CooperativeKernel<A>) -> (i32, i32, i32) {
    let mut attributes = core::mem::MaybeUninit::<cudaFuncAttributes>::zeroed();
    // SAFETY: the structure is filled; all of its fields are integers.
    let found = unsafe {
        let entry = kernel.as_raw().unwrap();
        let code = cudaFuncGetAttributes(attributes.as_mut_ptr(), entry);
        assert_eq!(code, cudaError::cudaSuccess);
        attributes.assume_init()
    };
    (
        found.maxDynamicSharedSizeBytes,
        found.preferredShmemCarveout,
        found.nonPortableClusterSizeAllowed,
    )
}

#[test]
fn what_is_refused_leaves_attributes_buffers_and_the_last_error_as_they_were() {
    let Some(device) = gpu::device() else {
        return;
    };
    let kernel = &kernels::through_shared;
    let limits = device.limits().unwrap();
    let most = limits.shared_bytes_per_block_optin;
    let stream = Stream::new().unwrap();
    let mut data = DeviceBuffer::from_slice(&[7_u32; 3]).unwrap();
    let launch = kernel.prepare(32, SharedBytes(4)).unwrap();
    let over = launch.residency().max_grid().x + 1;
    for spoiled in [false, true] {
        clear_last_error();
        let left = if spoiled {
            leave_a_last_error()
        } else {
            cudaError::cudaSuccess
        };
        let before = attributes(kernel);

        let prepared = [
            kernel.prepare(0, SharedBytes(4)),
            kernel.prepare(2048, SharedBytes(4)),
            kernel.prepare(Block::xy(1024, 2), SharedBytes(4)),
            kernel.prepare(Block::xyz(1, 1, 65), SharedBytes(4)),
            // With the 16 bytes that the kernel declares this is one more than there can be.
            kernel.prepare(32, SharedBytes(most - 15)),
            kernel.prepare(32, SharedBytes(u32::MAX)),
        ];
        for refused in prepared {
            let error = refused.unwrap_err();
            assert!(error.cuda().is_none(), "CUDA was asked: {error}");
        }
        let grids = [
            Grid::x(over),
            Grid::x(0),
            Grid::xyz(1, 0, 1),
            Grid::xyz(u32::MAX, u32::MAX, u32::MAX),
        ];
        for grid in grids {
            // SAFETY: every grid is refused.
            let error = unsafe { launch.launch(grid, &stream, (data.as_mut_ptr(),)) }.unwrap_err();
            assert!(error.cuda().is_none(), "CUDA was asked: {error}");
        }

        assert_eq!(attributes(kernel), before);
        assert_eq!(last_error(), left);
        stream.synchronize().unwrap();
        assert_eq!(data.to_vec().unwrap(), [7; 3]);
    }
    clear_last_error();
}

#[test]
fn a_cluster_that_is_refused_leaves_the_attributes_as_they_were() {
    let Some(device) = gpu::device() else {
        return;
    };
    let limits = device.limits().unwrap();
    if !limits.cluster_launch {
        return gpu::skipped("the device has no clusters");
    }
    let kernel = &kernels::never_fits_a_cluster;
    let before = attributes(kernel);
    let most = SharedBytes(limits.shared_bytes_per_block_optin);
    for blocks in [64, 1024] {
        let error = kernel.prepare_clusters(blocks, 32, most).unwrap_err();
        assert!(
            matches!(
                error,
                Error::ClusterTooLarge { .. } | Error::NoResidentCluster { .. }
            ),
            "{error}"
        );
        assert_eq!(attributes(kernel), before, "a cluster of {blocks}");
    }
}

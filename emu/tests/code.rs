//! What is known of kernels from their objects, and the ways to launch them: exported, by address, from C++.

mod support;

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

use cuda_sys::{cudaError, cudaFuncAttributes, cudaMemcpyKind, dim3};
use cudart_emu::api::allocation::{cudaFree, cudaMalloc};
use cudart_emu::api::copy::cudaMemcpy;
use cudart_emu::api::device::cudaDeviceSynchronize;
use cudart_emu::api::function::{
    cudaFuncGetAttributes, cudaFuncGetParamInfo, cudaFuncSetAttribute,
};
use cudart_emu::api::kernel_launch::cudaLaunchKernel;
use cudart_emu::launch::kernel;
use cudart_emu::{Fault, Schedule};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

fn attributes(entry: *const c_void) -> cudaFuncAttributes {
    let mut attributes = MaybeUninit::zeroed();
    // SAFETY: writes the attributes, all of which are numbers.
    unsafe {
        assert_eq!(
            cudaFuncGetAttributes(attributes.as_mut_ptr(), entry),
            cudaError::cudaSuccess
        );
        attributes.assume_init()
    }
}

#[test]
fn the_static_shared_memory_of_a_kernel_is_that_of_the_functions_it_calls_too() {
    for (entry, bytes) in [
        (kernels::static_shared(), 40 + 24 + 1),
        (kernels::not_called(), 800),
        (kernels::array_of_float_8(), 32),
        (kernels::array_of_short_160(), 320),
        (kernels::bounded(), 0),
        (kernels::uses_elsewhere(), 24),
        (kernels::by_address::c_name(), 0),
    ] {
        let name = kernel(entry).unwrap().name;
        assert_eq!(attributes(entry).sharedSizeBytes, bytes, "{name:?}");
    }
}

#[test]
fn static_shared_memory_counts_towards_the_opt_in() {
    let entry = kernels::not_called();
    let most = cuda_occupancy::devices::H200.shared_bytes_per_block_optin as i32;
    let opt_in = cuda_sys::cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize;
    let usual = attributes(entry).maxDynamicSharedSizeBytes;
    assert_eq!(usual, 48 * 1024 - 800);
    // SAFETY: takes numbers and the address of a kernel.
    let set = |bytes| unsafe { cudaFuncSetAttribute(entry, opt_in, bytes) };
    assert_eq!(set(most - 799), cudaError::cudaErrorInvalidValue);
    assert_eq!(attributes(entry).maxDynamicSharedSizeBytes, usual);
    assert_eq!(set(most - 800), cudaError::cudaSuccess);
    assert_eq!(attributes(entry).maxDynamicSharedSizeBytes, most - 800);
}

/// Launches one block with arguments at these places.
fn launch(entry: *const c_void, threads: u32, arguments: &mut [*mut c_void]) -> cudaError {
    let one = dim3 { x: 1, y: 1, z: 1 };
    let block = dim3 { x: threads, ..one };
    // SAFETY: the tests give the arguments that the kernel takes, and wait before they free anything.
    unsafe {
        cudaLaunchKernel(
            entry,
            one,
            block,
            arguments.as_mut_ptr(),
            0,
            ptr::null_mut(),
        )
    }
}

/// Device memory for some values, and what is in it after `work`.
fn after<T: Copy + Default>(count: usize, work: impl FnOnce(*mut T)) -> Vec<T> {
    let mut values = vec![T::default(); count];
    let bytes = count * size_of::<T>();
    let mut memory: *mut c_void = ptr::null_mut();
    // SAFETY: copies between an allocation and a vector of that many bytes.
    unsafe {
        assert_eq!(cudaMalloc(&mut memory, bytes), cudaError::cudaSuccess);
        let up = cudaMemcpyKind::cudaMemcpyHostToDevice;
        let copied = cudaMemcpy(memory, values.as_ptr().cast(), bytes, up);
        assert_eq!(copied, cudaError::cudaSuccess);
        work(memory.cast());
        assert_eq!(cudaDeviceSynchronize(), cudaError::cudaSuccess);
        let down = cudaMemcpyKind::cudaMemcpyDeviceToHost;
        let copied = cudaMemcpy(values.as_mut_ptr().cast(), memory, bytes, down);
        assert_eq!(copied, cudaError::cudaSuccess);
        assert_eq!(cudaFree(memory), cudaError::cudaSuccess);
    }
    values
}

#[test]
fn a_block_of_more_threads_than_the_launch_bound_is_refused() {
    for (entry, bound) in [
        (kernels::bounded(), 96),
        (kernels::array_of_float_8(), 8),
        (kernels::array_of_short_160(), 160),
        (kernels::static_shared(), 1024),
    ] {
        assert_eq!(attributes(entry).maxThreadsPerBlock, bound);
    }
    let written = after::<u32>(1, |out| {
        let mut out = out;
        let mut arguments = [(&raw mut out).cast()];
        let refused = launch(kernels::bounded(), 97, &mut arguments);
        assert_eq!(refused, cudaError::cudaErrorInvalidValue);
        let fits = launch(kernels::bounded(), 96, &mut arguments);
        assert_eq!(fits, cudaError::cudaSuccess);
    });
    assert_eq!(written, [1]);
}

#[test]
fn parameters_are_where_their_alignments_put_them() {
    let place = |entry, index| {
        let (mut offset, mut size) = (0, 0);
        // SAFETY: writes two numbers.
        let code = unsafe { cudaFuncGetParamInfo(entry, index, &mut offset, &mut size) };
        (code == cudaError::cudaSuccess).then_some((offset, size))
    };
    let places = |entry| (0..6).map(|index| place(entry, index)).collect::<Vec<_>>();
    let expected = [(0, 1), (16, 16), (32, 5), (40, 8), (48, 8)].map(Some);
    assert_eq!(places(kernels::aligned())[..5], expected);
    assert_eq!(places(kernels::aligned())[5], None);
    let by_address = [(0, 8), (8, 8), (16, 4), (24, 8)].map(Some);
    assert_eq!(places(kernels::by_address::c_name())[..4], by_address);
    assert_eq!(places(kernels::by_address::c_name())[4..], [None; 2]);
    let local = [(0, 16), (16, 8)].map(Some);
    assert_eq!(places(kernels::by_address::local())[..2], local);
}

#[test]
fn kernels_are_launched_by_their_addresses() {
    let out = after::<f64>(4, |out| {
        // The floats 1.5 and 2.5 lie where the last double is.
        let mut input = out.wrapping_add(3).cast::<f32>();
        let floats = [1.5_f32, 2.5];
        // SAFETY: eight bytes of the allocation.
        let copied = unsafe {
            let up = cudaMemcpyKind::cudaMemcpyHostToDevice;
            cudaMemcpy(input.cast(), floats.as_ptr().cast(), 8, up)
        };
        assert_eq!(copied, cudaError::cudaSuccess);
        let (mut out, mut factor, mut n) = (out, 2.0_f32, 2_usize);
        let mut arguments = [
            (&raw mut input).cast(),
            (&raw mut out).cast(),
            (&raw mut factor).cast(),
            (&raw mut n).cast(),
        ];
        let launched = launch(kernels::by_address::c_name(), 32, &mut arguments);
        assert_eq!(launched, cudaError::cudaSuccess);
    });
    assert_eq!(out[..3], [3.0, 5.0, 0.0]);

    let sum = after::<f32>(1, |out| {
        let (mut values, mut out) = ([1.0_f32, 2.0, 3.0, 4.5], out);
        let mut arguments = [(&raw mut values).cast(), (&raw mut out).cast()];
        let launched = launch(kernels::by_address::local(), 1, &mut arguments);
        assert_eq!(launched, cudaError::cudaSuccess);
    });
    assert_eq!(sum, [10.5]);
}

#[test]
fn a_template_and_a_kernel_of_a_header_are_launched_by_what_their_symbols_say() {
    let fives = after::<i16>(3, |out| {
        let mut out = out;
        let launched = launch(
            kernels::by_address::template(),
            2,
            &mut [(&raw mut out).cast()],
        );
        assert_eq!(launched, cudaError::cudaSuccess);
    });
    assert_eq!(fives, [5, 5, 0]);

    let sum = after::<f64>(2, |out| {
        let (mut output, mut add, mut input, mut index) = (out, -3_i8, out, 1_u64);
        let mut arguments = [
            (&raw mut output).cast(),
            (&raw mut add).cast(),
            (&raw mut input).cast(),
            (&raw mut index).cast(),
        ];
        let launched = launch(kernels::by_address::in_header(), 1, &mut arguments);
        assert_eq!(launched, cudaError::cudaSuccess);
    });
    assert_eq!(sum, [0.0, -3.0]);
    let sizes = kernel(kernels::by_address::in_header()).unwrap();
    let sizes = sizes.parameters.iter().map(|parameter| parameter.size);
    assert!(sizes.eq([8, 1, 8, 8]));
}

#[test]
fn a_kernel_that_a_macro_made_runs_by_its_address() {
    let one = after::<u32>(1, |out| {
        let mut out = out;
        let launched = launch(
            kernels::by_address::by_macro(),
            1,
            &mut [(&raw mut out).cast()],
        );
        assert_eq!(launched, cudaError::cudaSuccess);
    });
    assert_eq!(one, [1]);
}

#[test]
fn cpp_launches_templates_and_function_pointers_with_a_configuration_in_chevrons() {
    if !support::has_the_symbols() {
        return;
    }
    let out = after::<f32>(12, |out| {
        // SAFETY: twelve floats, which live until the device has been waited for.
        unsafe { kernels::by_address::launch(out) }
    });
    let mut expected = [7.0; 12];
    expected[8..].copy_from_slice(&[10.0, -1.0, -1.0, -1.0]);
    assert_eq!(out, expected);
}

#[test]
fn an_index_beyond_a_static_shared_array_is_a_fault() {
    let case = |out: &mut Buffer<f32>, index: u32| {
        Case::new(kernels::array_of_float_8(), 1, 1)
            .buffer(out)
            .number(index)
    };
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0_f32, 1);
        case(&mut out, 7).runs(schedule);
        assert_eq!(out.read(), [3.0]);
    }
    for index in [8, 9, 20, u32::MAX] {
        let mut out = Buffer::filled(0_f32, 1);
        let report = case(&mut out, index).run(Schedule::InOrder).unwrap_err();
        assert_eq!(report.fault, Fault::Memory, "{report}");
        let said = format!("index {index} of an array `float [8]`, code.cu:38");
        assert!(report.to_string().contains(&said), "{report}");
    }
}

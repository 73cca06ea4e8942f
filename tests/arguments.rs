//! The arguments of a kernel, as Rust declares them and as the kernel takes them.

mod support;

use core::ffi::c_void;

use coop::cuda_sys::{cudaError, cudaGetLastError, cudaMalloc, cudaPeekAtLastError};
use coop::{Args, DeviceBuffer, Kernel, SharedBytes, Stream};
use coop_kernels as _; // The archive of the kernels is part of it.
use kernels::{Particle, Quad};
use support::argument_kernels as kernels;
use test_support::gpu;

/// Why a kernel is refused by the comparison of the two signatures, which needs no device.
fn refusal<A: Args>(kernel: &Kernel<A>) -> String {
    let refused = kernel.as_raw().expect_err("the signatures differ");
    refused.to_string()
}

/// That the kernel is refused for an argument: which, what Rust declares, what the kernel takes.
fn assert_type<A: Args>(kernel: &Kernel<A>, argument: &str, rust: &str, cpp: &str) {
    let text = refusal(kernel);
    let wanted = format!("argument {argument}: Rust declares {rust}, the kernel takes {cpp}");
    assert!(text.contains(&wanted), "wanted: {wanted}\ngot: {text}");
    assert!(
        text.starts_with(&format!("kernel `{}`", kernel.name())),
        "{text}"
    );
}

/// One launch of one thread, waited for.
fn run<A: Args>(kernel: &Kernel<A>, args: A) {
    let stream = Stream::new().unwrap();
    let launch = kernel.prepare(1, SharedBytes(0)).unwrap();
    // SAFETY: each caller passes buffers of the sizes that the kernel states, and keeps them until this returns.
    unsafe { launch.launch(1, &stream, args).unwrap() };
    gpu::wait(&stream, 20).unwrap();
}

#[test]
fn every_right_declaration_agrees_without_a_device() {
    assert!(kernels::axpy_f32.as_raw().is_ok());
    assert!(kernels::axpy_f32_cooperative.as_raw().is_ok());
    assert!(kernels::axpy_f64.as_raw().is_ok());
    assert!(kernels::convert_four.as_raw().is_ok());
    assert!(kernels::shift.as_raw().is_ok());
    assert!(kernels::every_scalar.as_raw().is_ok());
    assert!(kernels::every_pointer.as_raw().is_ok());
    assert!(kernels::structs.as_raw().is_ok());
    assert!(kernels::count_call.as_raw().is_ok());
}

#[test]
fn two_instances_of_a_template_are_two_kernels_and_one_exported_twice_is_one() {
    let [single, double, again] = [
        kernels::axpy_f32.as_raw().unwrap(),
        kernels::axpy_f64.as_raw().unwrap(),
        kernels::axpy_f32_cooperative.as_raw().unwrap(),
    ];
    assert_ne!(single, double);
    assert_eq!(single, again);
}

#[test]
fn too_few_arguments_are_refused_with_want_and_got() {
    mod wrong {
        coop::kernels! { pub fn axpy_f32(a: f32, x: *const f32, y: *mut f32); }
    }
    let text = refusal(&wrong::axpy_f32);
    assert!(
        text.contains("`axpy_f32`: Rust declares 3 arguments, the kernel takes 4"),
        "{text}"
    );
}

#[test]
fn too_many_arguments_are_refused_with_want_and_got() {
    mod wrong {
        coop::kernels! {
            pub fn axpy_f32(a: f32, x: *const f32, y: *mut f32, n: usize, more: u32);
            pub fn count_call(more: u32);
        }
    }
    let text = refusal(&wrong::axpy_f32);
    assert!(
        text.contains("Rust declares 5 arguments, the kernel takes 4"),
        "{text}"
    );
    let text = refusal(&wrong::count_call);
    assert!(
        text.contains("Rust declares 1 arguments, the kernel takes 0"),
        "{text}"
    );
}

#[test]
fn an_integer_of_another_width_or_sign_is_named_with_both_types() {
    mod narrow {
        coop::kernels! { pub fn shift(data: *mut f64, by: i32, scale: f64); }
    }
    mod unsigned {
        coop::kernels! { pub fn shift(data: *mut f64, by: u64, scale: f64); }
    }
    assert_type(&narrow::shift, "2 (`by`)", "int (i32)", "long long (i64)");
    assert_type(
        &unsigned::shift,
        "2 (`by`)",
        "size_t (u64)",
        "long long (i64)",
    );
}

#[test]
fn a_float_of_another_width_is_named_with_both_types() {
    mod wrong {
        coop::kernels! {
            pub fn shift(data: *mut f64, by: i64, scale: f32);
            pub fn axpy_f64(a: f32, x: *const f64, y: *mut f64, n: usize);
        }
    }
    assert_type(&wrong::shift, "3 (`scale`)", "float (f32)", "double (f64)");
    assert_type(&wrong::axpy_f64, "1 (`a`)", "float (f32)", "double (f64)");
}

#[test]
fn a_pointer_for_a_number_and_a_number_for_a_pointer_are_named_with_both_types() {
    mod pointer {
        coop::kernels! { pub fn shift(data: *mut f64, by: *mut f64, scale: f64); }
    }
    mod number {
        coop::kernels! { pub fn shift(data: u64, by: i64, scale: f64); }
    }
    assert_type(
        &pointer::shift,
        "2 (`by`)",
        "double* (*mut f64)",
        "long long (i64)",
    );
    assert_type(
        &number::shift,
        "1 (`data`)",
        "size_t (u64)",
        "double* (*mut f64)",
    );
}

#[test]
fn a_const_pointer_for_a_mutable_one_and_the_reverse_are_named_with_both_types() {
    mod wrong {
        coop::kernels! {
            pub fn shift(data: *const f64, by: i64, scale: f64);
            pub fn axpy_f32(a: f32, x: *mut f32, y: *mut f32, n: usize);
        }
    }
    assert_type(
        &wrong::shift,
        "1 (`data`)",
        "const double* (*const f64)",
        "double* (*mut f64)",
    );
    assert_type(
        &wrong::axpy_f32,
        "2 (`x`)",
        "float* (*mut f32)",
        "const float* (*const f32)",
    );
}

#[test]
fn a_pointer_to_another_type_is_named_with_both_types() {
    mod wrong {
        coop::kernels! { pub fn convert_four(from: *const f32, to: *mut f32); }
    }
    assert_type(
        &wrong::convert_four,
        "2 (`to`)",
        "float* (*mut f32)",
        "double* (*mut f64)",
    );
}

/// A declaration of `every_pointer` with some of its types replaced.
macro_rules! every_pointer {
    ($module:ident, $rows:ty, $targets:ty, $flag:ty, $bytes:ty) => {
        mod $module {
            #[allow(unused_imports, reason = "not every type is of void")]
            use core::ffi::c_void;
            coop::kernels! {
                pub fn every_pointer(
                    rows: $rows, targets: $targets, heads: *mut *const f64, flag: $flag, count: *mut u32,
                    input: *const f32, output: *mut f32, bytes: $bytes,
                );
            }
        }
    };
}

#[test]
fn every_level_of_a_pointer_to_pointers_counts() {
    every_pointer!(
        rows,
        *const *mut f32,
        *mut *mut f32,
        *const u32,
        *const c_void
    );
    every_pointer!(
        targets,
        *const *const f32,
        *mut f32,
        *const u32,
        *const c_void
    );
    assert_type(
        &rows::every_pointer,
        "1 (`rows`)",
        "float* const* (*const *mut f32)",
        "const float* const* (*const *const f32)",
    );
    assert_type(
        &targets::every_pointer,
        "2 (`targets`)",
        "float* (*mut f32)",
        "float** (*mut *mut f32)",
    );
}

#[test]
fn volatile_does_not_hide_that_a_pointer_is_const_or_void() {
    every_pointer!(
        flag,
        *const *const f32,
        *mut *mut f32,
        *mut u32,
        *const c_void
    );
    every_pointer!(
        bytes,
        *const *const f32,
        *mut *mut f32,
        *const u32,
        *const u8
    );
    assert_type(
        &flag::every_pointer,
        "4 (`flag`)",
        "unsigned int* (*mut u32)",
        "const unsigned int* (*const u32)",
    );
    assert_type(
        &bytes::every_pointer,
        "8 (`bytes`)",
        "const unsigned char* (*const u8)",
        "const void* (*const c_void)",
    );
}

/// Declarations of `structs` with one of its structs made wrong.
mod wrong_struct {
    #[derive(Clone, Copy)]
    #[repr(C)]
    pub struct Short([f32; 3]);
    // SAFETY: never passed to a kernel: its size is wrong, and that is refused.
    unsafe impl coop::Param for Short {}

    #[derive(Clone, Copy)]
    #[repr(C)]
    pub struct Unaligned([f32; 4]);
    // SAFETY: never passed to a kernel: its alignment is wrong, and that is refused.
    unsafe impl coop::Param for Unaligned {}

    pub mod size {
        coop::kernels! {
            pub fn structs(first: u8, p: super::Short, second: u8, q: crate::Quad, out: *mut f64);
        }
    }
    pub mod alignment {
        coop::kernels! {
            pub fn structs(first: u8, p: crate::Particle, second: u8, q: super::Unaligned, out: *mut f64);
        }
    }
}

#[test]
fn a_struct_of_another_size_or_alignment_is_refused() {
    let text = refusal(&wrong_struct::size::structs);
    for part in [
        "argument 2 (`p`)",
        "struct of 12 B",
        "struct of 16 B, align 4",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let text = refusal(&wrong_struct::alignment::structs);
    for part in ["argument 4 (`q`)", "16 B, align 4", "16 B, align 16"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn a_kernel_that_is_cooperative_on_one_side_only_is_refused() {
    mod wrong {
        coop::kernels! {
            pub cooperative fn axpy_f32(a: f32, x: *const f32, y: *mut f32, n: usize);
            pub fn axpy_f32_cooperative(a: f32, x: *const f32, y: *mut f32, n: usize);
        }
    }
    let text = wrong::axpy_f32.as_raw().unwrap_err().to_string();
    assert!(
        text.contains("`axpy_f32` is cooperative in Rust and ordinary in C++"),
        "{text}"
    );
    let text = refusal(&wrong::axpy_f32_cooperative);
    assert!(
        text.contains("is ordinary in Rust and cooperative in C++"),
        "{text}"
    );
}

#[test]
fn sixteen_arguments_of_every_scalar_type_arrive_in_order() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut out = DeviceBuffer::<f64>::zeroed(15).unwrap();
    let args = (
        out.as_mut_ptr(),
        true,
        -8,
        8,
        -16_000,
        16_000,
        -32_000_000,
        32_000_000,
        -(1 << 50),
        1 << 51,
        -(1 << 52),
        1 << 53,
        0.5,
        -0.25,
        -1,
        1,
    );
    run(&kernels::every_scalar, args);
    let [p50, p51, p52, p53] = [50, 51, 52, 53].map(|power| f64::from(2).powi(power));
    let wanted = [
        1.0, -8.0, 8.0, -16e3, 16e3, -32e6, 32e6, -p50, p51, -p52, p53, 0.5, -0.25, -1.0, 1.0,
    ];
    assert_eq!(out.to_vec().unwrap(), wanted);
}

#[test]
fn every_kind_of_pointer_arrives() {
    let Some(_) = gpu::device() else {
        return;
    };
    let row = DeviceBuffer::from_slice(&[1.5_f32]).unwrap();
    let mut target = DeviceBuffer::<f32>::zeroed(1).unwrap();
    let rows = DeviceBuffer::from_slice(&[row.as_ptr() as u64]).unwrap();
    let mut targets = DeviceBuffer::from_slice(&[target.as_mut_ptr() as u64]).unwrap();
    let mut heads = DeviceBuffer::from_slice(&[0xfeed_u64, 0]).unwrap();
    let flag = DeviceBuffer::from_slice(&[5_u32]).unwrap();
    let mut count = DeviceBuffer::from_slice(&[100_u32]).unwrap();
    let input = DeviceBuffer::from_slice(&[0.25_f32]).unwrap();
    let mut output = DeviceBuffer::<f32>::zeroed(1).unwrap();
    let bytes = DeviceBuffer::from_slice(&[200_u8]).unwrap();
    let args = (
        rows.as_ptr().cast::<*const f32>(),
        targets.as_mut_ptr().cast::<*mut f32>(),
        heads.as_mut_ptr().cast::<*const f64>(),
        flag.as_ptr(),
        count.as_mut_ptr(),
        input.as_ptr(),
        output.as_mut_ptr(),
        bytes.as_ptr().cast::<c_void>(),
    );
    run(&kernels::every_pointer, args);
    assert_eq!(target.to_vec().unwrap(), [1.5]);
    assert_eq!(heads.to_vec().unwrap(), [0xfeed, 0xfeed]);
    assert_eq!(count.to_vec().unwrap(), [105]);
    assert_eq!(output.to_vec().unwrap(), [200.25]);
}

#[test]
fn structs_arrive_whole_at_their_alignment() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut out = DeviceBuffer::<f64>::zeroed(10).unwrap();
    let p = Particle {
        position: [1.0, 2.0, 3.0],
        mass: 4.0,
    };
    let q = Quad {
        lane: [5.0, 6.0, 7.0, 8.0],
    };
    run(&kernels::structs, (250, p, 251, q, out.as_mut_ptr()));
    assert_eq!(
        out.to_vec().unwrap(),
        [250.0, 1.0, 2.0, 3.0, 4.0, 251.0, 5.0, 6.0, 7.0, 8.0]
    );
}

#[test]
fn a_kernel_without_parameters_runs_as_often_as_it_is_launched() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut calls = DeviceBuffer::<u32>::zeroed(1).unwrap();
    for wanted in 1..=3 {
        run(&kernels::count_call, ());
        run(&kernels::read_calls, (calls.as_mut_ptr(),));
        assert_eq!(calls.to_vec().unwrap(), [wanted]);
    }
}

#[test]
fn a_template_with_commas_in_its_arguments_runs() {
    let Some(_) = gpu::device() else {
        return;
    };
    let from = DeviceBuffer::from_slice(&[1.0_f32, -2.5, 1e30, 0.0, 9.0]).unwrap();
    let mut to = DeviceBuffer::from_slice(&[7.0_f64; 5]).unwrap();
    run(&kernels::convert_four, (from.as_ptr(), to.as_mut_ptr()));
    let to = to.to_vec().unwrap();
    assert_eq!(to, [1.0, -2.5, f64::from(1e30_f32), 0.0, 7.0]);
}

#[test]
fn a_kernel_launched_either_way_has_one_result() {
    let Some(_) = gpu::device() else {
        return;
    };
    const N: usize = 100_003;
    let stream = Stream::new().unwrap();
    let x: Vec<f32> = (0..N).map(|i| i as f32).collect();
    let on_device = DeviceBuffer::from_slice(&x).unwrap();
    let mut ordinary = DeviceBuffer::from_slice(&[1.0_f32; N]).unwrap();
    let mut cooperative = DeviceBuffer::from_slice(&[1.0_f32; N]).unwrap();
    let one = kernels::axpy_f32.prepare(256, SharedBytes(0)).unwrap();
    let other = kernels::axpy_f32_cooperative
        .prepare(256, SharedBytes(0))
        .unwrap();
    let grid = other.residency().grid_for(N as u64, 256).unwrap();
    // SAFETY: all buffers have N elements and live until the stream has been waited for.
    unsafe {
        one.launch(
            grid,
            &stream,
            (2.0, on_device.as_ptr(), ordinary.as_mut_ptr(), N),
        )
        .unwrap();
        other
            .launch(
                grid,
                &stream,
                (2.0, on_device.as_ptr(), cooperative.as_mut_ptr(), N),
            )
            .unwrap();
    }
    gpu::wait(&stream, 20).unwrap();
    let wanted: Vec<f32> = x.iter().map(|x| 2.0 * x + 1.0).collect();
    assert_eq!(ordinary.to_vec().unwrap(), wanted);
    assert_eq!(cooperative.to_vec().unwrap(), wanted);
}

type ByAddress = (*const f32, *mut f64, f32, usize);

#[test]
fn a_kernel_by_address_is_launched_either_way() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let input = DeviceBuffer::from_slice(&[1.0_f32, 2.0, 3.0]).unwrap();
    let mut output = DeviceBuffer::<f64>::zeroed(3).unwrap();
    let args = |output: &mut DeviceBuffer<f64>, factor| {
        (input.as_ptr(), output.as_mut_ptr(), factor, input.len())
    };
    run(&kernels::by_address::<ByAddress>(), args(&mut output, 0.5));
    assert_eq!(output.to_vec().unwrap(), [0.5, 1.0, 1.5]);

    let cooperative = kernels::by_address_cooperative::<ByAddress>();
    let launch = cooperative.prepare(32, SharedBytes(0)).unwrap();
    // SAFETY: both buffers have three elements and live until the stream has been waited for.
    unsafe {
        launch.launch(2, &stream, args(&mut output, -1.0)).unwrap();
    }
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(output.to_vec().unwrap(), [-1.0, -2.0, -3.0]);
}

#[test]
fn a_kernel_by_address_is_refused_for_the_number_and_the_sizes_of_its_arguments() {
    let Some(_) = gpu::device() else {
        return;
    };
    let few = refusal(&kernels::by_address::<(*const f32, *mut f64, f32)>());
    assert!(
        few.contains("Rust declares 3 arguments, the kernel takes 4"),
        "{few}"
    );
    let none = refusal(&kernels::by_address::<()>());
    assert!(
        none.contains("Rust declares 0 arguments, the kernel takes 4"),
        "{none}"
    );
    let many = refusal(&kernels::by_address::<(*const f32, *mut f64, f32, usize, u8)>());
    assert!(
        many.contains("Rust declares 5 arguments, the kernel takes 4"),
        "{many}"
    );
    let wide = refusal(&kernels::by_address::<(*const f32, *mut f64, f64, usize)>());
    assert!(
        wide.contains("argument 3: Rust declares double (f64) of 8 B, the kernel takes 4 B"),
        "{wide}"
    );
    let narrow = refusal(&kernels::by_address::<(*const f32, *mut f64, f32, u32)>());
    assert!(
        narrow
            .contains("argument 4: Rust declares unsigned int (u32) of 4 B, the kernel takes 8 B"),
        "{narrow}"
    );
}

/// The last error that the runtime keeps for this thread.
fn last_error() -> cudaError {
    // SAFETY: no arguments; the error is not cleared.
    unsafe { cudaPeekAtLastError() }
}

#[test]
fn a_refused_kernel_by_address_leaves_the_last_error_as_it_was() {
    let Some(_) = gpu::device() else {
        return;
    };
    // SAFETY: no arguments. What other calls of this thread have left is not what is tested.
    let _ = unsafe { cudaGetLastError() };
    refusal(&kernels::by_address::<(*const f32,)>());
    refusal(&kernels::by_address::<(u8, u8, u8, u8)>());
    assert_eq!(last_error(), cudaError::cudaSuccess);

    let mut nothing: *mut c_void = core::ptr::null_mut();
    // SAFETY: writes one pointer, or, as here, nothing.
    let code = unsafe { cudaMalloc(&mut nothing, 1 << 50) };
    assert_eq!(code, cudaError::cudaErrorMemoryAllocation);
    refusal(&kernels::by_address::<(*const f32, *mut f64)>());
    assert!(kernels::by_address::<ByAddress>().as_raw().is_ok());
    assert_eq!(last_error(), cudaError::cudaErrorMemoryAllocation);
    // SAFETY: no arguments.
    let _ = unsafe { cudaGetLastError() };
}

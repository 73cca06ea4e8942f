//! Structures, CUDA's vectors and numbers of 16 bits on both sides of the border: they arrive, or the difference is named.

use coop::vector::{double2, float2, float3, float4, int3, short4, uchar4};
use coop::{Args, DeviceBuffer, Error, Kernel, SharedBytes, Stream};
use coop_kernels as _; // The archive of the kernels is part of it.
use half::{bf16, f16};
use test_support::gpu;

coop::structs! {
    #[derive(Debug, PartialEq)]
    pod struct Tag {
        number: i16,
        letters: [u8; 2],
    }

    struct Body {
        position: float3,
        mass: f32,
        tags: [Tag; 2],
        heat: *mut f64,
    }

    pod struct Untold {
        first: i32,
        second: i32,
    }
}

coop::kernels! {
    fn weigh(b: Body, more: *const Body, n: u32, u: Untold, out: *mut f64);
    fn vectors(
        before: u8, a: float2, b: uchar4, c: int3, d: double2, e: *const float4, f: *mut short4, out: *mut f64,
    );
    fn halves(a: f16, b: bf16, x: *const f16, y: *mut f16, z: *mut bf16, n: u32);
}

/// Runs one thread of a kernel to its end.
fn run<A: Args>(kernel: &Kernel<A>, args: A) {
    let stream = Stream::new().unwrap();
    let launch = kernel.prepare(1, SharedBytes(0)).unwrap();
    // SAFETY: every caller's pointers are to as many elements as the kernel uses, which live on.
    unsafe { launch.launch(1, &stream, args).unwrap() };
    gpu::wait(&stream, 20).unwrap();
}

#[test]
fn a_structure_arrives_with_its_inner_ones_its_arrays_and_behind_a_pointer() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut heat = DeviceBuffer::from_slice(&[0.5_f64]).unwrap();
    let tag = |number, letters| Tag { number, letters };
    let body = Body {
        position: float3 {
            x: 1.0,
            y: 2.0,
            z: 3.0,
        },
        mass: 4.0,
        tags: [tag(-5, [6, 7]), tag(8, [9, 10])],
        heat: heat.as_mut_ptr(),
    };
    // What has a pointer in it is no element of a buffer: the bytes are.
    let mut words = [0_u64; 2 * size_of::<Body>() / 8];
    for (i, mass) in [40.0, 50.0].into_iter().enumerate() {
        // SAFETY: two structures of so many bytes, of no stricter alignment than the words.
        unsafe {
            words
                .as_mut_ptr()
                .cast::<Body>()
                .add(i)
                .write(Body { mass, ..body })
        };
    }
    let more = DeviceBuffer::from_slice(&words).unwrap();
    let mut out = DeviceBuffer::<f64>::zeroed(15).unwrap();
    let untold = Untold {
        first: 11,
        second: 12,
    };
    run(
        &weigh,
        (body, more.as_ptr().cast(), 2, untold, out.as_mut_ptr()),
    );
    let wanted = [
        1.0, 2.0, 3.0, 4.0, -5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 0.5, 11.0, 12.0, 40.0, 50.0,
    ];
    assert_eq!(out.to_vec().unwrap(), wanted);
}

#[test]
fn vectors_arrive_at_their_alignment_and_are_elements_of_buffers() {
    let Some(_) = gpu::device() else {
        return;
    };
    let four = |w| float4 {
        w,
        ..float4::default()
    };
    let e = DeviceBuffer::from_slice(&[four(1.0), four(2.5)]).unwrap();
    let mut f = DeviceBuffer::from_slice(&[short4::default()]).unwrap();
    let mut out = DeviceBuffer::<f64>::zeroed(10).unwrap();
    let args = (
        9,
        float2 { x: 1.0, y: 2.0 },
        uchar4 {
            x: 1,
            y: 2,
            z: 3,
            w: 200,
        },
        int3 { x: -3, y: 4, z: -5 },
        double2 { x: 0.25, y: 0.75 },
        e.as_ptr(),
        f.as_mut_ptr(),
        out.as_mut_ptr(),
    );
    run(&vectors, args);
    let wanted = [9.0, 1.0, 2.0, 206.0, -3.0, 4.0, -5.0, 0.25, 0.75, 2.5];
    assert_eq!(out.to_vec().unwrap(), wanted);
    assert_eq!(
        f.to_vec().unwrap(),
        [short4 {
            x: 1,
            y: 2,
            z: 3,
            w: 4
        }]
    );
}

#[test]
fn numbers_of_16_bits_are_parameters_and_elements() {
    let Some(_) = gpu::device() else {
        return;
    };
    let numbers: Vec<f16> = (0..100_u8)
        .map(|i| f16::from_f32(f32::from(i) / 4.0))
        .collect();
    let x = DeviceBuffer::from_slice(&numbers).unwrap();
    let mut y = DeviceBuffer::<f16>::zeroed(100).unwrap();
    let mut z = DeviceBuffer::<bf16>::zeroed(100).unwrap();
    let (a, b) = (f16::from_f32(1.5), bf16::from_f32(2.0));
    run(
        &halves,
        (a, b, x.as_ptr(), y.as_mut_ptr(), z.as_mut_ptr(), 100),
    );
    let product: Vec<f16> = numbers
        .iter()
        .map(|&x| f16::from_f32(1.5 * x.to_f32()))
        .collect();
    let sum: Vec<bf16> = numbers
        .iter()
        .map(|&x| bf16::from_f32(2.0 + x.to_f32()))
        .collect();
    assert_eq!(y.to_vec().unwrap(), product);
    assert_eq!(z.to_vec().unwrap(), sum);
}

/// The kernel `weigh` declared with other structures in the place of `Body`, `Tag` and `Untold`.
macro_rules! other {
    ($module:ident, $body:ident, $untold:ty, { $($structs:tt)* }) => {
        mod $module {
            #[allow(unused_imports, reason = "not every declaration takes all")]
            use super::{Body, Tag, Untold, float2, float3};
            coop::structs! { $($structs)* }
            coop::kernels! {
                pub fn weigh(b: $body, more: *const Body, n: u32, u: $untold, out: *mut f64);
            }
        }
    };
}

other!(fewer, Fewer, Untold, {
    #[repr(align(8))]
    pub struct Fewer {
        pub position: float3,
        pub mass: f32,
        pub tags: [Tag; 3],
    }
});
other!(swapped, Swapped, Untold, {
    pub struct Swapped {
        pub mass: f32,
        pub position: float3,
        pub tags: [Tag; 2],
        pub heat: *mut f64,
    }
});
other!(retyped, Retyped, Untold, {
    pub struct Retyped {
        pub position: float3,
        pub mass: u32,
        pub tags: [Tag; 2],
        pub heat: *mut f64,
    }
});
other!(inner, Inner, Untold, {
    pub struct InnerTag {
        pub letters: [u8; 2],
        pub number: i16,
    }
    pub struct Inner {
        pub position: float3,
        pub mass: f32,
        pub tags: [InnerTag; 2],
        pub heat: *mut f64,
    }
});
other!(pointer, Pointer, Untold, {
    pub struct Pointer {
        pub position: float3,
        pub mass: f32,
        pub tags: [Tag; 2],
        pub heat: *mut f32,
    }
});
other!(renamed, Renamed, Untold, {
    pub struct Renamed {
        pub position: float3,
        pub weight: f32,
        pub tags: [Tag; 2],
        pub heat: *mut f64,
    }
});
other!(styled, Styled, Untold, {
    #[allow(non_snake_case)]
    pub struct Styled {
        pub Position: float3,
        pub mass_: f32,
        pub r#tags: [Tag; 2],
        pub heat: *mut f64,
    }
});
other!(untold, Body, Reversed, {
    pub struct Reversed {
        pub second: i32,
        pub first: i32,
    }
});

#[test]
fn a_member_that_differs_is_named_with_what_both_sides_have() {
    let said = |result: coop::Result<_>| result.map(drop).unwrap_err().to_string();
    let cases = [
        (
            said(fewer::weigh.as_raw()),
            "`Fewer` Rust declares `tags`, 12 B of Tag",
            "C++ has `tags`, 8 B of structures::tag",
        ),
        (
            said(swapped::weigh.as_raw()),
            "`mass`, 4 B of float (f32) at byte 0",
            "`position`, 12 B of float3",
        ),
        (
            said(retyped::weigh.as_raw()),
            "`mass`, 4 B of unsigned int (u32) at byte 12",
            "`mass`, 4 B of float (f32) at byte 12",
        ),
        (
            said(inner::weigh.as_raw()),
            "`InnerTag` Rust declares `letters`, 2 B of unsigned char (u8) at byte 0",
            "C++ has `number`, 2 B of short (i16) at byte 0",
        ),
        (
            said(pointer::weigh.as_raw()),
            "`heat`, 8 B of float* (*mut f32)",
            "`heat`, 8 B of double* (*mut f64)",
        ),
        (said(renamed::weigh.as_raw()), "`weight`", "`mass`"),
    ];
    for (text, rust, cpp) in cases {
        for part in ["kernel `weigh`, argument 1 (`b`)", rust, cpp] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    let error = renamed::weigh.as_raw().unwrap_err();
    assert!(
        matches!(error, Error::StructMember { index: 1, .. }),
        "{error}"
    );
}

#[test]
fn a_member_may_be_named_in_another_style() {
    styled::weigh.as_raw().unwrap();
}

#[test]
fn of_a_structure_that_cpp_tells_nothing_of_size_and_alignment_are_compared() {
    untold::weigh.as_raw().unwrap();
}

#[test]
fn vectors_of_cuda_have_the_sizes_and_alignments_of_the_header() {
    let of = |size: usize, align: usize| (size, align);
    assert_eq!((size_of::<float3>(), align_of::<float3>()), of(12, 4));
    assert_eq!((size_of::<short4>(), align_of::<short4>()), of(8, 8));
    assert_eq!((size_of::<uchar4>(), align_of::<uchar4>()), of(4, 4));
    assert_eq!((size_of::<double2>(), align_of::<double2>()), of(16, 16));
}

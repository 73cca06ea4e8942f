//! CUDA's vector types: kernel parameters and elements of buffers under their C++ names.
//!
//! `double4` and the other vectors of four elements of 8 bytes are those that are aligned to 16 bytes: `double4_16a` in CUDA 13.

#![allow(non_camel_case_types, reason = "the names are CUDA's")]

macro_rules! vectors {
    ($($element:ty: $one:ident $two:ident($align_of_two:literal) $three:ident $four:ident($align_of_four:literal);)*) => {$(
        crate::structs! {
            #[doc = concat!("One `", stringify!($element), "`.")]
            #[derive(Debug, Default, PartialEq)]
            pub pod struct $one {
                /// The first.
                pub x: $element,
            }

            #[doc = concat!("Two of `", stringify!($element), "`.")]
            #[derive(Debug, Default, PartialEq)]
            #[repr(align($align_of_two))]
            pub pod struct $two {
                /// The first.
                pub x: $element,
                /// The second.
                pub y: $element,
            }

            #[doc = concat!("Three of `", stringify!($element), "`.")]
            #[derive(Debug, Default, PartialEq)]
            pub pod struct $three {
                /// The first.
                pub x: $element,
                /// The second.
                pub y: $element,
                /// The third.
                pub z: $element,
            }

            #[doc = concat!("Four of `", stringify!($element), "`.")]
            #[derive(Debug, Default, PartialEq)]
            #[repr(align($align_of_four))]
            pub pod struct $four {
                /// The first.
                pub x: $element,
                /// The second.
                pub y: $element,
                /// The third.
                pub z: $element,
                /// The fourth.
                pub w: $element,
            }
        }
    )*};
}

vectors! {
    i8: char1 char2(2) char3 char4(4);
    u8: uchar1 uchar2(2) uchar3 uchar4(4);
    i16: short1 short2(4) short3 short4(8);
    u16: ushort1 ushort2(4) ushort3 ushort4(8);
    i32: int1 int2(8) int3 int4(16);
    u32: uint1 uint2(8) uint3 uint4(16);
    i64: longlong1 longlong2(16) longlong3 longlong4(16);
    u64: ulonglong1 ulonglong2(16) ulonglong3 ulonglong4(16);
    f32: float1 float2(8) float3 float4(16);
    f64: double1 double2(16) double3 double4(16);
}

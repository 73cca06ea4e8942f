//! The compiled kernels of csrc/heat.cu.

use coop::CooperativeKernel;

use super::plan::{Plan, Variant};

/// What a kernel takes: the field before and after, how it is divided, the fields and the flags that blocks exchange through, the last
/// step that they have seen, the sweeps.
pub type Args<T> = (*const T, *mut T, Plan, *mut T, *mut u32, u32, u64);

/// `f32` or `f64`: what a cell can be.
pub trait Cell: coop::Param + coop::Element + sealed::Sealed {
    /// The kernels for this type.
    const KERNELS: &'static [(Variant, &'static CooperativeKernel<Args<Self>>)];

    /// What they are.
    #[must_use]
    fn variants() -> Vec<Variant> {
        Self::KERNELS.iter().map(|&(variant, _)| variant).collect()
    }

    /// A quarter of `(left + above) + (right + below)`.
    #[must_use]
    fn relaxed(left: Self, above: Self, right: Self, below: Self) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

macro_rules! variants {
    ($type:ty: $($kernel:ident = $name:literal, $columns:literal, $rows:literal, $threads:literal, $shared:literal, $masked:literal;)*) => {
        coop::kernels! {
            $(
                #[doc = concat!("csrc/heat.cu, `", $name, "` for `", stringify!($type), "`. `shown` has [`Plan::shown`] elements, `flags` has [`Plan::flags`].")]
                pub cooperative fn $kernel(
                    before: *const $type, after: *mut $type, p: Plan, shown: *mut $type, flags: *mut u32, step: u32, sweeps: u64,
                );
            )*
        }
        impl Cell for $type {
            const KERNELS: &'static [(Variant, &'static CooperativeKernel<Args<Self>>)] = &[$((
                Variant {
                    name: $name,
                    columns: $columns,
                    rows: $rows,
                    threads: $threads,
                    shared: $shared,
                    masked: $masked,
                },
                &$kernel,
            ),)*];

            fn relaxed(left: Self, above: Self, right: Self, below: Self) -> Self {
                0.25 * ((left + above) + (right + below))
            }
        }
    };
}

variants! { f32:
    heat_f32_1x4 = "1x4", 1, 4, 256, false, false;
    heat_f32_2x12 = "2x12", 2, 12, 128, false, false;
    heat_f32_4x8 = "4x8", 4, 8, 256, false, false;
    heat_f32_4x12 = "4x12", 4, 12, 256, false, false;
    heat_f32_4x10 = "4x10", 4, 10, 384, false, false;
    heat_f32_4x16 = "4x16", 4, 16, 256, false, false;
    heat_f32_8x22 = "8x22", 8, 22, 256, false, false;
    heat_f32_8x14_shared = "8x14_shared", 8, 14, 384, true, false;
    heat_f32_2x12_masked = "2x12_masked", 2, 12, 128, false, true;
    heat_f32_4x12_masked = "4x12_masked", 4, 12, 256, true, true;
    heat_f32_4x16_masked = "4x16_masked", 4, 16, 512, true, true;
}

variants! { f64:
    heat_f64_1x4 = "1x4", 1, 4, 256, false, false;
    heat_f64_2x12 = "2x12", 2, 12, 128, false, false;
    heat_f64_4x16 = "4x16", 4, 16, 256, false, false;
    heat_f64_4x20_shared = "4x20_shared", 4, 20, 256, true, false;
    heat_f64_1x4_masked = "1x4_masked", 1, 4, 256, true, true;
    heat_f64_4x14_masked = "4x14_masked", 4, 14, 256, true, true;
}

//! The Rust side of the border.

/// Declares kernels that a `.cu` file exports with `COOP_KERNEL` or `COOP_COOPERATIVE_KERNEL`.
///
/// Each becomes a static of the kernel's name: `fn` a [`Kernel`](crate::Kernel), `cooperative fn` a
/// [`CooperativeKernel`](crate::CooperativeKernel), typed with the arguments as a tuple. Before the first launch the
/// declaration is compared with the kernel's own signature; a difference is an error that names the argument.
///
/// The kernels are those of this package, whose build script compiles them with `cuda_build::kernels`: its name is in the
/// symbols, so that two crates may have kernels of one name. Kernels of another are declared with `of`, and the name that
/// `COOP_CRATE` has where they are compiled: `coop::kernels! { of numerics; fn axpy(..); }`.
///
/// A symbol `coop_kernel_CRATE__NAME` is believed to be what the macros of `coop/export.cuh` make of it. Nothing else defines one
/// by accident; in Rust that takes `#[unsafe(no_mangle)]`. A kernel that is declared and not exported is an error of the linker.
///
/// ```
/// coop::kernels! {
///     /// Adds `x` to `y`, `n` elements each.
///     pub fn add(x: *const f32, y: *mut f32, n: u64);
///
///     /// The sum of `n` elements, in one launch.
///     pub cooperative fn sum(x: *const f32, partial: *mut f32, result: *mut f32, n: u64);
/// }
/// # // The two records, which in a program come from the .cu file.
/// # #[unsafe(no_mangle)] extern "C" fn coop_kernel_coop__add() {}
/// # #[unsafe(no_mangle)] extern "C" fn coop_kernel_coop__sum() {}
/// assert_eq!(sum.name(), "sum");
/// # let _: &coop::Kernel<(*const f32, *mut f32, u64)> = &add;
/// ```
///
/// ```cuda
/// #include <coop/export.cuh>
/// __global__ void add(const float* x, float* y, size_t n) { /* ... */ }
/// COOP_KERNEL(add, add);
/// ```
#[macro_export]
macro_rules! kernels {
    (of $library:ident; $($kernels:tt)*) => {
        $crate::kernels!(@of [::core::stringify!($library)] $($kernels)*);
    };
    (@of $library:tt) => {};
    (
        @of $library:tt
        $(#[$attribute:meta])*
        $visibility:vis cooperative fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        $($rest:tt)*
    ) => {
        $crate::kernels!(@declare $library CooperativeKernel, [$(#[$attribute])*] [$visibility] $name ($($argument: $type,)*));
        $crate::kernels!(@of $library $($rest)*);
    };
    (
        @of $library:tt
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        $($rest:tt)*
    ) => {
        $crate::kernels!(@declare $library Kernel, [$(#[$attribute])*] [$visibility] $name ($($argument: $type,)*));
        $crate::kernels!(@of $library $($rest)*);
    };
    (
        @declare [$($library:tt)*] $kind:ident,
        [$(#[$attribute:meta])*] [$visibility:vis] $name:ident ($($argument:ident: $type:ty,)*)
    ) => {
        $(#[$attribute])*
        #[allow(non_upper_case_globals)]
        $visibility static $name: $crate::$kind<($($type,)*)> = {
            unsafe extern "C" {
                #[link_name = ::core::concat!("coop_kernel_", $($library)*, "__", ::core::stringify!($name))]
                fn record() -> *const $crate::kernel::KernelRecord;
            }
            // SAFETY: a symbol of this name is defined by the macros of coop/export.cuh, and by nothing else (see above).
            unsafe {
                $crate::$kind::exported(
                    ::core::stringify!($name),
                    &[$(::core::stringify!($argument)),*],
                    record,
                )
            }
        };
    };
    ($($kernels:tt)*) => {
        $crate::kernels!(
            @of [::core::env!(
                "COOP_CRATE",
                "`coop::kernels!` without `of NAME;` is for kernels that the build script of this package compiles with `cuda_build::kernels`"
            )]
            $($kernels)*
        );
    };
}

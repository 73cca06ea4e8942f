//! The Rust side of the border.

/// Declares kernels that a `.cu` file exports with `COOP_KERNEL` or `COOP_COOPERATIVE_KERNEL`.
///
/// Each becomes a static of the kernel's name: `fn` a [`Kernel`](crate::Kernel), `cooperative fn` a
/// [`CooperativeKernel`](crate::CooperativeKernel), typed with the arguments as a tuple. Before the first launch the
/// declaration is compared with the kernel's own signature; a difference is an error that names the argument.
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
/// # #[unsafe(no_mangle)] extern "C" fn coop_kernel_add() {}
/// # #[unsafe(no_mangle)] extern "C" fn coop_kernel_sum() {}
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
    () => {};
    (
        $(#[$attribute:meta])*
        $visibility:vis cooperative fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        $($rest:tt)*
    ) => {
        $crate::kernels!(@declare CooperativeKernel, [$(#[$attribute])*] [$visibility] $name ($($argument: $type,)*));
        $crate::kernels!($($rest)*);
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?);
        $($rest:tt)*
    ) => {
        $crate::kernels!(@declare Kernel, [$(#[$attribute])*] [$visibility] $name ($($argument: $type,)*));
        $crate::kernels!($($rest)*);
    };
    (
        @declare $kind:ident, [$(#[$attribute:meta])*] [$visibility:vis] $name:ident ($($argument:ident: $type:ty,)*)
    ) => {
        $(#[$attribute])*
        #[allow(non_upper_case_globals)]
        $visibility static $name: $crate::$kind<($($type,)*)> = {
            unsafe extern "C" {
                #[link_name = ::core::concat!("coop_kernel_", ::core::stringify!($name))]
                fn record() -> *const $crate::kernel::KernelRecord;
            }
            // SAFETY: a symbol of this name is defined by the macros of coop/export.cuh.
            unsafe {
                $crate::$kind::exported(
                    ::core::stringify!($name),
                    &[$(::core::stringify!($argument)),*],
                    record,
                )
            }
        };
    };
}

//! The Rust side of the border.

/// Declares kernels that a `.cu` file exports with `COOP_KERNEL` or `COOP_COOPERATIVE_KERNEL`.
///
/// Each becomes a static of the kernel's name: `fn` a [`Kernel`](crate::Kernel), `cooperative fn` a
/// [`CooperativeKernel`](crate::CooperativeKernel), typed with the arguments as a tuple. Before the first launch the
/// declaration is compared with the kernel's own signature; a difference is an error that names the argument.
///
/// The kernels are those of this package: its build script compiles them with `cuda_build::kernels`, which puts the package's
/// name into their symbols, `coop_kernel_CRATE__NAME`. So two crates may have kernels of one name, and what this macro calls is
/// what the build script has compiled. A kernel that is declared and not exported is an error of the linker.
///
/// Kernels that something else compiles are declared with `unsafe of` and the name that `COOP_CRATE` has there:
/// `coop::kernels! { unsafe of numerics; fn axpy(..); }`. It is `unsafe` because nothing can be compared before the symbol
/// has been called: that `COOP_KERNEL` or `COOP_COOPERATIVE_KERNEL` of `coop/export.cuh` defines it is your promise.
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
        ::core::compile_error!(::core::concat!(
            "write `unsafe of ", ::core::stringify!($library), ";`: the symbols of these kernels are called as `coop/export.cuh` defines \
             them, and that they are its is your promise"
        ));
    };
    (unsafe of $library:ident; $($kernels:tt)*) => {
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
            // SAFETY: of the name of this package, the build script has compiled it with coop/export.cuh; of another, it is what
            // `unsafe of` has promised. Rust cannot define such a symbol without an `unsafe` of its own.
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
                "`coop::kernels!` without `unsafe of NAME;` is for kernels that the build script of this package compiles with `cuda_build::kernels`"
            )]
            $($kernels)*
        );
    };
}

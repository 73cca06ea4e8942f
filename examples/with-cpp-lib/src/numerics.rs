//! The library, as its headers declare it: `vendor/include/numerics`.

use std::ffi::c_void;

use coop::cuda_sys::{cudaError_t, cudaStream_t};
use coop::{CooperativeKernel, Kernel};

// numerics.h: functions that launch.
unsafe extern "C" {
    /// `y = a x + y`
    pub fn numerics_axpy(
        a: f32,
        x: *const f32,
        y: *mut f32,
        n: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    /// `y[i]` is the polynomial `c` at `x[i]`.
    pub fn numerics_polynomial(
        c: *const f32,
        terms: u32,
        x: *const f32,
        y: *mut f32,
        n: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
}

// kernels.cuh: kernels with a C name. A kernel's symbol is its host stub, of which only the address is of use here.
unsafe extern "C" {
    fn numerics_axpy_kernel();
    fn numerics_sum_kernel();
    fn numerics_polynomial_kernel();
}

/// `y = a x + y`: (a, x, y, n).
// SAFETY: the stub of that kernel, with the parameters of its declaration.
pub static AXPY: Kernel<(f32, *const f32, *mut f32, u64)> = unsafe {
    Kernel::from_address(
        "numerics_axpy_kernel",
        numerics_axpy_kernel as *const c_void,
    )
};

/// The polynomial, compiled with `-rdc=true`: (c, terms, x, y, n).
// SAFETY: as above.
pub static POLYNOMIAL: Kernel<(*const f32, u32, *const f32, *mut f32, u64)> = unsafe {
    Kernel::from_address(
        "numerics_polynomial_kernel",
        numerics_polynomial_kernel as *const c_void,
    )
};

/// The sum of `x`, with one element of `partial` a block: (x, partial, result, n).
// SAFETY: as above.
pub static SUM: CooperativeKernel<(*const f32, *mut f32, *mut f32, u64)> = unsafe {
    CooperativeKernel::from_address("numerics_sum_kernel", numerics_sum_kernel as *const c_void)
};

// kernels.cuh: kernels without one, which csrc/shim.cu names.
coop::kernels! {
    /// `x -= mean of x`, where `*total` is 0 before.
    pub cooperative fn centre_f32(x: *mut f32, total: *mut f32, n: u64);
    /// The same, in double precision.
    pub cooperative fn centre_f64(x: *mut f64, total: *mut f64, n: u64);
    /// `y` is `x` from its end to its beginning.
    pub fn reverse(x: *const f32, y: *mut f32, n: u64);
}

//! csrc/test/arguments.cu.

use core::ffi::c_void;

use coop::{CooperativeKernel, Kernel, Param};

/// `arguments::particle`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Particle {
    pub position: [f32; 3],
    pub mass: f32,
}

/// `arguments::quad`.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Quad {
    pub lane: [f32; 4],
}

// SAFETY: the same fields in the same order as in csrc/test/arguments.cu.
unsafe impl Param for Particle {}
// SAFETY: as above, and of the same alignment.
unsafe impl Param for Quad {}

coop::kernels! {
    pub fn axpy_f32(a: f32, x: *const f32, y: *mut f32, n: usize);
    pub cooperative fn axpy_f32_cooperative(a: f32, x: *const f32, y: *mut f32, n: usize);
    pub fn axpy_f64(a: f64, x: *const f64, y: *mut f64, n: usize);
    pub fn convert_four(from: *const f32, to: *mut f64);
    pub fn shift(data: *mut f64, by: i64, scale: f64);
    pub fn every_scalar(
        out: *mut f64,
        b: bool,
        i8: i8,
        u8: u8,
        i16: i16,
        u16: u16,
        i32: i32,
        u32: u32,
        long: i64,
        unsigned_long: u64,
        i64: i64,
        u64: u64,
        f32: f32,
        f64: f64,
        scoped: i8,
        unscoped: u16,
    );
    pub fn every_pointer(
        rows: *const *const f32,
        targets: *mut *mut f32,
        heads: *mut *const f64,
        flag: *const u32,
        count: *mut u32,
        input: *const f32,
        output: *mut f32,
        bytes: *const c_void,
    );
    pub fn structs(first: u8, p: Particle, second: u8, q: Quad, out: *mut f64);
    pub fn count_call();
    pub fn read_calls(out: *mut u32);
}

unsafe extern "C" {
    fn arguments_by_address();
}

/// The host stub of the kernel that is exported by its symbol alone.
const ADDRESS: *const c_void = arguments_by_address as *const c_void;

/// That kernel with arguments `A`, right or wrong; a wrong one must only be asked for its address.
pub const fn by_address<A: coop::Args>() -> Kernel<A> {
    // SAFETY: the host stub of a kernel of this program. Wrong types are refused when it is prepared, which is what the
    // tests are about.
    unsafe { Kernel::from_address("arguments_by_address", ADDRESS) }
}

/// The same, to be launched cooperatively.
pub const fn by_address_cooperative<A: coop::Args>() -> CooperativeKernel<A> {
    // SAFETY: as above.
    unsafe { CooperativeKernel::from_address("arguments_by_address", ADDRESS) }
}

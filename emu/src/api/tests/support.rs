//! What the tests of the runtime's functions share.

#[path = "graph_support.rs"]
pub(crate) mod graphs;

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use cuda_sys::{cudaError, cudaMemcpyKind, dim3};

use crate::api::{allocation::cudaMalloc, copy::cudaMemcpy, device::cudaSetDevice};

/// Devices of the unit tests: for all tests, and for those that break it, each alone.
pub(crate) const SMALL: i32 = 0;
pub(crate) const BROKEN: i32 = 1;
pub(crate) const T4: i32 = 2;
pub(crate) const NO_COOPERATIVE: i32 = 3;

/// A capture in the mode `Global` forbids other threads' calls, and a reset frees other tests' memory: one test at a time.
pub(crate) static ALONE: std::sync::RwLock<()> = std::sync::RwLock::new(());

/// Taken by every test; `ALONE` is taken for writing by those that disturb others.
pub(crate) fn together() -> std::sync::RwLockReadGuard<'static, ()> {
    ALONE
        .read()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub(crate) fn alone() -> std::sync::RwLockWriteGuard<'static, ()> {
    ALONE
        .write()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[track_caller]
pub(crate) fn fine(error: cudaError) {
    assert_eq!(error, cudaError::cudaSuccess);
}

#[track_caller]
pub(crate) fn refused(error: cudaError, expected: cudaError) {
    assert_eq!(error, expected);
    assert_eq!(crate::api::call::take_last_error(), expected);
}

/// Device memory of this many `u32`.
#[track_caller]
pub(crate) fn words(count: usize) -> *mut u32 {
    let mut pointer = null_mut();
    // SAFETY: a live pointer.
    fine(unsafe { cudaMalloc(&mut pointer, 4 * count) });
    pointer.cast()
}

#[track_caller]
pub(crate) fn read(from: *const u32, count: usize) -> Vec<u32> {
    let mut values = vec![0; count];
    let kind = cudaMemcpyKind::cudaMemcpyDeviceToHost;
    // SAFETY: the vector has that many.
    fine(unsafe { cudaMemcpy(values.as_mut_ptr().cast(), from.cast(), 4 * count, kind) });
    values
}

#[track_caller]
pub(crate) fn select(device: i32) {
    // SAFETY: takes a number.
    fine(unsafe { cudaSetDevice(device) });
}

pub(crate) fn dim(x: u32) -> dim3 {
    dim3 { x, y: 1, z: 1 }
}

#[repr(C)]
struct Parameter([u32; 4]);

#[repr(C)]
struct Record {
    version: u32,
    cooperative: u32,
    entry: *const c_void,
    name: *const c_char,
    architectures: *const c_char,
    parameter_count: u64,
    parameters: *const Parameter,
}

unsafe extern "C" {
    fn __tsan_write4(address: *mut c_void);
    fn coop_emulator_register(record: *const Record, invoke: crate::launch::Invoke);
}

/// The kernel of the tests: thread 0 writes `value` to `place`, both arguments, as instrumented code would.
pub(crate) unsafe extern "C" fn store(_: *const c_void, arguments: *const *const c_void) {
    // SAFETY: two arguments, of the types that are registered.
    unsafe {
        let place = (*arguments).cast::<*mut u32>().read();
        let value = (*arguments.add(1)).cast::<u32>().read();
        __tsan_write4(place.cast());
        place.write(value);
    }
}

/// What launches name [`store`] by.
pub(crate) fn store_entry() -> *const c_void {
    static ENTRY: u8 = 0;
    static ONCE: std::sync::Once = std::sync::Once::new();
    let entry = (&raw const ENTRY).cast();
    ONCE.call_once(|| {
        let parameters = Box::leak(Box::new([Parameter([0, 8, 8, 4]), Parameter([7, 4, 4, 0])]));
        let record = Box::leak(Box::new(Record {
            version: 1,
            cooperative: 0,
            entry,
            name: c"store".as_ptr(),
            architectures: c"".as_ptr(),
            parameter_count: 2,
            parameters: parameters.as_ptr(),
        }));
        // SAFETY: the layout of the record is that of `coop/export.cuh`, and `store` takes what it says.
        unsafe { coop_emulator_register(record, store) };
    });
    entry
}

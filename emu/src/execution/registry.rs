//! The kernels of this program. Static constructors of the kernels' objects put them here (`coop/export.cuh`).

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::{Mutex, PoisonError};

/// A kernel, and how to call it.
#[derive(Debug)]
pub struct KernelCode {
    /// The name it is exported under.
    pub name: &'static CStr,
    /// What launches name it by.
    pub entry: *const c_void,
    /// Calls it in the current CUDA thread, with a pointer to each argument.
    pub invoke: unsafe extern "C" fn(*const *const c_void),
    /// Bytes of each parameter.
    pub parameter_sizes: Vec<usize>,
    /// Whether it is exported as a kernel that waits for the whole grid.
    pub cooperative: bool,
    /// Bytes of static shared memory.
    pub static_shared: u32,
    /// The most threads of a block.
    pub max_threads: u32,
}

// SAFETY: the pointers are to code and constants of the program.
unsafe impl Send for KernelCode {}
// SAFETY: as above; nothing changes once it is registered.
unsafe impl Sync for KernelCode {}

static KERNELS: Mutex<Option<HashMap<usize, &'static KernelCode>>> = Mutex::new(None);

/// The kernel at that address, where there is one.
pub fn kernel(entry: *const c_void) -> Option<&'static KernelCode> {
    let kernels = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    kernels.as_ref()?.get(&(entry as usize)).copied()
}

/// `coop::parameter` of `coop/export.cuh`.
#[repr(C)]
struct Parameter {
    code: u32,
    size: u32,
    alignment: u32,
    pointee_size: u32,
}

/// The beginning of `coop::kernel_record`, which is the same in every version of it.
#[repr(C)]
pub struct Record {
    version: u32,
    cooperative: u32,
    entry: *const c_void,
    name: *const c_char,
    architectures: *const c_char,
    parameter_count: u64,
    parameters: *const Parameter,
}

/// Called by a kernel's object before `main`. A kernel that is exported twice is registered once, under its first name.
///
/// # Safety
///
/// `record` and everything it points to live as long as the program, and `invoke` calls the kernel of that record.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_register(
    record: *const Record,
    invoke: unsafe extern "C" fn(*const *const c_void),
) {
    // SAFETY: a valid record, by the contract; it has `parameter_count` parameters.
    let (record, name, parameters) = unsafe {
        let record = &*record;
        let parameters =
            std::slice::from_raw_parts(record.parameters, record.parameter_count as usize);
        (record, CStr::from_ptr(record.name), parameters)
    };
    let code = KernelCode {
        name,
        entry: record.entry,
        invoke,
        parameter_sizes: parameters.iter().map(|p| p.size as usize).collect(),
        cooperative: record.cooperative != 0,
        static_shared: 0,
        max_threads: 1024,
    };
    let mut kernels = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    kernels
        .get_or_insert_default()
        .entry(record.entry as usize)
        .or_insert_with(|| Box::leak(Box::new(code)));
}

//! The kernels that were named so far, by their addresses: C has no place of its own for what is remembered of them.

use core::ffi::c_void;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use coop::untyped::CooperativeKernel;

use crate::failure::Failure;

static KERNELS: RwLock<BTreeMap<usize, &CooperativeKernel>> = RwLock::new(BTreeMap::new());

/// The kernel at `address`, found the first time. It stays: a program has so many kernels and no more.
///
/// # Safety
///
/// `address` is null, which is refused, or a kernel's, and its code is never unloaded.
pub(crate) unsafe fn of(address: *const c_void) -> Result<&'static CooperativeKernel, Failure> {
    if address.is_null() {
        return Err(Failure::null("kernel"));
    }
    // Whoever panicked with the lock left the map whole.
    let known = KERNELS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(&kernel) = known.get(&address.addr()) {
        return Ok(kernel);
    }
    drop(known);
    // SAFETY: the caller's promise.
    let kernel = unsafe { CooperativeKernel::at(address)? };
    let mut known = KERNELS.write().unwrap_or_else(PoisonError::into_inner);
    // Another thread may have been first: all use one, and what is left over is as large as one kernel.
    Ok(known
        .entry(address.addr())
        .or_insert_with(|| Box::leak(Box::new(kernel))))
}

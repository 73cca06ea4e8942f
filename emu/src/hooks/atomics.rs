//! The compiler's atomic operations, which its instrumentation turns into these calls. One call is one access.
//!
//! They are atomic on the host too: mapped memory is shared with its threads. An operation that changes nothing is no
//! progress, so that a thread that tries to take a lock counts as one that spins.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::SeqCst, fence};

use super::accesses::{aligned, looked};
use crate::judge::Access;
use crate::launch::current_thread::current;

/// Notes whether the running thread changed what is there.
#[inline(always)]
fn changed(did: bool, address: *const c_void) {
    if !did {
        return looked(address);
    }
    let block = current();
    if !block.is_null() {
        // SAFETY: the current block, which only this thread touches; the reference ends at once.
        unsafe { (*block).hot.progress = true };
    }
}

macro_rules! atomics {
    ($type:ty, $atomic:ty, $bytes:literal, load $load:ident, store $store:ident,
     compare [$($compare:ident)*], value $compare_value:ident,
     $($name:ident: |$old:ident, $operand:ident| $new:expr;)*) => {
        #[doc = "An atomic load."]
        ///
        /// # Safety
        ///
        /// `address` is valid for reads, or the launch ends here.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $load(address: *const $type, _order: c_int) -> $type {
            aligned(address.cast(), $bytes, Access::Read, false);
            looked(address.cast());
            // SAFETY: checked above: valid and aligned; it is only accessed atomically while others may write.
            unsafe { &*address.cast::<$atomic>() }.load(SeqCst)
        }

        #[doc = "An atomic store."]
        ///
        /// # Safety
        ///
        /// `address` is valid for writes, or the launch ends here.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $store(address: *mut $type, value: $type, _order: c_int) {
            aligned(address.cast_const().cast(), $bytes, Access::Write, true);
            // SAFETY: as above.
            unsafe { &*address.cast::<$atomic>() }.store(value, SeqCst);
        }

        $(
            #[doc = "An atomic read-modify-write; returns what was there."]
            ///
            /// # Safety
            ///
            /// `address` is valid for reads and writes, or the launch ends here.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(address: *mut $type, $operand: $type, _order: c_int) -> $type {
                aligned(address.cast_const().cast(), $bytes, Access::Atomic, false);
                // SAFETY: as above.
                let atomic = unsafe { &*address.cast::<$atomic>() };
                let mut before = atomic.load(SeqCst);
                loop {
                    let $old = before;
                    match atomic.compare_exchange_weak(before, $new, SeqCst, SeqCst) {
                        Ok(_) => break,
                        Err(found) => before = found,
                    }
                }
                let $old = before;
                changed($new != before, address.cast_const().cast());
                before
            }
        )*

        $(
            #[doc = "A compare-and-swap; what was found goes to `expected`, and whether it was that is returned."]
            ///
            /// # Safety
            ///
            /// `address` is valid for reads and writes, or the launch ends here; `expected` is.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $compare(
                address: *mut $type, expected: *mut $type, desired: $type, _order: c_int, _failure: c_int,
            ) -> c_int {
                // SAFETY: the compiler passes the address of a variable of its own.
                let wanted = unsafe { *expected };
                // SAFETY: by the contract.
                let found = unsafe { $compare_value(address, wanted, desired, 0, 0) };
                // SAFETY: as above.
                unsafe { *expected = found };
                c_int::from(found == wanted)
            }
        )*

        #[doc = "A compare-and-swap; returns what was found."]
        ///
        /// # Safety
        ///
        /// `address` is valid for reads and writes, or the launch ends here.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $compare_value(
            address: *mut $type, expected: $type, desired: $type, _order: c_int, _failure: c_int,
        ) -> $type {
            aligned(address.cast_const().cast(), $bytes, Access::Atomic, false);
            // SAFETY: checked above: valid and aligned; it is only accessed atomically while others may write.
            match unsafe { &*address.cast::<$atomic>() }.compare_exchange(expected, desired, SeqCst, SeqCst) {
                Ok(before) => {
                    changed(before != desired, address.cast_const().cast());
                    before
                }
                Err(found) => {
                    changed(false, address.cast_const().cast());
                    found
                }
            }
        }
    };
}

atomics! {
    u8, AtomicU8, 1,
    load __tsan_atomic8_load, store __tsan_atomic8_store,
    compare [__tsan_atomic8_compare_exchange_strong __tsan_atomic8_compare_exchange_weak],
    value __tsan_atomic8_compare_exchange_val,
    __tsan_atomic8_exchange: |old, operand| { let _ = old; operand };
    __tsan_atomic8_fetch_add: |old, operand| old.wrapping_add(operand);
    __tsan_atomic8_fetch_sub: |old, operand| old.wrapping_sub(operand);
    __tsan_atomic8_fetch_and: |old, operand| old & operand;
    __tsan_atomic8_fetch_or: |old, operand| old | operand;
    __tsan_atomic8_fetch_xor: |old, operand| old ^ operand;
    __tsan_atomic8_fetch_nand: |old, operand| !(old & operand);
}

atomics! {
    u16, AtomicU16, 2,
    load __tsan_atomic16_load, store __tsan_atomic16_store,
    compare [__tsan_atomic16_compare_exchange_strong __tsan_atomic16_compare_exchange_weak],
    value __tsan_atomic16_compare_exchange_val,
    __tsan_atomic16_exchange: |old, operand| { let _ = old; operand };
    __tsan_atomic16_fetch_add: |old, operand| old.wrapping_add(operand);
    __tsan_atomic16_fetch_sub: |old, operand| old.wrapping_sub(operand);
    __tsan_atomic16_fetch_and: |old, operand| old & operand;
    __tsan_atomic16_fetch_or: |old, operand| old | operand;
    __tsan_atomic16_fetch_xor: |old, operand| old ^ operand;
    __tsan_atomic16_fetch_nand: |old, operand| !(old & operand);
}

atomics! {
    u32, AtomicU32, 4,
    load __tsan_atomic32_load, store __tsan_atomic32_store,
    compare [__tsan_atomic32_compare_exchange_strong __tsan_atomic32_compare_exchange_weak],
    value __tsan_atomic32_compare_exchange_val,
    __tsan_atomic32_exchange: |old, operand| { let _ = old; operand };
    __tsan_atomic32_fetch_add: |old, operand| old.wrapping_add(operand);
    __tsan_atomic32_fetch_sub: |old, operand| old.wrapping_sub(operand);
    __tsan_atomic32_fetch_and: |old, operand| old & operand;
    __tsan_atomic32_fetch_or: |old, operand| old | operand;
    __tsan_atomic32_fetch_xor: |old, operand| old ^ operand;
    __tsan_atomic32_fetch_nand: |old, operand| !(old & operand);
}

atomics! {
    u64, AtomicU64, 8,
    load __tsan_atomic64_load, store __tsan_atomic64_store,
    compare [__tsan_atomic64_compare_exchange_strong __tsan_atomic64_compare_exchange_weak],
    value __tsan_atomic64_compare_exchange_val,
    __tsan_atomic64_exchange: |old, operand| { let _ = old; operand };
    __tsan_atomic64_fetch_add: |old, operand| old.wrapping_add(operand);
    __tsan_atomic64_fetch_sub: |old, operand| old.wrapping_sub(operand);
    __tsan_atomic64_fetch_and: |old, operand| old & operand;
    __tsan_atomic64_fetch_or: |old, operand| old | operand;
    __tsan_atomic64_fetch_xor: |old, operand| old ^ operand;
    __tsan_atomic64_fetch_nand: |old, operand| !(old & operand);
}

/// A fence between threads.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_atomic_thread_fence(_order: c_int) {
    fence(SeqCst);
}

/// A fence within a thread.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_atomic_signal_fence(_order: c_int) {}

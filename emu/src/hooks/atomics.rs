//! The compiler's atomic operations, which its instrumentation turns into these calls. One call is one access.
//!
//! They are atomic on the host too: mapped memory is shared with its threads. An operation that changes nothing is no
//! progress, so that a thread that tries to take a lock counts as one that spins.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::SeqCst, fence};

use super::accesses::{aligned, looked};
use super::place::with_place;
use crate::judge::Access;
use crate::judge::races::Manner;
use crate::judge::races::cell::Kind;
use crate::launch::block::Block;
use crate::launch::current_thread::{Touch, current, writes_again};

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

/// What the compiler passes for an order: `memory_order` of C.
fn manner(order: c_int) -> Manner {
    let (consume, acquire, release) = (1, 2, 3);
    Manner {
        acquires: order == consume || order == acquire || order > release,
        releases: order >= release,
    }
}

/// The running block, unless host code runs.
fn running() -> Option<&'static mut Block> {
    // SAFETY: the current block, which only this thread touches, for no longer than a hook's own code.
    unsafe { current().as_mut() }
}

/// An atomic access begins: checked, and another thread may go on before it.
fn begins(address: *const c_void, bytes: usize, access: Access, kind: Kind, place: usize) {
    let how = Touch {
        access,
        progress: access == Access::Write,
        kind,
        place,
    };
    aligned(address, bytes, how);
}

/// It has read what was there.
fn has_read(address: *const c_void, bytes: usize, manner: Manner) {
    if let Some(block) = running() {
        block.has_read((address as usize, bytes), manner);
    }
}

/// It is going to write.
fn will_write(address: *const c_void, is_atomic: bool, manner: Manner) {
    if let Some(block) = running() {
        block.will_write(address as usize, is_atomic, manner);
    }
}

macro_rules! atomics {
    ($type:ty, $atomic:ty, $bytes:literal, load $load:ident, store $store:ident,
     compare [$($compare:ident)*], value $compare_value:ident,
     $($name:ident: |$old:ident, $operand:ident| $new:expr;)*) => {
        mod $load {
            use super::*;

            /// An atomic load.
            pub(super) unsafe extern "C" fn hook(
                address: *const $type, order: c_int, _: usize, _: usize, _: usize, place: usize,
            ) -> $type {
                begins(address.cast(), $bytes, Access::Read, Kind::StrongRead, place);
                has_read(address.cast(), $bytes, manner(order));
                looked(address.cast());
                // SAFETY: checked: valid and aligned; it is only accessed atomically while others may write.
                unsafe { &*address.cast::<$atomic>() }.load(SeqCst)
            }
        }
        with_place!(sixth $load $load::hook);

        mod $store {
            use super::*;

            /// An atomic store.
            pub(super) unsafe extern "C" fn hook(
                address: *mut $type, value: $type, order: c_int, _: usize, _: usize, place: usize,
            ) {
                let word = address.cast_const().cast();
                begins(word, $bytes, Access::Write, Kind::StrongWrite, place);
                will_write(word, false, manner(order));
                // SAFETY: as for a load.
                unsafe { &*address.cast::<$atomic>() }.store(value, SeqCst);
            }
        }
        with_place!(sixth $store $store::hook);

        $(
            mod $name {
                use super::*;

                /// An atomic read-modify-write; returns what was there.
                pub(super) unsafe extern "C" fn hook(
                    address: *mut $type, $operand: $type, order: c_int, _: usize, _: usize, place: usize,
                ) -> $type {
                    let word = address.cast_const().cast();
                    begins(word, $bytes, Access::Atomic, Kind::StrongWrite, place);
                    has_read(word, $bytes, manner(order));
                    will_write(word, true, manner(order));
                    // SAFETY: as for a load.
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
                    changed($new != before, word);
                    before
                }
            }
            with_place!(sixth $name $name::hook);
        )*

        $(
            mod $compare {
                use super::*;

                /// A compare-and-swap; what was found goes to `expected`, and whether it was that is returned.
                pub(super) unsafe extern "C" fn hook(
                    address: *mut $type, expected: *mut $type, desired: $type, order: c_int, failure: c_int, place: usize,
                ) -> c_int {
                    // SAFETY: the compiler passes the address of a variable of its own.
                    let wanted = unsafe { *expected };
                    // SAFETY: by the contract of the other.
                    let found = unsafe {
                        super::$compare_value::hook(address, wanted, desired, order, failure, place)
                    };
                    // SAFETY: as above.
                    unsafe { *expected = found };
                    c_int::from(found == wanted)
                }
            }
            with_place!(sixth $compare $compare::hook);
        )*

        mod $compare_value {
            use super::*;

            /// A compare-and-swap; returns what was found. One that fails is a load.
            pub(super) unsafe extern "C" fn hook(
                address: *mut $type, expected: $type, desired: $type, order: c_int, failure: c_int, place: usize,
            ) -> $type {
                let word = address.cast_const().cast();
                begins(word, $bytes, Access::Atomic, Kind::StrongRead, place);
                // SAFETY: as for a load.
                let atomic = unsafe { &*address.cast::<$atomic>() };
                match atomic.compare_exchange(expected, desired, SeqCst, SeqCst) {
                    Ok(before) => {
                        has_read(word, $bytes, manner(order));
                        wrote(word, $bytes, place);
                        will_write(word, true, manner(order));
                        changed(before != desired, word);
                        before
                    }
                    Err(found) => {
                        has_read(word, $bytes, manner(failure));
                        changed(false, word);
                        found
                    }
                }
            }
        }
        with_place!(sixth $compare_value $compare_value::hook);
    };
}

/// A compare-and-swap that was looked at as a load has written.
fn wrote(address: *const c_void, bytes: usize, place: usize) {
    if !current().is_null() {
        writes_again(address as usize, bytes, place);
    }
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
    if let Some(block) = running() {
        block.fences(true);
    }
}

/// A fence within a thread.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_atomic_signal_fence(_order: c_int) {}

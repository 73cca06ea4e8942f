//! What the compiler's instrumentation calls before each access of a kernel. They do nothing for host code.

use std::ffi::c_void;

use super::place::with_place;
use crate::judge::races::Manner;
use crate::judge::races::cell::Kind;
use crate::judge::source::Told;
use crate::judge::{Access, Fault};
use crate::launch::block::Block;
use crate::launch::current_thread::{Touch, current, tick, touch, touch_range};
use crate::launch::signals::STACK_USED_UP;
use crate::launch::stacks::STACK_RESERVE;

/// An access that the compiler takes to be aligned. On a device one that is not is a fault.
#[inline(always)]
pub(crate) fn aligned(address: *const c_void, bytes: usize, how: Touch) {
    let address = address as usize;
    if address & (bytes - 1) != 0 {
        misaligned(address, bytes, how.access);
    }
    touch(address, bytes, how);
}

/// One that need not be.
#[inline(always)]
fn unaligned(address: *const c_void, bytes: usize, how: Touch) {
    touch(address as usize, bytes, how);
}

/// A plain or a volatile load or store. What is volatile is one access to a word that others can see, as a relaxed atomic one.
#[inline(always)]
fn simple(
    check: fn(*const c_void, usize, Touch),
    (address, bytes): (*const c_void, usize),
    kind: Kind,
    place: usize,
) {
    let writes = kind.writes();
    let how = Touch {
        access: if writes { Access::Write } else { Access::Read },
        progress: writes,
        kind,
        place,
    };
    check(address, bytes, how);
    if kind.is_strong() {
        let block = current();
        if !block.is_null() {
            // SAFETY: the current block; the reference ends before other code of the kernel runs.
            let block = unsafe { &mut *block };
            match writes {
                true => block.will_write(address as usize, false, Manner::RELAXED),
                false => block.has_read((address as usize, bytes), Manner::RELAXED),
            }
        }
        if !writes && bytes <= 8 {
            looked(address);
        }
    }
}

/// Notes that the thread has looked at a place where others may write, and has changed nothing.
#[inline(always)]
pub(crate) fn looked(address: *const c_void) {
    let block = current();
    if !block.is_null() {
        // SAFETY: the current block, which only this thread touches; the reference ends at once.
        unsafe { &mut (*block).hot }.looks(address as usize);
    }
}

#[cold]
#[inline(never)]
fn misaligned(address: usize, bytes: usize, access: Access) {
    let block = current();
    if !block.is_null() {
        let before = format!("{access} of {bytes} bytes at {address:#x}");
        let what = Told::here(&before, &format!(", which is no multiple of {bytes}"));
        // SAFETY: the current block; no reference into it is held.
        unsafe { Block::fail(block, Fault::Misaligned, None, what) };
    }
}

macro_rules! accesses {
    ($($name:ident: $check:ident, $bytes:literal, $kind:ident;)*) => {
        $(
            #[allow(non_snake_case)]
            mod $name {
                use super::*;

                pub(super) extern "C" fn hook(address: *const c_void, place: usize) {
                    simple(super::$check, (address, $bytes), Kind::$kind, place);
                }
            }
            with_place!(second $name $name::hook);
        )*
    };
}

// What has 16 bytes need not be aligned to them: a structure of two pointers is moved at once. A type that needs it is told of by
// the checks of undefined behaviour.
accesses! {
    __tsan_read1: aligned, 1, Read;
    __tsan_read2: aligned, 2, Read;
    __tsan_read4: aligned, 4, Read;
    __tsan_read8: aligned, 8, Read;
    __tsan_read16: unaligned, 16, Read;
    __tsan_write1: aligned, 1, Write;
    __tsan_write2: aligned, 2, Write;
    __tsan_write4: aligned, 4, Write;
    __tsan_write8: aligned, 8, Write;
    __tsan_write16: unaligned, 16, Write;
    __tsan_volatile_read1: aligned, 1, StrongRead;
    __tsan_volatile_read2: aligned, 2, StrongRead;
    __tsan_volatile_read4: aligned, 4, StrongRead;
    __tsan_volatile_read8: aligned, 8, StrongRead;
    __tsan_volatile_read16: unaligned, 16, StrongRead;
    __tsan_volatile_write1: aligned, 1, StrongWrite;
    __tsan_volatile_write2: aligned, 2, StrongWrite;
    __tsan_volatile_write4: aligned, 4, StrongWrite;
    __tsan_volatile_write8: aligned, 8, StrongWrite;
    __tsan_volatile_write16: unaligned, 16, StrongWrite;
    __tsan_unaligned_read2: unaligned, 2, Read;
    __tsan_unaligned_read4: unaligned, 4, Read;
    __tsan_unaligned_read8: unaligned, 8, Read;
    __tsan_unaligned_read16: unaligned, 16, Read;
    __tsan_unaligned_write2: unaligned, 2, Write;
    __tsan_unaligned_write4: unaligned, 4, Write;
    __tsan_unaligned_write8: unaligned, 8, Write;
    __tsan_unaligned_write16: unaligned, 16, Write;
    __tsan_unaligned_volatile_read2: unaligned, 2, StrongRead;
    __tsan_unaligned_volatile_read4: unaligned, 4, StrongRead;
    __tsan_unaligned_volatile_read8: unaligned, 8, StrongRead;
    __tsan_unaligned_volatile_read16: unaligned, 16, StrongRead;
    __tsan_unaligned_volatile_write2: unaligned, 2, StrongWrite;
    __tsan_unaligned_volatile_write4: unaligned, 4, StrongWrite;
    __tsan_unaligned_volatile_write8: unaligned, 8, StrongWrite;
    __tsan_unaligned_volatile_write16: unaligned, 16, StrongWrite;
}

/// A read of several bytes, such as a structure's copy.
extern "C" fn read_range(address: *const c_void, bytes: usize, place: usize) {
    touch_range(address as usize, bytes, Touch::read(place));
}

/// A write of several bytes.
extern "C" fn write_range(address: *const c_void, bytes: usize, place: usize) {
    touch_range(address as usize, bytes, Touch::write(place));
}

/// A change of a virtual table's pointer.
extern "C" fn vptr_update(address: *const c_void, _value: *const c_void, place: usize) {
    touch(address as usize, 8, Touch::write(place));
}

/// A read of a virtual table's pointer.
extern "C" fn vptr_read(address: *const c_void, place: usize) {
    touch(address as usize, 8, Touch::read(place));
}

with_place!(third __tsan_read_range read_range);
with_place!(third __tsan_write_range write_range);
with_place!(third __tsan_vptr_update vptr_update);
with_place!(second __tsan_vptr_read vptr_read);

/// A function begins, its local variables already on the stack.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_func_entry(_caller: *const c_void) {
    let block = current();
    if block.is_null() {
        return;
    }
    let here = 0u8;
    // SAFETY: the current block; the reference ends at once.
    let low = unsafe { &(*block).hot }.is_low_on_stack(&raw const here as usize, STACK_RESERVE);
    if low {
        let what = Told::here(STACK_USED_UP[0], STACK_USED_UP[1]);
        // SAFETY: as above.
        unsafe { Block::fail(block, Fault::StackOverflow, None, what) };
    }
    // SAFETY: as above.
    unsafe { tick(block) };
}

/// A function ends.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_func_exit() {}

/// An object's static constructors begin.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_init() {}

/// A basic block begins: a loop without accesses must not keep the others from running, nor run for ever.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_trace_pc() {
    let block = current();
    if block.is_null() {
        return;
    }
    // SAFETY: the current block; the reference ends at once.
    if unsafe { &mut (*block).hot }.enters_basic_block() {
        // SAFETY: the current block; no reference into it is held.
        unsafe { Block::stop(block) };
    }
}

//! What the compiler's instrumentation calls before each access of a kernel. They do nothing for host code.

use std::ffi::c_void;

use crate::judge::source::Told;
use crate::judge::{Access, Fault};
use crate::launch::block::Block;
use crate::launch::current_thread::{current, tick, touch, touch_range};
use crate::launch::signals::STACK_USED_UP;
use crate::launch::stacks::STACK_RESERVE;

/// An access that the compiler takes to be aligned. On a device one that is not is a fault.
#[inline(always)]
pub(crate) fn aligned(address: *const c_void, bytes: usize, access: Access, progress: bool) {
    let address = address as usize;
    if address & (bytes - 1) != 0 {
        misaligned(address, bytes, access);
    }
    touch(address, bytes, access, progress);
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
    ($($name:ident: $check:ident, $bytes:literal, $access:ident;)*) => {
        $(
            #[doc = "A hook of the instrumentation."]
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(address: *const c_void) {
                accesses!(@ $check, address, $bytes, $access);
            }
        )*
    };
    (@ aligned, $address:ident, $bytes:literal, $access:ident) => {
        aligned($address, $bytes, Access::$access, matches!(Access::$access, Access::Write))
    };
    (@ polling, $address:ident, $bytes:literal, $access:ident) => {
        aligned($address, $bytes, Access::$access, false);
        looked($address)
    };
    (@ unaligned, $address:ident, $bytes:literal, $access:ident) => {
        touch($address as usize, $bytes, Access::$access, matches!(Access::$access, Access::Write))
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
    __tsan_volatile_read1: polling, 1, Read;
    __tsan_volatile_read2: polling, 2, Read;
    __tsan_volatile_read4: polling, 4, Read;
    __tsan_volatile_read8: polling, 8, Read;
    __tsan_volatile_read16: unaligned, 16, Read;
    __tsan_volatile_write1: aligned, 1, Write;
    __tsan_volatile_write2: aligned, 2, Write;
    __tsan_volatile_write4: aligned, 4, Write;
    __tsan_volatile_write8: aligned, 8, Write;
    __tsan_volatile_write16: unaligned, 16, Write;
    __tsan_unaligned_read2: unaligned, 2, Read;
    __tsan_unaligned_read4: unaligned, 4, Read;
    __tsan_unaligned_read8: unaligned, 8, Read;
    __tsan_unaligned_read16: unaligned, 16, Read;
    __tsan_unaligned_write2: unaligned, 2, Write;
    __tsan_unaligned_write4: unaligned, 4, Write;
    __tsan_unaligned_write8: unaligned, 8, Write;
    __tsan_unaligned_write16: unaligned, 16, Write;
}

/// A read of several bytes, such as a structure's copy.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_read_range(address: *const c_void, bytes: usize) {
    touch_range(address as usize, bytes, Access::Read, false);
}

/// A write of several bytes.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_write_range(address: *const c_void, bytes: usize) {
    touch_range(address as usize, bytes, Access::Write, true);
}

/// A change of a virtual table's pointer.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_vptr_update(address: *const c_void, _value: *const c_void) {
    touch(address as usize, 8, Access::Write, true);
}

/// A read of a virtual table's pointer.
#[unsafe(no_mangle)]
pub extern "C" fn __tsan_vptr_read(address: *const c_void) {
    touch(address as usize, 8, Access::Read, false);
}

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

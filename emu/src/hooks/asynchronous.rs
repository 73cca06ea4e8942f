//! What goes on beside a thread, and what it waits for by an object: copies that it begins and waits for later, and the words of
//! libcu++'s barriers and their kin. The other side of `interface.h`.

use std::ffi::{CStr, c_char, c_int, c_void};

use super::interface::{block, fail};
use super::place::with_place;
use crate::judge::Fault;
use crate::judge::awaited::{Awaited, Object};
use crate::judge::site::Site;
use crate::judge::source::Told;
use crate::launch::block::Block;
use crate::launch::copies::{Copies, Copy};
use crate::launch::current_thread::{Touch, touch_range};

/// Asks something of the current block's copies.
fn of_copies<T>(ask: impl FnOnce(&mut Copies, usize) -> T) -> T {
    // SAFETY: the current block, which only this thread touches; the reference ends before other code runs.
    let block = unsafe { &mut *block() };
    block.moves();
    ask(&mut block.copies, block.current)
}

/// The thread begins a copy, of what is at `from`, or of zeros: it is done when the thread waits for it, or, with an object, when
/// others complete that. Both places are touched now, and then again: nobody may use them in between. What is copied to holds
/// nothing until then.
extern "C" fn copy_later(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    object: *const c_void,
    place: usize,
) {
    if bytes == 0 {
        return;
    }
    let copy = Copy {
        to: to as usize,
        from: from as usize,
        bytes,
    };
    if copy.from != 0 {
        touch_range(copy.from, bytes, Touch::read(place));
    }
    touch_range(copy.to, bytes, Touch::write(place));
    // SAFETY: the current block; the reference ends with the statement.
    unsafe { (*block()).forget_written(copy.to, bytes) };
    of_copies(|copies, thread| copies.begin(thread, object as usize, copy));
}

fn finish(copy: Copy, place: usize) {
    if copy.from != 0 {
        touch_range(copy.from, copy.bytes, Touch::read(place));
    }
    touch_range(copy.to, copy.bytes, Touch::write(place));
    // SAFETY: both may be touched, as was just checked.
    unsafe {
        match copy.from {
            0 => (copy.to as *mut u8).write_bytes(0, copy.bytes),
            from => std::ptr::copy(from as *const u8, copy.to as *mut u8, copy.bytes),
        }
    }
}

/// The thread waits for the copies that it has begun, but for those of the last `keep` batches that it has closed.
extern "C" fn finish_copies(keep: u32, place: usize) {
    while let Some(copy) = of_copies(|copies, thread| copies.next(thread, keep)) {
        finish(copy, place);
    }
}

/// The thread completes an object: so are the copies that were begun with it.
extern "C" fn finish_copies_of(object: *const c_void, place: usize) {
    while let Some(copy) = of_copies(|copies, _| copies.next_of(object as usize)) {
        finish(copy, place);
    }
}

with_place!(fifth coop_emulator_copy_later copy_later);
with_place!(second coop_emulator_finish_copies finish_copies);
with_place!(second coop_emulator_finish_copies_of finish_copies_of);

/// What the thread has begun since the last time is a batch.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_close_copies() {
    of_copies(Copies::close);
}

/// The thread waits at an object until the word at `word` is another one than `value`.
///
/// # Safety
///
/// The word may be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_await(
    object: c_int,
    address: *const c_void,
    word: *const u32,
    value: u32,
    file: *const c_char,
    line: c_int,
) {
    let awaited = Awaited {
        object: Object::from_c(object),
        address: address as usize,
        site: Site::new(file, line),
    };
    let block = block();
    // SAFETY: the current block; the reference ends before another thread goes on. The word by the contract.
    unsafe {
        if word.read_volatile() == value {
            (*block).awaits(word as usize, value, awaited);
            Block::pause(block);
        }
    }
}

/// An object is used in a way that it must not be.
///
/// # Safety
///
/// `what` is a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_misuse(what: *const c_char) -> ! {
    // SAFETY: by the contract.
    let what = unsafe { CStr::from_ptr(what) }.to_string_lossy();
    fail(Fault::BlockBarrier, Told::here(&what, ""));
}

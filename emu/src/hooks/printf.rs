//! `printf` in a kernel. Its arguments are taken while the kernel runs, and made into text when the host waits.

mod buffer;
mod format;

use std::ffi::{c_char, c_int, c_void};

pub(crate) use buffer::{BUFFER, flush, set_limit};
use format::{Arguments, Refused, pieces};

use crate::judge::source::Told;
use crate::judge::{Access, Fault};
use crate::launch::block::Block;
use crate::launch::current_thread::{current, tick};

unsafe extern "C" {
    // Of `printf/arguments.c`: the next argument of the call, as that type.
    fn coop_emulator_next_int(list: *mut c_void) -> c_int;
    fn coop_emulator_next_long(list: *mut c_void) -> i64;
    fn coop_emulator_next_real(list: *mut c_void) -> f64;
    fn coop_emulator_next_long_real(list: *mut c_void) -> f64;
    fn coop_emulator_next_pointer(list: *mut c_void) -> *const c_void;
}

/// Whether the code that runs is a kernel's. Host code in the same file prints by C's own functions.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_runs_kernel() -> c_int {
    c_int::from(!current().is_null())
}

/// Prints, and returns how many arguments it took, or -1 without a format: what a device returns.
///
/// # Safety
///
/// `list` is the C side's of this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_device_printf(
    format: *const c_char,
    list: *mut c_void,
) -> c_int {
    let block = current();
    if format.is_null() {
        return -1;
    }
    let mut arguments = Call { block, list };
    let printed = arguments
        .text(format as usize, None)
        .map_err(|reason| no_string("its format", &reason))
        .and_then(|format| pieces(&format, &mut arguments));
    match printed {
        Ok((pieces, taken)) => {
            buffer::print(pieces);
            // SAFETY: the current block, no reference into which is held.
            unsafe { tick(block) };
            taken as c_int
        }
        Err((call, reason)) => {
            let what = Told::here(&call, &reason);
            // SAFETY: as above.
            unsafe { Block::fail(block, Fault::Memory, None, what) }
        }
    }
}

fn no_string(which: &str, reason: &str) -> Refused {
    (
        "calls printf()".to_owned(),
        format!(": {which} is no string: {reason}"),
    )
}

/// One call's arguments.
struct Call {
    block: *mut Block,
    list: *mut c_void,
}

impl Call {
    /// The bytes from an address up to the zero that ends them.
    ///
    /// # Errors
    ///
    /// The end of a sentence: why there is no string.
    fn text(&self, address: usize, most: Option<usize>) -> Result<Vec<u8>, String> {
        let most = most.unwrap_or(usize::MAX);
        let mut text = Vec::new();
        let mut allowed = address..address;
        while text.len() < most {
            let at = address.wrapping_add(text.len());
            if !allowed.contains(&at) {
                // SAFETY: the current block; the reference ends with the statement.
                let found = unsafe { (*self.block).allowed(at, 1, Access::Read) }
                    .map_err(|fault| format!("{at:#x}: {}", fault.reason))?;
                allowed = found.range;
            }
            // SAFETY: the kernel may read there, and no other thread of it runs now.
            match unsafe { (at as *const u8).read() } {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }
}

impl Arguments for Call {
    fn int(&mut self) -> i32 {
        // SAFETY: the list of this call, as for those below. That the argument is of this type the format says, which the
        // compiler has compared with the call; all that is read are a call's registers and the caller's stack.
        unsafe { coop_emulator_next_int(self.list) }
    }

    fn long(&mut self) -> i64 {
        // SAFETY: as above.
        unsafe { coop_emulator_next_long(self.list) }
    }

    fn real(&mut self) -> f64 {
        // SAFETY: as above.
        unsafe { coop_emulator_next_real(self.list) }
    }

    fn long_real(&mut self) -> f64 {
        // SAFETY: as above.
        unsafe { coop_emulator_next_long_real(self.list) }
    }

    fn pointer(&mut self) -> usize {
        // SAFETY: as above.
        unsafe { coop_emulator_next_pointer(self.list) as usize }
    }

    fn string(&mut self, address: usize, most: Option<usize>) -> Result<Vec<u8>, Refused> {
        self.text(address, most)
            .map_err(|reason| no_string("what %s takes", &reason))
    }
}

//! The end of the program: what nobody has waited for is done, and what failed without a call to tell it is told.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

use super::callback::in_callback;
use super::{MACHINE, Machine, process};
use crate::hooks::printf;

/// The exit status where work failed that nobody waited for.
const FAILED: c_int = 1;

/// Has the end of the program come by here.
pub(super) fn install() {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if !INSTALLED.swap(true, Ordering::Relaxed) {
        // SAFETY: a function that takes nothing, which stays where it is.
        unsafe { libc::atexit(end) };
    }
}

extern "C" fn end() {
    let Some(machine) = MACHINE.get() else { return };
    // A fork has none of the threads; and a kernel, or a function of the program that a stream has reached, waits for nothing.
    if machine.process != process() || in_callback() || crate::hooks::runs_kernel() {
        return;
    }
    if machine.end() {
        // SAFETY: ends the process, as is being done.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(FAILED);
        }
    }
}

impl Machine {
    /// Does what is left to do. Whether something has failed that no call has told.
    fn end(&self) -> bool {
        let left = self.state().queue.all();
        self.run(&left);
        printf::flush();
        let state = self.state();
        let mut untold = false;
        for (device, failure) in state.failures.iter().enumerate() {
            if let Some(failure) = failure
                && !failure.told
            {
                untold = true;
                eprintln!(
                    "cudart-emu: work on device {device} failed ({:?}), and the program ended without a call that waits for \
                     it and would have told",
                    failure.code
                );
            }
        }
        untold
    }
}

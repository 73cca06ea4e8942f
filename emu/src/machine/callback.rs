//! Functions of the program that a stream has reached.

use std::cell::Cell;

thread_local! {
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// Runs one. It must not call the runtime.
pub(crate) fn callback(function: impl FnOnce()) {
    IN_CALLBACK.set(true);
    function();
    IN_CALLBACK.set(false);
}

/// Whether this thread is inside one.
pub(crate) fn in_callback() -> bool {
    IN_CALLBACK.get()
}

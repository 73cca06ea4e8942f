//! The latest failure of each thread, and the border that every call with a status passes.

use core::cell::RefCell;
use core::ffi::{CStr, c_char, c_int};
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Status;
use crate::failure::Failure;

thread_local! {
    static LAST: RefCell<(CString, c_int)> = RefCell::default();
}

/// Does `call`. A failure is kept for the thread; a panic ends here, as one.
#[inline]
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Failure>) -> Status {
    // What `call` may leave half done is behind locks and cells of `coop`, which hold whole values only.
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => Status::Success,
        Ok(Err(failure)) => keep(failure),
        Err(panic) => {
            let message = panic
                .downcast_ref::<&str>()
                .copied()
                .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            keep(Failure::panic(message.unwrap_or("a panic")))
        }
    }
}

#[cold]
fn keep(failure: Failure) -> Status {
    // A kernel's name has no zero in it; if a text has, it ends there.
    let mut bytes = failure.text.into_bytes();
    bytes.retain(|&byte| byte != 0);
    let text = CString::new(bytes).unwrap_or_default();
    // While the thread's own data is being destroyed nothing can be kept: the status is still told.
    let _ = LAST.try_with(|last| *last.borrow_mut() = (text, failure.cuda));
    failure.status
}

/// The text, which stays where it is until the next failure of this thread.
pub(crate) fn text() -> *const c_char {
    const NONE: &CStr = c"";
    LAST.try_with(|last| last.borrow().0.as_ptr())
        .unwrap_or(NONE.as_ptr())
}

/// CUDA's code, or 0.
pub(crate) fn cuda() -> c_int {
    LAST.try_with(|last| last.borrow().1).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read() -> String {
        // SAFETY: valid until this thread fails again.
        unsafe { CStr::from_ptr(text()) }
            .to_str()
            .unwrap()
            .to_owned()
    }

    fn fail() -> Status {
        guard(|| Err(Failure::null("residency")))
    }

    #[test]
    fn before_any_failure_the_text_is_empty_and_the_code_0() {
        assert_eq!((read(), cuda()), (String::new(), 0));
    }

    #[test]
    fn a_success_leaves_the_text_of_the_failure_before() {
        assert_eq!(fail(), Status::InvalidArgument);
        assert_eq!(guard(|| Ok(())), Status::Success);
        assert_eq!(read(), "`residency` is a null pointer");
    }

    #[test]
    fn a_panic_becomes_a_status_with_its_message() {
        let status = guard(|| panic!("seven is {}", 8));
        assert_eq!(status, Status::Internal);
        assert!(read().ends_with("seven is 8"), "{}", read());
    }

    #[test]
    fn each_thread_has_its_own() {
        fail();
        std::thread::spawn(|| assert_eq!(read(), ""))
            .join()
            .unwrap();
        assert!(!read().is_empty());
    }
}

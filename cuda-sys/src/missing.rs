//! What is said where a toolkit is needed and there is none: when the package is compiled to machine code, and not when it is
//! checked or documented, which takes the bindings that are checked in.

/// Where a toolkit was looked for in vain, and what to do.
const MISSING: Option<&str> = include!(concat!(env!("OUT_DIR"), "/missing.rs"));

struct Toolkit<T>(core::marker::PhantomData<T>);

impl<T> Toolkit<T> {
    // Of a generic type, so that it is looked at where machine code is made of it, and not before.
    #[allow(clippy::panic, reason = "at compile time")]
    const IS_THERE: () = if let Some(text) = MISSING {
        panic!("{}", text);
    };
}

/// Has it looked at.
#[doc(hidden)]
#[inline(never)]
pub fn needs_a_toolkit() {
    needs::<()>();
}

fn needs<T>() {
    Toolkit::<T>::IS_THERE
}

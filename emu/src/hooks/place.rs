//! Where in the code a hook was called: the address to which it returns, which Rust has no way to ask for.

/// Defines a function that compiled kernels call, and that hands its arguments on to another one, with the return address as the
/// second argument, or whichever is said.
macro_rules! with_place {
    (second $name:ident $to:path) => { with_place!("rsi", "x1", $name, $to); };
    (third $name:ident $to:path) => { with_place!("rdx", "x2", $name, $to); };
    (fourth $name:ident $to:path) => { with_place!("rcx", "x3", $name, $to); };
    (fifth $name:ident $to:path) => { with_place!("r8", "x4", $name, $to); };
    (sixth $name:ident $to:path) => { with_place!("r9", "x5", $name, $to); };
    ($intel:literal, $arm:literal, $name:ident, $to:path) => {
        #[doc = "A hook of the instrumentation."]
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        #[cfg(target_arch = "x86_64")]
        pub extern "C" fn $name() {
            std::arch::naked_asm!(concat!("mov ", $intel, ", [rsp]"), "jmp {to}", to = sym $to)
        }

        #[doc = "A hook of the instrumentation."]
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        #[cfg(target_arch = "aarch64")]
        pub extern "C" fn $name() {
            std::arch::naked_asm!(concat!("mov ", $arm, ", x30"), "b {to}", to = sym $to)
        }
    };
}

pub(super) use with_place;

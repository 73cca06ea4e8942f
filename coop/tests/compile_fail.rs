//! What the types forbid.

#[test]
fn what_the_types_forbid_does_not_compile() {
    // Of this package's own build script; a program without one has it not.
    // SAFETY: the only test of this program, and it has started no thread.
    unsafe { std::env::remove_var("COOP_CRATE") };
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}

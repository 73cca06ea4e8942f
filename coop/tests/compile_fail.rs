//! What the types forbid does not compile.

#[test]
fn what_the_types_forbid_does_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}

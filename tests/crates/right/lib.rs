//! A library with kernels: `coop-test-left` has some of the same names.

coop::structs! {
    /// What [`set`] writes.
    #[derive(Debug, PartialEq)]
    pub pod struct Pair {
        /// 3
        pub first: u32,
        /// 3
        pub second: f32,
    }
}

coop::kernels! {
    /// Multiplies each element by 3.
    pub fn scale(data: *mut u32);
    /// Writes one pair.
    pub fn set(data: *mut Pair);
}

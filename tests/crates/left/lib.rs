//! A library with kernels: `coop-test-right` has some of the same names.

coop::structs! {
    /// What [`set`] writes.
    #[derive(Debug, PartialEq)]
    pub pod struct Pair {
        /// 2
        pub first: u32,
        /// 2
        pub second: u32,
    }
}

coop::kernels! {
    /// Multiplies each element by 2.
    pub fn scale(data: *mut u32);
    /// Writes one pair.
    pub fn set(data: *mut Pair);
}

//! csrc/test/streams.cu.

coop::kernels! {
    pub fn fill_late(data: *mut u32, value: u32, n: u64, nanoseconds: u64);
    pub fn add_index(data: *mut u32, n: u64);
    /// An element of `data` a thread of the grid.
    pub cooperative fn rotate_left(data: *mut u32);
    pub fn tell_and_go_on(told: *mut u32, value: u32, nanoseconds: u64);
}

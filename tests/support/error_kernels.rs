//! csrc/test/errors.cu and csrc/test/only_sm_75.cu.

coop::kernels! {
    pub fn trap_at_once();
    pub fn write_at(data: *mut u32, index: u64);
    /// An element of `data` a block; at least 4 bytes of dynamic shared memory.
    pub cooperative fn through_shared(data: *mut u32);
    pub cooperative fn never_fits_a_cluster();
    pub fn only_sm_75(data: *mut u32);
}

//! The kernel of csrc/cg.cu, and the structures that it takes.

use bytemuck::{Pod, Zeroable};
use coop::Param;

/// `solver::csr` of csrc/cg.cu.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct RawCsr {
    pub(super) row_ptr: *const u32,
    pub(super) columns: *const u32,
    pub(super) values: *const f64,
    pub(super) inverse_diagonal: *const f64,
    pub(super) n: u32,
    pub(super) lanes: u32,
}

/// `solver::work` of csrc/cg.cu.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct RawWork {
    pub(super) x: *mut f64,
    pub(super) b: *const f64,
    pub(super) d: *mut f64,
    pub(super) r: *mut f64,
    pub(super) z: *mut f64,
    pub(super) p: [*mut f64; 2],
    pub(super) q: *mut f64,
    pub(super) partial: *mut f64,
}

/// `solver::limits` of csrc/cg.cu.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct RawLimits {
    pub(super) tolerance: f64,
    pub(super) max_iterations: u32,
    pub(super) report_every: u32,
}

/// `solver::outcome` of csrc/cg.cu.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct RawOutcome {
    pub(super) relative_residual: f64,
    pub(super) iterations: u32,
    pub(super) status: u32,
}

// SAFETY: the same fields in the same order as in csrc/cg.cu; so below.
unsafe impl Param for RawCsr {}
// SAFETY: as above.
unsafe impl Param for RawWork {}
// SAFETY: as above.
unsafe impl Param for RawLimits {}
// SAFETY: as above.
unsafe impl Param for RawOutcome {}

coop::kernels! {
    /// csrc/cg.cu. Blocks of whole warps. `history` (or null) has `max_iterations + 1` elements, `report` (or null) is
    /// mapped host memory of one word, `result` one element.
    pub cooperative fn cg_solve(
        a: RawCsr,
        w: RawWork,
        limit: RawLimits,
        history: *mut f64,
        report: *mut u64,
        result: *mut RawOutcome,
    );
}

//! The kernels of csrc/cg.cu, and the structures that they take (csrc/cg/system.cuh).

use core::ffi::c_void;

coop::structs! {
    /// A matrix in compressed rows.
    #[derive(Debug)]
    pub struct RawCsr {
        pub(super) row_ptr: *const u32,
        pub(super) columns: *const u32,
        pub(super) values: *const f64,
        pub(super) n: u32,
    }

    /// An element that a block of a cluster sends to another.
    #[derive(Debug, PartialEq)]
    pub pod struct RawSend {
        pub(super) element: u16,
        pub(super) slot: u16,
        pub(super) block: u16,
        pub(super) unused: u16,
    }

    /// How the rows are divided among the blocks, and how a block's shared memory is.
    #[derive(Debug)]
    pub struct RawDivision {
        pub(super) slice_start: *const u32,
        pub(super) ghost_start: *const u32,
        pub(super) ghosts: *const u32,
        pub(super) wanted: *const u8,
        pub(super) send_start: *const u32,
        pub(super) sends: *const RawSend,
        pub(super) rows: u32,
        pub(super) lanes: u32,
        pub(super) kept_steps: u32,
        pub(super) kept_ghosts: u32,
        pub(super) kept_sends: u32,
        pub(super) kept_w: u32,
        pub(super) stage_steps: u32,
    }

    /// The numbers of the iteration that have no place on the chip, and what the blocks tell each other.
    #[derive(Debug)]
    pub struct RawWork {
        pub(super) x: *mut f64,
        pub(super) b: *const f64,
        pub(super) values: *const c_void,
        pub(super) columns: *const c_void,
        pub(super) inverse: *const f32,
        pub(super) d: *mut c_void,
        pub(super) r: *mut c_void,
        pub(super) w: *mut c_void,
        pub(super) u: *mut c_void,
        pub(super) words: *mut c_void,
        pub(super) lines: *mut c_void,
        pub(super) slots: *mut f64,
        pub(super) barrier: *mut u32,
    }

    /// When a solve ends.
    #[derive(Debug)]
    pub struct RawLimits {
        pub(super) tolerance: f64,
        pub(super) unit: f64,
        pub(super) drop: f64,
        pub(super) max_iterations: u32,
        pub(super) report_every: u32,
    }

    /// How a solve ended.
    #[derive(Debug)]
    pub pod struct RawOutcome {
        pub(super) relative_residual: f64,
        pub(super) iterations: u32,
        pub(super) status: u32,
    }
}

macro_rules! solvers {
    ($($(#[$attribute:meta])* $name:ident;)*) => {
        coop::kernels! {
            $(
                $(#[$attribute])*
                ///
                /// Blocks of whole warps. `history` (or null) has `max_iterations + 1` elements, `report` (or null) is mapped
                /// host memory of one word, `result` one element.
                pub cooperative fn $name(
                    a: RawCsr,
                    part: RawDivision,
                    memory: RawWork,
                    limit: RawLimits,
                    history: *mut f64,
                    report: *mut u64,
                    result: *mut RawOutcome,
                );
            )*
        }
    };
}

solvers! {
    /// One block, a row a thread.
    cg_block_1;
    /// One block, two rows a thread.
    cg_block_2;
    /// One cluster, a row a thread.
    cg_cluster_1;
    /// One cluster, two rows a thread.
    cg_cluster_2;
    /// The grid, a row a thread.
    cg_grid_1;
    /// The grid, two rows a thread.
    cg_grid_2;
    /// The grid, five rows a thread.
    cg_grid_5;
    /// The grid, eight rows a thread in registers, the others and part of the matrix in memory.
    cg_grid_8_more;
    /// The same, sixteen rows a thread.
    cg_grid_16_more;
    /// The grid, everything in memory, columns of 16 bits.
    cg_streamed;
    /// The same, columns of 32 bits.
    cg_streamed_wide;
    /// In single precision: the grid, sixteen rows a thread in registers.
    cg_grid_16_more_f32;
    /// In single precision: the grid, most in memory, columns of 16 bits.
    cg_streamed_f32;
    /// The same, columns of 32 bits.
    cg_streamed_wide_f32;
}

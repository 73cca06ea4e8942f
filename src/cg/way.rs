//! Which kernel solves a system, and where its numbers live: a pure function of matrix and device.
//!
//! A barrier is as cheap as it is narrow, so the narrowest scope that holds the system comes first: one block, one cluster, the
//! grid; and of the grid's kernels the one that keeps most on the chip. docs/when.md has the figures.

use core::fmt;

use super::division::{Division, WARP, rows_together};
use crate::sparse::Csr;

/// Who solves a system together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One block: a barrier costs some 20 ns.
    Block,
    /// The blocks of one cluster, through each other's shared memory; compute capability 9.0 or later.
    Cluster,
    /// The whole grid, with vectors and matrix on the chip as far as there is room.
    Grid,
    /// The whole grid, with nearly all in memory.
    Streamed,
}

/// What numbers the iteration is made of. The residual that ends a solve is computed in twice double precision in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// Double precision.
    #[default]
    Double,
    /// Single precision inside refinement in double: more iterations, of half the bytes.
    Mixed,
}

impl Scope {
    /// Every scope, the narrowest first.
    pub const ALL: [Self; 4] = [Self::Block, Self::Cluster, Self::Grid, Self::Streamed];

    /// The word for it, as on a command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Cluster => "cluster",
            Self::Grid => "grid",
            Self::Streamed => "streamed",
        }
    }

    /// Whether the scope has kernels of that precision.
    pub(super) const fn has(self, precision: Precision) -> bool {
        matches!(precision, Precision::Double) || matches!(self, Self::Grid | Self::Streamed)
    }

    /// In words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Block => "one block",
            Self::Cluster => "one cluster",
            Self::Grid => "the grid with its state on the chip",
            Self::Streamed => "the grid with its state in memory",
        }
    }
}

/// The kernels of csrc/cg.cu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kernel {
    Block1,
    Block2,
    Cluster1,
    Cluster2,
    Grid1,
    Grid2,
    Grid5,
    Grid8More,
    Grid16More,
    Streamed,
    StreamedWide,
    Grid16MoreSingle,
    StreamedSingle,
    StreamedWideSingle,
}

/// Threads of a block at most that may be asked for.
pub(super) const MOST_THREADS: usize = 512;
/// Blocks of a cluster at most.
const MOST_IN_CLUSTER: usize = 16;
/// Stages of a warp's ring (`solver::ring::stages`).
const STAGES: usize = 2;

impl Kernel {
    pub const fn scope(self) -> Scope {
        match self {
            Self::Block1 | Self::Block2 => Scope::Block,
            Self::Cluster1 | Self::Cluster2 => Scope::Cluster,
            Self::Grid1
            | Self::Grid2
            | Self::Grid5
            | Self::Grid8More
            | Self::Grid16More
            | Self::Grid16MoreSingle => Scope::Grid,
            Self::Streamed
            | Self::StreamedWide
            | Self::StreamedSingle
            | Self::StreamedWideSingle => Scope::Streamed,
        }
    }

    pub const fn precision(self) -> Precision {
        match self {
            Self::Grid16MoreSingle | Self::StreamedSingle | Self::StreamedWideSingle => {
                Precision::Mixed
            }
            _ => Precision::Double,
        }
    }

    /// Rows of a thread that live in its registers.
    pub const fn in_registers(self) -> usize {
        match self {
            Self::Block1 | Self::Cluster1 | Self::Grid1 => 1,
            Self::Block2 | Self::Cluster2 | Self::Grid2 => 2,
            Self::Grid5 => 5,
            Self::Grid8More => 8,
            Self::Grid16More | Self::Grid16MoreSingle => 16,
            Self::Streamed
            | Self::StreamedWide
            | Self::StreamedSingle
            | Self::StreamedWideSingle => 0,
        }
    }

    /// Whether w of these rows is in registers, too.
    const fn keeps_w(self) -> bool {
        !matches!(self, Self::Grid16More)
    }

    /// Whether rows and entries may be in memory, too.
    pub const fn takes_more(self) -> bool {
        !matches!(
            self,
            Self::Block1
                | Self::Block2
                | Self::Cluster1
                | Self::Cluster2
                | Self::Grid1
                | Self::Grid2
                | Self::Grid5
        )
    }

    /// Threads of a block at most, as csrc/cg.cu states them.
    const fn most_threads(self) -> usize {
        match self.in_registers() {
            0 => 2 * MOST_THREADS,
            1 | 2 => MOST_THREADS + WARP,
            _ => MOST_THREADS,
        }
    }

    /// Shared memory that is not the kernel's to divide: its static variables, and what the runtime takes.
    const fn static_shared(self) -> usize {
        match self.in_registers() {
            0 => 20 * 1024,
            _ => 12 * 1024,
        }
    }

    /// Threads of a block that have no rows: where everything is on the chip, the first warp meets the other blocks while the
    /// others multiply.
    const fn without_rows(self) -> usize {
        if self.takes_more() { 0 } else { WARP }
    }

    /// Vectors that the matrix is multiplied with at once: `coop::exchange` takes so many numbers a row.
    pub const fn vectors(self) -> usize {
        if self.takes_more() { 1 } else { 2 }
    }

    /// 64-bit words that a row takes in `coop::exchange`: two sets.
    pub const fn words_of_a_row(self) -> usize {
        match self.scope() {
            Scope::Grid => 2 * self.vectors(),
            Scope::Block | Scope::Cluster | Scope::Streamed => 0,
        }
    }

    /// Whether columns are those of the whole matrix, in 32 bits.
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::StreamedWide | Self::StreamedWideSingle)
    }

    const fn bytes_of_a_number(self) -> usize {
        match self.precision() {
            Precision::Double => 8,
            Precision::Mixed => 4,
        }
    }

    /// Bytes of a step: 32 values and columns.
    const fn bytes_of_a_step(self) -> usize {
        WARP * (self.bytes_of_a_number() + if self.is_wide() { 4 } else { 2 })
    }
}

/// What of a device the choice depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub multiprocessors: usize,
    /// Shared memory of a block at most, bytes.
    pub shared: usize,
    pub clusters: bool,
}

/// A kernel and a launch for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Way {
    pub kernel: Kernel,
    pub blocks: usize,
    pub threads: usize,
    pub lanes: usize,
}

/// How a block's shared memory is divided: `solver::division`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Layout {
    pub kept_steps: usize,
    pub kept_ghosts: usize,
    pub kept_sends: usize,
    pub kept_w: usize,
    pub stage_steps: usize,
    /// All of it, bytes.
    pub shared: usize,
}

/// The ways to solve a system of `n` rows and `entries` entries, the best first. `threads`, where given, are those of a block at most.
pub(super) fn ways(
    n: usize,
    entries: usize,
    room: Room,
    precision: Precision,
    scope: Option<Scope>,
    threads: Option<usize>,
) -> Vec<Way> {
    let forced = scope.is_some();
    let mut list = Vec::new();
    let mut add = |kernel: Kernel, way: Option<Way>| {
        let wanted = scope.is_none_or(|scope| scope == kernel.scope());
        if wanted && kernel.precision() == precision {
            list.extend(way);
        }
    };
    let grid = room.multiprocessors;
    let fit = |kernel, blocks| fit(kernel, n, entries, blocks, threads);
    // A block alone is the fastest as long as it has little to read.
    let is_small = n <= 320 && entries <= 2048;
    if is_small || forced || !room.clusters && n <= 2 * MOST_THREADS {
        add(Kernel::Block1, fit(Kernel::Block1, 1));
        add(Kernel::Block2, fit(Kernel::Block2, 1));
    }
    // A block on each multiprocessor, and not more to read for one than takes as long as a meeting of the grid.
    let most_in_cluster = prev_power_of_two(grid.clamp(1, MOST_IN_CLUSTER));
    let is_for_cluster = entries <= 2500 * most_in_cluster || forced;
    if room.clusters && most_in_cluster > 1 && is_for_cluster {
        let rows = threads.map_or(128, |threads| threads.saturating_sub(WARP).clamp(WARP, 512));
        let wanted = n.div_ceil(rows).max(entries.div_ceil(5 * rows));
        let blocks = wanted.next_power_of_two().clamp(2, most_in_cluster);
        add(Kernel::Cluster1, fit(Kernel::Cluster1, blocks));
        add(Kernel::Cluster1, fit(Kernel::Cluster1, most_in_cluster));
        add(Kernel::Cluster2, fit(Kernel::Cluster2, most_in_cluster));
    }
    // So little for a block that a small system does not wait for more blocks than it needs, nor a block for its warps.
    let rows = threads.map_or(256, |threads| threads.saturating_sub(WARP).clamp(WARP, 512));
    let entries_each = if entries / n > 8 {
        5 * rows / 2
    } else {
        5 * rows
    };
    let blocks = n
        .div_ceil(rows)
        .max(entries.div_ceil(entries_each))
        .min(grid);
    add(Kernel::Grid1, fit(Kernel::Grid1, blocks));
    add(Kernel::Grid2, fit(Kernel::Grid2, grid));
    add(Kernel::Grid5, fit(Kernel::Grid5, grid));
    for kernel in [
        Kernel::Grid8More,
        Kernel::Grid16More,
        Kernel::Grid16MoreSingle,
        Kernel::Streamed,
        Kernel::StreamedSingle,
        Kernel::StreamedWide,
        Kernel::StreamedWideSingle,
    ] {
        let blocks = grid.min(n.div_ceil(WARP));
        // With many rows in memory it is better to have more of them in registers, or more threads.
        let most_each = match kernel {
            Kernel::Grid8More => 9,
            Kernel::Grid16MoreSingle if !forced => 20,
            _ => usize::MAX / MOST_THREADS / blocks,
        };
        if n > most_each * MOST_THREADS * blocks {
            continue;
        }
        add(kernel, fit(kernel, blocks));
    }
    list
}

/// A launch of the kernel on so many blocks, if their registers have room for the rows.
fn fit(
    kernel: Kernel,
    n: usize,
    entries: usize,
    blocks: usize,
    threads: Option<usize>,
) -> Option<Way> {
    let rows = n.div_ceil(blocks);
    let in_registers = kernel.in_registers();
    let without = kernel.without_rows();
    let most = threads
        .unwrap_or(kernel.most_threads())
        .checked_sub(without)?;
    if most == 0 {
        return None;
    }
    // As many threads share a row as have some entries each, if there are threads for that: few, where a block has threads to spare.
    let is_narrow = matches!(kernel.scope(), Scope::Block | Scope::Cluster);
    let each = if is_narrow { 8 } else { 2 };
    let some = if kernel == Kernel::Grid1 {
        most.min(256)
    } else {
        most
    };
    let mut lanes = prev_power_of_two((entries / n / each).clamp(1, WARP));
    while lanes > 1 && rows * lanes > some * in_registers.max(1) {
        lanes /= 2;
    }
    let of_rows = rows.next_multiple_of(rows_together(lanes)) * lanes;
    if !kernel.takes_more() && of_rows > most * in_registers {
        return None;
    }
    let with_rows = if kernel.takes_more() {
        of_rows.next_multiple_of(WARP)
    } else {
        of_rows.div_ceil(in_registers).next_multiple_of(WARP)
    };
    Some(Way {
        kernel,
        blocks,
        threads: with_rows.clamp(WARP, most) + without,
        lanes,
    })
}

const fn prev_power_of_two(number: usize) -> usize {
    1 << number.ilog2()
}

/// How the shared memory of a block is divided for this way; `None` where it has too little.
pub(super) fn layout(way: Way, division: &Division, room: Room) -> Option<Layout> {
    let kernel = way.kernel;
    let number = kernel.bytes_of_a_number();
    let mut free = room.shared.checked_sub(kernel.static_shared())?;
    if !kernel.is_wide() && !division.is_narrow() {
        return None;
    }
    let mut layout = Layout::default();
    if kernel.scope() != Scope::Streamed {
        // What follows begins at a multiple of 16 bytes.
        layout.kept_ghosts = division.most_ghosts().next_multiple_of(4);
        let sets = if kernel.scope() == Scope::Cluster {
            2
        } else {
            1
        };
        let of_vector = (division.rows + layout.kept_ghosts) * number * kernel.vectors() * sets;
        free = free.checked_sub(of_vector + layout.kept_ghosts * 4)?;
        if kernel.scope() == Scope::Cluster {
            layout.kept_sends = most_sends(division).next_multiple_of(2);
            free = free.checked_sub(layout.kept_sends * 8)?;
        }
    }
    free = free.checked_sub((division.slices() + 1) * 4)?;
    if kernel.takes_more() {
        // Slices that are longer than a stage are read without the ring; it may have half of what is free.
        let of_stages = kernel.bytes_of_a_step() * STAGES * (way.threads / WARP);
        layout.stage_steps = division.longest_slice().min(free / 2 / of_stages);
        free -= layout.stage_steps * of_stages;
        let with_w = if kernel.keeps_w() {
            kernel.in_registers() * way.threads / way.lanes
        } else {
            0
        };
        let without_w = division.rows.saturating_sub(with_w).next_multiple_of(4);
        layout.kept_w = without_w.min(free / number / 4 * 4);
        if kernel.scope() == Scope::Streamed && layout.kept_w < without_w {
            // The vector is read through the L1 cache, which has what shared memory leaves.
            layout.kept_w = 0;
            layout.shared = room.shared - kernel.static_shared() - free;
            return Some(layout);
        }
        free -= layout.kept_w * number;
    }
    layout.kept_steps = division.most_steps().min(free / kernel.bytes_of_a_step());
    if !kernel.takes_more() && layout.kept_steps < division.most_steps() {
        return None;
    }
    free -= layout.kept_steps * kernel.bytes_of_a_step();
    layout.shared = room.shared - kernel.static_shared() - free;
    Some(layout)
}

/// The most elements that a block sends.
fn most_sends(division: &Division) -> usize {
    let mut of_block = vec![0; division.blocks];
    for &ghost in division.ghosts.iter().flatten() {
        of_block[ghost as usize / division.rows] += 1;
    }
    of_block.into_iter().max().unwrap_or(0)
}

/// The first way that has room for the matrix, with its division.
pub(super) fn choose(
    matrix: &Csr,
    room: Room,
    ways: &[Way],
) -> impl Iterator<Item = (Way, Division, Layout)> {
    ways.iter().filter_map(move |&way| {
        let division = Division::new(matrix, way.blocks, way.lanes);
        let layout = layout(way, &division, room)?;
        // Whole slices may leave the last blocks without rows.
        let blocks = matrix.n().div_ceil(division.rows);
        if blocks < way.blocks && way.kernel.scope() != Scope::Cluster {
            let way = Way { blocks, ..way };
            let division = Division::new(matrix, blocks, way.lanes);
            return Some((way, division, layout));
        }
        Some((way, division, layout))
    })
}

/// Where a solve's numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    pub(super) way: Way,
    pub(super) rows_on_chip: usize,
    pub(super) steps_on_chip: usize,
    pub(super) rows: usize,
    pub(super) steps: usize,
}

impl Placement {
    pub(super) fn new(way: Way, division: &Division, layout: &Layout, n: usize) -> Self {
        let with_rows = way.threads - way.kernel.without_rows();
        let in_registers = way.kernel.in_registers() * with_rows / way.lanes;
        let steps = *division.slice_start.last().unwrap_or(&0) as usize;
        Self {
            way,
            rows_on_chip: (in_registers * way.blocks).min(n),
            steps_on_chip: (layout.kept_steps * way.blocks).min(steps),
            rows: n,
            steps,
        }
    }

    /// Who solves the system together.
    pub const fn scope(&self) -> Scope {
        self.way.kernel.scope()
    }

    /// Blocks of the launch.
    pub const fn blocks(&self) -> usize {
        self.way.blocks
    }

    /// Threads of a block.
    pub const fn threads(&self) -> usize {
        self.way.threads
    }
}

/// `cluster of 16 blocks x 256 threads, 2 a row; on the chip: all vectors, all of the matrix`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Way {
            blocks,
            threads,
            lanes,
            ..
        } = self.way;
        match self.scope() {
            Scope::Block => write!(f, "one block of {threads} threads")?,
            Scope::Cluster => write!(f, "one cluster of {blocks} blocks x {threads} threads")?,
            Scope::Grid | Scope::Streamed => {
                write!(f, "grid of {blocks} blocks x {threads} threads")?;
            }
        }
        if lanes > 1 {
            write!(f, ", {lanes} a row")?;
        }
        f.write_str("; on the chip: ")?;
        let share = |part: usize, whole: usize| match part {
            part if part >= whole => String::from("all"),
            0 => String::from("none"),
            part => format!("{:.0}%", 100.0 * part as f64 / whole as f64),
        };
        write!(
            f,
            "{} of the vectors, {} of the matrix",
            share(self.rows_on_chip, self.rows),
            share(self.steps_on_chip, self.steps)
        )?;
        if self.way.kernel.precision() == Precision::Mixed {
            f.write_str("; single precision, refined in double")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::{Kernel, Precision, Room, Scope, Way, choose, ways};
    use crate::sparse::poisson;

    const H200: Room = Room {
        multiprocessors: 132,
        shared: 227 * 1024,
        clusters: true,
    };
    const A100: Room = Room {
        multiprocessors: 108,
        shared: 163 * 1024,
        clusters: false,
    };

    fn first(n: usize, entries: usize, room: Room) -> Way {
        ways(n, entries, room, Precision::Double, None, None)[0]
    }

    #[test]
    fn the_narrowest_scope_that_holds_a_system_comes_first() {
        let of_points = |points: usize| first(points * points, 5 * points * points, H200);
        let (block, cluster) = (of_points(16), of_points(32));
        assert_eq!((block.kernel, block.threads), (Kernel::Block1, 288));
        assert_eq!((cluster.kernel, cluster.blocks), (Kernel::Cluster1, 8));
        let (large, larger) = (of_points(64), of_points(128));
        assert_eq!(
            (large.kernel, large.blocks, large.threads),
            (Kernel::Cluster1, 16, 288)
        );
        assert_eq!((larger.kernel, larger.blocks), (Kernel::Grid1, 64));
        assert_eq!(of_points(256).kernel, Kernel::Grid1);
        assert_eq!(of_points(512).kernel, Kernel::Grid5);
        assert_eq!(of_points(1024).kernel, Kernel::Grid16More);
    }

    #[test]
    fn a_scope_has_kernels_of_the_precisions_that_it_says() {
        let kernels = [
            Kernel::Block1,
            Kernel::Cluster1,
            Kernel::Grid1,
            Kernel::Grid16MoreSingle,
            Kernel::Streamed,
            Kernel::StreamedSingle,
        ];
        for scope in Scope::ALL {
            for precision in [Precision::Double, Precision::Mixed] {
                let is_there =
                    |kernel: &Kernel| kernel.scope() == scope && kernel.precision() == precision;
                assert_eq!(scope.has(precision), kernels.iter().any(is_there));
            }
        }
    }

    #[test]
    fn long_rows_are_shared_by_several_threads() {
        assert_eq!(first(1138, 4054, H200).lanes, 1);
        assert_eq!(first(1083, 18_437, H200).lanes, 2);
        assert_eq!(first(2003, 83_883, H200).lanes, 16);
        assert_eq!(first(1, 1, H200).lanes, 1);
    }

    #[test]
    fn where_there_are_no_clusters_the_grid_comes_after_the_block() {
        assert_eq!(first(1024, 5000, A100).kernel, Kernel::Block2);
        assert_eq!(first(4096, 20_000, A100).kernel, Kernel::Grid1);
    }

    #[test]
    fn a_scope_that_is_asked_for_is_the_only_one() {
        for scope in [Scope::Block, Scope::Cluster, Scope::Grid, Scope::Streamed] {
            let list = ways(900, 4500, H200, Precision::Double, Some(scope), None);
            assert!(!list.is_empty());
            assert!(list.iter().all(|way| way.kernel.scope() == scope));
        }
        let block = Some(Scope::Block);
        assert_eq!(ways(1025, 1025, H200, Precision::Double, block, None), []);
    }

    #[test]
    fn a_system_that_does_not_fit_the_chip_is_kept_there_in_part_and_a_larger_one_streamed() {
        let chosen = |points: usize, precision| {
            let matrix = poisson(points).unwrap().matrix;
            let list = ways(matrix.n(), matrix.nnz(), H200, precision, None, None);
            let (way, division, layout) = choose(&matrix, H200, &list).next().unwrap();
            assert!(layout.shared <= H200.shared);
            assert_eq!(way.blocks, matrix.n().div_ceil(division.rows));
            (way.kernel, layout)
        };
        let (kernel, layout) = chosen(700, Precision::Double);
        assert_eq!((kernel, layout.kept_w), (Kernel::Grid8More, 0));
        assert!(layout.kept_steps > 0);
        let (kernel, layout) = chosen(1024, Precision::Double);
        assert_eq!(kernel, Kernel::Grid16More);
        assert!(layout.kept_w > 0);
        assert_eq!(chosen(512, Precision::Double).0, Kernel::Grid5);
        assert_eq!(chosen(700, Precision::Mixed).0, Kernel::Grid16MoreSingle);
        assert_eq!(chosen(1300, Precision::Mixed).0, Kernel::StreamedSingle);
    }

    #[test]
    fn with_few_multiprocessors_a_system_is_streamed_with_columns_of_32_bits() {
        let room = Room {
            multiprocessors: 1,
            ..H200
        };
        let matrix = poisson(300).unwrap().matrix;
        for (precision, kernel) in [
            (Precision::Double, Kernel::StreamedWide),
            (Precision::Mixed, Kernel::StreamedWideSingle),
        ] {
            let list = ways(matrix.n(), matrix.nnz(), room, precision, None, None);
            let (way, _, layout) = choose(&matrix, room, &list).next().unwrap();
            assert_eq!(way.kernel, kernel);
            assert!(layout.shared <= room.shared);
        }
    }
}

//! How many blocks can be resident at once: the limit of a cooperative launch.

use core::fmt;

use cuda_occupancy::{DeviceLimits, Occupancy, Resource};

use crate::shape::{Cluster, Clusters, Grid};

/// What fits on a device at once, of one kernel with one block size and one amount of shared memory.
///
/// Shown as `8 blocks/SM x 132 SMs = 1056 blocks, limited by threads`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Residency {
    blocks_per_multiprocessor: u32,
    multiprocessors: u32,
    formula: u32,
    limited_by: Resource,
}

impl Residency {
    /// Of `blocks`, which the runtime's query gave, and of the formula, which says why.
    ///
    /// The formula cannot know how many barriers a kernel names. Where the query gives less, `all_barriers` is the formula
    /// for a kernel that names all of them, as a debug build does; if that is what was given, barriers are the reason.
    pub(crate) fn explained(
        blocks: u32,
        formula: &Occupancy,
        device: &DeviceLimits,
        all_barriers: impl FnOnce() -> Occupancy,
    ) -> Self {
        let mut residency = Self::new(blocks, formula, device);
        if blocks < formula.blocks_per_multiprocessor {
            let formula = all_barriers();
            if formula.blocks_per_multiprocessor == blocks {
                residency.limited_by = formula.limited_by;
            }
        }
        residency
    }

    const fn new(blocks: u32, formula: &Occupancy, device: &DeviceLimits) -> Self {
        Self {
            blocks_per_multiprocessor: blocks,
            multiprocessors: device.multiprocessors,
            formula: formula.blocks_per_multiprocessor,
            limited_by: formula.limited_by,
        }
    }

    /// What the formula alone predicts, for a device that need not be at hand.
    ///
    /// ```
    /// use coop::occupancy::{KernelResources, devices, occupancy};
    /// use coop::Residency;
    ///
    /// # let kernel = KernelResources {
    /// #     registers_per_thread: 32, static_shared_bytes: 0, max_threads_per_block: 1024,
    /// #     max_dynamic_shared_bytes: 48 * 1024, barriers: 1,
    /// # };
    /// let h200 = Residency::predicted(&occupancy(&kernel, &devices::H200, 256, 0), &devices::H200);
    /// assert_eq!(h200.to_string(), "8 blocks/SM x 132 SMs = 1056 blocks, limited by threads");
    /// ```
    #[must_use]
    pub const fn predicted(occupancy: &Occupancy, device: &DeviceLimits) -> Self {
        Self::new(occupancy.blocks_per_multiprocessor, occupancy, device)
    }

    /// Blocks resident on one multiprocessor.
    #[must_use]
    pub const fn blocks_per_multiprocessor(&self) -> u32 {
        self.blocks_per_multiprocessor
    }

    /// Multiprocessors of the device.
    #[must_use]
    pub const fn multiprocessors(&self) -> u32 {
        self.multiprocessors
    }

    /// The resource that keeps one more block from fitting. [`Resource::advice`] says what would help.
    #[must_use]
    pub const fn limited_by(&self) -> Resource {
        self.limited_by
    }

    /// Blocks per multiprocessor by the [formula](crate::occupancy::occupancy) from what the runtime reports of the
    /// kernel. More than the query's where something else is at work; the usual cause is a debug build, whose
    /// barriers the runtime does not report.
    #[must_use]
    pub const fn formula(&self) -> u32 {
        self.formula
    }

    /// The most blocks that a cooperative grid can have.
    #[must_use]
    pub const fn max_blocks(&self) -> u64 {
        self.blocks_per_multiprocessor as u64 * self.multiprocessors as u64
    }

    /// The largest cooperative grid, in one dimension.
    #[must_use]
    pub const fn max_grid(&self) -> Grid {
        // No device comes near 2^32 resident blocks; if one does, fewer are still right.
        let blocks = self.max_blocks();
        Grid::x(if blocks > u32::MAX as u64 {
            u32::MAX
        } else {
            blocks as u32
        })
    }

    /// The cooperative grid for `tiles` pieces of work in two or three dimensions, where each block takes those that are a
    /// whole number of grids away from it: no more blocks than tiles in any dimension, and as few rounds as that allows. Of
    /// several such grids the one with the fewest blocks, and of these the widest in x.
    ///
    /// A dimension of 0 counts as 1. Looks at every grid that fits: some tens of microseconds for a large device.
    ///
    /// ```
    /// # use coop::{Grid, Residency, occupancy::{KernelResources, devices, occupancy}};
    /// # let kernel = KernelResources {
    /// #     registers_per_thread: 32, static_shared_bytes: 0, max_threads_per_block: 1024,
    /// #     max_dynamic_shared_bytes: 48 * 1024, barriers: 1,
    /// # };
    /// # let h200 = Residency::predicted(&occupancy(&kernel, &devices::H200, 256, 0), &devices::H200);
    /// assert_eq!(h200.max_blocks(), 1056);
    /// assert_eq!(h200.max_grid_for(Grid::xy(30, 30)), Grid::xy(30, 30)); // 900 blocks: all at once
    /// assert_eq!(h200.max_grid_for(Grid::xy(64, 64)), Grid::xy(64, 16)); // four rounds
    /// ```
    #[must_use]
    pub fn max_grid_for(&self, tiles: Grid) -> Grid {
        most_even(tiles, self.max_blocks())
    }

    /// The grid for `items` pieces of work at `per_block` a block: as many blocks as there is work for, at most
    /// [`max_grid`](Self::max_grid). The kernel's loop takes the rest (a grid-stride loop).
    ///
    /// `None` for no items: an empty problem needs no launch. A `per_block` of 0 counts as 1.
    #[must_use]
    pub const fn grid_for(&self, items: u64, per_block: u32) -> Option<Grid> {
        if items == 0 {
            return None;
        }
        let per_block = if per_block == 0 { 1 } else { per_block as u64 };
        let wanted = items.div_ceil(per_block);
        let max = self.max_grid();
        Some(if wanted < max.x as u64 {
            Grid::x(wanted as u32)
        } else {
            max
        })
    }
}

/// The grid of at most `most` blocks that covers `tiles` in the fewest rounds, and with the fewest blocks.
fn most_even(tiles: Grid, most: u64) -> Grid {
    let [x_tiles, y_tiles, z_tiles] = [tiles.x, tiles.y, tiles.z].map(|n| u64::from(n.max(1)));
    let most = most.max(1);
    let mut best = (u64::MAX, u64::MAX, Grid::x(1));
    for x in (1..=x_tiles.min(most)).rev() {
        for y in 1..=y_tiles.min(most / x) {
            // Of the extents with one number of rounds, the smallest.
            let rounds_in_z = z_tiles.div_ceil(z_tiles.min(most / (x * y)));
            let z = z_tiles.div_ceil(rounds_in_z);
            let rounds = x_tiles
                .div_ceil(x)
                .saturating_mul(y_tiles.div_ceil(y))
                .saturating_mul(rounds_in_z);
            let blocks = x * y * z;
            if (rounds, blocks) < (best.0, best.1) {
                // Each is at most the extent of the tiles.
                best = (rounds, blocks, Grid::xyz(x as u32, y as u32, z as u32));
            }
        }
    }
    best.2
}

impl fmt::Display for Residency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (per_sm, sms) = (self.blocks_per_multiprocessor, self.multiprocessors);
        let blocks = if per_sm == 1 { "block" } else { "blocks" };
        write!(
            f,
            "{per_sm} {blocks}/SM x {sms} SMs = {} blocks",
            self.max_blocks()
        )?;
        write!(f, ", limited by {}", self.limited_by)?;
        if self.formula > per_sm {
            write!(
                f,
                "; the kernel's registers, threads and shared memory allow {}, so that a debug build of it is likely",
                self.formula
            )?;
        }
        Ok(())
    }
}

/// What fits on a device at once, counted in clusters.
///
/// Shown as `66 clusters of 2 blocks = 132 blocks`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClusterResidency {
    pub(crate) max_clusters: u32,
    pub(crate) cluster: Cluster,
}

impl ClusterResidency {
    /// The most clusters that a cooperative grid can have (`cudaOccupancyMaxActiveClusters`). Less than the blocks
    /// would suggest: a cluster lies within one group of multiprocessors.
    #[must_use]
    pub const fn max_clusters(&self) -> u32 {
        self.max_clusters
    }

    /// The largest cooperative grid, in one dimension.
    #[must_use]
    pub const fn max_grid(&self) -> Clusters {
        Clusters::x(self.max_clusters)
    }

    /// The most blocks: clusters times blocks a cluster.
    #[must_use]
    pub const fn max_blocks(&self) -> u64 {
        self.max_clusters as u64 * self.cluster.count()
    }

    /// The cluster's shape.
    #[must_use]
    pub const fn cluster(&self) -> Cluster {
        self.cluster
    }
}

impl fmt::Display for ClusterResidency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (clusters, size) = (self.max_clusters, self.cluster.count());
        write!(
            f,
            "{clusters} clusters of {size} blocks = {} blocks",
            self.max_blocks()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuda_occupancy::{KernelResources, devices, occupancy};

    const SMALL: KernelResources = KernelResources {
        registers_per_thread: 32,
        static_shared_bytes: 0,
        max_threads_per_block: 1024,
        max_dynamic_shared_bytes: 227 * 1024,
        barriers: 1,
    };

    fn on(multiprocessors: u32, dynamic: u32) -> Residency {
        let device = DeviceLimits {
            multiprocessors,
            ..devices::H200
        };
        Residency::predicted(&occupancy(&SMALL, &device, 256, dynamic), &device)
    }

    #[test]
    fn the_grid_follows_the_number_of_multiprocessors() {
        for multiprocessors in [36, 78, 82, 132] {
            assert_eq!(
                on(multiprocessors, 0).max_grid(),
                Grid::x(8 * multiprocessors)
            );
        }
    }

    #[test]
    fn shared_memory_takes_blocks_away_and_is_named() {
        let tile = on(132, 100 * 1024);
        assert_eq!(
            tile.to_string(),
            "2 blocks/SM x 132 SMs = 264 blocks, limited by shared memory"
        );
    }

    #[test]
    fn a_query_below_the_formula_is_said_and_blamed_on_barriers_where_they_explain_it() {
        let formula = |barriers| {
            occupancy(
                &KernelResources { barriers, ..SMALL },
                &devices::H200,
                256,
                0,
            )
        };
        let explained =
            |blocks| Residency::explained(blocks, &formula(1), &devices::H200, || formula(16));
        let text = explained(4).to_string();
        assert!(
            text.starts_with("4 blocks/SM x 132 SMs = 528 blocks, limited by barriers; "),
            "{text}"
        );
        assert!(
            text.contains("allow 8") && text.contains("debug build"),
            "{text}"
        );
        assert_eq!(explained(2).limited_by(), Resource::Threads);
        assert_eq!(
            explained(8).to_string(),
            "8 blocks/SM x 132 SMs = 1056 blocks, limited by threads"
        );
    }

    #[test]
    fn a_grid_is_as_large_as_the_work_and_no_larger_than_fits() {
        let residency = on(2, 0);
        assert_eq!(residency.grid_for(0, 256), None);
        assert_eq!(residency.grid_for(1, 256), Some(Grid::x(1)));
        assert_eq!(residency.grid_for(257, 256), Some(Grid::x(2)));
        assert_eq!(residency.grid_for(u64::MAX, 1), Some(Grid::x(16)));
        assert_eq!(residency.grid_for(16, 0), Some(Grid::x(16)));
    }

    #[test]
    fn a_grid_for_tiles_is_within_them_and_fits_and_no_other_takes_fewer_rounds() {
        let rounds = |tiles: [u32; 3], grid: [u32; 3]| -> u64 {
            tiles
                .iter()
                .zip(grid)
                .map(|(&t, g)| u64::from(t.div_ceil(g)))
                .product()
        };
        for tiles in [
            [1, 1, 1],
            [7, 1, 1],
            [5, 9, 1],
            [3, 4, 5],
            [1, 1, 12],
            [6, 2, 7],
            [12, 12, 1],
        ] {
            for most in [1, 2, 3, 5, 8, 11, 17, 60, 1000] {
                let Grid { x, y, z } = most_even(Grid::xyz(tiles[0], tiles[1], tiles[2]), most);
                assert!(x <= tiles[0] && y <= tiles[1] && z <= tiles[2]);
                assert!(
                    u64::from(x * y * z) <= most,
                    "{tiles:?}, {most}: {x} {y} {z}"
                );
                let mut fewest = u64::MAX;
                for a in 1..=tiles[0] {
                    for b in 1..=tiles[1] {
                        for c in 1..=tiles[2] {
                            if u64::from(a * b * c) <= most {
                                fewest = fewest.min(rounds(tiles, [a, b, c]));
                            }
                        }
                    }
                }
                assert_eq!(
                    rounds(tiles, [x, y, z]),
                    fewest,
                    "{tiles:?}, {most}: {x} {y} {z}"
                );
            }
        }
        assert_eq!(most_even(Grid::xyz(0, 5, 0), 10), Grid::xy(1, 5));
        let huge = most_even(Grid::xy(u32::MAX, u32::MAX), 1056);
        assert!(huge.count() <= 1056 && huge.count() > 1000, "{huge}");
    }

    #[test]
    fn clusters_times_blocks_is_the_limit_in_blocks() {
        let residency = ClusterResidency {
            max_clusters: 66,
            cluster: Cluster::x(2),
        };
        assert_eq!(residency.max_blocks(), 132);
        assert_eq!(
            residency.to_string(),
            "66 clusters of 2 blocks = 132 blocks"
        );
    }
}

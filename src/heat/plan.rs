//! How a field is divided among blocks: arithmetic, and the choice by what was measured. Nothing here calls CUDA.

use core::fmt;

coop::structs! {
    /// How a field is divided (`heat::plan` of csrc/heat/tile.cuh).
    #[derive(Debug, PartialEq, Eq)]
    pub struct Plan {
        /// Columns of the field, its fixed ring included.
        pub nx: u32,
        /// Rows of the field.
        pub ny: u32,
        /// Blocks beside each other.
        pub tiles_x: u32,
        /// Blocks above each other.
        pub tiles_y: u32,
        /// Columns of a tile, ghosts included.
        pub width: u32,
        /// Rows of a tile.
        pub height: u32,
        /// Ghost cells on a side, and sweeps between two exchanges.
        pub depth: u32,
        /// Of a warp's rows, those in shared memory.
        pub shared_rows: u32,
    }
}

/// What a compiled kernel is (`HEAT` in csrc/heat.cu).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// Its name, without the element's type.
    pub name: &'static str,
    /// Columns of a thread.
    pub columns: u32,
    /// Rows of a warp in registers.
    pub rows: u32,
    /// Threads of a block.
    pub threads: u32,
    /// Whether a warp has rows in shared memory too.
    pub shared: bool,
    /// Whether it takes fields of any size: others take those whose width is a multiple of `columns`, and which are no
    /// smaller than a tile.
    pub masked: bool,
}

/// Ghost cells on a side that are tried.
const DEPTHS: [u32; 11] = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32];
/// Rows of a warp in shared memory: as many as the largest shared memory has place for.
const MOST_SHARED_ROWS: u32 = 60;

/// A variant with a plan that it can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Which of the variants.
    pub variant: Variant,
    /// How the field is divided.
    pub plan: Plan,
}

impl Plan {
    /// Divides the field into tiles of the variant; `None` where the variant cannot do it.
    #[must_use]
    pub fn new(
        variant: &Variant,
        (nx, ny): (u32, u32),
        depth: u32,
        shared_rows: u32,
    ) -> Option<Self> {
        let warps = variant.threads / 32;
        let width = 32 * variant.columns;
        let height = (variant.rows + shared_rows) * warps;
        let fits = variant.masked || (nx % variant.columns == 0 && nx >= width && ny >= height);
        // A thread's columns are all ghosts or none; what a tile shows on one side is not what it shows on the other; and
        // its ghosts are its neighbours' own.
        let aligned = depth > 0 && depth.is_multiple_of(variant.columns);
        let wide = nx <= width || width >= 4 * depth;
        let high = ny <= height || height >= 3 * depth;
        if nx == 0
            || ny == 0
            || !(fits && aligned && wide && high)
            || variant.shared != (shared_rows > 0)
        {
            return None;
        }
        let tiles = |n: u32, size: u32| match n <= size {
            true => 1,
            false => (n - 2 * depth).div_ceil(size - 2 * depth),
        };
        Some(Self {
            nx,
            ny,
            tiles_x: tiles(nx, width),
            tiles_y: tiles(ny, height),
            width,
            height,
            depth,
            shared_rows,
        })
    }

    /// Blocks of the launch, one a tile.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.tiles_x as u64 * self.tiles_y as u64
    }

    /// Dynamic shared memory of a block, with cells of `size` bytes: the edges of its warps twice, and the rows in it.
    #[must_use]
    pub const fn shared_bytes(&self, variant: &Variant, size: usize) -> u64 {
        let warps = variant.threads as u64 / 32;
        (4 + self.shared_rows as u64) * warps * self.width as u64 * size as u64
    }

    /// Cells that the blocks exchange through: two fields.
    #[must_use]
    pub const fn shown(&self) -> u64 {
        2 * self.nx as u64 * self.ny as u64
    }

    /// Words of the blocks' flags: `flag_stride` of csrc/heat/exchange.cuh for each.
    #[must_use]
    pub const fn flags(&self) -> u64 {
        32 * self.blocks()
    }

    /// Nanoseconds of a sweep on a device with so many multiprocessors, as a fit to measurements on an H200 says: what the
    /// schedulers issue, and the exchange, shared by the sweeps between two of them. It is for choosing, not for promising.
    #[must_use]
    pub fn cost(&self, variant: &Variant, size: usize, multiprocessors: u32) -> f64 {
        let (columns, rows) = (f64::from(variant.columns), f64::from(variant.rows));
        let shared = f64::from(self.shared_rows);
        let blocks = self.blocks().div_ceil(u64::from(multiprocessors)) as f64;
        // Of each of the four schedulers.
        let warps = blocks * f64::from(variant.threads / 32) / 4.0;
        let double = if size > 4 { 2.24 } else { 1.0 };
        let (masked, copied_singly) = if variant.masked {
            (1.6, 1.86)
        } else {
            (1.0, 1.0)
        };
        let issued = 5.7 + 4.5 * rows * columns + 9.65 * shared * columns;
        let sweep = (89.0 + warps * issued * double * masked) / 1.98;
        if self.blocks() == 1 {
            return sweep;
        }
        let exchange = (1410.0 + 9.9 * warps * (rows + shared)) * copied_singly;
        sweep + exchange / f64::from(self.depth)
    }
}

/// The cheapest plan of all variants that fits on the device at once; `None` where none does. `resident` says how many blocks of a
/// variant with so much shared memory are resident, 0 where it is too much.
#[must_use]
pub fn choose(
    variants: &[Variant],
    field: (u32, u32),
    size: usize,
    multiprocessors: u32,
    mut resident: impl FnMut(&Variant, u64) -> u64,
) -> Option<Choice> {
    let mut best: Option<(f64, Choice)> = None;
    for variant in variants {
        for depth in DEPTHS {
            let shared_rows = if variant.shared {
                1..=MOST_SHARED_ROWS
            } else {
                0..=0
            };
            // The fewest rows in shared memory with which it fits: more are slower.
            let plan = shared_rows
                .filter_map(|rows| Plan::new(variant, field, depth, rows))
                .find(|plan| plan.blocks() <= resident(variant, plan.shared_bytes(variant, size)));
            let Some(plan) = plan else { continue };
            let cost = plan.cost(variant, size, multiprocessors);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((
                    cost,
                    Choice {
                        variant: *variant,
                        plan,
                    },
                ));
            }
        }
    }
    best.map(|(_, choice)| choice)
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, plan } = self;
        write!(
            f,
            "{} x {} tiles of {} x {} cells, {} columns a thread, {} rows a warp in registers",
            plan.tiles_x, plan.tiles_y, plan.width, plan.height, variant.columns, variant.rows
        )?;
        if plan.shared_rows > 0 {
            write!(f, " and {} in shared memory", plan.shared_rows)?;
        }
        if plan.blocks() > 1 {
            write!(f, ", {} sweeps an exchange", plan.depth)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heat::Cell;

    /// Blocks of an H200: what registers and shared memory allow, as nvcc and the device say.
    fn h200(variant: &Variant, bytes: u64) -> u64 {
        // Registers of a thread, of those in single precision, in steps of 8.
        let registers = match (variant.columns, variant.rows) {
            (1, 4) => 32,
            (2, 12) => 72,
            (4, 8) => 80,
            (4, 10) => 96,
            (4, 12) => 120,
            (4, 14 | 16) => 128,
            (8, 14) => 168,
            _ => 256,
        };
        let by_threads = 65536 / registers / variant.threads;
        let by_shared = 227 * 1024 / bytes.max(1024);
        132 * u64::from(by_threads).min(by_shared)
    }

    fn on_h200<T: Cell>(n: u32) -> Option<Choice> {
        choose(&T::variants(), (n, n), size_of::<T>(), 132, h200)
    }

    #[test]
    fn the_choice_is_what_was_measured_fastest_on_an_h200() {
        let measured = [
            (128, "2x12", 16),
            (256, "2x12", 16),
            (384, "2x12", 16),
            (512, "4x8", 20),
            (768, "4x12", 20),
            (1024, "4x10", 16),
            (1536, "4x16", 16),
            (2048, "8x22", 16),
            (2560, "8x14_shared", 8),
            (3072, "8x14_shared", 8),
        ];
        for (n, name, depth) in measured {
            let choice = on_h200::<f32>(n).unwrap();
            assert_eq!(
                (choice.variant.name, choice.plan.depth),
                (name, depth),
                "{n}: {choice}"
            );
        }
    }

    #[test]
    fn every_field_up_to_what_the_chip_holds_has_a_plan_and_larger_ones_have_none() {
        for n in [1, 2, 3, 31, 33, 100, 255, 257, 1000, 1023, 2047, 2050] {
            assert!(on_h200::<f32>(n).is_some(), "{n}");
        }
        assert!(on_h200::<f64>(2048).is_some());
        assert!(on_h200::<f32>(4096).is_none() && on_h200::<f64>(3072).is_none());
    }

    #[test]
    fn tiles_cover_the_field_and_each_cell_is_one_tiles_own() {
        for variant in f32::variants().iter().chain(&f64::variants()) {
            for (depth, n) in DEPTHS
                .into_iter()
                .flat_map(|depth| (1_u32..700).step_by(7).map(move |n| (depth, n)))
            {
                let n = if variant.masked {
                    n
                } else {
                    n.next_multiple_of(variant.columns)
                };
                let rows = u32::from(variant.shared) * 2;
                let Some(plan) = Plan::new(variant, (n, n), depth, rows) else {
                    continue;
                };
                for (tiles, size) in [(plan.tiles_x, plan.width), (plan.tiles_y, plan.height)] {
                    // As `heat::extent` of csrc/heat/tile.cuh.
                    let mut covered = 0;
                    for tile in 0..tiles {
                        let first = tile * size.saturating_sub(2 * depth);
                        let own = if tile > 0 { first + depth } else { 0 };
                        let end = if tile + 1 < tiles {
                            first + size - depth
                        } else {
                            n
                        };
                        assert_eq!(own, covered, "{plan:?}");
                        assert!(end > own && end <= first + size, "{plan:?}");
                        // What a neighbour has as ghosts is this tile's own.
                        assert!(tiles == 1 || end - own >= depth, "{plan:?}");
                        covered = end;
                    }
                    assert_eq!(covered, n);
                }
            }
        }
    }
}

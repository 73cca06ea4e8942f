//! A matrix divided among blocks, as the kernels of csrc/cg.cu take it: pure arithmetic, without a device.

use super::raw::RawSend;
use crate::sparse::Csr;

/// Threads of a warp.
pub(super) const WARP: usize = 32;

/// Contiguous rows for each block, in slices (sliced ELLPACK): the rows that a warp works on at a time are padded to the length of
/// the longest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Division {
    pub blocks: usize,
    /// Rows of each block but the last: whole slices.
    pub rows: usize,
    /// Threads that share a row.
    pub lanes: usize,
    /// The step that each slice begins with, through all blocks, and where the last ends.
    pub slice_start: Vec<u32>,
    /// For each block, rows of other blocks that its entries refer to, ascending.
    pub ghosts: Vec<Vec<u32>>,
    /// Whether a row is somebody's ghost.
    pub wanted: Vec<u8>,
}

impl Division {
    pub fn new(matrix: &Csr, blocks: usize, lanes: usize) -> Self {
        let (n, row_ptr) = (matrix.n(), matrix.row_ptr());
        let in_slice = WARP / lanes;
        let rows = n.div_ceil(blocks).next_multiple_of(rows_together(lanes));
        let mut wanted = vec![0; n];
        let ghosts = (0..blocks)
            .map(|block| {
                let own = rows_of(n, rows, block);
                let entries = row_ptr[own.start] as usize..row_ptr[own.end] as usize;
                let mut ghosts: Vec<u32> = matrix.columns()[entries]
                    .iter()
                    .copied()
                    .filter(|&column| !own.contains(&(column as usize)))
                    .collect();
                ghosts.sort_unstable();
                ghosts.dedup();
                for &ghost in &ghosts {
                    wanted[ghost as usize] = 1;
                }
                ghosts
            })
            .collect();
        let mut slice_start = vec![0];
        let mut step = 0;
        for first in (0..rows * blocks).step_by(in_slice) {
            let lengths = (first..first + in_slice).map(|row| length(matrix, row));
            step += lengths.max().unwrap_or(0).div_ceil(lanes) as u32;
            slice_start.push(step);
        }
        Self {
            blocks,
            rows,
            lanes,
            slice_start,
            ghosts,
            wanted,
        }
    }

    /// Slices of a block.
    pub const fn slices(&self) -> usize {
        self.rows * self.lanes / WARP
    }

    /// The most steps that a block has.
    pub fn most_steps(&self) -> usize {
        let at = |block: usize| self.slice_start[block * self.slices()] as usize;
        let steps = (0..self.blocks).map(|block| at(block + 1) - at(block));
        steps.max().unwrap_or(0)
    }

    /// The most steps that a slice has.
    pub fn longest_slice(&self) -> usize {
        let steps = self
            .slice_start
            .windows(2)
            .map(|pair| (pair[1] - pair[0]) as usize);
        steps.max().unwrap_or(0)
    }

    /// The most ghosts that a block has.
    pub fn most_ghosts(&self) -> usize {
        self.ghosts.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether a block can number its rows and ghosts with 16 bits.
    pub fn is_narrow(&self) -> bool {
        self.rows + self.most_ghosts() <= usize::from(u16::MAX)
    }

    /// Calls `entry` for each place of each step, 32 a step: the block, the column, and the value. What pads a slice has the value
    /// 0 and a column of the block's own.
    pub fn for_each_entry(&self, matrix: &Csr, mut entry: impl FnMut(usize, u32, f64)) {
        let (n, row_ptr) = (matrix.n(), matrix.row_ptr());
        let in_slice = WARP / self.lanes;
        for (slice, steps) in self.slice_start.windows(2).enumerate() {
            let block = slice / self.slices();
            for step in 0..(steps[1] - steps[0]) as usize {
                for thread in 0..WARP {
                    let row = slice * in_slice + thread / self.lanes;
                    let place = step * self.lanes + thread % self.lanes;
                    if place < length(matrix, row) {
                        let k = row_ptr[row] as usize + place;
                        entry(block, matrix.columns()[k], matrix.values()[k]);
                    } else {
                        let own = rows_of(n, self.rows, block);
                        entry(block, row.min(own.end - 1) as u32, 0.0);
                    }
                }
            }
        }
    }

    /// A column as its block numbers it: own rows from 0, then ghosts.
    pub fn local_column(&self, n: usize, block: usize, column: u32) -> u16 {
        let own = rows_of(n, self.rows, block);
        let at = if own.contains(&(column as usize)) {
            column as usize - own.start
        } else {
            let ghost = self.ghosts[block].partition_point(|&ghost| ghost < column);
            own.len() + ghost
        };
        at as u16
    }

    /// What each block sends to others: the blocks' lists one after the other, and where each begins.
    pub fn sends(&self, n: usize) -> (Vec<u32>, Vec<RawSend>) {
        let mut of_block = vec![Vec::new(); self.blocks];
        for (receiver, ghosts) in self.ghosts.iter().enumerate() {
            let own = rows_of(n, self.rows, receiver).len();
            for (at, &ghost) in ghosts.iter().enumerate() {
                let owner = ghost as usize / self.rows;
                of_block[owner].push(RawSend {
                    element: (ghost as usize - owner * self.rows) as u16,
                    slot: (own + at) as u16,
                    block: receiver as u16,
                    unused: 0,
                });
            }
        }
        (starts(&of_block), of_block.concat())
    }
}

/// What a block's rows are a multiple of: whole slices, and 16 bytes of numbers of 4.
pub(super) fn rows_together(lanes: usize) -> usize {
    (WARP / lanes).max(4)
}

/// Where each list begins when they stand one after the other, and where the last ends.
pub(super) fn starts<T>(lists: &[Vec<T>]) -> Vec<u32> {
    let mut starts = vec![0];
    let mut end = 0;
    for list in lists {
        end += list.len() as u32;
        starts.push(end);
    }
    starts
}

/// The rows of a block; none where the matrix ends before it.
fn rows_of(n: usize, rows: usize, block: usize) -> core::ops::Range<usize> {
    (block * rows).min(n)..((block + 1) * rows).min(n)
}

/// Entries of a row; 0 beyond the matrix.
fn length(matrix: &Csr, row: usize) -> usize {
    match matrix.row_ptr().get(row..row + 2) {
        Some(bounds) => (bounds[1] - bounds[0]) as usize,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use proptest::prelude::*;

    use super::{Division, rows_of};
    use crate::sparse::{Csr, poisson};

    /// A symmetric pattern of n rows with the pairs given.
    fn matrix(n: usize, pairs: &[(usize, usize)]) -> Csr {
        let mut columns = vec![std::collections::BTreeSet::new(); n];
        for (row, own) in columns.iter_mut().enumerate() {
            own.insert(row as u32);
        }
        for &(a, b) in pairs {
            columns[a % n].insert((b % n) as u32);
            columns[b % n].insert((a % n) as u32);
        }
        let mut row_ptr = vec![0];
        for own in &columns {
            row_ptr.push(row_ptr.last().unwrap() + own.len() as u32);
        }
        let columns: Vec<u32> = columns.into_iter().flatten().collect();
        let values = (1..=columns.len()).map(|k| k as f64).collect();
        Csr::new(n, row_ptr, columns, values).unwrap()
    }

    /// The product as the kernel makes it: from slices, local columns and ghosts.
    fn product(matrix: &Csr, division: &Division, x: &[f64]) -> Vec<f64> {
        let n = matrix.n();
        let mut product = vec![0.0; n];
        let mut at = 0;
        let slice_of = |entry: usize| {
            let step = (entry / 32) as u32;
            division.slice_start.partition_point(|&start| start <= step) - 1
        };
        division.for_each_entry(matrix, |block, column, value| {
            let own = rows_of(n, division.rows, block);
            let local = usize::from(division.local_column(n, block, column));
            let factor = if local < own.len() {
                x[own.start + local]
            } else {
                x[division.ghosts[block][local - own.len()] as usize]
            };
            let row = slice_of(at) * (32 / division.lanes) + at % 32 / division.lanes;
            if value != 0.0 {
                product[row] += value * factor;
            }
            at += 1;
        });
        product
    }

    proptest! {
        #[test]
        fn slices_ghosts_and_local_columns_give_the_product_of_the_matrix(
            n in 1_usize..200,
            pairs in prop::collection::vec((0_usize..200, 0_usize..200), 0..400),
            blocks in 1_usize..20,
            lanes in 0_u32..6,
        ) {
            let matrix = matrix(n, &pairs);
            let division = Division::new(&matrix, blocks, 1 << lanes);
            let x: Vec<f64> = (0..n).map(|i| (i * i % 17) as f64).collect();
            prop_assert_eq!(product(&matrix, &division, &x), matrix.multiply(&x).unwrap());
        }

        #[test]
        fn every_ghost_is_sent_once_to_where_its_block_looks_for_it(
            n in 1_usize..200,
            pairs in prop::collection::vec((0_usize..200, 0_usize..200), 0..400),
            blocks in 1_usize..17,
        ) {
            let matrix = matrix(n, &pairs);
            let division = Division::new(&matrix, blocks, 1);
            let (start, sends) = division.sends(n);
            let mut received: Vec<Vec<Option<u32>>> =
                division.ghosts.iter().map(|ghosts| vec![None; ghosts.len()]).collect();
            for owner in 0..blocks {
                for send in &sends[start[owner] as usize..start[owner + 1] as usize] {
                    let block = usize::from(send.block);
                    let slot = usize::from(send.slot) - rows_of(n, division.rows, block).len();
                    let row = (owner * division.rows) as u32 + u32::from(send.element);
                    prop_assert!(received[block][slot].replace(row).is_none());
                }
            }
            for (received, ghosts) in received.iter().zip(&division.ghosts) {
                prop_assert!(received.iter().flatten().eq(ghosts));
                prop_assert_eq!(received.len(), ghosts.len());
            }
        }
    }

    #[test]
    fn a_five_point_grid_in_strips_has_a_row_of_points_above_and_below_as_ghosts() {
        let matrix = poisson(64).unwrap().matrix;
        let division = Division::new(&matrix, 16, 1);
        assert_eq!((division.rows, division.slices()), (256, 8));
        assert_eq!(division.most_ghosts(), 128);
        assert_eq!(division.longest_slice(), 5);
        assert_eq!(division.ghosts[0].len(), 64);
        assert!(division.is_narrow());
    }

    #[test]
    fn blocks_that_the_matrix_does_not_reach_are_empty() {
        let matrix = matrix(33, &[]);
        let division = Division::new(&matrix, 4, 1);
        assert_eq!(division.rows, 32);
        let rows: Vec<usize> = (0..4).map(|block| rows_of(33, 32, block).len()).collect();
        assert_eq!(rows, [32, 1, 0, 0]);
        assert_eq!(division.slice_start, [0, 1, 2, 2, 2]);
    }
}

//! The block size that keeps most threads resident.
//!
//! The runtime offers this search (`cudaOccupancyMaxPotentialBlockSize` and its variants) as C++
//! templates only, so it is made here anew; it asks for occupancy through a closure, and does not
//! know where the answer comes from.

use cuda_occupancy::DeviceLimits;

/// A block size, and the smallest grid of such blocks that fills the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSize {
    /// Threads of a block.
    pub threads: u32,
    /// Blocks resident on the whole device: fewer leave part of it idle, more do not fit a
    /// cooperative launch.
    pub min_grid: u64,
}

/// Finds the block size with most resident threads on a multiprocessor; the largest, where several
/// have as many.
///
/// `max_threads` is the most threads a block may have: the kernel's launch bound, or less if the
/// caller wants less. It is tried itself, and then every multiple of the warp below it.
/// `blocks_per_multiprocessor` answers how many blocks of so many threads are resident on one
/// multiprocessor, with the dynamic shared memory that a block of that size needs.
///
/// `None` if no block size fits even once.
///
/// ```
/// use std::convert::Infallible;
/// use coop::block_size::max_potential_block_size;
/// use coop::occupancy::{KernelResources, devices, occupancy};
///
/// let kernel = KernelResources {
///     registers_per_thread: 40,
///     static_shared_bytes: 0,
///     max_threads_per_block: 1024,
///     max_dynamic_shared_bytes: 48 * 1024,
///     barriers: 1,
/// };
/// // Eight bytes of shared memory for each thread of the block.
/// let best = max_potential_block_size::<Infallible>(&devices::A100, 1024, |threads| {
///     Ok(occupancy(&kernel, &devices::A100, threads, 8 * threads).blocks_per_multiprocessor)
/// })?;
/// assert_eq!(best.map(|best| (best.threads, best.min_grid)), Some((768, 216)));
/// # Ok::<(), Infallible>(())
/// ```
///
/// # Errors
///
/// The first error of `blocks_per_multiprocessor`, unchanged.
pub fn max_potential_block_size<E>(
    device: &DeviceLimits,
    max_threads: u32,
    mut blocks_per_multiprocessor: impl FnMut(u32) -> Result<u32, E>,
) -> Result<Option<BlockSize>, E> {
    let warp = device.warp_size.max(1);
    let full = u64::from(device.max_threads_per_multiprocessor);
    let mut most_resident = 0;
    let mut best = None;

    let mut threads = max_threads.min(device.max_threads_per_block);
    while threads > 0 {
        let blocks = u64::from(blocks_per_multiprocessor(threads)?);
        let resident = blocks * u64::from(threads);
        if resident > most_resident {
            most_resident = resident;
            best = Some(BlockSize {
                threads,
                min_grid: blocks * u64::from(device.multiprocessors),
            });
        }
        if most_resident >= full {
            break;
        }
        threads = (threads - 1) / warp * warp;
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuda_occupancy::devices;
    use std::convert::Infallible;

    fn search(max_threads: u32, mut blocks: impl FnMut(u32) -> u32) -> Option<BlockSize> {
        let Ok(found) =
            max_potential_block_size::<Infallible>(&devices::H200, max_threads, |threads| {
                Ok(blocks(threads))
            });
        found
    }

    #[test]
    fn of_equally_good_block_sizes_the_largest_is_taken() {
        let found = search(1024, |threads| 1024 / threads);
        assert_eq!(
            found,
            Some(BlockSize {
                threads: 1024,
                min_grid: 132
            })
        );
    }

    #[test]
    fn a_limit_that_is_no_multiple_of_the_warp_is_tried_itself_and_then_the_multiples_below() {
        let mut tried = Vec::new();
        search(100, |threads| {
            tried.push(threads);
            1
        });
        assert_eq!(tried, [100, 96, 64, 32]);
    }

    #[test]
    fn the_search_ends_at_the_first_block_size_that_fills_the_multiprocessor() {
        let mut calls = 0;
        let found = search(u32::MAX, |threads| {
            calls += 1;
            2048 / threads
        });
        assert_eq!(
            (found, calls),
            (
                Some(BlockSize {
                    threads: 1024,
                    min_grid: 264
                }),
                1
            )
        );
    }

    #[test]
    fn no_block_size_that_fits_is_none() {
        assert_eq!(search(1024, |_| 0), None);
        assert_eq!(search(0, |_| 1), None);
    }

    #[test]
    fn an_error_of_the_closure_ends_the_search() {
        let mut calls = 0;
        let found = max_potential_block_size(&devices::H200, 1024, |_| {
            calls += 1;
            Err("no device")
        });
        assert_eq!((found, calls), (Err("no device"), 1));
    }
}

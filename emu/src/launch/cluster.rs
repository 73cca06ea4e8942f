//! Clusters: blocks that are resident together, and reach each other's shared memory.
//!
//! The slots of a launch are in groups of as many as a cluster has blocks. A group takes a cluster in when it is empty.
//! A launch without clusters has clusters of one block.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::block::index_in;
use super::shared_memory::SharedMemory;
use crate::judge::Shadow;
use crate::judge::races::region::Cells;

/// The clusters of a launch.
pub(crate) struct Clusters {
    /// Blocks in x, y, z.
    pub(crate) extent: [u32; 3],
    grid: [u32; 3],
    backwards: bool,
    /// By slot, where clusters have more than one block.
    peers: Mutex<Vec<Peer>>,
}

/// Whether a block's shared memory is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Life {
    #[default]
    ToBegin,
    Runs,
    Returned,
}

/// A slot, as the others of its group know it.
#[derive(Debug, Clone, Default)]
struct Peer {
    memory: SharedMemory,
    shadow: Shadow,
    cells: Cells,
    life: Life,
}

/// What is at an address of another block's shared memory.
pub(crate) struct Remote {
    /// The block's number in the cluster.
    pub(crate) rank: usize,
    pub(crate) memory: SharedMemory,
    pub(crate) shadow: Shadow,
    pub(crate) cells: Cells,
    pub(crate) life: Life,
}

impl Clusters {
    /// `extent` divides `grid`.
    pub(crate) fn new(
        extent: Option<[u32; 3]>,
        grid: [u32; 3],
        backwards: bool,
        slots: usize,
    ) -> Self {
        let extent = extent.unwrap_or([1; 3]);
        Clusters {
            extent,
            grid,
            backwards,
            peers: Mutex::new(vec![Peer::default(); slots]),
        }
    }

    /// Whether the last cluster, and the last block of each, begins first.
    pub(crate) fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Blocks of a cluster.
    pub(crate) fn blocks(&self) -> usize {
        self.extent.iter().product::<u32>() as usize
    }

    /// How many there are in the grid.
    pub(crate) fn count(&self) -> u64 {
        let counts = self.of_grid().map(u64::from);
        counts.iter().product()
    }

    fn of_grid(&self) -> [u32; 3] {
        [0, 1, 2].map(|axis| self.grid[axis] / self.extent[axis])
    }

    /// The slots of the group that `slot` is in.
    pub(crate) fn group(&self, slot: usize) -> Range<usize> {
        let begin = slot / self.blocks() * self.blocks();
        begin..begin + self.blocks()
    }

    /// The number in its cluster of the block at `slot`; of a number, the offset of its slot in the group. The order of
    /// the schedule is that of the slots.
    pub(crate) fn rank(&self, slot: usize) -> usize {
        let offset = slot % self.blocks();
        match self.backwards {
            false => offset,
            true => self.blocks() - 1 - offset,
        }
    }

    /// The number in the grid of a cluster's block.
    pub(crate) fn block(&self, cluster: u64, rank: usize) -> u64 {
        let of_cluster = index_in(cluster, self.of_grid());
        let within = index_in(rank as u64, self.extent);
        let [x, y, z] =
            [0, 1, 2].map(|axis| u64::from(of_cluster[axis] * self.extent[axis] + within[axis]));
        let [width, height, _] = self.grid.map(u64::from);
        (z * height + y) * width + x
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Peer>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the others where the shared memory of `slot` is.
    pub(crate) fn announce(&self, slot: usize, memory: &SharedMemory) {
        if let Some(peer) = self.lock().get_mut(slot) {
            peer.memory = memory.without_shadow();
        }
    }

    /// Tells the others what the block at `slot` does.
    pub(crate) fn set_life(&self, slot: usize, life: Life, shadow: Shadow, cells: Cells) {
        if let Some(peer) = self.lock().get_mut(slot) {
            peer.life = life;
            peer.shadow = shadow;
            peer.cells = cells;
        }
    }

    /// Where block number `rank` of the cluster has what the block at `slot` has at `address`.
    ///
    /// # Errors
    ///
    /// Why there is no such address: a sentence.
    pub(crate) fn map(
        &self,
        slot: usize,
        own: &SharedMemory,
        address: usize,
        rank: usize,
    ) -> Result<usize, String> {
        if !own.storage.contains(&address) {
            return Err(format!(
                "map_shared_rank() of {address:#x}, which is not in the block's shared memory"
            ));
        }
        let blocks = self.blocks();
        if rank >= blocks {
            return Err(format!(
                "map_shared_rank() to block {rank} of a cluster of {blocks} blocks"
            ));
        }
        let group = self.group(slot);
        let target = match blocks {
            1 => own.storage.start,
            _ => {
                self.lock()[group.start + self.rank(rank)]
                    .memory
                    .storage
                    .start
            }
        };
        Ok(address - own.storage.start + target)
    }

    /// Whether an address is in the shared memory of any block.
    pub(crate) fn is_shared_memory(&self, address: usize) -> bool {
        self.lock()
            .iter()
            .any(|peer| peer.memory.storage.contains(&address))
    }

    /// The other block of the cluster in whose shared memory an address is.
    pub(crate) fn remote(&self, slot: usize, address: usize) -> Option<Remote> {
        let peers = self.lock();
        let peers = peers.get(self.group(slot))?;
        let (offset, peer) = peers
            .iter()
            .enumerate()
            .find(|(_, peer)| peer.memory.storage.contains(&address))?;
        Some(Remote {
            rank: self.rank(offset),
            memory: peer.memory.clone(),
            shadow: peer.shadow,
            cells: peer.cells,
            life: peer.life,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_of_all_clusters_are_those_of_the_grid() {
        let clusters = Clusters::new(Some([2, 1, 3]), [4, 3, 6], false, 6);
        assert_eq!((clusters.blocks(), clusters.count()), (6, 12));
        let mut all: Vec<u64> = (0..12)
            .flat_map(|cluster| (0..6).map(move |rank| (cluster, rank)))
            .map(|(cluster, rank)| clusters.block(cluster, rank))
            .collect();
        // Cluster 0 has the blocks (0, 0, 0), (1, 0, 0), (0, 0, 1), ...
        assert_eq!(all[..6], [0, 1, 12, 13, 24, 25]);
        all.sort_unstable();
        assert_eq!(all, (0..72).collect::<Vec<u64>>());
    }

    #[test]
    fn the_places_of_a_group_hold_its_ranks_in_the_order_of_the_schedule() {
        let ranks = |backwards| {
            let clusters = Clusters::new(Some([3, 1, 1]), [6, 1, 1], backwards, 6);
            [3, 4, 5].map(|slot| clusters.rank(slot))
        };
        assert_eq!(ranks(false), [0, 1, 2]);
        assert_eq!(ranks(true), [2, 1, 0]);
    }

    #[test]
    fn without_clusters_every_block_is_one() {
        let clusters = Clusters::new(None, [5, 2, 1], false, 3);
        assert_eq!((clusters.blocks(), clusters.count()), (1, 10));
        assert_eq!((clusters.block(7, 0), clusters.group(2)), (7, 2..3));
        let own = SharedMemory::at(4096..8192, 4096..4096);
        assert_eq!(clusters.map(2, &own, 5000, 0), Ok(5000));
        assert!(clusters.map(2, &own, 5000, 1).is_err());
        assert!(clusters.map(2, &own, 8192, 0).is_err());
    }
}

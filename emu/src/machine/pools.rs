//! Pools of memory: which there are, what was set for each, and what it has given out. Where memory is, it does not know.

use std::collections::BTreeMap;

/// A pool. What was given back is not kept, so that it has reserved what it has given out.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    pub(crate) device: usize,
    /// What was set, by the attribute's number.
    pub(crate) set: BTreeMap<u32, u64>,
    /// Bytes by start.
    given: BTreeMap<usize, u64>,
    highest: u64,
}

impl Pool {
    pub(crate) fn used(&self) -> u64 {
        self.given.values().sum()
    }

    /// The most that was used at a time, since that was last forgotten.
    pub(crate) fn highest(&self) -> u64 {
        self.highest
    }

    pub(crate) fn forget_highest(&mut self) {
        self.highest = self.used();
    }
}

/// All pools. Each device has one that is always there; it is the one that `cudaMallocAsync` takes from until another is set.
#[derive(Debug)]
pub(crate) struct Pools {
    pools: BTreeMap<usize, Pool>,
    current: Vec<usize>,
}

impl Pools {
    pub(crate) fn new(devices: usize) -> Self {
        let pool = |device| Pool {
            device,
            ..Pool::default()
        };
        Self {
            pools: (0..devices).map(|at| (Self::first(at), pool(at))).collect(),
            current: (0..devices).map(Self::first).collect(),
        }
    }

    /// The pool that a device always has. No handle that is made later is an odd number.
    pub(crate) fn first(device: usize) -> usize {
        2 * device + 1
    }

    pub(crate) fn get(&mut self, pool: usize) -> Option<&mut Pool> {
        self.pools.get_mut(&pool)
    }

    pub(crate) fn add(&mut self, handle: usize, device: usize) {
        let pool = Pool {
            device,
            ..Pool::default()
        };
        self.pools.insert(handle, pool);
    }

    /// Takes a pool away, if it is not one that a device always has. What it has given out stays.
    pub(crate) fn remove(&mut self, pool: usize) -> Option<()> {
        let device = self.pools.get(&pool)?.device;
        if pool == Self::first(device) {
            return None;
        }
        self.pools.remove(&pool);
        for (device, current) in self.current.iter_mut().enumerate() {
            if *current == pool {
                *current = Self::first(device);
            }
        }
        Some(())
    }

    pub(crate) fn current(&self, device: usize) -> usize {
        self.current[device]
    }

    pub(crate) fn make_current(&mut self, device: usize, pool: usize) {
        self.current[device] = pool;
    }

    /// Takes note of what a pool gives out.
    pub(crate) fn gives(&mut self, pool: usize, start: usize, bytes: usize) {
        if let Some(pool) = self.pools.get_mut(&pool) {
            pool.given.insert(start, bytes as u64);
            pool.highest = pool.highest.max(pool.used());
        }
    }

    /// Takes note that memory, of whichever pool if any, is no more used.
    pub(crate) fn takes_back(&mut self, start: usize) {
        for pool in self.pools.values_mut() {
            pool.given.remove(&start);
        }
    }
}

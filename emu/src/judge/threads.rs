//! What the threads of a block do, and which of them may go on: the rules of barriers and of warps, without the threads.
//!
//! A thread is a number here. It says what it does ([`Threads::arrive`], [`Threads::waits`], ...), and is told whether it goes
//! on; who was woken by it is in [`Threads::ready`].

use super::Fault;
use super::awaited::Awaited;
use super::barrier::{Crossings, Gate, Scope};
use super::collective::Collective;
use super::site::Site;
use crate::schedule::ready::{Ready, WARP};

/// Of a block of 1024 threads.
const MOST_WARPS: usize = 32;

/// What a thread does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum State {
    /// Runs, or could.
    Ready,
    /// Waits at a barrier of the block, which has a number.
    Block {
        barrier: u32,
        kind: BlockBarrier,
        predicate: bool,
        site: Site,
    },
    /// Waits at a barrier in halves.
    Barrier {
        scope: Scope,
        site: Site,
    },
    /// Waits for the lanes in `mask`.
    Warp {
        collective: Collective,
        mask: u32,
        value: u64,
        source: u32,
        site: Site,
    },
    /// Waits for the other lanes of its warp to come, or to wait for something else.
    Active {
        site: Site,
    },
    /// Runs in a circle, until memory is changed that it reads.
    Spins {
        /// One of its addresses, if there is one.
        address: Option<usize>,
    },
    /// Waits for the threads of its tile, of so many, more than a warp.
    Tile {
        size: usize,
        site: Site,
    },
    /// Waits until others change a word of an object.
    Awaits(Awaited),
    Returned,
}

/// The functions that are barriers of a block; `coop_emulator_block_barrier_kind` of the headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockBarrier {
    Sync,
    Count,
    And,
    Or,
}

impl BlockBarrier {
    pub(crate) fn from_c(number: i32) -> Self {
        match number {
            0 => BlockBarrier::Sync,
            1 => BlockBarrier::Count,
            2 => BlockBarrier::And,
            _ => BlockBarrier::Or,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            BlockBarrier::Sync => "__syncthreads()",
            BlockBarrier::Count => "__syncthreads_count()",
            BlockBarrier::And => "__syncthreads_and()",
            BlockBarrier::Or => "__syncthreads_or()",
        }
    }
}

/// What a thread is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    GoOn,
    /// Until others have come.
    Wait,
    /// The launch ends, and why.
    Fault(Fault, String),
}

/// What has happened that orders what threads do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Met {
    /// All threads of the block that have not returned, at a barrier.
    Block,
    /// Lanes of a warp; whether all that have not returned.
    Lanes {
        warp: usize,
        mask: u32,
        is_whole: bool,
    },
    /// The threads of a tile of more than a warp, from the first one on.
    Tile {
        first: usize,
        count: usize,
    },
    /// A thread has arrived at a barrier, needs the others, and goes on as all have arrived.
    Arrived(usize, Scope),
    Waits(usize, Scope),
    Passed(usize, Scope),
    /// All threads of the block have arrived at the block's barrier in halves.
    Complete,
}

/// The barriers that a launch has beside those of its blocks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Kinds {
    /// Whether it is a cooperative one.
    pub(crate) grid: bool,
    /// Whether its clusters have more than one block.
    pub(crate) cluster: bool,
}

/// A thread.
#[derive(Debug, Clone)]
pub(crate) struct Thread {
    pub(crate) state: State,
    /// What it gets from what it waited for.
    result: u64,
    /// By [`Scope`].
    pub(crate) crossings: [Crossings; 3],
}

/// The threads of a block, by rank.
#[derive(Debug)]
pub(crate) struct Threads {
    pub(crate) kinds: Kinds,
    pub(crate) threads: Vec<Thread>,
    /// Those that can go on.
    pub(crate) ready: Ready,
    /// How many have not returned.
    pub(crate) live: usize,
    at_barrier: usize,
    /// By warp, the lanes that wait for others in a collective function, and those that have returned.
    pub(super) in_collective: [u32; MOST_WARPS],
    pub(super) gone: [u32; MOST_WARPS],
    pub(crate) active_waits: usize,
    /// By the first thread of a tile, how many of it wait there.
    in_tile: Vec<usize>,
    /// By [`Scope`].
    pub(crate) gates: [Gate; 3],
    /// What has happened, for who looks for races, if anybody does.
    pub(crate) met: Vec<Met>,
    pub(crate) is_noted: bool,
    /// Block barriers that were passed, and the threads that had returned at each, summed up.
    pub(crate) block_barriers: u64,
    pub(crate) returned_at_barriers: u64,
}

impl Threads {
    /// So many threads, all ready to begin.
    pub(crate) fn new(count: usize, kinds: Kinds) -> Self {
        let thread = Thread {
            state: State::Ready,
            result: 0,
            crossings: Default::default(),
        };
        let mut ready = Ready::default();
        (0..count).for_each(|thread| ready.insert(thread));
        Threads {
            kinds,
            threads: vec![thread; count],
            ready,
            live: count,
            at_barrier: 0,
            in_collective: [0; MOST_WARPS],
            gone: [0; MOST_WARPS],
            active_waits: 0,
            in_tile: vec![0; count],
            gates: Default::default(),
            met: Vec::new(),
            is_noted: false,
            block_barriers: 0,
            returned_at_barriers: 0,
        }
    }

    pub(super) fn note(&mut self, met: Met) {
        if self.is_noted {
            self.met.push(met);
        }
    }

    pub(crate) fn state(&self, thread: usize) -> State {
        self.threads[thread].state
    }

    /// What the thread got from what it last waited for.
    pub(crate) fn result(&self, thread: usize) -> u64 {
        self.threads[thread].result
    }

    /// The thread waits. It goes on at once if it was the last that others waited for.
    pub(crate) fn waits(&mut self, thread: usize, state: State) -> Answer {
        self.threads[thread].state = state;
        self.ready.remove(thread);
        match state {
            State::Block { .. } => {
                self.at_barrier += 1;
                self.settle_block();
            }
            State::Warp { .. } => {
                self.in_collective[thread / WARP] |= 1 << (thread % WARP);
                self.settle_lanes(thread);
            }
            State::Active { .. } => self.active_waits += 1,
            State::Tile { .. } => self.settle_tile(thread),
            State::Ready
            | State::Barrier { .. }
            | State::Spins { .. }
            | State::Awaits(_)
            | State::Returned => {}
        }
        self.settle_active(thread / WARP);
        match self.threads[thread].state {
            State::Ready => Answer::GoOn,
            _ => Answer::Wait,
        }
    }

    /// The thread has returned from the kernel.
    pub(crate) fn returned(&mut self, thread: usize) {
        self.threads[thread].state = State::Returned;
        self.gone[thread / WARP] |= 1 << (thread % WARP);
        self.ready.remove(thread);
        self.live -= 1;
        self.settle_block();
        self.settle_warp(thread / WARP);
        self.settle_active(thread / WARP);
    }

    /// The thread goes on, with this from what it waited for.
    pub(crate) fn wake(&mut self, thread: usize, result: u64) {
        self.threads[thread].state = State::Ready;
        self.threads[thread].result = result;
        self.ready.insert(thread);
    }

    /// Lets the threads of a tile go on if all of them wait there. Who has returned is waited for in vain, as on a device.
    fn settle_tile(&mut self, thread: usize) {
        let State::Tile { size, .. } = self.threads[thread].state else {
            return;
        };
        let first = thread / size * size;
        let tile = first..(first + size).min(self.threads.len());
        self.in_tile[first] += 1;
        if self.in_tile[first] < tile.len() {
            return;
        }
        let is_there =
            |thread: &Thread| matches!(thread.state, State::Tile { size: of, .. } if of == size);
        if !self.threads[tile.clone()].iter().all(is_there) {
            return; // in tiles of two sizes, and so they are stuck
        }
        self.in_tile[first] = 0;
        self.note(Met::Tile {
            first,
            count: tile.len(),
        });
        tile.for_each(|thread| self.wake(thread, 0));
    }

    /// Lets the threads go on if all that have not returned wait at the same block barrier.
    fn settle_block(&mut self) {
        if self.live == 0 || self.at_barrier < self.live {
            return;
        }
        let mut holds = 0;
        let mut first = None;
        for thread in &self.threads {
            if let State::Block {
                barrier,
                kind,
                predicate,
                site,
            } = thread.state
            {
                let (number, function, place) = *first.get_or_insert((barrier, kind, site));
                if number != barrier || function != kind || !place.is(site) {
                    return; // and so the block is stuck
                }
                holds += u64::from(predicate);
            }
        }
        let result = (self.live as u64) << 16 | holds;
        for thread in 0..self.threads.len() {
            if matches!(self.threads[thread].state, State::Block { .. }) {
                self.wake(thread, result);
            }
        }
        self.note(Met::Block);
        self.at_barrier = 0;
        self.block_barriers += 1;
        self.returned_at_barriers += (self.threads.len() - self.live) as u64;
    }
}

#[cfg(test)]
#[path = "threads_tests.rs"]
mod tests;

//! A launch: its blocks on operating-system threads of which one runs at a time.
//!
//! The thread that runs holds the turn. When its block's turn is over it chooses whose is next, under the lock, and waits.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::barrier::{Crossed, Scope};
use super::block::{Failure, index_in};
use super::cluster::{Clusters, Life};
use super::diagnose;
use super::launch_context::{Arguments, LaunchContext};
use super::processor::{stay_on, this_processor};
use super::program_data::program_data;
use super::resident::{Resident, Turn};
use super::signals::{self, Watch};
use super::{Completion, Launch, Limits, Statistics};
use crate::judge::Memory;
use crate::judge::Shadow;
use crate::judge::{Fault, Report, Waiting};
use crate::schedule::{Choices, Schedule};

/// What a slot's block is doing, as the others see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// There is no block, nor one of the same group.
    Empty,
    /// The block of that number is to begin.
    Given(u64),
    Goes,
    /// Waits until more barriers than that are passed, by [`Scope`].
    Waits([Option<u64>; 2]),
    /// The block has returned; others of its cluster have not.
    Returned(Returned),
}

/// A block that has returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Returned {
    pub(crate) number: u64,
    /// The barriers that it passed, by [`Scope`].
    pub(crate) passed: [u64; 2],
}

/// How a launch ended early.
pub(crate) struct End {
    pub(crate) failure: Failure,
    pub(crate) block: Option<[u32; 3]>,
    pub(crate) thread: Option<[u32; 3]>,
    pub(crate) waiting: Vec<Waiting>,
}

/// What is changed by whose turn it is.
pub(crate) struct Shared {
    pub(crate) turn: usize,
    pub(crate) slots: Vec<Slot>,
    /// Places whose thread is there.
    there: usize,
    /// Clusters that have no slots yet.
    pub(crate) pending: VecDeque<u64>,
    pub(crate) choices: Choices,
    pub(crate) grid_barriers: Crossed,
    /// Those of the clusters, by group.
    pub(crate) cluster_barriers: Vec<Crossed>,
    /// A few of the blocks that have returned.
    pub(crate) returned: Vec<Returned>,
    pub(crate) statistics: Statistics,
    /// Steps when somebody last did something that others could see.
    pub(crate) progress_at: u64,
    /// Places that are still to be watched, in a search for threads that spin.
    pub(crate) probing: Option<Vec<usize>>,
    pub(crate) spins_at: Option<usize>,
    pub(crate) over: bool,
    /// What is not right and does not end the launch.
    warning: Option<End>,
    pub(crate) end: Option<End>,
}

pub(crate) struct Grid<'a> {
    pub(crate) context: &'a LaunchContext,
    pub(crate) blocks: u64,
    pub(crate) max_steps: u64,
    shared: Mutex<Shared>,
    pub(crate) turns: Vec<Condvar>,
}

/// Blocks that have returned of which a report tells.
pub(crate) const RETURNED_TOLD: usize = 4;

pub(crate) fn run(
    launch: &Launch<'_>,
    limits: &Limits,
    schedule: Schedule,
    memory: &dyn Memory,
) -> Result<Completion, Report> {
    // SAFETY: only lengthened: all threads that use it are joined before this function returns.
    let memory = unsafe { std::mem::transmute::<&dyn Memory, &'static dyn Memory>(memory) };
    let blocks: u64 = launch
        .grid
        .iter()
        .map(|&extent| u64::from(extent))
        .product();
    let of_cluster = launch.cluster.map_or(1, |extent| extent.iter().product());
    // A cooperative launch that does not fit was refused: here all of it is resident.
    let slots = match launch.cooperative {
        true => blocks,
        false => {
            let clusters = (limits.resident_blocks / of_cluster).max(1);
            blocks.min(u64::from(clusters) * u64::from(of_cluster))
        }
    } as usize;
    let context = LaunchContext {
        kernel: launch.kernel,
        grid: launch.grid,
        block: launch.block,
        dynamic_shared: launch.dynamic_shared,
        cooperative: launch.cooperative,
        clusters: Clusters::new(launch.cluster, launch.grid, schedule, slots),
        multiprocessors: limits.multiprocessors,
        schedule,
        arguments: Arguments::new(launch.arguments),
        program_data: program_data(),
        uninitialised: limits.uninitialised,
        memory,
    };
    let clusters = context.clusters.count();
    let pending: VecDeque<u64> = match schedule {
        Schedule::Reverse => (0..clusters).rev().collect(),
        _ => (0..clusters).collect(),
    };
    let grid = Grid {
        context: &context,
        blocks,
        max_steps: limits.max_steps,
        shared: Mutex::new(Shared {
            turn: 0,
            slots: vec![Slot::Empty; slots],
            there: 0,
            pending,
            choices: Choices::new(schedule, 0),
            grid_barriers: Crossed::default(),
            cluster_barriers: vec![Crossed::default(); slots / context.clusters.blocks()],
            returned: Vec::new(),
            statistics: Statistics::default(),
            progress_at: 0,
            probing: None,
            spins_at: None,
            over: false,
            warning: None,
            end: None,
        }),
        turns: (0..slots).map(|_| Condvar::new()).collect(),
    };
    signals::install();
    std::thread::scope(|scope| {
        let processor = this_processor();
        // None on this thread, whose shared memory still has what an earlier launch left.
        for slot in 0..slots {
            let grid = &grid;
            let thread = std::thread::Builder::new().stack_size(256 << 10);
            if let Err(error) = thread.spawn_scoped(scope, move || {
                stay_on(processor);
                grid.work(slot);
            }) {
                grid.host_failed(&error, slot, slots);
                break;
            }
        }
    });
    let shared = grid
        .shared
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match shared.end {
        None => Ok(Completion {
            statistics: shared.statistics,
            warning: shared.warning.map(|warning| report(warning, &context)),
        }),
        Some(end) => Err(report(end, &context)),
    }
}

fn report(end: End, context: &LaunchContext) -> Report {
    let mut waiting = end.waiting;
    waiting.sort_by_key(|waiting| (waiting.block[2], waiting.block[1], waiting.block[0]));
    Report {
        code: end.failure.code,
        fault: end.failure.fault,
        kernel: context.kernel.name.to_str().unwrap_or("?"),
        schedule: context.schedule,
        block: end.block,
        thread: end.thread,
        what: end.failure.what,
        waiting,
    }
}

impl Grid<'_> {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn host_failed(&self, error: &std::io::Error, slot: usize, slots: usize) {
        let what = format!(
            "the host gave only {slot} of the {slots} operating-system threads for resident blocks, or no memory for \
             their stacks: {error}"
        );
        let failure = Failure {
            fault: Fault::Host,
            code: Fault::Host.code(),
            what,
            thread: None,
        };
        self.end(&mut self.lock(), failure, None, None);
    }

    /// What the thread of `slot` does, from the first turn to the last.
    fn work(&self, slot: usize) {
        let mut resident = match Resident::new(self.context, slot) {
            Ok(resident) => resident,
            Err(error) => return self.host_failed(&error, slot, self.turns.len()),
        };
        let _watch = Watch::of_this_thread();
        let clusters = &self.context.clusters;
        clusters.announce(slot, &resident.block().shared);
        let mut shared = self.lock();
        shared.there += 1;
        // Blocks of a cluster may ask where each other's shared memory is.
        let needed = match clusters.blocks() {
            1 => 0,
            _ => self.turns.len(),
        };
        if shared.there == needed {
            self.turns[shared.turn].notify_one();
        }
        loop {
            while (shared.turn != slot || shared.there < needed) && !shared.over {
                shared = self.turns[slot]
                    .wait(shared)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            if shared.over {
                break;
            }
            shared = self.take_turn(shared, slot, &mut resident);
        }
        // Others wait, or run: what this block does is part of the story.
        if resident.block().live > 0
            && let Some(end) = &mut shared.end
            && end.failure.fault != Fault::Host
        {
            let spins_at = shared.spins_at;
            let waiting = diagnose::waiting(resident.block(), spins_at);
            if let Some(end) = &mut shared.end {
                end.waiting.extend(waiting);
            }
        }
    }

    fn take_turn<'s>(
        &'s self,
        mut shared: MutexGuard<'s, Shared>,
        slot: usize,
        resident: &mut Resident,
    ) -> MutexGuard<'s, Shared> {
        let clusters = &self.context.clusters;
        if shared.slots[slot] == Slot::Empty {
            self.take_in(&mut shared, slot);
        }
        let number = match shared.slots[slot] {
            Slot::Given(number) => Some(number),
            _ => None,
        };
        let passed = self.passed(&shared, slot);
        let probing = number.is_none() && shared.probing.is_some();
        drop(shared);

        if let Some(number) = number {
            resident.begin(number);
            clusters.set_life(slot, Life::Runs, resident.block().shared.shadow());
        }
        if clusters.blocks() > 1 {
            // Of the others' shared memory, which goes when they return.
            resident.block_mut().hot.forget();
        }
        let steps_before = resident.block().statistics.steps;
        let uninitialised_before = resident.block().statistics.uninitialised_reads;
        let arrived_before = resident.block().gates.map(|gate| gate.arrived);
        resident.block_mut().hot.progress = number.is_some();
        for scope in Scope::BLOCKS {
            resident.block_mut().passed(scope, passed[scope as usize]);
        }
        let mut probe = None;
        let turn = if probing {
            match resident.probe() {
                Ok(found) => {
                    probe = Some(found);
                    match resident.block().live {
                        0 => Turn::Returned,
                        _ => Turn::Goes,
                    }
                }
                Err(failure) => Turn::Failed(failure),
            }
        } else {
            resident.turn()
        };

        let mut shared = self.lock();
        let block = resident.block();
        shared.statistics.steps += block.statistics.steps - steps_before;
        if block.hot.progress {
            shared.progress_at = shared.statistics.steps;
        }
        let arrived =
            |scope: Scope| block.gates[scope as usize].arrived > arrived_before[scope as usize];
        if arrived(Scope::Grid) && shared.grid_barriers.arrive(self.blocks) {
            shared.statistics.grid_barriers += 1;
        }
        let of_cluster = clusters.blocks();
        if arrived(Scope::Cluster)
            && shared.cluster_barriers[slot / of_cluster].arrive(of_cluster as u64)
        {
            shared.statistics.cluster_barriers += 1;
        }
        let index = index_in(block.number, self.context.grid);
        shared.statistics.uninitialised_reads +=
            block.statistics.uninitialised_reads - uninitialised_before;
        if let Some(failure) = resident.block_mut().warning.take() {
            let thread = failure
                .thread
                .map(|thread| resident.block().threads[thread].index);
            shared.warning.get_or_insert(End {
                failure,
                block: Some(index),
                thread,
                waiting: Vec::new(),
            });
        }
        let block = resident.block();
        match turn {
            Turn::Goes => shared.slots[slot] = Slot::Goes,
            Turn::Waits(barriers) => shared.slots[slot] = Slot::Waits(barriers),
            Turn::Returned => {
                let returned = Returned {
                    number: block.number,
                    passed: Scope::BLOCKS.map(|scope| block.most_waits(scope)),
                };
                self.let_go(&mut shared, slot, returned);
                let of_block = block.statistics;
                shared.statistics.block_barriers += of_block.block_barriers;
                shared.statistics.returned_at_barriers += of_block.returned_at_barriers;
                resident.block_mut().statistics = Statistics::default();
            }
            Turn::Failed(failure) => {
                let thread = failure.thread.map(|thread| block.threads[thread].index);
                self.end(&mut shared, failure, Some(index), thread);
                return shared;
            }
        }
        self.watch(&mut shared, slot, probe);
        if !shared.over {
            self.pass_on(&mut shared, slot);
        }
        shared
    }
    /// Gives the slots of an empty group the blocks of the next cluster.
    fn take_in(&self, shared: &mut Shared, slot: usize) {
        let clusters = &self.context.clusters;
        let Some(cluster) = shared.pending.pop_front() else {
            return;
        };
        shared.cluster_barriers[slot / clusters.blocks()] = Crossed::default();
        for slot in clusters.group(slot) {
            shared.slots[slot] = Slot::Given(clusters.block(cluster, clusters.rank(slot)));
            clusters.set_life(slot, Life::ToBegin, Shadow::NONE);
        }
    }

    /// A block has returned. Its slot is free when the others of its cluster have returned, too.
    fn let_go(&self, shared: &mut Shared, slot: usize, returned: Returned) {
        let clusters = &self.context.clusters;
        clusters.set_life(slot, Life::Returned, Shadow::NONE);
        if shared.returned.len() < RETURNED_TOLD {
            shared.returned.push(returned);
        }
        shared.slots[slot] = Slot::Returned(returned);
        let group = &mut shared.slots[clusters.group(slot)];
        if group.iter().all(|slot| matches!(slot, Slot::Returned(_))) {
            group.fill(Slot::Empty);
        }
    }

    /// The barriers that the grid and the cluster at `slot` have passed.
    pub(crate) fn passed(&self, shared: &Shared, slot: usize) -> [u64; 2] {
        let cluster = shared.cluster_barriers[slot / self.context.clusters.blocks()];
        [shared.grid_barriers.passed, cluster.passed]
    }
}

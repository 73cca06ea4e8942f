//! A launch: its blocks on operating-system threads of which one runs at a time.
//!
//! The thread that runs holds the turn. When its block's turn is over it chooses whose is next, under the lock, and waits.

use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;

use super::block::{Failure, index_in};
use super::clock::Watch;
use super::cluster::{Clusters, Life};
use super::launch_context::LaunchContext;
use super::processor::{stay_on, this_processor};
use super::program_data::program_data;
use super::racing::{MOST_TOLD, Racing};
use super::resident::{Resident, Turn};
use super::shared_memory::SharedMemory;
use super::signals;
use super::{Completion, Launch, Limits, Statistics};
use crate::judge::Memory;
use crate::judge::Shadow;
use crate::judge::awaited::Object;
use crate::judge::barrier::{Crossed, Scope as BarrierScope};
use crate::judge::diagnose;
use crate::judge::races::region::Cells;
use crate::judge::recurrence::Cell;
use crate::judge::{Fault, Report, Waiting};
use crate::schedule::{Order, Schedule};

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
    /// By slot, whether its operating-system thread is there. They are started as blocks need them, by groups.
    pub(crate) there: Vec<bool>,
    /// The first slot of each group that was started and has no block now.
    pub(crate) vacant: Vec<usize>,
    /// The first slot that was not started.
    pub(crate) unstarted: usize,
    /// Clusters that have no slots yet.
    pub(crate) pending: Range<u64>,
    pub(crate) order: Box<dyn Order>,
    /// By slot, the number of its block.
    pub(crate) numbers: Vec<u64>,
    /// The number of the last block that did what others can see.
    pub(crate) ahead: u64,
    /// Whether its neighbour was preferred, last time.
    pub(crate) preferred: bool,
    pub(crate) grid_barriers: Crossed,
    /// Those of the clusters, by group.
    pub(crate) cluster_barriers: Vec<Crossed>,
    /// A few of the blocks that have returned.
    pub(crate) returned: Vec<Returned>,
    pub(crate) statistics: Statistics,
    /// Steps since a thread last returned.
    pub(crate) spent: u64,
    /// Those since one last wrote, too.
    pub(crate) idle: u64,
    /// By slot, what the threads read that spin, where there are such, and no other thread of the block can go on.
    pub(crate) watched: Vec<Option<Vec<Cell>>>,
    /// By slot, what threads of the block wait for that have said so.
    pub(crate) awaited: Vec<Option<Object>>,
    /// Slots whose threads are still to be looked at once more, where nobody can go on.
    pub(crate) confirming: Option<Vec<usize>>,
    pub(crate) over: bool,
    /// What is not right and does not end the launch.
    warning: Option<End>,
    races: Vec<End>,
    pub(crate) end: Option<End>,
}

pub(crate) struct Grid<'a> {
    pub(crate) context: &'a LaunchContext,
    pub(crate) blocks: u64,
    shared: Mutex<Shared>,
    pub(crate) turns: Vec<Condvar>,
    /// The one that all threads of the launch are on.
    processor: Option<usize>,
}

/// Blocks that have returned of which a report tells.
pub(crate) const RETURNED_TOLD: usize = 4;

/// # Safety
///
/// As [`super::run`].
pub(crate) unsafe fn run(
    launch: &Launch,
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
            let clusters = (launch.resident_blocks / of_cluster).max(1);
            blocks.min(u64::from(clusters) * u64::from(of_cluster))
        }
    } as usize;
    let order = schedule.order(0);
    let context = LaunchContext {
        clusters: Clusters::new(launch.cluster, launch.grid, order.is_backwards(), slots),
        multiprocessors: limits.multiprocessors,
        schedule,
        launch: launch.clone(),
        program_data: program_data(),
        uninitialised: limits.uninitialised,
        racing: Racing::new(limits.races, launch, blocks),
        max_steps: limits.max_steps,
        memory,
    };
    let grid = Grid {
        context: &context,
        blocks,
        shared: Mutex::new(Shared {
            turn: 0,
            slots: vec![Slot::Empty; slots],
            there: vec![false; slots],
            vacant: Vec::new(),
            unstarted: 0,
            pending: 0..context.clusters.count(),
            order,
            numbers: vec![u64::MAX; slots],
            ahead: u64::MAX,
            preferred: false,
            grid_barriers: Crossed::default(),
            cluster_barriers: vec![Crossed::default(); slots / context.clusters.blocks()],
            returned: Vec::new(),
            statistics: Statistics::default(),
            spent: 0,
            idle: 0,
            watched: vec![None; slots],
            awaited: vec![None; slots],
            confirming: None,
            over: false,
            warning: None,
            races: Vec::new(),
            end: None,
        }),
        turns: (0..slots).map(|_| Condvar::new()).collect(),
        processor: this_processor(),
    };
    signals::install();
    std::thread::scope(|scope| {
        // None on this thread, whose shared memory still has what an earlier launch left.
        let mut shared = grid.lock();
        grid.pass_on(scope, &mut shared, slots - 1);
    });
    let shared = grid
        .shared
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match shared.end {
        None => Ok(Completion {
            statistics: shared.statistics,
            warning: shared.warning.map(|warning| report(warning, &context)),
            races: shared
                .races
                .into_iter()
                .map(|race| report(race, &context))
                .collect(),
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
        kernel: context.launch.kernel.shown,
        schedule: context.schedule,
        device: String::new(),
        block: end.block,
        thread: end.thread,
        what: match end.failure.read {
            None => end.failure.what.text(),
            Some(read) => format!(
                "{}; before that, this thread made {}",
                end.failure.what.text(),
                read.text()
            ),
        },
        waiting,
    }
}

impl Grid<'_> {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the threads of the group that begins at `first`. None stays behind the launch.
    pub(crate) fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        shared: &mut Shared,
        first: usize,
    ) {
        for slot in self.context.clusters.group(first) {
            let stack = (256 << 10) + SharedMemory::bytes_of_a_thread();
            let thread = std::thread::Builder::new().stack_size(stack);
            let work = move || {
                stay_on(self.processor);
                self.work(scope, slot);
            };
            if let Err(error) = thread.spawn_scoped(scope, work) {
                return self.host_failed(shared, &error, slot);
            }
        }
    }

    fn host_failed(&self, shared: &mut Shared, error: &std::io::Error, slot: usize) {
        let slots = self.turns.len();
        let what = format!(
            "the host gave only {slot} of the {slots} operating-system threads for resident blocks, or no memory for \
             their stacks: {error}"
        );
        let failure = Failure {
            fault: Fault::Host,
            code: Fault::Host.code(),
            what: what.into(),
            thread: None,
            read: None,
        };
        self.end(shared, failure, None, None);
    }

    /// What the thread of `slot` does, from the first turn to the last.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, slot: usize) {
        let mut resident = match Resident::new(self.context, slot) {
            Ok(resident) => resident,
            Err(error) => return self.host_failed(&mut self.lock(), &error, slot),
        };
        let _watch = Watch::of_this_thread();
        let clusters = &self.context.clusters;
        clusters.announce(slot, &resident.block().shared);
        let mut shared = self.lock();
        shared.there[slot] = true;
        // Blocks of a cluster may ask where each other's shared memory is.
        let group = clusters.group(slot);
        let all_there = |shared: &Shared| shared.there[group.clone()].iter().all(|there| *there);
        if all_there(&shared) {
            self.turns[shared.turn].notify_one();
        }
        loop {
            while (shared.turn != slot || !all_there(&shared)) && !shared.over {
                shared = self.turns[slot]
                    .wait(shared)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            if shared.over {
                break;
            }
            shared = self.take_turn(scope, shared, slot, &mut resident);
        }
        // Others wait, or run: what this block does is part of the story.
        if resident.block().judge.live > 0
            && let Some(end) = &mut shared.end
            && end.failure.fault != Fault::Host
        {
            if matches!(end.failure.fault, Fault::Deadlock | Fault::Runaway) {
                resident.ask_places();
            }
            let waiting = {
                let block = resident.block();
                let index = [block.index.x, block.index.y, block.index.z];
                let line = |thread: usize| block.threads[thread].place.as_ref()?.line();
                diagnose::waiting(&block.judge, index, &line)
            };
            if let Some(end) = &mut shared.end {
                end.waiting.extend(waiting);
            }
        }
    }

    fn take_turn<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        mut shared: MutexGuard<'scope, Shared>,
        slot: usize,
        resident: &mut Resident,
    ) -> MutexGuard<'scope, Shared> {
        let clusters = &self.context.clusters;
        if shared.slots[slot] == Slot::Empty {
            self.take_in(&mut shared, slot);
        }
        let number = match shared.slots[slot] {
            Slot::Given(number) => Some(number),
            _ => None,
        };
        let passed = self.passed(&shared, slot);
        let confirming = shared.confirming.is_some();
        let steps_left = self.context.max_steps.saturating_sub(shared.idle) + 1;
        drop(shared);

        if let Some(number) = number {
            resident.begin(number);
            let block = resident.block();
            clusters.set_life(
                slot,
                Life::Runs,
                block.shared.shadow(),
                block.shared_cells(),
            );
        }
        if clusters.blocks() > 1 {
            // Of the others' shared memory, which goes when they return.
            resident.block_mut().hot.forget();
        }
        let steps_before = resident.block().statistics.steps;
        let (spent_before, live_before) = (resident.block().spent, resident.block().judge.live);
        let uninitialised_before = resident.block().statistics.uninitialised_reads;
        let races_before = resident.block().statistics.races;
        let arrived_before = resident.block().judge.gates.map(|gate| gate.arrived);
        for at in BarrierScope::BLOCKS {
            resident.block_mut().judge.passed(at, passed[at as usize]);
        }
        resident.block_mut().order();
        resident.block_mut().acted = false;
        let turn = match confirming {
            true => resident.confirm(),
            false => resident.turn(steps_left),
        };

        let mut shared = self.lock();
        let block = resident.block();
        shared.statistics.steps += block.statistics.steps - steps_before;
        let spent = block.spent - spent_before;
        (shared.spent, shared.idle) = match block.judge.live < live_before {
            true => (0, 0),
            false if block.acted => (shared.spent + spent, 0),
            false => (shared.spent + spent, shared.idle + spent),
        };
        let arrived = |scope: BarrierScope| {
            block.judge.gates[scope as usize].arrived > arrived_before[scope as usize]
        };
        if arrived(BarrierScope::Grid) && shared.grid_barriers.arrive(self.blocks) {
            shared.statistics.grid_barriers += 1;
            self.completed(BarrierScope::Grid, 0);
        }
        let of_cluster = clusters.blocks();
        if arrived(BarrierScope::Cluster)
            && shared.cluster_barriers[slot / of_cluster].arrive(of_cluster as u64)
        {
            shared.statistics.cluster_barriers += 1;
            self.completed(BarrierScope::Cluster, clusters.group(slot).start as u64);
        }
        let index = index_in(block.number, self.context.launch.grid);
        shared.statistics.uninitialised_reads +=
            block.statistics.uninitialised_reads - uninitialised_before;
        shared.statistics.races += block.statistics.races - races_before;
        for failure in std::mem::take(&mut resident.block_mut().found) {
            let thread = failure
                .thread
                .map(|thread| resident.block().threads[thread].index);
            if shared.races.len() < MOST_TOLD {
                shared.races.push(End {
                    failure,
                    block: Some(index),
                    thread,
                    waiting: Vec::new(),
                });
            }
        }
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
        shared.watched[slot] = None;
        if block.acted {
            shared.ahead = block.number;
        }
        match turn {
            Turn::Goes => shared.slots[slot] = Slot::Goes,
            Turn::Waits(barriers) => {
                let spinning = &block.spinning;
                shared.watched[slot] = (!spinning.is_empty()).then(|| spinning.cells().to_vec());
                shared.awaited[slot] = block.awaited();
                shared.slots[slot] = Slot::Waits(barriers);
            }
            Turn::Returned => {
                let returned = Returned {
                    number: block.number,
                    passed: BarrierScope::BLOCKS.map(|scope| block.judge.most_waits(scope)),
                };
                self.let_go(&mut shared, slot, returned);
                shared.statistics.block_barriers += block.judge.block_barriers;
                shared.statistics.returned_at_barriers += block.judge.returned_at_barriers;
                resident.block_mut().statistics = Statistics::default();
            }
            Turn::Failed(failure) => {
                let thread = failure.thread.map(|thread| block.threads[thread].index);
                self.end(&mut shared, failure, Some(index), thread);
                return shared;
            }
        }
        self.confirmed(&mut shared, slot);
        self.bound(&mut shared);
        if !shared.over {
            self.pass_on(scope, &mut shared, slot);
        }
        shared
    }

    /// All blocks have arrived at a barrier: of the grid, or of the cluster whose first slot that is.
    fn completed(&self, scope: BarrierScope, first: u64) {
        if let Some(racing) = &self.context.racing {
            // SAFETY: called at the end of a turn, by the thread that had it.
            unsafe { racing.complete(scope, first) };
        }
    }

    /// Gives the slots of an empty group the blocks of the next cluster.
    fn take_in(&self, shared: &mut Shared, slot: usize) {
        let clusters = &self.context.clusters;
        let next = match self.context.clusters.is_backwards() {
            false => shared.pending.next(),
            true => shared.pending.next_back(),
        };
        let Some(cluster) = next else { return };
        shared.cluster_barriers[slot / clusters.blocks()] = Crossed::default();
        for slot in clusters.group(slot) {
            let number = clusters.block(cluster, clusters.rank(slot));
            shared.slots[slot] = Slot::Given(number);
            shared.numbers[slot] = number;
            clusters.set_life(slot, Life::ToBegin, Shadow::NONE, Cells::default());
        }
    }

    /// A block has returned. Its slot is free when the others of its cluster have returned, too.
    fn let_go(&self, shared: &mut Shared, slot: usize, returned: Returned) {
        let clusters = &self.context.clusters;
        clusters.set_life(slot, Life::Returned, Shadow::NONE, Cells::default());
        if shared.returned.len() < RETURNED_TOLD {
            shared.returned.push(returned);
        }
        shared.slots[slot] = Slot::Returned(returned);
        let group = &mut shared.slots[clusters.group(slot)];
        if group.iter().all(|slot| matches!(slot, Slot::Returned(_))) {
            group.fill(Slot::Empty);
            shared.vacant.push(clusters.group(slot).start);
        }
    }

    /// The barriers that the grid and the cluster at `slot` have passed.
    pub(crate) fn passed(&self, shared: &Shared, slot: usize) -> [u64; 2] {
        let cluster = shared.cluster_barriers[slot / self.context.clusters.blocks()];
        [shared.grid_barriers.passed, cluster.passed]
    }
}

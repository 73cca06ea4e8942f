//! A launch: its blocks on operating-system threads of which one runs at a time.
//!
//! The thread that runs holds the turn. When its block's turn is over it chooses whose is next, under the lock, and waits.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::barrier::{Among, Crossed};
use super::block::{Failure, index_in};
use super::cluster::{Clusters, Life};
use super::diagnose;
use super::processor::{stay_on, this_processor};
use super::program_data::program_data;
use super::report::{Fault, Report, Waiting};
use super::resident::{Resident, Turn};
use super::schedule::{Choices, Schedule};
use super::setting::{Arguments, Setting};
use super::signals::{self, Watch};
use super::uninitialised::Notes;
use super::{Completion, Launch, Limits, Memory, Statistics};

/// What a place's block is doing, as the others see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// There is no block, nor one of the same group.
    Empty,
    /// The block of that number is to begin.
    Given(u64),
    Goes,
    /// Waits until more barriers than that are passed, by [`Among`].
    Waits([Option<u64>; 2]),
    /// The block has returned; others of its cluster have not.
    Returned(Returned),
}

/// A block that has returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Returned {
    pub(super) number: u64,
    /// The barriers that it passed, by [`Among`].
    pub(super) passed: [u64; 2],
}

/// How a launch ended early.
pub(super) struct End {
    pub(super) failure: Failure,
    pub(super) block: Option<[u32; 3]>,
    pub(super) thread: Option<[u32; 3]>,
    pub(super) waiting: Vec<Waiting>,
}

/// What is changed by whose turn it is.
pub(super) struct Shared {
    pub(super) turn: usize,
    pub(super) places: Vec<Place>,
    /// Places whose thread is there.
    there: usize,
    /// Clusters that have no places yet.
    pub(super) pending: VecDeque<u64>,
    pub(super) choices: Choices,
    pub(super) grid_barriers: Crossed,
    /// Those of the clusters, by group.
    pub(super) cluster_barriers: Vec<Crossed>,
    /// A few of the blocks that have returned.
    pub(super) returned: Vec<Returned>,
    pub(super) statistics: Statistics,
    /// Steps when somebody last did something that others could see.
    pub(super) progress_at: u64,
    /// Places that are still to be watched, in a search for threads that spin.
    pub(super) probing: Option<Vec<usize>>,
    pub(super) spins_at: Option<usize>,
    pub(super) over: bool,
    /// What is not right and does not end the launch.
    warning: Option<End>,
    pub(super) end: Option<End>,
}

pub(super) struct Grid<'a> {
    pub(super) setting: &'a Setting,
    pub(super) blocks: u64,
    pub(super) max_steps: u64,
    shared: Mutex<Shared>,
    pub(super) turns: Vec<Condvar>,
}

/// Blocks that have returned of which a report tells.
pub(super) const RETURNED_TOLD: usize = 4;

pub(super) fn run(
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
    let places = match launch.cooperative {
        true => blocks,
        false => {
            let clusters = (limits.resident_blocks / of_cluster).max(1);
            blocks.min(u64::from(clusters) * u64::from(of_cluster))
        }
    } as usize;
    let setting = Setting {
        kernel: launch.kernel,
        grid: launch.grid,
        block: launch.block,
        dynamic_shared: launch.dynamic_shared,
        cooperative: launch.cooperative,
        clusters: Clusters::new(launch.cluster, launch.grid, schedule, places),
        multiprocessors: limits.multiprocessors,
        schedule,
        arguments: Arguments::new(launch.arguments),
        program_data: program_data(),
        uninitialised: limits.uninitialised,
        memory,
    };
    let clusters = setting.clusters.count();
    let pending: VecDeque<u64> = match schedule {
        Schedule::Reverse => (0..clusters).rev().collect(),
        _ => (0..clusters).collect(),
    };
    let grid = Grid {
        setting: &setting,
        blocks,
        max_steps: limits.max_steps,
        shared: Mutex::new(Shared {
            turn: 0,
            places: vec![Place::Empty; places],
            there: 0,
            pending,
            choices: Choices::new(schedule, 0),
            grid_barriers: Crossed::default(),
            cluster_barriers: vec![Crossed::default(); places / setting.clusters.blocks()],
            returned: Vec::new(),
            statistics: Statistics::default(),
            progress_at: 0,
            probing: None,
            spins_at: None,
            over: false,
            warning: None,
            end: None,
        }),
        turns: (0..places).map(|_| Condvar::new()).collect(),
    };
    signals::install();
    std::thread::scope(|scope| {
        let processor = this_processor();
        // None on this thread, whose shared memory still has what an earlier launch left.
        for place in 0..places {
            let grid = &grid;
            let thread = std::thread::Builder::new().stack_size(256 << 10);
            if let Err(error) = thread.spawn_scoped(scope, move || {
                stay_on(processor);
                grid.work(place);
            }) {
                grid.host_failed(&error, place, places);
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
            warning: shared.warning.map(|warning| report(warning, &setting)),
        }),
        Some(end) => Err(report(end, &setting)),
    }
}

fn report(end: End, setting: &Setting) -> Report {
    let mut waiting = end.waiting;
    waiting.sort_by_key(|waiting| (waiting.block[2], waiting.block[1], waiting.block[0]));
    Report {
        code: end.failure.code,
        fault: end.failure.fault,
        kernel: setting.kernel.name.to_str().unwrap_or("?"),
        schedule: setting.schedule,
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

    fn host_failed(&self, error: &std::io::Error, place: usize, places: usize) {
        let what = format!(
            "the host gave only {place} of the {places} operating-system threads for resident blocks, or no memory for \
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

    /// What the thread of `place` does, from the first turn to the last.
    fn work(&self, place: usize) {
        let mut resident = match Resident::new(self.setting, place) {
            Ok(resident) => resident,
            Err(error) => return self.host_failed(&error, place, self.turns.len()),
        };
        let _watch = Watch::of_this_thread();
        let clusters = &self.setting.clusters;
        clusters.announce(place, &resident.block().shared);
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
            while (shared.turn != place || shared.there < needed) && !shared.over {
                shared = self.turns[place]
                    .wait(shared)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            if shared.over {
                break;
            }
            shared = self.take_turn(shared, place, &mut resident);
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
        place: usize,
        resident: &mut Resident,
    ) -> MutexGuard<'s, Shared> {
        let clusters = &self.setting.clusters;
        if shared.places[place] == Place::Empty {
            self.take_in(&mut shared, place);
        }
        let number = match shared.places[place] {
            Place::Given(number) => Some(number),
            _ => None,
        };
        let passed = self.passed(&shared, place);
        let probing = number.is_none() && shared.probing.is_some();
        drop(shared);

        if let Some(number) = number {
            resident.begin(number);
            clusters.set_life(place, Life::Runs, resident.block().shared.notes());
        }
        if clusters.blocks() > 1 {
            // Of the others' shared memory, which goes when they return.
            resident.block_mut().hot.forget();
        }
        let steps_before = resident.block().statistics.steps;
        let uninitialised_before = resident.block().statistics.uninitialised_reads;
        let arrived_before = resident.block().gates.map(|gate| gate.arrived);
        resident.block_mut().hot.progress = number.is_some();
        for among in Among::BLOCKS {
            resident.block_mut().passed(among, passed[among as usize]);
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
            |among: Among| block.gates[among as usize].arrived > arrived_before[among as usize];
        if arrived(Among::Grid) && shared.grid_barriers.arrive(self.blocks) {
            shared.statistics.grid_barriers += 1;
        }
        let of_cluster = clusters.blocks();
        if arrived(Among::Cluster)
            && shared.cluster_barriers[place / of_cluster].arrive(of_cluster as u64)
        {
            shared.statistics.cluster_barriers += 1;
        }
        let index = index_in(block.number, self.setting.grid);
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
            Turn::Goes => shared.places[place] = Place::Goes,
            Turn::Waits(barriers) => shared.places[place] = Place::Waits(barriers),
            Turn::Returned => {
                let returned = Returned {
                    number: block.number,
                    passed: Among::BLOCKS.map(|among| block.most_waits(among)),
                };
                self.let_go(&mut shared, place, returned);
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
        self.watch(&mut shared, place, probe);
        if !shared.over {
            self.pass_on(&mut shared, place);
        }
        shared
    }
    /// Gives the places of an empty group the blocks of the next cluster.
    fn take_in(&self, shared: &mut Shared, place: usize) {
        let clusters = &self.setting.clusters;
        let Some(cluster) = shared.pending.pop_front() else {
            return;
        };
        shared.cluster_barriers[place / clusters.blocks()] = Crossed::default();
        for place in clusters.group(place) {
            shared.places[place] = Place::Given(clusters.block(cluster, clusters.rank(place)));
            clusters.set_life(place, Life::ToBegin, Notes::NONE);
        }
    }

    /// A block has returned. Its place is free when the others of its cluster have returned, too.
    fn let_go(&self, shared: &mut Shared, place: usize, returned: Returned) {
        let clusters = &self.setting.clusters;
        clusters.set_life(place, Life::Returned, Notes::NONE);
        if shared.returned.len() < RETURNED_TOLD {
            shared.returned.push(returned);
        }
        shared.places[place] = Place::Returned(returned);
        let group = &mut shared.places[clusters.group(place)];
        if group
            .iter()
            .all(|place| matches!(place, Place::Returned(_)))
        {
            group.fill(Place::Empty);
        }
    }

    /// The barriers that the grid and the cluster at `place` have passed.
    pub(super) fn passed(&self, shared: &Shared, place: usize) -> [u64; 2] {
        let cluster = shared.cluster_barriers[place / self.setting.clusters.blocks()];
        [shared.grid_barriers.passed, cluster.passed]
    }
}

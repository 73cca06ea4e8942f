//! A launch: its blocks on operating-system threads of which one runs at a time.
//!
//! The thread that runs holds the turn. When its block's turn is over it chooses whose is next, under the lock, and waits.

use std::collections::VecDeque;
use std::ptr;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::block::{Failure, index_in};
use super::diagnose;
use super::program_data::{ProgramData, program_data};
use super::registry::KernelCode;
use super::report::{Fault, Report, Waiting};
use super::resident::{Probe, Resident, Turn};
use super::schedule::{Choices, Schedule};
use super::uninitialised::Uninitialised;
use super::{Completion, Launch, Limits, Memory, Statistics};

/// What all blocks of a launch know.
pub(super) struct Setting {
    pub(super) kernel: &'static KernelCode,
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) dynamic_shared: u32,
    pub(super) cooperative: bool,
    pub(super) multiprocessors: u32,
    pub(super) schedule: Schedule,
    pub(super) arguments: Arguments,
    pub(super) program_data: Vec<ProgramData>,
    pub(super) uninitialised: Uninitialised,
    pub(super) memory: &'static dyn Memory,
}

/// The arguments, where a kernel may read them: aligned for any type.
pub(super) struct Arguments {
    _bytes: Vec<Vec<u128>>,
    pub(super) pointers: Vec<*const std::ffi::c_void>,
}

impl Arguments {
    fn new(arguments: &[Vec<u8>]) -> Self {
        let bytes: Vec<Vec<u128>> = arguments
            .iter()
            .map(|argument| {
                let mut words = vec![0u128; argument.len().div_ceil(16).max(1)];
                // SAFETY: that many words have at least as many bytes as the argument.
                unsafe {
                    ptr::copy_nonoverlapping(
                        argument.as_ptr(),
                        words.as_mut_ptr().cast(),
                        argument.len(),
                    )
                };
                words
            })
            .collect();
        let pointers = bytes.iter().map(|words| words.as_ptr().cast()).collect();
        Arguments {
            _bytes: bytes,
            pointers,
        }
    }
}

// SAFETY: the pointers are to `bytes`, which nobody writes.
unsafe impl Sync for Arguments {}

/// What a place's block is doing, as the others see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Empty,
    Goes,
    /// Waits for the grid to have passed more barriers than that.
    WaitsForGrid(u64),
}

/// How a launch ended early.
struct End {
    failure: Failure,
    block: Option<[u32; 3]>,
    thread: Option<[u32; 3]>,
    waiting: Vec<Waiting>,
}

/// What is changed by whose turn it is.
struct Shared {
    turn: usize,
    places: Vec<Place>,
    /// Blocks that have no place yet.
    pending: VecDeque<u64>,
    choices: Choices,
    /// Grid barriers passed, and blocks that have arrived at the next.
    generation: u64,
    arrived: u64,
    /// A few blocks that have returned, with the barriers they had passed.
    returned: Vec<(u64, u64)>,
    statistics: Statistics,
    /// Steps when somebody last did something that others could see.
    progress_at: u64,
    /// Places that are still to be watched, in a search for threads that spin.
    probing: Option<Vec<usize>>,
    spins_at: Option<usize>,
    over: bool,
    /// What is not right and does not end the launch.
    warning: Option<End>,
    end: Option<End>,
}

struct Grid<'a> {
    setting: &'a Setting,
    blocks: u64,
    max_steps: u64,
    shared: Mutex<Shared>,
    turns: Vec<Condvar>,
}

/// Steps without progress after which threads are suspected to spin.
const SUSPICION: u64 = 4_000_000;
/// Blocks that have returned of which a report tells.
const RETURNED_TOLD: usize = 4;

pub(super) fn run(
    launch: &Launch<'_>,
    limits: &Limits,
    schedule: Schedule,
    memory: &dyn Memory,
) -> Result<Completion, Report> {
    // SAFETY: only lengthened: all threads that use it are joined before this function returns.
    let memory = unsafe { std::mem::transmute::<&dyn Memory, &'static dyn Memory>(memory) };
    let setting = Setting {
        kernel: launch.kernel,
        grid: launch.grid,
        block: launch.block,
        dynamic_shared: launch.dynamic_shared,
        cooperative: launch.cooperative,
        multiprocessors: limits.multiprocessors,
        schedule,
        arguments: Arguments::new(launch.arguments),
        program_data: program_data(),
        uninitialised: limits.uninitialised,
        memory,
    };
    let blocks: u64 = launch
        .grid
        .iter()
        .map(|&extent| u64::from(extent))
        .product();
    // A cooperative launch that does not fit was refused: here all of it is resident.
    let places = match launch.cooperative {
        true => blocks,
        false => blocks.min(u64::from(limits.resident_blocks.max(1))),
    } as usize;
    let pending: VecDeque<u64> = match schedule {
        Schedule::Reverse => (0..blocks).rev().collect(),
        _ => (0..blocks).collect(),
    };
    let grid = Grid {
        setting: &setting,
        blocks,
        max_steps: limits.max_steps,
        shared: Mutex::new(Shared {
            turn: 0,
            places: vec![Place::Empty; places],
            pending,
            choices: Choices::new(schedule, 0),
            generation: 0,
            arrived: 0,
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

/// The processor that the calling thread is on, where that can be said.
fn this_processor() -> Option<usize> {
    // SAFETY: a question.
    usize::try_from(unsafe { libc::sched_getcpu() }).ok()
}

/// Keeps the calling thread on one processor. As only one thread of a launch runs at a time this costs nothing, and
/// handing the turn on need not wake another processor, which takes ten times as long.
fn stay_on(processor: Option<usize>) {
    let Some(processor) = processor.filter(|&processor| processor < libc::CPU_SETSIZE as usize)
    else {
        return;
    };
    // SAFETY: a set of processors is plain bits, and the number is in its range. Where the system refuses, nothing is lost.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(processor, &mut set);
        libc::sched_setaffinity(0, size_of_val(&set), &set);
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
        let mut resident = match Resident::new(self.setting) {
            Ok(resident) => resident,
            Err(error) => return self.host_failed(&error, place, self.turns.len()),
        };
        let mut shared = self.lock();
        loop {
            while shared.turn != place && !shared.over {
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
        let number = match shared.places[place] {
            Place::Empty => shared.pending.pop_front(),
            _ => None,
        };
        let generation = shared.generation;
        let probing = number.is_none() && shared.probing.is_some();
        drop(shared);

        if let Some(number) = number {
            resident.begin(number);
        }
        let steps_before = resident.block().statistics.steps;
        let uninitialised_before = resident.block().statistics.uninitialised_reads;
        let arrived_before = resident.block().grid_arrived;
        resident.block_mut().hot.progress = number.is_some();
        resident.block_mut().grid_passed(generation);
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
        if block.grid_arrived > arrived_before {
            shared.arrived += 1;
            if shared.arrived == self.blocks {
                shared.arrived = 0;
                shared.generation += 1;
                shared.statistics.grid_barriers += 1;
            }
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
            Turn::WaitsForGrid => shared.places[place] = Place::WaitsForGrid(block.generation),
            Turn::Returned => {
                shared.places[place] = Place::Empty;
                if shared.returned.len() < RETURNED_TOLD {
                    let passed = block.threads.iter().map(|thread| thread.grid_waits).max();
                    shared.returned.push((block.number, passed.unwrap_or(0)));
                }
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

    /// Looks whether the launch gets anywhere.
    fn watch(&self, shared: &mut Shared, place: usize, probe: Option<Probe>) {
        if shared.statistics.steps > self.max_steps {
            let what = format!(
                "the kernel did not end within {} steps, which is as many as it may take",
                self.max_steps
            );
            return self.end(shared, failure(Fault::Runaway, what), None, None);
        }
        match (probe, &mut shared.probing) {
            (Some(Probe::Spins(address)), Some(left)) => {
                left.retain(|&other| other != place);
                let over = left.is_empty();
                shared.spins_at = address.or(shared.spins_at);
                let by_host = shared
                    .spins_at
                    .is_some_and(|at| self.setting.memory.host_writes(at));
                if over && by_host {
                    // The host may yet write what they wait for.
                    shared.probing = None;
                    shared.progress_at = shared.statistics.steps;
                } else if over {
                    let pending = shared.pending.len();
                    let what = match pending {
                        0 => "every thread that runs spins on memory that no thread will write"
                            .to_owned(),
                        _ => format!(
                            "every thread that runs spins on memory that no running thread will write, and {pending} of \
                             the grid's {} blocks have no place on the device until others return: an ordinary launch \
                             must not wait for other blocks; launch cooperatively, with a grid that fits",
                            self.blocks
                        ),
                    };
                    self.end(shared, failure(Fault::Deadlock, what), None, None);
                }
            }
            (Some(Probe::Moves), _) => {
                shared.probing = None;
                shared.progress_at = shared.statistics.steps;
            }
            (_, None) if shared.statistics.steps - shared.progress_at > SUSPICION => {
                let places = 0..shared.places.len();
                let suspects = places.filter(|&place| shared.places[place] == Place::Goes);
                shared.probing = Some(suspects.collect());
            }
            _ => {}
        }
    }

    /// Chooses whose turn is next, and wakes its thread.
    fn pass_on(&self, shared: &mut Shared, place: usize) {
        let count = shared.places.len();
        let can = |shared: &Shared, place: usize| match shared.places[place] {
            Place::Goes => shared
                .probing
                .as_ref()
                .is_none_or(|left| left.contains(&place)),
            Place::WaitsForGrid(passed) => shared.generation > passed,
            Place::Empty => shared.probing.is_none() && !shared.pending.is_empty(),
        };
        let schedule = self.setting.schedule;
        let next = match schedule {
            Schedule::Random(_) => {
                let able: Vec<usize> = (0..count).filter(|&place| can(shared, place)).collect();
                let first = shared.choices.first(able.len());
                able.get(first).copied()
            }
            // Places are filled in the order of the schedule, so the same walk is right for both directions.
            _ => (1..=count)
                .map(|step| (place + step) % count)
                .find(|&place| can(shared, place)),
        };
        match next {
            Some(next) => {
                if next != place {
                    shared.turn = next;
                    shared.statistics.block_switches += 1;
                    self.turns[next].notify_one();
                }
            }
            None if shared.probing.is_some() => {
                shared.probing = None;
                shared.progress_at = shared.statistics.steps;
                self.pass_on(shared, place);
            }
            None => self.nobody_goes(shared),
        }
    }

    /// No block can go on: the launch is over, or blocks wait for the grid in vain.
    fn nobody_goes(&self, shared: &mut Shared) {
        if shared.places.iter().all(|&place| place == Place::Empty) {
            shared.over = true;
            self.turns.iter().for_each(Condvar::notify_one);
            return;
        }
        let waiting = shared
            .places
            .iter()
            .filter(|&&place| place != Place::Empty)
            .count();
        let missing = shared.returned.first().copied();
        let what = match missing {
            Some((_, passed)) => format!(
                "{waiting} of the grid's {} blocks wait at grid barrier number {}; the others have returned, this one after \
                 {passed} grid barriers: every block has to reach every grid barrier",
                self.blocks,
                shared.generation + 1
            ),
            None => format!("{waiting} blocks wait at a grid barrier that not all reach"),
        };
        let block = missing.map(|(number, _)| index_in(number, self.setting.grid));
        self.end(shared, failure(Fault::GridBarrier, what), block, None);
    }

    fn end(
        &self,
        shared: &mut Shared,
        failure: Failure,
        block: Option<[u32; 3]>,
        thread: Option<[u32; 3]>,
    ) {
        let threads = self.setting.block.iter().product::<u32>();
        let waiting = match failure.fault {
            Fault::GridBarrier => shared
                .returned
                .iter()
                .map(|&(number, passed)| Waiting {
                    block: index_in(number, self.setting.grid),
                    threads: (0..threads).collect(),
                    state: format!("returned after {passed} grid barriers"),
                })
                .collect(),
            _ => Vec::new(),
        };
        shared.end.get_or_insert(End {
            failure,
            block,
            thread,
            waiting,
        });
        shared.over = true;
        self.turns.iter().for_each(Condvar::notify_one);
    }
}

fn failure(fault: Fault, what: String) -> Failure {
    Failure {
        fault,
        code: fault.code(),
        what,
        thread: None,
    }
}

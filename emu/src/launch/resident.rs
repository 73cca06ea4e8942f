//! The coroutines of a resident block, and which of them goes on.

use std::io;
use std::ptr;

use corosensei::{Coroutine, CoroutineResult};

use super::barrier::Scope;
use super::block::{Block, Failure, State, WARP};
use super::current_thread::set_current;
use super::diagnose;
use super::launch_context::LaunchContext;
use super::shared_memory::SharedMemory;
use super::stacks::{Slab, ThreadStack};
use crate::schedule::{Choices, Schedule};

type Fiber = Coroutine<(), (), (), ThreadStack>;

/// How a block's turn ended.
#[derive(Debug)]
pub(crate) enum Turn {
    /// Its time was up.
    Goes,
    /// All of its threads wait for other blocks: until these have passed more barriers than that, by [`Scope`].
    Waits([Option<u64>; 2]),
    /// All of its threads have returned.
    Returned,
    Failed(Failure),
}

/// What threads do that seem to get nowhere.
#[derive(Debug)]
pub(crate) enum Probe {
    Moves,
    /// Each that runs reads the same few addresses over and over; one of them.
    Spins(Option<usize>),
}

/// A slot for a block, and the block that has it.
pub(crate) struct Resident {
    /// Behind a pointer, because the code of its threads gets at it too. From `Box::into_raw`.
    block: *mut Block,
    fibers: Vec<Option<Fiber>>,
    /// After `fibers`, which are dropped first.
    slab: Slab,
    choices: Choices,
    /// The rank of the thread that ran last.
    last: usize,
    /// How often a lane of its warp may go on before another warp does.
    warp_turns: u32,
}

impl Resident {
    /// A slot on the calling operating-system thread, which it does not leave.
    pub(crate) fn new(context: &LaunchContext, slot: usize) -> io::Result<Self> {
        let threads = context.block.iter().product::<u32>() as usize;
        let slab = Slab::new(threads)?;
        let block = Block::new(context, slot, SharedMemory::of_this_thread(), slab.range());
        Ok(Resident {
            block: Box::into_raw(Box::new(block)),
            fibers: Vec::new(),
            slab,
            choices: Choices::new(context.schedule, 0),
            last: 0,
            warp_turns: 0,
        })
    }

    pub(crate) fn block(&self) -> &Block {
        // SAFETY: valid since `new`; no thread's code runs while this reference is held, as it borrows `self`.
        unsafe { &*self.block }
    }

    pub(crate) fn block_mut(&mut self) -> &mut Block {
        // SAFETY: as for `block`.
        unsafe { &mut *self.block }
    }

    /// Takes block `number` of the grid in.
    pub(crate) fn begin(&mut self, number: u64) {
        self.abandon();
        let schedule = self.block().context().schedule;
        self.block_mut().begin(number);
        self.choices = Choices::new(schedule, number + 1);
        let block = self.block;
        let count = self.block().threads.len();
        // The first to be picked is thread 0, or in reverse the last.
        self.last = match schedule {
            Schedule::Reverse => 0,
            _ => count - 1,
        };
        self.warp_turns = 0;
        for thread in 0..count {
            let stack = self.slab.stack(thread);
            let fiber = Coroutine::with_stack(stack, move |yielder, ()| {
                // SAFETY: the block is valid for as long as its coroutines, and this is its running thread. What
                // `invoke` gets are the launch's arguments, of the kernel's types.
                unsafe {
                    let (kernel, arguments) = {
                        let block = &mut *block;
                        block.threads[thread].yielder = ptr::from_ref(yielder);
                        let context = block.context();
                        (context.kernel, context.arguments.pointers.as_ptr())
                    };
                    (kernel.invoke)(kernel.entry, arguments);
                }
            });
            self.fibers.push(Some(fiber));
        }
    }

    /// Lets the block go on for a turn.
    pub(crate) fn turn(&mut self) -> Turn {
        let threads = self.block().live as u32;
        let mut left = self.choices.turn(threads);
        while left > 0 {
            let Some(thread) = self.pick() else { break };
            let stretch = self.choices.stretch();
            let taken = self.resume(thread, stretch);
            left = left.saturating_sub(self.choices.cost(taken));
            if self.choices.is_long(taken) {
                // The other lanes may do so too, once.
                let lanes = self.block().ready.warp(thread / WARP).count_ones();
                self.warp_turns = self.warp_turns.min(lanes);
            }
            if let Some(failure) = self.block_mut().failure.take() {
                return Turn::Failed(failure);
            }
        }
        self.ended()
    }

    fn ended(&mut self) -> Turn {
        let block = self.block_mut();
        if block.live == 0 {
            return Turn::Returned;
        }
        if block.active_waits > 0 {
            (0..block.threads.len().div_ceil(WARP)).for_each(|warp| block.release_active(warp));
        }
        if !block.ready.is_empty() {
            return Turn::Goes;
        }
        match Scope::BLOCKS.map(|scope| block.waits_past(scope)) {
            [None, None] => Turn::Failed(diagnose::stuck_block(block)),
            barriers => Turn::Waits(barriers),
        }
    }

    /// The rank of the thread that goes on.
    fn pick(&mut self) -> Option<usize> {
        // SAFETY: as for `block`; the fields of `self` that are written below are others.
        let ready = unsafe { &(*self.block).ready };
        let thread = match self.choices.schedule() {
            Schedule::Random(_) => return ready.nth(self.choices.first(ready.count())),
            // The lanes of a warp in turn, until none can go on or they had enough; then the warp after or before it.
            schedule => {
                let warp = self.last / WARP;
                let lanes = ready.warp(warp);
                self.warp_turns = self.warp_turns.saturating_sub(1);
                let down = schedule == Schedule::Reverse;
                if lanes == 0 || self.warp_turns == 0 {
                    let thread = match down {
                        false => ready.next((warp + 1) * WARP)?,
                        true => ready.previous(warp * WARP)?,
                    };
                    let lanes = ready.warp(thread / WARP).count_ones();
                    self.warp_turns = self.choices.warp_turns(lanes);
                    thread
                } else {
                    warp * WARP + next_lane(lanes, self.last % WARP, down)
                }
            }
        };
        self.last = thread;
        Some(thread)
    }

    /// Lets a thread go on for at most `stretch` steps; returns how many it took.
    fn resume(&mut self, thread: usize, stretch: u32) -> u32 {
        let stack = self.slab.stack(thread);
        let block = self.block_mut();
        block.current = thread;
        block.hot.enter(stack, stretch);
        block.hot.thread_index = block.threads[thread].index.into();
        block.hot.lane = (thread % WARP) as u32;
        set_current(self.block);
        let ended = match &mut self.fibers[thread] {
            Some(fiber) => matches!(fiber.resume(()), CoroutineResult::Return(())),
            None => false,
        };
        set_current(ptr::null_mut());
        let block = self.block_mut();
        let taken = 1 + block.hot.taken();
        block.statistics.steps += u64::from(taken);
        if ended {
            self.fibers[thread] = None;
            self.block_mut().returned(thread);
        }
        taken
    }

    /// Watches each thread that runs for a while: do all of them only look at the same few places?
    pub(crate) fn probe(&mut self) -> Result<Probe, Failure> {
        let running: Vec<usize> = self.block().ready.iter().collect();
        let mut spun_at = None;
        self.block_mut().hot.progress = false;
        for thread in running {
            self.block_mut().hot.forget();
            self.block_mut().hot.probed = Some(Vec::new());
            let mut left = PROBE_STEPS;
            while left > 0 && matches!(self.block().threads[thread].state, State::Ready) {
                let taken = self.resume(thread, left);
                left = left.saturating_sub(taken);
                if let Some(failure) = self.block_mut().failure.take() {
                    return Err(failure);
                }
            }
            let mut seen = self.block_mut().hot.probed.take().unwrap_or_default();
            spun_at = spun_at.or(seen.last().copied());
            seen.sort_unstable();
            seen.dedup();
            if left > 0 || seen.len() > PROBE_PLACES || self.block().hot.progress {
                return Ok(Probe::Moves);
            }
        }
        Ok(Probe::Spins(spun_at))
    }

    /// Ends all threads where they are.
    pub(crate) fn abandon(&mut self) {
        for fiber in self.fibers.iter_mut().flatten() {
            // SAFETY: the code on this stack is a kernel's, which owns nothing beyond the launch: no destructor has to
            // run, and nobody refers to its variables any more.
            unsafe { fiber.force_reset() };
        }
        self.fibers.clear();
    }
}

/// The lane of the mask, which has one, that comes after `last` upwards, or downwards; around the ends of the warp.
fn next_lane(mask: u32, last: usize, down: bool) -> usize {
    let mask = u64::from(mask);
    let (after, before) = (mask & !((2 << last) - 1), mask & ((1 << last) - 1));
    match down {
        false => (if after != 0 { after } else { mask }).trailing_zeros() as usize,
        true => 63 - (if before != 0 { before } else { mask }).leading_zeros() as usize,
    }
}

/// Accesses for which a suspected thread is watched.
const PROBE_STEPS: u32 = 2000;
/// A thread that looks at no more places than that in so many accesses spins.
const PROBE_PLACES: usize = 32;

impl Drop for Resident {
    fn drop(&mut self) {
        self.abandon();
        // SAFETY: from `Box::into_raw` in `new`; the coroutines that knew it are gone.
        drop(unsafe { Box::from_raw(self.block) });
    }
}

//! The coroutines of a resident block, and which of them goes on.

use std::io;
use std::ptr;

use corosensei::{Coroutine, CoroutineResult};

use super::block::{Block, Failure};
use super::current_thread::set_current;
use super::launch_context::LaunchContext;
use super::shared_memory::SharedMemory;
use super::stacks::{Slab, ThreadStack};
use crate::judge::barrier::Scope;
use crate::judge::diagnose;
use crate::judge::threads::State;
use crate::schedule::Order;
use crate::schedule::ready::WARP;

type Fiber = Coroutine<(), (), (), ThreadStack>;

/// What a change from thread to thread takes, in accesses. So a launch may take as long on each schedule.
const STEPS_OF_A_CHANGE: u64 = 8;

/// Threads of a block that are asked where they stand.
const MOST_ASKED: usize = 64;

/// How a block's turn ended.
#[derive(Debug)]
pub(crate) enum Turn {
    /// Its time was up.
    Goes,
    /// All of its threads wait for other blocks: until these have passed more barriers than that, by [`Scope`], or have
    /// written what threads read that spin.
    Waits([Option<u64>; 2]),
    /// All of its threads have returned.
    Returned,
    Failed(Failure),
}

/// A slot for a block, and the block that has it.
pub(crate) struct Resident {
    /// Behind a pointer, because the code of its threads gets at it too. From `Box::into_raw`.
    block: *mut Block,
    fibers: Vec<Option<Fiber>>,
    /// After `fibers`, which are dropped first.
    slab: Slab,
    order: Box<dyn Order>,
}

impl Resident {
    /// A slot on the calling operating-system thread, which it does not leave.
    pub(crate) fn new(context: &LaunchContext, slot: usize) -> io::Result<Self> {
        let threads = context.launch.block.iter().product::<u32>() as usize;
        let slab = Slab::new(threads)?;
        let block = Block::new(context, slot, SharedMemory::of_this_thread(), slab.range());
        Ok(Resident {
            block: Box::into_raw(Box::new(block)),
            fibers: Vec::new(),
            slab,
            order: context.schedule.order(0),
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
        self.order = schedule.order(number + 1);
        let block = self.block;
        let count = self.block().threads.len();
        self.order.begin(count);
        for thread in 0..count {
            let stack = self.slab.stack(thread);
            let fiber = Coroutine::with_stack(stack, move |yielder, ()| {
                // SAFETY: the block is valid for as long as its coroutines, and this is its running thread. What
                // `invoke` gets are the launch's arguments, of the kernel's types.
                unsafe {
                    // Above all frames of the kernel.
                    let frame = 0_usize;
                    let (kernel, arguments) = {
                        let block = &mut *block;
                        block.hot.calls_kernel(ptr::from_ref(&frame).addr());
                        block.threads[thread].yielder = ptr::from_ref(yielder);
                        let context = block.context();
                        (
                            context.launch.kernel,
                            context.launch.arguments.pointers().as_ptr(),
                        )
                    };
                    (kernel.invoke)(kernel.entry, arguments);
                }
            });
            self.fibers.push(Some(fiber));
        }
    }

    /// Lets the block go on for a turn, of at most so many steps.
    pub(crate) fn turn(&mut self, most_steps: u64) -> Turn {
        let threads = self.block().judge.live as u32;
        let last_step = self.block().spent.saturating_add(most_steps);
        let mut left = self.order.turn(threads);
        self.block_mut().wake_spinning();
        while left > 0 {
            let steps_left = last_step.saturating_sub(self.block().spent);
            // SAFETY: as for `block`; the order is another field.
            let ready = unsafe { &(*self.block).judge.ready };
            let Some((thread, stretch)) = self.order.thread(ready) else {
                match self.block_mut().wake_spinning() {
                    true => continue,
                    false => break,
                }
            };
            if steps_left == 0 {
                break;
            }
            let stretch = stretch.min(u32::try_from(steps_left).unwrap_or(u32::MAX));
            let taken = self.resume(thread, stretch);
            // SAFETY: as above.
            let ready = unsafe { &(*self.block).judge.ready };
            left = left.saturating_sub(self.order.took(taken, ready));
            if let Some(failure) = self.block_mut().failure.take() {
                return Turn::Failed(failure);
            }
            if self.block().hot.progress && !self.block().spinning.is_empty() {
                self.block_mut().wake_spinning();
            }
        }
        self.ended()
    }

    fn ended(&mut self) -> Turn {
        let block = self.block_mut();
        if block.judge.live == 0 {
            return Turn::Returned;
        }
        if block.judge.active_waits > 0 {
            (0..block.threads.len().div_ceil(WARP))
                .for_each(|warp| block.judge.release_active(warp));
        }
        if !block.judge.ready.is_empty() {
            return Turn::Goes;
        }
        match Scope::BLOCKS.map(|scope| block.judge.waits_past(scope)) {
            [None, None] if block.spinning.is_empty() => {
                Turn::Failed(Failure::of(diagnose::stuck_block(&block.judge)))
            }
            barriers => Turn::Waits(barriers),
        }
    }

    /// Lets a thread go on for at most `stretch` steps; returns how many it took.
    fn resume(&mut self, thread: usize, stretch: u32) -> u32 {
        let stack = self.slab.stack(thread);
        let block = self.block_mut();
        block.current = thread;
        let watched = block.threads[thread].watch.is_some();
        let suspicion = &block.threads[thread].suspicion;
        (block.hot.looks, block.hot.most_polls) = (suspicion.polls, suspicion.most_polls());
        block.hot.enter(stack, stretch, watched);
        block.hot.thread_index = block.threads[thread].index.into();
        block.hot.lane = (thread % WARP) as u32;
        block.refresh();
        let trap = self.fibers[thread].as_ref().map(Coroutine::trap_handler);
        self.block_mut().trap = trap;
        let ended = self.enter(thread);
        let block = self.block_mut();
        let taken = 1 + block.hot.taken();
        block.statistics.steps += u64::from(taken);
        block.spent += u64::from(taken) + STEPS_OF_A_CHANGE;
        block.acted |= block.hot.progress;
        if let Some((fault, what)) = block.settle_doubt()
            && block.failure.is_none()
        {
            block.failed(fault, None, what);
        }
        if ended {
            self.fibers[thread] = None;
            // One that could not go on has ended, too, and not returned.
            if self.block().failure.is_none() {
                let block = self.block_mut();
                block.judge.returned(thread);
                block.order();
            }
        } else {
            self.block_mut().suspect(thread, taken);
        }
        taken
    }

    /// Goes to where the thread stopped, or begins. Whether it has ended.
    fn enter(&mut self, thread: usize) -> bool {
        set_current(self.block);
        let ended = match &mut self.fibers[thread] {
            Some(fiber) => matches!(fiber.resume(()), CoroutineResult::Return(())),
            None => false,
        };
        set_current(ptr::null_mut());
        ended
    }

    /// Asks threads where they stand, of those that run or spin: as many as a report can tell of.
    pub(crate) fn ask_places(&mut self) {
        self.block_mut().asks = true;
        let goes = |state| matches!(state, State::Ready | State::Spins { .. });
        let block = self.block();
        let asked: Vec<usize> = (0..block.threads.len())
            .filter(|&thread| goes(block.judge.state(thread)))
            .filter(|&thread| !block.threads[thread].yielder.is_null())
            .take(MOST_ASKED)
            .collect();
        for thread in asked {
            self.block_mut().current = thread;
            self.enter(thread);
        }
        self.block_mut().asks = false;
    }

    /// Looks once more whether each thread that spins does so, with memory as it is now and nobody else running: a write that
    /// the compiler did not announce would else be missed.
    pub(crate) fn confirm(&mut self) -> Turn {
        for thread in self.block_mut().watch_again() {
            while self.block().threads[thread].watch.is_some() {
                self.resume(thread, u32::MAX);
                if let Some(failure) = self.block_mut().failure.take() {
                    return Turn::Failed(failure);
                }
            }
        }
        self.ended()
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

impl Drop for Resident {
    fn drop(&mut self) {
        self.abandon();
        // SAFETY: from `Box::into_raw` in `new`; the coroutines that knew it are gone.
        drop(unsafe { Box::from_raw(self.block) });
    }
}

//! A resident block: what each of its threads does, and its barriers.
//!
//! The functions that a kernel calls get at the block through a pointer, because the block is theirs and the scheduler's in
//! turn. They hold no reference into it where another thread may go on.

use std::ops::Range;

use corosensei::Yielder;
use corosensei::trap::CoroutineTrapHandler;
use cuda_sys::cudaError;

use super::Statistics;
use super::clock::Seen;
use super::copies::Copies;
use super::current_thread::{Hot, Index};
use super::launch_context::LaunchContext;
use super::racing::Doubt;
use super::shared_memory::{MOST_DYNAMIC, SharedMemory};
use super::spinning::Spinning;
use crate::judge::Access;
use crate::judge::Fault;
use crate::judge::Uninitialised;
use crate::judge::diagnose::Stuck;
use crate::judge::races::members::Members;
use crate::judge::races::region::Region;
use crate::judge::recurrence::{Recurrence, Suspicion};
use crate::judge::site::LastCalls;
use crate::judge::source::{Told, Trace};
use crate::judge::threads::{Kinds, State, Threads};

/// What dynamic shared memory holds before a block has written to it: on a device, anything.
const POISON: u8 = 0xcd;

/// A CUDA thread.
#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) index: [u32; 3],
    /// Its first read of memory that nobody had written.
    pub(crate) unwritten: Option<Told>,
    /// By which it stops, once it has begun.
    pub(crate) yielder: *const Yielder<(), ()>,
    /// Whether it gets anywhere.
    pub(crate) suspicion: Suspicion,
    pub(crate) watch: Option<Box<Recurrence>>,
    /// Where it stands, if it was asked.
    pub(crate) place: Option<Trace>,
}

/// What ended a launch.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) fault: Fault,
    pub(crate) code: cudaError,
    pub(crate) what: Told,
    /// The rank of the thread at fault, where it is one.
    pub(crate) thread: Option<usize>,
    /// Its first read of memory that nobody had written, which may be why.
    pub(crate) read: Option<Told>,
}

impl Failure {
    /// That of a block none of whose threads can go on.
    pub(crate) fn of(stuck: Stuck) -> Self {
        Failure {
            fault: stuck.fault,
            code: stuck.fault.code(),
            what: stuck.what.into(),
            thread: stuck.thread,
            read: None,
        }
    }
}

/// A resident block.
pub(crate) struct Block {
    pub(crate) hot: Hot,
    pub(crate) context: *const LaunchContext,
    /// Where it is: of all slots of the launch.
    pub(crate) slot: usize,
    pub(crate) number: u64,
    pub(crate) index: Index,
    pub(crate) threads: Vec<Thread>,
    /// What the threads do, and who may go on.
    pub(crate) judge: Threads,
    /// The rank of the thread that runs.
    pub(crate) current: usize,
    /// Whether a thread did what others can see, since this was last cleared.
    pub(crate) acted: bool,
    /// Those that its threads have begun.
    pub(crate) copies: Copies,
    /// By thread, what it gives to its tile of more than a warp.
    pub(crate) given: Vec<[u64; 4]>,
    /// Threads that spin, and what they read.
    pub(crate) spinning: Spinning,
    pub(crate) shared: SharedMemory,
    pub(crate) failure: Option<Failure>,
    /// Reads of what nobody has written of which it is known where they are.
    pub(crate) told_reads: u32,
    /// The first read of what nobody has written, until the grid takes it.
    pub(crate) warning: Option<Failure>,
    /// What its threads know of each other, where races are looked for.
    pub(crate) members: Option<Members>,
    /// The cells of its shared memory, and the tag of those that were touched.
    pub(crate) region: Option<Region>,
    pub(crate) shared_tag: u32,
    pub(crate) doubt: Option<Doubt>,
    /// Whether it was said that races are not looked for any more.
    pub(crate) is_blind: bool,
    /// Races that do not end the launch, until the grid takes them.
    pub(crate) found: Vec<Failure>,
    pub(crate) statistics: Statistics,
    /// Steps that count towards the bound.
    pub(crate) spent: u64,
    /// The addresses of the threads' stacks, and of what guards them.
    pub(crate) stacks: Range<usize>,
    pub(crate) seen: Seen,
    /// The chains of calls that led to barriers.
    pub(crate) last_calls: LastCalls,
    /// Whether threads that go on are only to tell where they are.
    pub(crate) asks: bool,
    /// What brings the running thread back to the scheduler when it cannot go on.
    pub(crate) trap: Option<CoroutineTrapHandler<()>>,
}

impl Block {
    pub(crate) fn new(
        context: *const LaunchContext,
        slot: usize,
        shared: SharedMemory,
        stacks: Range<usize>,
    ) -> Self {
        Block {
            hot: Hot::default(),
            context,
            slot,
            number: 0,
            index: Index::default(),
            threads: Vec::new(),
            judge: Threads::new(0, Kinds::default()),
            current: 0,
            acted: false,
            copies: Copies::default(),
            given: Vec::new(),
            spinning: Spinning::default(),
            shared,
            failure: None,
            told_reads: 0,
            warning: None,
            members: None,
            region: None,
            shared_tag: 0,
            doubt: None,
            is_blind: false,
            found: Vec::new(),
            statistics: Statistics::default(),
            spent: 0,
            stacks,
            seen: Seen::default(),
            last_calls: LastCalls::default(),
            asks: false,
            trap: None,
        }
    }

    pub(crate) fn context(&self) -> &LaunchContext {
        // SAFETY: the context of the launch, which waits for its blocks before it goes.
        unsafe { &*self.context }
    }

    /// Becomes block `number` of the grid, all of its threads ready to begin.
    pub(crate) fn begin(&mut self, number: u64) {
        let context = self.context();
        let [x, y, z] = context.launch.block;
        let index = index_in(number, context.launch.grid);
        self.threads = (0..z)
            .flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])))
            .map(|index| Thread {
                index,
                unwritten: None,
                yielder: std::ptr::null(),
                suspicion: Suspicion::default(),
                watch: None,
                place: None,
            })
            .collect();
        self.number = number;
        self.index = index.into();
        self.judge = Threads::new(self.threads.len(), self.context().kinds());
        self.copies = Copies::new(self.threads.len());
        self.given.clear();
        self.spinning = Spinning::default();
        self.begin_racing();
        let (begin, bytes) = (
            self.shared.dynamic.start,
            self.context().launch.dynamic_shared as usize,
        );
        // SAFETY: this thread's dynamic shared memory, which is longer than any launch may ask for, and which no thread
        // of the block uses yet.
        unsafe { std::ptr::write_bytes(begin as *mut u8, POISON, bytes.min(MOST_DYNAMIC)) };
        if self.context().uninitialised != Uninitialised::Off {
            self.shared.forget_writes(bytes);
            let variables = self.context().launch.kernel.shared_variables.as_deref();
            self.shared.write_guards(variables);
        }
    }

    /// Stops the running thread; returns when it goes on.
    ///
    /// # Safety
    ///
    /// `block` is the current block, called by code of its running thread, which holds no reference into it.
    pub(crate) unsafe fn pause(block: *mut Block) {
        // SAFETY: the current block; the yielder is that of the running coroutine, which is where this is called.
        unsafe {
            let yielder = {
                let block = &*block;
                block.threads[block.current].yielder
            };
            (*yielder).suspend(());
            while (*block).asks {
                (*block).tells_place();
                (*yielder).suspend(());
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn tells_place(&mut self) {
        self.threads[self.current].place = Some(Trace::here());
    }

    /// Notes what is not right and does not end the launch.
    pub(crate) fn warn(&mut self, what: Told) {
        let fault = Fault::Uninitialised;
        self.warning = Some(Failure {
            fault,
            code: fault.code(),
            what,
            thread: Some(self.current),
            read: None,
        });
    }

    /// What these bytes hold, which the running thread may write, nobody is to read before they are written again.
    pub(crate) fn forget_written(&self, address: usize, bytes: usize) {
        if let Ok(allowed) = self.allowed(address, bytes, Access::Write)
            && allowed.shadow.is_kept()
        {
            // SAFETY: the bytes are of the range of this shadow.
            unsafe { allowed.shadow.forget(address, bytes) };
        }
    }

    /// Ends the launch: the running thread never goes on.
    ///
    /// # Safety
    ///
    /// As for [`Block::pause`].
    pub(crate) unsafe fn fail(
        block: *mut Block,
        fault: Fault,
        code: Option<cudaError>,
        what: impl Into<Told>,
    ) -> ! {
        // SAFETY: the current block, by the contract; the reference ends before another thread goes on.
        unsafe { (*block).failed(fault, code, what) };
        loop {
            // SAFETY: as above.
            unsafe { Block::pause(block) };
        }
    }

    /// What the running thread did ends the launch.
    pub(crate) fn failed(&mut self, fault: Fault, code: Option<cudaError>, what: impl Into<Told>) {
        self.failure = Some(Failure {
            fault,
            code: code.unwrap_or(fault.code()),
            what: what.into(),
            thread: Some(self.current),
            read: match fault {
                Fault::Uninitialised => None,
                _ => self.threads[self.current].unwritten.take(),
            },
        });
    }

    /// Puts the running thread into a state of waiting; returns what it waited for.
    ///
    /// # Safety
    ///
    /// As for [`Block::pause`].
    pub(crate) unsafe fn wait(block: *mut Block, state: State) -> u64 {
        // SAFETY: the current block, by the contract; the references end before another thread goes on.
        unsafe {
            {
                let block = &mut *block;
                if block.hot.is_watched() {
                    block.moves();
                }
                block.judge.waits(block.current, state);
                block.order();
            }
            Block::pause(block);
            let block = &*block;
            block.judge.result(block.current)
        }
    }
}

/// The index of number `number` in a grid of that extent.
pub(crate) fn index_in(number: u64, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(x), u64::from(y));
    [
        (number % x) as u32,
        (number / x % y) as u32,
        (number / x / y) as u32,
    ]
}

//! A resident block: what each of its threads does, and its barriers.
//!
//! The functions that a kernel calls get at the block through a pointer, because the block is theirs and the scheduler's in
//! turn. They hold no reference into it where another thread may go on.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::ops::Range;

use corosensei::Yielder;
use cuda_sys::cudaError;

use super::barrier::{Among, Crossings, Gate};
use super::cluster::Life;
use super::context::{Hot, Index, Site};
use super::ready::Ready;
use super::report::Fault;
use super::setting::Setting;
use super::shared::{MOST_DYNAMIC, SharedMemory};
use super::signals::Seen;
use super::uninitialised::{Notes, Uninitialised};
use super::warp::Collective;
use super::{Access, MemoryFault, Statistics};

pub(super) const WARP: usize = 32;
/// Of a block of 1024 threads.
pub(super) const MOST_WARPS: usize = 32;

/// What dynamic shared memory holds before a block has written to it: on a device, anything.
const POISON: u8 = 0xcd;

/// What a thread does.
#[derive(Debug, Clone, Copy)]
pub(super) enum State {
    /// Runs, or could.
    Ready,
    /// Waits at a barrier of the block, which has a number.
    Block {
        barrier: u32,
        predicate: bool,
        site: Site,
    },
    /// Waits at a barrier in halves.
    Barrier {
        among: Among,
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
    Returned,
}

/// A copy that is to be done when the thread waits for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingCopy {
    pub(super) to: *mut c_void,
    pub(super) from: *const c_void,
    pub(super) bytes: u64,
}

/// A CUDA thread.
#[derive(Debug)]
pub(super) struct Thread {
    pub(super) index: [u32; 3],
    pub(super) state: State,
    /// What it gets from what it waited for.
    pub(super) result: u64,
    /// By [`Among`].
    pub(super) crossings: [Crossings; 3],
    /// Copies that it has begun and not waited for.
    pub(super) copies: VecDeque<PendingCopy>,
    /// By which it stops, once it has begun.
    pub(super) yielder: *const Yielder<(), ()>,
}

/// What ended a launch.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) fault: Fault,
    pub(super) code: cudaError,
    pub(super) what: String,
    /// The rank of the thread at fault, where it is one.
    pub(super) thread: Option<usize>,
}

/// A resident block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) hot: Hot,
    pub(super) setting: *const Setting,
    /// Where it is: of all places of the launch.
    pub(super) place: usize,
    pub(super) number: u64,
    pub(super) index: Index,
    pub(super) threads: Vec<Thread>,
    pub(super) ready: Ready,
    /// The rank of the thread that runs.
    pub(super) current: usize,
    pub(super) live: usize,
    at_barrier: usize,
    /// By warp, the lanes that wait for others in a collective function, and those that have returned.
    pub(super) in_collective: [u32; MOST_WARPS],
    pub(super) gone: [u32; MOST_WARPS],
    pub(super) active_waits: usize,
    /// By [`Among`].
    pub(super) gates: [Gate; 3],
    pub(super) shared: SharedMemory,
    pub(super) failure: Option<Failure>,
    /// The first read of what nobody has written, until the grid takes it.
    pub(super) warning: Option<Failure>,
    pub(super) statistics: Statistics,
    /// The addresses of the threads' stacks, and of what guards them.
    pub(super) stacks: Range<usize>,
    pub(super) seen: Seen,
}

impl Block {
    pub(super) fn new(
        setting: *const Setting,
        place: usize,
        shared: SharedMemory,
        stacks: Range<usize>,
    ) -> Self {
        Block {
            hot: Hot::default(),
            setting,
            place,
            number: 0,
            index: Index::default(),
            threads: Vec::new(),
            ready: Ready::default(),
            current: 0,
            live: 0,
            at_barrier: 0,
            in_collective: [0; MOST_WARPS],
            gone: [0; MOST_WARPS],
            active_waits: 0,
            gates: Default::default(),
            shared,
            failure: None,
            warning: None,
            statistics: Statistics::default(),
            stacks,
            seen: Seen::default(),
        }
    }

    pub(super) fn setting(&self) -> &Setting {
        // SAFETY: the setting of the launch, which waits for its blocks before it goes.
        unsafe { &*self.setting }
    }

    /// Becomes block `number` of the grid, all of its threads ready to begin.
    pub(super) fn begin(&mut self, number: u64) {
        let setting = self.setting();
        let [x, y, z] = setting.block;
        let index = index_in(number, setting.grid);
        self.threads = (0..z)
            .flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])))
            .map(|index| Thread {
                index,
                state: State::Ready,
                result: 0,
                crossings: Default::default(),
                copies: VecDeque::new(),
                yielder: std::ptr::null(),
            })
            .collect();
        self.number = number;
        self.index = index.into();
        self.live = self.threads.len();
        self.ready = Ready::default();
        (0..self.live).for_each(|thread| self.ready.insert(thread));
        self.at_barrier = 0;
        self.in_collective = [0; MOST_WARPS];
        self.gone = [0; MOST_WARPS];
        self.active_waits = 0;
        self.gates = Default::default();
        let (begin, bytes) = (
            self.shared.dynamic.start,
            self.setting().dynamic_shared as usize,
        );
        // SAFETY: this thread's dynamic shared memory, which is longer than any launch may ask for, and which no thread
        // of the block uses yet.
        unsafe { std::ptr::write_bytes(begin as *mut u8, POISON, bytes.min(MOST_DYNAMIC)) };
        if self.setting().uninitialised != Uninitialised::Off {
            self.shared.forget_writes(bytes);
        }
    }

    /// Stops the running thread; returns when it goes on.
    ///
    /// # Safety
    ///
    /// `block` is the current block, called by code of its running thread, which holds no reference into it.
    pub(super) unsafe fn pause(block: *mut Block) {
        // SAFETY: the current block; the yielder is that of the running coroutine, which is where this is called.
        unsafe {
            let yielder = {
                let block = &*block;
                block.threads[block.current].yielder
            };
            (*yielder).suspend(());
        }
    }

    /// Notes what is not right and does not end the launch.
    pub(super) fn warn(&mut self, what: String) {
        let fault = Fault::Uninitialised;
        self.warning = Some(Failure {
            fault,
            code: fault.code(),
            what,
            thread: Some(self.current),
        });
    }

    /// Ends the launch: the running thread never goes on.
    ///
    /// # Safety
    ///
    /// As for [`Block::pause`].
    pub(super) unsafe fn fail(
        block: *mut Block,
        fault: Fault,
        code: Option<cudaError>,
        what: String,
    ) -> ! {
        // SAFETY: the current block, by the contract; the reference ends before another thread goes on.
        unsafe {
            let block = &mut *block;
            block.failure = Some(Failure {
                fault,
                code: code.unwrap_or(fault.code()),
                what,
                thread: Some(block.current),
            });
        }
        loop {
            // SAFETY: as above.
            unsafe { Block::pause(block) };
        }
    }

    /// Puts the running thread into a state of waiting; returns what it waited for.
    ///
    /// # Safety
    ///
    /// As for [`Block::pause`].
    pub(super) unsafe fn wait(block: *mut Block, state: State) -> u64 {
        // SAFETY: the current block, by the contract; the references end before another thread goes on.
        unsafe {
            {
                let block = &mut *block;
                let thread = block.current;
                block.threads[thread].state = state;
                block.ready.remove(thread);
                match state {
                    State::Block { .. } => {
                        block.at_barrier += 1;
                        block.settle_block();
                    }
                    State::Warp { .. } => {
                        block.in_collective[thread / WARP] |= 1 << (thread % WARP);
                        block.settle_lanes(thread);
                    }
                    State::Active { .. } => block.active_waits += 1,
                    State::Ready | State::Barrier { .. } | State::Returned => {}
                }
                block.settle_active(thread / WARP);
            }
            Block::pause(block);
            let block = &*block;
            block.threads[block.current].result
        }
    }

    /// The running thread has returned from the kernel.
    pub(super) fn returned(&mut self, thread: usize) {
        self.threads[thread].state = State::Returned;
        self.gone[thread / WARP] |= 1 << (thread % WARP);
        self.ready.remove(thread);
        self.live -= 1;
        self.hot.progress = true;
        self.settle_block();
        self.settle_warp(thread / WARP);
        self.settle_active(thread / WARP);
    }

    pub(super) fn wake(&mut self, thread: usize, result: u64) {
        self.threads[thread].state = State::Ready;
        self.threads[thread].result = result;
        self.ready.insert(thread);
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
                predicate,
                site,
            } = thread.state
            {
                let (number, place) = *first.get_or_insert((barrier, site));
                if number != barrier || !place.is(site) {
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
        self.at_barrier = 0;
        self.hot.progress = true;
        self.statistics.block_barriers += 1;
        self.statistics.returned_at_barriers += (self.threads.len() - self.live) as u64;
    }

    /// The addresses around `address` that may be touched, and their notes; or why it may not be.
    pub(super) fn allowed(
        &self,
        address: usize,
        bytes: usize,
        access: Access,
    ) -> Result<(Range<usize>, Notes), MemoryFault> {
        let setting = self.setting();
        let end = address.saturating_add(bytes);
        let fault = |reason: String| MemoryFault {
            code: cudaError::cudaErrorIllegalAddress,
            reason,
        };
        if address < 4096 {
            return Err(fault("a null pointer".into()));
        }
        let variables = setting.kernel.shared_variables.as_deref();
        let dynamic = setting.dynamic_shared as usize;
        let shared = |memory: &SharedMemory| memory.around(variables, dynamic, address, bytes);
        if let Some(around) = shared(&self.shared) {
            let range = around.map_err(fault)?;
            return Ok((range, self.shared.notes()));
        }
        if let Some(remote) = setting.clusters.remote(self.place, address) {
            let around = match remote.life {
                Life::Runs => shared(&remote.memory),
                Life::ToBegin => Some(Err("which has not begun: cluster.sync() first".into())),
                Life::Returned => Some(Err(
                    "which has returned: a cluster.sync() at its end would have kept its shared memory".into(),
                )),
            };
            if let Some(around) = around {
                let range = around.map_err(|reason| {
                    let rank = remote.rank;
                    fault(format!(
                        "shared memory of block {rank} of the cluster, {reason}"
                    ))
                })?;
                return Ok((range, remote.notes));
            }
        }
        let inside = |range: &Range<usize>| range.start <= address && end <= range.end;
        if let Some(data) = setting.program_data.iter().find(|data| inside(&data.range)) {
            return match access {
                Access::Read => Ok((data.range.clone(), Notes::NONE)),
                Access::Write | Access::Atomic => {
                    let range = data
                        .writable(address, bytes)
                        .map_err(|reason| fault(reason.into()))?;
                    Ok((range, Notes::NONE))
                }
            };
        }
        let range = setting.memory.check(address, bytes, access)?;
        let notes = match setting.uninitialised {
            Uninitialised::Off => Notes::NONE,
            Uninitialised::Warn | Uninitialised::Error => setting.memory.notes(&range),
        };
        Ok((range, notes))
    }

    /// What memory is there.
    pub(super) fn describe(&self, address: usize, bytes: usize, access: Access) -> String {
        let (dynamic, storage) = (&self.shared.dynamic, &self.shared.storage);
        if dynamic.contains(&address) {
            let offset = address - dynamic.start;
            return format!("byte {offset} of dynamic shared memory");
        }
        if storage.contains(&address) {
            return "static shared memory".into();
        }
        if let Some(remote) = self.setting().clusters.remote(self.place, address) {
            return format!("shared memory of block {} of the cluster", remote.rank);
        }
        match self.allowed(address, bytes, access) {
            Ok((range, _)) => {
                let (offset, bytes) = (address - range.start, range.len());
                format!("byte {offset} of an allocation of {bytes} bytes")
            }
            Err(fault) => fault.reason,
        }
    }
}

/// The index of number `number` in a grid of that extent.
pub(super) fn index_in(number: u64, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(x), u64::from(y));
    [
        (number % x) as u32,
        (number / x % y) as u32,
        (number / x / y) as u32,
    ]
}

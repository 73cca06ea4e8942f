//! Threads of a block that spin: they were seen to come back to the same state ([`crate::judge::recurrence`]), and wait, as
//! at a barrier, until memory is changed that they read.

use super::block::Block;
use crate::judge::Access;
use crate::judge::awaited::{Awaited, Object};
use crate::judge::recurrence::{CELL_BYTES, Cell, Recurrence, Verdict};
use crate::judge::threads::State;

/// The threads of a block that spin, by rank, and what each of them reads.
#[derive(Debug, Default)]
pub(crate) struct Spinning {
    threads: Vec<Spinner>,
    /// What they read together, each once.
    cells: Vec<Cell>,
}

#[derive(Debug)]
struct Spinner {
    thread: usize,
    cells: Vec<Cell>,
    /// The limit of the watch that found it; none of one that says itself what it waits for.
    limit: Option<u32>,
}

impl Spinning {
    pub(crate) fn is_empty(&self) -> bool {
        self.threads.is_empty()
    }

    /// What must be changed, at least one of it, for one of the threads to go on.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn update(&mut self) {
        let cells = self.threads.iter().flat_map(|spinner| &spinner.cells);
        self.cells = cells.copied().collect();
        self.cells.sort_unstable();
        self.cells.dedup();
    }
}

/// The bytes there now.
///
/// # Safety
///
/// They may be read, and nobody writes them meanwhile. There are at most [`CELL_BYTES`].
pub(crate) unsafe fn value(address: usize, bytes: usize) -> u128 {
    let mut value = [0_u8; CELL_BYTES];
    // SAFETY: by the contract.
    unsafe {
        std::ptr::copy_nonoverlapping(address as *const u8, value.as_mut_ptr(), bytes);
    }
    u128::from_le_bytes(value)
}

/// Whether memory holds something else now.
///
/// # Safety
///
/// A running launch may read the cell's bytes, and this is the thread that has the turn.
pub(crate) unsafe fn is_changed(cell: &Cell) -> bool {
    // SAFETY: by the contract. A volatile read would be no better: nobody else writes.
    unsafe { value(cell.address, cell.bytes) != cell.value }
}

impl Block {
    /// The running thread does what others can see, or asks for what is not in memory.
    pub(crate) fn moves(&mut self) {
        self.hot.progress = true;
        if let Some(watch) = &mut self.threads[self.current].watch {
            watch.moves();
        }
    }

    /// The running thread, which is watched, touches memory that is not its stack.
    pub(crate) fn touches(&mut self, address: usize, bytes: usize, access: Access) {
        // What the host may write at any time, nothing is known of.
        let by_host = self.context().memory.host_writes(address);
        let Some(watch) = &mut self.threads[self.current].watch else {
            return;
        };
        if by_host || (access != Access::Read && bytes > CELL_BYTES) {
            return watch.moves();
        }
        let parts = (0..bytes).step_by(CELL_BYTES).map(|offset| {
            let (address, bytes) = (address + offset, CELL_BYTES.min(bytes - offset));
            // SAFETY: the thread may touch the bytes, as was just checked, and runs alone.
            let value = unsafe { value(address, bytes) };
            Cell {
                address,
                bytes,
                value,
            }
        });
        for cell in parts {
            if access != Access::Write {
                watch.reads(cell);
            }
            if access != Access::Read {
                watch.writes(cell);
            }
        }
    }

    /// A place where the running thread may have to stop; if it is watched, it is looked at.
    ///
    /// # Safety
    ///
    /// As for [`Block::pause`].
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn stop(block: *mut Block) {
        // SAFETY: the current block, by the contract; no reference is held where another thread goes on.
        unsafe {
            if (*block).hot.is_watched()
                && !super::observation::observe(block)
                && (*block).hot.takes_watched_step()
            {
                return;
            }
            Block::pause(block);
        }
    }

    /// The running thread is watched, and its registers and stack are the words from `stack` up. Whether it must stop, as
    /// enough is known.
    ///
    /// # Safety
    ///
    /// As for [`Block::pause`]; `stack` is in the running thread's stack, a multiple of 8.
    pub(crate) unsafe fn observed(block: *mut Block, stack: usize) -> bool {
        // SAFETY: the current block, by the contract; the references end before another thread goes on. The words are of
        // the thread's stack, which nobody writes meanwhile, and the watch is in memory of its own.
        unsafe {
            let block = &mut *block;
            let words = (block.hot.stack_base() - stack) / size_of::<usize>();
            let state = std::slice::from_raw_parts(stack as *const usize, words);
            let Some(watch) = &mut block.threads[block.current].watch else {
                return true;
            };
            if let Some(before) = watch.take_unsettled()
                && is_changed(&before)
            {
                watch.moves();
            }
            match watch.observe(state) {
                Verdict::Open => false,
                Verdict::Moves => true,
                Verdict::Recurs => {
                    let recurs = watch.read().iter().all(|cell| !is_changed(cell));
                    if !recurs {
                        watch.renew(state);
                    }
                    recurs
                }
            }
        }
    }

    /// The thread has stopped after so many steps: it may be watched from now on, or found to spin.
    pub(crate) fn suspect(&mut self, rank: usize, taken: u32) {
        let acted = self.hot.progress;
        let watched = self.hot.is_watched();
        let thread = &mut self.threads[rank];
        thread.suspicion.polls = self.hot.looks;
        if !matches!(self.judge.state(rank), State::Ready) {
            if watched {
                thread.watch = None;
            }
            return;
        }
        match &thread.watch {
            None => {
                let limit = thread.suspicion.took(taken, acted);
                thread.watch = limit.map(|limit| Box::new(Recurrence::new(limit)));
            }
            Some(watch) if watch.is_over() => {
                thread.watch = None;
                thread.suspicion.failed();
            }
            Some(watch) => {
                if watch.recurs() {
                    let cells = watch.read();
                    let limit = watch.limit();
                    self.spins(rank, cells, limit);
                }
            }
        }
    }

    fn spins(&mut self, rank: usize, cells: Vec<Cell>, limit: u32) {
        let address = cells.first().map(|cell| cell.address);
        self.threads[rank].watch = None;
        self.threads[rank].suspicion.proved();
        self.judge.waits(rank, State::Spins { address });
        let known = &mut self.spinning.cells;
        for cell in &cells {
            if let Err(at) = known.binary_search(cell) {
                known.insert(at, *cell);
            }
        }
        self.spinning.threads.push(Spinner {
            thread: rank,
            cells,
            limit: Some(limit),
        });
    }

    /// The running thread waits until the four bytes at an address are others than these. Whether it does: where the host may
    /// write them, it has to look again and again.
    pub(crate) fn awaits(&mut self, address: usize, value: u32, awaited: Awaited) -> bool {
        if self.hot.is_watched() {
            self.moves();
        }
        if self.context().memory.host_writes(address) {
            return false;
        }
        let cell = Cell {
            address,
            bytes: size_of::<u32>(),
            value: u128::from(value),
        };
        self.judge.waits(self.current, State::Awaits(awaited));
        if let Err(at) = self.spinning.cells.binary_search(&cell) {
            self.spinning.cells.insert(at, cell);
        }
        self.spinning.threads.push(Spinner {
            thread: self.current,
            cells: vec![cell],
            limit: None,
        });
        true
    }

    /// What its threads wait for that have said so.
    pub(crate) fn awaited(&self) -> Option<Object> {
        let mut states = self.judge.threads.iter().map(|thread| thread.state);
        states.find_map(|state| match state {
            State::Awaits(awaited) => Some(awaited.object),
            _ => None,
        })
    }

    /// Lets the threads go on that would read something else now. Whether there are any.
    pub(crate) fn wake_spinning(&mut self) -> bool {
        // SAFETY: threads of the launch have read the cells, and this thread has the turn.
        let changed = |cell: &Cell| unsafe { is_changed(cell) };
        if !self.spinning.cells.iter().any(changed) {
            return false;
        }
        let all = std::mem::take(&mut self.spinning.threads);
        let (woken, rest): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|spinner| spinner.cells.iter().any(changed));
        self.spinning.threads = rest;
        self.spinning.update();
        for spinner in woken {
            self.judge.wake(spinner.thread, 0);
            // It may find that it has to go on waiting.
            let watch = |limit| Box::new(Recurrence::new(limit));
            self.threads[spinner.thread].watch = spinner.limit.map(watch);
        }
        true
    }

    /// Makes all threads that spin run again, under watch from their first step, but for those that say what they wait for.
    /// Their ranks.
    pub(crate) fn watch_again(&mut self) -> Vec<usize> {
        let mut again = Vec::new();
        for spinner in std::mem::take(&mut self.spinning.threads) {
            let Some(limit) = spinner.limit else {
                self.spinning.threads.push(spinner);
                continue;
            };
            self.judge.wake(spinner.thread, 0);
            // Twice as long, as it begins at another place of the circle.
            let watch = Recurrence::new(limit.saturating_mul(2));
            self.threads[spinner.thread].watch = Some(Box::new(watch));
            again.push(spinner.thread);
        }
        self.spinning.update();
        again
    }
}

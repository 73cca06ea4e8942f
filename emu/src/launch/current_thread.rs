//! The running CUDA thread, as the functions see it that its code calls.

use std::cell::Cell;
use std::ptr;

use super::address_space::Allowed;
use super::block::Block;
use super::stacks::{STACK_BYTES, ThreadStack};
use crate::judge::Fault;
use crate::judge::races::cell::{Kind, WORD};
use crate::judge::races::knowledge::{Time, Who};
use crate::judge::races::region::Cells;
use crate::judge::recurrence::Polls;
use crate::judge::source::Told;
use crate::judge::{Access, MemoryFault};
use crate::judge::{Shadow, Uninitialised};

thread_local! {
    /// The block whose code this operating-system thread runs now; null while it runs none.
    static CURRENT: Cell<*mut Block> = const { Cell::new(ptr::null_mut()) };
}

/// The block whose code runs on this thread, or null: host code calls these functions too.
#[inline(always)]
pub(crate) fn current() -> *mut Block {
    CURRENT.get()
}

pub(crate) fn set_current(block: *mut Block) {
    CURRENT.set(block);
}

/// Three-dimensional indices and extents, as C has them.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Index {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) z: u32,
}

impl From<[u32; 3]> for Index {
    fn from([x, y, z]: [u32; 3]) -> Self {
        Index { x, y, z }
    }
}

/// Addresses from `begin` on that may be touched.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    begin: usize,
    bytes: usize,
    shadow: Shadow,
    cells: Cells,
}

impl From<Allowed> for Known {
    fn from(allowed: Allowed) -> Self {
        Known {
            begin: allowed.range.start,
            bytes: allowed.range.len(),
            shadow: allowed.shadow,
            cells: allowed.cells,
        }
    }
}

impl Known {
    #[inline(always)]
    fn has(self, address: usize, bytes: usize) -> bool {
        // Written so that an address below `begin` becomes a large number.
        let offset = address.wrapping_sub(self.begin);
        offset < self.bytes && bytes <= self.bytes - offset
    }
}

/// As many basic blocks without an access count as a step.
const BASIC_BLOCKS_A_STEP: u32 = 8;
/// So many in one go: only a loop without accesses gets that far.
const BASIC_BLOCKS_AT_ONCE: u32 = 1 << 16;

/// How many ranges are remembered for reads, and for writes: one for each page of addresses, pages that far apart sharing
/// theirs. A kernel has several arrays at once, and to look in one place is as fast as can be.
const REMEMBERED: usize = 64;

#[derive(Debug)]
struct Remembered([Known; REMEMBERED]);

impl Default for Remembered {
    fn default() -> Self {
        Remembered([Known::default(); REMEMBERED])
    }
}

impl Remembered {
    /// What is remembered of the page of this address.
    #[inline(always)]
    fn at(&mut self, address: usize) -> &mut Known {
        &mut self.0[(address >> 12) % REMEMBERED]
    }
}

/// What is looked at with each access, kept small.
#[derive(Debug, Default)]
pub(crate) struct Hot {
    /// Accesses until the thread stops for the next choice of the schedule.
    pub(crate) countdown: u32,
    /// What `countdown` was when the thread went on.
    stretch: u32,
    /// Basic blocks that the thread has entered since it went on, and how many it may.
    basic_blocks: u32,
    most_basic_blocks: u32,
    /// Whether the thread did what others can see since this was last cleared.
    pub(crate) progress: bool,
    /// How often the thread has looked at one place, and after how often it stops.
    pub(crate) looks: Polls,
    pub(crate) most_polls: u32,
    /// Whether the thread is watched: then every hook stops at [`Block::stop`], every access comes by [`check`], and this
    /// many steps are left.
    watched: Option<u32>,
    /// The running thread's stack, but for what lies above the kernel's frames.
    stack: Known,
    /// Bytes above them: of the functions that called the kernel, and go on when it has ended.
    callers: usize,
    pub(crate) thread_index: Index,
    pub(crate) lane: u32,
    /// By which accesses are known that were looked at for races.
    pub(crate) who: Who,
    pub(crate) time: Time,
    /// The kernel's code.
    pub(crate) entry: usize,
    /// Where the last access was a read of a word as one: whether it told nothing new.
    pub(crate) polls: Option<bool>,
    reads: Remembered,
    writes: Remembered,
}

impl Hot {
    /// The cells of bytes that were read lately.
    pub(crate) fn cells(&mut self, address: usize, bytes: usize) -> Option<Cells> {
        let known = *self.reads.at(address);
        (known.has(address, bytes) && known.cells.are_kept()).then_some(known.cells)
    }

    /// Another thread goes on, for at most `stretch` accesses.
    pub(crate) fn enter(&mut self, stack: ThreadStack, stretch: u32, watched: bool) {
        self.stack = Known {
            begin: stack.low(),
            bytes: STACK_BYTES - self.callers,
            ..Known::default()
        };
        self.stretch = stretch;
        self.basic_blocks = 0;
        self.progress = false;
        (self.watched, self.countdown, self.most_basic_blocks) = match watched {
            false => (None, stretch, BASIC_BLOCKS_AT_ONCE),
            true => (Some(stretch), 1, 0),
        };
        if watched {
            self.forget();
        }
    }

    /// The kernel is about to be called, with its frames below this address of the running thread's stack. It may not touch
    /// what is above: a loop that leaves a local array would take away where the thread goes on after it is ended.
    pub(crate) fn calls_kernel(&mut self, frame: usize) {
        self.callers = self.stack_base() - frame;
        self.stack.bytes = STACK_BYTES - self.callers;
    }

    /// Whether an address is above the kernel's frames on the running thread's stack.
    pub(crate) fn is_of_callers(&self, address: usize) -> bool {
        (self.stack_base() - self.callers..self.stack_base()).contains(&address)
    }

    /// Steps since the thread went on: accesses, and long ways without any.
    pub(crate) fn taken(&self) -> u32 {
        match self.watched {
            None => self.stretch - self.countdown + self.basic_blocks / BASIC_BLOCKS_A_STEP,
            Some(left) => self.stretch - left,
        }
    }

    /// Accesses since the thread went on.
    pub(crate) fn ticks(&self) -> u32 {
        match self.watched {
            None => self.stretch - self.countdown,
            Some(left) => self.stretch - left,
        }
    }

    /// One more step of a thread that is watched. Whether it may take another; the next hook stops again.
    pub(crate) fn takes_watched_step(&mut self) -> bool {
        let left = self.watched.unwrap_or(0).saturating_sub(1);
        self.watched = Some(left);
        self.countdown = 1;
        self.basic_blocks = 0;
        left > 0
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.watched.is_some()
    }

    /// The end of the running thread's stack.
    pub(crate) fn stack_base(&self) -> usize {
        self.stack.begin + STACK_BYTES
    }

    /// What changes with every access and basic block.
    pub(crate) fn taken_exactly(&self) -> [u32; 2] {
        [self.countdown, self.basic_blocks]
    }

    /// The thread has looked there, and changed nothing: if it does nothing else, it stops before its next access.
    #[inline(always)]
    pub(crate) fn looks(&mut self, address: usize) {
        if self.looks.look(address) >= self.most_polls && self.watched.is_none() {
            self.stretch -= self.countdown.saturating_sub(1);
            self.countdown = 1;
        }
    }

    /// Whether the thread has gone far enough without an access to let others go on.
    #[inline(always)]
    pub(crate) fn enters_basic_block(&mut self) -> bool {
        self.basic_blocks += 1;
        self.basic_blocks > self.most_basic_blocks
    }

    pub(crate) fn forget(&mut self) {
        self.reads = Remembered::default();
        self.writes = Remembered::default();
    }

    fn remember(&mut self, address: usize, known: Known, access: Access) {
        match access {
            Access::Read => *self.reads.at(address) = known,
            Access::Write | Access::Atomic => *self.writes.at(address) = known,
        }
    }

    pub(crate) fn is_low_on_stack(&self, pointer: usize, reserve: usize) -> bool {
        pointer.wrapping_sub(self.stack.begin).wrapping_sub(reserve) > STACK_BYTES
    }
}

/// An access of the running thread: checks it, and lets another thread go on where the schedule says so.
#[inline(always)]
pub(crate) fn touch(address: usize, bytes: usize, touch: Touch) {
    touch_as(address, bytes, touch, Shadow::lack);
}

/// As [`touch`], for a structure's copy, and what else moves bytes that nobody looks at yet.
#[inline(always)]
pub(crate) fn touch_range(address: usize, bytes: usize, touch: Touch) {
    touch_as(address, bytes, touch, Shadow::lack_all);
}

/// How, and from where, memory is touched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touch {
    pub(crate) access: Access,
    /// Whether it is what others can see.
    pub(crate) progress: bool,
    pub(crate) kind: Kind,
    /// The address of the code.
    pub(crate) place: usize,
}

impl Touch {
    /// A plain read.
    pub(crate) fn read(place: usize) -> Self {
        Touch {
            access: Access::Read,
            progress: false,
            kind: Kind::Read,
            place,
        }
    }

    /// A plain write.
    pub(crate) fn write(place: usize) -> Self {
        Touch {
            access: Access::Write,
            progress: true,
            kind: Kind::Write,
            place,
        }
    }
}

#[inline(always)]
fn touch_as(
    address: usize,
    bytes: usize,
    touch: Touch,
    lacks: unsafe fn(Shadow, usize, usize) -> bool,
) {
    let block = current();
    if block.is_null() {
        return;
    }
    // Others go on before the access is checked, not between that and the access.
    // SAFETY: the block outlives the code that it runs; no reference into it is held.
    unsafe { tick(block) };
    // SAFETY: only this thread touches the block. The reference ends before anything else gets to run.
    let hot = unsafe { &mut (*block).hot };
    if !hot.stack.has(address, bytes) {
        let access = touch.access;
        let known = match access {
            Access::Read => *hot.reads.at(address),
            Access::Write | Access::Atomic => *hot.writes.at(address),
        };
        hot.progress |= touch.progress;
        let (who, time, entry) = (hot.who, hot.time, hot.entry);
        let known = match known.has(address, bytes) {
            true => known,
            // SAFETY: the block is valid, and no reference to it is held.
            false => unsafe { check(block, address, bytes, access) },
        };
        let shadow = known.shadow;
        if shadow.is_kept() {
            // SAFETY: the bytes are of the range of this shadow; the block as above.
            unsafe {
                if access != Access::Write && lacks(shadow, address, bytes) {
                    uninitialised(block, address, bytes, access);
                }
                if access != Access::Read {
                    shadow.wrote(address, bytes);
                }
            }
        }
        if known.cells.are_kept() {
            // SAFETY: the cells are those of the range; the block as above.
            unsafe {
                if touch.kind == Kind::StrongRead {
                    let again = (*block).polls_again(known.cells, address, bytes);
                    hot.polls = Some(again);
                    if again {
                        return;
                    }
                }
                if !was_looked_at(known.cells, address, bytes, touch.kind, who, time)
                    && !is_alone(known.cells, address, bytes, touch, (who, time), entry)
                {
                    look(block, known.cells, address, bytes, touch);
                }
            }
        }
    }
}

/// The running thread writes as one what it has just touched.
pub(crate) fn writes_again(address: usize, bytes: usize, place: usize) {
    let block = current();
    // SAFETY: the current block; the reference ends at once.
    let hot = unsafe { &mut (*block).hot };
    let known = *hot.writes.at(address);
    if known.has(address, bytes) && known.cells.are_kept() {
        let touch = Touch {
            access: Access::Atomic,
            progress: false,
            kind: Kind::StrongWrite,
            place,
        };
        // SAFETY: the block as above; the cells are those of the range.
        unsafe { look(block, known.cells, address, bytes, touch) };
    }
}

/// Whether the thread has touched these bytes before, since it last met others, in a way that says all that this one would.
///
/// # Safety
///
/// The bytes have these cells, which only this thread touches now.
#[inline(always)]
unsafe fn was_looked_at(
    cells: Cells,
    address: usize,
    bytes: usize,
    kind: Kind,
    who: Who,
    time: Time,
) -> bool {
    let words = words_of(address, bytes);
    // SAFETY: by the contract.
    let cell: &crate::judge::races::cell::Cell = unsafe { &*cells.of(address) };
    words > 0
        && match kind {
            Kind::Read => cell.has_read(cells.tag, words, who, time),
            Kind::Write => cell.has_written(cells.tag, words, who, time),
            Kind::StrongRead | Kind::StrongWrite => false,
        }
}

/// How many words these bytes are, or are in, if they may share a cell; else 0.
#[inline(always)]
fn words_of(address: usize, bytes: usize) -> usize {
    match bytes {
        1..=4 if address % WORD + bytes <= WORD => 1,
        8 | 16 if address.is_multiple_of(bytes) => bytes / WORD,
        _ => 0,
    }
}

/// Whether the thread is alone with these words, and has touched them now.
///
/// # Safety
///
/// As for [`was_looked_at`].
#[inline(always)]
unsafe fn is_alone(
    cells: Cells,
    address: usize,
    bytes: usize,
    touch: Touch,
    (who, time): (Who, Time),
    entry: usize,
) -> bool {
    let words = words_of(address, bytes);
    if words == 0 || bytes < WORD || touch.kind.is_strong() || time == Time::MAX {
        return false;
    }
    // SAFETY: the cell of the first word, by the contract.
    let cell = unsafe { &mut *cells.of(address) };
    let place = offset(touch.place, entry);
    cell.touch_alone((cells.tag, words), touch.kind.writes(), (who, time), place)
}

/// A place in the code of a kernel, as cells have it.
#[inline(always)]
pub(crate) fn offset(place: usize, entry: usize) -> i32 {
    i32::try_from(place.wrapping_sub(entry) as isize).unwrap_or(0)
}

/// Looks for races of an access.
///
/// # Safety
///
/// As for [`check`].
#[inline(never)]
unsafe fn look(block: *mut Block, cells: Cells, address: usize, bytes: usize, touch: Touch) {
    // SAFETY: the current block, by the contract; the reference ends before another thread goes on.
    let ends = unsafe { (*block).touches_word(cells, (address, bytes), touch.kind, touch.place) };
    if let Some((fault, what)) = ends {
        // SAFETY: as above.
        unsafe { Block::fail(block, fault, None, what) };
    }
}

/// A place where another thread may go on.
///
/// # Safety
///
/// `block` is the current block, and no reference into it is held.
#[inline(always)]
pub(crate) unsafe fn tick(block: *mut Block) {
    // SAFETY: the current block, by the contract.
    let hot = unsafe { &mut (*block).hot };
    hot.countdown = hot.countdown.saturating_sub(1);
    if hot.countdown == 0 {
        // SAFETY: as above.
        unsafe { Block::stop(block) };
    }
}

/// As [`touch`], for an address that is not known to be allowed. Returns what is there.
///
/// # Safety
///
/// `block` is the current block, and no reference into it is held.
#[cold]
#[inline(never)]
unsafe fn check(block: *mut Block, address: usize, bytes: usize, access: Access) -> Known {
    // SAFETY: the current block, by the contract; nothing in here runs other code of the kernel.
    let answer = unsafe {
        let block = &mut *block;
        let answer = block.allowed(address, bytes, access).map(Known::from);
        if let Ok(known) = &answer {
            match block.hot.is_watched() {
                false => block.hot.remember(address, *known, access),
                true => block.touches(address, bytes, access),
            }
        }
        answer
    };
    match answer {
        Ok(known) => known,
        Err(MemoryFault { code, reason }) => {
            let before = format!("{access} of {bytes} bytes at {address:#x}");
            let what = Told::here(&before, &format!(": {reason}"));
            // SAFETY: as above.
            unsafe { Block::fail(block, Fault::Memory, Some(code), what) }
        }
    }
}

/// Of so many threads at one slot it is told where they read what nobody has written; of more, only that they did.
const MOST_TOLD_READS: u32 = 4096;

/// A read of what nobody has written.
///
/// # Safety
///
/// As for [`check`].
#[cold]
#[inline(never)]
unsafe fn uninitialised(block: *mut Block, address: usize, bytes: usize, access: Access) {
    // SAFETY: the current block, by the contract; the reference ends before another thread goes on.
    let what = unsafe {
        let block = &mut *block;
        let ends = block.context().uninitialised == Uninitialised::Error;
        block.statistics.uninitialised_reads += 1;
        let told = block.warning.is_some();
        let thread = &mut block.threads[block.current];
        if !ends && told && thread.unwritten.is_some() {
            return;
        }
        if !ends && told && block.told_reads >= MOST_TOLD_READS {
            let what =
                format!("{access} of {bytes} bytes at {address:#x}, which nobody has written");
            thread.unwritten = Some(what.into());
            return;
        }
        let first = block
            .allowed(address, bytes, access)
            .map_or(0, |allowed| allowed.shadow.first_lacking(address, bytes));
        let place = block.describe(address + first, bytes - first, access);
        let to_come = match block.copies.is_to_come(address + first) {
            true => ", to which an asynchronous copy has begun that is not complete",
            false => "",
        };
        let after = match first {
            0 => format!(", which nobody has written: {place}{to_come}"),
            _ => format!(", of which nobody has written all: {place}{to_come} is not"),
        };
        let what = Told::here(
            &format!("{access} of {bytes} bytes at {address:#x}"),
            &after,
        );
        if !ends {
            block.told_reads += 1;
            block.threads[block.current]
                .unwritten
                .get_or_insert_with(|| what.clone());
            if !told {
                block.warn(what);
            }
            return;
        }
        what
    };
    // SAFETY: as above.
    unsafe { Block::fail(block, Fault::Uninitialised, None, what) };
}

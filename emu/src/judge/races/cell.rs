//! What is remembered of a word of memory: who wrote it last, and who has touched it since.

use super::groups::{Group, MOST_GROUPS, Touched};
use super::knowledge::{Time, Who};

/// Bytes that share a cell, unless one of them is touched without the others.
pub(crate) const WORD: usize = 4;

/// How a thread touches memory, as far as races are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Kind {
    #[default]
    Read,
    Write,
    /// A relaxed load: `volatile`, or atomic.
    StrongRead,
    /// A relaxed store, or an atomic read and write in one.
    StrongWrite,
}

impl Kind {
    pub(crate) fn is_strong(self) -> bool {
        matches!(self, Kind::StrongRead | Kind::StrongWrite)
    }

    pub(crate) fn writes(self) -> bool {
        matches!(self, Kind::Write | Kind::StrongWrite)
    }
}

/// One access to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Event {
    pub(crate) who: Who,
    pub(crate) time: Time,
    pub(crate) kind: Kind,
    /// An atomic one that only its own block sees as such (`_block`).
    pub(crate) narrow: bool,
    /// A strong write after a fence.
    pub(crate) releases: bool,
    /// The address of the code, as an offset from the kernel's.
    pub(crate) place: i32,
}

/// Of bytes that are touched one by one, each has a cell.
pub(crate) type Bytes = [Cell; WORD];

/// The cell of a word. All zero, and with another launch's tag, it is of one that nobody has touched.
#[repr(C, align(32))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The launch, or the block for its shared memory, that this is of.
    pub(crate) tag: u32,
    state: u32,
    /// The last plain write.
    write_who: u32,
    write_time: Time,
    write_place: i32,
    /// The only access since, or where there are more of them, or the bytes.
    other_who: u32,
    other_time: Time,
    other_place: i32,
}

impl Cell {
    /// The last plain write, where there is one.
    #[inline(always)]
    fn write(&self) -> Event {
        Event {
            who: Who(self.write_who),
            time: self.write_time,
            kind: Kind::Write,
            narrow: false,
            releases: false,
            place: self.write_place,
        }
    }

    /// The only access since the last plain write, where there is one.
    fn only_other(&self) -> Event {
        let (kind, narrow, releases) = kind_of(self.state & OTHER);
        Event {
            who: Who(self.other_who),
            time: self.other_time,
            kind,
            narrow,
            releases,
            place: self.other_place,
        }
    }
}

/// How many words the cell is of: aligned ones that are always touched together, the first of which has it. 0: one, 1: two, 2: four.
const WIDTH: u32 = 0b11 << 5;
const WIDTH_UNIT: u32 = 1 << 5;
/// The rest of the state counts writes, plain and strong.
const GENERATION: u32 = 1 << 8;
const WRITTEN: u32 = 1;
/// What `other` is.
const OTHER: u32 = 0b1_1110;
const NONE: u32 = 0;
const READ: u32 = 1 << 1;
const STRONG_READ: u32 = 2 << 1;
const STRONG_WRITE: u32 = 3 << 1;
const NARROW_READ: u32 = 4 << 1;
const NARROW_WRITE: u32 = 5 << 1;
const GROUPS: u32 = 6 << 1;
const SPLIT: u32 = 7 << 1;
/// The word is of a wide cell, and not its first.
const COVERED: u32 = 10 << 1;
const RELEASE: u32 = 8 << 1;
const NARROW_RELEASE: u32 = 9 << 1;

fn code(event: &Event) -> u32 {
    match (event.kind, event.narrow, event.releases) {
        (Kind::StrongRead, false, _) => STRONG_READ,
        (Kind::StrongRead, true, _) => NARROW_READ,
        (Kind::StrongWrite, false, false) => STRONG_WRITE,
        (Kind::StrongWrite, true, false) => NARROW_WRITE,
        (Kind::StrongWrite, false, true) => RELEASE,
        (Kind::StrongWrite, true, true) => NARROW_RELEASE,
        (Kind::Read | Kind::Write, _, _) => READ,
    }
}

/// Kind, whether it is narrow, and whether it releases.
fn kind_of(code: u32) -> (Kind, bool, bool) {
    match code {
        STRONG_READ => (Kind::StrongRead, false, false),
        NARROW_READ => (Kind::StrongRead, true, false),
        STRONG_WRITE => (Kind::StrongWrite, false, false),
        NARROW_WRITE => (Kind::StrongWrite, true, false),
        RELEASE => (Kind::StrongWrite, false, true),
        NARROW_RELEASE => (Kind::StrongWrite, true, true),
        _ => (Kind::Read, false, false),
    }
}

impl Cell {
    /// A plain access by a thread that is alone with the word, or has read it last: most are. Done, unless it takes more than that.
    ///
    /// What it came after before, it comes after now.
    #[inline(always)]
    pub(crate) fn touch_alone(
        &mut self,
        (tag, words): (u32, usize),
        writes: bool,
        (who, time): (Who, Time),
        place: i32,
    ) -> bool {
        if self.tag != tag || !self.is_of(words) {
            return false;
        }
        let other = self.state & OTHER;
        let reads = other == READ && self.other_who == who.0;
        let is_own = self.state & WRITTEN == 0 || self.write_who == who.0;
        match writes {
            false if reads || other == NONE && is_own => {
                self.state |= READ;
                self.other_who = who.0;
                self.other_time = time;
                self.other_place = place;
            }
            true if is_own && (reads || other == NONE) => {
                self.state = (self.state & !OTHER).wrapping_add(GENERATION) | WRITTEN;
                self.write_who = who.0;
                self.write_time = time;
                self.write_place = place;
            }
            _ => return false,
        }
        true
    }

    /// What is another one after each write.
    #[inline(always)]
    pub(crate) fn generation(&self) -> u32 {
        self.state & !(GENERATION - 1)
    }

    /// Whether a plain read by this thread, at its time, changes nothing and was looked at before.
    #[inline(always)]
    pub(crate) fn has_read(&self, tag: u32, words: usize, who: Who, time: Time) -> bool {
        let written =
            self.state & WRITTEN != 0 && self.write_who == who.0 && self.write_time == time;
        let read = self.state & OTHER == READ && self.other_who == who.0 && self.other_time == time;
        self.tag == tag
            && self.is_of(words)
            && (read || written && !matches!(self.state & OTHER, SPLIT | COVERED))
    }

    /// Whether that many words share it, of which it is the first.
    #[inline(always)]
    fn is_of(&self, words: usize) -> bool {
        self.state & WIDTH == words as u32 / 2 * WIDTH_UNIT
    }

    /// How many words share it, of which it is the first.
    pub(crate) fn words(&self) -> usize {
        1 << ((self.state & WIDTH) / WIDTH_UNIT)
    }

    /// Makes one cell of those of aligned words, of which all is alike.
    ///
    /// # Safety
    ///
    /// There are so many cells from `first` on, which only this thread touches now.
    pub(crate) unsafe fn widen(first: *mut Cell, words: usize) {
        // SAFETY: by the contract.
        unsafe {
            (*first).state = (*first).state & !WIDTH | (words as u32 / 2 * WIDTH_UNIT);
            for word in 1..words {
                let generation = (*first.add(word)).generation();
                *first.add(word) = Cell {
                    tag: (*first).tag,
                    state: generation | COVERED,
                    ..Cell::default()
                };
            }
        }
    }

    /// The same for fresh ones.
    ///
    /// # Safety
    ///
    /// As for [`Cell::widen`].
    pub(crate) unsafe fn begin(first: *mut Cell, words: usize, tag: u32) {
        // SAFETY: by the contract.
        unsafe {
            *first = Cell {
                tag,
                ..Cell::default()
            };
            Cell::widen(first, words);
        }
    }

    /// Whether a plain write was the last that was done to the word, and to no single byte of it.
    pub(crate) fn is_just_written(&self) -> bool {
        self.state & (WRITTEN | OTHER) == WRITTEN
    }

    pub(crate) fn is_covered(&self) -> bool {
        self.state & OTHER == COVERED
    }

    /// The same of a plain write.
    #[inline(always)]
    pub(crate) fn has_written(&self, tag: u32, words: usize, who: Who, time: Time) -> bool {
        self.tag == tag
            && self.is_of(words)
            && self.state & (WRITTEN | OTHER) == WRITTEN
            && self.write_who == who.0
            && self.write_time == time
    }
}

/// The cells' groups and bytes, of all words of a launch.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    groups: Groups,
    bytes: Vec<Bytes>,
    free_bytes: Vec<u32>,
}

#[derive(Debug, Default)]
struct Groups {
    touched: Vec<Touched>,
    free: Vec<u32>,
    /// Of the word that was touched last, the last strong write by another thread.
    last_strong: Option<Event>,
}

/// An earlier access that conflicts with one, and is in no order with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) earlier: Event,
    pub(crate) later: Event,
    /// The first byte of the word that both touch.
    pub(crate) byte: usize,
}

/// Whether two accesses are a race if nothing orders them. Strong ones are not, unless a block's own meets another block.
#[inline(always)]
fn conflict(a: Event, b: Event, one_block: impl FnOnce() -> bool) -> bool {
    if !a.kind.writes() && !b.kind.writes() {
        return false;
    }
    let strong = a.kind.is_strong() && b.kind.is_strong();
    !strong || ((a.narrow || b.narrow) && !one_block())
}

/// What must be known of the launch to judge an access.
pub(crate) trait Order {
    /// Whether an earlier access comes before what the thread does now.
    fn is_before(&self, earlier: &Event) -> bool;
    /// The same for accesses by any lane of a warp, where it is the same for all.
    fn is_warp_before(&self, first: Who, time: Time) -> Option<bool>;
    fn is_one_block(&self, other: Who) -> bool;
    /// A thread's number in its warp.
    fn lane(&self, who: Who) -> u32;
}

impl Histories {
    /// The strong write by another thread that was last in the word that was touched last.
    pub(crate) fn last_strong(&self) -> Option<Event> {
        self.groups.last_strong
    }

    /// A thread touches bytes of a word, from the first to before the second. The first conflict, if there is one.
    pub(crate) fn touch(
        &mut self,
        cell: &mut Cell,
        tag: u32,
        bytes: (usize, usize),
        event: Event,
        order: &impl Order,
    ) -> Option<Conflict> {
        if cell.tag != tag {
            *cell = Cell {
                tag,
                ..Cell::default()
            };
        }
        if event.kind.writes() {
            cell.state = cell.state.wrapping_add(GENERATION);
        }
        let whole = bytes == (0, WORD);
        if cell.state & OTHER != SPLIT {
            if whole {
                return self.groups.touch(cell, event, order);
            }
            self.split(cell);
        }
        let index = cell.other_who;
        let four = &mut self.bytes[index as usize];
        let mut found = None;
        for (byte, cell) in four.iter_mut().enumerate().take(bytes.1).skip(bytes.0) {
            let now = (event.who, event.time);
            let is_alone = !event.kind.is_strong()
                && cell.touch_alone((tag, 1), event.kind.writes(), now, event.place);
            if !is_alone && let Some(conflict) = self.groups.touch(cell, event, order) {
                found = found.or(Some(Conflict { byte, ..conflict }));
            }
        }
        if whole && event.kind == Kind::Write {
            // All bytes have the same history again.
            let generation = cell.generation();
            *cell = four[0];
            cell.state = (cell.state % GENERATION) | generation;
            self.free_bytes.push(index);
        }
        found
    }

    /// Gives each word of a wide cell its own, as one of them is touched without the others.
    ///
    /// # Safety
    ///
    /// There are cells of the words before and after, as far as they share one, which only this thread touches now.
    pub(crate) unsafe fn narrow(&mut self, word: usize, cell: *mut Cell) {
        // SAFETY: by the contract. The first is where a whole one begins: at twice the size of a word, or four times.
        unsafe {
            let mut first = cell;
            if (*cell).is_covered() {
                let in_four = word / WORD % 4;
                first = cell.sub(in_four % 2);
                if (*first).is_covered() {
                    first = cell.sub(in_four);
                }
            }
            let words = (*first).words();
            (*first).state &= !WIDTH;
            for word in 1..words {
                let generation = (*first.add(word)).generation();
                let copy = self.groups.copy(&*first);
                *first.add(word) = copy;
                (*first.add(word)).state = (copy.state % GENERATION) | generation;
            }
        }
    }

    fn split(&mut self, cell: &mut Cell) {
        let mut copy = || self.groups.copy(cell);
        let four = [copy(), copy(), copy(), *cell];
        let index = match self.free_bytes.pop() {
            Some(index) => {
                self.bytes[index as usize] = four;
                index
            }
            None => {
                self.bytes.push(four);
                self.bytes.len() as u32 - 1
            }
        };
        cell.state = cell.state & !OTHER | SPLIT;
        cell.other_who = index;
    }
}

impl Groups {
    /// A cell with the same history.
    fn copy(&mut self, cell: &Cell) -> Cell {
        let mut copy = *cell;
        if cell.state & OTHER == GROUPS {
            let touched = self.touched[cell.other_who as usize];
            copy.other_who = self.keep();
            self.touched[copy.other_who as usize] = touched;
        }
        copy
    }

    /// A place for groups, with whatever is in it.
    fn keep(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let none = Group::of(Event::default(), 0);
            self.touched.push(Touched {
                count: 0,
                groups: [none; MOST_GROUPS],
            });
            self.touched.len() as u32 - 1
        })
    }

    fn touch(&mut self, cell: &mut Cell, event: Event, order: &impl Order) -> Option<Conflict> {
        let conflicts = |earlier: &Event| {
            earlier.who != event.who
                && conflict(*earlier, event, || order.is_one_block(earlier.who))
                && !order.is_before(earlier)
        };
        let mut found = None;
        if cell.state & WRITTEN != 0 && cell.write_who != event.who.0 {
            let write = cell.write();
            if conflicts(&write) {
                found = Some(write);
            }
        }
        self.last_strong = None;
        match cell.state & OTHER {
            NONE => {}
            GROUPS => {
                let touched = &self.touched[cell.other_who as usize];
                self.last_strong = touched.last_strong(event.who);
                if event.kind != Kind::Write && touched.has(&event, order.lane(event.who)) {
                    return None;
                }
                let open = touched.groups().iter().filter(|group| {
                    conflict(group.any(), event, || order.is_one_block(group.first))
                        && order.is_warp_before(group.first, group.time) != Some(true)
                });
                let mut events = open.flat_map(|group| group.events());
                found = found.or_else(|| events.find(conflicts));
            }
            _ => {
                let other = cell.only_other();
                if found.is_none() && conflicts(&other) {
                    found = Some(other);
                }
                if other.kind == Kind::StrongWrite && other.who != event.who {
                    self.last_strong = Some(other);
                }
            }
        }
        match event.kind {
            Kind::Write => self.written(cell, event),
            _ => self.add(cell, event, order),
        }
        found.map(|earlier| Conflict {
            earlier,
            later: event,
            byte: 0,
        })
    }

    /// A plain write comes after all that was before, or the race is told.
    fn written(&mut self, cell: &mut Cell, event: Event) {
        if cell.state & OTHER == GROUPS {
            self.free.push(cell.other_who);
        }
        cell.state = cell.state & !OTHER | WRITTEN;
        cell.write_who = event.who.0;
        cell.write_time = event.time;
        cell.write_place = event.place;
    }

    /// Remembers an access that is no plain write.
    fn add(&mut self, cell: &mut Cell, event: Event, order: &impl Order) {
        let state = code(&event);
        let single = |cell: &mut Cell| {
            cell.state = cell.state & !OTHER | state;
            cell.other_who = event.who.0;
            cell.other_time = event.time;
            cell.other_place = event.place;
        };
        match cell.state & OTHER {
            NONE => single(cell),
            GROUPS => {
                self.touched[cell.other_who as usize].add(event, order);
            }
            other => {
                let before = cell.only_other();
                // Who comes after this one comes after that one.
                if other == state && (before.who == event.who || order.is_before(&before)) {
                    return single(cell);
                }
                cell.other_who = self.keep();
                let touched = &mut self.touched[cell.other_who as usize];
                touched.count = 1;
                touched.groups[0] = Group::of(before, order.lane(before.who));
                touched.add(event, order);
                cell.state = cell.state & !OTHER | GROUPS;
            }
        }
    }
}

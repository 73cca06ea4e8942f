//! What is remembered of a word of memory: who wrote it last, and who has touched it since.

use super::knowledge::{Time, Who};
use crate::schedule::ready::WARP;

/// Bytes that share a cell, unless one of them is touched without the others.
pub(crate) const WORD: usize = 4;

/// How a thread touches memory, as far as races are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// Accesses since the last plain write by lanes of one warp, at one time, of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    /// The first lane of the warp.
    first: Who,
    lanes: u32,
    time: Time,
    kind: Kind,
    narrow: bool,
    releases: bool,
    place: i32,
}

impl Group {
    fn of(event: Event, lane: u32) -> Self {
        Group {
            first: Who(event.who.0 - lane),
            lanes: 1 << lane,
            time: event.time,
            kind: event.kind,
            narrow: event.narrow,
            releases: event.releases,
            place: event.place,
        }
    }

    /// As if it were by the first lane.
    fn any(self) -> Event {
        Event {
            who: self.first,
            time: self.time,
            kind: self.kind,
            narrow: self.narrow,
            releases: self.releases,
            place: self.place,
        }
    }

    fn events(self) -> impl Iterator<Item = Event> {
        let lanes = (0..WARP as u32).filter(move |lane| self.lanes >> lane & 1 != 0);
        lanes.map(move |lane| Event {
            who: Who(self.first.0 + lane),
            ..self.any()
        })
    }
}

/// So many groups are kept of a word; of more, the first two and the last two. Whoever comes after all of a barrier's side comes
/// after these, and who does not, does not come after all of these, unless it met just them one by one.
const MOST_GROUPS: usize = 4;

/// What is remembered of a word beyond its cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touched {
    groups: [Option<Group>; MOST_GROUPS],
}

/// Of bytes that are touched one by one, each has a cell.
pub(crate) type Bytes = [Cell; WORD];

/// The cell of a word. All zero, and with another launch's tag, it is of one that nobody has touched.
#[repr(C, align(32))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The launch, or the block for its shared memory, that this is of.
    tag: u32,
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
    /// Whether a plain read by this thread, at its time, changes nothing and was looked at before.
    #[inline(always)]
    pub(crate) fn has_read(&self, tag: u32, who: Who, time: Time) -> bool {
        let written =
            self.state & WRITTEN != 0 && self.write_who == who.0 && self.write_time == time;
        let read = self.state & OTHER == READ && self.other_who == who.0 && self.other_time == time;
        self.tag == tag && (read || written && self.state & OTHER != SPLIT)
    }

    /// The same of a plain write.
    #[inline(always)]
    pub(crate) fn has_written(&self, tag: u32, who: Who, time: Time) -> bool {
        self.tag == tag
            && self.state & (WRITTEN | OTHER) == WRITTEN
            && self.write_who == who.0
            && self.write_time == time
    }

    /// The same of a relaxed load: nobody has written since.
    #[inline(always)]
    pub(crate) fn has_polled(&self, tag: u32, who: Who, time: Time) -> bool {
        self.tag == tag
            && self.state & OTHER == STRONG_READ
            && self.other_who == who.0
            && self.other_time == time
    }
}

/// The cells' groups and bytes, of all words of a launch.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    touched: Vec<Touched>,
    free_touched: Vec<u32>,
    bytes: Vec<Bytes>,
    free_bytes: Vec<u32>,
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
fn conflict(a: Event, b: Event, one_block: bool) -> bool {
    if !a.kind.writes() && !b.kind.writes() {
        return false;
    }
    let strong = a.kind.is_strong() && b.kind.is_strong();
    !strong || (!one_block && (a.narrow || b.narrow))
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
        self.last_strong
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
        let whole = bytes == (0, WORD);
        if cell.state & OTHER != SPLIT {
            if whole {
                return self.touch_one(cell, event, order);
            }
            self.split(cell);
        }
        let index = cell.other_who;
        let mut four = self.bytes[index as usize];
        let mut found = None;
        for (byte, cell) in four.iter_mut().enumerate() {
            if bytes.0 <= byte && byte < bytes.1 {
                let conflict = self.touch_one(cell, event, order);
                found = found.or(conflict.map(|conflict| Conflict { byte, ..conflict }));
            }
        }
        if whole && event.kind == Kind::Write {
            // All bytes have the same history again.
            *cell = four[0];
            self.free_bytes.push(index);
        } else {
            self.bytes[index as usize] = four;
        }
        found
    }

    fn split(&mut self, cell: &mut Cell) {
        let copy = |histories: &mut Self| {
            let mut copy = *cell;
            if cell.state & OTHER == GROUPS {
                let groups = histories.touched[cell.other_who as usize].clone();
                copy.other_who = histories.keep(groups);
            }
            copy
        };
        let four = [copy(self), copy(self), copy(self), *cell];
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

    fn keep(&mut self, touched: Touched) -> u32 {
        match self.free_touched.pop() {
            Some(index) => {
                self.touched[index as usize] = touched;
                index
            }
            None => {
                self.touched.push(touched);
                self.touched.len() as u32 - 1
            }
        }
    }

    fn touch_one(&mut self, cell: &mut Cell, event: Event, order: &impl Order) -> Option<Conflict> {
        let conflicts = |earlier: &Event| {
            earlier.who != event.who
                && conflict(*earlier, event, order.is_one_block(earlier.who))
                && !order.is_before(earlier)
        };
        let write = (cell.state & WRITTEN != 0).then_some(Event {
            who: Who(cell.write_who),
            time: cell.write_time,
            kind: Kind::Write,
            narrow: false,
            releases: false,
            place: cell.write_place,
        });
        let mut found = write.filter(conflicts);
        self.last_strong = None;
        match cell.state & OTHER {
            NONE => {}
            GROUPS => {
                let groups = &self.touched[cell.other_who as usize].groups;
                let strong = |group: &&Group| group.kind == Kind::StrongWrite;
                let last = groups.iter().flatten().rev().find(strong);
                self.last_strong =
                    last.and_then(|group| group.events().find(|last| last.who != event.who));
                let open = groups.iter().flatten().filter(|group| {
                    let one_block = order.is_one_block(group.first);
                    conflict(group.any(), event, one_block)
                        && order.is_warp_before(group.first, group.time) != Some(true)
                });
                let mut events = open.flat_map(|group| group.events());
                found = found.or_else(|| events.find(conflicts));
            }
            _ => {
                let other = cell.only_other();
                found = found.or(Some(other).filter(conflicts));
                self.last_strong = Some(other)
                    .filter(|other| other.kind == Kind::StrongWrite && other.who != event.who);
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
            self.free_touched.push(cell.other_who);
        }
        cell.state = WRITTEN;
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
                let mut touched = std::mem::take(&mut self.touched[cell.other_who as usize]);
                touched.add(event, order);
                self.touched[cell.other_who as usize] = touched;
            }
            other => {
                let before = cell.only_other();
                // Who comes after this one comes after that one.
                if other == state && (before.who == event.who || order.is_before(&before)) {
                    return single(cell);
                }
                let mut touched = Touched::default();
                touched.groups[0] = Some(Group::of(before, order.lane(before.who)));
                touched.add(event, order);
                cell.other_who = self.keep(touched);
                cell.state = cell.state & !OTHER | GROUPS;
            }
        }
    }
}

impl Touched {
    fn add(&mut self, event: Event, order: &impl Order) {
        let new = Group::of(event, order.lane(event.who));
        let alike = |group: &Group| {
            (group.kind, group.narrow, group.releases) == (new.kind, new.narrow, new.releases)
        };
        // What comes before this access need not be remembered beside it.
        let covered = |group: &Group| {
            alike(group)
                && order
                    .is_warp_before(group.first, group.time)
                    .unwrap_or_else(|| {
                        group
                            .events()
                            .all(|earlier| earlier.who == event.who || order.is_before(&earlier))
                    })
        };
        let mut groups = self.groups.iter_mut().flatten();
        if let Some(same) =
            groups.find(|group| alike(group) && group.first == new.first && group.time == new.time)
        {
            same.lanes |= new.lanes;
            return;
        }
        for group in &mut self.groups {
            if group.as_ref().is_some_and(covered) {
                *group = None;
            }
        }
        let end = match self.groups.iter().position(Option::is_none) {
            Some(hole) => {
                self.groups[hole..].rotate_left(1);
                MOST_GROUPS - 1
            }
            None => {
                self.groups[MOST_GROUPS / 2..].rotate_left(1);
                MOST_GROUPS - 1
            }
        };
        self.groups[end] = Some(new);
    }
}

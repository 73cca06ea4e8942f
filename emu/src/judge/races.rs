//! Races: two accesses to a byte, of which one writes and one is plain, that nothing orders.
//!
//! What orders is what the CUDA memory model says, and not in which order the emulator ran them: barriers, whole and in halves,
//! for who takes part; collective functions, for the lanes of their mask; a fence, then a relaxed store or atomic, that
//! another thread reads before a fence of its own. So one run is enough, whatever its schedule was, as far as that run went.
//!
//! The design is that of FastTrack (an access is a thread and a time; a word remembers the last write, and one reader as long as
//! there is only one) with clocks in layers as in Barracuda and CURD: a bound on the warp, the block and the grid, which a
//! barrier raises at once, and lists for those alone who tell each other by flags. That of many readers a few of each side are
//! enough is HiRace's; scopes of fences and atomics are ScoRD's and iGUARD's.
//!
//! A thread is a number here, and nothing knows of coroutines.

pub(crate) mod cell;
mod gathering;
mod groups;
pub(crate) mod knowledge;
pub(crate) mod members;
pub(crate) mod region;
pub(crate) mod words;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use self::cell::{Cell, Conflict, Event, Histories, Kind, WORD};
use self::gathering::Gathering;
use self::knowledge::{Clock, Numbering, Time};
use self::members::{Fenced, Heard, Members, Toucher};
use super::barrier::Scope;

/// Addresses spread by themselves.
#[derive(Debug, Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|&byte| self.write_usize(usize::from(byte)));
    }
    fn write_usize(&mut self, value: usize) {
        self.0 = (self.0.rotate_left(5) ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// What the last strong write to a word tells, or the atomic ones that came one after the other.
#[derive(Debug, Default)]
struct Released {
    /// To everyone.
    device: Clock,
    /// To threads of one block.
    blocks: Vec<(u32, Clock)>,
    /// How often it was written so.
    writes: u32,
    /// How often when it was last set, and not added to.
    chain: u32,
}

/// How a strong access is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Manner {
    /// It orders what comes after it, as if a fence followed.
    pub(crate) acquires: bool,
    /// It orders what came before it, as if a fence preceded.
    pub(crate) releases: bool,
}

impl Manner {
    pub(crate) const RELAXED: Manner = Manner {
        acquires: false,
        releases: false,
    };
}

/// A launch's memory of accesses, and of what orders them.
#[derive(Debug)]
pub(crate) struct Detector {
    pub(crate) numbering: Numbering,
    now: Time,
    histories: Histories,
    released: HashMap<usize, Released, BuildHasherDefault<Spread>>,
    gatherings: HashMap<(u8, u64), Gathering>,
}

impl Detector {
    pub(crate) fn new(numbering: Numbering) -> Self {
        Detector {
            numbering,
            now: 1,
            histories: Histories::default(),
            released: HashMap::default(),
            gatherings: HashMap::new(),
        }
    }

    fn tick(&mut self) -> Time {
        self.now = (self.now + 1).min(Self::LAST);
        self.now
    }

    const LAST: Time = Time::MAX - 1;

    /// Whether there are no more times: from now on nothing is known of what comes before what.
    pub(crate) fn is_spent(&self) -> bool {
        self.now == Self::LAST
    }

    /// A block begins.
    pub(crate) fn begin(&mut self, block: u32, threads: usize) -> Members {
        let now = self.tick();
        Members::new(block, threads, self.numbering, now)
    }

    /// All threads of a block pass a barrier.
    pub(crate) fn block_barrier(&mut self, members: &mut Members) {
        let now = self.tick();
        members.meet(now);
    }

    /// Lanes of a warp have met; whether all are among them that have not returned.
    pub(crate) fn lanes(&mut self, members: &mut Members, warp: usize, mask: u32, is_whole: bool) {
        let now = self.tick();
        members.meet_lanes(warp, mask, is_whole, now);
    }

    /// The threads of a tile of several warps have met, so many from the first one on.
    pub(crate) fn tile(&mut self, members: &mut Members, first: usize, count: usize) {
        let now = self.tick();
        members.meet_tile(first..first + count, now);
    }

    /// A thread fences.
    pub(crate) fn fence(&mut self, members: &mut Members, rank: usize, of_device: bool) {
        let now = self.tick();
        members.fence(rank, of_device, now);
    }

    fn gathering(&mut self, scope: Scope, group: u64) -> &mut Gathering {
        self.gatherings.entry((scope as u8, group)).or_default()
    }

    /// A thread arrives at a barrier in halves, of the grid, or of a group of blocks.
    pub(crate) fn arrive(
        &mut self,
        members: &mut Members,
        rank: usize,
        (scope, group): (Scope, u64),
        moment: u64,
    ) {
        let now = self.tick();
        let who = members.who(rank);
        let numbering = self.numbering;
        let member = &mut members.all[rank];
        member.acquire(&mut members.included);
        self.gatherings
            .entry((scope as u8, group))
            .or_default()
            .arrive(
                numbering,
                who,
                (member.time, now),
                &member.view.clock,
                moment,
            );
        member.time = now;
    }

    /// It waits there.
    pub(crate) fn wait(
        &mut self,
        members: &Members,
        rank: usize,
        (scope, group): (Scope, u64),
        moment: u64,
    ) {
        self.gathering(scope, group).wait(members.who(rank), moment);
    }

    /// All have arrived.
    pub(crate) fn complete(&mut self, scope: Scope, group: u64) {
        let now = self.tick();
        self.gathering(scope, group)
            .complete(scope == Scope::Grid, now);
    }

    /// A thread goes on that has waited.
    pub(crate) fn passed(
        &mut self,
        members: &mut Members,
        rank: usize,
        (scope, group): (Scope, u64),
    ) {
        let gathering = self.gathering(scope, group);
        let (known, floor) = (gathering.known.clone(), gathering.floor);
        let member = &mut members.all[rank];
        members.included.join(&mut member.view.clock, &known);
        member.acquire(&mut members.included);
        member.view.block = member.view.block.max(floor);
        member.time = member.time.max(floor);
    }

    /// A thread touches bytes of a word, whose cell this is. The first race, if there is one.
    pub(crate) fn touch(
        &mut self,
        (cell, tag): (&mut Cell, u32),
        (word, bytes): (usize, (usize, usize)),
        members: &Members,
        rank: usize,
        (kind, place): (Kind, i32),
    ) -> Option<Conflict> {
        let (who, member) = (members.who(rank), &members.all[rank]);
        let event = Event {
            who,
            time: member.time,
            kind,
            narrow: member.is_narrow && kind.is_strong(),
            releases: kind == Kind::StrongWrite
                && (member.fenced.is_some() || member.fenced_in_block.is_some()),
            place,
        };
        let released = &self.released;
        let observed = || {
            // One of up to 8 bytes takes two words.
            let here = member
                .observed
                .filter(|(address, _)| (*address..address + 8).contains(&word));
            here.is_some_and(|(address, writes)| {
                let released = released.get(&address);
                released.is_some_and(|released| released.writes == writes)
            })
        };
        let toucher = Toucher {
            numbering: self.numbering,
            who,
            member,
            observed: &observed,
        };
        self.histories.touch(cell, tag, bytes, event, &toucher)
    }

    /// The same for any number of bytes, with the cells of the words from that of the first byte on.
    ///
    /// # Safety
    ///
    /// There is a cell for each word, which only this thread touches now.
    pub(crate) unsafe fn touch_all(
        &mut self,
        (cells, tag): (*mut Cell, u32),
        (address, bytes): (usize, usize),
        members: &Members,
        rank: usize,
        event: (Kind, i32),
    ) -> Option<(usize, Conflict)> {
        let end = address + bytes;
        let mut word = address & !(WORD - 1);
        let mut cell = cells;
        let mut found = None;
        while word < end {
            // SAFETY: the cells of words of these, by the contract, and where they are of more words, of all of them.
            let words = unsafe { self.width((cell, tag), word, (address, end)) };
            let part = match words {
                1 => (address.max(word) - word, end.min(word + WORD) - word),
                _ => (0, WORD),
            };
            // SAFETY: as above.
            let conflict =
                unsafe { self.touch((&mut *cell, tag), (word, part), members, rank, event) };
            if let Some(conflict) = conflict
                && found.is_none()
            {
                found = Some((word + conflict.byte.max(part.0), conflict));
            }
            // SAFETY: one past the last, at most.
            cell = unsafe { cell.add(words) };
            word += words * WORD;
        }
        if event.0 == Kind::Write && matches!(bytes, 8 | 16) && address.is_multiple_of(bytes) {
            let count = bytes / WORD;
            // SAFETY: the cells of all of the words.
            unsafe {
                let all = std::slice::from_raw_parts(cells, count);
                if all
                    .iter()
                    .all(|cell| cell.words() == 1 && cell.is_just_written())
                {
                    Cell::widen(cells, count);
                }
            }
        }
        found
    }

    /// How many words the cell is of, where bytes from the first to before the second are touched: all of them, or one.
    ///
    /// # Safety
    ///
    /// The cells are those of the words, which only this thread touches now.
    unsafe fn width(
        &mut self,
        (cell, tag): (*mut Cell, u32),
        word: usize,
        (begin, end): (usize, usize),
    ) -> usize {
        // SAFETY: by the contract.
        unsafe {
            if (*cell).tag != tag {
                // Nobody has touched it: it is of as many as are touched now.
                let fits = |words: &usize| {
                    let bytes = words * WORD;
                    begin <= word
                        && word.is_multiple_of(bytes)
                        && word + bytes <= end
                        && (1..*words).all(|more| (*cell.add(more)).tag != tag)
                };
                let words = [4, 2].into_iter().find(fits).unwrap_or(1);
                Cell::begin(cell, words, tag);
                return words;
            }
            let words = (*cell).words();
            let whole = begin <= word && word + words * WORD <= end;
            if (*cell).is_covered() || words > 1 && !whole {
                self.histories.narrow(word, cell);
                return 1;
            }
            words
        }
    }

    /// A strong read has found what is there now.
    pub(crate) fn has_read(
        &mut self,
        members: &mut Members,
        rank: usize,
        address: usize,
        manner: Manner,
    ) {
        let block = members.block;
        let included = &mut members.included;
        let member = &mut members.all[rank];
        let told = self.histories.last_strong();
        match self.released.get(&address) {
            None => member.unfenced = told.or(member.unfenced),
            // Polled, and nothing new.
            Some(released) if member.observed == Some((address, released.writes)) => {}
            Some(released) => {
                if !member.is_narrow {
                    let heard = Heard {
                        address,
                        chain: released.chain,
                        clock: released.device.clone(),
                    };
                    match manner.acquires {
                        // What other words told is not acquired by it.
                        true => included.join(&mut member.view.clock, &heard.clock),
                        false => member.hear(heard, included),
                    }
                }
                for (of, clock) in &released.blocks {
                    match (*of == block, manner.acquires) {
                        (true, true) => member.view.clock.join(clock),
                        (true, false) => member.pending.join(clock),
                        (false, _) => member.narrow.join(clock),
                    }
                }
                member.observed = Some((address, released.writes));
                member.unfenced = told.filter(|event| !event.releases).or(member.unfenced);
            }
        }
    }

    /// A strong write is to be done; with `is_atomic` as one with a read of what was there.
    pub(crate) fn will_write(
        &mut self,
        members: &mut Members,
        rank: usize,
        address: usize,
        is_atomic: bool,
        manner: Manner,
    ) {
        let before = manner.releases.then(|| self.fence_before(members, rank));
        self.write(members, rank, address, is_atomic);
        // It was of this write alone: a fence would be of all that come after.
        if let Some([fenced, fenced_in_block]) = before {
            let member = &mut members.all[rank];
            (member.fenced, member.fenced_in_block) = (fenced, fenced_in_block);
        }
    }

    /// What a fence before it has ordered, a strong write tells.
    fn write(&mut self, members: &mut Members, rank: usize, address: usize, is_atomic: bool) {
        let (who, block, numbering) = (members.who(rank), members.block, self.numbering);
        let member = &mut members.all[rank];
        if !is_atomic && let Some(released) = self.released.get_mut(&address) {
            // What others told there is gone.
            released.device = Clock::default();
            released.blocks.clear();
            released.writes += 1;
            released.chain = released.writes;
        }
        let narrow = member.is_narrow;
        let fenced = member.fenced.as_ref().filter(|_| !narrow);
        let of_device = fenced.map(|fenced| fenced.clock(numbering, who).clone());
        let of_block = member.fenced_in_block.as_ref();
        let of_block = of_block.map(|fenced| fenced.clock(numbering, who).clone());
        if of_device.is_none() && of_block.is_none() {
            return;
        }
        let released = self.released.entry(address).or_default();
        if is_atomic && member.observed == Some((address, released.writes)) {
            member.observed = Some((address, released.writes + 1)); // its own
        }
        released.writes += 1;
        if let Some(of_device) = &of_device {
            match is_atomic {
                // Both are told by what is there now.
                true => {
                    released.device.join(of_device);
                    released.device.prune(numbering);
                }
                false => released.device = of_device.clone(),
            }
        }
        if let Some(of_block) = of_block.filter(|clock| of_device.as_ref() != Some(clock)) {
            match released.blocks.iter_mut().find(|(of, _)| *of == block) {
                Some((_, clock)) => {
                    clock.join(&of_block);
                    clock.prune(numbering);
                }
                None => released.blocks.push((block, of_block)),
            }
        }
    }

    /// What an access that releases does first. What was fenced before that.
    fn fence_before(&mut self, members: &mut Members, rank: usize) -> [Option<Arc<Fenced>>; 2] {
        let member = &members.all[rank];
        let before = [member.fenced.clone(), member.fenced_in_block.clone()];
        let of_device = !member.is_narrow;
        // A fence would acquire, too, what was read before.
        let member = &mut members.all[rank];
        let (pending, heard) = (std::mem::take(&mut member.pending), member.heard.take());
        self.fence(members, rank, of_device);
        let member = &mut members.all[rank];
        (member.pending, member.heard) = (pending, heard);
        before
    }
}

#[cfg(test)]
#[path = "races/races_tests.rs"]
mod tests;

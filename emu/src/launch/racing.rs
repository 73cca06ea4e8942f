//! Races of a launch: what the detector of [`crate::judge::races`] is told by the running threads, and what of it is told to
//! the user.

use std::cell::UnsafeCell;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::Launch;
use super::block::{Block, Failure, index_in};
use super::current_thread::offset;
use crate::judge::Access;
use crate::judge::Fault;
use crate::judge::Races;
use crate::judge::barrier::Scope;
use crate::judge::races::cell::{Conflict, Event, Kind};
use crate::judge::races::knowledge::{Numbering, Time, Who};
use crate::judge::races::members::Members;
use crate::judge::races::region::{self, Cells, Region, new_tag};
use crate::judge::races::words::{self, Means, Missing};
use crate::judge::races::{Detector, Manner};
use crate::judge::source::{Told, Trace};
use crate::judge::threads::Met;

/// What all blocks of a launch know of its races.
pub(crate) struct Racing {
    pub(crate) mode: Races,
    detector: UnsafeCell<Detector>,
    /// Those of global memory that the launch has touched, by where it begins.
    regions: Mutex<BTreeMap<usize, Arc<Region>>>,
    tag: u32,
    /// Pairs of places of which a race was told.
    told: UnsafeCell<HashSet<(i32, i32)>>,
}

// SAFETY: the cells are touched by the thread that has the turn, and the turn is handed on under a lock.
unsafe impl Sync for Racing {}

/// Says that races of a kernel are not looked for, though the setting says so.
fn say_blind(kernel: &str, why: &str) {
    eprintln!("cudart-emu: kernel `{kernel}`: races are not looked for: {why}");
}

/// So many races of a launch are told, each of other lines.
pub(crate) const MOST_TOLD: usize = 8;

/// Two writes of which it is not known yet whether they write the same.
pub(crate) struct Doubt {
    address: usize,
    bytes: usize,
    before: u128,
    conflict: Conflict,
    byte: usize,
    trace: Trace,
}

impl Racing {
    /// `None` where races are not looked for: by the setting, or as the launch has more threads than have numbers, which is said.
    pub(crate) fn new(mode: Races, launch: &Launch, blocks: u64) -> Option<Self> {
        if mode == Races::Off {
            return None;
        }
        let threads = launch.block.iter().product();
        let Some(numbering) = Numbering::new(blocks, threads) else {
            let why = format!("{blocks} blocks of {threads} threads are more than have numbers");
            say_blind(launch.kernel.shown, &why);
            return None;
        };
        Some(Racing {
            mode,
            detector: UnsafeCell::new(Detector::new(numbering)),
            regions: Mutex::default(),
            tag: new_tag(),
            told: UnsafeCell::default(),
        })
    }

    /// The cells of a range of global memory.
    pub(crate) fn cells(&self, range: &Range<usize>) -> Cells {
        let mut regions = self.regions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(region) = regions.get(&range.start) {
            return region.cells(self.tag);
        }
        match region::of(range) {
            Some(region) => {
                let cells = region.cells(self.tag);
                regions.insert(range.start, region);
                cells
            }
            None => Cells::default(),
        }
    }

    /// All blocks of the grid, or of a cluster, have arrived.
    ///
    /// # Safety
    ///
    /// Called by the thread that has the turn, while no code of a kernel runs.
    pub(crate) unsafe fn complete(&self, scope: Scope, group: u64) {
        // SAFETY: by the contract nobody else uses it now.
        unsafe { (*self.detector.get()).complete(scope, group) };
    }
}

impl Block {
    fn racing(&self) -> Option<&Racing> {
        self.context().racing.as_ref()
    }

    /// The detector, and the threads of this block.
    fn detector(&mut self) -> Option<(&mut Detector, &mut Members)> {
        let racing = self.context().racing.as_ref()?;
        // SAFETY: the context outlives the block, and this thread has the turn: nobody else has a reference.
        let detector = unsafe { &mut *racing.detector.get() };
        Some((detector, self.members.as_mut()?))
    }

    /// The block begins: its threads know nothing of each other.
    pub(crate) fn begin_racing(&mut self) {
        let Some(racing) = self.context().racing.as_ref() else {
            return;
        };
        // SAFETY: as above.
        let detector = unsafe { &mut *racing.detector.get() };
        let (number, threads) = (self.number as u32, self.threads.len());
        self.members = Some(detector.begin(number, threads));
        self.hot.entry = self.context().launch.kernel.entry as usize;
        self.judge.is_noted = true;
        if self.region.is_none() {
            self.region = Region::new(&self.shared.storage);
        }
        self.shared_tag = new_tag();
        // What was remembered of shared memory is of the block before.
        self.hot.forget();
    }

    /// The cells of this block's shared memory.
    pub(crate) fn shared_cells(&self) -> Cells {
        let region = self.region.as_ref().filter(|_| self.members.is_some());
        region.map_or(Cells::default(), |region| region.cells(self.shared_tag))
    }

    /// What threads of the block meet at, of that scope: the detector's name of it.
    fn meeting(&self, scope: Scope) -> (Scope, u64) {
        let group = match scope {
            Scope::Grid => 0,
            Scope::Cluster => self.context().clusters.group(self.slot).start as u64,
            Scope::Block => self.number,
        };
        (scope, group)
    }

    /// Tells the detector what the judge has noted.
    pub(crate) fn order(&mut self) {
        if self.judge.met.is_empty() {
            return;
        }
        let mut met = std::mem::take(&mut self.judge.met);
        let moment = self.statistics.steps + u64::from(self.hot.ticks());
        for met in met.drain(..) {
            let meeting = match met {
                Met::Arrived(_, scope) | Met::Waits(_, scope) | Met::Passed(_, scope) => {
                    self.meeting(scope)
                }
                _ => self.meeting(Scope::Block),
            };
            let Some((detector, members)) = self.detector() else {
                continue;
            };
            match met {
                Met::Block => detector.block_barrier(members),
                Met::Lanes {
                    warp,
                    mask,
                    is_whole,
                } => detector.lanes(members, warp, mask, is_whole),
                Met::Tile { first, count } => detector.tile(members, first, count),
                Met::Arrived(thread, _) => detector.arrive(members, thread, meeting, moment),
                Met::Waits(thread, _) => detector.wait(members, thread, meeting, moment),
                Met::Passed(thread, _) => detector.passed(members, thread, meeting),
                Met::Complete => detector.complete(meeting.0, meeting.1),
            }
        }
        self.judge.met = met;
        self.refresh();
    }

    /// Keeps what is looked at with each access of the running thread.
    pub(crate) fn refresh(&mut self) {
        if let Some(members) = &self.members {
            self.hot.who = members.who(self.current);
            self.hot.time = members.all[self.current].time;
            if self.doubt.is_some() {
                self.hot.time = Time::MAX; // no access is one that was looked at
            }
        }
    }

    /// The running thread fences, for the device or for its block.
    pub(crate) fn fences(&mut self, of_device: bool) {
        let current = self.current;
        if let Some((detector, members)) = self.detector() {
            detector.fence(members, current, of_device);
            self.refresh();
        }
    }

    /// Atomic functions of the running thread are of block scope from now on, or not any more.
    pub(crate) fn narrows(&mut self, is_narrow: bool) {
        if let Some(members) = &mut self.members {
            members.all[self.current].is_narrow = is_narrow;
        }
    }

    /// The running thread has read a word as one.
    pub(crate) fn has_read(&mut self, (address, bytes): (usize, usize), manner: Manner) {
        let polls = self.hot.polls.take();
        if polls == Some(true) && manner == Manner::RELAXED {
            return;
        }
        let current = self.current;
        let Some((detector, members)) = self.detector() else {
            return;
        };
        detector.has_read(members, current, address, manner);
        if polls.is_some()
            && let Some(cells) = self.hot.cells(address, bytes)
            && let Some(members) = &mut self.members
        {
            // SAFETY: the cells are those of the range, and this thread has the turn.
            let generation = unsafe { cells.generation(address, bytes) };
            members.all[current].polled(address, generation);
        }
        self.refresh();
    }

    /// Whether the running thread reads as one what it has read, and nobody has written since.
    ///
    /// # Safety
    ///
    /// The bytes have these cells.
    pub(crate) unsafe fn polls_again(
        &mut self,
        cells: Cells,
        address: usize,
        bytes: usize,
    ) -> bool {
        let current = self.current;
        let Some(members) = &mut self.members else {
            return false;
        };
        // SAFETY: by the contract; this thread has the turn.
        let generation = unsafe { cells.generation(address, bytes) };
        self.doubt.is_none() && members.all[current].polls(address, generation)
    }

    /// It will write a word as one.
    pub(crate) fn will_write(&mut self, address: usize, is_atomic: bool, manner: Manner) {
        let current = self.current;
        if let Some((detector, members)) = self.detector() {
            detector.will_write(members, current, address, is_atomic, manner);
            self.refresh();
        }
    }

    /// The running thread touches memory that has cells. Returns why the launch ends, if it does.
    pub(crate) fn touches_word(
        &mut self,
        cells: Cells,
        (address, bytes): (usize, usize),
        kind: Kind,
        place: usize,
    ) -> Option<(Fault, Told)> {
        if self.doubt.is_some() {
            let ends = self.settle_doubt();
            if ends.is_some() {
                return ends;
            }
        }
        let offset = offset(place, self.hot.entry);
        let current = self.current;
        let (detector, members) = self.detector()?;
        if detector.is_spent() {
            let shown = self.context().launch.kernel.shown;
            if !std::mem::replace(&mut self.is_blind, true) {
                say_blind(
                    shown,
                    "from here on: it has had 4 thousand million barriers and fences",
                );
            }
            return None;
        }
        // SAFETY: there are cells for all bytes of the range that these are of; this thread has the turn.
        let found = unsafe {
            detector.touch_all(
                (cells.of(address), cells.tag),
                (address, bytes),
                members,
                current,
                (kind, offset),
            )
        };
        let (byte, conflict) = found?;
        self.statistics.races += 1;
        let racing = self.racing()?;
        // SAFETY: as for the detector.
        let told = unsafe { &mut *racing.told.get() };
        let pair = (conflict.earlier.place, conflict.later.place);
        let warns = racing.mode == Races::Warn;
        if warns && (told.len() >= MOST_TOLD || told.contains(&pair)) {
            return None;
        }
        let both_write = conflict.earlier.kind == Kind::Write && kind == Kind::Write;
        if both_write && bytes <= 16 && conflict.earlier.place != 0 {
            self.doubt = Some(Doubt {
                address,
                bytes,
                // SAFETY: the thread may touch these bytes.
                before: unsafe { super::spinning::value(address, bytes) },
                conflict,
                byte,
                trace: Trace::here(),
            });
            self.refresh();
            return None;
        }
        self.race(&conflict, byte, Trace::here(), false)
    }

    /// Two writes were in no order: now it is known whether the second changed anything.
    pub(crate) fn settle_doubt(&mut self) -> Option<(Fault, Told)> {
        let doubt = self.doubt.take()?;
        self.refresh();
        // SAFETY: the thread has written these bytes.
        let now = unsafe { super::spinning::value(doubt.address, doubt.bytes) };
        let same = now == doubt.before;
        self.race(&doubt.conflict, doubt.byte, doubt.trace, same)
    }

    /// Tells of a race. Returns it if it ends the launch.
    fn race(
        &mut self,
        conflict: &Conflict,
        byte: usize,
        trace: Trace,
        same_value: bool,
    ) -> Option<(Fault, Told)> {
        let racing = self.racing()?;
        let mode = racing.mode;
        // SAFETY: as for the detector.
        let told = unsafe { &mut *racing.told.get() };
        let pair = (conflict.earlier.place, conflict.later.place);
        if !told.insert(pair) && mode == Races::Warn {
            return None;
        }
        let fault = match same_value {
            false => Fault::Race,
            true => Fault::RaceOfSameValue,
        };
        let what = self.tell(conflict, byte, trace, same_value);
        if mode == Races::Error && !same_value {
            return Some((fault, what));
        }
        self.found.push(Failure {
            fault,
            code: fault.code(),
            what,
            thread: Some(self.numbering().rank(conflict.later.who)),
            read: None,
        });
        None
    }

    fn numbering(&self) -> Numbering {
        self.members
            .as_ref()
            .map_or(Numbering::default(), |members| members.numbering)
    }

    /// A thread, as one of this block sees it.
    fn name(&self, who: Who, own: Who) -> String {
        let numbering = self.numbering();
        let extent = self.context().launch.block;
        let [x, y, z] = index_in(numbering.rank(who) as u64, extent);
        let block = numbering.block(who);
        if block == numbering.block(own) {
            return format!("thread ({x}, {y}, {z}) of the same block");
        }
        let [i, j, k] = index_in(u64::from(block), self.context().launch.grid);
        format!("thread ({x}, {y}, {z}) of block ({i}, {j}, {k})")
    }

    fn trace_of(&self, place: i32) -> Trace {
        let entry = self.context().launch.kernel.entry as usize;
        match place {
            0 => Trace::default(),
            place => Trace::of(&[entry.wrapping_add_signed(place as isize)]),
        }
    }

    fn tell(&self, conflict: &Conflict, byte: usize, trace: Trace, same_value: bool) -> Told {
        let (earlier, later): (&Event, &Event) = (&conflict.earlier, &conflict.later);
        let numbering = self.numbering();
        let clusters = &self.context().clusters;
        let cluster_of = |who| {
            let index = index_in(u64::from(numbering.block(who)), self.context().launch.grid);
            [0, 1, 2].map(|axis| index[axis] / clusters.extent[axis])
        };
        let means = Means {
            cooperative: self.context().launch.cooperative,
            same_cluster: clusters.blocks() > 1 && cluster_of(earlier.who) == cluster_of(later.who),
        };
        let access = match later.kind.writes() {
            true => Access::Write,
            false => Access::Read,
        };
        let place = self.describe(byte, 1, access);
        let told = Told::default()
            .then("a race: ")
            .then(words::access(later))
            .line(trace)
            .then(&format!(", of {place}, and {}", words::access(earlier)))
            .then(&format!(" by {}", self.name(earlier.who, later.who)))
            .line(self.trace_of(earlier.place))
            .then(": nothing orders them; ");
        let told = match same_value {
            true => told.then("both write the same, so that it does not matter who is last; "),
            false => told,
        };
        let Some(members) = &self.members else {
            return told;
        };
        let missing = words::missing(conflict, members, numbering.rank(later.who), means);
        let told = told.then(missing.text());
        match missing {
            Missing::FenceBefore(place) | Missing::FenceOfOthers(place) => {
                told.line(self.trace_of(place))
            }
            Missing::BarrierAfterTold(who) | Missing::BarrierBeforeTelling(who) => {
                told.then(&self.name(who, later.who))
            }
            Missing::NarrowAtomic | Missing::OneWriter => told,
            _ => told.then(words::beside(conflict)),
        }
    }
}

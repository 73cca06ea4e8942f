//! The threads of a block, as far as races are concerned: what each knows, what it has fenced, and what it has read and not yet
//! fenced.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::cell::{Event, Kind, Order};
use super::knowledge::{Bounds, Clock, Included, Numbering, Time, View, Who};
use crate::schedule::ready::WARP;

/// A thread.
#[derive(Debug, Clone, Default)]
pub(crate) struct Member {
    /// The time of its accesses from now on.
    pub(crate) time: Time,
    pub(crate) view: View,
    /// What whoever reads what this thread writes from now on, and acquires it, knows: all that came before a fence of the device.
    pub(crate) fenced: Option<Arc<Fenced>>,
    /// The same for threads of its block, where a fence of the block is enough.
    pub(crate) fenced_in_block: Option<Arc<Fenced>>,
    /// What it has read from others and is known only with the next fence or barrier; but for what a word told last.
    pub(crate) pending: Clock,
    pub(crate) heard: Option<Heard>,
    /// What it has polled.
    polled: [Polled; MOST_POLLED],
    /// The word that it read last of those that are written after fences, and how often that was written by then: what it does
    /// to the word next comes after these writes, by the order that each word has.
    pub(crate) observed: Option<(usize, u32)>,
    /// What others would have told this thread, or one that it has met, if their fences were of the device, not of the block.
    pub(crate) narrow: Clock,
    /// The last word that it, or a thread that it has met, read which another thread had written without a fence.
    pub(crate) unfenced: Option<Event>,
    /// Atomics with the suffix `_block` are under way.
    pub(crate) is_narrow: bool,
}

/// A word that a thread has read as one. To read it again tells nothing new until it is written, or the thread meets others.
#[derive(Debug, Clone, Copy, Default)]
struct Polled {
    address: usize,
    time: Time,
    generation: u32,
    /// As [`Member::observed`].
    writes: Option<u32>,
}

/// So many are remembered, each where its address says.
const MOST_POLLED: usize = 4;

impl Member {
    /// Whether the thread reads again what it has read.
    pub(crate) fn polls(&mut self, address: usize, generation: u32) -> bool {
        let polled = &self.polled[address / 8 % MOST_POLLED];
        let again =
            (polled.address, polled.time, polled.generation) == (address, self.time, generation);
        if again && let Some(writes) = polled.writes {
            self.observed = Some((address, writes));
        }
        again
    }

    /// It has read that.
    pub(crate) fn polled(&mut self, address: usize, generation: u32) {
        let observed = self.observed.filter(|observed| observed.0 == address);
        self.polled[address / 8 % MOST_POLLED] = Polled {
            address,
            time: self.time,
            generation,
            writes: observed.map(|observed| observed.1),
        };
    }
}

/// What a word told that is polled. With each addition to it it tells more, so that the last is enough.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) address: usize,
    /// Additions to one word that nobody set in between.
    pub(crate) chain: u32,
    pub(crate) clock: Clock,
}

impl Member {
    /// Hears what a word tells.
    pub(crate) fn hear(&mut self, heard: Heard, included: &mut Included) {
        if let Some(before) = &mut self.heard
            && (before.address, before.chain) == (heard.address, heard.chain)
        {
            before.clock = heard.clock;
        } else if !included.has(&self.view.clock, &heard.clock) {
            self.settle();
            self.heard = Some(heard);
        }
    }

    fn settle(&mut self) {
        if let Some(heard) = self.heard.take() {
            self.pending.join(&heard.clock);
        }
    }

    /// Knows from now on what it has heard.
    pub(crate) fn acquire(&mut self, included: &mut Included) {
        self.settle();
        let pending = std::mem::take(&mut self.pending);
        included.join(&mut self.view.clock, &pending);
    }

    /// Whether it would know that of the other thread, if it acquired what it has heard.
    pub(crate) fn has_heard(&self, numbering: Numbering, earlier: &Event) -> bool {
        let heard = self.heard.as_ref().map(|heard| &heard.clock);
        let mut heard = heard.into_iter().chain([&self.pending]);
        heard.any(|clock| earlier.time < clock.bound(numbering, earlier.who))
    }
}

/// What came before a fence. Threads that have met share it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fenced {
    pub(crate) view: View,
    /// The bound on the thread itself, 0 if the fence was another's; and the time of its last accesses before.
    pub(crate) own: Time,
    before: Time,
    /// The same as a clock, once that was asked for.
    clock: OnceLock<Clock>,
}

impl Fenced {
    /// What others learn from a thread that has it.
    pub(crate) fn clock(&self, numbering: Numbering, who: Who) -> &Clock {
        self.clock.get_or_init(|| {
            let mut clock = self.view.to_clock(numbering, who);
            if self.own > self.view.bound(numbering, who, who) {
                let bounds = Bounds {
                    blocks: Vec::new(),
                    threads: vec![(who, self.own)],
                };
                clock.join(&Clock::new(0, bounds));
            }
            clock
        })
    }
}

/// What the threads that meet have fenced, if it is the same for all of them, or none has.
fn is_shared<'a>(fenced: impl Iterator<Item = &'a Option<Arc<Fenced>>>) -> bool {
    let mut fenced = fenced.map(|fenced| fenced.as_ref().map(Arc::as_ptr));
    let first = fenced.next();
    fenced.all(|other| Some(other) == first)
}

/// Whom fences are for that a member has passed.
#[derive(Debug, Clone, Copy)]
enum Slot {
    Device,
    Block,
}

impl Slot {
    fn get(self, member: &Member) -> &Option<Arc<Fenced>> {
        match self {
            Slot::Device => &member.fenced,
            Slot::Block => &member.fenced_in_block,
        }
    }

    fn get_mut(self, member: &mut Member) -> &mut Option<Arc<Fenced>> {
        match self {
            Slot::Device => &mut member.fenced,
            Slot::Block => &mut member.fenced_in_block,
        }
    }
}

/// The threads of a block, by rank.
#[derive(Debug, Clone, Default)]
pub(crate) struct Members {
    pub(crate) block: u32,
    pub(crate) numbering: Numbering,
    pub(crate) all: Vec<Member>,
    /// Whether any thread has fenced.
    has_fenced: bool,
    /// What others have told that is no news.
    pub(crate) included: Included,
}

impl Members {
    /// The threads of a block that begins.
    pub(crate) fn new(block: u32, threads: usize, numbering: Numbering, now: Time) -> Self {
        let member = Member {
            time: now,
            ..Member::default()
        };
        Members {
            block,
            numbering,
            all: vec![member; threads],
            has_fenced: false,
            included: Included::default(),
        }
    }

    pub(crate) fn who(&self, rank: usize) -> Who {
        self.numbering.who(self.block, rank)
    }

    /// All threads of the block meet: each knows what all did, and what any knows or has read.
    pub(crate) fn meet(&mut self, now: Time) {
        let mut clock = Clock::default();
        let observed = self
            .all
            .iter()
            .filter_map(|member| member.observed)
            .next_back();
        let unfenced = self.all.iter().filter_map(|member| member.unfenced);
        let unfenced = unfenced.max_by_key(|event| event.time);
        let mut narrow = Clock::default();
        for member in &mut self.all {
            member.acquire(&mut self.included);
            clock.join(&member.view.clock);
            if !member.narrow.is_empty() {
                narrow.join(&member.narrow);
            }
        }
        if self.has_fenced {
            self.meet_fenced(Slot::Device);
            self.meet_fenced(Slot::Block);
        }
        for member in &mut self.all {
            member.time = now;
            member.view.warp = 0;
            member.view.lanes = None;
            member.view.block = now;
            member.view.clock = clock.clone();
            member.observed = observed.or(member.observed);
            member.unfenced = unfenced;
        }
        if !narrow.is_empty() {
            self.all
                .iter_mut()
                .for_each(|member| member.narrow = narrow.clone());
        }
    }

    /// What one has fenced, any may tell that meets him after.
    fn meet_fenced(&mut self, of: Slot) {
        if is_shared(self.all.iter().map(|member| of.get(member))) {
            return;
        }
        let (numbering, block) = (self.numbering, self.block);
        let threads = self.all.len();
        let mut joined = Clock::default();
        let mut own = Vec::new();
        let mut bound = 0;
        for (rank, member) in self.all.iter().enumerate() {
            let Some(fenced) = of.get(member) else {
                continue;
            };
            joined.join(&fenced.view.clock);
            bound = bound.max(fenced.view.block);
            if fenced.own > fenced.view.block {
                own.push((numbering.who(block, rank), fenced.own, fenced.before));
            }
            if fenced.view.warp > fenced.view.block || fenced.view.lanes.is_some() {
                joined.join(&fenced.view.to_clock(numbering, numbering.who(block, rank)));
            }
        }
        if own.len() == threads {
            // All of them have: what the last had not done when the first fenced is all that is beyond.
            bound = own
                .iter()
                .map(|fence| fence.1)
                .fold(Time::MAX, Time::min)
                .max(bound);
        }
        let beyond = own.into_iter().filter(|fence| fence.2 >= bound);
        let threads = beyond.map(|(who, bound, _)| (who, bound)).collect();
        let bounds = Bounds {
            blocks: Vec::new(),
            threads,
        };
        joined.join(&Clock::new(0, bounds.sorted()));
        if joined.is_empty() && bound == 0 {
            return;
        }
        let fenced = Arc::new(Fenced {
            view: View {
                block: bound,
                clock: joined,
                ..View::default()
            },
            ..Fenced::default()
        });
        for member in &mut self.all {
            *of.get_mut(member) = Some(Arc::clone(&fenced));
        }
    }

    /// Lanes of a warp meet. Those that have returned did so before.
    pub(crate) fn meet_lanes(&mut self, warp: usize, mask: u32, is_whole: bool, now: Time) {
        let ranks: Vec<usize> = (warp * WARP..self.all.len().min((warp + 1) * WARP))
            .filter(|rank| mask >> (rank % WARP) & 1 != 0)
            .collect();
        let mut view = View::default();
        for &rank in &ranks {
            let member = &mut self.all[rank];
            member.acquire(&mut self.included);
            view.block = view.block.max(member.view.block);
            view.warp = view.warp.max(member.view.warp);
            view.clock.join(&member.view.clock);
        }
        if is_whole {
            view.warp = now;
        } else {
            for &rank in &ranks {
                view.raise_lane(rank % WARP, now);
                if let Some(lanes) = &self.all[rank].view.lanes {
                    (0..WARP).for_each(|lane| view.raise_lane(lane, lanes[lane]));
                }
            }
        }
        if self.has_fenced {
            self.meet_fenced_lanes(&ranks, Slot::Device);
            self.meet_fenced_lanes(&ranks, Slot::Block);
        }
        for rank in ranks {
            let member = &mut self.all[rank];
            member.time = now;
            member.view = view.clone();
        }
    }

    /// Whole warps have met, and no others of the block: each of them knows the others thread by thread.
    pub(crate) fn meet_tile(&mut self, ranks: Range<usize>, now: Time) {
        let mut view = View::default();
        for rank in ranks.clone() {
            let member = &mut self.all[rank];
            member.acquire(&mut self.included);
            view.block = view.block.max(member.view.block);
            view.clock.join(&member.view.clock);
        }
        let bounds = Bounds {
            blocks: Vec::new(),
            threads: ranks.clone().map(|rank| (self.who(rank), now)).collect(),
        };
        view.clock.join(&Clock::new(0, bounds.sorted()));
        view.warp = now;
        for rank in ranks {
            let member = &mut self.all[rank];
            member.time = now;
            member.view = view.clone();
        }
    }

    fn meet_fenced_lanes(&mut self, ranks: &[usize], of: Slot) {
        if is_shared(ranks.iter().map(|&rank| of.get(&self.all[rank]))) {
            return;
        }
        let mut view = View::default();
        let mut some = false;
        for &rank in ranks {
            let Some(fenced) = of.get(&self.all[rank]) else {
                continue;
            };
            some = true;
            view.block = view.block.max(fenced.view.block);
            view.warp = view.warp.max(fenced.view.warp);
            view.clock.join(&fenced.view.clock);
            let (lanes, own) = (fenced.view.lanes.clone(), fenced.own);
            if let Some(lanes) = lanes {
                (0..WARP).for_each(|lane| view.raise_lane(lane, lanes[lane]));
            }
            view.raise_lane(rank % WARP, own);
        }
        if !some {
            return;
        }
        let fenced = Arc::new(Fenced {
            view,
            ..Fenced::default()
        });
        for &rank in ranks {
            *of.get_mut(&mut self.all[rank]) = Some(Arc::clone(&fenced));
        }
    }

    /// A thread fences, for the device or for its block alone.
    pub(crate) fn fence(&mut self, rank: usize, of_device: bool, now: Time) {
        self.has_fenced = true;
        let member = &mut self.all[rank];
        member.acquire(&mut self.included);
        let fenced = Arc::new(Fenced {
            view: member.view.clone(),
            own: now,
            before: member.time,
            clock: OnceLock::new(),
        });
        member.time = now;
        if of_device {
            member.fenced = Some(Arc::clone(&fenced));
        }
        member.fenced_in_block = Some(fenced);
    }
}

/// A thread that touches memory.
pub(crate) struct Toucher<'a> {
    pub(crate) numbering: Numbering,
    pub(crate) who: Who,
    pub(crate) member: &'a Member,
    /// The word that it has read last of those in which others told something, if this is of it, and whether nobody has since.
    pub(crate) observed: &'a dyn Fn() -> bool,
}

impl Order for Toucher<'_> {
    fn is_before(&self, earlier: &Event) -> bool {
        let (numbering, member) = (self.numbering, self.member);
        member
            .view
            .knows(numbering, self.who, earlier.who, earlier.time)
            || earlier.kind == Kind::StrongWrite && earlier.releases && (self.observed)()
    }

    fn is_warp_before(&self, first: Who, time: Time) -> Option<bool> {
        let view = &self.member.view;
        if time < view.clock.floor {
            return Some(true);
        }
        let same_block = self.is_one_block(first);
        if same_block && time < view.block {
            return Some(true);
        }
        let rank = self.numbering.rank(self.who);
        let same_warp = same_block && self.numbering.rank(first) / WARP == rank / WARP;
        let alike = !same_warp && view.clock.bounds.is_none() && !(self.observed)();
        alike.then_some(false)
    }

    fn is_one_block(&self, other: Who) -> bool {
        self.numbering.block(other) == self.numbering.block(self.who)
    }

    fn lane(&self, who: Who) -> u32 {
        (self.numbering.rank(who) % WARP) as u32
    }
}

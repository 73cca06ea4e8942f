//! The threads of a block, as far as races are concerned: what each knows, what it has fenced, and what it has read and not yet
//! fenced.

use super::cell::{Event, Kind, Order};
use super::knowledge::{Bounds, Clock, Numbering, Time, View, Who};
use crate::schedule::ready::WARP;

/// A thread.
#[derive(Debug, Clone, Default)]
pub(crate) struct Member {
    /// The time of its accesses from now on.
    pub(crate) time: Time,
    pub(crate) view: View,
    /// What whoever reads what this thread writes from now on, and acquires it, knows: all that came before a fence of the device.
    pub(crate) fenced: Option<Fenced>,
    /// The same for threads of its block, where a fence of the block is enough.
    pub(crate) fenced_in_block: Option<Fenced>,
    /// What it has read from others and is known only with the next fence or barrier.
    pub(crate) pending: Clock,
    /// The word that it read last of those that are written after fences, and how often that was written by then: what it does
    /// to the word next comes after these writes, by the order that each word has.
    pub(crate) observed: Option<(usize, u32)>,
    /// What others would have told if their fences were of the device, not of the block.
    pub(crate) narrow: Clock,
    /// The last word that it read which another thread had written without a fence.
    pub(crate) unfenced: Option<Event>,
    /// Atomics with the suffix `_block` are under way.
    pub(crate) is_narrow: bool,
}

/// What came before a fence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fenced {
    pub(crate) view: View,
    /// The bound on the thread itself, 0 if the fence was another's; and the time of its last accesses before.
    pub(crate) own: Time,
    before: Time,
    /// The same as a clock, once that was asked for.
    clock: Option<Clock>,
}

impl Fenced {
    /// What others learn.
    pub(crate) fn clock(&mut self, numbering: Numbering, who: Who) -> Clock {
        if let Some(clock) = &self.clock {
            return clock.clone();
        }
        let mut clock = self.view.to_clock(numbering, who);
        if self.own > self.view.bound(numbering, who, who) {
            let bounds = Bounds {
                blocks: Vec::new(),
                threads: vec![(who, self.own)],
            };
            clock.join(&Clock::new(0, bounds));
        }
        self.clock = Some(clock.clone());
        clock
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
        for member in &self.all {
            clock.join(&member.view.clock);
            clock.join(&member.pending);
        }
        if self.has_fenced {
            self.meet_fenced(|member| &mut member.fenced);
            self.meet_fenced(|member| &mut member.fenced_in_block);
        }
        for member in &mut self.all {
            member.time = now;
            member.view.warp = 0;
            member.view.lanes = None;
            member.view.block = now;
            if member.view.clock != clock {
                member.view.clock = clock.clone();
            }
            member.pending = Clock::default();
            member.observed = observed.or(member.observed);
        }
    }

    /// What one has fenced, any may tell that meets him after.
    fn meet_fenced(&mut self, of: fn(&mut Member) -> &mut Option<Fenced>) {
        let (numbering, block) = (self.numbering, self.block);
        let threads = self.all.len();
        let mut joined = Clock::default();
        let mut own = Vec::new();
        let mut bound = 0;
        for (rank, member) in self.all.iter_mut().enumerate() {
            let Some(fenced) = of(member) else { continue };
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
        let fenced = Fenced {
            view: View {
                block: bound,
                clock: joined,
                ..View::default()
            },
            ..Fenced::default()
        };
        for member in &mut self.all {
            *of(member) = Some(fenced.clone());
        }
    }

    /// Lanes of a warp meet. Those that have returned did so before.
    pub(crate) fn meet_lanes(&mut self, warp: usize, mask: u32, is_whole: bool, now: Time) {
        let ranks: Vec<usize> = (warp * WARP..self.all.len().min((warp + 1) * WARP))
            .filter(|rank| mask >> (rank % WARP) & 1 != 0)
            .collect();
        let mut view = View::default();
        for &rank in &ranks {
            let member = &self.all[rank];
            view.block = view.block.max(member.view.block);
            view.warp = view.warp.max(member.view.warp);
            view.clock.join(&member.view.clock);
            view.clock.join(&member.pending);
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
            self.meet_fenced_lanes(&ranks, |member| &mut member.fenced);
            self.meet_fenced_lanes(&ranks, |member| &mut member.fenced_in_block);
        }
        for rank in ranks {
            let member = &mut self.all[rank];
            member.time = now;
            member.view = view.clone();
            member.pending = Clock::default();
        }
    }

    fn meet_fenced_lanes(&mut self, ranks: &[usize], of: fn(&mut Member) -> &mut Option<Fenced>) {
        let mut view = View::default();
        let mut some = false;
        for &rank in ranks {
            let Some(fenced) = of(&mut self.all[rank]).as_ref() else {
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
        let fenced = Fenced {
            view,
            ..Fenced::default()
        };
        for &rank in ranks {
            *of(&mut self.all[rank]) = Some(fenced.clone());
        }
    }

    /// A thread fences, for the device or for its block alone.
    pub(crate) fn fence(&mut self, rank: usize, of_device: bool, now: Time) {
        self.has_fenced = true;
        let member = &mut self.all[rank];
        let pending = std::mem::take(&mut member.pending);
        member.view.clock.join(&pending);
        let fenced = Fenced {
            view: member.view.clone(),
            own: now,
            before: member.time,
            clock: None,
        };
        member.time = now;
        if of_device {
            member.fenced = Some(fenced.clone());
        }
        member.fenced_in_block = Some(fenced);
    }
}

/// A thread that touches memory.
pub(crate) struct Toucher<'a> {
    pub(crate) numbering: Numbering,
    pub(crate) who: Who,
    pub(crate) member: &'a Member,
    /// Whether it has read what all wrote to this word after fences.
    pub(crate) has_observed: bool,
}

impl Order for Toucher<'_> {
    fn is_before(&self, earlier: &Event) -> bool {
        let (numbering, member) = (self.numbering, self.member);
        earlier.time < member.view.bound(numbering, self.who, earlier.who)
            || earlier.kind == Kind::StrongWrite && earlier.releases && self.has_observed
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
        let alike = !same_warp && view.clock.bounds.is_none() && !self.has_observed;
        alike.then_some(false)
    }

    fn is_one_block(&self, other: Who) -> bool {
        self.numbering.block(other) == self.numbering.block(self.who)
    }

    fn lane(&self, who: Who) -> u32 {
        (self.numbering.rank(who) % WARP) as u32
    }
}

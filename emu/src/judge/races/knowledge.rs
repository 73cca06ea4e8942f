//! What a thread knows of the others: up to when all that they did comes before what it does next.
//!
//! Time is one number for the whole launch, which grows with each barrier, fence and release. An access has the time of its
//! thread's last one of these; a *bound* `t` on a thread means that its accesses with a time below `t` are known.

use std::sync::Arc;

use crate::schedule::ready::WARP;

/// A point in time; 0 is before everything.
pub(crate) type Time = u32;

/// A thread of the launch, by its block's number and its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Who(pub(crate) u32);

/// How the numbers of threads are made: so many low bits are the rank in the block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Numbering {
    pub(crate) bits: u32,
}

impl Numbering {
    /// For a launch of that many blocks of so many threads; `None` if there are more than there are numbers.
    pub(crate) fn new(blocks: u64, threads: u32) -> Option<Self> {
        let bits = threads.next_power_of_two().trailing_zeros();
        (blocks <= (u64::from(u32::MAX) >> bits)).then_some(Numbering { bits })
    }

    pub(crate) fn who(self, block: u32, rank: usize) -> Who {
        Who(block << self.bits | rank as u32)
    }

    #[inline(always)]
    pub(crate) fn block(self, who: Who) -> u32 {
        who.0 >> self.bits
    }

    #[inline(always)]
    pub(crate) fn rank(self, who: Who) -> usize {
        (who.0 & ((1 << self.bits) - 1)) as usize
    }
}

/// Bounds on blocks and on single threads, each list by ascending number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) blocks: Vec<(u32, Time)>,
    pub(crate) threads: Vec<(Who, Time)>,
}

/// What is known of all threads of a launch: a bound on every one, and higher ones on some.
///
/// Who meets the others only at barriers has no list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) floor: Time,
    pub(crate) bounds: Option<Arc<Bounds>>,
}

fn find<K: Ord + Copy>(list: &[(K, Time)], key: K) -> Time {
    let found = list.binary_search_by_key(&key, |(key, _)| *key);
    found.map_or(0, |at| list[at].1)
}

/// Both lists as one, the higher bound of each; what is not above `floor` is left out.
fn merge<K: Ord + Copy>(a: &[(K, Time)], b: &[(K, Time)], floor: Time) -> Vec<(K, Time)> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let first = match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                (i, j) = (i + 1, j + 1);
                (x.0, x.1.max(y.1))
            }
            (Some(x), Some(y)) if x.0 < y.0 => {
                i += 1;
                *x
            }
            (Some(x), None) => {
                i += 1;
                *x
            }
            (_, Some(y)) => {
                j += 1;
                *y
            }
            (None, None) => break,
        };
        if first.1 > floor {
            all.push(first);
        }
    }
    all
}

/// Whether each bound of `small` is in `large`, as high or higher, or not above `floor`.
fn within<K: Ord + Copy>(small: &[(K, Time)], large: &[(K, Time)], floor: Time) -> bool {
    let mut rest = large;
    small.iter().all(|&(key, time)| {
        if time <= floor {
            return true;
        }
        let skip = rest.partition_point(|(other, _)| *other < key);
        rest = &rest[skip..];
        rest.first()
            .is_some_and(|&(other, bound)| other == key && bound >= time)
    })
}

impl Bounds {
    /// Sorts both lists. No key is there twice.
    pub(crate) fn sorted(mut self) -> Self {
        self.blocks.sort_unstable();
        self.threads.sort_unstable();
        self
    }

    fn is_within(&self, other: &Bounds, floor: Time) -> bool {
        within(&self.blocks, &other.blocks, floor) && within(&self.threads, &other.threads, floor)
    }
}

impl Clock {
    pub(crate) fn new(floor: Time, bounds: Bounds) -> Self {
        let none = bounds.blocks.is_empty() && bounds.threads.is_empty();
        Clock {
            floor,
            bounds: (!none).then(|| Arc::new(bounds)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.floor == 0 && self.bounds.is_none()
    }

    /// Whether both share their lists.
    fn is(&self, other: &Clock) -> bool {
        self.floor == other.floor
            && match (&self.bounds, &other.bounds) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (None, None) => true,
                _ => false,
            }
    }

    /// The bound on a thread.
    pub(crate) fn bound(&self, numbering: Numbering, who: Who) -> Time {
        let Some(bounds) = &self.bounds else {
            return self.floor;
        };
        let of_block = find(&bounds.blocks, numbering.block(who));
        self.floor.max(of_block).max(find(&bounds.threads, who))
    }

    /// The threads of a block of which more is known than of all, with the bounds on them.
    pub(crate) fn told_by(&self, numbering: Numbering, block: u32) -> Vec<(Who, Time)> {
        let Some(bounds) = &self.bounds else {
            return Vec::new();
        };
        let of_block = bounds.blocks.iter().filter(|(other, _)| *other == block);
        let of_block = of_block.map(|&(_, bound)| (numbering.who(block, 0), bound));
        let threads = bounds.threads.iter().copied();
        let threads = threads.filter(|(who, _)| numbering.block(*who) == block);
        of_block.chain(threads).collect()
    }

    /// Forgets bounds on threads of which their blocks' say as much, if there are many.
    pub(crate) fn prune(&mut self, numbering: Numbering) {
        const MANY: usize = 64;
        let Some(bounds) = self.bounds.as_mut() else {
            return;
        };
        let adds = |blocks: &[(u32, Time)], (who, bound): (Who, Time)| {
            bound > find(blocks, numbering.block(who))
        };
        // Who shares the list goes on doing so, if nothing is to be forgotten.
        if bounds.threads.len() < MANY
            || bounds
                .threads
                .iter()
                .all(|&thread| adds(&bounds.blocks, thread))
        {
            return;
        }
        let Bounds { blocks, threads } = Arc::make_mut(bounds);
        threads.retain(|&thread| adds(blocks, thread));
    }

    /// Knows from now on what `other` knows, too.
    pub(crate) fn join(&mut self, other: &Clock) {
        self.floor = self.floor.max(other.floor);
        let Some(theirs) = &other.bounds else { return };
        match &self.bounds {
            None => self.bounds = Some(Arc::clone(theirs)),
            Some(own) if Arc::ptr_eq(own, theirs) || theirs.is_within(own, self.floor) => {}
            Some(own) if own.is_within(theirs, self.floor) => {
                self.bounds = Some(Arc::clone(theirs));
            }
            Some(own) => {
                let bounds = Bounds {
                    blocks: merge(&own.blocks, &theirs.blocks, self.floor),
                    threads: merge(&own.threads, &theirs.threads, self.floor),
                };
                *self = Clock::new(self.floor, bounds);
            }
        }
    }
}

/// Which clocks a clock was found to know all of, and what was made of the last two that were joined. A word that is read again and
/// again tells the same, the threads of a block learn the same, and to compare long lists takes long.
#[derive(Debug, Clone, Default)]
pub(crate) struct Included {
    within: Clock,
    known: Vec<Arc<Bounds>>,
    joined: Option<[Clock; 3]>,
}

impl Included {
    /// So many are remembered.
    const MOST: usize = 64;

    /// What [`Clock::join`] does.
    pub(crate) fn join(&mut self, clock: &mut Clock, told: &Clock) {
        if clock.bounds.is_none() || told.bounds.is_none() {
            return clock.join(told);
        }
        match &self.joined {
            Some([one, other, both]) if clock.is(one) && told.is(other) => *clock = both.clone(),
            _ => {
                let before = clock.clone();
                clock.join(told);
                self.joined = Some([before, told.clone(), clock.clone()]);
            }
        }
    }

    /// Whether `clock` knows all that `told` does.
    pub(crate) fn has(&mut self, clock: &Clock, told: &Clock) -> bool {
        if told.floor > clock.floor {
            return false;
        }
        let Some(theirs) = &told.bounds else {
            return true;
        };
        let Some(own) = &clock.bounds else {
            return false;
        };
        if Arc::ptr_eq(own, theirs) {
            return true;
        }
        let before = self.within.bounds.as_ref();
        if self.within.floor != clock.floor
            || !before.is_some_and(|before| Arc::ptr_eq(before, own))
        {
            self.within = clock.clone();
            self.known.clear();
        }
        if self.known.iter().any(|known| Arc::ptr_eq(known, theirs)) {
            return true;
        }
        let has = theirs.is_within(own, clock.floor);
        if has && self.known.len() < Self::MOST {
            self.known.push(Arc::clone(theirs));
        }
        has
    }
}

/// What one thread knows: of its warp, of its block, and of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct View {
    /// The bound on all lanes of its warp.
    pub(crate) warp: Time,
    /// Higher bounds on single lanes.
    pub(crate) lanes: Option<Box<[Time; WARP]>>,
    /// The bound on all threads of its block.
    pub(crate) block: Time,
    pub(crate) clock: Clock,
}

impl View {
    /// The bound on a thread of the same block as `own`, which has this view.
    fn bound_in_block(&self, numbering: Numbering, own: Who, who: Who) -> Time {
        let (own, other) = (numbering.rank(own), numbering.rank(who));
        if own / WARP != other / WARP {
            return self.block;
        }
        let lane = self.lanes.as_ref().map_or(0, |lanes| lanes[other % WARP]);
        self.block.max(self.warp).max(lane)
    }

    /// The bound on any thread.
    pub(crate) fn bound(&self, numbering: Numbering, own: Who, who: Who) -> Time {
        let all = self.clock.bound(numbering, who);
        match numbering.block(own) == numbering.block(who) {
            true => all.max(self.bound_in_block(numbering, own, who)),
            false => all,
        }
    }

    /// Whether what a thread did at that time is known: the lists are looked at last.
    pub(crate) fn knows(&self, numbering: Numbering, own: Who, who: Who, time: Time) -> bool {
        let is_in_block = || {
            numbering.block(own) == numbering.block(who)
                && time < self.bound_in_block(numbering, own, who)
        };
        time < self.clock.floor || is_in_block() || time < self.clock.bound(numbering, who)
    }

    /// The same for anybody, whatever block he is of.
    pub(crate) fn to_clock(&self, numbering: Numbering, own: Who) -> Clock {
        let mut bounds = Bounds::default();
        if self.block > self.clock.floor {
            bounds.blocks.push((numbering.block(own), self.block));
        }
        let lane_of_own = numbering.rank(own) % WARP;
        let first = Who(own.0 - lane_of_own as u32);
        // A block's last warp may have fewer lanes: the next numbers are another block's.
        let most = (1 << numbering.bits) - (numbering.rank(own) - lane_of_own);
        for lane in 0..WARP.min(most) {
            let bound = self
                .lanes
                .as_ref()
                .map_or(self.warp, |lanes| lanes[lane].max(self.warp));
            if bound > self.block.max(self.clock.floor) {
                bounds.threads.push((Who(first.0 + lane as u32), bound));
            }
        }
        let mut clock = Clock::new(self.clock.floor, bounds);
        clock.join(&self.clock);
        clock
    }

    /// Raises the bound on one lane of the own warp.
    pub(crate) fn raise_lane(&mut self, lane: usize, bound: Time) {
        if bound > self.warp.max(self.block) {
            let lanes = self.lanes.get_or_insert_with(|| Box::new([0; WARP]));
            lanes[lane] = lanes[lane].max(bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERING: Numbering = Numbering { bits: 6 };

    fn clock(floor: Time, blocks: &[(u32, Time)], threads: &[(u32, Time)]) -> Clock {
        let threads = threads.iter().map(|&(who, time)| (Who(who), time));
        let bounds = Bounds {
            blocks: blocks.to_vec(),
            threads: threads.collect(),
        };
        Clock::new(floor, bounds)
    }

    #[test]
    fn threads_are_numbered_by_block_and_rank() {
        let numbering = Numbering::new(1000, 33).unwrap();
        let who = numbering.who(999, 32);
        assert_eq!((numbering.block(who), numbering.rank(who)), (999, 32));
        assert_eq!(Numbering::new(1 << 30, 1024), None);
        assert!(Numbering::new(1 << 30, 1).is_some());
    }

    #[test]
    fn a_join_knows_what_either_knows() {
        let mut one = clock(5, &[(1, 9), (3, 7)], &[(200, 20)]);
        one.join(&clock(6, &[(1, 8), (2, 30)], &[(200, 21), (70, 6)]));
        assert_eq!(one, clock(6, &[(1, 9), (2, 30), (3, 7)], &[(200, 21)]));
        assert_eq!(one.bound(NUMBERING, Who(64)), 9);
        assert_eq!(one.bound(NUMBERING, Who(200)), 21);
        assert_eq!(one.bound(NUMBERING, Who(6400)), 6);
    }

    #[test]
    fn what_adds_nothing_shares_the_list() {
        let large = clock(2, &[(1, 9)], &[(70, 12)]);
        let mut joined = large.clone();
        joined.join(&clock(2, &[(1, 8)], &[]));
        assert!(Arc::ptr_eq(
            joined.bounds.as_ref().unwrap(),
            large.bounds.as_ref().unwrap()
        ));
        let mut small = clock(1, &[(1, 3)], &[]);
        small.join(&large);
        assert!(Arc::ptr_eq(
            small.bounds.as_ref().unwrap(),
            large.bounds.as_ref().unwrap()
        ));
    }

    #[test]
    fn a_view_says_of_its_warp_and_block_more_than_of_others() {
        let own = NUMBERING.who(2, 33);
        let mut view = View {
            block: 10,
            clock: clock(4, &[], &[]),
            ..View::default()
        };
        view.raise_lane(0, 15);
        let bound = |block, rank| view.bound(NUMBERING, own, NUMBERING.who(block, rank));
        assert_eq!(
            [bound(2, 32), bound(2, 34), bound(2, 0), bound(1, 0)],
            [15, 10, 10, 4]
        );
        let all = view.to_clock(NUMBERING, own);
        let bound = |block, rank| all.bound(NUMBERING, NUMBERING.who(block, rank));
        assert_eq!(
            [bound(2, 32), bound(2, 34), bound(2, 0), bound(1, 0)],
            [15, 10, 10, 4]
        );
    }
}

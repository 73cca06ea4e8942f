//! What the lanes of a warp do together.

use super::site::Site;
use super::threads::{Met, State, Threads};
use crate::schedule::ready::WARP;

/// The collective functions; `coop_emulator_collective` of the headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Collective {
    Sync,
    Exchange,
    Ballot,
    Any,
    All,
    Match,
}

impl Collective {
    pub(crate) fn from_c(number: i32) -> Self {
        match number {
            0 => Collective::Sync,
            1 => Collective::Exchange,
            2 => Collective::Ballot,
            3 => Collective::Any,
            4 => Collective::All,
            _ => Collective::Match,
        }
    }

    /// Whether lanes at these two places do it together. A barrier of a warp may be another one in each branch, as on a device
    /// since compute capability 7.0; what gives values has to be the same call for all.
    fn meets(self, one: Site, other: Site) -> bool {
        self == Collective::Sync || one.is(other)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Collective::Sync => "__syncwarp()",
            Collective::Exchange => "a shuffle",
            Collective::Ballot => "__ballot_sync()",
            Collective::Any => "__any_sync()",
            Collective::All => "__all_sync()",
            Collective::Match => "a match",
        }
    }
}

/// What a shuffle gives from a lane that does not take part: CUDA leaves it undefined.
const UNDEFINED: u64 = 0xcdcd_cdcd_cdcd_cdcd;

impl Threads {
    /// The lane's state, where that lane exists.
    fn lane(&self, warp: usize, lane: usize) -> State {
        self.threads
            .get(warp * WARP + lane)
            .map_or(State::Returned, |thread| thread.state)
    }

    /// Lets the lanes that `thread` waits for go on with it, if all of them are there.
    ///
    /// Lanes that have returned or do not exist are not waited for, as on a device.
    pub(crate) fn settle_lanes(&mut self, thread: usize) {
        let State::Warp {
            collective,
            mask,
            site,
            ..
        } = self.threads[thread].state
        else {
            return;
        };
        let warp = thread / WARP;
        let threads = self.threads.len() - warp * WARP;
        let exist = u32::MAX >> (WARP - threads.min(WARP));
        if mask & exist & !(self.in_collective[warp] | self.gone[warp]) != 0 {
            return; // the usual case, found without a look at each
        }
        let mut there = [None; WARP];
        for lane in lanes(mask) {
            match self.lane(warp, lane) {
                State::Warp {
                    collective: c,
                    mask: m,
                    value,
                    source,
                    site: at,
                } if c == collective && m == mask && collective.meets(at, site) => {
                    there[lane] = Some((value, source));
                }
                State::Returned => {}
                _ => return,
            }
        }
        let mask = (0..WARP).fold(0, |mask, lane| {
            mask | u32::from(there[lane].is_some()) << lane
        });
        self.note(Met::Lanes {
            warp,
            mask,
            is_whole: exist & !(mask | self.gone[warp]) == 0,
        });
        let ballot = |holds: &dyn Fn(u64) -> bool| {
            let bits = there.iter().enumerate();
            bits.fold(0, |bits, (lane, at)| match at {
                Some((value, _)) if holds(*value) => bits | 1 << lane,
                _ => bits,
            })
        };
        let votes: u64 = ballot(&|value| value != 0);
        for (lane, at) in there.iter().enumerate() {
            let Some((value, source)) = *at else { continue };
            let result = match collective {
                Collective::Sync => 0,
                Collective::Exchange => there
                    .get(source as usize)
                    .copied()
                    .flatten()
                    .map_or(UNDEFINED, |(value, _)| value),
                Collective::Ballot => votes,
                Collective::Any => u64::from(votes != 0),
                Collective::All => u64::from(there.iter().flatten().all(|(value, _)| *value != 0)),
                Collective::Match => ballot(&|other| other == value),
            };
            self.in_collective[warp] &= !(1 << lane);
            self.wake(warp * WARP + lane, result);
        }
    }

    /// A lane of the warp has returned: those that waited for it need not any more.
    pub(crate) fn settle_warp(&mut self, warp: usize) {
        for lane in 0..WARP {
            if matches!(self.lane(warp, lane), State::Warp { .. }) {
                self.settle_lanes(warp * WARP + lane);
            }
        }
    }

    /// Lets the lanes go on that ask who is there with them, when no lane of the warp can come any more.
    pub(crate) fn settle_active(&mut self, warp: usize) {
        if self.active_waits > 0 && self.ready.warp(warp) == 0 {
            self.release_active(warp);
        }
    }

    /// Lets the lanes of the warp that ask at the same place go on, though others might still come: they may be waiting
    /// for what these have to do.
    pub(crate) fn release_active(&mut self, warp: usize) {
        let mut at: Option<(Site, u64)> = None;
        for lane in 0..WARP {
            if let State::Active { site } = self.lane(warp, lane) {
                match &mut at {
                    None => at = Some((site, 1 << lane)),
                    Some((first, mask)) if first.is(site) => *mask |= 1 << lane,
                    Some(_) => {}
                }
            }
        }
        let Some((_, mask)) = at else { return };
        for lane in lanes(mask as u32) {
            self.active_waits -= 1;
            self.wake(warp * WARP + lane, mask);
        }
    }
}

/// The lanes of a mask.
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..WARP).filter(move |lane| mask >> lane & 1 != 0)
}

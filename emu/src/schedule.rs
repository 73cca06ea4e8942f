//! In which order threads run, by name.

pub(crate) mod ready;

use std::fmt;
use std::str::FromStr;

/// The order in which threads run. Each is deterministic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Schedule {
    /// Thread after thread, block after block, each as far as it goes.
    #[default]
    InOrder,
    /// The same, the last block and the last thread first.
    Reverse,
    /// Lanes of a warp access by access in step, warp after warp.
    Lockstep,
    /// Any thread after any access, as this seed decides.
    Random(u64),
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::InOrder => f.write_str("in-order"),
            Schedule::Reverse => f.write_str("reverse"),
            Schedule::Lockstep => f.write_str("lockstep"),
            Schedule::Random(seed) => write!(f, "random:{seed}"),
        }
    }
}

/// The name of a schedule that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no schedule: choose in-order, reverse, lockstep, or random:<seed> with a seed from 0 to 2^64 - 1, such as \
     random:1"
)]
pub struct ParseScheduleError(String);

impl FromStr for Schedule {
    type Err = ParseScheduleError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "in-order" => Ok(Schedule::InOrder),
            "reverse" => Ok(Schedule::Reverse),
            "lockstep" => Ok(Schedule::Lockstep),
            _ => name
                .strip_prefix("random:")
                .and_then(|seed| seed.parse().ok())
                .map(Schedule::Random)
                .ok_or_else(|| ParseScheduleError(name.to_owned())),
        }
    }
}

/// Steps between two looks at whether another thread should go on, where the schedule does not ask for fewer: a thread
/// that spins must not keep the others from running.
const PATIENCE: u32 = 4096;
/// The most accesses between two choices of the random schedule.
const RANDOM_STRETCH: u64 = 48;

/// What a schedule decides, choice after choice.
#[derive(Debug)]
pub(crate) struct Choices {
    schedule: Schedule,
    state: u64,
}

impl Choices {
    /// The choices of one block, or of the grid; `stream` tells them apart.
    pub(crate) fn new(schedule: Schedule, stream: u64) -> Self {
        let seed = match schedule {
            Schedule::Random(seed) => seed,
            _ => 0,
        };
        let mut choices = Choices {
            schedule,
            state: seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        };
        choices.next();
        choices
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// After how many accesses a thread that goes on now stops for the next choice.
    pub(crate) fn stretch(&mut self) -> u32 {
        match self.schedule {
            Schedule::InOrder | Schedule::Reverse => PATIENCE,
            Schedule::Lockstep => 1,
            Schedule::Random(_) => 1 + (self.next() % RANDOM_STRETCH) as u32,
        }
    }

    /// How much a block may spend before another block may go on; a stretch [costs](Self::cost).
    pub(crate) fn turn(&mut self, threads: u32) -> u32 {
        match self.schedule {
            Schedule::InOrder | Schedule::Reverse => threads.max(1).saturating_mul(PATIENCE),
            Schedule::Lockstep => threads.max(1).saturating_mul(PATIENCE / 4),
            Schedule::Random(_) => 1 + (self.next() % (4 * u64::from(threads) + 16)) as u32,
        }
    }

    /// What a stretch costs in which a thread took that many steps. In order, many short ones (from one warp collective to
    /// the next) may take as long as few long ones.
    pub(crate) fn cost(&self, taken: u32) -> u32 {
        match self.schedule {
            Schedule::InOrder | Schedule::Reverse => taken.max(PATIENCE / 64),
            Schedule::Lockstep | Schedule::Random(_) => 1,
        }
    }

    /// Whether a stretch was a long one, in order: the thread may spin, and its warp should not keep the others waiting.
    pub(crate) fn is_long(&self, taken: u32) -> bool {
        match self.schedule {
            Schedule::InOrder | Schedule::Reverse => taken >= PATIENCE,
            Schedule::Lockstep | Schedule::Random(_) => false,
        }
    }

    /// How many stretches a warp has before another warp of the block goes on.
    pub(crate) fn warp_turns(&self, lanes: u32) -> u32 {
        match self.schedule {
            Schedule::Lockstep => lanes * PATIENCE / 16,
            // A lane that stops is done, or waits for the others, or spins; so that all lanes come to the next barrier.
            _ => lanes * 16,
        }
    }

    /// Which of `count` candidates, listed in their order, comes first.
    pub(crate) fn first(&mut self, count: usize) -> usize {
        match self.schedule {
            Schedule::InOrder | Schedule::Lockstep => 0,
            Schedule::Reverse => count.saturating_sub(1),
            Schedule::Random(_) => (self.next() % count.max(1) as u64) as usize,
        }
    }

    pub(crate) fn schedule(&self) -> Schedule {
        self.schedule
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_is_read_as_it_is_printed() {
        for schedule in [
            Schedule::InOrder,
            Schedule::Reverse,
            Schedule::Lockstep,
            Schedule::Random(u64::MAX),
        ] {
            assert_eq!(schedule.to_string().parse(), Ok(schedule));
        }
        for wrong in ["", "Random:1", "random", "random:", "random:-1"] {
            let error = wrong.parse::<Schedule>().unwrap_err().to_string();
            assert!(error.contains("random:<seed>"), "{error}");
        }
    }

    #[test]
    fn a_seed_makes_the_same_choices_each_time_and_another_seed_others() {
        let choices = |seed| {
            let mut choices = Choices::new(Schedule::Random(seed), 3);
            (0..64).map(|_| choices.first(1000)).collect::<Vec<_>>()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }
}

//! In which order threads run, by name.

mod in_order;
mod lockstep;
mod order;
mod random;
mod random_numbers;
pub(crate) mod ready;
mod reverse;
mod warp_walk;

use std::fmt;
use std::str::FromStr;

pub(crate) use order::Order;

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
    "`{}` is no schedule: choose in-order, reverse, lockstep, or random:<seed> with a seed from 0 to 2^64 - 1, such as \
     random:1", .0.escape_debug()
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

impl Schedule {
    /// Its choices for one block, for the grid or for the queue of work; `stream` tells them apart.
    pub(crate) fn order(self, stream: u64) -> Box<dyn Order> {
        match self {
            Schedule::InOrder => Box::new(in_order::InOrder::new()),
            Schedule::Reverse => Box::new(reverse::Reverse::new()),
            Schedule::Lockstep => Box::new(lockstep::Lockstep::new()),
            Schedule::Random(seed) => Box::new(random::Random::new(seed, stream)),
        }
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
            let mut order = Schedule::Random(seed).order(3);
            (0..64).map(|_| order.operation(1000)).collect::<Vec<_>>()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }
}

//! Times ways to do the same iterations, taking turns.

use std::time::Duration;

/// One way, and what it takes on the device to do so many iterations.
pub struct Way<'a> {
    pub name: String,
    pub time: Box<dyn FnMut(u32) -> Duration + 'a>,
}

impl<'a> Way<'a> {
    pub fn new(name: impl Into<String>, time: impl FnMut(u32) -> Duration + 'a) -> Self {
        Self {
            name: name.into(),
            time: Box::new(time),
        }
    }
}

/// What the benchmark was asked for.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// As little as runs every kernel, for tools that watch it: the times are none.
    pub quick: bool,
}

impl Extent {
    /// Of these sizes those to be measured.
    pub fn of<T: Copy>(self, sizes: &[T]) -> Vec<T> {
        let count = if self.quick { 1 } else { sizes.len() };
        sizes.iter().copied().take(count).collect()
    }

    /// Runs of some `milliseconds` where an iteration takes about `microseconds`, in multiples of `unit` iterations.
    pub fn effort(self, milliseconds: f64, microseconds: f64, unit: u32, rounds: usize) -> Effort {
        let units = (milliseconds * 1e3 / microseconds / f64::from(unit)) as u32;
        let (units, rounds) = match self.quick {
            true => (1, 1),
            false => (units.clamp(2, 60), rounds),
        };
        let few = units.div_ceil(4) * unit;
        Effort {
            few,
            many: few + units * unit,
            rounds,
        }
    }
}

/// How often and how long each way is timed.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Iterations of the shorter run and of the longer one. What comes once a run is in both.
    pub few: u32,
    pub many: u32,
    pub rounds: usize,
}

/// Microseconds an iteration of each way: the median over the rounds of what the longer run takes more than the shorter. In each
/// round every way has its turn, and each round begins with another.
pub fn microseconds(ways: &mut [Way<'_>], effort: Effort) -> Vec<f64> {
    let Effort { few, many, rounds } = effort;
    for way in ways.iter_mut() {
        (way.time)(few);
    }
    let mut times = vec![Vec::with_capacity(rounds); ways.len()];
    for round in 0..rounds {
        for turn in 0..ways.len() {
            let way = (turn + round) % ways.len();
            let short = (ways[way].time)(few);
            let long = (ways[way].time)(many);
            let more = long.as_secs_f64() - short.as_secs_f64();
            times[way].push(more * 1e6 / f64::from(many - few));
        }
    }
    times.into_iter().map(median).collect()
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

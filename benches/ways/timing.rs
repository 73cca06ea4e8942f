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

/// How often and how long each way is timed.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Iterations of the shorter run and of the longer one. What comes once a run is in both.
    pub few: u32,
    pub many: u32,
    pub rounds: usize,
}

impl Effort {
    /// Runs of some `milliseconds` where an iteration takes about `microseconds`, in multiples of `unit` iterations.
    pub fn about(milliseconds: f64, microseconds: f64, unit: u32, rounds: usize) -> Self {
        let units = (milliseconds * 1e3 / microseconds / f64::from(unit)) as u32;
        let units = units.clamp(2, 60);
        Self {
            few: units.div_ceil(4) * unit,
            many: units.div_ceil(4) * unit + units * unit,
            rounds,
        }
    }
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

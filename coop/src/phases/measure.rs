//! Which way of running phases is the fastest: measured, and told.

use core::fmt;
use core::time::Duration;

use super::way::Way;
use crate::error::Result;
use crate::event::Event;
use crate::stream::Stream;

/// Launches of each way that are timed, taken in turns.
const ROUNDS: usize = 9;

/// A way that takes so many times the best is not tried again.
const HOPELESS: u32 = 10;

/// What each way took, the fastest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    steps: u32,
    times: Vec<(Way, Duration)>,
}

impl Measured {
    /// The fastest way.
    pub fn fastest(&self) -> Way {
        self.times[0].0
    }

    /// Each way that this device and shape have, with the median of its launches; the fastest first.
    pub fn times(&self) -> &[(Way, Duration)] {
        &self.times
    }

    /// The steps of each launch that was timed.
    pub const fn steps(&self) -> u32 {
        self.steps
    }
}

/// `one cooperative grid: 2.31 us a step, the fastest of one cooperative grid 2.31, a graph 4.80, ...`
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let a_step = |time: &Duration| time.as_secs_f64() * 1e6 / f64::from(self.steps.max(1));
        write!(f, "{} is the fastest; microseconds a step:", self.fastest())?;
        for (index, (way, time)) in self.times.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {way} {:.2}", a_step(time))?;
        }
        Ok(())
    }
}

/// Times the launches of each way: once to warm up, then in turns. A way that is hopeless is not launched again, so that the
/// time for all is a few times that of the best.
pub(super) fn measure(
    steps: u32,
    ways: &[Way],
    mut launch: impl FnMut(usize, &Stream) -> Result<()>,
) -> Result<Measured> {
    let stream = Stream::non_blocking()?;
    let (start, end) = (Event::new()?, Event::new()?);
    let mut once = |way: usize| -> Result<Duration> {
        start.record(&stream)?;
        launch(way, &stream)?;
        end.record(&stream)?;
        end.synchronize()?;
        end.elapsed_since(&start)
    };
    let mut times: Vec<Vec<Duration>> = Vec::with_capacity(ways.len());
    for way in 0..ways.len() {
        times.push(vec![once(way)?]);
    }
    let best = times.iter().map(|times| times[0]).min().unwrap_or_default();
    // The first launch of each may have loaded its code: what is hopeless is seen at the second.
    for (way, times) in times.iter_mut().enumerate() {
        if times[0] > best * HOPELESS {
            times[0] = times[0].min(once(way)?);
        }
    }
    let hopeful: Vec<usize> = (0..ways.len())
        .filter(|&way| times[way][0] <= best * HOPELESS)
        .collect();
    for &way in &hopeful {
        times[way].clear();
    }
    for round in 0..ROUNDS {
        for turn in 0..hopeful.len() {
            let way = hopeful[(turn + round) % hopeful.len()];
            let time = once(way)?;
            times[way].push(time);
        }
    }
    let medians = ways.iter().zip(times).map(|(&way, mut times)| {
        times.sort();
        (way, times[times.len() / 2])
    });
    Ok(ordered(steps, medians.collect()))
}

fn ordered(steps: u32, mut times: Vec<(Way, Duration)>) -> Measured {
    times.sort_by_key(|&(_, time)| time);
    Measured { steps, times }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_comes_first_and_all_are_told() {
        let times = [(Way::Graph, 480), (Way::Grid, 231), (Way::Launches, 900)];
        let times = times.map(|(way, time)| (way, Duration::from_micros(time)));
        let measured = ordered(100, times.to_vec());
        assert_eq!(measured.fastest(), Way::Grid);
        assert_eq!(
            measured.to_string(),
            "one cooperative grid is the fastest; microseconds a step: one cooperative grid 2.31, a graph 4.80, stream launches 9.00"
        );
    }
}

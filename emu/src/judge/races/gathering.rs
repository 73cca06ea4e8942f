//! Barriers of the grid, of a cluster, and a block's in halves: who arrives, and what is known by whoever waits.

use super::knowledge::{Bounds, Clock, Numbering, Time, Who};

/// A thread that has arrived.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    who: Who,
    /// The bound on what it did before, and the time of the last of that.
    bound: Time,
    before: Time,
    /// When it was, by any measure that grows with each access of the thread.
    moment: u64,
}

/// A barrier, over and over.
#[derive(Debug, Default)]
pub(crate) struct Gathering {
    /// Threads that went on after they had arrived, and those that arrived after the first of these and wait.
    open: Vec<Arrival>,
    later: Vec<Arrival>,
    blocks: Vec<u32>,
    /// What threads had learned by other ways when they arrived.
    learned: Clock,
    /// What is known by who has waited: of all threads, or of those blocks; and the least time of what they do next.
    pub(crate) known: Clock,
    pub(crate) floor: Time,
}

impl Gathering {
    /// A thread arrives, whose accesses until now have at most the time `before`, and from now on at least `bound`.
    pub(crate) fn arrive(
        &mut self,
        numbering: Numbering,
        who: Who,
        (before, bound): (Time, Time),
        learned: &Clock,
        moment: u64,
    ) {
        if learned.bounds.is_some() {
            self.learned.join(learned);
        }
        let block = numbering.block(who);
        if self.blocks.last() != Some(&block) {
            self.blocks.push(block);
        }
        self.open.push(Arrival {
            who,
            bound,
            before,
            moment,
        });
    }

    /// A thread that has arrived waits. If it did nothing in between, it is done with.
    pub(crate) fn wait(&mut self, who: Who, moment: u64) {
        if let Some(last) = self.open.last()
            && last.who == who
            && last.moment == moment
        {
            let arrival = self.open.pop();
            if !self.open.is_empty() {
                self.later.extend(arrival);
            }
        }
    }

    /// All have arrived.
    pub(crate) fn complete(&mut self, of_grid: bool, now: Time) {
        let first = self.open.iter().map(|arrival| arrival.bound).min();
        self.floor = first.unwrap_or(now);
        let beyond = self.open.iter().chain(&self.later);
        let beyond = beyond.filter(|arrival| arrival.before >= self.floor);
        let mut bounds = Bounds {
            blocks: Vec::new(),
            threads: beyond.map(|arrival| (arrival.who, arrival.bound)).collect(),
        };
        if !of_grid {
            self.blocks.sort_unstable();
            self.blocks.dedup();
            bounds.blocks = self
                .blocks
                .iter()
                .map(|&block| (block, self.floor))
                .collect();
        }
        let floor = if of_grid { self.floor } else { 0 };
        self.known = Clock::new(floor, bounds.sorted());
        self.known.join(&std::mem::take(&mut self.learned));
        self.open.clear();
        self.later.clear();
        self.blocks.clear();
    }
}

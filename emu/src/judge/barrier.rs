//! Barriers in halves, arriving and waiting: the grid's, a cluster's, and a block's.

use super::Fault;
use super::site::Site;
use super::threads::{Answer, BlockBarrier, Met, State, Threads};

/// Whose barrier it is; `coop_emulator_scope` of the headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Grid,
    Cluster,
    Block,
}

impl Scope {
    /// Those that blocks wait for each other at.
    pub(crate) const BLOCKS: [Scope; 2] = [Scope::Grid, Scope::Cluster];

    pub(crate) fn from_c(number: i32) -> Self {
        match number {
            0 => Scope::Grid,
            1 => Scope::Cluster,
            _ => Scope::Block,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Scope::Grid => "grid",
            Scope::Cluster => "cluster",
            Scope::Block => "block",
        }
    }

    /// What it is that not all reach such a barrier.
    pub(crate) fn fault(self) -> Fault {
        match self {
            Scope::Grid => Fault::GridBarrier,
            Scope::Cluster => Fault::ClusterBarrier,
            Scope::Block => Fault::BlockBarrier,
        }
    }
}

/// How often a thread has arrived at the barriers of one kind, and has waited there.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Crossings {
    arrivals: u64,
    pub(crate) waits: u64,
}

/// The barriers of one kind, as a block knows them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Gate {
    /// Threads that have arrived at the barrier that is next.
    threads: usize,
    /// Barriers at which all threads of the block have arrived.
    pub(crate) arrived: u64,
    /// Barriers that all blocks have passed, as far as this block knows.
    pub(crate) passed: u64,
}

/// The barriers of one kind, as all blocks have reached them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Crossed {
    /// Barriers passed.
    pub(crate) passed: u64,
    /// Blocks that have arrived at the next one.
    arrived: u64,
}

impl Crossed {
    /// One more of `blocks` blocks has arrived. Whether it was the last.
    pub(crate) fn arrive(&mut self, blocks: u64) -> bool {
        self.arrived += 1;
        if self.arrived < blocks {
            return false;
        }
        self.arrived = 0;
        self.passed += 1;
        true
    }
}

impl Threads {
    /// A thread arrives at a barrier. It goes on, and need not wait before [`Threads::wait`].
    pub(crate) fn arrive(&mut self, rank: usize, scope: Scope, site: Site) -> Answer {
        if scope == Scope::Grid && !self.kinds.grid {
            let what = format!(
                "grid.sync() at {place} in an ordinary launch: its blocks need not be resident together, and a GPU lets it \
                 pass only by luck; launch the kernel with cudaLaunchCooperativeKernel",
                place = site.text()
            );
            return Answer::Fault(Fault::GridBarrierInOrdinaryLaunch, what);
        }
        let thread = &mut self.threads[rank].crossings[scope as usize];
        if thread.arrivals != thread.waits {
            let what = format!(
                "arrives at the {} barrier at {} again, without having waited since it arrived",
                scope.name(),
                site.text()
            );
            return Answer::Fault(scope.fault(), what);
        }
        thread.arrivals += 1;
        self.note(Met::Arrived(rank, scope));
        let gate = &mut self.gates[scope as usize];
        gate.threads += 1;
        if gate.threads == self.threads.len() {
            gate.threads = 0;
            gate.arrived += 1;
            let arrived = gate.arrived;
            if scope == Scope::Block {
                self.note(Met::Complete);
                self.passed(scope, arrived);
            }
        }
        Answer::GoOn
    }

    /// A thread that has arrived needs the others to have arrived, too.
    pub(crate) fn wait(&mut self, rank: usize, scope: Scope, site: Site) -> Answer {
        let thread = &mut self.threads[rank].crossings[scope as usize];
        if thread.arrivals == thread.waits {
            let what = format!(
                "waits at the {} barrier at {}, where it has not arrived",
                scope.name(),
                site.text()
            );
            return Answer::Fault(scope.fault(), what);
        }
        thread.waits += 1;
        let must_wait = thread.waits > self.gates[scope as usize].passed;
        self.note(Met::Waits(rank, scope));
        if must_wait {
            return self.waits(rank, State::Barrier { scope, site });
        }
        self.note(Met::Passed(rank, scope));
        Answer::GoOn
    }

    /// Whether a thread may come to such a barrier of the whole block now: not between the halves of another.
    pub(crate) fn may_meet(&self, rank: usize, kind: BlockBarrier, site: Site) -> Answer {
        let Crossings { arrivals, waits } = self.threads[rank].crossings[Scope::Block as usize];
        if arrivals == waits {
            return Answer::GoOn;
        }
        let what = format!(
            "calls {} at {} after it has arrived at another block barrier, and before it waited there: between the \
             two no barrier of the block is allowed",
            kind.name(),
            site.text()
        );
        Answer::Fault(Fault::BlockBarrier, what)
    }

    /// All have passed so many barriers.
    pub(crate) fn passed(&mut self, scope: Scope, barriers: u64) {
        if barriers == self.gates[scope as usize].passed {
            return;
        }
        self.gates[scope as usize].passed = barriers;
        for thread in 0..self.threads.len() {
            match self.threads[thread].state {
                State::Barrier { scope: at, .. } if at == scope => {
                    self.note(Met::Passed(thread, scope));
                    self.wake(thread, 0);
                }
                _ => {}
            }
        }
    }

    /// How many barriers must have been passed for the block to go on: more than that. `None` if no thread waits there, or
    /// not all of the block have arrived.
    pub(crate) fn waits_past(&self, scope: Scope) -> Option<u64> {
        let gate = self.gates[scope as usize];
        let waits =
            |state: &State| matches!(state, State::Barrier { scope: at, .. } if *at == scope);
        let some = self.threads.iter().any(|thread| waits(&thread.state));
        (gate.arrived > gate.passed && some).then_some(gate.passed)
    }

    /// The most barriers of a kind at which one of its threads has waited.
    pub(crate) fn most_waits(&self, scope: Scope) -> u64 {
        let waits = self
            .threads
            .iter()
            .map(|thread| thread.crossings[scope as usize].waits);
        waits.max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_the_blocks_opens_the_barrier_for_all() {
        let mut crossed = Crossed::default();
        let opened: Vec<bool> = (0..6).map(|_| crossed.arrive(3)).collect();
        assert_eq!(opened, [false, false, true, false, false, true]);
        assert_eq!(crossed.passed, 2);
    }
}

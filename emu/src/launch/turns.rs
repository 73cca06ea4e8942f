//! Whose turn is next, whether a launch gets anywhere, and how it ends.

use std::sync::Condvar;

use super::barrier::Scope;
use super::block::{Failure, index_in};
use super::diagnose;
use super::grid::{End, Grid, RETURNED_TOLD, Returned, Shared, Slot};
use super::resident::Probe;
use crate::judge::{Fault, Waiting};
use crate::schedule::Schedule;

/// Steps without progress after which threads are suspected to spin.
const SUSPICION: u64 = 4_000_000;

impl Grid<'_> {
    /// Looks whether the launch gets anywhere.
    pub(crate) fn watch(&self, shared: &mut Shared, slot: usize, probe: Option<Probe>) {
        if shared.statistics.steps > self.max_steps {
            let what = format!(
                "the kernel did not end within {} steps, which is as many as it may take",
                self.max_steps
            );
            return self.end(shared, failure(Fault::Runaway, what), None, None);
        }
        let idle = shared.statistics.steps - shared.progress_at;
        let suspicious = idle > SUSPICION && !shared.may_begin();
        match (probe, &mut shared.probing) {
            (Some(Probe::Spins(address)), Some(left)) => {
                left.retain(|&other| other != slot);
                let over = left.is_empty();
                shared.spins_at = address.or(shared.spins_at);
                let by_host = shared
                    .spins_at
                    .is_some_and(|at| self.context.memory.host_writes(at));
                if over && by_host {
                    // The host may yet write what they wait for.
                    shared.probing = None;
                    shared.progress_at = shared.statistics.steps;
                } else if over {
                    let pending = shared.pending.len() * self.context.clusters.blocks();
                    let what = match (pending, shared.spins_at) {
                        (0, None) => {
                            "every thread that runs is in a loop that touches no memory".to_owned()
                        }
                        (0, Some(_)) => {
                            "every thread that runs spins on memory that no thread will write"
                                .to_owned()
                        }
                        _ => format!(
                            "every thread that runs spins on memory that no running thread will write, and {pending} of \
                             the grid's {} blocks have no place on the device until others return: an ordinary launch \
                             must not wait for other blocks; launch cooperatively, with a grid that fits",
                            self.blocks
                        ),
                    };
                    self.end(shared, failure(Fault::Deadlock, what), None, None);
                }
            }
            (Some(Probe::Moves), _) => {
                shared.probing = None;
                shared.progress_at = shared.statistics.steps;
            }
            (_, None) if suspicious => {
                let slots = 0..shared.slots.len();
                let suspects = slots.filter(|&slot| shared.slots[slot] == Slot::Goes);
                shared.probing = Some(suspects.collect());
            }
            _ => {}
        }
    }

    /// Chooses whose turn is next, and wakes its thread.
    pub(crate) fn pass_on(&self, shared: &mut Shared, slot: usize) {
        let count = shared.slots.len();
        let can = |shared: &Shared, slot: usize| match shared.slots[slot] {
            Slot::Goes => shared
                .probing
                .as_ref()
                .is_none_or(|left| left.contains(&slot)),
            Slot::Waits(barriers) => {
                let passed = self.passed(shared, slot);
                (0..2).any(|scope| barriers[scope].is_some_and(|waits| passed[scope] > waits))
            }
            Slot::Given(_) => shared.probing.is_none(),
            Slot::Empty => shared.probing.is_none() && !shared.pending.is_empty(),
            Slot::Returned(_) => false,
        };
        let schedule = self.context.schedule;
        let next = match schedule {
            Schedule::Random(_) => {
                let able: Vec<usize> = (0..count).filter(|&slot| can(shared, slot)).collect();
                let first = shared.choices.first(able.len());
                able.get(first).copied()
            }
            // Places are filled in the order of the schedule, so the same walk is right for both directions.
            _ => (1..=count)
                .map(|step| (slot + step) % count)
                .find(|&slot| can(shared, slot)),
        };
        match next {
            Some(next) => {
                if next != slot {
                    shared.turn = next;
                    shared.statistics.block_switches += 1;
                    self.turns[next].notify_one();
                }
            }
            None if shared.probing.is_some() => {
                shared.probing = None;
                shared.progress_at = shared.statistics.steps;
                self.pass_on(shared, slot);
            }
            None => self.nobody_goes(shared),
        }
    }

    /// No block can go on: the launch is over, or blocks wait for others in vain.
    fn nobody_goes(&self, shared: &mut Shared) {
        if shared.slots.iter().all(|&slot| slot == Slot::Empty) {
            shared.over = true;
            self.turns.iter().for_each(Condvar::notify_one);
            return;
        }
        let in_cluster = |&slot: &usize| matches!(shared.slots[slot], Slot::Waits([_, Some(_)]));
        let (scope, missing, what) = match (0..shared.slots.len()).find(in_cluster) {
            Some(slot) => self.stuck_cluster(shared, slot),
            None => self.stuck_grid(shared),
        };
        let block = missing.map(|number| index_in(number, self.context.grid));
        self.end(shared, failure(scope.fault(), what), block, None);
    }

    /// Who is missing at the grid's barrier, and what is to be said of it.
    fn stuck_grid(&self, shared: &Shared) -> (Scope, Option<u64>, String) {
        let waits = |slot: &&Slot| matches!(slot, Slot::Waits(_));
        let waiting = shared.slots.iter().filter(waits).count();
        let missing = shared.returned.first();
        let what = match missing {
            Some(returned) => format!(
                "{waiting} of the grid's {} blocks wait at grid barrier number {}; the others have returned, this one after \
                 {} grid barriers: every block has to reach every grid barrier",
                self.blocks,
                shared.grid_barriers.passed + 1,
                returned.passed[Scope::Grid as usize]
            ),
            None => format!("{waiting} blocks wait at a grid barrier that not all reach"),
        };
        (Scope::Grid, missing.map(|returned| returned.number), what)
    }

    /// The same for the barrier of the cluster at `slot`.
    fn stuck_cluster(&self, shared: &Shared, slot: usize) -> (Scope, Option<u64>, String) {
        let clusters = &self.context.clusters;
        let group = &shared.slots[clusters.group(slot)];
        let waits = |slot: &&Slot| matches!(slot, Slot::Waits([_, Some(_)]));
        let waiting = group.iter().filter(waits).count();
        let missing = group.iter().find_map(|slot| match slot {
            Slot::Returned(returned) => Some(returned),
            _ => None,
        });
        let others = match missing {
            Some(returned) => format!(
                "others have returned, this one after {} cluster barriers",
                returned.passed[Scope::Cluster as usize]
            ),
            None => "the others wait at a grid barrier".to_owned(),
        };
        let what = format!(
            "{waiting} of the cluster's {} blocks wait at cluster barrier number {}; {others}: every block of a cluster has \
             to reach each of its barriers",
            clusters.blocks(),
            self.passed(shared, slot)[Scope::Cluster as usize] + 1,
        );
        (
            Scope::Cluster,
            missing.map(|returned| returned.number),
            what,
        )
    }

    pub(crate) fn end(
        &self,
        shared: &mut Shared,
        failure: Failure,
        block: Option<[u32; 3]>,
        thread: Option<[u32; 3]>,
    ) {
        let threads = self.context.block.iter().product::<u32>();
        let returned: Vec<Returned> = match failure.fault {
            Fault::GridBarrier => shared.returned.clone(),
            Fault::ClusterBarrier => {
                let returned = shared.slots.iter().filter_map(|slot| match slot {
                    Slot::Returned(returned) => Some(*returned),
                    _ => None,
                });
                returned.take(RETURNED_TOLD).collect()
            }
            _ => Vec::new(),
        };
        let waiting = returned
            .into_iter()
            .map(|returned| Waiting {
                block: index_in(returned.number, self.context.grid),
                threads: (0..threads).collect(),
                state: diagnose::returned(returned.passed),
            })
            .collect();
        shared.end.get_or_insert(End {
            failure,
            block,
            thread,
            waiting,
        });
        shared.over = true;
        self.turns.iter().for_each(Condvar::notify_one);
    }
}

fn failure(fault: Fault, what: String) -> Failure {
    Failure {
        fault,
        code: fault.code(),
        what,
        thread: None,
    }
}

impl Shared {
    /// Whether there is a block that has not begun, and could: what others wait for, it may yet do.
    fn may_begin(&self) -> bool {
        self.slots.iter().any(|slot| match slot {
            Slot::Given(_) => true,
            Slot::Empty => !self.pending.is_empty(),
            Slot::Goes | Slot::Waits(_) | Slot::Returned(_) => false,
        })
    }
}

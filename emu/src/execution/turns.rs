//! Whose turn is next, whether a launch gets anywhere, and how it ends.

use std::sync::Condvar;

use super::barrier::Among;
use super::block::{Failure, index_in};
use super::diagnose;
use super::grid::{End, Grid, Place, RETURNED_TOLD, Returned, Shared};
use super::report::{Fault, Waiting};
use super::resident::Probe;
use super::schedule::Schedule;

/// Steps without progress after which threads are suspected to spin.
const SUSPICION: u64 = 4_000_000;

impl Grid<'_> {
    /// Looks whether the launch gets anywhere.
    pub(super) fn watch(&self, shared: &mut Shared, place: usize, probe: Option<Probe>) {
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
                left.retain(|&other| other != place);
                let over = left.is_empty();
                shared.spins_at = address.or(shared.spins_at);
                let by_host = shared
                    .spins_at
                    .is_some_and(|at| self.setting.memory.host_writes(at));
                if over && by_host {
                    // The host may yet write what they wait for.
                    shared.probing = None;
                    shared.progress_at = shared.statistics.steps;
                } else if over {
                    let pending = shared.pending.len() * self.setting.clusters.blocks();
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
                let places = 0..shared.places.len();
                let suspects = places.filter(|&place| shared.places[place] == Place::Goes);
                shared.probing = Some(suspects.collect());
            }
            _ => {}
        }
    }

    /// Chooses whose turn is next, and wakes its thread.
    pub(super) fn pass_on(&self, shared: &mut Shared, place: usize) {
        let count = shared.places.len();
        let can = |shared: &Shared, place: usize| match shared.places[place] {
            Place::Goes => shared
                .probing
                .as_ref()
                .is_none_or(|left| left.contains(&place)),
            Place::Waits(barriers) => {
                let passed = self.passed(shared, place);
                (0..2).any(|among| barriers[among].is_some_and(|waits| passed[among] > waits))
            }
            Place::Given(_) => shared.probing.is_none(),
            Place::Empty => shared.probing.is_none() && !shared.pending.is_empty(),
            Place::Returned(_) => false,
        };
        let schedule = self.setting.schedule;
        let next = match schedule {
            Schedule::Random(_) => {
                let able: Vec<usize> = (0..count).filter(|&place| can(shared, place)).collect();
                let first = shared.choices.first(able.len());
                able.get(first).copied()
            }
            // Places are filled in the order of the schedule, so the same walk is right for both directions.
            _ => (1..=count)
                .map(|step| (place + step) % count)
                .find(|&place| can(shared, place)),
        };
        match next {
            Some(next) => {
                if next != place {
                    shared.turn = next;
                    shared.statistics.block_switches += 1;
                    self.turns[next].notify_one();
                }
            }
            None if shared.probing.is_some() => {
                shared.probing = None;
                shared.progress_at = shared.statistics.steps;
                self.pass_on(shared, place);
            }
            None => self.nobody_goes(shared),
        }
    }

    /// No block can go on: the launch is over, or blocks wait for others in vain.
    fn nobody_goes(&self, shared: &mut Shared) {
        if shared.places.iter().all(|&place| place == Place::Empty) {
            shared.over = true;
            self.turns.iter().for_each(Condvar::notify_one);
            return;
        }
        let in_cluster =
            |&place: &usize| matches!(shared.places[place], Place::Waits([_, Some(_)]));
        let (among, missing, what) = match (0..shared.places.len()).find(in_cluster) {
            Some(place) => self.stuck_cluster(shared, place),
            None => self.stuck_grid(shared),
        };
        let block = missing.map(|number| index_in(number, self.setting.grid));
        self.end(shared, failure(among.fault(), what), block, None);
    }

    /// Who is missing at the grid's barrier, and what is to be said of it.
    fn stuck_grid(&self, shared: &Shared) -> (Among, Option<u64>, String) {
        let waits = |place: &&Place| matches!(place, Place::Waits(_));
        let waiting = shared.places.iter().filter(waits).count();
        let missing = shared.returned.first();
        let what = match missing {
            Some(returned) => format!(
                "{waiting} of the grid's {} blocks wait at grid barrier number {}; the others have returned, this one after \
                 {} grid barriers: every block has to reach every grid barrier",
                self.blocks,
                shared.grid_barriers.passed + 1,
                returned.passed[Among::Grid as usize]
            ),
            None => format!("{waiting} blocks wait at a grid barrier that not all reach"),
        };
        (Among::Grid, missing.map(|returned| returned.number), what)
    }

    /// The same for the barrier of the cluster at `place`.
    fn stuck_cluster(&self, shared: &Shared, place: usize) -> (Among, Option<u64>, String) {
        let clusters = &self.setting.clusters;
        let group = &shared.places[clusters.group(place)];
        let waits = |place: &&Place| matches!(place, Place::Waits([_, Some(_)]));
        let waiting = group.iter().filter(waits).count();
        let missing = group.iter().find_map(|place| match place {
            Place::Returned(returned) => Some(returned),
            _ => None,
        });
        let others = match missing {
            Some(returned) => format!(
                "others have returned, this one after {} cluster barriers",
                returned.passed[Among::Cluster as usize]
            ),
            None => "the others wait at a grid barrier".to_owned(),
        };
        let what = format!(
            "{waiting} of the cluster's {} blocks wait at cluster barrier number {}; {others}: every block of a cluster has \
             to reach each of its barriers",
            clusters.blocks(),
            self.passed(shared, place)[Among::Cluster as usize] + 1,
        );
        (
            Among::Cluster,
            missing.map(|returned| returned.number),
            what,
        )
    }

    pub(super) fn end(
        &self,
        shared: &mut Shared,
        failure: Failure,
        block: Option<[u32; 3]>,
        thread: Option<[u32; 3]>,
    ) {
        let threads = self.setting.block.iter().product::<u32>();
        let returned: Vec<Returned> = match failure.fault {
            Fault::GridBarrier => shared.returned.clone(),
            Fault::ClusterBarrier => {
                let returned = shared.places.iter().filter_map(|place| match place {
                    Place::Returned(returned) => Some(*returned),
                    _ => None,
                });
                returned.take(RETURNED_TOLD).collect()
            }
            _ => Vec::new(),
        };
        let waiting = returned
            .into_iter()
            .map(|returned| Waiting {
                block: index_in(returned.number, self.setting.grid),
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
        self.places.iter().any(|place| match place {
            Place::Given(_) => true,
            Place::Empty => !self.pending.is_empty(),
            Place::Goes | Place::Waits(_) | Place::Returned(_) => false,
        })
    }
}

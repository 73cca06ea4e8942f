//! Whose turn is next, whether a launch gets anywhere, and how it ends.

use std::sync::Condvar;
use std::thread::Scope;

use super::MAX_STEPS;
use super::block::{Failure, index_in};
use super::grid::{End, Grid, RETURNED_TOLD, Returned, Shared, Slot};
use super::spinning::is_changed;
use crate::judge::barrier::Scope as BarrierScope;
use crate::judge::diagnose;
use crate::judge::recurrence::Cell;
use crate::judge::{Fault, Waiting};
use crate::schedule::Schedule;

/// How much longer a launch may take that writes.
const MORE_FOR_WRITES: u64 = 2;
/// What a change from block to block takes, in accesses.
const STEPS_OF_A_CHANGE: u64 = 500;

impl Grid<'_> {
    /// Ends the launch if it took more steps than it may.
    pub(crate) fn bound(&self, shared: &mut Shared) {
        let most = self.context.max_steps;
        let text = match (shared.idle > most, shared.spent / MORE_FOR_WRITES > most) {
            (true, _) => format!("no thread returned, or wrote anything, within {most} steps"),
            (_, true) => format!("no thread returned within {MORE_FOR_WRITES} times {most} steps"),
            _ => return,
        };
        let what = format!(
            "{text}, which is as many as that may take: the kernel may hang, or have more to do than {MAX_STEPS} allows"
        );
        self.end(shared, failure(Fault::Runaway, what), None, None);
    }

    /// The block at `slot` had its turn, maybe to be looked at once more: if all are that spin, and still do, nobody ever goes
    /// on.
    pub(crate) fn confirmed(&self, shared: &mut Shared, slot: usize) {
        let Some(mut left) = shared.confirming.take() else {
            return;
        };
        if shared.watched[slot].is_none() {
            return; // it goes on, after all
        }
        left.retain(|&other| other != slot);
        match left.is_empty() {
            false => shared.confirming = Some(left),
            true => self.deadlock(shared),
        }
    }

    fn deadlock(&self, shared: &mut Shared) {
        let clusters = shared.pending.end - shared.pending.start;
        let pending = clusters * self.context.clusters.blocks() as u64;
        let awaited = (0..shared.slots.len())
            .filter(|&slot| shared.watched[slot].is_some())
            .find_map(|slot| shared.awaited[slot]);
        let what = match (pending, shared.watched.iter().flatten().all(Vec::is_empty)) {
            (0, _) if let Some(object) = awaited => {
                format!("no thread goes on: they wait at {}", object.lack())
            }
            (0, true) => "every thread that runs is in a loop that touches no memory".to_owned(),
            (0, false) => {
                "every thread that runs spins on memory that no thread will write".to_owned()
            }
            _ => format!(
                "every thread that runs spins on memory that no running thread will write, and {pending} of the grid's {} \
                 blocks have no place on the device until others return: an ordinary launch must not wait for other blocks; \
                 launch cooperatively, with a grid that fits",
                self.blocks
            ),
        };
        self.end(shared, failure(Fault::Deadlock, what), None, None);
    }

    /// Chooses whose turn is next, after that of the block at `slot`, and wakes its thread.
    pub(crate) fn pass_on<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        shared: &mut Shared,
        slot: usize,
    ) {
        let confirming = shared.confirming.as_ref();
        let next = match confirming.and_then(|left| left.first().copied()) {
            Some(next) => Some(next),
            None => self.choose(shared, slot),
        };
        let Some(mut next) = next else {
            return self.nobody_goes(scope, shared, slot);
        };
        if shared.slots[next] == Slot::Empty {
            // One empty group is as good as another, and a thread that is there costs nothing.
            next = match shared.vacant.pop() {
                Some(vacant) => vacant,
                None => {
                    let first = shared.unstarted;
                    shared.unstarted += self.context.clusters.blocks();
                    self.start(scope, shared, first);
                    first
                }
            };
        }
        if next != slot || !shared.there[next] {
            if next != slot {
                shared.statistics.block_switches += 1;
                shared.spent += STEPS_OF_A_CHANGE;
                shared.idle += STEPS_OF_A_CHANGE;
            }
            shared.turn = next;
            self.turns[next].notify_one();
        }
    }

    /// The slot of the block that goes on after that at `last`.
    fn choose(&self, shared: &mut Shared, last: usize) -> Option<usize> {
        let count = shared.slots.len();
        let mut order = std::mem::replace(&mut shared.order, Schedule::InOrder.order(0));
        let next = order.slot(last, count, &|slot| self.can(shared, slot));
        shared.order = order;
        let next = next?;
        // Of many blocks that wait for the same word it is mostly the next one that may go on. Every other time, so that all
        // come by.
        shared.preferred = !shared.preferred && self.is_woken(shared, next);
        let neighbour = |shared: &Shared| {
            let next = shared.ahead.wrapping_add(1);
            let slot = shared.numbers.iter().position(|&other| other == next)?;
            self.is_woken(shared, slot).then_some(slot)
        };
        match shared.preferred {
            true => neighbour(shared).or(Some(next)),
            false => Some(next),
        }
    }

    /// Whether a block can go on, or begin.
    fn can(&self, shared: &Shared, slot: usize) -> bool {
        match shared.slots[slot] {
            Slot::Goes | Slot::Given(_) => true,
            Slot::Waits(barriers) => {
                let passed = self.passed(shared, slot);
                let opened =
                    |scope: usize| barriers[scope].is_some_and(|waits| passed[scope] > waits);
                (0..2).any(opened) || self.is_woken(shared, slot)
            }
            Slot::Empty => !shared.pending.is_empty(),
            Slot::Returned(_) => false,
        }
    }

    /// Whether memory has changed that threads of the block read while they spin.
    fn is_woken(&self, shared: &Shared, slot: usize) -> bool {
        // SAFETY: threads of the launch have read the cells, and this thread has the turn.
        let changed = |cell: &Cell| unsafe { is_changed(cell) };
        shared.watched[slot].iter().flatten().any(changed)
    }

    /// No block can go on: the launch is over, or blocks wait for others in vain.
    fn nobody_goes<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        shared: &mut Shared,
        slot: usize,
    ) {
        if shared.slots.iter().all(|&slot| slot == Slot::Empty) {
            shared.over = true;
            self.turns.iter().for_each(Condvar::notify_one);
            return;
        }
        let slots = 0..shared.slots.len();
        let spinning: Vec<usize> = slots
            .filter(|&slot| shared.watched[slot].is_some())
            .collect();
        if !spinning.is_empty() {
            shared.confirming = Some(spinning);
            return self.pass_on(scope, shared, slot);
        }
        let in_cluster = |&slot: &usize| matches!(shared.slots[slot], Slot::Waits([_, Some(_)]));
        let (scope, missing, what) = match (0..shared.slots.len()).find(in_cluster) {
            Some(slot) => self.stuck_cluster(shared, slot),
            None => self.stuck_grid(shared),
        };
        let block = missing.map(|number| index_in(number, self.context.launch.grid));
        self.end(shared, failure(scope.fault(), what), block, None);
    }

    /// Who is missing at the grid's barrier, and what is to be said of it.
    fn stuck_grid(&self, shared: &Shared) -> (BarrierScope, Option<u64>, String) {
        let waits = |slot: &&Slot| matches!(slot, Slot::Waits(_));
        let waiting = shared.slots.iter().filter(waits).count();
        let missing = shared.returned.first();
        let what = match missing {
            Some(returned) => format!(
                "{waiting} of the grid's {} blocks wait at grid barrier number {}; the others have returned, this one after \
                 {}: every block has to reach every grid barrier",
                self.blocks,
                shared.grid_barriers.passed + 1,
                diagnose::barriers(
                    returned.passed[BarrierScope::Grid as usize],
                    BarrierScope::Grid
                )
            ),
            None => format!("{waiting} blocks wait at a grid barrier that not all reach"),
        };
        (
            BarrierScope::Grid,
            missing.map(|returned| returned.number),
            what,
        )
    }

    /// The same for the barrier of the cluster at `slot`.
    fn stuck_cluster(&self, shared: &Shared, slot: usize) -> (BarrierScope, Option<u64>, String) {
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
                "others have returned, this one after {}",
                diagnose::barriers(
                    returned.passed[BarrierScope::Cluster as usize],
                    BarrierScope::Cluster
                )
            ),
            None => "the others wait at a grid barrier".to_owned(),
        };
        let what = format!(
            "{waiting} of the cluster's {} blocks wait at cluster barrier number {}; {others}: every block of a cluster has \
             to reach each of its barriers",
            clusters.blocks(),
            self.passed(shared, slot)[BarrierScope::Cluster as usize] + 1,
        );
        (
            BarrierScope::Cluster,
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
        let threads = self.context.launch.block.iter().product::<u32>();
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
                block: index_in(returned.number, self.context.launch.grid),
                threads: (0..threads).collect(),
                state: diagnose::returned(self.context.kinds(), returned.passed),
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
        what: what.into(),
        thread: None,
        read: None,
    }
}

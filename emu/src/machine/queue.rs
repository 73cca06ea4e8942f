//! Operations that are not done yet, and which of them come before which.

use std::collections::{BTreeMap, BTreeSet};

use super::work::Work;
use crate::schedule::Schedule;

/// An operation that waits.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) device: usize,
    /// Operations that must be done before it. Their numbers are smaller.
    pub(crate) after: Vec<u64>,
    pub(crate) work: Work,
}

/// Operations by number, in the order in which they were submitted.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    submitted: u64,
    pending: BTreeMap<u64, Operation>,
}

impl Queue {
    /// Adds an operation and returns its number.
    pub(crate) fn submit(&mut self, operation: Operation) -> u64 {
        self.submitted += 1;
        self.pending.insert(self.submitted, operation);
        self.submitted
    }

    pub(crate) fn is_pending(&self, number: u64) -> bool {
        self.pending.contains_key(&number)
    }

    pub(crate) fn len(&self) -> usize {
        self.pending.len()
    }

    pub(crate) fn get(&self, number: u64) -> Option<&Operation> {
        self.pending.get(&number)
    }

    pub(crate) fn done(&mut self, number: u64) {
        self.pending.remove(&number);
    }

    /// The oldest ones, without which there are at most so many.
    pub(crate) fn beyond(&self, most: usize) -> Vec<u64> {
        let excess = self.pending.len().saturating_sub(most);
        self.pending.keys().copied().take(excess).collect()
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<u64> {
        self.pending.keys().copied().collect()
    }

    /// Those of a device.
    pub(crate) fn of_device(&self, device: usize) -> Vec<u64> {
        self.pending
            .iter()
            .filter(|(_, operation)| operation.device == device)
            .map(|(number, _)| *number)
            .collect()
    }

    /// What must be done so that all of `targets` are done, in an order that is allowed. Where several are, the schedule
    /// chooses: the first submitted, the last, or any.
    pub(crate) fn order(&self, targets: &[u64], schedule: Schedule) -> Vec<u64> {
        let needed = self.closure(targets);
        let mut choices = schedule.order(self.submitted);
        let mut followers: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        let mut missing: BTreeMap<u64, usize> = BTreeMap::new();
        let mut ready = BTreeSet::new();
        for &number in &needed {
            let before: BTreeSet<u64> = self.before(number).collect();
            for &earlier in &before {
                followers.entry(earlier).or_default().push(number);
            }
            match before.len() {
                0 => _ = ready.insert(number),
                count => _ = missing.insert(number, count),
            }
        }
        let mut order = Vec::with_capacity(needed.len());
        while let Some(&number) = ready.iter().nth(choices.operation(ready.len())) {
            ready.remove(&number);
            order.push(number);
            for follower in followers.remove(&number).into_iter().flatten() {
                if let Some(count) = missing.get_mut(&follower) {
                    *count -= 1;
                    if *count == 0 {
                        ready.insert(follower);
                    }
                }
            }
        }
        order
    }

    /// What an operation waits for that is not done.
    fn before(&self, number: u64) -> impl Iterator<Item = u64> + '_ {
        let after = self.pending.get(&number).map(|operation| &operation.after);
        after
            .into_iter()
            .flatten()
            .copied()
            .filter(|earlier| self.pending.contains_key(earlier))
    }

    fn closure(&self, targets: &[u64]) -> BTreeSet<u64> {
        let mut found = BTreeSet::new();
        let mut open: Vec<u64> = targets
            .iter()
            .copied()
            .filter(|number| self.pending.contains_key(number))
            .collect();
        while let Some(number) = open.pop() {
            if found.insert(number) {
                open.extend(self.before(number));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operations 1, 2, 3, ... after these.
    fn queue(after: &[&[u64]]) -> Queue {
        let mut queue = Queue::default();
        for after in after {
            queue.submit(Operation {
                device: 0,
                after: after.to_vec(),
                work: Work::Record(0),
            });
        }
        queue
    }

    #[test]
    fn only_what_a_target_depends_on_is_done() {
        let mut queue = queue(&[&[], &[], &[1], &[2], &[3]]);
        assert_eq!(queue.order(&[5], Schedule::InOrder), [1, 3, 5]);
        queue.done(1);
        assert_eq!(queue.order(&[5, 1], Schedule::InOrder), [3, 5]);
        assert_eq!(queue.of_device(0), [2, 3, 4, 5]);
        assert!(queue.of_device(1).is_empty());
        assert_eq!(queue.beyond(3), [2]);
        assert!(queue.beyond(4).is_empty());
    }

    #[test]
    fn every_schedule_keeps_what_must_come_before() {
        let queue = queue(&[&[], &[], &[1], &[2, 2], &[3, 4], &[], &[5]]);
        let all: Vec<u64> = (1..=7).collect();
        assert_eq!(queue.order(&all, Schedule::Reverse), [6, 2, 4, 1, 3, 5, 7]);
        let orders: BTreeSet<Vec<u64>> = (0..20)
            .map(|seed| queue.order(&all, Schedule::Random(seed)))
            .collect();
        assert!(orders.len() > 3, "{orders:?}");
        for order in orders {
            let position = |number| order.iter().position(|found| *found == number);
            assert_eq!(order.len(), 7);
            for (before, after) in [(1, 3), (2, 4), (3, 5), (4, 5), (5, 7)] {
                assert!(position(before) < position(after), "{order:?}");
            }
        }
    }
}

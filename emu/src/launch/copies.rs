//! Copies that the threads of a block have begun and that are not done yet.

use std::collections::VecDeque;

/// A copy. Addresses, because nothing is touched before it was checked; from 0 are zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Copy {
    pub(crate) to: usize,
    pub(crate) from: usize,
    pub(crate) bytes: usize,
}

/// Those of one thread, in batches.
#[derive(Debug, Clone, Default)]
struct OfThread {
    /// With the number of its batch.
    copies: VecDeque<(u64, Copy)>,
    /// Batches that were closed.
    closed: u64,
}

/// Those of a block.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    threads: Vec<OfThread>,
    /// With the object that completes them.
    objects: Vec<(usize, Copy)>,
}

impl Copies {
    /// Of so many threads, none.
    pub(crate) fn new(threads: usize) -> Self {
        Copies {
            threads: vec![OfThread::default(); threads],
            objects: Vec::new(),
        }
    }

    /// A thread begins a copy, which an object completes if it is not 0.
    pub(crate) fn begin(&mut self, thread: usize, object: usize, copy: Copy) {
        let own = &mut self.threads[thread];
        match object {
            0 => own.copies.push_back((own.closed, copy)),
            _ => self.objects.push((object, copy)),
        }
    }

    /// What the thread has begun since the last time is a batch.
    pub(crate) fn close(&mut self, thread: usize) {
        self.threads[thread].closed += 1;
    }

    /// The thread's first copy, which is then forgotten, unless it is of the last `keep` batches, or of none yet.
    pub(crate) fn next(&mut self, thread: usize, keep: u32) -> Option<Copy> {
        let own = &mut self.threads[thread];
        let (batch, _) = own.copies.front()?;
        if batch + u64::from(keep) >= own.closed {
            return None;
        }
        own.copies.pop_front().map(|(_, copy)| copy)
    }

    /// The first copy that this object completes, which is then forgotten.
    pub(crate) fn next_of(&mut self, object: usize) -> Option<Copy> {
        let place = self.objects.iter().position(|(of, _)| *of == object)?;
        Some(self.objects.remove(place).1)
    }

    /// Whether a copy to that byte is not done yet.
    pub(crate) fn is_to_come(&self, address: usize) -> bool {
        let of_threads = self.threads.iter().flat_map(|own| &own.copies);
        let copies = of_threads.map(|(_, copy)| copy);
        copies
            .chain(self.objects.iter().map(|(_, copy)| copy))
            .any(|copy| (copy.to..copy.to + copy.bytes).contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(to: usize) -> Copy {
        Copy {
            to,
            from: 1,
            bytes: 4,
        }
    }

    #[test]
    fn a_thread_waits_for_whole_batches_and_for_no_other_threads() {
        let mut copies = Copies::new(2);
        copies.begin(0, 0, copy(16));
        copies.begin(0, 0, copy(20));
        copies.begin(1, 0, copy(24));
        assert_eq!(copies.next(0, 0), None, "no batch was closed");
        copies.close(0);
        copies.begin(0, 0, copy(28));
        copies.close(0);
        assert_eq!(copies.next(0, 2), None);
        assert_eq!(copies.next(0, 1), Some(copy(16)));
        assert!(copies.is_to_come(23) && !copies.is_to_come(16));
        assert_eq!(copies.next(0, 1), Some(copy(20)));
        assert_eq!(copies.next(0, 1), None);
        assert_eq!(copies.next(0, 0), Some(copy(28)));
        assert_eq!(copies.next(1, 0), None);
    }

    #[test]
    fn an_object_completes_its_own_copies_whoever_began_them() {
        let mut copies = Copies::new(2);
        copies.begin(0, 7, copy(16));
        copies.begin(1, 8, copy(20));
        copies.begin(1, 7, copy(24));
        let mut all = std::iter::from_fn(|| copies.next_of(7));
        assert_eq!(
            (all.next(), all.next(), all.next()),
            (Some(copy(16)), Some(copy(24)), None)
        );
        assert!(copies.is_to_come(20) && !copies.is_to_come(16));
    }
}

//! Whether a thread comes back to a state that it was in: then it spins, and only somebody else's write can end that.
//!
//! The state is what the thread's further way depends on: its registers, its stack, and what it reads. A thread that is in
//! the same state twice, has changed nothing in between, and would read now what it read then, goes the same way for
//! ever. Nothing less is taken for a proof.

/// Bytes of memory and what they held, at most 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) address: usize,
    pub(crate) bytes: usize,
    /// The bytes, the first one lowest, the rest 0.
    pub(crate) value: u128,
}

/// The most bytes of a [`Cell`].
pub(crate) const CELL_BYTES: usize = 16;

/// What has been seen of a thread that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing yet.
    Open,
    /// It came back to a state it was in, if what it read since then is still there.
    Recurs,
    /// It did what others can see, or did not come back for as long as it was watched.
    Moves,
}

/// A thread under watch: its states are compared with one of them, which is renewed at ever longer intervals (Brent's
/// algorithm), so that a cycle of any length up to a third of the limit is found.
#[derive(Debug)]
pub(crate) struct Recurrence {
    reference: Vec<usize>,
    observed: u32,
    renew_at: u32,
    limit: u32,
    /// What it read since the reference.
    read: Vec<Cell>,
    /// What was there before its last write, of which is not known yet whether it changed something.
    unsettled: Option<Cell>,
    moves: bool,
    recurs: bool,
}

impl Recurrence {
    /// A watch over so many observations.
    pub(crate) fn new(limit: u32) -> Self {
        Recurrence {
            reference: Vec::new(),
            observed: 0,
            renew_at: 1,
            limit,
            read: Vec::with_capacity(64),
            unsettled: None,
            moves: false,
            recurs: false,
        }
    }

    /// Whether nothing more is to be found out, and nothing was.
    pub(crate) fn is_over(&self) -> bool {
        self.moves
    }

    /// Whether the thread is known to have come back.
    pub(crate) fn recurs(&self) -> bool {
        self.recurs
    }

    /// For how many observations it was made.
    pub(crate) fn limit(&self) -> u32 {
        self.limit
    }

    /// The thread is about to touch memory, or to enter a basic block, with these registers and this stack.
    pub(crate) fn observe(&mut self, state: &[usize]) -> Verdict {
        self.observed += 1;
        self.moves |= self.observed > self.limit;
        if self.moves {
            return Verdict::Moves;
        }
        self.recurs = self.reference == state;
        if self.recurs {
            return Verdict::Recurs;
        }
        if self.observed >= self.renew_at {
            self.renew(state);
        }
        Verdict::Open
    }

    /// The state becomes the one that others are compared with.
    pub(crate) fn renew(&mut self, state: &[usize]) {
        self.reference.clear();
        self.reference.extend_from_slice(state);
        self.renew_at = self.observed * 2;
        self.read.clear();
        self.recurs = false;
    }

    /// It reads this.
    pub(crate) fn reads(&mut self, cell: Cell) {
        self.read.push(cell);
    }

    /// It is about to write where this is.
    pub(crate) fn writes(&mut self, before: Cell) {
        self.unsettled = Some(before);
    }

    /// What was there before its last write: to be compared with what is there now.
    pub(crate) fn take_unsettled(&mut self) -> Option<Cell> {
        self.unsettled.take()
    }

    /// It did what others can see, or asked for what is not in memory, such as the time.
    pub(crate) fn moves(&mut self) {
        self.moves = true;
    }

    /// What it read since the state that it came back to, each once.
    pub(crate) fn read(&self) -> Vec<Cell> {
        let mut cells = self.read.clone();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// When a thread is to be watched: not often, as that costs, and the less so the longer it computes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Suspicion {
    /// Steps since the thread did what others could see, or was watched.
    idle: u32,
    /// Steps since it was watched, whatever it did.
    busy: u32,
    /// Watches in vain.
    failed: u32,
    pub(crate) polls: Polls,
}

/// How often a thread has looked at one place in a row, as one does that waits: by a volatile or an atomic access that changed
/// nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Polls {
    address: usize,
    count: u32,
}

impl Polls {
    /// It looks there. How often it has done so now.
    #[inline(always)]
    pub(crate) fn look(&mut self, address: usize) -> u32 {
        self.count = match self.address == address {
            true => self.count.saturating_add(1),
            false => 1,
        };
        self.address = address;
        self.count
    }
}

/// Steps without a visible act after which a thread is watched for the first time.
const PATIENCE: u32 = 1024;
/// The same where it acts all the time: it may write what is there already.
const PATIENCE_BUSY: u32 = 1 << 18;
/// The same where it looks at one place all the time.
const PATIENCE_POLLING: u32 = 256;
/// Observations of the first watch.
const FIRST_WATCH: u32 = 48;
const MOST_DOUBLINGS: u32 = 12;

impl Suspicion {
    /// The thread took so many steps, and may have acted. For how many observations it is to be watched now, if it is.
    pub(crate) fn took(&mut self, steps: u32, acted: bool) -> Option<u32> {
        self.idle = if acted {
            0
        } else {
            self.idle.saturating_add(steps)
        };
        self.busy = self.busy.saturating_add(steps);
        let longer = self.failed.min(MOST_DOUBLINGS);
        let is_early = self.idle < PATIENCE << longer
            && self.busy < PATIENCE_BUSY << longer
            && self.polls.count < self.most_polls();
        if is_early {
            return None;
        }
        (self.idle, self.busy, self.polls) = (0, 0, Polls::default());
        // Half as fast as the intervals, so that the share of the watches goes down.
        Some(FIRST_WATCH << longer.div_ceil(2))
    }

    /// How often it may look at one place before it is asked again.
    pub(crate) fn most_polls(&self) -> u32 {
        PATIENCE_POLLING << self.failed.min(MOST_DOUBLINGS)
    }

    /// The watch found nothing.
    pub(crate) fn failed(&mut self) {
        self.failed += 1;
    }

    /// The thread was found to spin: what was before says nothing any more.
    pub(crate) fn proved(&mut self) {
        *self = Suspicion::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(address: usize, value: u128) -> Cell {
        Cell {
            address,
            bytes: 4,
            value,
        }
    }

    #[test]
    fn a_thread_in_the_same_state_twice_recurs_and_what_it_read_in_between_is_known() {
        let mut watch = Recurrence::new(100);
        assert_eq!(watch.observe(&[1, 7]), Verdict::Open);
        watch.reads(cell(8, 0));
        let mut observed = 1;
        loop {
            observed += 1;
            match watch.observe(&[observed % 3, 7]) {
                Verdict::Open => watch.reads(cell(64 + observed % 3, 5)),
                verdict => break assert_eq!(verdict, Verdict::Recurs),
            }
        }
        assert!(observed < 12, "{observed}");
        // Address 8 was read before the cycle.
        assert_eq!(watch.read(), [cell(64, 5), cell(65, 5), cell(66, 5)]);
    }

    #[test]
    fn a_register_that_counts_is_no_recurrence() {
        let mut watch = Recurrence::new(50);
        let verdicts: Vec<Verdict> = (0..51).map(|count| watch.observe(&[count, 7])).collect();
        assert!(
            verdicts[..50]
                .iter()
                .all(|verdict| *verdict == Verdict::Open)
        );
        assert_eq!(verdicts[50], Verdict::Moves);
    }

    #[test]
    fn a_deeper_stack_is_another_state() {
        let mut watch = Recurrence::new(50);
        assert_eq!(watch.observe(&[7]), Verdict::Open);
        assert_eq!(watch.observe(&[7, 7]), Verdict::Open);
    }

    #[test]
    fn a_thread_that_looks_at_one_place_is_watched_soon_and_later_if_that_was_in_vain() {
        let mut suspicion = Suspicion::default();
        let looks = |suspicion: &mut Suspicion| loop {
            let count = suspicion.polls.look(64);
            if suspicion.took(1, true).is_some() {
                return count;
            }
        };
        assert_eq!(looks(&mut suspicion), 256);
        suspicion.failed();
        assert_eq!(looks(&mut suspicion), 512);
        suspicion.proved();
        assert_eq!(looks(&mut suspicion), 256);
        (0..1000).for_each(|place| assert_eq!(suspicion.polls.look(place), 1));
    }

    #[test]
    fn who_acts_moves() {
        let mut watch = Recurrence::new(50);
        watch.observe(&[7]);
        watch.moves();
        assert_eq!(watch.observe(&[7]), Verdict::Moves);
    }

    #[test]
    fn a_thread_that_computes_is_watched_ever_more_rarely_and_one_that_acts_hardly() {
        let mut suspicion = Suspicion::default();
        let mut watched = Vec::new();
        for step in 0..1_000_000_u32 {
            if suspicion.took(1, false).is_some() {
                watched.push(step);
                suspicion.failed();
            }
        }
        assert_eq!(watched[..3], [1023, 3071, 7167]);
        assert!(watched.len() < 12, "{watched:?}");
        let mut acting = Suspicion::default();
        let watches = (0..1_000_000)
            .filter(|_| acting.took(1, true).is_some())
            .count();
        assert_eq!(watches, 3);
    }
}

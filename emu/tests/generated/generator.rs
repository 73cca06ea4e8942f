//! Random programs that do nothing wrong: no race, no barrier that somebody misses.

use super::program::{COUNTS, Code, FLAGS, Operation, Program, Span};

/// SplitMix64: the same programs everywhere.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of 0 to `count` - 1.
    pub fn below(&mut self, count: u32) -> u32 {
        (self.next() % u64::from(count.max(1))) as u32
    }

    /// One of `first` to `last`.
    pub fn between(&mut self, first: u32, last: u32) -> u32 {
        first + self.below(last - first + 1)
    }

    pub fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    /// Some of 0 to `count` - 1, but not all of them; `count` is 2 or more.
    pub fn part(&mut self, count: u32) -> Span {
        let first = self.below(count);
        let last = match first {
            0 => self.between(1, count - 1),
            _ => self.between(first + 1, count),
        };
        (first, last)
    }

    /// One of them.
    pub fn single(&mut self, count: u32) -> Span {
        let first = self.below(count);
        (first, first + 1)
    }
}

/// What threads have done to memory since the barrier that would separate it from what others do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Touched {
    No,
    /// Each its own element.
    Written,
    /// Elements of others.
    Read,
}

/// What a program may have.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Drawn, if it is not said.
    pub cooperative: Option<bool>,
    /// Clusters of more than one block; drawn, if it is not said.
    pub clusters: Option<bool>,
    /// Made a multiple of the clusters.
    pub blocks: Span,
    /// Threads that return early, and waits for flags.
    pub leaves: bool,
    pub flags: bool,
}

/// Adds operation after operation, and the barriers that they need.
struct Writer<'r> {
    random: &'r mut Random,
    program: Program,
    shared: Touched,
    shared_is_initialised: bool,
    arrays: [Touched; 2],
    counts: [Touched; COUNTS],
    dynamic_is_initialised: bool,
    next_flag: u32,
    /// Whether the last block has added, in a launch whose blocks have no common barrier.
    last_block_done: bool,
}

/// A program that does nothing wrong.
pub fn clean(random: &mut Random, wanted: Wanted) -> Program {
    let cooperative = wanted.cooperative.unwrap_or_else(|| !random.one_in(3));
    let threads = match random.below(3) {
        0 => 32 * random.between(1, 3),
        _ => random.between(2, 100),
    };
    let cluster = match wanted.clusters.unwrap_or_else(|| random.one_in(4)) {
        true => 2 * random.between(1, 2),
        false => 1,
    };
    let blocks = random.between(wanted.blocks.0, wanted.blocks.1);
    let program = Program {
        blocks: blocks.next_multiple_of(cluster),
        threads,
        cooperative,
        cluster,
        dynamic: if random.one_in(2) { threads } else { 0 },
        operations: Vec::new(),
    };
    let length = random.between(4, 24);
    let mut writer = Writer {
        random,
        program,
        shared: Touched::No,
        shared_is_initialised: false,
        arrays: [Touched::No; 2],
        counts: [Touched::No; COUNTS],
        dynamic_is_initialised: false,
        next_flag: 0,
        last_block_done: false,
    };
    for _ in 0..length {
        writer.step(wanted.flags);
    }
    if wanted.leaves {
        match writer.random.below(4) {
            0 => writer.leave_by_warps(),
            1 | 2 => writer.leave(),
            _ => {}
        }
    }
    writer.program
}

impl Writer<'_> {
    fn all(&self) -> (Span, Span) {
        ((0, self.program.blocks), (0, self.program.threads))
    }

    /// Some blocks and some threads, often all.
    fn some(&mut self) -> (Span, Span) {
        let (mut blocks, mut threads) = self.all();
        if blocks.1 > 1 && self.random.one_in(3) {
            blocks = self.random.part(blocks.1);
        }
        if self.random.one_in(3) {
            threads = self.random.part(threads.1);
        }
        (blocks, threads)
    }

    fn push(&mut self, code: Code, a: u32, b: u32, (blocks, threads): (Span, Span)) {
        self.program.operations.push(Operation {
            code,
            a,
            b,
            blocks,
            threads,
            in_grid: self.program.cooperative,
        });
    }

    fn block_barrier(&mut self) {
        let (place, all) = (self.random.below(3), self.all());
        self.push(Code::BlockBarrier, place, 0, all);
        self.shared = Touched::No;
        if !self.program.cooperative {
            self.arrays = [Touched::No; 2];
        }
    }

    fn grid_barrier(&mut self) {
        let (place, all) = (self.random.below(3), self.all());
        self.push(Code::GridBarrier, place, 0, all);
        self.shared = Touched::No;
        self.arrays = [Touched::No; 2];
        self.counts = [Touched::No; COUNTS];
    }

    /// The barrier that separates accesses to global memory: programs that are not cooperative keep to their block's.
    fn barrier(&mut self) {
        match self.program.cooperative {
            true => self.grid_barrier(),
            false => self.block_barrier(),
        }
    }

    fn step(&mut self, flags: bool) {
        let (a, b) = (self.random.below(100), self.random.below(100));
        let (some, all) = (self.some(), self.all());
        match self.random.below(24) {
            0 | 1 => self.push(Code::Mix, a | 1, b, some),
            2 => {
                if self.shared == Touched::Read {
                    self.block_barrier();
                }
                // The first time by all, so that nobody reads what nobody wrote.
                let who = if self.shared_is_initialised {
                    some
                } else {
                    all
                };
                self.push(Code::StoreShared, 0, 0, who);
                self.shared_is_initialised = true;
                self.shared = Touched::Written;
            }
            3 | 4 if self.shared_is_initialised => {
                if self.shared == Touched::Written {
                    self.block_barrier();
                }
                self.push(Code::LoadShared, a, 0, some);
                self.shared = Touched::Read;
            }
            5 => {
                let array = a % 2;
                if self.arrays[array as usize] == Touched::Read {
                    self.barrier();
                }
                self.push(Code::StoreGlobal, array, 0, some);
                self.arrays[array as usize] = Touched::Written;
            }
            6 | 7 => {
                let array = a % 2;
                if self.arrays[array as usize] == Touched::Written {
                    self.barrier();
                }
                self.push(Code::LoadGlobal, array, b, some);
                self.arrays[array as usize] = Touched::Read;
            }
            // A block may pass barriers that others do not.
            8 => self.push(Code::BlockBarrier, a % 3, 0, (some.0, all.1)),
            9 => self.barrier(),
            10 => {
                // Whole warps.
                let first = 32 * self.random.below(all.1.1.div_ceil(32));
                let code = if a % 2 == 0 {
                    Code::Broadcast
                } else {
                    Code::Vote
                };
                self.push(code, b, 0, (some.0, (first, all.1.1)));
            }
            11 => {
                let count = a % COUNTS as u32;
                if self.counts[count as usize] == Touched::Read {
                    self.grid_barrier();
                }
                self.push(Code::AddCount, count, 0, some);
                self.counts[count as usize] = Touched::Written;
            }
            12 if self.program.cooperative => {
                let count = a % COUNTS as u32;
                if self.counts[count as usize] == Touched::Written {
                    self.grid_barrier();
                }
                self.push(Code::ReadCount, count, 0, some);
                self.counts[count as usize] = Touched::Read;
            }
            13 if self.program.dynamic > 0 => {
                let code = match self.dynamic_is_initialised {
                    true => Code::LoadDynamic,
                    false => Code::StoreDynamic,
                };
                let who = if self.dynamic_is_initialised {
                    some
                } else {
                    all
                };
                self.push(code, 0, 0, who);
                self.dynamic_is_initialised = true;
            }
            14 if flags && self.program.cooperative && self.next_flag < FLAGS as u32 => {
                // One thread of the grid sets it, one of each block waits for it.
                let (block, thread) = (self.random.single(all.0.1), self.random.single(all.1.1));
                self.push(Code::SetFlag, self.next_flag, 0, (block, thread));
                self.push(Code::WaitFlag, self.next_flag, 0, (all.0, thread));
                self.next_flag += 1;
            }
            // The second barrier separates the reads from what follows, also from the end of a block that is read.
            15 if self.program.cluster > 1 && self.shared_is_initialised => {
                self.push(Code::ClusterBarrier, a % 2, 0, all);
                self.push(Code::LoadRemote, a, 0, some);
                self.push(Code::ClusterBarrier, b % 2, 0, all);
                self.shared = Touched::No;
            }
            16 => {
                let times = self.random.between(1000, 8000) / self.program.threads;
                self.push(Code::ReadLong, 0, times, some);
            }
            17 => {
                let one = (self.random.single(all.0.1), self.random.single(all.1.1));
                self.push(Code::Compute, a | 1, 200 * b, one);
            }
            18 if flags && self.program.cooperative && self.next_flag < FLAGS as u32 => {
                let (block, thread) = (self.random.single(all.0.1), self.random.single(all.1.1));
                self.push(Code::Publish, self.next_flag, 0, (block, thread));
                self.push(Code::Receive, self.next_flag, 0, (all.0, thread));
                self.next_flag += 1;
            }
            19 => self.add_count(Code::AddUnderLock, a, some),
            20 => self.add_count(Code::AddByLastBlock, a, all),
            21 if flags && self.program.cooperative && self.next_flag < FLAGS as u32 => {
                self.push(Code::HandMadeBarrier, self.next_flag, 0, all);
                self.next_flag += 1;
                self.shared = Touched::No;
                self.arrays = [Touched::No; 2];
                self.counts = [Touched::No; COUNTS];
            }
            22 => self.push(Code::ByValue, a, 0, some),
            23 => self.push(Code::PaddedCopy, 0, 0, some),
            _ => self.push(Code::Mix, 3, b, some),
        }
    }

    /// Adds to a count, in one of the ways. Counts that are added to in one way are not added to in another before the next
    /// barrier, as only one of them is atomic.
    fn add_count(&mut self, code: Code, a: u32, who: (Span, Span)) {
        let count = a % COUNTS as u32;
        if !self.program.cooperative {
            return self.add_by_last_block_once(count);
        }
        self.grid_barrier();
        self.push(code, count, 0, who);
        self.grid_barrier();
    }

    /// In a launch whose blocks have no common barrier only one block can be the last, once.
    fn add_by_last_block_once(&mut self, count: u32) {
        if !std::mem::replace(&mut self.last_block_done, true) {
            let all = self.all();
            self.push(Code::AddByLastBlock, count, 0, all);
        }
    }

    /// Whole warps return; the others have a barrier of their block, and of their warp, yet.
    fn leave_by_warps(&mut self) {
        let (some, all) = (self.some(), self.all());
        let first = 32 * self.random.below(all.1.1.div_ceil(32));
        self.push(Code::Leave, 0, 0, (some.0, (first, all.1.1)));
        self.push(Code::BlockBarrier, 0, 0, all);
        self.push(Code::Vote, 0, 0, (all.0, (0, first)));
        self.push(Code::BlockBarrier, 1, 0, all);
    }

    /// Some threads return; the others have barriers of their block yet.
    fn leave(&mut self) {
        let (some, all) = (self.some(), self.all());
        self.push(Code::Leave, 0, 0, some);
        for _ in 0..self.random.below(3) {
            self.push(Code::Mix, 5, 7, all);
            let place = self.random.below(3);
            self.push(Code::BlockBarrier, place, 0, all);
        }
    }
}

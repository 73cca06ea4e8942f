//! A kernel as data, and what it computes: every operation by all threads, one after the other.

/// What `generated.cu` does, by the number it has there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Code {
    /// value = value * a + b
    Mix,
    /// The thread's element of the block's static shared memory = value.
    StoreShared,
    /// Mixes in the element of the thread that is `a` further.
    LoadShared,
    /// The thread's element of array `a` = value.
    StoreGlobal,
    /// Mixes in the element of array `a` that is `b` further: in the grid if the last word is 1, in the block otherwise.
    LoadGlobal,
    /// At place `a`.
    BlockBarrier,
    /// At place `a`.
    GridBarrier,
    /// Adds the value of lane `a`, modulo the number of lanes.
    Broadcast,
    /// Adds the ballot of odd values.
    Vote,
    /// Adds the low byte to count `a`, atomically.
    AddCount,
    /// Mixes in count `a`.
    ReadCount,
    /// Flag `a` = 1.
    SetFlag,
    /// Spins until flag `a` is set.
    WaitFlag,
    /// Element `thread + a` of dynamic shared memory = value.
    StoreDynamic,
    /// Mixes that element in.
    LoadDynamic,
    /// Returns.
    Leave,
    /// Writes at the address.
    StoreAt,
    /// Reads there.
    LoadAt,
    /// Adds there, atomically.
    AddAt,
    /// A match over the lanes of the warp.
    MatchLanes,
    /// `__syncwarp` with the mask `a`.
    SyncLanes,
    /// Counts itself in flag `a` and spins until as many have as there are blocks.
    CountIn,
    /// Writes for ever.
    Endless,
    /// Calls itself `a` deep.
    Recurse,
    /// `__trap()`
    Trap,
    /// An assert that fails.
    Fail,
    /// At place `a`.
    ClusterBarrier,
    /// Mixes in the thread's element of the block that is `a` further in the cluster.
    LoadRemote,
    /// Reads that element a million times.
    ReadRemote,
    /// Mixes in `b` words, over and over the same eight of the program.
    ReadLong,
    /// value = value * a + 1, `b` times.
    Compute,
    /// Leaves the value in box `a`, and says so by a flag, with a fence in between.
    Publish,
    /// Waits for the flag, and mixes in what is in the box.
    Receive,
    /// Adds the low byte to count `a` under a lock.
    AddUnderLock,
    /// The block that comes last adds the low bytes of all blocks' first threads to count `a`; each count has its own tickets.
    AddByLastBlock,
    /// A barrier of the grid made by hand, with counter `a`.
    HandMadeBarrier,
    /// Waits for flag `a`, which the compiler reads once.
    WaitHoisted,
    /// Counts while it waits for flag `a`.
    WaitCounting,
    /// Takes the lock, and keeps it.
    KeepLock,
    /// Gives the two words there to a function that takes them by value.
    ArgumentAt,
    /// Puts what a function returns by value there.
    ResultAt,
    /// Reads a field of a vector of 16 bytes there.
    VectorAt,
    /// Element `a` of a local array of 8.
    LocalIndex,
    /// The word that is `a` further than the end of a `__device__` array.
    VariableIndex,
    /// One helper with a barrier, called from the branch `a`.
    BarrierByHelper,
    /// `__syncthreads_count()` or `__syncthreads()`.
    CountOrSync,
    /// A shuffle of the whole warp, in the branch `a`.
    ShuffleByBranch,
    /// Loops that wait for flag `a` around a barrier of the warp, of the block, and that count for ever.
    LoopAroundWarp,
    LoopAroundBlock,
    LoopAroundAtomic,
    /// value = value * 31 + a, by a function that takes both as one value.
    ByValue,
    /// value = value * 31 + 1, through a structure with padding in shared memory.
    PaddedCopy,
}

/// From the first to before the second.
pub type Span = (u32, u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    pub code: Code,
    pub a: u32,
    pub b: u32,
    pub blocks: Span,
    pub threads: Span,
    pub in_grid: bool,
}

impl Operation {
    pub fn words(self) -> [u32; 8] {
        let (blocks, threads) = (self.blocks, self.threads);
        let code = self.code as u32;
        [
            code,
            self.a,
            self.b,
            blocks.0,
            blocks.1,
            threads.0,
            threads.1,
            self.in_grid.into(),
        ]
    }
}

/// A launch of `generated.cu`.
#[derive(Debug, Clone)]
pub struct Program {
    pub blocks: u32,
    pub threads: u32,
    pub cooperative: bool,
    /// Blocks of a cluster; they divide the blocks.
    pub cluster: u32,
    /// Words of dynamic shared memory.
    pub dynamic: u32,
    pub operations: Vec<Operation>,
}

/// Arrays in global memory of one element a thread; the last is the result.
pub const ARRAYS: usize = 3;
pub const COUNTS: usize = 4;
pub const FLAGS: usize = 4;
/// Words of flags: the flags; boxes; tickets, one for each count; the lock; and a word for each block.
pub const FLAG_WORDS: usize = 2 * FLAGS + COUNTS + 1 + 64;

impl Program {
    pub fn size(&self) -> usize {
        (self.blocks * self.threads) as usize
    }

    /// The arrays and the counts afterwards. The right result of a program without races, whatever the order.
    pub fn result(&self, data: &mut [u32], counts: &mut [u32]) {
        let (n, threads) = (self.size(), self.threads as usize);
        let mut values: Vec<u32> = (0..n as u32).collect();
        let mut left = vec![false; n];
        let (mut shared, mut dynamic) = (vec![0; n], vec![0; n]);
        let mut boxes = [0; FLAGS];
        for operation in &self.operations {
            let taking_part: Vec<usize> = (0..n)
                .filter(|&own| {
                    let (block, thread) = ((own / threads) as u32, (own % threads) as u32);
                    let within = |span: Span, at| span.0 <= at && at < span.1;
                    within(operation.blocks, block)
                        && within(operation.threads, thread)
                        && !left[own]
                })
                .collect();
            let (a, b) = (operation.a, operation.b);
            let before = values.clone();
            for own in taking_part {
                let first = own / threads * threads;
                let thread = own - first;
                let warp = first + thread / 32 * 32;
                let lanes = 32.min(first + threads - warp);
                let value = &mut values[own];
                let mix = |with: u32| before[own].wrapping_mul(31).wrapping_add(with);
                match operation.code {
                    Code::Mix => *value = value.wrapping_mul(a).wrapping_add(b),
                    Code::StoreShared => shared[own] = *value,
                    Code::LoadShared => {
                        *value = mix(shared[first + (thread + a as usize) % threads])
                    }
                    Code::StoreGlobal => data[a as usize * n + own] = *value,
                    Code::LoadGlobal => {
                        let at = match operation.in_grid {
                            true => (own + b as usize) % n,
                            false => first + (thread + b as usize) % threads,
                        };
                        *value = mix(data[a as usize * n + at]);
                    }
                    Code::LoadRemote => {
                        let (block, cluster) = (own / threads, self.cluster as usize);
                        let begin = block / cluster * cluster;
                        let other = begin + (block - begin + a as usize) % cluster;
                        *value = mix(shared[other * threads + thread]);
                    }
                    Code::Broadcast => {
                        *value = value.wrapping_add(before[warp + a as usize % lanes])
                    }
                    Code::Vote => {
                        let odd = (0..lanes).map(|lane| (before[warp + lane] & 1) << lane);
                        *value = value.wrapping_add(odd.sum());
                    }
                    Code::AddCount => {
                        let count = &mut counts[a as usize];
                        *count = count.wrapping_add(*value & 0xff);
                    }
                    Code::ReadCount => *value = mix(counts[a as usize]),
                    Code::StoreDynamic => dynamic[own] = *value,
                    Code::LoadDynamic => *value = mix(dynamic[own]),
                    Code::Leave => left[own] = true,
                    Code::ReadLong => {
                        let words = self.operations[0].words();
                        let mix = |value: u32, i: u32| {
                            value.wrapping_mul(31).wrapping_add(words[i as usize & 7])
                        };
                        *value = (0..b).fold(*value, mix);
                    }
                    Code::Compute => {
                        *value =
                            (0..b).fold(*value, |value, _| value.wrapping_mul(a).wrapping_add(1))
                    }
                    Code::ByValue => *value = mix(a),
                    Code::PaddedCopy => *value = mix(1),
                    Code::Publish => boxes[a as usize] = *value,
                    Code::Receive => *value = mix(boxes[a as usize]),
                    Code::AddUnderLock => {
                        let count = &mut counts[a as usize];
                        *count = count.wrapping_add(*value & 0xff);
                    }
                    Code::AddByLastBlock if thread == 0 => {
                        let count = &mut counts[a as usize];
                        *count = count.wrapping_add(*value & 0xff);
                    }
                    Code::AddByLastBlock => {}
                    Code::BlockBarrier
                    | Code::GridBarrier
                    | Code::ClusterBarrier
                    | Code::SetFlag
                    | Code::HandMadeBarrier
                    | Code::WaitFlag => {}
                    code => unreachable!("{code:?} is not in programs that go well"),
                }
            }
        }
        data[(ARRAYS - 1) * n..].copy_from_slice(&values);
    }
}

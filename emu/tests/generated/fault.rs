//! One fault in a program that has none, and what the report must say of it.

use cuda_sys::cudaError;
use cudart_emu::{Fault, Report};

use super::generator::{Random, Wanted, clean};
use super::program::{Code, Operation, Program, Span};

/// Everything that is planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    BlockReturnsBeforeGridBarrier,
    ThreadReturnsBeforeGridBarrier,
    MoreGridBarriersInSomeBlocks,
    MoreGridBarriersInSomeThreads,
    GridBarrierInOrdinaryLaunch,
    BarrierInOneBranch,
    BarriersInBothBranches,
    BlockBarrierAgainstGridBarrier,
    LanesMissing,
    LaneNotInMask,
    SpinOnWhatNobodyWrites,
    SpinWhileOthersWaitForGrid,
    SpinOnBlocksWithoutPlace,
    PastTheEnd,
    BeforeTheBegin,
    NullPointer,
    HostMemory,
    FreedMemory,
    MisalignedAddress,
    PastDynamicShared,
    UnwrittenShared,
    UnwrittenGlobal,
    ConstantWritten,
    Runaway,
    StackUsedUp,
    Trap,
    Assert,
    BlockReturnsBeforeClusterBarrier,
    ThreadReturnsBeforeClusterBarrier,
    MoreClusterBarriersInOneBlock,
    SharedOfReturnedBlock,
    LoopAroundAFlagReadOnce,
    CountingWait,
    LockThatIsKept,
    BlockMissingAtHandMadeBarrier,
    ArgumentPastTheEnd,
    ResultPastTheEnd,
    NullArgument,
    VectorFieldMisaligned,
    LocalIndex,
    PastDeviceVariable,
    OneHelperInBothBranches,
    CountAgainstSync,
    ShuffleInBothBranches,
    LoopAroundWarpBarrier,
    LoopAroundBlockBarrier,
    LoopAroundAtomic,
}

impl Kind {
    pub const ALL: [Kind; 47] = [
        Kind::BlockReturnsBeforeGridBarrier,
        Kind::ThreadReturnsBeforeGridBarrier,
        Kind::MoreGridBarriersInSomeBlocks,
        Kind::MoreGridBarriersInSomeThreads,
        Kind::GridBarrierInOrdinaryLaunch,
        Kind::BarrierInOneBranch,
        Kind::BarriersInBothBranches,
        Kind::BlockBarrierAgainstGridBarrier,
        Kind::LanesMissing,
        Kind::LaneNotInMask,
        Kind::SpinOnWhatNobodyWrites,
        Kind::SpinWhileOthersWaitForGrid,
        Kind::SpinOnBlocksWithoutPlace,
        Kind::PastTheEnd,
        Kind::BeforeTheBegin,
        Kind::NullPointer,
        Kind::HostMemory,
        Kind::FreedMemory,
        Kind::MisalignedAddress,
        Kind::PastDynamicShared,
        Kind::UnwrittenShared,
        Kind::UnwrittenGlobal,
        Kind::ConstantWritten,
        Kind::Runaway,
        Kind::StackUsedUp,
        Kind::Trap,
        Kind::Assert,
        Kind::BlockReturnsBeforeClusterBarrier,
        Kind::ThreadReturnsBeforeClusterBarrier,
        Kind::MoreClusterBarriersInOneBlock,
        Kind::SharedOfReturnedBlock,
        Kind::LoopAroundAFlagReadOnce,
        Kind::CountingWait,
        Kind::LockThatIsKept,
        Kind::BlockMissingAtHandMadeBarrier,
        Kind::ArgumentPastTheEnd,
        Kind::ResultPastTheEnd,
        Kind::NullArgument,
        Kind::VectorFieldMisaligned,
        Kind::LocalIndex,
        Kind::PastDeviceVariable,
        Kind::OneHelperInBothBranches,
        Kind::CountAgainstSync,
        Kind::ShuffleInBothBranches,
        Kind::LoopAroundWarpBarrier,
        Kind::LoopAroundBlockBarrier,
        Kind::LoopAroundAtomic,
    ];
}

/// An address that only the launch knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// So many bytes from the end of the arrays.
    PastTheEnd(u32),
    BeforeTheBegin(u32),
    Null(u32),
    Host,
    Freed,
    /// So many bytes from the begin of the arrays.
    Inside(u32),
    /// Allocated, and written by nobody.
    Unwritten(u32),
    Constant(u32),
}

/// A program with one fault, and its report.
#[derive(Debug)]
pub struct Faulty {
    pub kind: Kind,
    pub program: Program,
    /// The operation whose address is to be filled in.
    pub address: Option<(usize, Address)>,
    pub fault: Fault,
    pub code: cudaError,
    /// Where the block and the thread at fault are, where that is determined.
    pub blocks: Option<Span>,
    pub threads: Option<Span>,
    /// What the text says.
    pub says: &'static str,
}

/// Blocks that the device of these tests has places for; `main.rs` says so to the emulator.
pub const PLACES: u32 = 8;

/// A random program with a fault of that kind at a random place.
pub fn faulty(random: &mut Random, kind: Kind) -> Faulty {
    let cooperative = match kind {
        Kind::BlockReturnsBeforeGridBarrier
        | Kind::ThreadReturnsBeforeGridBarrier
        | Kind::MoreGridBarriersInSomeBlocks
        | Kind::MoreGridBarriersInSomeThreads
        | Kind::BlockBarrierAgainstGridBarrier
        | Kind::BlockMissingAtHandMadeBarrier
        | Kind::SpinWhileOthersWaitForGrid => Some(true),
        Kind::GridBarrierInOrdinaryLaunch | Kind::SpinOnBlocksWithoutPlace => Some(false),
        // Else other clusters may wait at a barrier of the grid.
        Kind::BlockReturnsBeforeClusterBarrier
        | Kind::ThreadReturnsBeforeClusterBarrier
        | Kind::MoreClusterBarriersInOneBlock => Some(false),
        _ => None,
    };
    let clusters = matches!(
        kind,
        Kind::BlockReturnsBeforeClusterBarrier
            | Kind::ThreadReturnsBeforeClusterBarrier
            | Kind::MoreClusterBarriersInOneBlock
            | Kind::SharedOfReturnedBlock
    );
    let blocks = match kind {
        Kind::SpinOnBlocksWithoutPlace => (PLACES + 1, PLACES + 5),
        _ => (2, PLACES),
    };
    // A thread that returned is missing at no block barrier, so that the others would be right.
    let wanted = Wanted {
        cooperative,
        clusters: Some(clusters),
        blocks,
        leaves: false,
        flags: false,
    };
    let program = clean(random, wanted);
    let place = random.below(program.operations.len() as u32 + 1) as usize;
    Planter {
        random,
        program,
        place,
    }
    .plant(kind)
}

struct Planter<'r> {
    random: &'r mut Random,
    program: Program,
    /// Where the next operation is put in.
    place: usize,
}

impl Planter<'_> {
    fn put(&mut self, code: Code, a: u32, blocks: Span, threads: Span) {
        let operation = Operation {
            code,
            a,
            b: 0,
            blocks,
            threads,
            in_grid: false,
        };
        self.program.operations.insert(self.place, operation);
        self.place += 1;
    }

    /// Not between the two barriers around a read of another block's shared memory, which that block must not leave.
    fn place_outside_remote_loads(&mut self) {
        let is_load = |at: usize| {
            let operation = self.program.operations.get(at);
            operation.is_some_and(|operation| operation.code == Code::LoadRemote)
        };
        if is_load(self.place) {
            self.place -= 1;
        } else if self.place > 0 && is_load(self.place - 1) {
            self.place -= 2;
        }
    }

    fn plant(mut self, kind: Kind) -> Faulty {
        let (all_blocks, all_threads) = ((0, self.program.blocks), (0, self.program.threads));
        let block = self.random.single(self.program.blocks);
        let thread = self.random.single(self.program.threads);
        let some_threads = self.random.part(self.program.threads);
        let expected = |fault, code, blocks, threads, says| Faulty {
            kind,
            program: self.program.clone(),
            address: None,
            fault,
            code,
            blocks,
            threads,
            says,
        };
        let timeout = cudaError::cudaErrorLaunchTimeout;
        let mut faulty = match kind {
            Kind::BlockReturnsBeforeGridBarrier => {
                expected(Fault::GridBarrier, timeout, Some(block), None, "returned")
            }
            Kind::ThreadReturnsBeforeGridBarrier => expected(
                Fault::GridBarrier,
                timeout,
                Some(block),
                Some(thread),
                "returned",
            ),
            Kind::MoreGridBarriersInSomeBlocks => {
                expected(Fault::GridBarrier, timeout, None, None, "returned after")
            }
            Kind::MoreGridBarriersInSomeThreads => {
                let says = "wait at grid barrier number";
                expected(Fault::GridBarrier, timeout, Some(block), None, says)
            }
            Kind::BlockReturnsBeforeClusterBarrier => expected(
                Fault::ClusterBarrier,
                timeout,
                Some(block),
                None,
                "returned",
            ),
            Kind::ThreadReturnsBeforeClusterBarrier => expected(
                Fault::ClusterBarrier,
                timeout,
                Some(block),
                Some(thread),
                "returned",
            ),
            Kind::MoreClusterBarriersInOneBlock => {
                let says = "wait at cluster barrier number";
                expected(Fault::ClusterBarrier, timeout, None, None, says)
            }
            Kind::GridBarrierInOrdinaryLaunch => {
                let (fault, code) = (
                    Fault::GridBarrierInOrdinaryLaunch,
                    cudaError::cudaErrorLaunchFailure,
                );
                expected(
                    fault,
                    code,
                    Some(block),
                    Some(some_threads),
                    "ordinary launch",
                )
            }
            Kind::BarrierInOneBranch | Kind::BarriersInBothBranches => {
                let says = "wait at __syncthreads(), generated.cu:";
                expected(Fault::BlockBarrier, timeout, Some(block), None, says)
            }
            Kind::BlockBarrierAgainstGridBarrier => {
                let says = "wait at grid barrier number";
                expected(
                    Fault::BlockBarrier,
                    timeout,
                    Some(block),
                    Some(some_threads),
                    says,
                )
            }
            Kind::LanesMissing => {
                let says = "wait for the lanes";
                expected(
                    Fault::WarpCollective,
                    timeout,
                    Some(block),
                    Some((0, 32)),
                    says,
                )
            }
            Kind::LaneNotInMask => {
                let says = "in which it is not";
                expected(
                    Fault::WarpCollective,
                    timeout,
                    Some(block),
                    Some(thread),
                    says,
                )
            }
            Kind::LoopAroundAFlagReadOnce => expected(
                Fault::Deadlock,
                timeout,
                None,
                None,
                "spin, reading nothing",
            ),
            Kind::SpinOnWhatNobodyWrites
            | Kind::SpinWhileOthersWaitForGrid
            | Kind::LockThatIsKept
            | Kind::BlockMissingAtHandMadeBarrier => {
                expected(Fault::Deadlock, timeout, None, None, "spin, reading")
            }
            Kind::SpinOnBlocksWithoutPlace => {
                expected(Fault::Deadlock, timeout, None, None, "have no place")
            }
            Kind::OneHelperInBothBranches | Kind::CountAgainstSync => {
                let says = "wait at __syncthreads(), generated.cu:";
                expected(Fault::BlockBarrier, timeout, Some(block), None, says)
            }
            Kind::ShuffleInBothBranches => {
                let says = "different places";
                let lanes = Some((0, 32));
                expected(Fault::WarpCollective, timeout, Some(block), lanes, says)
            }
            Kind::LocalIndex => {
                let (code, says) = (
                    cudaError::cudaErrorIllegalAddress,
                    "of an array `unsigned int [8]`",
                );
                expected(Fault::Memory, code, Some(block), Some(thread), says)
            }
            Kind::VectorFieldMisaligned => {
                let (code, says) = (cudaError::cudaErrorMisalignedAddress, "no multiple of 16");
                expected(Fault::Misaligned, code, Some(block), Some(thread), says)
            }
            Kind::Runaway
            | Kind::CountingWait
            | Kind::LoopAroundWarpBarrier
            | Kind::LoopAroundBlockBarrier
            | Kind::LoopAroundAtomic => expected(Fault::Runaway, timeout, None, None, "steps"),
            Kind::StackUsedUp => {
                let code = cudaError::cudaErrorHardwareStackError;
                expected(
                    Fault::StackOverflow,
                    code,
                    Some(block),
                    Some(thread),
                    "stack",
                )
            }
            Kind::Trap => {
                let code = cudaError::cudaErrorLaunchFailure;
                expected(Fault::Trap, code, Some(block), Some(thread), "__trap()")
            }
            Kind::Assert => {
                let (code, says) = (cudaError::cudaErrorAssert, "generated.cu:");
                expected(Fault::Assert, code, Some(block), Some(thread), says)
            }
            Kind::UnwrittenShared | Kind::UnwrittenGlobal => {
                let (code, says) = (
                    cudaError::cudaErrorLaunchFailure,
                    "which nobody has written",
                );
                expected(Fault::Uninitialised, code, Some(block), Some(thread), says)
            }
            Kind::MisalignedAddress => {
                let (code, says) = (cudaError::cudaErrorMisalignedAddress, "no multiple of 4");
                expected(Fault::Misaligned, code, Some(block), Some(thread), says)
            }
            Kind::PastTheEnd
            | Kind::ArgumentPastTheEnd
            | Kind::ResultPastTheEnd
            | Kind::NullArgument
            | Kind::PastDeviceVariable
            | Kind::BeforeTheBegin
            | Kind::NullPointer
            | Kind::HostMemory
            | Kind::FreedMemory
            | Kind::ConstantWritten
            | Kind::SharedOfReturnedBlock
            | Kind::PastDynamicShared => {
                let says = match kind {
                    Kind::PastTheEnd | Kind::ArgumentPastTheEnd | Kind::ResultPastTheEnd => {
                        "past the end of an allocation"
                    }
                    Kind::NullArgument => "null pointer",
                    Kind::PastDeviceVariable => "`numbers`",
                    Kind::BeforeTheBegin => "before an allocation",
                    Kind::NullPointer => "null pointer",
                    Kind::HostMemory => "host memory",
                    Kind::FreedMemory => "freed",
                    Kind::ConstantWritten => "__constant__",
                    Kind::SharedOfReturnedBlock => "of the cluster, which has returned",
                    _ => "of dynamic shared memory",
                };
                let code = cudaError::cudaErrorIllegalAddress;
                expected(Fault::Memory, code, Some(block), Some(thread), says)
            }
        };
        let some_blocks = self.random.part(self.program.blocks);
        match kind {
            Kind::BlockReturnsBeforeGridBarrier => {
                self.put(Code::Leave, 0, block, all_threads);
                self.put(Code::GridBarrier, 0, all_blocks, all_threads);
            }
            Kind::ThreadReturnsBeforeGridBarrier => {
                self.put(Code::Leave, 0, block, thread);
                self.put(Code::GridBarrier, 1, all_blocks, all_threads);
            }
            Kind::MoreGridBarriersInSomeBlocks => {
                self.put(Code::GridBarrier, 2, some_blocks, all_threads);
            }
            Kind::MoreGridBarriersInSomeThreads => {
                self.place = self.program.operations.len();
                self.put(Code::GridBarrier, 2, block, some_threads);
            }
            Kind::BlockReturnsBeforeClusterBarrier => {
                self.place_outside_remote_loads();
                self.put(Code::Leave, 0, block, all_threads);
                self.put(Code::ClusterBarrier, 0, all_blocks, all_threads);
            }
            Kind::ThreadReturnsBeforeClusterBarrier => {
                self.put(Code::Leave, 0, block, thread);
                self.put(Code::ClusterBarrier, 1, all_blocks, all_threads);
            }
            Kind::MoreClusterBarriersInOneBlock => {
                self.place = self.program.operations.len();
                self.put(Code::ClusterBarrier, 1, block, all_threads);
            }
            Kind::SharedOfReturnedBlock => {
                // The other block says that it has nothing left to do.
                let cluster = self.program.cluster;
                let distance = self.random.between(1, cluster - 1);
                let begin = block.0 / cluster * cluster;
                let other = begin + (block.0 - begin + distance) % cluster;
                self.place = self.program.operations.len();
                self.put(Code::BlockBarrier, 0, all_blocks, all_threads);
                self.put(Code::StoreShared, 0, all_blocks, all_threads);
                self.put(Code::ClusterBarrier, 0, all_blocks, all_threads);
                self.put(Code::SetFlag, 0, (other, other + 1), thread);
                self.put(Code::WaitFlag, 0, block, thread);
                self.put(Code::ReadRemote, distance, block, thread);
            }
            Kind::GridBarrierInOrdinaryLaunch => {
                self.put(Code::GridBarrier, 0, block, some_threads);
            }
            Kind::BarrierInOneBranch => {
                self.put(Code::BlockBarrier, 3, block, some_threads);
                self.put(Code::BlockBarrier, 0, all_blocks, all_threads);
            }
            Kind::BarriersInBothBranches => {
                let middle = self.random.between(1, all_threads.1 - 1);
                self.put(Code::BlockBarrier, 3, block, (0, middle));
                self.put(Code::BlockBarrier, 0, block, (middle, all_threads.1));
            }
            Kind::BlockBarrierAgainstGridBarrier => {
                self.put(Code::BlockBarrier, 3, block, some_threads);
                self.put(Code::GridBarrier, 0, all_blocks, all_threads);
            }
            Kind::OneHelperInBothBranches | Kind::CountAgainstSync => {
                let middle = self.random.between(1, all_threads.1 - 1);
                let code = match kind {
                    Kind::OneHelperInBothBranches => Code::BarrierByHelper,
                    _ => Code::CountOrSync,
                };
                self.put(code, 1, block, (0, middle));
                self.put(code, 0, block, (middle, all_threads.1));
            }
            Kind::ShuffleInBothBranches => {
                let middle = self.random.between(1, all_threads.1.min(32) - 1);
                self.put(Code::ShuffleByBranch, 1, block, (0, middle));
                self.put(
                    Code::ShuffleByBranch,
                    0,
                    block,
                    (middle, all_threads.1.min(32)),
                );
            }
            Kind::LocalIndex => {
                // Not far: there the access may end by a signal before it is looked at.
                let index = self.random.between(8, 64);
                self.put(Code::LocalIndex, index, block, thread);
            }
            Kind::PastDeviceVariable => {
                let distance = self.random.below(4);
                self.put(Code::VariableIndex, distance, block, thread);
            }
            Kind::LoopAroundWarpBarrier => {
                let lanes = (0, all_threads.1.min(32));
                self.put(Code::LoopAroundWarp, 0, block, lanes);
            }
            Kind::LoopAroundBlockBarrier => self.put(Code::LoopAroundBlock, 0, block, all_threads),
            Kind::LoopAroundAtomic => self.put(Code::LoopAroundAtomic, 0, block, thread),
            Kind::LanesMissing => {
                let lanes = self.random.part(all_threads.1.min(32));
                self.put(Code::MatchLanes, 0, block, lanes);
                self.put(Code::BlockBarrier, 0, all_blocks, all_threads);
            }
            Kind::LaneNotInMask => {
                self.put(Code::SyncLanes, !(1 << (thread.0 % 32)), block, thread);
            }
            Kind::LoopAroundAFlagReadOnce => self.put(Code::WaitHoisted, 0, block, thread),
            Kind::CountingWait => self.put(Code::WaitCounting, 0, block, thread),
            Kind::LockThatIsKept => {
                // Of two that take it one waits.
                self.put(Code::KeepLock, 0, all_blocks, thread);
            }
            Kind::BlockMissingAtHandMadeBarrier => {
                self.place = self.program.operations.len();
                self.put(Code::Leave, 0, block, all_threads);
                self.put(Code::HandMadeBarrier, 0, all_blocks, all_threads);
            }
            Kind::SpinOnWhatNobodyWrites => self.put(Code::WaitFlag, 0, block, thread),
            Kind::SpinWhileOthersWaitForGrid => {
                self.put(Code::WaitFlag, 0, block, thread);
                self.put(Code::GridBarrier, 0, all_blocks, all_threads);
            }
            Kind::SpinOnBlocksWithoutPlace => self.put(Code::CountIn, 0, all_blocks, (0, 1)),
            Kind::Runaway => self.put(Code::Endless, 0, block, thread),
            Kind::StackUsedUp => self.put(Code::Recurse, 100_000, block, thread),
            Kind::Trap => self.put(Code::Trap, 0, block, thread),
            Kind::Assert => self.put(Code::Fail, 0, block, thread),
            Kind::UnwrittenShared => {
                // Before the thread can have written its element.
                self.place = 0;
                self.put(Code::LoadShared, 0, block, thread);
            }
            Kind::PastDynamicShared => {
                let index = self.program.dynamic + self.random.below(1000);
                let code = match self.random.one_in(2) {
                    true => Code::StoreDynamic,
                    false => Code::LoadDynamic,
                };
                self.put(code, index, block, thread);
            }
            Kind::PastTheEnd
            | Kind::ArgumentPastTheEnd
            | Kind::ResultPastTheEnd
            | Kind::NullArgument
            | Kind::VectorFieldMisaligned
            | Kind::BeforeTheBegin
            | Kind::NullPointer
            | Kind::HostMemory
            | Kind::FreedMemory
            | Kind::UnwrittenGlobal
            | Kind::ConstantWritten
            | Kind::MisalignedAddress => {
                let words = self.random.below(64);
                let address = match kind {
                    Kind::PastTheEnd | Kind::ArgumentPastTheEnd | Kind::ResultPastTheEnd => {
                        Address::PastTheEnd(4 * words)
                    }
                    Kind::NullArgument => Address::Null(4 * words),
                    Kind::VectorFieldMisaligned => Address::Inside(4 * (words | 1) % 16),
                    Kind::BeforeTheBegin => Address::BeforeTheBegin(4 * (words + 1)),
                    Kind::NullPointer => Address::Null(4 * words),
                    Kind::HostMemory => Address::Host,
                    Kind::FreedMemory => Address::Freed,
                    Kind::UnwrittenGlobal => Address::Unwritten(4 * (words % 16)),
                    Kind::ConstantWritten => Address::Constant(4 * (words % 4)),
                    _ => Address::Inside(4 * (words % 16) + self.random.between(1, 3)),
                };
                faulty.address = Some((self.place, address));
                let codes: &[Code] = match kind {
                    Kind::UnwrittenGlobal => &[Code::LoadAt, Code::AddAt],
                    Kind::ConstantWritten => &[Code::StoreAt, Code::AddAt],
                    Kind::ArgumentPastTheEnd | Kind::NullArgument => &[Code::ArgumentAt],
                    Kind::ResultPastTheEnd => &[Code::ResultAt],
                    Kind::VectorFieldMisaligned => &[Code::VectorAt],
                    _ => &[Code::StoreAt, Code::LoadAt, Code::AddAt],
                };
                let code = codes[self.random.below(codes.len() as u32) as usize];
                self.put(code, 0, block, thread);
            }
        }
        faulty.program = self.program;
        faulty
    }
}

/// The lines of `generated.cu` of which the report names one, by the marks that stand there.
fn marks(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::BlockReturnsBeforeGridBarrier
        | Kind::ThreadReturnsBeforeGridBarrier
        | Kind::MoreGridBarriersInSomeBlocks
        | Kind::MoreGridBarriersInSomeThreads
        | Kind::GridBarrierInOrdinaryLaunch => &["grid_barrier"],
        Kind::BarrierInOneBranch
        | Kind::BarriersInBothBranches
        | Kind::BlockBarrierAgainstGridBarrier => &["block_barrier"],
        Kind::LanesMissing => &["match_lanes"],
        Kind::LaneNotInMask => &["sync_lanes"],
        Kind::SpinOnWhatNobodyWrites | Kind::SpinWhileOthersWaitForGrid => &["wait_flag"],
        Kind::SpinOnBlocksWithoutPlace => &["count_in"],
        Kind::PastTheEnd
        | Kind::BeforeTheBegin
        | Kind::NullPointer
        | Kind::HostMemory
        | Kind::FreedMemory
        | Kind::MisalignedAddress
        | Kind::UnwrittenGlobal
        | Kind::ConstantWritten => &["store_at", "load_at", "add_at"],
        Kind::PastDynamicShared => &["store_dynamic", "load_dynamic"],
        Kind::UnwrittenShared => &["load_shared"],
        Kind::Runaway => &["endless"],
        Kind::StackUsedUp => &["recurse"],
        Kind::Trap => &["trap"],
        Kind::Assert => &["fail"],
        Kind::BlockReturnsBeforeClusterBarrier
        | Kind::ThreadReturnsBeforeClusterBarrier
        | Kind::MoreClusterBarriersInOneBlock => &["cluster_barrier"],
        Kind::SharedOfReturnedBlock => &["read_remote"],
        Kind::LoopAroundAFlagReadOnce => &["wait_hoisted"],
        Kind::CountingWait => &["wait_counting"],
        Kind::LockThatIsKept => &["keep_lock"],
        Kind::BlockMissingAtHandMadeBarrier => &["hand_made_barrier"],
        Kind::ArgumentPastTheEnd | Kind::NullArgument => &["argument_at"],
        Kind::ResultPastTheEnd => &["result_at"],
        Kind::VectorFieldMisaligned => &["vector_at"],
        Kind::LocalIndex => &["local_index"],
        Kind::PastDeviceVariable => &["variable_index"],
        Kind::OneHelperInBothBranches => &["barrier_by_helper"],
        Kind::CountAgainstSync => &["count_or_sync"],
        Kind::ShuffleInBothBranches => &["shuffle_by_branch"],
        Kind::LoopAroundWarpBarrier => &["loop_around_warp"],
        Kind::LoopAroundBlockBarrier => &["loop_around_block"],
        Kind::LoopAroundAtomic => &["loop_around_atomic"],
    }
}

/// Whether a report names a line that has one of the marks.
fn names_line(text: &str, marks: &[&str]) -> bool {
    let source = include_str!("../kernels/generated.cu").lines().enumerate();
    let mut marked = source.filter(|(_, line)| {
        let mark = line.split_once("// line: ").map(|(_, mark)| mark);
        mark.is_some_and(|mark| marks.contains(&mark))
    });
    marked.any(|(number, _)| {
        let place = format!("generated.cu:{}", number + 1);
        let mut after = text.match_indices(&place);
        after.any(|(at, _)| {
            !text[at + place.len()..].starts_with(|next: char| next.is_ascii_digit())
        })
    })
}

impl Faulty {
    /// What is wrong with a report of this fault.
    pub fn objection(&self, report: &Report) -> Option<String> {
        let within = |span: Option<Span>, index: Option<[u32; 3]>| {
            span.is_none_or(|(first, end)| index.is_some_and(|[x, _, _]| first <= x && x < end))
        };
        let text = report.to_string();
        let wrong = [
            ("the kind", report.fault == self.fault),
            ("the code", report.code == self.code),
            ("the block", within(self.blocks, report.block)),
            ("the thread", within(self.threads, report.thread)),
            ("the kernel", report.kernel == "emu_generated"),
            ("what is said", text.contains(self.says)),
            ("the line", names_line(&text, marks(self.kind))),
        ];
        let wrong: Vec<&str> = wrong
            .iter()
            .filter(|(_, right)| !right)
            .map(|(what, _)| *what)
            .collect();
        (!wrong.is_empty()).then(|| {
            let (kind, code) = (self.fault, self.code);
            let (blocks, threads, says) = (self.blocks, self.threads, self.says);
            format!(
                "{} of {kind:?}, {code:?}, block {blocks:?}, thread {threads:?}, `{says}`, in: {text}",
                wrong.join(", ")
            )
        })
    }
}

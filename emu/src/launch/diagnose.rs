//! Why nothing goes on: from the states of threads to sentences.

use super::barrier::Scope;
use super::block::{Block, Failure, State, Thread};
use crate::judge::{Fault, Waiting};

/// Why no thread of the block can go on, though it does not wait for other blocks.
pub(crate) fn stuck_block(block: &Block) -> Failure {
    let count = |is: fn(&State) -> bool| {
        block
            .threads
            .iter()
            .filter(|thread| is(&thread.state))
            .count()
    };
    let at_block = count(|state| matches!(state, State::Block { .. }));
    let at_blocks = count(|state| matches!(state, State::Barrier { .. }));
    let scope = block.threads.iter().find_map(|thread| match thread.state {
        State::Barrier { scope, .. } => Some(scope),
        _ => None,
    });
    let kind = scope.map_or("", Scope::name);
    let at_warp = count(|state| matches!(state, State::Warp { .. }));
    let returned = count(|state| matches!(state, State::Returned));
    let all = block.threads.len();
    let (fault, what) = if at_warp > 0 {
        let what =
            "a warp's collective function is not reached by all lanes of its mask".to_owned();
        (Fault::WarpCollective, what)
    } else if at_blocks > 0 && at_block > 0 {
        let what = format!(
            "{at_blocks} of the block's {all} threads wait at a {kind} barrier, {at_block} at a block barrier"
        );
        (Fault::BlockBarrier, what)
    } else if let Some(scope) = scope {
        let what = match returned {
            0 => format!(
                "the block's {all} threads wait at different barriers of the grid and of the cluster: every thread has to \
                 reach each of them"
            ),
            _ => format!(
                "{returned} of the block's {all} threads returned before a {kind} barrier, at which {at_blocks} wait: every \
                 thread of the {kind} has to reach it"
            ),
        };
        (scope.fault(), what)
    } else {
        let what = format!(
            "the block's threads wait at different block barriers, {at_block} of {all} in all: each barrier must be \
             reached by every thread that has not returned"
        );
        (Fault::BlockBarrier, what)
    };
    let at_fault = |thread: &Thread| match (&thread.state, fault) {
        (State::Warp { .. }, Fault::WarpCollective) => true,
        (State::Block { .. }, Fault::BlockBarrier) => true,
        // Who is missing, where the others wait at one barrier.
        (State::Returned, Fault::BlockBarrier) => at_block == 0,
        (State::Returned, Fault::GridBarrier | Fault::ClusterBarrier) => true,
        _ => false,
    };
    let thread = block.threads.iter().position(at_fault);
    Failure {
        fault,
        code: fault.code(),
        what,
        thread,
    }
}

/// That threads have returned, after how many barriers of each kind.
pub(crate) fn returned(passed: [u64; 2]) -> String {
    match passed {
        [grid, 0] => format!("returned after {grid} grid barriers"),
        [0, cluster] => format!("returned after {cluster} cluster barriers"),
        [grid, cluster] => {
            format!("returned after {grid} grid barriers and {cluster} cluster barriers")
        }
    }
}

/// What the threads of a block do, those in the same situation together.
pub(crate) fn waiting(block: &Block) -> Vec<Waiting> {
    let index = [block.index.x, block.index.y, block.index.z];
    let mut all: Vec<Waiting> = Vec::new();
    for (rank, thread) in block.threads.iter().enumerate() {
        let state = match thread.state {
            State::Ready => "run".to_owned(),
            State::Spins { address: None } => "spin, reading nothing".to_owned(),
            State::Spins {
                address: Some(address),
            } => format!("spin, reading the same places ({address:#x})"),
            State::Block {
                barrier: 0, site, ..
            } => format!("wait at __syncthreads(), {}", site.text()),
            State::Block { barrier, .. } => format!("wait at the block's barrier {barrier}"),
            State::Barrier { scope, site } => format!(
                "wait at {} barrier number {}, {}",
                scope.name(),
                thread.crossings[scope as usize].waits,
                site.text()
            ),
            State::Warp {
                collective,
                mask,
                site,
                ..
            } => format!(
                "wait for the lanes {mask:#010x} of their warp at {}, {}",
                collective.name(),
                site.text()
            ),
            State::Active { site } => format!("wait at __activemask(), {}", site.text()),
            State::Returned => {
                let passed = |scope: Scope| thread.crossings[scope as usize].waits;
                returned(Scope::BLOCKS.map(passed))
            }
        };
        match all.iter_mut().find(|waiting| waiting.state == state) {
            Some(waiting) => waiting.threads.push(rank as u32),
            None => all.push(Waiting {
                block: index,
                threads: vec![rank as u32],
                state,
            }),
        }
    }
    all
}

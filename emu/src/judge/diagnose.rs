//! Why nothing goes on: from the states of threads to sentences.

use std::collections::BTreeSet;

use super::barrier::Scope;
use super::collective::lanes;
use super::site::Site;
use super::threads::{Kinds, State, Thread, Threads};
use super::{Fault, Waiting};
use crate::schedule::ready::WARP;

/// Why a block is stuck, and the thread at fault, where it is one.
#[derive(Debug)]
pub(crate) struct Stuck {
    pub(crate) fault: Fault,
    pub(crate) what: String,
    pub(crate) thread: Option<usize>,
}

/// Why no thread of the block can go on, though it does not wait for other blocks.
pub(crate) fn stuck_block(block: &Threads) -> Stuck {
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
    let at_tile = count(|state| matches!(state, State::Tile { .. }));
    let returned = count(|state| matches!(state, State::Returned));
    let all = block.threads.len();
    let (fault, what) = if at_warp > 0 {
        let what = match meet_elsewhere(block) {
            true => {
                "lanes of a warp call different functions, or one function at different places: all lanes of the mask must \
                     make the same call"
            }
            false => "a warp's collective function is not reached by all lanes of its mask",
        };
        (Fault::WarpCollective, what.to_owned())
    } else if at_tile > 0 {
        let what = format!(
            "{at_tile} of the block's {all} threads wait for their tiles: every thread of a tile has to reach its barrier"
        );
        (Fault::BlockBarrier, what)
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
        (State::Block { .. }, Fault::BlockBarrier) => at_tile == 0,
        (State::Tile { .. }, Fault::BlockBarrier) => true,
        // Who is missing, where the others wait at one barrier.
        (State::Returned, Fault::BlockBarrier) => at_block + at_tile == 0,
        (State::Returned, Fault::GridBarrier | Fault::ClusterBarrier) => true,
        _ => false,
    };
    let thread = block.threads.iter().position(at_fault);
    Stuck {
        fault,
        what,
        thread,
    }
}

/// Whether in some warp every lane that others wait for waits itself in a collective function, though not in the same call.
fn meet_elsewhere(block: &Threads) -> bool {
    block.threads.chunks(WARP).any(|warp| {
        let waits = |lane: usize| match warp.get(lane).map(|thread| thread.state) {
            Some(State::Warp { .. } | State::Returned) | None => true,
            Some(_) => false,
        };
        warp.iter().any(|thread| match thread.state {
            State::Warp { mask, .. } => lanes(mask).all(waits),
            _ => false,
        })
    })
}

/// That threads have returned, and after how many barriers of the kinds that the launch has, by [`Scope`].
pub(crate) fn returned(kinds: Kinds, passed: [u64; 2]) -> String {
    let has = [kinds.grid, kinds.cluster];
    let scopes = Scope::BLOCKS.into_iter().zip(passed).zip(has);
    let counts: Vec<String> = scopes
        .filter(|(_, has)| *has)
        .map(|((scope, passed), _)| barriers(passed, scope))
        .collect();
    match counts.is_empty() {
        true => "returned".to_owned(),
        false => format!("returned after {}", counts.join(" and ")),
    }
}

/// So many barriers of a kind.
pub(crate) fn barriers(count: u64, scope: Scope) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {} barrier{plural}", scope.name())
}

/// What the threads of a block do, those in the same situation together. Of a thread that waits for nobody `line` says where
/// it stands, if that is known.
pub(crate) fn waiting(
    block: &Threads,
    index: [u32; 3],
    line: &dyn Fn(usize) -> Option<String>,
) -> Vec<Waiting> {
    let mut all: Vec<Waiting> = Vec::new();
    let mut lines: Vec<BTreeSet<String>> = Vec::new();
    let place = places(block);
    for (rank, thread) in block.threads.iter().enumerate() {
        let state = match thread.state {
            State::Ready => "run".to_owned(),
            State::Spins { address: None } => "spin, reading nothing".to_owned(),
            State::Spins {
                address: Some(address),
            } => format!("spin, reading the same places ({address:#x})"),
            State::Block {
                barrier: 0,
                kind,
                site,
                ..
            } => format!("wait at {}, {}", kind.name(), place(site)),
            State::Block { barrier, .. } => format!("wait at the block's barrier {barrier}"),
            State::Barrier { scope, site } => format!(
                "wait at {} barrier number {}, {}",
                scope.name(),
                thread.crossings[scope as usize].waits,
                place(site)
            ),
            State::Warp {
                collective,
                mask,
                site,
                ..
            } => format!(
                "wait for the lanes {mask:#010x} of their warp at {}, {}",
                collective.name(),
                place(site)
            ),
            State::Tile { size, site } => {
                format!("wait for their tile of {size} threads, {}", place(site))
            }
            State::Awaits(awaited) => format!(
                "wait at {} ({:#x}), {}",
                awaited.object.name(),
                awaited.address,
                place(awaited.site)
            ),
            State::Active { site } => format!("wait at __activemask(), {}", place(site)),
            State::Returned => {
                let passed = |scope: Scope| thread.crossings[scope as usize].waits;
                returned(block.kinds, Scope::BLOCKS.map(passed))
            }
        };
        let known = all.iter().position(|waiting| waiting.state == state);
        let at = known.unwrap_or(all.len());
        if known.is_none() {
            lines.push(BTreeSet::new());
            all.push(Waiting {
                block: index,
                threads: Vec::new(),
                state,
            });
        }
        all[at].threads.push(rank as u32);
        lines[at].extend(line(rank));
    }
    for (waiting, lines) in all.iter_mut().zip(lines) {
        for line in lines.into_iter().take(MOST_LINES) {
            waiting.state += &format!(", {line}");
        }
    }
    all
}

/// Lines that are told of threads that wait for nobody.
const MOST_LINES: usize = 3;

/// How the places are told where the threads of a block wait: by their lines, unless two of them are on one.
fn places(block: &Threads) -> fn(Site) -> String {
    let mut seen: Vec<Site> = Vec::new();
    for thread in &block.threads {
        let (State::Block { site, .. } | State::Warp { site, .. } | State::Active { site }) =
            thread.state
        else {
            continue;
        };
        if !seen.iter().any(|known| known.is(site)) {
            seen.push(site);
        }
    }
    let lines: BTreeSet<String> = seen.iter().map(|site| site.text()).collect();
    match lines.len() < seen.len() {
        true => Site::exact,
        false => Site::text,
    }
}

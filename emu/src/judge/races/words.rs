//! What is told of a race: which two accesses, and what would order them.

use super::cell::{Conflict, Event, Kind};
use super::knowledge::{Numbering, Who};
use super::members::Member;
use crate::schedule::ready::WARP;

/// What a launch has to order its threads with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Means {
    pub(crate) cooperative: bool,
    /// Blocks of a cluster, where they are more than one; and whether the two blocks are of the same.
    pub(crate) same_cluster: bool,
}

/// Why nothing orders two accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    /// An atomic operation of block scope meets another block.
    NarrowAtomic,
    /// The word was read that says that the other is done, and no fence followed.
    FenceAfter,
    /// A fence or atomic operation of block scope stands where another block reads.
    NarrowFence,
    /// The word was written, at that place, without a fence before.
    FenceBefore(i32),
    WarpBarrier,
    BlockBarrier,
    ClusterBarrier,
    GridBarrier,
    /// Blocks of an ordinary launch.
    Launch,
}

/// What is missing between the two accesses of a conflict, the later of which is this thread's.
pub(crate) fn missing(
    numbering: Numbering,
    conflict: &Conflict,
    member: &Member,
    means: Means,
) -> Missing {
    let (earlier, later) = (&conflict.earlier, &conflict.later);
    let same_block = numbering.block(earlier.who) == numbering.block(later.who);
    if earlier.kind.is_strong() && later.kind.is_strong() {
        return Missing::NarrowAtomic;
    }
    if member.has_heard(numbering, earlier) {
        return Missing::FenceAfter;
    }
    if earlier.time < member.narrow.bound(numbering, earlier.who) {
        return Missing::NarrowFence;
    }
    if let Some(flag) = member.unfenced
        && numbering.block(flag.who) == numbering.block(earlier.who)
        && flag.time >= earlier.time
        && !same_block_barrier_is_nearer(numbering, earlier.who, later.who)
    {
        return Missing::FenceBefore(flag.place);
    }
    match same_block {
        true if same_warp(numbering, earlier.who, later.who) => Missing::WarpBarrier,
        true => Missing::BlockBarrier,
        false if means.same_cluster => Missing::ClusterBarrier,
        false if means.cooperative => Missing::GridBarrier,
        false => Missing::Launch,
    }
}

fn same_warp(numbering: Numbering, one: Who, other: Who) -> bool {
    let warp = |who| (numbering.block(who), numbering.rank(who) / WARP);
    warp(one) == warp(other)
}

/// Within a warp nobody hands on by flags what a barrier of the warp would.
fn same_block_barrier_is_nearer(numbering: Numbering, one: Who, other: Who) -> bool {
    same_warp(numbering, one, other)
}

impl Missing {
    /// The end of a sentence, without the places that it names.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Missing::NarrowAtomic => {
                "an atomic function of block scope (`_block`) is atomic for its own block alone"
            }
            Missing::FenceAfter => {
                "this thread has read the word that tells it, and has passed no __threadfence() after that"
            }
            Missing::NarrowFence => {
                "the fence or atomic function that tells it is of block scope, and this is another block: it takes \
                 __threadfence()"
            }
            Missing::FenceBefore(_) => {
                "the word that tells it was written without a __threadfence() between the other access and"
            }
            Missing::WarpBarrier => {
                "lanes of a warp run in no order of their own: a __syncwarp() is missing between the two"
            }
            Missing::BlockBarrier => "a block barrier is missing between the two",
            Missing::ClusterBarrier => "a cluster barrier is missing between the two",
            Missing::GridBarrier => "a grid barrier is missing between the two",
            Missing::Launch => {
                "blocks of an ordinary launch run in any order: it takes two launches, or a cooperative one and a grid barrier \
                 between the two"
            }
        }
    }
}

/// What is to be said beside it where one of the two is an access to a word as one.
pub(crate) fn beside(conflict: &Conflict) -> &'static str {
    match conflict.earlier.kind.is_strong() != conflict.later.kind.is_strong() {
        true => ", or the plain access is to be an atomic or volatile one, too",
        false => "",
    }
}

/// A kind of access in words.
pub(crate) fn access(event: &Event) -> &'static str {
    match (event.kind, event.narrow) {
        (Kind::Read, _) => "a read",
        (Kind::Write, _) => "a write",
        (Kind::StrongRead, _) => "a volatile or atomic read",
        (Kind::StrongWrite, false) => "an atomic access or volatile write",
        (Kind::StrongWrite, true) => "an atomic access of block scope",
    }
}

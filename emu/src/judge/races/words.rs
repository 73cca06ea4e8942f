//! What is told of a race: which two accesses, and what would order them.

use super::cell::{Conflict, Event, Kind};
use super::knowledge::{Numbering, Who};
use super::members::{Member, Members};
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
    /// The same of a word of which other blocks than the two have written last: a counter.
    FenceOfOthers(i32),
    /// Another thread of this block has been told of the other access, and no block barrier followed.
    BarrierAfterTold(Who),
    /// Another thread of the other block has told this one, and no block barrier orders the access before that.
    BarrierBeforeTelling(Who),
    /// What the other block has told last is from before the other access.
    ToldBefore,
    /// One line, by which two threads write.
    OneWriter,
    WarpBarrier,
    /// Of the warp or of the block, for two lanes of a warp in a larger block.
    AnyBarrier,
    BlockBarrier,
    ClusterBarrier,
    GridBarrier,
    /// Blocks of an ordinary launch.
    Launch,
}

/// What is missing between the two accesses of a conflict, the later of which is by the thread of that rank.
pub(crate) fn missing(
    conflict: &Conflict,
    members: &Members,
    rank: usize,
    means: Means,
) -> Missing {
    let (numbering, member) = (members.numbering, &members.all[rank]);
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
    let unfenced = member.unfenced.filter(|flag| flag.time >= earlier.time);
    if let Some(flag) = unfenced
        && numbering.block(flag.who) == numbering.block(earlier.who)
        && !same_block_barrier_is_nearer(numbering, earlier.who, later.who)
    {
        return Missing::FenceBefore(flag.place);
    }
    if !same_block && let Some(missing) = between_blocks(earlier, members, member, unfenced) {
        return missing;
    }
    let both_write = earlier.kind == Kind::Write && later.kind == Kind::Write;
    match same_block {
        _ if both_write && earlier.place == later.place && earlier.place != 0 => Missing::OneWriter,
        true if same_warp(numbering, earlier.who, later.who) => match members.all.len() > WARP {
            true => Missing::AnyBarrier,
            false => Missing::WarpBarrier,
        },
        true => Missing::BlockBarrier,
        false if means.same_cluster => Missing::ClusterBarrier,
        false if means.cooperative => Missing::GridBarrier,
        false => Missing::Launch,
    }
}

/// What is missing where the blocks tell each other by words.
fn between_blocks(
    earlier: &Event,
    members: &Members,
    member: &Member,
    unfenced: Option<Event>,
) -> Option<Missing> {
    let numbering = members.numbering;
    let knows = |member: &Member| earlier.time < member.view.clock.bound(numbering, earlier.who);
    if let Some(rank) = members.all.iter().position(knows) {
        return Some(Missing::BarrierAfterTold(members.who(rank)));
    }
    let block = numbering.block(earlier.who);
    let told = member.view.clock.told_by(numbering, block);
    if let Some((who, _)) = told.iter().find(|(_, bound)| *bound > earlier.time) {
        return Some(Missing::BarrierBeforeTelling(*who));
    }
    match unfenced {
        Some(flag) => Some(Missing::FenceOfOthers(flag.place)),
        None if !told.is_empty() => Some(Missing::ToldBefore),
        None => None,
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
            Missing::FenceOfOthers(_) => {
                "the blocks tell each other by a word that was written without a __threadfence() before it"
            }
            Missing::BarrierAfterTold(_) => {
                "its block has been told, and a block barrier is missing between that and this access: it was told to "
            }
            Missing::BarrierBeforeTelling(_) => {
                "its block has told this one, and a block barrier is missing between the access and the telling: it was told by "
            }
            Missing::ToldBefore => {
                "what the other block has told this one last is from before that access: this one has to wait for what comes after \
                 it, or a grid barrier is missing between the two"
            }
            Missing::OneWriter => {
                "a barrier after them does not say which is the last: one thread is to write, or an atomic function"
            }
            Missing::AnyBarrier => {
                "lanes of a warp run in no order of their own: a barrier of the block, or a __syncwarp(), is missing between the two"
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

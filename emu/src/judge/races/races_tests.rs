use super::super::barrier::Scope;
use super::cell::{Cell, Kind};
use super::knowledge::Numbering;
use super::members::Members;
use super::words::{Means, Missing, missing};
use super::*;

const TAG: u32 = 9;

/// A launch of blocks of 64 threads, and 16 words of memory.
struct Launch {
    races: Detector,
    blocks: Vec<Members>,
    cells: [Cell; 16],
    moment: u64,
}

use Kind::{Read, StrongRead, StrongWrite, Write};

/// A thread: its block and its rank.
type At = (usize, usize);

impl Launch {
    fn new(blocks: usize) -> Self {
        let mut races = Detector::new(Numbering::new(blocks as u64, 64).unwrap());
        let blocks = (0..blocks)
            .map(|block| races.begin(block as u32, 64))
            .collect();
        Launch {
            races,
            blocks,
            cells: [Cell::default(); 16],
            moment: 0,
        }
    }

    fn bytes(
        &mut self,
        (block, rank): At,
        kind: Kind,
        address: usize,
        bytes: usize,
    ) -> Option<Conflict> {
        self.moment += 1;
        let cells = &raw mut self.cells[address / 4];
        // SAFETY: the cells of the words from that address on.
        let found = unsafe {
            self.races.touch_all(
                (cells, TAG),
                (address, bytes),
                &self.blocks[block],
                rank,
                (kind, 0),
            )
        };
        found.map(|(_, conflict)| conflict)
    }

    fn races(&mut self, at: At, kind: Kind, word: usize) -> bool {
        self.bytes(at, kind, word * 4, 4).is_some()
    }

    /// An atomic addition, relaxed.
    fn add(&mut self, at: At, word: usize) -> bool {
        let races = self.races(at, StrongWrite, word);
        let members = &mut self.blocks[at.0];
        self.races
            .has_read(members, at.1, word * 4, Manner::RELAXED);
        self.races
            .will_write(members, at.1, word * 4, true, Manner::RELAXED);
        races
    }

    fn store(&mut self, at: At, word: usize) -> bool {
        let races = self.races(at, StrongWrite, word);
        self.races.will_write(
            &mut self.blocks[at.0],
            at.1,
            word * 4,
            false,
            Manner::RELAXED,
        );
        races
    }

    fn load(&mut self, at: At, word: usize) -> bool {
        let races = self.races(at, StrongRead, word);
        self.races
            .has_read(&mut self.blocks[at.0], at.1, word * 4, Manner::RELAXED);
        races
    }

    fn fence(&mut self, at: At) {
        self.races.fence(&mut self.blocks[at.0], at.1, true);
    }

    fn fence_block(&mut self, at: At) {
        self.races.fence(&mut self.blocks[at.0], at.1, false);
    }

    fn block_barrier(&mut self, block: usize) {
        self.races.block_barrier(&mut self.blocks[block]);
    }

    fn arrive(&mut self, at: At) {
        self.races
            .arrive(&mut self.blocks[at.0], at.1, (Scope::Grid, 0), self.moment);
    }

    fn wait(&mut self, at: At) {
        self.races
            .wait(&self.blocks[at.0], at.1, (Scope::Grid, 0), self.moment);
    }

    fn all(&self) -> Vec<At> {
        let blocks = 0..self.blocks.len();
        blocks
            .flat_map(|block| (0..64).map(move |rank| (block, rank)))
            .collect()
    }

    fn complete(&mut self) {
        self.races.complete(Scope::Grid, 0);
        for (block, rank) in self.all() {
            self.races
                .passed(&mut self.blocks[block], rank, (Scope::Grid, 0));
        }
    }

    fn grid_barrier(&mut self) {
        for at in self.all() {
            self.arrive(at);
            self.wait(at);
        }
        self.complete();
    }

    fn missing(&mut self, at: At, kind: Kind, word: usize) -> Option<Missing> {
        let conflict = self.bytes(at, kind, word * 4, 4)?;
        let means = Means {
            cooperative: true,
            same_cluster: false,
        };
        Some(missing(&conflict, &self.blocks[at.0], at.1, means))
    }
}

#[test]
fn two_reads_are_no_race_and_a_write_with_anything_is() {
    for (one, other, race) in [
        (Read, Read, false),
        (Read, Write, true),
        (Write, Read, true),
        (Write, Write, true),
        (StrongRead, Write, true),
        (StrongWrite, Write, true),
        (StrongWrite, Read, true),
        (Read, StrongWrite, true),
        (Write, StrongRead, true),
        (Read, StrongRead, false),
        (StrongRead, StrongWrite, false),
        (StrongWrite, StrongWrite, false),
    ] {
        let mut launch = Launch::new(2);
        assert!(!launch.races((0, 0), one, 0) && !launch.races((0, 0), other, 1));
        assert_eq!(launch.races((0, 40), other, 0), race, "{one:?} {other:?}");
        let mut launch = Launch::new(2);
        launch.races((0, 0), one, 0);
        assert_eq!(launch.races((1, 0), other, 0), race, "{one:?} {other:?}");
        assert!(!launch.races((0, 0), other, 3), "the next word is another");
    }
}

#[test]
fn a_block_barrier_orders_a_block_and_no_other() {
    let mut launch = Launch::new(2);
    for rank in 0..64 {
        assert!(!launch.races((0, rank), Write, rank % 16) || rank >= 16);
    }
    let mut launch = Launch::new(2);
    launch.races((0, 3), Write, 0);
    launch.races((1, 3), Write, 1);
    launch.block_barrier(0);
    assert!(!launch.races((0, 60), Read, 0));
    assert_eq!(launch.missing((0, 60), Read, 1), Some(Missing::GridBarrier));
    launch.block_barrier(0);
    assert!(!launch.races((0, 61), Write, 0));
    assert_eq!(launch.missing((0, 2), Read, 0), Some(Missing::BlockBarrier));
}

#[test]
fn a_read_in_a_loop_races_with_the_write_of_the_next_round() {
    let mut launch = Launch::new(1);
    launch.races((0, 0), Write, 0);
    launch.block_barrier(0);
    for rank in 0..64 {
        assert!(!launch.races((0, rank), Read, 0));
    }
    assert!(launch.races((0, 0), Write, 0), "no barrier after the reads");
    launch.block_barrier(0);
    for rank in 0..64 {
        launch.races((0, rank), Read, 0);
    }
    launch.block_barrier(0);
    assert!(!launch.races((0, 7), Write, 0));
}

#[test]
fn lanes_that_meet_are_ordered_and_the_others_of_their_warp_are_not() {
    let mut launch = Launch::new(1);
    for lane in 0..16 {
        launch.races((0, lane), Write, lane);
    }
    launch
        .races
        .lanes(&mut launch.blocks[0], 0, 0x0000_00ff, false);
    assert!(!launch.races((0, 0), Read, 7));
    assert_eq!(launch.missing((0, 0), Read, 8), Some(Missing::AnyBarrier));
    assert!(launch.races((0, 40), Read, 7));
    launch.races.lanes(&mut launch.blocks[0], 0, u32::MAX, true);
    assert!(!launch.races((0, 31), Read, 15));
}

#[test]
fn a_grid_barrier_orders_all_and_in_halves_what_came_before_the_first() {
    let mut launch = Launch::new(3);
    launch.races((0, 0), Write, 0);
    launch.grid_barrier();
    assert!(!launch.races((2, 63), Write, 0));
    launch.grid_barrier();
    assert!(!launch.races((1, 5), Read, 0));

    let mut launch = Launch::new(3);
    launch.races((0, 0), Write, 0);
    launch.races((2, 9), Write, 2);
    for at in launch.all() {
        launch.arrive(at);
        if at == (0, 0) {
            launch.races(at, Write, 1);
        }
    }
    for at in launch.all() {
        launch.wait(at);
    }
    launch.complete();
    assert!(!launch.races((2, 0), Read, 0) && !launch.races((1, 0), Read, 2));
    assert!(
        launch.races((2, 0), Read, 1),
        "written after it had arrived"
    );
    assert!(!launch.races((0, 0), Read, 1));
    launch.grid_barrier();
    assert!(!launch.races((2, 0), Write, 1));
}

#[test]
fn what_was_done_after_an_arrival_and_other_meetings_is_told_apart() {
    let mut launch = Launch::new(2);
    launch.arrive((0, 0));
    launch.races((0, 0), Write, 1);
    // Block 1 meets, writes, and arrives later than that.
    launch.block_barrier(1);
    launch.races((1, 0), Write, 0);
    for at in launch.all().into_iter().skip(1) {
        launch.arrive(at);
        launch.wait(at);
    }
    launch.wait((0, 0));
    launch.complete();
    assert!(!launch.races((0, 5), Read, 0));
    assert!(launch.races((1, 5), Read, 1));
}

#[test]
fn a_flag_orders_with_a_fence_on_both_sides() {
    let (data, flag) = (0, 8);
    for (fences, expected) in [
        ((true, true), None),
        ((false, true), Some(Missing::FenceBefore(0))),
        ((true, false), Some(Missing::FenceAfter)),
    ] {
        let mut launch = Launch::new(2);
        launch.races((0, 0), Write, data);
        if fences.0 {
            launch.fence((0, 0));
        }
        launch.store((0, 0), flag);
        assert!(!launch.load((1, 0), flag));
        if fences.1 {
            launch.fence((1, 0));
        }
        assert_eq!(launch.missing((1, 0), Read, data), expected, "{fences:?}");
    }
}

/// A hand-made barrier of two blocks, of which every step may be left out; what is missing where a third thread of block 1 reads what
/// one of block 0 has written.
fn barrier_by_hand(left_out: &str) -> Option<Missing> {
    let has = |step| left_out != step;
    let mut launch = Launch::new(2);
    launch.races((0, 40), Write, 0);
    for block in 0..2 {
        if has("block barrier before") {
            launch.block_barrier(block);
        }
        if has("fence before") {
            launch.fence((block, 0));
        }
        launch.add((block, 0), 8);
    }
    launch.load((1, 0), 8);
    if has("fence after") {
        launch.fence((1, 0));
    }
    if has("block barrier after") {
        launch.block_barrier(1);
    }
    launch.missing((1, 40), Read, 0)
}

#[test]
fn what_is_missing_in_a_barrier_by_hand_is_told_and_no_other_barrier() {
    let (told_by, told_to) = (
        Numbering { bits: 6 }.who(0, 0),
        Numbering { bits: 6 }.who(1, 0),
    );
    for (left_out, expected) in [
        ("nothing", None),
        ("fence before", Some(Missing::FenceBefore(0))),
        // A block barrier stands for it.
        ("fence after", None),
        (
            "block barrier before",
            Some(Missing::BarrierBeforeTelling(told_by)),
        ),
        (
            "block barrier after",
            Some(Missing::BarrierAfterTold(told_to)),
        ),
    ] {
        assert_eq!(barrier_by_hand(left_out), expected, "without {left_out}");
    }
}

#[test]
fn what_was_told_before_the_other_access_is_told_apart_from_no_word_at_all() {
    let mut launch = Launch::new(2);
    launch.fence((0, 0));
    launch.store((0, 0), 8);
    launch.load((1, 0), 8);
    launch.fence((1, 0));
    launch.races((0, 0), Write, 0);
    assert_eq!(launch.missing((1, 0), Read, 0), Some(Missing::ToldBefore));
}

#[test]
fn what_follows_the_fence_is_not_told_by_it() {
    let mut launch = Launch::new(2);
    launch.fence((0, 0));
    launch.races((0, 0), Write, 0);
    launch.store((0, 0), 8);
    launch.load((1, 0), 8);
    launch.fence((1, 0));
    assert!(launch.races((1, 0), Read, 0));
}

#[test]
fn a_plain_flag_is_a_race_itself() {
    let mut launch = Launch::new(2);
    launch.fence((0, 0));
    launch.races((0, 0), Write, 8);
    assert!(launch.load((1, 0), 8));
}

#[test]
fn a_fence_of_the_block_is_enough_for_the_block_and_too_narrow_for_others() {
    let mut launch = Launch::new(2);
    launch.races((0, 0), Write, 0);
    launch.fence_block((0, 0));
    launch.store((0, 0), 8);
    for (at, expected) in [((0, 40), None), ((1, 0), Some(Missing::NarrowFence))] {
        launch.load(at, 8);
        launch.fence(at);
        assert_eq!(launch.missing(at, Read, 0), expected);
    }
}

#[test]
fn an_atomic_of_the_block_races_with_other_blocks_alone() {
    let mut launch = Launch::new(2);
    launch.blocks[0].all[0].is_narrow = true;
    launch.add((0, 0), 8);
    assert!(!launch.add((0, 1), 8));
    assert_eq!(
        launch.missing((1, 0), StrongWrite, 8),
        Some(Missing::NarrowAtomic)
    );
}

#[test]
fn the_last_block_sees_what_all_wrote_who_fenced_before_they_counted() {
    for fences in [true, false] {
        let mut launch = Launch::new(8);
        for block in 0..8 {
            for rank in 0..8 {
                assert!(!launch.races((block, rank), Write, rank % 2) || block + rank > 0);
            }
            launch.block_barrier(block);
        }
        let mut launch = Launch::new(8);
        for block in 0..8 {
            assert!(!launch.races((block, 5), Write, block));
            if fences {
                launch.fence((block, 5));
            }
            launch.block_barrier(block);
            assert!(!launch.add((block, 0), 8));
        }
        // Its other threads get it by the barrier, without a fence of their own.
        launch.block_barrier(7);
        for word in 0..7 {
            assert_eq!(launch.races((7, 40), Read, word), !fences, "{word}");
        }
        // The counter, too, may be set back.
        assert_eq!(launch.races((7, 0), Write, 8), !fences);
    }
}

#[test]
fn a_lock_orders_who_has_it_after_who_had_it() {
    let (lock, data) = (8, 0);
    let mut launch = Launch::new(4);
    for block in [2, 0, 3, 1] {
        let at = (block, 7);
        assert!(!launch.add(at, lock));
        launch.fence(at);
        assert!(!launch.races(at, Read, data) && !launch.races(at, Write, data));
        launch.fence(at);
        assert!(!launch.store(at, lock));
    }
    assert!(launch.races((0, 8), Read, data), "without the lock");
}

#[test]
fn bytes_of_a_word_are_told_apart() {
    let mut launch = Launch::new(1);
    for byte in 0..4 {
        assert!(launch.bytes((0, 10 * byte), Write, byte, 1).is_none());
    }
    assert_eq!(
        launch.bytes((0, 33), Read, 1, 2).map(|found| found.byte),
        Some(1)
    );
    launch.block_barrier(0);
    assert!(launch.bytes((0, 1), Write, 0, 4).is_none());
    assert!(launch.bytes((0, 2), Read, 3, 1).is_some());
    // Across words.
    assert!(launch.bytes((0, 3), Write, 6, 8).is_none());
    assert!(launch.bytes((0, 4), Read, 12, 1).is_some());
    assert!(launch.bytes((0, 4), Read, 14, 1).is_none());
}

#[test]
fn of_many_readers_each_side_of_a_barrier_is_remembered() {
    let mut launch = Launch::new(8);
    for at in launch.all() {
        assert!(!launch.races(at, Read, 0));
    }
    for at in [(0, 0), (3, 40), (7, 63)] {
        let mut copy = Launch::new(8);
        for at in copy.all() {
            copy.races(at, Read, 0);
        }
        copy.block_barrier(at.0);
        assert!(copy.races(at, Write, 0), "{at:?}");
    }
    launch.grid_barrier();
    assert!(!launch.races((3, 3), Write, 0));
}

#[test]
fn another_launch_begins_anew() {
    let mut launch = Launch::new(1);
    launch.races((0, 0), Write, 0);
    let cell = &mut launch.cells[0];
    let members = &launch.blocks[0];
    let found = launch
        .races
        .touch((cell, TAG + 1), (0, (0, 4)), members, 5, (Write, 0));
    assert_eq!(found, None);
}

#[test]
fn words_that_are_touched_together_share_a_cell_until_one_is_touched_alone() {
    for (address, bytes) in [(0, 8), (16, 16), (8, 16)] {
        for word in (address..address + bytes).step_by(4) {
            let mut launch = Launch::new(1);
            assert!(launch.bytes((0, 1), Write, address, bytes).is_none());
            launch.block_barrier(0);
            assert!(launch.bytes((0, 2), Read, address, bytes).is_none());
            assert!(launch.bytes((0, 40), Read, address, bytes).is_none());
            // One word, and one byte, of it.
            assert!(launch.bytes((0, 3), Write, word, 4).is_some(), "{word}");
            assert!(launch.bytes((0, 50), Write, word + 3, 1).is_some());
            launch.block_barrier(0);
            assert!(launch.bytes((0, 4), Write, address, bytes).is_none());
            assert!(launch.bytes((0, 5), Read, word + 2, 2).is_some());
            assert!(launch.bytes((0, 4), Read, address, bytes).is_none());
        }
    }
}

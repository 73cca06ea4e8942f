//! Groups of threads: what they know of themselves, and what they do together, under every schedule.

mod support;

use std::ffi::c_void;

use cudart_emu::Fault;
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

/// Runs a kernel that counts what is wrong, and keeps the last line of it.
fn nothing_is_wrong(entry: *const c_void, change: impl Fn(Case) -> Case) {
    for schedule in SCHEDULES {
        let mut wrong = Buffer::filled(0u32, 2);
        let case = change(Case::new(entry, 2, 64).buffer(&mut wrong));
        case.runs(schedule);
        let found = wrong.read();
        assert_eq!(
            found[0], 0,
            "the last wrong line is {}, schedule {schedule}",
            found[1]
        );
    }
}

#[test]
fn every_group_knows_its_size_and_each_threads_place_in_it() {
    nothing_is_wrong(kernels::group_ranks(), |case| {
        let mut case = case.cooperative();
        (case.grid, case.block) = ([3, 2, 2], [8, 4, 2]);
        case
    });
}

#[test]
fn a_blocks_barrier_may_be_taken_in_halves() {
    nothing_is_wrong(kernels::block_halves(), |case| case.number(5u32));
}

#[test]
fn tiles_of_every_size_shuffle_vote_match_reduce_and_scan() {
    nothing_is_wrong(kernels::group_tiles(), |case| case);
}

#[test]
fn a_group_is_parted_by_labels_predicates_and_by_who_is_there() {
    nothing_is_wrong(kernels::group_partitions(), |case| case);
}

#[test]
fn a_copy_is_there_when_it_was_waited_for_and_not_before() {
    let mut input = Buffer::new((0..200i32).map(|i| 3 * i + 1).collect());
    for schedule in SCHEDULES {
        let mut wrong = Buffer::filled(0u32, 2);
        let case = Case::new(kernels::group_copies(), 1, 64);
        case.buffer(&mut input).buffer(&mut wrong).runs(schedule);
        assert_eq!(wrong.read(), [0, 0], "{schedule}");
        let case = Case::new(kernels::group_copy_not_waited(), 1, 32);
        case.buffer(&mut input).buffer(&mut wrong).runs(schedule);
        assert_eq!(wrong.read()[0], 32, "{schedule}");
    }
}

#[test]
fn a_thread_that_returns_before_a_block_barrier_in_halves_is_named() {
    for schedule in SCHEDULES {
        let report = Case::new(kernels::block_half_missing(), 1, 32)
            .run(schedule)
            .unwrap_err();
        let text = report.to_string();
        assert_eq!(report.fault, Fault::BlockBarrier, "{text}");
        assert_eq!(report.thread, Some([3, 0, 0]), "{text}");
        assert!(text.contains("wait at block barrier number 1"), "{text}");
    }
}

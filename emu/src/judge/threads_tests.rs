use super::super::site::Calls;
use super::super::{Fault, diagnose};
use super::*;

fn at(line: i32) -> Site {
    Site {
        file: c"kernel.cu".as_ptr(),
        line,
        calls: Calls::default(),
    }
}

fn cooperative(threads: usize) -> Threads {
    let kinds = Kinds {
        grid: true,
        cluster: false,
    };
    Threads::new(threads, kinds)
}

fn syncthreads(line: i32) -> State {
    State::Block {
        barrier: 0,
        kind: BlockBarrier::Sync,
        predicate: true,
        site: at(line),
    }
}

fn shuffle(mask: u32, value: u64, source: u32) -> State {
    State::Warp {
        collective: Collective::Exchange,
        mask,
        value,
        source,
        site: at(7),
    }
}

#[test]
fn the_last_thread_at_a_block_barrier_goes_on_and_wakes_the_others() {
    let mut threads = cooperative(3);
    assert_eq!(threads.waits(0, syncthreads(1)), Answer::Wait);
    assert_eq!(threads.waits(1, syncthreads(1)), Answer::Wait);
    assert_eq!(threads.ready.count(), 1);
    assert_eq!(threads.waits(2, syncthreads(1)), Answer::GoOn);
    assert_eq!((threads.ready.count(), threads.block_barriers), (3, 1));
    // Three took part, and of three the predicate held.
    assert_eq!(threads.result(0), 3 << 16 | 3);
}

#[test]
fn a_block_barrier_between_the_halves_of_another_is_a_fault() {
    let mut threads = cooperative(2);
    let meets = |threads: &Threads| threads.may_meet(0, BlockBarrier::Sync, at(2));
    assert_eq!(meets(&threads), Answer::GoOn);
    threads.arrive(0, Scope::Block, at(1));
    let Answer::Fault(Fault::BlockBarrier, what) = meets(&threads) else {
        panic!("no fault")
    };
    assert!(
        what.starts_with("calls __syncthreads() at kernel.cu:2 after"),
        "{what}"
    );
    threads.arrive(1, Scope::Block, at(1));
    threads.wait(0, Scope::Block, at(3));
    assert_eq!(meets(&threads), Answer::GoOn);
}

#[test]
fn a_thread_that_returned_is_not_waited_for_at_a_block_barrier() {
    let mut threads = cooperative(3);
    threads.waits(0, syncthreads(1));
    threads.waits(2, syncthreads(1));
    threads.returned(1);
    assert_eq!((threads.ready.count(), threads.live), (2, 2));
    assert_eq!(threads.returned_at_barriers, 1);
}

#[test]
fn block_barriers_at_two_places_leave_the_block_stuck() {
    let mut threads = cooperative(2);
    threads.waits(0, syncthreads(1));
    assert_eq!(threads.waits(1, syncthreads(2)), Answer::Wait);
    assert!(threads.ready.is_empty());
    let stuck = diagnose::stuck_block(&threads);
    assert_eq!((stuck.fault, stuck.thread), (Fault::BlockBarrier, Some(0)));
}

#[test]
fn a_grid_barrier_is_passed_when_all_blocks_have_arrived() {
    let mut threads = cooperative(2);
    for thread in [0, 1] {
        assert_eq!(threads.arrive(thread, Scope::Grid, at(1)), Answer::GoOn);
        assert_eq!(threads.wait(thread, Scope::Grid, at(1)), Answer::Wait);
    }
    assert_eq!(threads.gates[Scope::Grid as usize].arrived, 1);
    assert_eq!(threads.waits_past(Scope::Grid), Some(0));
    threads.passed(Scope::Grid, 1);
    assert_eq!(
        (threads.ready.count(), threads.waits_past(Scope::Grid)),
        (2, None)
    );
}

#[test]
fn who_arrives_early_need_not_wait_once_the_others_have_come() {
    let mut threads = cooperative(2);
    threads.arrive(0, Scope::Block, at(1));
    threads.arrive(1, Scope::Block, at(1));
    assert_eq!(threads.wait(0, Scope::Block, at(2)), Answer::GoOn);
}

#[test]
fn a_grid_barrier_in_an_ordinary_launch_is_a_fault_at_once() {
    let mut threads = Threads::new(1, Kinds::default());
    let Answer::Fault(fault, what) = threads.arrive(0, Scope::Grid, at(12)) else {
        panic!("it was let pass")
    };
    assert_eq!(fault, Fault::GridBarrierInOrdinaryLaunch);
    assert!(what.contains("kernel.cu:12"), "{what}");
}

#[test]
fn arriving_twice_and_waiting_without_arriving_are_faults() {
    let mut threads = cooperative(2);
    let is_fault = |answer| matches!(answer, Answer::Fault(Fault::GridBarrier, _));
    assert!(is_fault(threads.wait(0, Scope::Grid, at(1))));
    threads.arrive(1, Scope::Grid, at(2));
    assert!(is_fault(threads.arrive(1, Scope::Grid, at(3))));
}

#[test]
fn a_thread_that_returned_before_a_grid_barrier_is_named() {
    let mut threads = cooperative(3);
    for thread in [0, 2] {
        threads.arrive(thread, Scope::Grid, at(1));
        threads.wait(thread, Scope::Grid, at(1));
    }
    threads.returned(1);
    assert_eq!(threads.waits_past(Scope::Grid), None);
    let stuck = diagnose::stuck_block(&threads);
    assert_eq!((stuck.fault, stuck.thread), (Fault::GridBarrier, Some(1)));
}

#[test]
fn lanes_of_a_shuffle_get_each_others_values_when_the_last_has_come() {
    let mut threads = cooperative(32);
    assert_eq!(threads.waits(3, shuffle(0b1001, 30, 0)), Answer::Wait);
    assert_eq!(threads.waits(0, shuffle(0b1001, 40, 3)), Answer::GoOn);
    assert_eq!((threads.result(3), threads.result(0)), (40, 30));
}

#[test]
fn lanes_with_different_masks_do_not_meet() {
    let mut threads = cooperative(2);
    threads.waits(0, shuffle(0b11, 1, 0));
    assert_eq!(threads.waits(1, shuffle(0b10, 1, 1)), Answer::GoOn);
    threads.waits(1, shuffle(0b10 | 0b01, 2, 0));
    assert_eq!(threads.ready.count(), 2);
}

#[test]
fn a_lane_that_returns_is_waited_for_no_more() {
    let mut threads = cooperative(32);
    threads.waits(0, shuffle(0b11, 5, 0));
    threads.returned(1);
    assert!(matches!(threads.state(0), State::Ready));
    assert_eq!(threads.result(0), 5);
}

#[test]
fn the_active_lanes_are_those_that_ask_when_no_other_can_come() {
    let mut threads = cooperative(3);
    threads.waits(0, State::Active { site: at(1) });
    threads.waits(1, syncthreads(2));
    assert_eq!(
        threads.waits(2, State::Active { site: at(1) }),
        Answer::GoOn
    );
    assert_eq!((threads.result(0), threads.active_waits), (0b101, 0));
}

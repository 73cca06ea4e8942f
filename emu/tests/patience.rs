//! Kernels that run for long are let run; kernels that get nowhere are ended soon, and the report says how sure it is.

mod support;

use std::time::{Duration, Instant};

use cuda_sys::cudaError;
use cudart_emu::{Fault, Schedule};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

#[test]
fn a_recurrence_over_eight_places_is_no_deadlock() {
    let sums = |n: u32| {
        let term = |s: f32, i: u32| s.mul_add(0.5, (i & 7) as f32);
        (0..n).fold(0.0, term)
    };
    for (schedule, blocks, threads, n) in [
        (Schedule::InOrder, 1, 1, 12_000_000),
        (Schedule::Lockstep, 1, 1, 5_000_000),
    ]
    .into_iter()
    .chain(SCHEDULES.map(|schedule| (schedule, 4, 256, 5000)))
    {
        let mut x = Buffer::new((0..8).map(|i| i as f32).collect());
        let mut out = Buffer::filled(0.0_f32, (blocks * threads) as usize);
        Case::new(kernels::few_places(), blocks, threads)
            .buffer(&mut x)
            .buffer(&mut out)
            .number(n)
            .runs(schedule);
        assert_eq!(out.read(), vec![sums(n); (blocks * threads) as usize]);
    }
}

#[test]
fn eight_full_blocks_that_read_for_long_need_no_cooperative_launch() {
    let mut x = Buffer::filled(1.0_f32, 8);
    let mut out = Buffer::filled(0.0_f32, 8 * 1024);
    let mut case = Case::new(kernels::few_places(), 8, 1024)
        .buffer(&mut x)
        .buffer(&mut out)
        .number(5000);
    case.resident_blocks = 2;
    case.runs(Schedule::InOrder);
    assert_eq!(out.read(), vec![2.0; 8 * 1024]);
}

#[test]
fn a_walk_through_a_small_table_in_shared_memory_is_no_deadlock() {
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0_u32, 64);
        let n = if schedule == Schedule::InOrder {
            500_000
        } else {
            50_000
        };
        let case = Case::new(kernels::table_walk(), 1, 64).buffer(&mut out);
        case.number(n).runs(schedule);
        let walk = |thread: u32| (0..n).fold(thread % 16, |at, _| (at * 5 + 3) % 16);
        assert_eq!(
            out.read(),
            (0..64).map(walk).collect::<Vec<_>>(),
            "{schedule}"
        );
    }
}

#[test]
fn atomics_that_change_nothing_are_no_deadlock() {
    for schedule in SCHEDULES {
        let mut most = Buffer::filled(1000_u32, 1);
        let case = Case::new(kernels::idle_maximum(), 2, 64).buffer(&mut most);
        case.number(50_000).runs(schedule);
        assert_eq!(most.read(), [1000]);
    }
}

#[test]
fn blocks_that_wait_for_one_that_computes_for_long_are_no_deadlock() {
    for schedule in SCHEDULES {
        let mut flag = Buffer::filled(0_u32, 1);
        let mut x = Buffer::filled(1.0_f32, 8);
        let mut out = Buffer::filled(0.0_f32, 8);
        let case = Case::new(kernels::waits_for_work(), 8, 32)
            .buffer(&mut flag)
            .buffer(&mut x)
            .buffer(&mut out)
            .number(3_000_000);
        case.runs(schedule);
        let expected: Vec<f32> = (0..8).map(|block| 2.0 + (block % 7) as f32).collect();
        assert_eq!(out.read(), expected, "{schedule}");
    }
}

#[test]
fn arithmetic_alone_is_no_endless_loop() {
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0_u32, 32);
        let n = 3_000_000_u32;
        let case = Case::new(kernels::congruential(), 1, 32).buffer(&mut out);
        case.number(n).runs(schedule);
        let step = |x: u32, _| x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let expected = |thread| (0..n).fold(thread, step);
        assert_eq!(out.read()[31], expected(31), "{schedule}");
    }
    let mut longest = Buffer::filled(0_u32, 1);
    let case = Case::new(kernels::collatz(), 1, 32).buffer(&mut longest);
    case.number(1_000_000_u32).runs(Schedule::InOrder);
    assert_eq!(longest.read(), [524]);
}

#[test]
fn every_thread_of_every_block_may_wait() {
    for schedule in SCHEDULES {
        let mut flags = Buffer::filled(0_u32, 301);
        let case = Case::new(kernels::chain_of_flags(), 300, 128).cooperative();
        flags.write(0, 1);
        case.buffer(&mut flags).runs(schedule);
        assert_eq!(flags.read(), (1..=301).collect::<Vec<u32>>(), "{schedule}");
    }
}

const TIMEOUT: cudaError = cudaError::cudaErrorLaunchTimeout;

/// The text of the report, which comes soon, of that kind and with these words.
fn ends(case: &Case, schedule: Schedule, fault: Fault, said: &[&str]) -> String {
    let begin = Instant::now();
    let report = match case.run(schedule) {
        Err(report) => report,
        Ok(statistics) => panic!("nothing was noticed under {schedule}: {statistics:?}"),
    };
    let text = report.to_string();
    assert_eq!((report.fault, report.code), (fault, TIMEOUT), "{text}");
    for part in said {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    assert!(begin.elapsed() < Duration::from_secs(20), "{text}");
    text
}

#[test]
fn a_loop_around_a_flag_that_was_read_once_is_a_deadlock_that_touches_no_memory() {
    for schedule in SCHEDULES {
        let mut flag = Buffer::filled(0_i32, 1);
        let mut out = Buffer::filled(0_i32, 64);
        let case = Case::new(kernels::hoisted_flag(), 2, 64);
        let case = case.buffer(&mut flag).buffer(&mut out);
        ends(&case, schedule, Fault::Deadlock, &["touches no memory"]);
    }
}

#[test]
fn a_thread_that_counts_while_it_waits_is_ended_by_the_bound_and_not_called_a_deadlock() {
    for schedule in SCHEDULES {
        let mut flag = Buffer::filled(0_u32, 1);
        let mut looks = Buffer::filled(0_u64, 1);
        let case = Case::new(kernels::counted_wait(), 1, 32);
        let mut case = case.buffer(&mut flag).buffer(&mut looks);
        case.max_steps = 20_000_000;
        let said = ["20000000 steps", "COOP_EMU_MAX_STEPS", "may hang, or"];
        ends(&case, schedule, Fault::Runaway, &said);
    }
}

#[test]
fn a_circle_of_writes_that_change_nothing_is_a_deadlock() {
    for schedule in SCHEDULES {
        let mut words = Buffer::filled(0_u32, 65);
        let case = Case::new(kernels::writes_the_same(), 1, 64).buffer(&mut words);
        ends(&case, schedule, Fault::Deadlock, &["spin, reading"]);
    }
}

//! Kernels that would end the process, or keep it for ever: the launch ends in its place, and the next one is right.

mod support;

use std::time::{Duration, Instant};

use cuda_sys::cudaError;
use cudart_emu::{Fault, Schedule};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case};

/// The case ends so, naming kernel, block and `thread`, under two schedules; and another launch after it is right.
fn ends(case: &Case, expected: (Fault, cudaError), kernel: &str, thread: Option<u32>, said: &str) {
    for schedule in [Schedule::InOrder, Schedule::Random(1)] {
        let report = match case.run(schedule) {
            Err(report) => report,
            Ok(statistics) => {
                panic!("{expected:?} was not noticed under {schedule}: {statistics:?}")
            }
        };
        assert_eq!((report.fault, report.code), expected, "{report}");
        assert_eq!(
            (report.kernel, report.block),
            (kernel, Some([0; 3])),
            "{report}"
        );
        let [x, y, z] = report.thread.unwrap_or([u32::MAX; 3]);
        assert_eq!((x, y, z), (thread.unwrap_or(x.min(7)), 0, 0), "{report}");
        assert!(report.what.contains(said), "{report}");

        let mut data = Buffer::filled(0u32, 8);
        let after = Case::new(kernels::write_at(), 1, 1)
            .buffer(&mut data)
            .number(5i64);
        after.runs(schedule);
        assert_eq!(data.read(), [0, 0, 0, 0, 0, 1, 0, 0]);
    }
}

const ARITHMETIC: (Fault, cudaError) = (Fault::Arithmetic, cudaError::cudaErrorLaunchFailure);
const TRAP: (Fault, cudaError) = (Fault::Trap, cudaError::cudaErrorLaunchFailure);
const MEMORY: (Fault, cudaError) = (Fault::Memory, cudaError::cudaErrorIllegalAddress);
const STACK: (Fault, cudaError) = (Fault::StackOverflow, cudaError::cudaErrorHardwareStackError);
const DEADLOCK: (Fault, cudaError) = (Fault::Deadlock, cudaError::cudaErrorLaunchTimeout);

#[test]
fn an_integer_division_without_a_result_names_its_thread() {
    for (a, b) in [(7, 0), (i32::MIN, -1)] {
        let mut out = Buffer::filled(0i32, 1);
        let case = Case::new(kernels::divides(), 1, 8);
        let case = case.number(a).number(b).buffer(&mut out);
        ends(
            &case,
            ARITHMETIC,
            "emu_divides",
            Some(3),
            "division by zero",
        );
    }
}

#[test]
fn a_local_array_larger_than_the_stack_is_a_stack_overflow() {
    let mut out = Buffer::filled(1u32, 1);
    for (entry, name) in [
        (kernels::local_400_kb(), "emu_local_400_kb"),
        (kernels::local_80_kb(), "emu_local_80_kb"),
    ] {
        let case = Case::new(entry, 1, 8).buffer(&mut out);
        ends(&case, STACK, name, None, "large local arrays");
    }
}

#[test]
fn a_write_far_outside_a_local_array_is_an_illegal_access() {
    let mut out = Buffer::filled(1u32, 1);
    let case = Case::new(kernels::beyond_local(), 1, 8);
    let case = case.buffer(&mut out).number(1i64 << 32);
    ends(
        &case,
        MEMORY,
        "emu_beyond_local",
        None,
        "index 4294967296 of an array `unsigned int [4]`, crashes.cu:23",
    );
}

#[test]
fn a_call_through_a_null_pointer_is_an_illegal_access() {
    let case = Case::new(kernels::calls_null(), 1, 8).number(0usize);
    ends(
        &case,
        MEMORY,
        "emu_calls_null",
        Some(3),
        "address 0x0, crashes.cu:28, in a way",
    );
}

#[test]
fn abort_names_its_thread() {
    let case = Case::new(kernels::aborts(), 1, 8);
    ends(&case, TRAP, "emu_aborts", Some(3), "abort()");
}

#[test]
fn empty_endless_loops_end_in_bounded_time() {
    for (entry, name, thread) in [
        (kernels::empty_loop(), "emu_empty_loop", None),
        (
            kernels::empty_loop_of_one(),
            "emu_empty_loop_of_one",
            Some(3),
        ),
    ] {
        let begin = Instant::now();
        let case = Case::new(entry, 1, 8);
        ends(
            &case,
            DEADLOCK,
            name,
            thread,
            "a loop without any access or call",
        );
        // Two launches. Processor time is what counts: a busy machine may take longer.
        assert!(begin.elapsed() < Duration::from_secs(40), "{name}");
    }
}

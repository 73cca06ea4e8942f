//! Kernels that do one thing wrong: each is reported as what it is, under every schedule, in bounded time.

mod support;

use cuda_sys::cudaError;
use cudart_emu::{Fault, Report, Schedule};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

/// The report under each schedule, which must be of that kind and code and say all of `said`.
fn fails(case: &Case, fault: Fault, code: cudaError, said: &[&str]) -> Vec<Report> {
    SCHEDULES
        .map(|schedule| fails_under(schedule, case, fault, code, said))
        .into()
}

fn fails_under(
    schedule: Schedule,
    case: &Case,
    fault: Fault,
    code: cudaError,
    said: &[&str],
) -> Report {
    let report = match case.run(schedule) {
        Err(report) => report,
        Ok(statistics) => panic!("{fault:?} was not noticed under {schedule}: {statistics:?}"),
    };
    let text = report.to_string();
    assert_eq!((report.fault, report.code), (fault, code), "{text}");
    for part in said.iter().copied().chain([schedule.to_string().as_str()]) {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    report
}

const TIMEOUT: cudaError = cudaError::cudaErrorLaunchTimeout;

#[test]
fn a_block_that_returns_before_a_grid_barrier_is_named() {
    let case = Case::new(kernels::block_returns(), 4, 64)
        .cooperative()
        .number(2u32);
    let said = [
        "emu_block_returns",
        "block (2, 0, 0)",
        "grid barrier number 1",
        "faults.cu:",
    ];
    for report in fails(&case, Fault::GridBarrier, TIMEOUT, &said) {
        assert_eq!(report.block, Some([2, 0, 0]), "{report}");
        assert_eq!(report.waiting.len(), 4, "{report}");
    }
}

#[test]
fn a_thread_that_returns_before_a_grid_barrier_is_named() {
    let case = Case::new(kernels::thread_returns(), 2, 64).cooperative();
    for report in fails(&case, Fault::GridBarrier, TIMEOUT, &["thread 7: returned"]) {
        assert_eq!(
            (report.block, report.thread),
            (Some([1, 0, 0]), Some([7, 0, 0])),
            "{report}"
        );
    }
}

#[test]
fn blocks_with_different_numbers_of_grid_barriers_are_told_apart() {
    let case = Case::new(kernels::more_barriers(), 3, 32).cooperative();
    let said = ["grid barrier number 2", "returned after 1 grid barrier"];
    fails(&case, Fault::GridBarrier, TIMEOUT, &said);
}

#[test]
fn a_grid_barrier_in_an_ordinary_launch_is_refused_even_if_it_would_fit() {
    let case = Case::new(kernels::grid_sync(), 1, 32);
    let code = cudaError::cudaErrorLaunchFailure;
    fails(
        &case,
        Fault::GridBarrierInOrdinaryLaunch,
        code,
        &["faults.cu:", "ordinary launch"],
    );
    case.cooperative().runs(SCHEDULES[0]);
}

#[test]
fn a_divergent_block_barrier_names_who_waits_where() {
    let mut data = Buffer::filled(0u32, 128);
    let case = Case::new(kernels::divergent_barrier(), 1, 128).buffer(&mut data);
    let said = [
        "64 threads, 0 to 63: wait at __syncthreads(), faults.cu:",
        "64 threads, 64 to 127: wait at",
    ];
    fails(&case, Fault::BlockBarrier, TIMEOUT, &said);
}

#[test]
fn lanes_of_a_mask_that_do_not_come_are_named() {
    let case = Case::new(kernels::missing_lanes(), 1, 64);
    let said = ["0xffffffff", "a shuffle", "wait at __syncthreads()"];
    fails(&case, Fault::WarpCollective, TIMEOUT, &said);
    let case = Case::new(kernels::foreign_mask(), 1, 32);
    fails(
        &case,
        Fault::WarpCollective,
        TIMEOUT,
        &["0x0000ffff", "not"],
    );
}

#[test]
fn resident_blocks_that_spin_on_blocks_without_a_place_are_a_deadlock() {
    for schedule in SCHEDULES {
        let mut arrived = Buffer::filled(0u32, 1);
        let mut case = Case::new(kernels::spin_barrier(), 9, 32).buffer(&mut arrived);
        case.resident_blocks = 8;
        let said = ["1 of the grid's 9 blocks have no place", "spin"];
        fails_under(schedule, &case, Fault::Deadlock, TIMEOUT, &said);
    }
}

#[test]
fn a_block_that_spins_while_others_wait_for_it_is_a_deadlock() {
    let mut flag = Buffer::filled(0u32, 1);
    let case = Case::new(kernels::waits_for_flag(), 3, 32)
        .cooperative()
        .buffer(&mut flag);
    fails(
        &case,
        Fault::Deadlock,
        TIMEOUT,
        &["spin", "wait at grid barrier number 1"],
    );
}

#[test]
fn accesses_outside_an_allocation_null_and_misaligned_are_faults_of_their_thread() {
    let mut data = Buffer::filled(0u32, 8);
    let illegal = cudaError::cudaErrorIllegalAddress;
    for index in [8i64, -1, 1 << 40] {
        let case = Case::new(kernels::write_at(), 1, 1)
            .buffer(&mut data)
            .number(index);
        let reports = fails(&case, Fault::Memory, illegal, &["a write of 4 bytes at"]);
        assert!(
            reports
                .iter()
                .all(|report| report.thread == Some([0, 0, 0]))
        );
    }
    let null = Case::new(kernels::write_at(), 1, 1)
        .number(0usize)
        .number(3i64);
    fails(&null, Fault::Memory, illegal, &["null"]);
    let mut out = Buffer::filled(0u32, 1);
    let case = Case::new(kernels::read_misaligned(), 1, 1)
        .buffer(&mut data)
        .buffer(&mut out);
    let code = cudaError::cudaErrorMisalignedAddress;
    fails(&case, Fault::Misaligned, code, &["no multiple of 4"]);
}

#[test]
fn dynamic_shared_memory_ends_where_the_launch_said() {
    for (bytes, index, fits) in [
        (64, 15u32, true),
        (64, 16, false),
        (0, 0, false),
        (232_448, 58_111, true),
    ] {
        let mut case = Case::new(kernels::dynamic_index(), 2, 1).number(index);
        case.dynamic_shared = bytes;
        if fits {
            for schedule in SCHEDULES {
                case.runs(schedule);
            }
        } else {
            let said = format!("asked for {bytes} bytes");
            fails(
                &case,
                Fault::Memory,
                cudaError::cudaErrorIllegalAddress,
                &[&said],
            );
        }
    }
}

#[test]
fn a_kernel_that_never_ends_is_a_runaway_with_or_without_accesses() {
    let mut data = Buffer::filled(0u32, 1);
    let mut case = Case::new(kernels::runaway(), 2, 32).buffer(&mut data);
    case.max_steps = 1_000_000;
    fails(&case, Fault::Runaway, TIMEOUT, &["1000000 steps"]);

    let mut case = Case::new(kernels::endless_arithmetic(), 1, 2)
        .number(1u32)
        .buffer(&mut data);
    case.max_steps = 1_000_000;
    fails(&case, Fault::Runaway, TIMEOUT, &["1000000 steps"]);
}

#[test]
fn a_stack_that_is_used_up_is_noticed() {
    let mut data = Buffer::filled(0u32, 2);
    let case = Case::new(kernels::deep_recursion(), 1, 4)
        .buffer(&mut data)
        .number(100u32);
    for schedule in SCHEDULES {
        case.runs(schedule);
    }
    let case = Case::new(kernels::deep_recursion(), 1, 4)
        .buffer(&mut data)
        .number(100_000u32);
    let code = cudaError::cudaErrorHardwareStackError;
    fails(&case, Fault::StackOverflow, code, &["stack"]);
}

#[test]
fn traps_and_asserts_name_their_thread() {
    let case = Case::new(kernels::trap(), 1, 8);
    for report in fails(
        &case,
        Fault::Trap,
        cudaError::cudaErrorLaunchFailure,
        &["__trap()"],
    ) {
        assert_eq!(report.thread, Some([3, 0, 0]), "{report}");
    }
    let case = Case::new(kernels::failed_assert(), 1, 8).number(5u32);
    let said = ["threadIdx", "limit", "faults.cu:"];
    fails(&case, Fault::Assert, cudaError::cudaErrorAssert, &said);
}

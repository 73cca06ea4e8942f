//! Numbers of 16 bits, intrinsics and vector types, in kernels.

mod support;

use cudart_emu::Schedule;
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

/// Runs a kernel that counts what is wrong, and keeps the last line of it.
fn nothing_is_wrong(schedule: Schedule, change: impl FnOnce(Buffer<u32>) -> (Case, Buffer<u32>)) {
    let (case, wrong) = change(Buffer::filled(0u32, 2));
    case.runs(schedule);
    let found = wrong.read();
    assert_eq!(
        found[0], 0,
        "the last wrong line is {}, schedule {schedule}",
        found[1]
    );
}

#[test]
fn every_number_of_16_bits_and_what_is_between_two_of_them_is_rounded_exactly() {
    nothing_is_wrong(Schedule::InOrder, |mut wrong| {
        let case = Case::new(kernels::half_conversions(), 4, 64).buffer(&mut wrong);
        (case, wrong)
    });
}

#[test]
fn half_precision_arithmetic_is_rounded_once() {
    nothing_is_wrong(Schedule::InOrder, |mut wrong| {
        let case = Case::new(kernels::half_arithmetic(), 4, 64)
            .buffer(&mut wrong)
            .number(500u32);
        (case, wrong)
    });
}

#[test]
fn pairs_of_halves_are_added_by_atomics_and_shuffled() {
    for schedule in SCHEDULES {
        let mut sums = Buffer::filled(0u32, 1);
        nothing_is_wrong(schedule, |mut wrong| {
            let case = Case::new(kernels::half_pairs(), 2, 32);
            (case.buffer(&mut wrong).buffer(&mut sums), wrong)
        });
        // 64 and 32, in half precision.
        assert_eq!(sums.read(), [0x5000_5400], "{schedule}");
    }
}

#[test]
fn functions_of_bits_and_rounded_functions_give_what_cuda_says() {
    for schedule in SCHEDULES {
        nothing_is_wrong(schedule, |mut wrong| {
            let case = Case::new(kernels::bit_functions(), 1, 32).buffer(&mut wrong);
            (case.number(0x1234_5678u32), wrong)
        });
        nothing_is_wrong(schedule, |mut wrong| {
            let case = Case::new(kernels::rounded_functions(), 1, 32).buffer(&mut wrong);
            (case.number(1.0f32 / 3.0), wrong)
        });
    }
}

#[test]
fn vectors_have_cudas_sizes_and_alignments_and_move_as_one() {
    #[derive(Clone, Copy)]
    #[repr(C, align(16))]
    struct Vector([f32; 4]);

    for schedule in SCHEDULES {
        let numbers = |i: usize| Vector([0.0, 1.0, 2.0, 3.0].map(|x| x + 4.0 * i as f32));
        let mut input = Buffer::new((0..32).map(numbers).collect());
        let mut output = Buffer::filled(Vector([0.0; 4]), 32);
        nothing_is_wrong(schedule, |mut wrong| {
            let case = Case::new(kernels::vector_types(), 1, 32).buffer(&mut wrong);
            (case.buffer(&mut input).buffer(&mut output), wrong)
        });
        for (i, Vector(found)) in output.read().into_iter().enumerate() {
            let Vector([x, y, z, w]) = numbers(i);
            assert_eq!(found, [w, z, y, x], "{i}");
        }
    }
}

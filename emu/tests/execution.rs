//! Kernels as they should be, under every schedule.

mod support;

use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

#[test]
fn two_pass_subtracts_the_mean_for_grids_with_and_without_a_share_for_each_block() {
    for schedule in SCHEDULES {
        for (blocks, threads, n) in [(1, 32, 100), (4, 64, 1000), (8, 96, 5), (3, 256, 0)] {
            let input: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let mut input = Buffer::new(input);
            let mut centred = Buffer::filled(f32::NAN, n);
            let mut partial = Buffer::filled(f64::NAN, blocks);
            Case::new(kernels::two_pass(), blocks as u32, threads)
                .cooperative()
                .buffer(&mut input)
                .buffer(&mut centred)
                .buffer(&mut partial)
                .number(n as u64)
                .runs(schedule);
            let mean = (n as f64 - 1.0) / 2.0;
            let expected: Vec<f32> = (0..n).map(|i| (i as f64 - mean) as f32).collect();
            assert_eq!(centred.read(), expected, "{schedule}, {blocks} x {threads}");
        }
    }
}

#[test]
fn reduce_gives_the_same_bits_under_every_schedule_and_grid() {
    let n = 30_011;
    let values: Vec<f32> = (0..n).map(|i| 1.0 / (1 + i) as f32).collect();
    let exact: f64 = values.iter().map(|&value| f64::from(value)).sum();
    let mut bits = Vec::new();
    for schedule in SCHEDULES {
        for blocks in [1, 5] {
            // A vector of quads, so that it is aligned as the kernel needs it.
            let mut words: Vec<u128> = vec![0; n / 4 + 1];
            // SAFETY: that many words have room for n floats.
            unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), words.as_mut_ptr().cast(), n) };
            let mut input = Buffer::new(words);
            let mut partial = Buffer::filled(f64::NAN, 2048);
            let mut result = Buffer::filled(f64::NAN, 1);
            Case::new(kernels::reduce_f32(), blocks, 256)
                .cooperative()
                .buffer(&mut input)
                .buffer(&mut partial)
                .buffer(&mut result)
                .number(n as u64)
                .runs(schedule);
            bits.push(result.read()[0]);
        }
    }
    assert!(
        (bits[0] - exact).abs() < 1e-12 * exact,
        "{} {exact}",
        bits[0]
    );
    assert!(
        bits.iter().all(|sum| sum.to_bits() == bits[0].to_bits()),
        "{bits:?}"
    );
}

/// How many elements of 4 tiles are wrong, and how many threads of a block reach its barrier, 0 where it has none.
fn reverse(
    kernel: *const std::ffi::c_void,
    threads: u32,
    schedule: cudart_emu::Schedule,
) -> (usize, u64) {
    let blocks = 4;
    let n = blocks * threads;
    let mut input = Buffer::new((0..n).collect());
    let mut output = Buffer::filled(u32::MAX, n as usize);
    let statistics = Case::new(kernel, blocks, threads)
        .buffer(&mut input)
        .buffer(&mut output)
        .runs(schedule);
    let reversed = |i: u32| i / threads * threads + (threads - 1 - i % threads);
    let output = output.read();
    let wrong = output.iter().zip(0..);
    let wrong = wrong.filter(|&(&value, i)| value != reversed(i)).count();
    let barriers = statistics.block_barriers;
    let reach = barriers * u64::from(threads) - statistics.returned_at_barriers;
    (wrong, reach.checked_div(barriers).unwrap_or(0))
}

#[test]
fn a_tile_reversed_without_its_barrier_is_wrong_beyond_one_warp_and_right_with_it() {
    use cudart_emu::Schedule;
    println!("                 wrong of 4 tiles                          threads of a block");
    println!(
        "threads    of   no barrier, lockstep   with it, any order   returned from 96 on   at the barrier"
    );
    for threads in [32, 64, 128, 256] {
        let (without, reach) = reverse(kernels::reversed_tile(), threads, Schedule::Lockstep);
        assert_eq!(
            (without == 0, reach),
            (threads == 32, 0),
            "{threads} threads: {without} wrong"
        );
        let with = SCHEDULES.map(|schedule| {
            let (wrong, reach) = reverse(kernels::reversed_tile_barrier(), threads, schedule);
            assert_eq!(reach, u64::from(threads), "{schedule}");
            wrong
        });
        assert_eq!(with, [0; 6], "{threads} threads");
        let returned = SCHEDULES.map(|schedule| {
            let (wrong, reach) = reverse(kernels::reversed_tile_return(), threads, schedule);
            assert_eq!(reach, u64::from(threads.min(96)), "{schedule}");
            assert_eq!(
                wrong > 0,
                threads > 96,
                "{threads}, {schedule}: {wrong} wrong"
            );
            wrong
        });
        println!(
            "{threads:7}  {:4}   {without:20}   {:18}   {:19}   {:14}",
            4 * threads,
            with[0],
            returned[0],
            threads.min(96)
        );
    }
}

#[test]
fn threads_that_returned_before_a_block_barrier_are_dropped_and_counted() {
    for schedule in SCHEDULES {
        let n = 2 * 256;
        let mut input = Buffer::new((0..n).collect::<Vec<u32>>());
        let mut output = Buffer::filled(0u32, n as usize);
        let statistics = Case::new(kernels::reversed_tile_return(), 2, 256)
            .buffer(&mut input)
            .buffer(&mut output)
            .runs(schedule);
        assert_eq!(statistics.block_barriers, 2, "{schedule}");
        assert_eq!(statistics.returned_at_barriers, 2 * 160, "{schedule}");

        let mut out = Buffer::filled(0u32, 3);
        Case::new(kernels::dropped_threads(), 3, 40)
            .buffer(&mut out)
            .runs(schedule);
        assert_eq!(out.read(), [10, 10, 10], "{schedule}");
    }
}

#[test]
fn a_block_barrier_under_a_condition_that_a_block_shares_is_fine() {
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0u32, 5);
        Case::new(kernels::uniform_barrier(), 5, 70)
            .buffer(&mut out)
            .runs(schedule);
        assert_eq!(out.read(), [70, 0, 70, 0, 70], "{schedule}");
    }
}

#[test]
fn counting_barriers_count_and_grid_and_block_barriers_are_counted() {
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(-1i32, 6);
        let statistics = Case::new(kernels::counting_barriers(), 2, 33)
            .buffer(&mut out)
            .runs(schedule);
        assert_eq!(out.read(), [17, 1, 1, 17, 1, 1], "{schedule}");
        assert_eq!(statistics.block_barriers, 6, "{schedule}");
    }
}

#[test]
fn after_each_grid_barrier_no_block_reads_an_old_word() {
    for schedule in SCHEDULES {
        for kernel in [kernels::exchange(), kernels::split_barrier()] {
            let (blocks, threads, rounds) = (6, 33, 20);
            let mut words = Buffer::filled(u32::MAX, blocks * threads);
            let mut stale = Buffer::filled(0u32, 1);
            let statistics = Case::new(kernel, blocks as u32, threads as u32)
                .cooperative()
                .buffer(&mut words)
                .buffer(&mut stale)
                .number(rounds)
                .runs(schedule);
            assert_eq!(stale.read(), [0], "{schedule}");
            assert_eq!(
                statistics.grid_barriers,
                2 * u64::from(rounds as u32),
                "{schedule}"
            );
        }
    }
}

#[test]
fn ten_thousand_grid_barriers_in_a_row_hold() {
    let schedule = cudart_emu::Schedule::InOrder;
    let mut count = Buffer::filled(0u32, 1);
    let mut wrong = Buffer::filled(0u32, 1);
    let statistics = Case::new(kernels::many_barriers(), 4, 32)
        .cooperative()
        .buffer(&mut count)
        .buffer(&mut wrong)
        .number(5000u32)
        .runs(schedule);
    assert_eq!((count.read()[0], wrong.read()[0]), (20_000, 0));
    assert_eq!(statistics.grid_barriers, 10_000);
}

#[test]
fn blocks_beyond_the_resident_ones_run_when_there_is_a_place() {
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0u32, 100);
        let mut case = Case::new(kernels::dropped_threads(), 100, 16).buffer(&mut out);
        case.resident_blocks = 3;
        case.runs(schedule);
        assert_eq!(out.read(), [10; 100], "{schedule}");
    }
}

#[test]
fn a_barrier_made_by_hand_passes_while_the_grid_fits() {
    for schedule in SCHEDULES {
        let mut arrived = Buffer::filled(0u32, 1);
        Case::new(kernels::spin_barrier(), 8, 32)
            .buffer(&mut arrived)
            .runs(schedule);
        assert_eq!(arrived.read(), [8], "{schedule}");
    }
}

#[test]
fn atomics_lose_nothing() {
    for schedule in SCHEDULES {
        let mut counts = Buffer::new(vec![0u32, 1000, 0, u32::MAX, 0, 0, 0, 0]);
        let mut sums = Buffer::filled(0f64, 2);
        Case::new(kernels::atomics(), 3, 50)
            .buffer(&mut counts)
            .buffer(&mut sums)
            .runs(schedule);
        let counts = counts.read();
        assert_eq!(
            counts[..7],
            [300, 850, 149, 0, u32::MAX, 0, 1],
            "{schedule}"
        );
        assert_eq!(sums.read()[0], 75.0, "{schedule}");
        assert_eq!(
            f32::from_bits(sums.read()[1].to_bits() as u32),
            37.5,
            "{schedule}"
        );
    }
}

#[test]
fn shuffles_votes_matches_and_tiles_give_what_the_guide_says() {
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0u32, 8 * 32);
        Case::new(kernels::warps(), 1, 32)
            .buffer(&mut out)
            .runs(schedule);
        let thirds = (0..32)
            .filter(|lane| lane % 3 == 0)
            .fold(0u32, |bits, lane| bits | 1 << lane);
        for (lane, own) in out.read().chunks(8).enumerate() {
            let lane = lane as u32;
            let down = if lane % 8 < 4 { lane + 4 } else { lane };
            let expected = [
                30,
                lane.saturating_sub(1),
                down,
                lane ^ 1,
                thirds,
                0xff << (lane / 8 * 8),
                496,
            ];
            assert_eq!(own[..7], expected, "{schedule}, lane {lane}");
            assert_eq!(
                own[7] >> lane & 1,
                u32::from(lane < 5),
                "{schedule}, lane {lane}"
            );
        }

        let mut out = Buffer::filled(0u32, 4 * 64);
        Case::new(kernels::tiles(), 1, 64)
            .buffer(&mut out)
            .runs(schedule);
        for (thread, own) in out.read().chunks(4).enumerate() {
            let thread = thread as u32;
            let tile = thread / 8;
            let sum: u32 = (8 * tile..8 * tile + 8).sum();
            assert_eq!(
                own[..3],
                [sum, thread % 8 + 100 * tile, 8 * tile + 2],
                "{schedule}, {thread}"
            );
            assert_eq!(own[3] > 0, thread % 2 == 1, "{schedule}, {thread}");
        }
    }
}

#[test]
fn device_variables_constants_and_the_known_ptx_work() {
    let mut before = 40;
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0u32, 4);
        Case::new(kernels::globals(), 1, 4)
            .buffer(&mut out)
            .runs(schedule);
        before += 11;
        assert_eq!(out.read(), [before; 4], "{schedule}");

        let mut out = Buffer::filled(0u32, 64);
        Case::new(kernels::assembly(), 1, 64)
            .buffer(&mut out)
            .number(3u32)
            .runs(schedule);
        assert_eq!(out.read(), [7; 64], "{schedule}");
    }
}

#[test]
fn a_launch_is_the_same_each_time() {
    for schedule in SCHEDULES {
        let run = || {
            let n = 4 * 128;
            let mut input = Buffer::new((0..n).collect::<Vec<u32>>());
            let mut output = Buffer::filled(0u32, n as usize);
            let statistics = Case::new(kernels::reversed_tile(), 4, 128)
                .buffer(&mut input)
                .buffer(&mut output)
                .runs(schedule);
            (statistics, output.read())
        };
        assert_eq!(run(), run(), "{schedule}");
    }
}

#[test]
fn a_missing_barrier_is_a_race_of_two_lines_whatever_the_schedule_and_the_size() {
    for threads in [32, 64, 256, 1024] {
        for schedule in SCHEDULES {
            let run = |kernel| {
                let mut input = Buffer::new((0..2 * threads).collect::<Vec<u32>>());
                let mut output = Buffer::filled(0u32, 2 * threads as usize);
                Case::new(kernel, 2, threads)
                    .without_races()
                    .buffer(&mut input)
                    .buffer(&mut output)
                    .run(schedule)
            };
            let report = run(kernels::reversed_tile()).expect_err("it races");
            assert_eq!(
                report.fault,
                cudart_emu::Fault::Race,
                "{schedule}: {report}"
            );
            let text = report.to_string();
            let lines = [
                "a race: ",
                "race.cu:12",
                "race.cu:16",
                "the __shared__ variable `tile`",
            ];
            for part in lines {
                assert!(text.contains(part), "{threads}, {schedule}: {text}");
            }
            assert_eq!(run(kernels::reversed_tile_barrier()).unwrap().races, 0);
            assert_eq!(run(kernels::reversed_tile_return()).unwrap().races, 0);
        }
    }
}

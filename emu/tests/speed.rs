//! How fast kernels run here: figures on standard output, and bounds as multiples of what a loop of this processor takes in
//! the same run, so that they hold on slow and busy machines too.

mod support;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cudart_emu::{Races, Schedule, Uninitialised};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

/// Time of all processors that this process has had: what others run meanwhile is not counted.
fn processor_time() -> Duration {
    // SAFETY: zeroes are a value of this structure of two numbers, which the function fills in.
    let time = unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        assert_eq!(
            libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time),
            0
        );
        time
    };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn since(begin: Duration) -> Duration {
    processor_time() - begin
}

/// One measurement at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The least time of a few runs.
fn least(mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let begin = processor_time();
        run();
        since(begin).as_secs_f64()
    };
    (0..3).map(time).fold(f64::INFINITY, f64::min)
}

/// Seconds that a load or a store takes in a plain loop over as many words.
fn native_access() -> f64 {
    let (mut words, rounds) = (vec![1_u32; 4096], 2000);
    let time = least(|| kernels::touch_natively(&mut words, rounds));
    time / f64::from(2 * rounds * 4096)
}

/// Seconds that a run takes, and as a multiple of a native access: the least of a few turns, each of which measures
/// both, as a processor that others use is now fast and now slow.
fn in_turn(mut run: impl FnMut()) -> (f64, f64) {
    let turn = |_| {
        let native = native_access();
        let time = least(&mut run);
        (time, time / native)
    };
    let turns: Vec<(f64, f64)> = (0..3).map(turn).collect();
    let least = |part: fn(&(f64, f64)) -> f64| turns.iter().map(part).fold(f64::INFINITY, f64::min);
    (least(|turn| turn.0), least(|turn| turn.1))
}

/// The bounds are four times what a quiet machine takes: processors differ by two in this.
#[test]
fn an_access_takes_at_most_so_many_times_as_long_as_in_a_native_loop() {
    let _alone = alone();
    for (schedule, most) in [
        (Schedule::InOrder, 350.0),
        (Schedule::Lockstep, 1600.0),
        (Schedule::Random(1), 650.0),
    ] {
        for (uninitialised, races) in [
            (Uninitialised::Warn, Races::Warn),
            (Uninitialised::Warn, Races::Off),
            (Uninitialised::Off, Races::Off),
        ] {
            let mut steps = 0;
            let (time, ratio) = in_turn(|| {
                let mut data = Buffer::filled(0u32, 4096);
                let mut case = Case::new(kernels::touch_much(), 1, 256)
                    .buffer(&mut data)
                    .number(4096u32)
                    .number(100u32);
                case.uninitialised = uninitialised;
                case.races = races;
                steps = case.runs(schedule).steps;
            });
            let ratio = ratio / steps as f64;
            println!(
                "accesses, 256 threads, {schedule}, uninitialised={uninitialised}, races={races}: {:.1} million a second, {ratio:.1} native ones each",
                steps as f64 / time / 1e6
            );
            assert!(ratio < most, "{schedule}: {ratio}");
        }
    }
}

#[test]
fn a_thread_at_a_block_barrier_takes_at_most_so_many_native_accesses() {
    let _alone = alone();
    for schedule in SCHEDULES {
        for races in [Races::Warn, Races::Off] {
            let mut case = Case::new(kernels::block_barriers(), 1, 256).number(500u32);
            case.races = races;
            let (time, ratio) = in_turn(|| _ = case.runs(schedule));
            let (cost, ratio) = (time / 500.0, ratio / 500.0 / 256.0);
            println!(
                "block barrier, 256 threads, {schedule}, races={races}: {:.1} us, {ratio:.0} native accesses a thread",
                cost * 1e6
            );
            assert!(ratio < 8000.0, "{schedule}: {ratio}");
        }
    }
}

#[test]
fn a_change_of_blocks_and_a_launch_take_microseconds() {
    let _alone = alone();
    let mut switches = 0;
    let (time, ratio) = in_turn(|| {
        let mut count = Buffer::filled(0u32, 1);
        let mut wrong = Buffer::filled(0u32, 1);
        let case = Case::new(kernels::many_barriers(), 8, 32)
            .cooperative()
            .buffer(&mut count)
            .buffer(&mut wrong)
            .number(1000u32);
        switches = case.runs(Schedule::InOrder).block_switches;
    });
    let (cost, ratio) = (time / switches as f64, ratio / switches as f64);
    println!(
        "block switch: {:.1} us, {ratio:.0} native accesses",
        cost * 1e6
    );
    assert!(ratio < 400_000.0);

    let launches = 20;
    let (time, ratio) = in_turn(|| {
        for _ in 0..launches {
            let case = Case::new(kernels::block_barriers(), 16, 256).number(1u32);
            case.runs(Schedule::InOrder);
        }
    });
    let (cost, ratio) = (time / f64::from(launches), ratio / f64::from(launches));
    println!(
        "launch of 16 x 256: {:.0} us, {ratio:.0} native accesses",
        cost * 1e6
    );
    assert!(ratio < 60e6);
}

#[test]
fn three_thousand_blocks_that_wait_for_each_other_take_seconds() {
    let _alone = alone();
    for schedule in SCHEDULES.into_iter().take(4) {
        let begin = processor_time();
        let mut turn = Buffer::filled(0_u32, 3001);
        let case = Case::new(kernels::chain(), 3000, 64).cooperative();
        case.buffer(&mut turn).runs(schedule);
        let expected: Vec<u32> = (0..3000).map(|block| block * 3).collect();
        assert_eq!(turn.read()[1..], expected);
        let time = since(begin);
        println!("3000 blocks in a chain, {schedule}: {time:?}");
        assert!(time < Duration::from_secs(60), "{schedule}: {time:?}");
    }
}

#[test]
fn twenty_thousand_empty_blocks_cost_at_most_three_times_as_much_on_a_large_device() {
    let _alone = alone();
    let cost = |resident_blocks| {
        let mut case = Case::new(kernels::nothing(), 20_000, 1);
        case.resident_blocks = resident_blocks;
        least(|| _ = case.runs(Schedule::InOrder))
    };
    let (small, large) = (cost(32), cost(4224));
    println!("20,000 empty blocks: {small:.3} s with 32 resident, {large:.3} s with 4224");
    assert!(large < 3.0 * small, "{large} {small}");
}

#[test]
fn a_full_device_of_132_times_1024_threads_is_resident_at_once() {
    let _alone = alone();
    let n = 132 * 1024;
    let mut words = Buffer::filled(0u32, n);
    let mut stale = Buffer::filled(0u32, 1);
    let case = Case::new(kernels::exchange(), 132, 1024)
        .cooperative()
        .buffer(&mut words)
        .buffer(&mut stale)
        .number(2u32);
    let begin = Instant::now();
    case.runs(Schedule::InOrder);
    assert_eq!(stale.read(), [0]);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap();
    println!(
        "132 x 1024 threads, 4 grid barriers: {:?}, {peak}",
        begin.elapsed()
    );
    let kib: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(kib < 3 << 20, "{peak}");
}

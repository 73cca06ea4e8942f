//! How fast kernels run here: figures on standard output, with bounds that only a broken build misses.

mod support;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use cudart_emu::{Schedule, Uninitialised};
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
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn accesses_barriers_and_block_switches_are_fast_enough() {
    let _alone = ALONE.lock();
    for schedule in [Schedule::InOrder, Schedule::Lockstep, Schedule::Random(1)] {
        for uninitialised in [Uninitialised::Warn, Uninitialised::Off] {
            let mut data = Buffer::filled(0u32, 4096);
            let mut case = Case::new(kernels::touch_much(), 1, 256)
                .buffer(&mut data)
                .number(4096u32)
                .number(500u32);
            case.uninitialised = uninitialised;
            let begin = processor_time();
            let steps = case.runs(schedule).steps;
            let rate = steps as f64 / since(begin).as_secs_f64() / 1e6;
            println!(
                "accesses, 256 threads, {schedule}, uninitialised={uninitialised}: {rate:.1} million a second"
            );
            assert!(rate > 5.0);
        }
    }
    for schedule in SCHEDULES {
        let case = Case::new(kernels::block_barriers(), 1, 256).number(2000u32);
        let begin = processor_time();
        case.runs(schedule);
        let cost = since(begin).as_secs_f64() / 2000.0 * 1e6;
        println!("block barrier, 256 threads, {schedule}: {cost:.1} us");
        assert!(cost < 250.0);
    }
    let mut count = Buffer::filled(0u32, 1);
    let mut wrong = Buffer::filled(0u32, 1);
    let case = Case::new(kernels::many_barriers(), 8, 32)
        .cooperative()
        .buffer(&mut count)
        .buffer(&mut wrong)
        .number(1000u32);
    let begin = processor_time();
    let statistics = case.runs(Schedule::InOrder);
    let cost = since(begin).as_secs_f64() / statistics.block_switches as f64 * 1e6;
    println!("block switch: {cost:.1} us, {statistics:?}");
    assert!(cost < 10_000.0);

    let begin = Instant::now();
    for _ in 0..100 {
        Case::new(kernels::block_barriers(), 16, 256)
            .number(1u32)
            .runs(Schedule::InOrder);
    }
    println!(
        "launch of 16 x 256: {:.0} us",
        begin.elapsed().as_secs_f64() * 1e4
    );
}

#[test]
fn a_full_device_of_132_times_1024_threads_is_resident_at_once() {
    let _alone = ALONE.lock();
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

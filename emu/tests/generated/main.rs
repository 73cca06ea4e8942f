//! Two thousand random kernels that do nothing wrong, of which nothing may be reported, and two thousand with one fault, which
//! must be reported as what it is. Each under one of the schedules, in turn.

mod device;
mod fault;
mod generator;
mod program;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use cudart_emu::{Configuration, configure, last_report, set_races, set_schedule};
use cudart_emu::{Races, Schedule, Uninitialised};

use fault::{Kind, PLACES, faulty};
use generator::{Random, Wanted, clean};
use program::{ARRAYS, COUNTS, Program};

const COUNT: u64 = 2000;

/// One launch at a time: a failure resets the device.
static DEVICE: Mutex<()> = Mutex::new(());

/// In which a launch of these sizes ends, whatever it does, on a busy machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// One schedule for each seed, and all of them for each kind of fault.
fn schedule(seed: u64) -> Schedule {
    [
        Schedule::InOrder,
        Schedule::Reverse,
        Schedule::Lockstep,
        Schedule::Random(seed),
    ][(seed / Kind::ALL.len() as u64 % 4) as usize]
}

/// The arrays before the launch.
fn data(random: &mut Random, program: &Program) -> Vec<u32> {
    (0..ARRAYS * program.size())
        .map(|_| random.next() as u32)
        .collect()
}

/// Does it for each seed, one at a time in this process; if one takes too long, nothing is left but to end the process.
fn for_each_seed(races: Races, mut each: impl FnMut(u64)) -> Duration {
    let _alone = DEVICE.lock().unwrap_or_else(PoisonError::into_inner);
    // A device with few places; most launches take some thousand steps.
    let device = format!(
        "small:multiprocessors=2:max_blocks_per_multiprocessor={}",
        PLACES / 2
    );
    let _ = configure(Configuration {
        devices: vec![device.parse().expect("a device")],
        max_steps: 4_000_000,
        uninitialised: Uninitialised::Error,
        ..Configuration::from_environment().expect("an environment")
    });
    set_races(races).expect("the emulator runs");
    let (done, watch) = mpsc::channel::<u64>();
    let watchdog = std::thread::spawn(move || {
        let mut last = None;
        loop {
            match watch.recv_timeout(DEADLINE) {
                Ok(seed) => last = Some(seed),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    eprintln!(
                        "the launch after that of seed {last:?} takes longer than {DEADLINE:?}"
                    );
                    std::process::exit(101);
                }
            }
        }
    });
    let mut longest = Duration::ZERO;
    for seed in 0..COUNT {
        set_schedule(schedule(seed)).expect("the emulator runs");
        let begin = Instant::now();
        each(seed);
        longest = longest.max(begin.elapsed());
        let _ = done.send(seed);
    }
    drop(done);
    watchdog.join().expect("the watchdog ends");
    longest
}

#[test]
fn of_two_thousand_random_clean_kernels_nothing_is_reported_and_each_gives_the_right_result() {
    let (mut silent, mut operations) = (0, 0);
    let longest = for_each_seed(Races::Error, |seed| {
        let mut random = Random(seed);
        let wanted = Wanted {
            cooperative: None,
            clusters: None,
            blocks: (1, PLACES),
            leaves: true,
            flags: true,
        };
        let program = clean(&mut random, wanted);
        let mut right = data(&mut random, &program);
        let before = right.clone();
        let mut counts = vec![0; COUNTS];
        program.result(&mut right, &mut counts);
        let schedule = schedule(seed);
        match device::launch(&program, &before, None) {
            Ok(found) => assert_eq!(
                found,
                (right, counts),
                "seed {seed}, {schedule}, {program:?}"
            ),
            Err(code) => {
                let report = last_report().map(|report| report.to_string());
                panic!("seed {seed}: {code:?}, {report:?}, {program:?}");
            }
        }
        silent += 1;
        operations += program.operations.len();
    });
    println!(
        "{silent} of {COUNT} clean programs silent, {} operations a program, the longest launch {longest:.1?}",
        operations / COUNT as usize
    );
    assert_eq!(silent, COUNT);
}

#[test]
fn each_of_two_thousand_random_kernels_with_one_fault_is_reported_with_the_right_kind() {
    let mut found: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut objections = Vec::new();
    // What the faults lead to may be a race, too: of some it is the first that is seen.
    let longest = for_each_seed(Races::Off, |seed| {
        let kind = Kind::ALL[seed as usize % Kind::ALL.len()];
        let mut random = Random(seed + 1_000_000);
        let faulty = faulty(&mut random, kind);
        let data = data(&mut random, &faulty.program);
        let outcome = device::launch(&faulty.program, &data, faulty.address);
        let objection = match (outcome, last_report()) {
            (Ok(_), _) => Some("nothing was reported".to_owned()),
            (Err(code), None) => Some(format!("{code:?} without a report")),
            (Err(code), Some(report)) => match faulty.objection(&report) {
                None if code != report.code => Some(format!("{code:?} is not the report's")),
                None if report.schedule != schedule(seed) => Some(format!("{report}")),
                objection => objection,
            },
        };
        let (right, all) = found.entry(format!("{kind:?}")).or_default();
        *all += 1;
        match objection {
            None => *right += 1,
            Some(what) => objections.push(format!("{kind:?}, seed {seed}: {what}")),
        }
    });
    for (kind, (right, all)) in &found {
        println!("{right:4} of {all:3}  {kind}");
    }
    let right: u64 = found.values().map(|(right, _)| right).sum();
    println!(
        "{right} of {COUNT} faults reported with the right kind, the longest launch {longest:.1?}"
    );
    assert!(
        objections.is_empty(),
        "{} wrong: {}",
        objections.len(),
        objections.join("\n")
    );
}

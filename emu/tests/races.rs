//! A thousand random programs that race, of each of which both lines are told, and a thousand that are the same but for what
//! was missing, of which nothing is. Each under one of the schedules.

mod support;

use std::collections::BTreeMap;

use cudart_emu::{Fault, Report, Schedule};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case};

/// By number, as in `hazards.cu`, whose lines end with these names.
const KINDS: [&str; 20] = [
    "no_barrier",
    "barrier_after_the_read",
    "written_in_the_next_round",
    "no_grid_barrier",
    "no_cluster_barrier",
    "no_fence_before",
    "no_fence_after",
    "plain_flag",
    "fence_of_the_block",
    "atomic_of_the_block",
    "lanes_without_a_barrier",
    "counter_read_too_early",
    "last_block",
    "barrier_by_hand",
    "written_after_the_arrival",
    "two_writers",
    "lock_without_its_fences",
    "fence_before_the_write",
    "bytes_of_a_neighbour",
    "double_buffer",
];

const PROGRAMS: u64 = 1000;

/// The lines of a race: where its name stands, once or twice.
fn lines(name: &str) -> Vec<String> {
    let source = include_str!("kernels/hazards.cu");
    let named = |line: &&str| {
        line.split_once("//")
            .is_some_and(|(_, names)| names.split_whitespace().any(|word| word == name))
    };
    let found = source.lines().zip(1..).filter(|(line, _)| named(line));
    found
        .map(|(_, number)| format!("hazards.cu:{number}"))
        .collect()
}

struct Random(u64);

impl Random {
    /// From the first to before the second.
    fn within(&mut self, from: u32, to: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        from + ((self.0 >> 33) as u32) % (to - from)
    }
}

/// A program, and how it ends.
fn run(seed: u64, wrong: bool) -> (&'static str, Schedule, Result<u64, Report>) {
    let kind = (seed % KINDS.len() as u64) as u32;
    let schedule = [
        Schedule::InOrder,
        Schedule::Reverse,
        Schedule::Lockstep,
        Schedule::Random(seed),
    ][(seed / KINDS.len() as u64 % 4) as usize];
    let mut random = Random(seed * 2 + 1);
    let name = KINDS[kind as usize];
    let (blocks, threads) = match name {
        "no_cluster_barrier" => (2 * random.within(1, 3), random.within(1, 150)),
        "last_block" => (random.within(2, 6), random.within(6, 150)),
        _ => (random.within(2, 6), random.within(34, 150)),
    };
    let shift = random.within(1, blocks.min(threads).max(2));
    let rounds = random.within(0, 7);
    let mut data = Buffer::filled(0u32, (blocks * threads + 64) as usize);
    let mut words = Buffer::filled(0u32, 128);
    let pointers = [data.address() as usize, words.address() as usize];
    let mut case = Case::new(kernels::hazards(), blocks, threads)
        .cooperative()
        .without_races()
        .number(kind)
        .number(wrong)
        .number(shift)
        .number(rounds)
        .number(pointers)
        .reaches(&mut data)
        .reaches(&mut words);
    if name == "no_cluster_barrier" {
        case.cluster = Some([2, 1, 1]);
    }
    (name, schedule, case.run(schedule).map(|done| done.races))
}

#[test]
fn each_of_a_thousand_racy_programs_is_told_with_both_lines_and_their_right_twins_are_silent() {
    let mut found: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    let mut objections = Vec::new();
    for seed in 0..PROGRAMS {
        let (name, schedule, outcome) = run(seed, true);
        let lines = lines(name);
        assert!(matches!(lines.len(), 1..=2), "{name}: {lines:?}");
        let told = match &outcome {
            Err(report) => {
                let text = &report.what;
                let both = match lines.as_slice() {
                    [one] => text.matches(one.as_str()).count() == 2,
                    several => several.iter().all(|line| text.contains(line.as_str())),
                };
                report.fault == Fault::Race && both
            }
            Ok(_) => false,
        };
        if !told {
            objections.push(format!(
                "{name}, {seed}, {schedule}, {lines:?}: {outcome:?}"
            ));
        }
        let (_, _, twin) = run(seed, false);
        if twin != Ok(0) {
            objections.push(format!(
                "{name}, {seed}, {schedule}, without a race: {twin:?}"
            ));
        }
        let [told_of, silent] = found.entry(name).or_default();
        *told_of += u64::from(told);
        *silent += u64::from(twin == Ok(0));
    }
    for (name, [told, silent]) in &found {
        println!("{told:3} told, {silent:3} right ones silent: {name}");
    }
    let told: u64 = found.values().map(|[told, _]| told).sum();
    println!("{told} of {PROGRAMS} races told with both lines");
    let first = objections.iter().take(12).cloned().collect::<Vec<_>>();
    assert!(
        objections.is_empty(),
        "{} wrong:\n{}",
        objections.len(),
        first.join("\n")
    );
}

//! Kernels in the style of public suites of labelled races, each beside its right twin: the race is told with both lines on the first
//! schedule that it is run on, and on the others; of the twin nothing is.

#![allow(missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)] // what a test stops at

mod support;

use cudart_emu::{Fault, Report, Schedule};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

const SOURCE: &str = include_str!("kernels/twins.cu");

/// The kernels' names, by number, as the table in `twins.cu` has them.
fn names() -> Vec<&'static str> {
    let table = SOURCE
        .split_once("(*const all[])(bool, graph) = {")
        .and_then(|(_, rest)| rest.split_once("};"))
        .expect("the table is there")
        .0;
    let names = table.split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).collect()
}

/// The lines of a race: where its name stands, once or twice.
fn lines(name: &str) -> Vec<String> {
    let named = |line: &str| {
        line.split_once("//").map_or(0, |(_, words)| {
            words
                .split_whitespace()
                .filter(|word| *word == name)
                .count()
        })
    };
    let found = SOURCE.lines().zip(1..);
    found
        .flat_map(|(line, number)| vec![format!("twins.cu:{number}"); named(line)])
        .collect()
}

fn run(kind: usize, wrong: bool, schedule: Schedule) -> Result<u64, Report> {
    let (blocks, threads) = (4, 64);
    let mut data = Buffer::filled(0u32, 2 * blocks * threads);
    let mut words = Buffer::filled(0u32, 256);
    let mut bytes = Buffer::filled(0u8, 256);
    let graph = [
        blocks * threads,
        data.address() as usize,
        words.address() as usize,
        bytes.address() as usize,
    ];
    let case = Case::new(kernels::twins(), blocks as u32, threads as u32)
        .cooperative()
        .without_races()
        .number(kind as u32)
        .number(wrong)
        .number(graph)
        .reaches(&mut data)
        .reaches(&mut words)
        .reaches(&mut bytes);
    case.run(schedule).map(|done| done.races)
}

#[test]
fn of_each_pair_the_wrong_one_is_told_with_both_lines_on_every_schedule_and_the_right_one_is_silent()
 {
    let mut objections = Vec::new();
    for (kind, name) in names().into_iter().enumerate() {
        let lines = lines(name);
        assert_eq!(lines.len(), 2, "{name}: {lines:?}");
        for schedule in SCHEDULES {
            let told = match run(kind, true, schedule) {
                Err(report) if report.fault == Fault::Race => {
                    let counted = |line: &String| report.what.matches(line.as_str()).count();
                    let wanted = if lines[0] == lines[1] { 2 } else { 1 };
                    match lines.iter().all(|line| counted(line) >= wanted) {
                        true => None,
                        false => Some(report.what),
                    }
                }
                other => Some(format!("{other:?}")),
            };
            if let Some(told) = told {
                objections.push(format!("{name}, {schedule}, {lines:?}: {told}"));
            }
            let twin = run(kind, false, schedule);
            if twin != Ok(0) {
                objections.push(format!("{name}, {schedule}, without a race: {twin:?}"));
            }
        }
    }
    assert!(
        objections.is_empty(),
        "{} wrong:\n{}",
        objections.len(),
        objections.join("\n")
    );
}

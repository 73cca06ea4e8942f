//! Small kernels that do one thing wrong, as one who tests the emulator would write them: each is reported as what it is, with
//! its line, under every schedule. What is expected stands beside the faulty line (`kernels/faulty/faulty.cuh`).

mod support;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cudart_emu::api::device::{cudaDeviceReset, cudaDeviceSynchronize, cudaSetDevice};
use cudart_emu::api::error::cudaGetLastError;
use cudart_emu::{
    Configuration, Report, Uninitialised, configure, last_races, last_report, last_warning,
    set_schedule,
};
use cudart_emu_test_kernels::faulty;
use support::{SCHEDULES, has_the_symbols};

const SOURCES: [(&str, &str); 7] = [
    ("accesses.cu", include_str!("kernels/faulty/accesses.cu")),
    (
        "asynchronous.cu",
        include_str!("kernels/faulty/asynchronous.cu"),
    ),
    ("barriers.cu", include_str!("kernels/faulty/barriers.cu")),
    ("endless.cu", include_str!("kernels/faulty/endless.cu")),
    ("indices.cu", include_str!("kernels/faulty/indices.cu")),
    ("others.cu", include_str!("kernels/faulty/others.cu")),
    ("ways.cu", include_str!("kernels/faulty/ways.cu")),
];

/// What the report of a kernel has to say.
#[derive(Debug, Default)]
struct Expected {
    fault: String,
    words: String,
    /// All of these places are named, and one of those.
    all: Vec<String>,
    any: Vec<String>,
}

/// By the kernel's name, from the comments in the sources.
fn expected() -> BTreeMap<String, Expected> {
    let mut all = BTreeMap::new();
    for (file, text) in SOURCES {
        let mut next = Expected::default();
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            let place = format!("{file}:{}", number + 1);
            let said = if let Some((_, said)) = line.split_once("//!") {
                next.all.push(place);
                said.trim()
            } else if let Some((_, said)) = line.split_once("//?") {
                next.any.push(place);
                said.trim()
            } else {
                ""
            };
            if let Some((fault, words)) = said.split_once(": ") {
                (next.fault, next.words) = (fault.to_owned(), words.to_owned());
            }
            if let Some((_, name)) = line.split_once("FAULTY(") {
                let name = name.split(')').next().unwrap().to_owned();
                assert_ne!(next.fault, "", "{name} expects nothing");
                all.insert(name, std::mem::take(&mut next));
            }
        }
    }
    all
}

impl Expected {
    /// What is wrong with a report.
    fn objection(&self, report: &Report) -> Option<String> {
        let text = report.to_string();
        // Not `a.cu:12` in `a.cu:123`.
        let names = |place: &String| {
            let after = text.match_indices(place.as_str());
            let mut after = after.map(|(at, _)| text[at + place.len()..].chars().next());
            after.any(|next| !next.is_some_and(|next| next.is_ascii_digit()))
        };
        if format!("{:?}", report.fault) != self.fault {
            return Some(format!("is {:?}: {text}", report.fault));
        }
        if !text.contains(&self.words) {
            return Some(format!("does not say `{}`: {text}", self.words));
        }
        if !self.all.iter().all(names) || !(self.any.is_empty() || self.any.iter().any(names)) {
            return Some(format!(
                "does not name {:?} {:?}: {text}",
                self.all, self.any
            ));
        }
        None
    }
}

/// With `COOP_EMU_ALL=1` on three devices, and with the bound on steps that users have; else on the small one, with less patience.
fn is_thorough() -> bool {
    std::env::var_os("COOP_EMU_ALL").is_some()
}

const LONGEST: Duration = Duration::from_secs(20);

#[test]
fn every_faulty_kernel_is_reported_as_what_it_is_with_its_line_under_every_schedule() {
    if !has_the_symbols() {
        return;
    }
    let devices: &[&str] = match is_thorough() {
        true => &["small", "t4", "h200"],
        false => &["small"],
    };
    let usual = Configuration::from_environment().expect("an environment");
    configure(Configuration {
        devices: devices.iter().map(|name| name.parse().unwrap()).collect(),
        max_steps: if is_thorough() {
            usual.max_steps
        } else {
            4_000_000
        },
        uninitialised: Uninitialised::Warn,
        ..usual
    })
    .expect("the first call");
    let (expected, mut kernels) = (expected(), faulty());
    assert_eq!(expected.len(), kernels.len());
    if let Ok(only) = std::env::var("COOP_EMU_ONLY") {
        kernels.retain(|(name, _)| name.contains(&only));
    }
    let (mut wrong, mut longest) = (Vec::new(), (Duration::ZERO, String::new()));
    for (number, device) in devices.iter().enumerate() {
        for schedule in SCHEDULES {
            set_schedule(schedule).expect("the emulator runs");
            for (name, launch) in &kernels {
                let (warned, expected) = (last_warning(), &expected[*name]);
                let begin = Instant::now();
                // SAFETY: takes nothing, as the others; nothing of the device is used any more afterwards.
                let code = unsafe {
                    let _ = cudaSetDevice(number as i32);
                    launch();
                    cudaDeviceSynchronize()
                };
                let report = match expected.fault.as_str() {
                    "Uninitialised" => last_warning().filter(|_| last_warning() != warned),
                    "Race" => last_races().into_iter().next(),
                    _ => last_report().filter(|report| report.code == code),
                };
                let objection = match report {
                    None => Some(format!("nothing was reported, {code:?}")),
                    Some(report) if report.schedule != schedule => Some("an old report".into()),
                    Some(report) => expected.objection(&report),
                };
                wrong.extend(objection.map(|what| format!("{name}, {device}, {schedule}: {what}")));
                longest = longest.max((begin.elapsed(), format!("{name}, {schedule}")));
                // SAFETY: as above.
                unsafe {
                    let _ = cudaDeviceReset();
                    let _ = cudaGetLastError();
                }
            }
        }
    }
    println!("{} kernels; the longest: {longest:.1?}", kernels.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(longest.0 < LONGEST, "{longest:?}");
}

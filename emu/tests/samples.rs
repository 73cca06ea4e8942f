//! Right kernels in the ways of the textbooks: under every schedule, on three devices, each computes what it should, and
//! nothing is reported.

mod support;

use cuda_sys::cudaError;
use cudart_emu::api::device::{cudaDeviceReset, cudaDeviceSynchronize, cudaSetDevice};
use cudart_emu::{
    Configuration, Races, Uninitialised, configure, last_report, last_warning, set_schedule,
};
use cudart_emu_test_kernels::samples;
use support::{SCHEDULES, has_the_symbols};

const DEVICES: [&str; 3] = ["small", "t4", "h200"];

#[test]
fn every_sample_is_right_and_silent_under_every_schedule_on_three_devices() {
    if !has_the_symbols() {
        return;
    }
    let devices = DEVICES.map(|name| name.parse().expect("a device"));
    configure(Configuration {
        devices: devices.into(),
        uninitialised: Uninitialised::Error,
        races: Races::Error,
        ..Configuration::from_environment().expect("an environment")
    })
    .expect("the first call");
    let mut samples = samples();
    assert!(samples.len() >= 48, "{}", samples.len());
    if let Ok(only) = std::env::var("COOP_EMU_ONLY") {
        samples.retain(|(name, _)| name.contains(&only));
    }
    let mut wrong = Vec::new();
    for (number, device) in DEVICES.iter().enumerate() {
        // SAFETY: takes a number.
        let code = unsafe { cudaSetDevice(number as i32) };
        assert_eq!(code, cudaError::cudaSuccess);
        for schedule in SCHEDULES {
            set_schedule(schedule).expect("the emulator runs");
            for (name, run) in &samples {
                let begin = std::time::Instant::now();
                // SAFETY: takes nothing.
                let (right, code) = unsafe { (run(), cudaDeviceSynchronize()) };
                let report = last_report().or_else(last_warning);
                if !right || code != cudaError::cudaSuccess {
                    let report = report.map(|report| report.to_string());
                    wrong.push(format!(
                        "{name}, {device}, {schedule}: {code:?}, {report:?}"
                    ));
                    // SAFETY: nothing of the device is used any more.
                    let _ = unsafe { cudaDeviceReset() };
                }
                let time = begin.elapsed();
                if time.as_secs() > 5 {
                    wrong.push(format!("{name}, {device}, {schedule}: takes {time:?}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(last_report().or_else(last_warning), None);
}

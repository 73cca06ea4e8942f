//! What a test on a device, real or emulated, takes: the device, or the line that says that there is none; and a deadline
//! for every launch.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use coop::{Device, Stream};
use cudart_emu::{Configuration, Races};

pub use crate::skipped;

/// Device 0, current on this thread; `None` where there is none, which is then said.
pub fn device() -> Option<Device> {
    devices(1).map(|devices| devices[0])
}

/// The first `wanted` devices, the first of them current; `None` as for [`device`].
///
/// `COOP_REQUIRE_GPU=n` says that the machine has n devices: a test that finds fewer, and needs no more than n, fails.
pub fn devices(wanted: usize) -> Option<Vec<Device>> {
    if coop::EMULATED {
        emulate_two();
    }
    let required = required();
    let why = match Device::all() {
        Ok(all) => {
            let devices: Vec<Device> = all.take(wanted).collect();
            if devices.len() == wanted {
                devices[0]
                    .make_current()
                    .expect("device 0 can be made current");
                return Some(devices);
            }
            format!("{wanted} devices are needed, {} found", devices.len())
        }
        Err(error) => error.to_string(),
    };
    assert!(
        wanted > required,
        "COOP_REQUIRE_GPU={required}, and the test needs {wanted}: {why}"
    );
    skipped(&why);
    None
}

/// How many devices the machine has, as `COOP_REQUIRE_GPU` says.
pub fn required() -> usize {
    match std::env::var("COOP_REQUIRE_GPU") {
        Ok(number) if !number.is_empty() => number
            .parse()
            .expect("COOP_REQUIRE_GPU is a number of devices"),
        _ => 0,
    }
}

/// An example that `cargo test` builds beside the tests. Where it was not built the test is skipped, or fails where
/// `COOP_REQUIRE_GPU` says that everything is there.
pub fn example(name: &str) -> Option<Command> {
    let this = std::env::current_exe().expect("the test program has a path");
    let build = this.parent().and_then(Path::parent);
    let program = build
        .expect("it lies two folders down")
        .join("examples")
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION);
    if program.is_file() {
        let mut command = Command::new(program);
        if std::env::var_os(cudart_emu::RACES).is_none() {
            command.env(cudart_emu::RACES, "error");
        }
        return Some(command);
    }
    let why = format!("the example `{name}` is not built");
    assert!(required() == 0, "{why}");
    skipped(&why);
    None
}

/// As [`example`], where there is a device to run it on.
pub fn example_on_a_device(name: &str) -> Option<Command> {
    device()?;
    example(name)
}

/// Two small devices, unless the environment says which, and the registers of kernels that differ in them. A race ends a launch. The
/// first test to ask decides, before any call of the runtime.
fn emulate_two() {
    let mut configuration =
        Configuration::from_environment().expect("the environment says what can be emulated");
    // As nvcc has them for an H200; only it knows.
    for (kernel, registers) in [
        ("few_registers", 16),
        ("some_registers", 80),
        ("many_registers", 249),
        ("bounded_registers", 60),
    ] {
        configuration.registers.insert(kernel.to_owned(), registers);
    }
    if std::env::var_os(cudart_emu::DEVICES).is_none() {
        configuration.devices = vec![configuration.devices[0].clone(); 2];
    }
    if std::env::var_os(cudart_emu::RACES).is_none() {
        configuration.races = Races::Error;
    }
    let _ = cudart_emu::configure(configuration); // an error where another test was first
}

/// As [`device`], for a test of what the emulator does not model: where it is the runtime, the line says `why` not.
pub fn real_device(why: &str) -> Option<Device> {
    if coop::EMULATED {
        skipped(&format!("emulated: {why}"));
        return None;
    }
    device()
}

/// Waits for the stream, at most `seconds`. A kernel that hangs cannot be stopped, so that then the process is.
///
/// # Errors
///
/// What the stream's work ended with.
pub fn wait(stream: &Stream, seconds: u64) -> coop::Result<()> {
    let end = Instant::now() + Duration::from_secs(seconds);
    while !stream.is_done()? {
        if Instant::now() > end {
            crate::say("the stream is not done at its deadline; a kernel hangs");
            std::process::abort();
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    stream.synchronize()
}

/// Calls `body` once on a device, and emulated under each schedule, with its name for messages.
pub fn each_schedule(mut body: impl FnMut(&str)) {
    if !coop::EMULATED {
        return body("on a device");
    }
    for name in ["in-order", "reverse", "lockstep", "random:1", "random:2"] {
        let schedule = name.parse().expect("a schedule of this name exists");
        cudart_emu::set_schedule(schedule).expect("the emulator begins");
        body(name);
    }
}

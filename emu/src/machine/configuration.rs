//! What is emulated: which devices, in which order threads run, how long a kernel may take.

use std::collections::BTreeMap;
use std::env;

use crate::judge::{ParseRacesError, ParseUninitialisedError, Races, Uninitialised};
use crate::machine::description::{Description, ParseDescriptionError};
use crate::schedule::{ParseScheduleError, Schedule};

/// Devices, separated by commas: `small`, `t4,a100`, `h200:multiprocessors=16`; or `none`.
pub const DEVICES: &str = "COOP_EMU_DEVICES";
/// The order in which threads run: `in-order`, `reverse`, `lockstep`, `random:<seed>`.
pub const SCHEDULE: &str = "COOP_EMU_SCHEDULE";
pub use crate::launch::MAX_STEPS;
/// What becomes of reads of memory that nobody has written: `off`, `warn`, `error`.
pub const UNINITIALISED: &str = "COOP_EMU_UNINITIALISED";
/// What becomes of races: `off`, where nothing is said; `warn`, `error`.
pub const RACES: &str = "COOP_EMU_RACES";

/// Registers that a thread of a kernel takes on a device, as `nvcc -Xptxas -v` tells: `name=64,other=128`.
pub const REGISTERS: &str = "COOP_EMU_REGISTERS";

/// Some 10 to 15 seconds of a processor of 2020.
const DEFAULT_MAX_STEPS: u64 = 1_500_000_000;

/// What is emulated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// The devices, by number.
    pub devices: Vec<Description>,
    /// The order in which threads run.
    pub schedule: Schedule,
    /// Steps of all threads of a launch together in which none returns, after which the kernel counts as a runaway.
    pub max_steps: u64,
    /// What becomes of a kernel's reads of memory that nobody has written.
    pub uninitialised: Uninitialised,
    /// What becomes of a kernel's races.
    pub races: Races,
    /// Registers that a thread takes on a device, by the kernel's name; 32 for others, which never limit occupancy.
    pub registers: BTreeMap<String, u32>,
}

/// A variable of the environment that says what cannot be emulated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigurationError {
    /// `COOP_EMU_DEVICES`.
    #[error("{DEVICES}: {0}")]
    Device(#[from] ParseDescriptionError),
    /// `COOP_EMU_SCHEDULE`.
    #[error("{SCHEDULE}: {0}")]
    Schedule(#[from] ParseScheduleError),
    /// `COOP_EMU_UNINITIALISED`.
    #[error("{UNINITIALISED}: {0}")]
    Uninitialised(#[from] ParseUninitialisedError),
    /// `COOP_EMU_RACES`.
    #[error("{RACES}: {0}")]
    Races(#[from] ParseRacesError),
    /// `COOP_EMU_REGISTERS`.
    #[error(
        "{REGISTERS}: `{0}` is no kernel with its registers, such as `sum=64`; a thread has 1 to 255"
    )]
    Registers(String),
    /// `COOP_EMU_MAX_STEPS`.
    #[error("{MAX_STEPS} is `{0}`; it must be a positive number of steps")]
    MaxSteps(String),
}

impl Configuration {
    /// What the environment says; where it says nothing, one device `small` and the order `in-order`.
    ///
    /// # Errors
    ///
    /// If a variable has a value that it cannot have.
    pub fn from_environment() -> Result<Self, ConfigurationError> {
        Self::parse(|name| env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn parse(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigurationError> {
        let [
            devices,
            schedule,
            max_steps,
            uninitialised,
            races,
            registers,
        ] = [
            DEVICES,
            SCHEDULE,
            MAX_STEPS,
            UNINITIALISED,
            RACES,
            REGISTERS,
        ]
        .map(variable);
        let devices = devices.as_deref().unwrap_or("small");
        Ok(Self {
            devices: match devices {
                "none" => Vec::new(),
                list => list.split(',').map(str::parse).collect::<Result<_, _>>()?,
            },
            schedule: match schedule {
                Some(name) => name.parse()?,
                None => Schedule::InOrder,
            },
            max_steps: match max_steps {
                Some(steps) => steps
                    .parse()
                    .ok()
                    .filter(|&steps| steps > 0)
                    .ok_or(ConfigurationError::MaxSteps(steps))?,
                None => DEFAULT_MAX_STEPS,
            },
            uninitialised: match uninitialised {
                Some(name) => name.parse()?,
                None => Uninitialised::default(),
            },
            races: match races {
                Some(name) => name.parse()?,
                None => Races::default(),
            },
            registers: match registers {
                Some(list) => list
                    .split(',')
                    .map(|item| {
                        registers_of(item).ok_or_else(|| ConfigurationError::Registers(item.into()))
                    })
                    .collect::<Result<_, _>>()?,
                None => BTreeMap::new(),
            },
        })
    }
}

/// `name=64`.
fn registers_of(item: &str) -> Option<(String, u32)> {
    let (name, number) = item.split_once('=')?;
    let number = number.trim().parse().ok()?;
    let fine = !name.trim().is_empty() && (1..=255).contains(&number);
    fine.then(|| (name.trim().to_owned(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With these variables; one without a value is not there.
    fn of(variables: &[(&str, &str)]) -> Result<Configuration, String> {
        let value = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found
                .map(|(_, value)| (*value).to_owned())
                .filter(|value| !value.is_empty())
        };
        Configuration::parse(value).map_err(|error| error.to_string())
    }

    fn parse(devices: &str, schedule: &str, steps: &str) -> Result<Configuration, String> {
        of(&[(DEVICES, devices), (SCHEDULE, schedule), (MAX_STEPS, steps)])
    }

    #[test]
    fn without_variables_there_is_one_small_device_and_threads_run_in_order() {
        let found = parse("", "", "").unwrap();
        assert_eq!(found.devices, [Description::named("small").unwrap()]);
        assert_eq!(found.schedule, Schedule::InOrder);
    }

    #[test]
    fn several_devices_are_separated_by_commas() {
        let found = parse("t4, h200:multiprocessors=3", "random:7", "10").unwrap();
        let multiprocessors: Vec<_> = found
            .devices
            .iter()
            .map(|device| device.limits.multiprocessors)
            .collect();
        assert_eq!(multiprocessors, [40, 3]);
        assert_eq!((found.schedule, found.max_steps), (Schedule::Random(7), 10));
        assert_eq!(parse("none", "", "").unwrap().devices, []);
    }

    #[test]
    fn unless_told_otherwise_uninitialised_reads_and_races_are_warned_of() {
        let parse = |mode| of(&[(UNINITIALISED, mode), (RACES, mode)]);
        let modes = |mode| parse(mode).map(|found| (found.uninitialised, found.races));
        assert_eq!(modes(""), Ok((Uninitialised::Warn, Races::Warn)));
        assert_eq!(modes("error"), Ok((Uninitialised::Error, Races::Error)));
        for name in [UNINITIALISED, RACES] {
            let error = of(&[(name, "yes")]).unwrap_err();
            assert!(error.starts_with(&format!("{name}: `yes`")), "{error}");
        }
    }

    #[test]
    fn registers_are_stated_by_kernel() {
        let parse = |list: &str| {
            let found = of(&[(REGISTERS, list)]);
            found.map(|found| found.registers.into_iter().collect::<Vec<_>>())
        };
        let found = parse("sum=64, solve = 128").unwrap();
        assert_eq!(found, [("solve".to_owned(), 128), ("sum".to_owned(), 64)]);
        for wrong in ["sum", "sum=", "=3", "sum=0", "sum=256", "sum=64,"] {
            assert!(
                parse(wrong)
                    .unwrap_err()
                    .starts_with("COOP_EMU_REGISTERS: `")
            );
        }
    }

    #[test]
    fn a_wrong_variable_is_named() {
        assert!(
            parse("x", "", "")
                .unwrap_err()
                .starts_with("COOP_EMU_DEVICES: `x`")
        );
        assert!(
            parse("", "x", "")
                .unwrap_err()
                .starts_with("COOP_EMU_SCHEDULE: `x`")
        );
        assert!(
            parse("", "", "0")
                .unwrap_err()
                .starts_with("COOP_EMU_MAX_STEPS is `0`")
        );
    }
}

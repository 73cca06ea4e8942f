//! Devices that can be emulated: by name, and by name with other figures.

use std::fmt;
use std::str::FromStr;

use cuda_occupancy::{DeviceLimits, devices};

const GIB: usize = 1 << 30;

/// An emulated device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// What the runtime calls it.
    pub name: String,
    /// The text that it was made from, as in `h200:multiprocessors=16`.
    pub asked_for: String,
    /// What it offers to kernels.
    pub limits: DeviceLimits,
    /// Bytes of device memory. They are the host's: only what is allocated takes any.
    pub memory_bytes: usize,
}

/// The names that [`Description`] can be made from.
pub const NAMES: [&str; 5] = ["small", "t4", "a100", "h200", "no-cooperative"];

/// The figures that can be changed after a name, as in `h200:multiprocessors=16`.
pub const FIELDS: [&str; 9] = [
    "multiprocessors",
    "max_threads_per_multiprocessor",
    "max_blocks_per_multiprocessor",
    "shared_bytes_per_block_optin",
    "shared_bytes_per_multiprocessor",
    "compute_capability",
    "cooperative_launch",
    "cluster_launch",
    "memory_bytes",
];

impl Description {
    /// The device of that name, one of [`NAMES`].
    ///
    /// `small` is an H200 with 2 multiprocessors and 1 GiB: what does not depend on the size of the device behaves as on
    /// that, and a grid that fills the device is small. `no-cooperative` is the same without cooperative launches.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let small = DeviceLimits {
            multiprocessors: 2,
            ..devices::H200
        };
        let (limits, memory_bytes) = match name {
            "small" => (small, GIB),
            "t4" => (devices::T4, 15 * GIB),
            "a100" => (devices::A100, 40 * GIB),
            "h200" => (devices::H200, 139 * GIB),
            "no-cooperative" => (
                DeviceLimits {
                    cooperative_launch: false,
                    ..small
                },
                GIB,
            ),
            _ => return None,
        };
        Some(Self {
            name: format!("emulated {name}"),
            asked_for: name.to_owned(),
            limits,
            memory_bytes,
        })
    }

    fn set(&mut self, field: &str, value: &str) -> Option<()> {
        let limits = &mut self.limits;
        let positive = || value.parse().ok().filter(|&figure: &u32| figure > 0);
        match field {
            "multiprocessors" => limits.multiprocessors = positive()?,
            "max_threads_per_multiprocessor" => limits.max_threads_per_multiprocessor = positive()?,
            "max_blocks_per_multiprocessor" => limits.max_blocks_per_multiprocessor = positive()?,
            "shared_bytes_per_block_optin" => limits.shared_bytes_per_block_optin = positive()?,
            "shared_bytes_per_multiprocessor" => {
                limits.shared_bytes_per_multiprocessor = positive()?;
            }
            "compute_capability" => {
                let (major, minor) = value.split_once('.')?;
                limits.compute_capability = (major.parse().ok()?, minor.parse().ok()?);
            }
            "cooperative_launch" => limits.cooperative_launch = value.parse().ok()?,
            "cluster_launch" => limits.cluster_launch = value.parse().ok()?,
            "memory_bytes" => self.memory_bytes = value.parse().ok().filter(|&bytes| bytes > 0)?,
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.limits.compute_capability;
        write!(
            f,
            "{}: {} multiprocessors, compute capability {major}.{minor}, {} MiB",
            self.name,
            self.limits.multiprocessors,
            self.memory_bytes >> 20
        )
    }
}

/// A text that describes no device.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseDescriptionError {
    /// The name is none of [`NAMES`].
    #[error("`{}` is no emulated device: choose {names} (with changes after it as in `h200:multiprocessors=16`), or `none` alone",
            .0.escape_debug(), names = NAMES.join(", "))]
    Name(String),
    /// What follows the name changes nothing that there is.
    #[error("`{}` changes nothing of an emulated device: write `field=value` with one of {fields}; figures are positive, \
             `compute_capability` is as in 9.0, and `cooperative_launch` and `cluster_launch` are true or false",
            .0.escape_debug(), fields = FIELDS.join(", "))]
    Field(String),
}

impl FromStr for Description {
    type Err = ParseDescriptionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default();
        let mut description =
            Self::named(name).ok_or_else(|| ParseDescriptionError::Name(name.to_owned()))?;
        for part in parts {
            part.split_once('=')
                .and_then(|(field, value)| description.set(field.trim(), value.trim()))
                .ok_or_else(|| ParseDescriptionError::Field(part.to_owned()))?;
        }
        text.trim().clone_into(&mut description.asked_for);
        Ok(description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_device_and_another_is_refused_with_the_names() {
        for name in NAMES {
            assert!(Description::named(name).is_some(), "{name}");
        }
        let error = "gtx".parse::<Description>().unwrap_err().to_string();
        assert!(
            error.contains("`gtx`") && error.contains("no-cooperative"),
            "{error}"
        );
    }

    #[test]
    fn every_field_can_be_changed() {
        for field in FIELDS {
            let value = match field {
                "compute_capability" => "8.7",
                "cooperative_launch" | "cluster_launch" => "false",
                _ => "12",
            };
            let changed: Description = format!("small:{field}={value}").parse().unwrap();
            assert_ne!(changed, Description::named("small").unwrap(), "{field}");
        }
        let two: Description = "t4:multiprocessors=2:memory_bytes=4096".parse().unwrap();
        assert_eq!((two.limits.multiprocessors, two.memory_bytes), (2, 4096));
    }

    #[test]
    fn a_change_that_makes_no_sense_is_refused_with_the_fields() {
        for change in [
            "multiprocessors=0",
            "multiprocessors",
            "cores=3",
            "cluster_launch=2",
        ] {
            let error = format!("small:{change}")
                .parse::<Description>()
                .unwrap_err();
            assert_eq!(error, ParseDescriptionError::Field(change.to_owned()));
            assert!(error.to_string().contains("max_blocks_per_multiprocessor"));
        }
    }
}

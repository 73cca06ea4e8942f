//! What becomes of that which is no fault on a device, and mostly not meant.

use std::fmt;
use std::str::FromStr;

macro_rules! strictness {
    ($(#[$about:meta])* $mode:ident: $default:ident, $error:ident, $what:literal) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $mode {
            /// It is not looked for.
            Off,
            /// It is counted, and the launch's first ones are told.
            Warn,
            /// It ends the launch.
            Error,
        }

        impl Default for $mode {
            fn default() -> Self {
                $mode::$default
            }
        }

        impl fmt::Display for $mode {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $mode::Off => "off",
                    $mode::Warn => "warn",
                    $mode::Error => "error",
                })
            }
        }

        /// A name that is none of the three.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[error("`{}` says nothing of {what}: choose off, warn or error", .0.escape_debug(), what = $what)]
        pub struct $error(String);

        impl FromStr for $mode {
            type Err = $error;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let all = [$mode::Off, $mode::Warn, $mode::Error];
                all.into_iter()
                    .find(|mode| mode.to_string() == name)
                    .ok_or_else(|| $error(name.to_owned()))
            }
        }
    };
}

strictness! {
    /// What becomes of a read of memory that nobody has written; a warning by default.
    Uninitialised: Warn, ParseUninitialisedError, "reads of uninitialised memory"
}

strictness! {
    /// What becomes of a race: two accesses to a byte, of which one writes and one is plain, that nothing orders; a warning by
    /// default.
    Races: Warn, ParseRacesError, "races"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_is_read_as_it_is_printed() {
        for mode in ["off", "warn", "error"] {
            assert_eq!(mode.parse::<Uninitialised>().unwrap().to_string(), mode);
            assert_eq!(mode.parse::<Races>().unwrap().to_string(), mode);
        }
        let error = "Error".parse::<Races>().unwrap_err().to_string();
        assert_eq!(
            error,
            "`Error` says nothing of races: choose off, warn or error"
        );
    }
}

//! The version of a toolkit, read from its header: nvcc may be absent, or of another machine.

use std::fmt;

/// The version of a CUDA toolkit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// 13 of 13.0.
    pub major: u32,
    /// 0 of 13.0.
    pub minor: u32,
}

impl Version {
    /// From `CUDART_VERSION`, which is `1000 * major + 10 * minor`.
    pub const fn from_cudart_version(number: u32) -> Self {
        Version {
            major: number / 1000,
            minor: number % 1000 / 10,
        }
    }

    /// As `CUDART_VERSION` has it: 13000 for 13.0.
    pub const fn cudart_version(self) -> u32 {
        self.major * 1000 + self.minor * 10
    }

    /// From the text of `cuda_runtime_api.h`.
    pub(crate) fn from_header(text: &str) -> Option<Self> {
        text.lines().find_map(|line| {
            let mut words = line.trim_start().strip_prefix('#')?.split_whitespace();
            if (words.next()?, words.next()?) != ("define", "CUDART_VERSION") {
                return None;
            }
            words.next()?.parse().ok().map(Version::from_cudart_version)
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_read_from_the_define_whatever_its_spacing() {
        for text in [
            "#define CUDART_VERSION  13000",
            "x\n # define CUDART_VERSION 13000 /* comment */\ny",
        ] {
            assert_eq!(
                Version::from_header(text),
                Some(Version {
                    major: 13,
                    minor: 0
                })
            );
        }
    }

    #[test]
    fn version_is_not_taken_from_another_define_or_a_use() {
        let text =
            "#define CUDART_VERSION_OLD 9000\n#if CUDART_VERSION 1\n#define CUDART_VERSION other";
        assert_eq!(Version::from_header(text), None);
    }

    #[test]
    fn a_minor_version_that_nobody_has_seen_is_a_version() {
        let version = Version::from_header("#define CUDART_VERSION 13990");
        assert_eq!(
            version,
            Some(Version {
                major: 13,
                minor: 99
            })
        );
        assert_eq!(version.map(Version::cudart_version), Some(13990));
    }

    #[test]
    fn versions_compare_by_major_then_minor() {
        assert!(
            Version {
                major: 12,
                minor: 9
            } < Version {
                major: 13,
                minor: 0
            }
        );
        assert_eq!(
            Version {
                major: 12,
                minor: 8
            }
            .to_string(),
            "12.8"
        );
    }
}

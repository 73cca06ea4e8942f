//! Which architectures kernels are compiled for: the list a user writes, and what nvcc is told.

use std::fmt;

use crate::error::Error;
use cuda_toolkit::Version;

/// One architecture, and the forms of code to emit for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arch {
    /// Compute capability without its dot: 90 for 9.0.
    number: u32,
    /// `a` or `f`: features of this architecture, or of its family.
    suffix: Option<char>,
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Machine code, and PTX too if this is the newest of the list.
    Default,
    /// Machine code only (`-real`).
    Real,
    /// PTX only (`-virtual`).
    Virtual,
}

/// What nvcc is to emit: machine code for some architectures, PTX for some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Targets {
    real: Vec<String>,
    ptx: Vec<String>,
}

/// Major and minor version of CUDA.
type Release = (u32, u32);

/// Architectures by number, with the first and the last version of CUDA that compiles for them. The last toolkit this
/// table was checked against is [`CHECKED`].
const KNOWN: &[(u32, Release, Release)] = &[
    (50, ANY, (12, 9)),
    (52, ANY, (12, 9)),
    (53, ANY, (12, 9)),
    (60, ANY, (12, 9)),
    (61, ANY, (12, 9)),
    (62, ANY, (12, 9)),
    (70, ANY, (12, 9)),
    (72, ANY, (12, 9)),
    (75, ANY, STILL),
    (80, ANY, STILL),
    (86, ANY, STILL),
    (87, ANY, STILL),
    (88, (13, 0), STILL),
    (89, ANY, STILL),
    (90, ANY, STILL),
    (100, (12, 8), STILL),
    (101, (12, 8), (12, 9)),
    (103, (12, 9), STILL),
    (110, (13, 0), STILL),
    (120, (12, 8), STILL),
    (121, (12, 9), STILL),
];
const ANY: Release = (0, 0);
const STILL: Release = (u32::MAX, u32::MAX);
const CHECKED: Release = (13, 0);

/// Why a toolkit of this version does not compile for the architecture, if it is known not to. What a toolkit newer
/// than the table added is left to its nvcc.
fn refusal(number: u32, version: Version) -> Option<String> {
    let version_pair = (version.major, version.minor);
    let known = |first: Release, last: Release| (first..=last).contains(&version_pair);
    match KNOWN.iter().find(|row| row.0 == number) {
        Some(&(_, first, last)) if known(first, last) => None,
        None if version_pair > CHECKED => None,
        _ => {
            let takes: Vec<String> = KNOWN
                .iter()
                .filter(|row| known(row.1, row.2))
                .map(|row| row.0.to_string())
                .collect();
            Some(format!("CUDA {version} compiles for {}", takes.join(", ")))
        }
    }
}

/// The architectures compiled for when nobody says otherwise: every generation of data-centre and consumer GPU that
/// the toolkit knows.
pub(crate) fn default_list(version: Version) -> &'static str {
    match (version.major, version.minor) {
        (..=12, ..=7) => "70,75,80,86,89,90",
        (..=12, _) => "70,75,80,86,89,90,100,120",
        _ => "75,80,86,89,90,100,120",
    }
}

/// Reads a list of architectures for a toolkit of `version`. `source_name` says in an error where the list was given.
pub(crate) fn parse(
    list: &str,
    version: Version,
    source_name: &'static str,
) -> Result<Targets, Error> {
    let wrong = |given: &str, reason: String| Error::Architecture {
        source_name,
        given: given.to_owned(),
        reason,
    };
    let mut archs: Vec<Arch> = Vec::new();
    for entry in list
        .split([',', ';', ' ', '\t', '\n'])
        .filter(|entry| !entry.is_empty())
    {
        let arch = parse_one(entry).map_err(|reason| wrong(entry, reason))?;
        if let Some(reason) = refusal(arch.number, version) {
            return Err(wrong(entry, reason));
        }
        if !archs.contains(&arch) {
            archs.push(arch);
        }
    }
    // PTX of `90a` runs on nothing but 9.0: beside `90` it is not the one to keep for devices to come.
    let age = |arch: &Arch| (arch.number, arch.suffix.is_none());
    let newest = archs.iter().map(age).max();
    let Some(newest) = newest else {
        return Err(wrong(list, "the list is empty".to_owned()));
    };

    let mut targets = Targets {
        real: Vec::new(),
        ptx: Vec::new(),
    };
    for arch in archs {
        let name = arch.to_string();
        let real = arch.form != Form::Virtual;
        let ptx =
            arch.form == Form::Virtual || (arch.form == Form::Default && age(&arch) == newest);
        for (wanted, names) in [(real, &mut targets.real), (ptx, &mut targets.ptx)] {
            if wanted && !names.contains(&name) {
                names.push(name.clone());
            }
        }
    }
    Ok(targets)
}

fn parse_one(entry: &str) -> Result<Arch, String> {
    let (name, form) = match entry.split_once('-') {
        None => (entry, Form::Default),
        Some((name, "real")) => (name, Form::Real),
        Some((name, "virtual")) => (name, Form::Virtual),
        Some((_, other)) => return Err(format!("`-{other}` is neither `-real` nor `-virtual`")),
    };
    let (digits, suffix) = match name.strip_suffix(['a', 'f']) {
        Some(digits) => (digits, name.chars().last()),
        None => (name, None),
    };
    let two_or_three_digits =
        matches!(digits.len(), 2 | 3) && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(number) if two_or_three_digits => Ok(Arch {
            number,
            suffix,
            form,
        }),
        _ => Err("it is not a compute capability".to_owned()),
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        self.suffix.map_or(Ok(()), |suffix| write!(f, "{suffix}"))
    }
}

impl Targets {
    /// The flags that tell nvcc.
    pub(crate) fn flags(&self) -> Vec<String> {
        let real = self
            .real
            .iter()
            .map(|arch| format!("-gencode=arch=compute_{arch},code=sm_{arch}"));
        let ptx = self
            .ptx
            .iter()
            .map(|arch| format!("-gencode=arch=compute_{arch},code=compute_{arch}"));
        real.chain(ptx).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUDA_12_4: Version = Version {
        major: 12,
        minor: 4,
    };
    const CUDA_12_8: Version = Version {
        major: 12,
        minor: 8,
    };
    const CUDA_13_0: Version = Version {
        major: 13,
        minor: 0,
    };

    fn flags(list: &str) -> Vec<String> {
        parse(list, CUDA_13_0, "CUDA_ARCHS").unwrap().flags()
    }

    fn refusal_of(list: &str, version: Version) -> String {
        parse(list, version, "CUDA_ARCHS").unwrap_err().to_string()
    }

    #[test]
    fn each_architecture_gets_machine_code_and_the_newest_gets_ptx() {
        let expected = [
            "-gencode=arch=compute_90,code=sm_90",
            "-gencode=arch=compute_80,code=sm_80",
            "-gencode=arch=compute_90,code=compute_90",
        ];
        assert_eq!(flags("90,80"), expected);
    }

    #[test]
    fn commas_semicolons_and_spaces_separate() {
        for list in [
            "80,90",
            "80;90",
            "80 90",
            " 80 ,; 90, ",
            "80\t90",
            "80,90,80",
        ] {
            assert_eq!(flags(list), flags("80,90"), "{list:?}");
        }
    }

    #[test]
    fn real_is_machine_code_only_and_virtual_is_ptx_only() {
        assert_eq!(flags("90-real"), ["-gencode=arch=compute_90,code=sm_90"]);
        assert_eq!(
            flags("90-virtual"),
            ["-gencode=arch=compute_90,code=compute_90"]
        );
        assert_eq!(
            flags("80,90-virtual"),
            [
                "-gencode=arch=compute_80,code=sm_80",
                "-gencode=arch=compute_90,code=compute_90"
            ]
        );
        assert_eq!(flags("90-real,90-virtual"), flags("90"));
    }

    #[test]
    fn ptx_for_devices_to_come_is_not_that_of_one_architecture_only() {
        assert_eq!(
            flags("90,90a"),
            [
                "-gencode=arch=compute_90,code=sm_90",
                "-gencode=arch=compute_90a,code=sm_90a",
                "-gencode=arch=compute_90,code=compute_90",
            ]
        );
    }

    #[test]
    fn what_is_not_an_architecture_is_refused_with_the_entry_and_the_syntax() {
        for (list, entry) in [
            ("80,sm_90", "sm_90"),
            ("9.0", "9.0"),
            ("80,native", "native"),
            ("90-ptx", "90-ptx"),
            ("90b", "90b"),
            ("é0", "é0"),
            ("9", "9"),
            ("99999999999", "99999999999"),
            ("-90", "-90"),
            ("a", "a"),
        ] {
            let message = refusal_of(list, CUDA_13_0);
            assert!(message.contains(&format!("`{entry}`")), "{message}");
            assert!(message.contains("\"80,90\""), "{message}");
        }
    }

    #[test]
    fn an_architecture_the_toolkit_lacks_is_refused_with_those_it_has() {
        let message = refusal_of("70", CUDA_13_0);
        assert!(
            message.contains("`70`") && message.contains("CUDA 13.0 compiles for 75, 80"),
            "{message}"
        );
        let message = refusal_of("100", CUDA_12_4);
        assert!(
            message.contains("CUDA 12.4") && message.ends_with("(PTX only)."),
            "{message}"
        );
        assert!(refusal_of("91", CUDA_12_8).contains("`91`"));
    }

    #[test]
    fn an_empty_list_is_refused() {
        assert!(refusal_of(" , ", CUDA_13_0).contains("the list is empty"));
    }

    #[test]
    fn a_newer_toolkit_may_know_more_than_this_table() {
        let newer = Version {
            major: 14,
            minor: 1,
        };
        assert!(parse("150", newer, "CUDA_ARCHS").is_ok());
        assert!(parse(default_list(newer), newer, "the default list").is_ok());
    }

    #[test]
    fn the_default_list_is_one_that_its_toolkit_takes() {
        for minor in 0..=9 {
            let version = Version { major: 12, minor };
            assert!(
                parse(default_list(version), version, "the default list").is_ok(),
                "{version}"
            );
        }
        assert!(parse(default_list(CUDA_13_0), CUDA_13_0, "the default list").is_ok());
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() })]

        #[test]
        fn a_list_by_chance_is_read_or_refused_by_the_entry_that_is_wrong(list in "([0-9]{0,4}[af]?(-real|-virtual)?[,; \n]{0,2}|[ -~é]{0,9}){0,4}") {
            match parse(&list, CUDA_13_0, "CUDA_ARCHS") {
                Ok(targets) => assert!(!targets.flags().is_empty()),
                Err(error) => assert!(error.to_string().contains("CUDA_ARCHS has the architecture `"), "{error}"),
            }
        }
    }
}

//! Which architectures kernels are compiled for: the list a user writes, and what nvcc is told.

use std::fmt;
use std::ops::RangeInclusive;

use crate::error::Error;
use crate::version::Version;

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

/// The architectures the toolkit of this version knows, oldest and newest.
///
/// A version newer than any here is taken to know whatever it is asked for: nvcc itself then has the last word.
fn supported(version: Version) -> RangeInclusive<u32> {
    match (version.major, version.minor) {
        (..=12, ..=7) => 50..=90,
        (..=12, _) => 50..=121,
        (13, ..=5) => 75..=121,
        _ => 75..=u32::MAX,
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
        let range = supported(version);
        if !range.contains(&arch.number) {
            let reason = format!(
                "CUDA {version} compiles for {} to {}",
                range.start(),
                range.end()
            );
            return Err(wrong(entry, reason));
        }
        if !archs.contains(&arch) {
            archs.push(arch);
        }
    }
    let newest = archs.iter().map(|arch| arch.number).max();
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
            arch.form == Form::Virtual || (arch.form == Form::Default && arch.number == newest);
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

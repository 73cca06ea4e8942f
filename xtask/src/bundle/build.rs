//! Builds programs with cargo and finds them by its JSON messages.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Message, Target, TargetKind};

use super::portable::Zig;
use crate::project::{self, Project};

/// What a test that has need of a GPU calls, by which it is known: the others would only cost time there.
const GPU_TEST: &str = "gpu::";

/// What `run` compares between the profiles.
const RESIDENCY: &str = "device_info";

/// A profile that the workspace is built with.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Profile {
    /// Optimised
    Release,
    /// As `cargo build` builds; the kernels are optimised here too
    Dev,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "dev",
        }
    }
}

/// What a bundle has, and `run` runs, by these names.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    Tests,
    /// `device_info` built with both profiles
    Residency,
    Examples,
    Benches,
}

/// A program and its folder and name in the bundle, such as `tests/two_pass`.
pub struct Program {
    pub name: String,
    pub executable: Utf8PathBuf,
}

/// The programs of a bundle, of all kinds where `kinds` names none, in the order in which they are to run; linked by zig, where
/// that is given.
///
/// # Errors
///
/// When a build fails; the compiler's own words are then on standard error.
pub fn all(
    project: &Project,
    zig: Option<&Zig>,
    profile: Profile,
    archs: Option<&str>,
    kinds: &[Kind],
) -> Result<Vec<Program>> {
    let wanted = |kind| kinds.is_empty() || kinds.contains(&kind);
    let build = |arguments: &[&str], kind: TargetKind, profile: Profile| {
        let mut cargo = project.cargo();
        cargo
            .args(arguments)
            .args(["--no-default-features", "--features", "cuda"])
            .args(["--profile", profile.name()]);
        if let Some(zig) = zig {
            zig.link(&mut cargo);
        }
        if let Some(archs) = archs {
            cargo.env("CUDA_ARCHS", archs);
        }
        executables(cargo, &kind)
    };
    let mut programs = Vec::new();
    let mut add = |folder: &str, built: Vec<Executable>| {
        programs.extend(
            built
                .into_iter()
                .map(|Executable { name, path, .. }| Program {
                    name: format!("{folder}/{name}"),
                    executable: path,
                }),
        );
    };

    if wanted(Kind::Tests) {
        let mut tests = build(&["test", "--no-run", "--tests"], TargetKind::Test, profile)?;
        tests.retain(|test| needs_gpu(&test.source));
        ensure!(
            !tests.is_empty(),
            "no test of the root package calls {GPU_TEST}"
        );
        add("tests", tests);
    }
    if wanted(Kind::Residency) {
        for profile in [Profile::Dev, Profile::Release] {
            let example = ["build", "--example", RESIDENCY];
            add(
                profile.name(),
                build(&example, TargetKind::Example, profile)?,
            );
        }
    }
    if wanted(Kind::Examples) {
        let examples = ["build", "--examples"];
        add("examples", build(&examples, TargetKind::Example, profile)?);
    }
    if wanted(Kind::Benches) {
        let benches = ["build", "--benches"];
        add("benches", build(&benches, TargetKind::Bench, profile)?);
    }
    Ok(programs)
}

/// Whether the test with this source is one for a GPU. A source that cannot be read is not one.
fn needs_gpu(source: &Utf8Path) -> bool {
    fs::read_to_string(source).is_ok_and(|text| text.contains(GPU_TEST))
}

/// What cargo has built of one target.
struct Executable {
    name: String,
    path: Utf8PathBuf,
    source: Utf8PathBuf,
}

/// Runs cargo and returns the executables of that kind that it built or found up to date, sorted by name. Others are
/// left out: with `--tests` and `--benches` cargo builds the library as a test of itself, too.
fn executables(cargo: Command, kind: &TargetKind) -> Result<Vec<Executable>> {
    let mut built = Vec::new();
    for message in project::build(cargo)? {
        if let Message::CompilerArtifact(artifact) = message
            && let Some(path) = artifact.executable
            && artifact.target.kind.contains(kind)
        {
            let Target {
                name,
                src_path: source,
                ..
            } = artifact.target;
            built.push(Executable { name, path, source });
        }
    }
    built.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(built)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_for_a_gpu_is_known_by_what_it_calls() {
        let directory = tempfile::tempdir().unwrap();
        let source = Utf8Path::from_path(directory.path())
            .unwrap()
            .join("test.rs");
        assert!(!needs_gpu(&source));
        fs::write(&source, "#[test] fn a() {}").unwrap();
        assert!(!needs_gpu(&source));
        fs::write(&source, "#[test] fn a() { test_support::gpu::device(); }").unwrap();
        assert!(needs_gpu(&source));
    }

    #[test]
    fn the_bundle_knows_the_tests_of_this_package_by_it() {
        let tests = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        assert!(
            needs_gpu(&tests.join("two_pass.rs")) && !needs_gpu(&tests.join("matrix_market.rs"))
        );
    }
}

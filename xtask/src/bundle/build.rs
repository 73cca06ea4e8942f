//! Builds programs with cargo and finds them by its JSON messages.

use std::process::Command;

use anyhow::{Result, ensure};
use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Message, TargetKind};

use crate::project::{self, Project};

/// Test programs that call a compiler, which a GPU machine need not have.
const NEED_A_COMPILER: &[&str] = &["compile_fail", "occupancy_oracle"];

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

/// A program that cargo has built.
pub struct Built {
    /// Its folder and name in the bundle, such as `tests/two_pass`.
    pub name: String,
    /// Where cargo put it.
    pub executable: Utf8PathBuf,
}

/// Every program of a bundle, in the order in which they are to run.
///
/// # Errors
///
/// When a build fails; the compiler's own words are then on standard error.
pub fn all(project: &Project, profile: Profile, archs: Option<&str>) -> Result<Vec<Built>> {
    let build = |arguments: &[&str], profile: Profile, folders: &[&str]| {
        let mut command = project.cargo();
        command
            .args(arguments)
            .args(["--features", "cuda", "--profile", profile.name()]);
        if let Some(archs) = archs {
            command.env("CUDA_ARCHS", archs);
        }
        executables(command, folders)
    };
    let mut programs = build(
        &["test", "--no-run", "--lib", "--tests"],
        profile,
        &["tests"],
    )?;
    leave_out(&mut programs, NEED_A_COMPILER)?;
    for profile in [Profile::Dev, Profile::Release] {
        for Built { executable, .. } in
            build(&["build", "--example", RESIDENCY], profile, &["examples"])?
        {
            programs.push(Built {
                name: format!("{}/{RESIDENCY}", profile.name()),
                executable,
            });
        }
    }
    programs.extend(build(&["build", "--examples"], profile, &["examples"])?);
    programs.extend(build(&["build", "--benches"], profile, &["benches"])?);
    Ok(programs)
}

/// Removes the tests of those names.
fn leave_out(programs: &mut Vec<Built>, names: &[&str]) -> Result<()> {
    for name in names {
        let before = programs.len();
        programs.retain(|program| program.name != format!("tests/{name}"));
        ensure!(
            programs.len() < before,
            "there is no test {name}, which xtask leaves out of the bundle"
        );
    }
    Ok(())
}

/// Runs cargo and returns the programs it built or found up to date, sorted by name. Only those of `folders`: with
/// `--benches` cargo also builds the library as a test of itself.
fn executables(cargo: Command, folders: &[&str]) -> Result<Vec<Built>> {
    let mut programs = Vec::new();
    for message in project::build(cargo)? {
        if let Message::CompilerArtifact(artifact) = message
            && let Some(executable) = artifact.executable
            && let Some(folder) = folder(&artifact.target.kind)
            && folders.contains(&folder)
        {
            programs.push(Built {
                name: format!("{folder}/{}", artifact.target.name),
                executable,
            });
        }
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(programs)
}

/// Where in the bundle a target's program goes. A library that has a program is a test of itself.
fn folder(kinds: &[TargetKind]) -> Option<&'static str> {
    kinds.iter().find_map(|kind| match kind {
        TargetKind::Lib | TargetKind::Test => Some("tests"),
        TargetKind::Example => Some("examples"),
        TargetKind::Bench => Some("benches"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(names: &[&str]) -> Vec<Built> {
        names
            .iter()
            .map(|&name| Built {
                name: name.into(),
                executable: "x".into(),
            })
            .collect()
    }

    #[test]
    fn a_test_that_is_left_out_must_exist() {
        let mut built = programs(&["tests/a", "tests/b", "examples/a"]);
        leave_out(&mut built, &["a"]).unwrap();
        assert!(
            built
                .iter()
                .map(|program| &*program.name)
                .eq(["tests/b", "examples/a"])
        );
        assert!(
            leave_out(&mut built, &["a"])
                .unwrap_err()
                .to_string()
                .contains("no test a")
        );
    }

    #[test]
    fn each_kind_of_target_has_its_folder() {
        assert_eq!(folder(&[TargetKind::Lib]), Some("tests"));
        assert_eq!(folder(&[TargetKind::Test]), Some("tests"));
        assert_eq!(folder(&[TargetKind::Example]), Some("examples"));
        assert_eq!(folder(&[TargetKind::Bench]), Some("benches"));
        assert_eq!(folder(&[TargetKind::CustomBuild]), None);
    }
}

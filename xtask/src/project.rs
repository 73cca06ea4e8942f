//! Where the workspace is and where its build output goes, as cargo says.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Message, Metadata, MetadataCommand};

/// The two folders that every command needs.
pub struct Project {
    /// The workspace: where `Cargo.lock` and the root package are.
    pub root: Utf8PathBuf,
    /// Where build output goes; follows `CARGO_TARGET_DIR` and cargo's configuration.
    pub target: Utf8PathBuf,
}

impl Project {
    /// Asks cargo.
    ///
    /// # Errors
    ///
    /// When cargo cannot read the workspace, with what cargo says about it.
    pub fn find() -> Result<Self> {
        let Metadata {
            workspace_root,
            target_directory,
            ..
        } = MetadataCommand::new()
            .cargo_path(cargo_path())
            .manifest_path(manifest())
            .no_deps()
            .exec()
            .context("cannot read the workspace")?;
        Ok(Self {
            root: workspace_root,
            target: target_directory,
        })
    }

    /// A cargo command that builds in this workspace.
    ///
    /// The target directory is given by its full path: a relative `CARGO_TARGET_DIR` is relative to the
    /// folder that `cargo xtask` was called from, and the build runs in the workspace's root.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(cargo_path());
        command
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target);
        // `cargo run` describes this package to the program it starts; left in place these would change what
        // the build scripts started from here see, and cost rebuilds.
        for (name, _) in env::vars_os() {
            if name.to_str().is_some_and(|name| {
                name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
            }) {
                command.env_remove(name);
            }
        }
        command
    }
}

/// Runs a cargo command that builds, and returns what it says about each thing built.
///
/// # Errors
///
/// When the build fails; the compiler's own words are then on standard error.
pub fn build(mut cargo: Command) -> Result<Vec<Message>> {
    cargo.arg("--message-format=json-render-diagnostics");
    let output = cargo
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "the build failed, see above");
    Message::parse_stream(&*output.stdout)
        .collect::<Result<_, _>>()
        .context("cannot read what cargo says")
}

/// The cargo that runs this program, so that a toolchain chosen with `cargo +name` stays chosen.
fn cargo_path() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// This package's manifest: `cargo run` names the folder; the folder built from is the fallback.
fn manifest() -> PathBuf {
    let folder =
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(folder).join("Cargo.toml")
}

//! What a project needs beside the library where that is the emulator: its headers, a compiler for kernels, and
//! what tells CMake of them.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use anyhow::{Context, Result};
use cargo_metadata::Message;
use cargo_metadata::camino::Utf8Path;

use crate::project::{self, Project};

/// The package that compiles kernels for the emulator, and its program.
const PACKAGE: &str = "cudart-emu-build";
const COMPILER: &str = "coopcc";

/// Folders of headers, and where they go.
const HEADERS: [(&str, &str); 2] = [
    ("emu/include", "include/coop-emulator"),
    ("cuda-build/include/coop", "include/coop"),
];

/// Builds the compiler, and copies it and the headers.
///
/// # Errors
///
/// When the build fails, when the folder cannot be written.
pub fn install(project: &Project, prefix: &Utf8Path) -> Result<()> {
    let mut cargo = project.cargo();
    cargo.args(["build", "--package", PACKAGE, "--bin", COMPILER]);
    let built = project::build(cargo)?
        .into_iter()
        .find_map(|message| match message {
            Message::CompilerArtifact(artifact) if artifact.target.name == COMPILER => {
                artifact.executable
            }
            _ => None,
        });
    let built = built.with_context(|| format!("cargo did not say where {COMPILER} is"))?;
    let compiler = prefix.join("bin").join(COMPILER);
    super::place(&built, &compiler)?;
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755))
        .with_context(|| format!("cannot make {compiler} executable"))?;
    super::write(
        &prefix.join("lib/cmake/coop/emulator.cmake"),
        include_str!("emulator.cmake"),
    )?;
    for (from, to) in HEADERS {
        copy(&project.root.join(from), &prefix.join(to))?;
    }
    Ok(())
}

/// Copies a folder with all that is in it.
fn copy(from: &Utf8Path, to: &Utf8Path) -> Result<()> {
    for entry in from
        .read_dir_utf8()
        .with_context(|| format!("cannot list {from}"))?
    {
        let entry = entry.with_context(|| format!("cannot list {from}"))?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(path, &to)?;
        } else {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
            super::write(&to, &text)?;
        }
    }
    Ok(())
}

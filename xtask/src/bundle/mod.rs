//! `cargo xtask bundle`: test, example and benchmark programs in one folder, to run on a machine that has a GPU
//! and no Rust.

mod build;
mod licences;
mod portable;

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use self::build::{Kind, Profile, Program};
#[cfg(test)]
pub use self::portable::WHEELS;
use self::portable::Zig;
use crate::project::Project;

/// Runs the programs of a bundle; it is in each of them.
const RUN: &str = include_str!("run.sh");

/// Writes docs/gpu-results.md.
const RESULTS: &str = include_str!("results.sh");

/// Lists the programs; a folder that has one is a bundle.
const MANIFEST: &str = "manifest.txt";

/// Larger than this, a bundle is no longer quick to copy. (The programs have much in common: `tar` with `xz` makes a twentieth of it.)
const LIMIT_MB: u64 = 250;

/// Build all test, example and benchmark programs for a GPU machine into one folder.
///
/// The programs are those of the root package, with `--features cuda`, stripped; of the tests, those that call
/// `test_support::gpu`. Copy the folder to a machine with an NVIDIA driver and call its `run`: it needs no Rust and no
/// toolkit there, and `run -h` says what it can do. `results` prints what docs/gpu-results.md keeps.
///
/// With --portable the programs run where glibc is 2.28 or later (RHEL 8, Debian 10, Ubuntu 20.04); without, where it is as
/// new as this machine's.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Where to; a bundle that is there already is replaced [default: bundle, in the target directory]
    #[arg(long, value_name = "DIR")]
    out: Option<Utf8PathBuf>,
    /// The profile to build with
    #[arg(long, value_enum, default_value_t = Profile::Release)]
    profile: Profile,
    /// Architectures to compile kernels for, as the environment variable CUDA_ARCHS takes them, such as 90
    #[arg(long, value_name = "LIST")]
    cuda_archs: Option<String>,
    /// Only these programs; may be given more than once [default: all]
    #[arg(long, value_enum, value_name = "KIND")]
    only: Vec<Kind>,
    /// Link against glibc 2.28, with a pinned cargo-zigbuild and zig from PyPI (100 MB, into the target directory)
    #[arg(long)]
    portable: bool,
    /// A folder of matrices to copy into the bundle, for the tests that read them
    #[arg(long, value_name = "DIR", env = "COOP_DATA")]
    data: Option<Utf8PathBuf>,
}

/// Runs the command.
///
/// # Errors
///
/// When the folder is not a bundle's, when the build fails, when `strip` is missing, when the result is too large; with
/// `--portable`, when zig cannot be installed, and when a program asks for a newer glibc all the same.
pub fn run(arguments: &Arguments) -> Result<()> {
    let project = Project::find()?;
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| project.target.join("bundle"));
    clear(&out)?;

    let zig = arguments
        .portable
        .then(|| Zig::install(&project.target))
        .transpose()?;
    let archs = arguments.cuda_archs.as_deref();
    let Arguments { profile, only, .. } = arguments;
    let programs = build::all(&project, zig.as_ref(), *profile, archs, only)?;
    let mut manifest = String::new();
    let mut total = 0;
    for Program { name, executable } in &programs {
        let size = place(executable, &out.join(name))?;
        if arguments.portable {
            portable::check(&out.join(name))?;
        }
        manifest += &format!("{name} {size}\n");
        total += size;
    }
    if let Some(data) = &arguments.data {
        total += copy_files(data, &out.join("data"))?;
    }
    for (name, text) in [("run", RUN), ("results", RESULTS)] {
        let script = out.join(name);
        write(&script, text)?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    }
    write(&out.join("LICENCES.txt"), &licences::list(&project)?)?;
    write(&out.join(MANIFEST), &manifest)?;

    let megabytes = total.div_ceil(1_000_000);
    eprintln!("{} programs, {megabytes} MB in {out}", programs.len());
    ensure!(
        megabytes <= LIMIT_MB,
        "the bundle is larger than {LIMIT_MB} MB; compile for fewer architectures, such as --cuda-archs 90"
    );
    Ok(())
}

/// Makes `out` an empty folder. Removes only what an earlier bundle put there.
fn clear(out: &Utf8Path) -> Result<()> {
    match fs::read_dir(out) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                if !out.join(MANIFEST).is_file() {
                    bail!("{out} is not empty and is no bundle: give another --out, or remove it");
                }
                fs::remove_dir_all(out).with_context(|| format!("cannot remove the old {out}"))?;
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("cannot use {out}")),
    }
    fs::create_dir_all(out).with_context(|| format!("cannot create {out}"))
}

/// Copies a program without its symbols; returns its size in bytes.
fn place(executable: &Utf8Path, to: &Utf8Path) -> Result<u64> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {folder}"))?;
    }
    let status = Command::new("strip")
        .args(["-o", to.as_str(), executable.as_str()])
        .status()
        .context("cannot run `strip`, which is part of binutils")?;
    ensure!(status.success(), "strip could not write {to}");
    Ok(fs::metadata(to)?.len())
}

/// Copies the files of a folder, not its subfolders; returns their size in bytes.
fn copy_files(from: &Utf8Path, to: &Utf8Path) -> Result<u64> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {to}"))?;
    let mut total = 0;
    for entry in from
        .read_dir_utf8()
        .with_context(|| format!("cannot read {from}"))?
    {
        let path = entry?.into_path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            total +=
                fs::copy(&path, to.join(name)).with_context(|| format!("cannot copy {path}"))?;
        }
    }
    Ok(total)
}

fn write(path: &Utf8Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {path}"))
}

#[cfg(test)]
mod tests;

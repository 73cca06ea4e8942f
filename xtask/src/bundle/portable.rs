//! Programs for distributions older than this machine's: linked against an old glibc, and checked for it.
//!
//! Objects know functions of glibc by name only; the link chooses the version of each. So only the link is done by zig, which
//! has the symbol tables of every glibc. Kernels and C++ are compiled as always: nvcc takes no compiler of zig's.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use object::Endianness;
use object::read::elf::ElfFile64;

use crate::wheels;

/// The oldest glibc that the programs run with: that of RHEL 8 and Debian 10.
const GLIBC: (u32, u32) = (2, 28);

/// What links, as wheels.
pub const WHEELS: [&str; 2] = ["cargo-zigbuild==0.24.1", "ziglang==0.17.1"];

/// An installed zig that links.
pub struct Zig {
    folder: Utf8PathBuf,
    linker: Utf8PathBuf,
}

impl Zig {
    /// Installs it under the target directory, unless it is there already.
    ///
    /// # Errors
    ///
    /// Whatever keeps pip from it, as a sentence that says what to do; a folder that cannot be written.
    pub fn install(target: &Utf8Path) -> Result<Self> {
        let folder = target.join("zigbuild");
        let what = "cargo-zigbuild and zig";
        wheels::ensure(&folder, what, &WHEELS.map(str::to_owned))?;
        let linker = folder.join("zigcc");
        // `cargo-zigbuild zig cc` makes of rustc's arguments those that zig takes. `cargo zigbuild` would have it compile C++
        // too, and bindgen read its headers.
        let (arch, (major, minor)) = (env::consts::ARCH, GLIBC);
        let script = format!(
            "#!/bin/sh\nexec \"${{0%/*}}/bin/cargo-zigbuild\" zig cc -- -target {arch}-linux-gnu.{major}.{minor} \"$@\"\n"
        );
        fs::write(&linker, script).with_context(|| format!("cannot write {linker}"))?;
        fs::set_permissions(&linker, fs::Permissions::from_mode(0o755))?;
        Ok(Self { folder, linker })
    }

    /// Has a cargo command link with it, for this machine's target. It stands in for the flags of `RUSTFLAGS`.
    pub fn link(&self, cargo: &mut Command) {
        let triple = format!("{}-unknown-linux-gnu", env::consts::ARCH);
        // Named, so that the flag is for programs alone: build scripts are linked as always, and shared with other builds.
        cargo.arg(format!("--target={triple}"));
        cargo.env(
            "CARGO_ENCODED_RUSTFLAGS",
            format!("-Clinker={}", self.linker),
        );
        cargo.env("CARGO_ZIGBUILD_ZIG_PATH", self.folder.join("ziglang/zig"));
        for cache in ["CARGO_ZIGBUILD_CACHE_DIR", "ZIG_GLOBAL_CACHE_DIR"] {
            cargo.env(cache, self.folder.join("cache"));
        }
    }
}

/// Refuses a program that does not start where glibc is of version [`GLIBC`].
///
/// # Errors
///
/// When it is refused, with the versions that it needs; when it cannot be read.
pub fn check(program: &Utf8Path) -> Result<()> {
    let bytes = fs::read(program).with_context(|| format!("cannot read {program}"))?;
    let needs =
        versions(&bytes).with_context(|| format!("cannot read the symbols of {program}"))?;
    let refused: Vec<_> = needs
        .into_iter()
        .filter(|version| !is_there(version))
        .collect();
    ensure!(
        refused.is_empty(),
        "{program} needs {}, which a system with glibc {}.{} does not have",
        refused.join(", "),
        GLIBC.0,
        GLIBC.1
    );
    Ok(())
}

/// The symbol versions that a program needs of its shared libraries, such as `GLIBC_2.17`: what the loader looks for.
fn versions(program: &[u8]) -> Result<Vec<String>> {
    let file = ElfFile64::<Endianness>::parse(program)?;
    let (endian, sections) = (file.endian(), file.elf_section_table());
    let mut found = Vec::new();
    if let Some((mut libraries, strings)) = sections.gnu_verneed(endian, program)? {
        let strings = sections.strings(endian, program, strings)?;
        while let Some((_, mut versions)) = libraries.next()? {
            while let Some(version) = versions.next()? {
                let name = version.name(endian, strings)?;
                found.push(String::from_utf8_lossy(name).into_owned());
            }
        }
    }
    Ok(found)
}

/// Whether every system with that glibc, and no C++ library, has a symbol version.
fn is_there(version: &str) -> bool {
    if version.starts_with("GCC_") {
        // Of libgcc_s: as old as the others.
        return version_number(version.trim_start_matches("GCC_")).is_some_and(|v| v <= (8, 0));
    }
    version
        .strip_prefix("GLIBC_")
        .and_then(version_number)
        .is_some_and(|number| number <= GLIBC)
}

/// `2.17` and `2.3.4` by their first two numbers.
fn version_number(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_glibc_2_28_has_is_there_and_what_is_newer_or_elsewhere_is_not() {
        for version in [
            "GLIBC_2.2.5",
            "GLIBC_2.3.4",
            "GLIBC_2.17",
            "GLIBC_2.28",
            "GCC_3.0",
            "GCC_4.2.0",
        ] {
            assert!(is_there(version), "{version}");
        }
        for version in [
            "GLIBC_2.29",
            "GLIBC_2.34",
            "GLIBC_3.0",
            "GLIBC_ABI_DT_RELR",
            "GLIBC_PRIVATE",
            "GLIBCXX_3.4",
            "CXXABI_1.3",
            "GCC_14.0.0",
            "libcudart.so.13",
            "",
        ] {
            assert!(!is_there(version), "{version}");
        }
    }

    #[test]
    #[cfg(all(
        target_os = "linux",
        target_env = "gnu",
        not(target_feature = "crt-static")
    ))]
    fn the_versions_that_this_very_program_needs_are_read() {
        let program = fs::read(env::current_exe().unwrap()).unwrap();
        let needs = versions(&program).unwrap();
        assert!(
            needs
                .iter()
                .filter(|need| need.starts_with("GLIBC_2."))
                .count()
                > 3,
            "{needs:?}"
        );
    }

    #[test]
    fn what_is_no_program_is_an_error_and_no_pass() {
        let directory = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(directory.path())
            .unwrap()
            .join("script");
        fs::write(&path, "#!/bin/sh\n").unwrap();
        assert!(check(&path).is_err());
    }
}

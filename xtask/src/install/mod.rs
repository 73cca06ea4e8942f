//! `cargo xtask install`: the C API of `coop`, where C and C++ projects find it.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_metadata::Message;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use crate::project::Project;

mod emulator;

/// The package, and the name of its libraries.
const PACKAGE: &str = "coop-c";
const LIBRARY: &str = "coop_c";

/// What is written beside the libraries: where to, and of which text.
const TEXTS: [(&str, &str); 4] = [
    ("lib/pkgconfig/coop.pc", include_str!("coop.pc.in")),
    (
        "lib/pkgconfig/coop-shared.pc",
        include_str!("coop-shared.pc.in"),
    ),
    (
        "lib/cmake/coop/coop-config.cmake",
        include_str!("coop-config.cmake.in"),
    ),
    (
        "lib/cmake/coop/coop-config-version.cmake",
        include_str!("coop-config-version.cmake.in"),
    ),
];

/// Build and install the C API: header, libraries, and the files for pkg-config and CMake.
///
/// C and C++ projects find it with `pkg-config coop` (PKG_CONFIG_PATH=DIR/lib/pkgconfig) or `find_package(coop CONFIG)`
/// (CMAKE_PREFIX_PATH=DIR). The folder can be moved. What is in it already stays, but for files of these names.
///
/// With --link emu neither a GPU nor a toolkit is needed: DIR/bin/coopcc takes the place of nvcc -c, DIR/include/coop-emulator
/// has the CUDA headers, and the library has the runtime inside. It is the static one alone: a block's memory belongs to the
/// program.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Where to: include and lib are made in it
    #[arg(long, value_name = "DIR")]
    prefix: Utf8PathBuf,
    /// Where a program that links the library has the CUDA runtime from
    #[arg(long, value_enum, default_value_t = Link::External)]
    link: Link,
}

/// As CUDART_LINK has it.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Link {
    /// The program brings it, as those do that nvcc or CMake's CUDA language links
    External,
    /// The static one is inside the library
    Static,
    /// The shared one is found at run time
    Dynamic,
    /// The emulator is inside the library: no GPU and no toolkit; kernels are compiled by bin/coopcc
    Emu,
}

impl Link {
    fn name(self) -> &'static str {
        match self {
            Self::External => "external",
            Self::Static => "static",
            Self::Dynamic => "dynamic",
            Self::Emu => "emu",
        }
    }

    /// How the library is built.
    fn build_arguments(self) -> &'static [&'static str] {
        match self {
            // What is slow in it is optimised in every profile, and here it is compiled already.
            Self::Emu => &["--features", "emu"],
            // One object: smaller by what a program never calls.
            _ => &["--release", "--config", "profile.release.lto=true"],
        }
    }

    /// What the CMake package says of it.
    fn sentence(self) -> &'static str {
        match self {
            Self::External => {
                "The CUDA runtime is the program's: link one (CUDA::cudart_static or CUDA::cudart; with coop_shared only \
                 the latter)."
            }
            Self::Static => "The CUDA runtime is inside: the program must not link another.",
            Self::Dynamic => {
                "The CUDA runtime is the shared one, which the program must use as well."
            }
            Self::Emu => {
                "The CUDA runtime is the emulator, inside: compile kernels with bin/coopcc, and link no other runtime. There is no shared library."
            }
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// When the build fails, when `strip` is missing, when the folder cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { prefix, link } = arguments;
    let project = Project::find()?;
    let built = build(&project, *link)?;
    let series = series(&built.version);

    let lib = prefix.join("lib");
    place(&built.archive, &lib.join(format!("lib{LIBRARY}.a")))?;
    if *link != Link::Emu {
        let shared = format!("lib{LIBRARY}.so.{series}");
        place(&built.shared, &lib.join(&shared))?;
        link_to(&shared, &lib.join(format!("lib{LIBRARY}.so")))?;
    }
    let header = project.root.join(PACKAGE).join("include/coop/coop.h");
    let text = fs::read_to_string(&header).with_context(|| format!("cannot read {header}"))?;
    write(&prefix.join("include/coop/coop.h"), &text)?;
    if *link == Link::Emu {
        emulator::install(&project, prefix)?;
    }
    let (includes, includes_list) = match link {
        Link::Emu => (
            " -isystem ${prefix}/include/coop-emulator",
            ";${_coop_prefix}/include/coop-emulator",
        ),
        _ => ("", ""),
    };
    for (path, text) in TEXTS {
        if *link == Link::Emu && path.contains("shared") {
            continue;
        }
        let text = text
            .replace("@INCLUDES@", includes)
            .replace("@INCLUDES_LIST@", includes_list)
            .replace("@VERSION@", &built.version)
            .replace("@SERIES@", series)
            .replace("@SYSTEM_LIBS@", &built.system_libs)
            .replace("@SYSTEM_LIBS_LIST@", &built.system_libs.replace(' ', ";"))
            .replace("@RUNTIME@", link.sentence());
        write(&prefix.join(path), &text)?;
    }
    eprintln!(
        "coop {} in {prefix}, CUDA runtime: {}",
        built.version,
        link.name()
    );
    Ok(())
}

/// What cargo made.
struct Built {
    version: String,
    archive: Utf8PathBuf,
    shared: Utf8PathBuf,
    /// What a program links beside the archive, as arguments of the linker.
    system_libs: String,
}

fn build(project: &Project, link: Link) -> Result<Built> {
    // Written by the compiler when it compiles; when nothing is to be compiled it is there from the time before.
    let list = project
        .target
        .join(format!("{PACKAGE}-{}-libs", link.name()));
    let mut cargo = project.cargo();
    match link {
        Link::Emu => cargo.env_remove("CUDART_LINK"),
        _ => cargo.env("CUDART_LINK", link.name()),
    };
    let output = cargo
        .args(["rustc", "--lib", "--package", PACKAGE])
        .args(link.build_arguments())
        .arg("--message-format=json-render-diagnostics")
        .args(["--", "--print", &format!("native-static-libs={list}")])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "the build failed, see above");
    let artifact = Message::parse_stream(&*output.stdout)
        .filter_map(Result::ok)
        .find_map(|message| match message {
            Message::CompilerArtifact(artifact) if artifact.target.name == LIBRARY => {
                Some(artifact)
            }
            _ => None,
        })
        .context("cargo did not say what it built")?;
    let file = |extension: &str| {
        artifact
            .filenames
            .iter()
            .find(|file| file.extension() == Some(extension))
            .cloned()
            .with_context(|| format!("cargo built no .{extension} file of {PACKAGE}"))
    };
    Ok(Built {
        version: env!("CARGO_PKG_VERSION").to_owned(), // All packages of the workspace have one.
        archive: file("a")?,
        shared: file("so")?,
        system_libs: fs::read_to_string(&list)
            .with_context(|| {
                format!("cannot read {list}; run `cargo clean -p {PACKAGE}` and try again")
            })?
            .trim()
            .to_owned(),
    })
}

/// The part of a version that tells whether programs can use one library for another: `0.1` of 0.1.7, `2` of 2.3.0.
fn series(version: &str) -> &str {
    let dots = if version.starts_with("0.") { 2 } else { 1 };
    version
        .match_indices('.')
        .nth(dots - 1)
        .map_or(version, |(end, _)| &version[..end])
}

/// Copies a library without what only a debugger reads.
fn place(library: &Utf8Path, to: &Utf8Path) -> Result<()> {
    make_parent(to)?;
    let status = Command::new("strip")
        .args(["--strip-debug", "-o", to.as_str(), library.as_str()])
        .status()
        .context("cannot run `strip`, which is part of binutils")?;
    ensure!(status.success(), "strip could not write {to}");
    Ok(())
}

fn link_to(target: &str, link: &Utf8Path) -> Result<()> {
    match fs::remove_file(link) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot replace {link}"));
        }
        _ => {}
    }
    symlink(target, link).with_context(|| format!("cannot create {link}"))
}

fn write(path: &Utf8Path, text: &str) -> Result<()> {
    make_parent(path)?;
    fs::write(path, text).with_context(|| format!("cannot write {path}"))
}

fn make_parent(path: &Utf8Path) -> Result<()> {
    match path.parent() {
        Some(folder) => {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {folder}"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_what_a_program_can_rely_on() {
        assert_eq!(series("0.1.0"), "0.1");
        assert_eq!(series("0.12.3"), "0.12");
        assert_eq!(series("2.3.4"), "2");
    }

    #[test]
    fn every_placeholder_is_one_that_is_filled_in() {
        let known = [
            "@INCLUDES@",
            "@INCLUDES_LIST@",
            "@VERSION@",
            "@SERIES@",
            "@SYSTEM_LIBS@",
            "@SYSTEM_LIBS_LIST@",
            "@RUNTIME@",
        ];
        for (path, text) in TEXTS {
            let mut text = text.to_owned();
            for placeholder in known {
                text = text.replace(placeholder, "");
            }
            assert!(!text.contains('@'), "{path}: {text}");
        }
    }

    #[test]
    fn a_link_that_is_there_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let link = Utf8Path::from_path(directory.path())
            .unwrap()
            .join("libcoop_c.so");
        link_to("libcoop_c.so.0.1", &link).unwrap();
        link_to("libcoop_c.so.0.2", &link).unwrap();
        assert_eq!(link.read_link_utf8().unwrap(), "libcoop_c.so.0.2");
    }
}

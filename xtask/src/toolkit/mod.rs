//! `cargo xtask toolkit`: a pinned CUDA toolkit from PyPI wheels, under the target directory.
//!
//! Standard output gets the `export` lines of a shell and nothing else; progress goes to standard error.

mod pins;
mod shell;

use anyhow::Result;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use crate::project::Project;
use crate::wheels;
pub use pins::Release;

/// The release that this workspace is built and tested with.
pub const DEFAULT: &str = "13.0";

/// Install a pinned CUDA toolkit under the target directory and print the lines that select it.
///
/// Takes nvcc, the headers, the static runtime and libclang from PyPI, with `python3 -m pip`; about 360 MB.
/// Nothing outside the target directory changes. Once installed, it only prints:
///
///     eval "$(cargo xtask toolkit)"
///
/// The wheels of CUDA 12 hold no nvcc, the older ones no static runtime either: they can be bound and linked against, not
/// compiled with.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The CUDA release, such as 13.0; a wrong one lists those that are pinned.
    #[arg(default_value = DEFAULT)]
    version: String,
}

/// An installed toolkit.
pub struct Toolkit {
    /// What `CUDA_PATH` is to be.
    pub cuda_path: Utf8PathBuf,
    /// What `LIBCLANG_PATH` is to be: the folder of `libclang.so`.
    pub libclang_path: Utf8PathBuf,
}

/// Runs the command.
///
/// # Errors
///
/// An unknown version, and whatever keeps pip from installing it.
pub fn run(arguments: &Arguments) -> Result<()> {
    let release = pins::find(&arguments.version)?;
    let toolkit = ensure(&Project::find()?.target, release)?;
    let version = release.version;
    if !release.compiles() {
        eprintln!("CUDA {version} from wheels has no nvcc: bind and link only");
    }
    if !toolkit.cuda_path.join("lib/libcudart_static.a").is_file() {
        eprintln!(
            "CUDA {version} from wheels has only the shared runtime: CUDART_LINK=dynamic links it"
        );
    }
    println!("{}", shell::export("CUDA_PATH", toolkit.cuda_path.as_str()));
    println!(
        "{}",
        shell::export("LIBCLANG_PATH", toolkit.libclang_path.as_str())
    );
    Ok(())
}

/// The pinned release of that version.
///
/// # Errors
///
/// When there is none; the error lists those that there are.
pub fn find(version: &str) -> Result<&'static Release> {
    pins::find(version)
}

/// Installs `release` under the target directory, unless it is there already.
///
/// # Errors
///
/// Whatever keeps pip from installing it, as a sentence that says what to do.
pub fn ensure(target: &Utf8Path, release: &Release) -> Result<Toolkit> {
    let folder = target.join("toolkit").join(release.version);
    let what = format!("CUDA {}", release.version);
    wheels::ensure(&folder, &what, &release.requirements())?;
    Ok(Toolkit {
        cuda_path: folder.join(release.cuda_path()),
        libclang_path: folder.join("clang/native"),
    })
}

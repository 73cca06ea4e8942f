//! Why there is no toolkit, said so that the reader knows what to do next.

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::version::Version;

/// Why a toolkit was not found, or has not what is asked of it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// No toolkit anywhere.
    NotFound {
        /// The directories that were looked at.
        probed: Vec<PathBuf>,
    },

    /// A directory that was named is not a CUDA toolkit.
    NotAToolkit {
        /// The environment variable that named it, if one did.
        variable: Option<String>,
        /// The directory.
        root: PathBuf,
        /// Whether it exists.
        exists: bool,
        /// The headers of which one should have been there, relative to the directory.
        headers: Vec<String>,
    },

    /// The header of the toolkit does not define `CUDART_VERSION` as a number.
    UnknownVersion {
        /// The header that was read.
        header: PathBuf,
    },

    /// The toolkit has headers but no compiler.
    NoNvcc {
        /// Where nvcc should be.
        nvcc: PathBuf,
        /// The version of the toolkit.
        version: Version,
    },

    /// The header could not be read.
    Unreadable {
        /// The header.
        header: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotFound { probed } => f.write_str(&toolkit_not_found(probed)),
            Error::NotAToolkit {
                variable,
                root,
                exists,
                headers,
            } => f.write_str(&not_a_toolkit(variable.as_deref(), root, *exists, headers)),
            Error::UnknownVersion { header } => write!(
                f,
                "{} does not define CUDART_VERSION as a number, so it is not the header of a CUDA runtime.\n\
                 Point CUDA_PATH at a CUDA toolkit of 12.0 or later.",
                header.display()
            ),
            Error::NoNvcc { nvcc, version } => write!(
                f,
                "the CUDA {version} toolkit has no nvcc: {} does not exist.\n\
                 Kernels need a toolkit with its compiler: a full one from NVIDIA's installer or the distribution's package \
                 (nvidia-cuda-toolkit), or the PyPI wheels of CUDA 13 (nvidia-cuda-nvcc); those of CUDA 12 have no nvcc.\n\
                 Then point CUDA_PATH at it.",
                nvcc.display()
            ),
            Error::Unreadable { header, source } => write!(f, "{}: {source}", header.display()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Unreadable { source, .. } => Some(source),
            _ => None,
        }
    }
}

fn toolkit_not_found(probed: &[PathBuf]) -> String {
    let mut text = String::from(
        "no CUDA toolkit found: CUDA_PATH, CUDA_HOME, CUDA_ROOT and CUDA_TOOLKIT_ROOT_DIR are not set, and there is \
         no cuda_runtime_api.h in",
    );
    for place in probed {
        let _ = write!(text, "\n  {}", place.display());
    }
    text.push_str(
        "\nInstall one and, if it is in none of these places, set CUDA_PATH to its root:\n  \
         NVIDIA's installer (/usr/local/cuda);\n  \
         the distribution's package (Debian, Ubuntu: nvidia-cuda-toolkit);\n  \
         PyPI wheels of CUDA 13: pip install nvidia-cuda-nvcc nvidia-cuda-crt nvidia-nvvm nvidia-cuda-runtime \
         nvidia-cuda-cccl, all of one minor version, then CUDA_PATH=<site-packages>/nvidia/cu13;\n  \
         in a checkout of coop: eval \"$(cargo xtask toolkit)\"\n\
         Or build for the CPU, without a toolkit: the feature `emu` of coop, and none of `static`, `dynamic` and `bindgen` \
         (cargo build --no-default-features --features emu, in a project that hands its features on).",
    );
    text
}

fn not_a_toolkit(variable: Option<&str>, root: &Path, exists: bool, headers: &[String]) -> String {
    let subject = match variable {
        Some(name) => format!("{name} is set to {}, which", root.display()),
        None => root.display().to_string(),
    };
    if !exists {
        return format!("{subject} is not a directory.\n{}", what_to_name(variable));
    }
    let mut text = format!("{subject} is not a CUDA toolkit: none of these files is in it");
    for header in headers {
        let _ = write!(text, "\n  {header}");
    }
    let _ = write!(text, "\n{}", what_to_name(variable));
    text
}

fn what_to_name(variable: Option<&str>) -> String {
    let remedy = "the root of a CUDA toolkit, such as /usr/local/cuda";
    match variable {
        Some(name) => {
            format!("Set {name} to {remedy}, or unset it to let the usual places be searched.")
        }
        None => format!("Name {remedy}."),
    }
}

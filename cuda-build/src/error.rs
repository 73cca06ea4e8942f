//! Everything that can go wrong, said so that the reader knows what to do next.

use std::fmt::Write as _;
use std::path::PathBuf;

/// Why a toolkit was not found, or kernels were not compiled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No toolkit was found, or it lacks what is needed.
    #[error(transparent)]
    Toolkit(#[from] cuda_toolkit::Error),

    /// An architecture that is not one, or not one of this toolkit's.
    #[error(
        "{source_name} has the architecture `{given}`: {reason}.\n\
         Allowed is a list such as \"80,90\" or \"90a,120-virtual\": a compute capability without its dot, with `a` or \
         `f` for the features of one architecture or family, and `-real` (machine code only) or `-virtual` (PTX only)."
    )]
    Architecture {
        /// Where it was given: `CUDA_ARCHS` or `Kernels::archs`.
        source_name: &'static str,
        /// The entry, as given.
        given: String,
        /// What is wrong with it.
        reason: String,
    },

    /// A build was asked to compile nothing.
    #[error(
        "no source file was given for the kernels `{name}`: name at least one with `.file(\"csrc/….cu\")`, or a library \
         with `.archive(\"lib….a\")`."
    )]
    NoSources {
        /// The name of the kernels.
        name: String,
    },

    /// The name cannot be the name of an archive.
    #[error(
        "`{name}` cannot name an archive of kernels: use letters, digits, `_` and `-`, and let it begin with the name \
         of your project, since two archives of one name in a program collide."
    )]
    Name {
        /// The name, as given.
        name: String,
    },

    /// A source file is not there.
    #[error("the source file {} of the kernels `{name}` does not exist (in {}).", .file.display(), .package.display())]
    NoSuchSource {
        /// The name of the kernels.
        name: String,
        /// The file, as given.
        file: PathBuf,
        /// The directory it is relative to.
        package: PathBuf,
    },

    /// A static library that was made elsewhere cannot be linked.
    #[error("the static library {} cannot be linked: {reason}.", .path.display())]
    Archive {
        /// The library.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },

    /// A static library has relocatable device code, but not for every architecture of this build.
    #[error(
        "the static library {} has no code for {architecture}, which this build is for.\n\
         Name architectures that it was compiled for (CUDA_ARCHS or `Kernels::archs`), or have it compiled for \
         {architecture} too.",
        .path.display()
    )]
    ArchiveArchitecture {
        /// The library.
        path: PathBuf,
        /// The architecture that it lacks: `sm_80`.
        architecture: String,
    },

    /// The user's flags made relocatable device code, and nobody links it.
    #[error(
        "the kernels `{name}` hold relocatable device code that is not linked, so that \
         __cudaRegisterLinkedBinary_… would be missing from the program.\n\
         Say `.separate_compilation(true)` instead of giving nvcc -rdc=true or -dc as a flag: the device code is linked \
         then, too."
    )]
    NotDeviceLinked {
        /// The name of the kernels.
        name: String,
    },

    /// An archive with code for a device, in a build for the emulator.
    #[error(
        "the kernels `{name}` come with the archive {}, whose device code no emulator runs: build with a CUDA runtime \
         (a link feature of cuda-sys), or give the kernels' sources with `.file(…)` instead.",
        .archive.display()
    )]
    NotEmulated {
        /// The name of the kernels.
        name: String,
        /// The archive, as given.
        archive: PathBuf,
    },

    /// A flag for nvcc that means something and that cannot be followed where kernels are compiled for the emulator.
    #[error(
        "the kernels `{name}` are compiled for the emulator, and {why}; give the flag for a GPU only"
    )]
    FlagNotEmulated {
        /// The name of the kernels.
        name: String,
        /// Which flag, and why.
        why: String,
    },

    /// No C++ compiler, where kernels are compiled for the emulator.
    #[error(
        "no C++ compiler: {} was not found. Kernels for the emulator are compiled by the host's own: install g++ \
         (Debian, Ubuntu: apt install g++; Fedora: dnf install gcc-c++), or name one in CXX.",
        .compiler.display()
    )]
    NoHostCompiler {
        /// What was looked for.
        compiler: PathBuf,
    },

    /// clang, where kernels are compiled for the emulator.
    #[error(
        "{} is clang, and kernels for the emulator are compiled by g++ 12 or later: install it (Debian, Ubuntu: apt install g++), and \
         name it: CXX=g++.",
        .compiler.display()
    )]
    Clang {
        /// The compiler that was found.
        compiler: PathBuf,
    },

    /// The compiler said no.
    #[error("could not compile {what}:{}", compile_details(.errors, .advice.as_deref()))]
    Compile {
        /// The source file, or what else was to be made.
        what: String,
        /// The compiler's errors, the first one first, each with the source lines it points at.
        errors: Vec<String>,
        /// What to do, where the reason is a known one.
        advice: Option<String>,
    },

    /// The host compiler or the archiver was not found, or failed.
    #[error(
        "the host's C++ compiler or archiver, chosen by CXX and AR or else the usual ones, did not work: {0}"
    )]
    HostTools(String),

    /// A variable that Cargo sets for build scripts is absent.
    #[error("{0} is not set: kernels are compiled in a build script, which Cargo runs with it")]
    NotInABuildScript(&'static str),

    /// A file could not be read or written, or a program not started.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or the program.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// So many errors of one file are shown: those after them mostly follow from them.
const SHOWN: usize = 10;

fn compile_details(errors: &[String], advice: Option<&str>) -> String {
    let mut text = String::new();
    for error in errors.iter().take(SHOWN) {
        let _ = write!(text, "\n{error}");
    }
    if let Some(more @ 1..) = errors.len().checked_sub(SHOWN) {
        let _ = write!(text, "\n… and {more} more errors");
    }
    if let Some(advice) = advice {
        let _ = write!(text, "\n{advice}");
    }
    text
}

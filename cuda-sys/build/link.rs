//! How the runtime is linked, and with which lines.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use cuda_toolkit::Version;

/// The variable that overrides the features.
pub(crate) const VARIABLE: &str = "CUDART_LINK";

/// Where a program has the runtime from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    /// From `libcudart_static.a`: it is inside.
    Static,
    /// From the shared library, at run time.
    Dynamic,
    /// From elsewhere: a C++ program that links it, or an emulator.
    External,
}

impl Link {
    /// What the variable says; without it, what the features say. `static` wins over `dynamic`: a dependent that needs
    /// the one cannot switch the other off.
    ///
    /// # Errors
    ///
    /// A sentence, if the variable says something else.
    pub(crate) fn choose(
        variable: Option<&OsStr>,
        static_: bool,
        dynamic: bool,
    ) -> Result<Self, String> {
        match variable.map(OsStr::to_string_lossy).as_deref() {
            None | Some("") => Ok(match (static_, dynamic) {
                (true, _) => Link::Static,
                (false, true) => Link::Dynamic,
                (false, false) => Link::External,
            }),
            Some("static") => Ok(Link::Static),
            Some("dynamic") => Ok(Link::Dynamic),
            Some("external") => Ok(Link::External),
            Some(other) => Err(format!(
                "{VARIABLE} is `{other}`; it must be `static`, `dynamic` or `external`, or not be set, and then the \
                 features of cuda-sys decide."
            )),
        }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Link::Static => "static",
            Link::Dynamic => "dynamic",
            Link::External => "external",
        })
    }
}

/// Whether an emulator is the program's runtime: it is there (`emu`), and neither a feature (`linked`) nor the variable says
/// that a real one is to be linked. Where a feature does and the variable says `external`, the program brings the real one.
pub(crate) fn is_emulated(link: Link, emu: bool, linked: bool) -> bool {
    emu && !linked && link == Link::External
}

/// Refuses what the linker would refuse with less to say: a shared library in a program that is to have none.
///
/// # Errors
///
/// A sentence, if the runtime is shared and the target's C library is linked statically.
pub(crate) fn check_target(link: Link, target_os: &str, features: &str) -> Result<(), String> {
    let static_libc =
        target_os != "windows" && features.split(',').any(|feature| feature == "crt-static");
    if link == Link::Dynamic && static_libc {
        return Err(format!(
            "the shared CUDA runtime cannot be in a program that is linked statically (target feature `crt-static`).\n\
             Build without `-C target-feature=+crt-static`, or link the static runtime: the feature `static` of cuda-sys, \
             or {VARIABLE}=static."
        ));
    }
    Ok(())
}

/// What is said while a program is built that has the static runtime and a static C library of glibc: it runs where the machine's
/// own glibc is of the same version. The runtime loads the driver with `dlopen`, which brings that one in.
pub(crate) fn warning(link: Link, target_env: &str, features: &str) -> Option<&'static str> {
    let static_libc = features.split(',').any(|feature| feature == "crt-static");
    (link == Link::Static && target_env == "gnu" && static_libc).then_some(
        "this program has glibc inside (+crt-static): where the machine's own glibc is of another version, it crashes when the \
         CUDA runtime loads the driver. Build without `-C target-feature=+crt-static`: the runtime and the kernels are inside all the same",
    )
}

/// The lines by which Cargo links the runtime of the toolkit of `version` that has its libraries in `lib_dir`.
///
/// # Errors
///
/// A sentence, if the library that is to be linked is not there.
pub(crate) fn lines(link: Link, lib_dir: &Path, version: Version) -> Result<Vec<String>, String> {
    let libraries: Vec<String> = match link {
        Link::External => return Ok(Vec::new()),
        Link::Static => static_libraries(lib_dir, version)?,
        Link::Dynamic => vec![shared_library(lib_dir, version)?],
    };
    let search = format!("rustc-link-search=native={}", lib_dir.display());
    Ok([search]
        .into_iter()
        .chain(
            libraries
                .into_iter()
                .map(|lib| format!("rustc-link-lib={lib}")),
        )
        .collect())
}

/// The archive, and what it needs: no C++ runtime is among it.
fn static_libraries(lib_dir: &Path, version: Version) -> Result<Vec<String>, String> {
    if lib_dir.join("cudart_static.lib").is_file() {
        return Ok(vec!["static=cudart_static".to_owned()]);
    }
    if lib_dir.join("libcudart_static.a").is_file() {
        return Ok([
            "static=cudart_static",
            "dylib=dl",
            "dylib=pthread",
            "dylib=rt",
        ]
        .map(str::to_owned)
        .to_vec());
    }
    Err(format!(
        "the CUDA {version} toolkit has no static runtime: libcudart_static.a is not in {}.\n\
         Install the part of the toolkit that has it (PyPI: nvidia-cuda-runtime of CUDA 13; conda: cuda-cudart-static; NVIDIA's and \
         the distributions' packages: the development package of cudart), or link the shared one: the feature `dynamic` \
         of cuda-sys without `static`, or {VARIABLE}=dynamic.",
        lib_dir.display()
    ))
}

/// The shared library: by its plain name, or by its full name where there is no plain one, as in wheels.
fn shared_library(lib_dir: &Path, version: Version) -> Result<String, String> {
    if ["libcudart.so", "cudart.lib"]
        .iter()
        .any(|name| lib_dir.join(name).is_file())
    {
        return Ok("dylib=cudart".to_owned());
    }
    let full = format!("libcudart.so.{}", version.major);
    if lib_dir.join(&full).is_file() {
        return Ok(format!("dylib:+verbatim={full}"));
    }
    Err(format!(
        "the CUDA {version} toolkit has no shared runtime: neither libcudart.so nor {full} is in {}.\n\
         Install the part of the toolkit that has it, or link the static one: the feature `static` of cuda-sys, or \
         {VARIABLE}=static.",
        lib_dir.display()
    ))
}

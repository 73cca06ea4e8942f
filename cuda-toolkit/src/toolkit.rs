//! Finding the toolkit: one root, from which headers, nvcc and libraries all come.

use std::path::{Path, PathBuf};

use crate::env::Env;
use crate::error::Error;
use crate::layout::{self, HEADER, Parts};
use crate::version::Version;

/// The toolkit of a package that was built before: `cuda-sys`, or `coop`, which hands it on.
const HANDED_ON: [&str; 2] = ["DEP_CUDART_ROOT", "DEP_COOP_ROOT"];

/// Variables that name a toolkit, in the order they are asked.
const VARIABLES: [&str; 4] = [
    "CUDA_PATH",
    "CUDA_HOME",
    "CUDA_ROOT",
    "CUDA_TOOLKIT_ROOT_DIR",
];

/// A CUDA toolkit that was found: headers, perhaps libraries, perhaps nvcc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolkit {
    root: PathBuf,
    parts: Parts,
    version: Version,
}

impl Toolkit {
    /// The toolkit of this build.
    ///
    /// In this order: the one that `cuda-sys` found, where the package depends on it; the first of `CUDA_PATH`,
    /// `CUDA_HOME`, `CUDA_ROOT` and `CUDA_TOOLKIT_ROOT_DIR` that is set, each under its target-prefixed name first
    /// (`x86_64_unknown_linux_gnu_CUDA_PATH`); the `nvcc` on `PATH`; the usual places.
    ///
    /// Prints the `cargo::rerun-if-…` lines for what it looked at.
    ///
    /// # Errors
    ///
    /// [`Error::NotAToolkit`] if a variable names something else: another place is not tried then.
    /// [`Error::NotFound`] if there is none, with every place that was tried.
    /// [`Error::UnknownVersion`] if the header does not tell its version.
    pub fn find() -> Result<Self, Error> {
        let env = Env::of_process();
        let found = Self::find_in(&env);
        // A build may do without a toolkit: it is to run again when one is named.
        env.print_reruns();
        let toolkit = found?;
        toolkit.print_rerun();
        Ok(toolkit)
    }

    /// Tells Cargo to run the build script again when the toolkit changes.
    pub fn print_rerun(&self) {
        println!("cargo::rerun-if-changed={}", self.header().display());
    }

    /// The toolkit at `root`, in whichever layout it is.
    ///
    /// # Errors
    ///
    /// [`Error::NotAToolkit`] or [`Error::UnknownVersion`].
    pub fn at(root: impl AsRef<Path>) -> Result<Self, Error> {
        Self::at_for(root.as_ref(), &Env::of_process().target_arch(), None)
    }

    /// As [`find`](Self::find), on the machine that `env` describes, and tells Cargo nothing.
    ///
    /// # Errors
    ///
    /// As [`find`](Self::find).
    pub fn find_in(env: &Env) -> Result<Self, Error> {
        let arch = env.target_arch();
        for name in HANDED_ON {
            if let Some(root) = env.cargo_var(name) {
                return Self::at_for(Path::new(&root), &arch, Some(name));
            }
        }
        for variable in VARIABLES {
            if let Some((name, root)) = env.target_var(variable) {
                return Self::at_for(Path::new(&root), &arch, Some(&name));
            }
        }
        let mut probed = Vec::new();
        let places = roots_of_nvcc_on_path(env)
            .into_iter()
            .chain(env.usual_places());
        for root in places {
            if layout::recognise(&root, &arch).is_some() {
                return Self::at_for(&root, &arch, None);
            }
            if !probed.contains(&root) {
                probed.push(root);
            }
        }
        Err(Error::NotFound { probed })
    }

    fn at_for(root: &Path, arch: &str, variable: Option<&str>) -> Result<Self, Error> {
        // Build scripts of different packages run in different directories.
        let root = &std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
        let parts = layout::recognise(root, arch).ok_or_else(|| Error::NotAToolkit {
            variable: variable.map(str::to_owned),
            root: root.to_owned(),
            exists: root.is_dir(),
            headers: layout::headers_probed(arch),
        })?;
        let header = parts.include[0].join(HEADER);
        let text = std::fs::read(&header).map_err(|source| Error::Unreadable {
            header: header.clone(),
            source,
        })?;
        let version = Version::from_header(&String::from_utf8_lossy(&text))
            .ok_or(Error::UnknownVersion { header })?;
        Ok(Toolkit {
            root: root.to_owned(),
            parts,
            version,
        })
    }

    /// The root directory, as it was named or found.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whose layout the toolkit is in, in words: "NVIDIA installer", "PyPI wheels 13.x", …
    pub fn layout(&self) -> &'static str {
        self.parts.layout
    }

    /// The include directories: that of `cuda_runtime_api.h` first, then any others that it needs.
    pub fn include_dirs(&self) -> &[PathBuf] {
        &self.parts.include
    }

    /// `cuda_runtime_api.h` of this toolkit.
    pub fn header(&self) -> PathBuf {
        self.parts.include[0].join(HEADER)
    }

    /// The directory where this kind of toolkit has its libraries. A toolkit of headers alone does not have it.
    pub fn lib_dir(&self) -> &Path {
        &self.parts.lib
    }

    /// The version, from `CUDART_VERSION` in the header.
    pub fn version(&self) -> Version {
        self.version
    }

    /// nvcc of this toolkit.
    ///
    /// # Errors
    ///
    /// [`Error::NoNvcc`] if it has none, as the wheels of CUDA 12 have.
    pub fn nvcc(&self) -> Result<PathBuf, Error> {
        let nvcc = self
            .parts
            .bin
            .join(format!("nvcc{}", std::env::consts::EXE_SUFFIX));
        if nvcc.is_file() {
            Ok(nvcc)
        } else {
            Err(Error::NoNvcc {
                nvcc,
                version: self.version,
            })
        }
    }
}

/// The roots that an `nvcc` on `PATH` may belong to: where its links lead, and where it is found. It may be a wrapper
/// (ccache's, say) that leads elsewhere, so every one of them counts.
fn roots_of_nvcc_on_path(env: &Env) -> Vec<PathBuf> {
    let path = env.var("PATH").unwrap_or_default();
    let name = format!("nvcc{}", std::env::consts::EXE_SUFFIX);
    let mut roots = Vec::new();
    for nvcc in std::env::split_paths(&path)
        .map(|dir| dir.join(&name))
        .filter(|nvcc| nvcc.is_file())
    {
        let resolved = nvcc.canonicalize().ok();
        let places = [resolved.as_deref(), Some(&nvcc)];
        roots.extend(
            places
                .into_iter()
                .flatten()
                .filter_map(|nvcc| nvcc.parent()?.parent().map(Path::to_owned)),
        );
    }
    roots
}

#[cfg(test)]
mod tests;

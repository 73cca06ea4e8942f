//! The builder that a build script uses to compile kernels into its crate.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arch;
use crate::env::Env;
use crate::error::Error;
use crate::flags::Settings;
use crate::toolkit::Toolkit;

/// Device-side headers that come with this crate (`#include <coop/….cuh>`).
const OWN_HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");

/// Kernels to be compiled into one archive that is linked into the crate. Begin with [`kernels`].
#[derive(Debug, Clone)]
#[must_use = "nothing is compiled before `build` or `compile`"]
pub struct Kernels {
    name: String,
    files: Vec<PathBuf>,
    includes: Vec<PathBuf>,
    defines: Vec<(String, Option<String>)>,
    flags: Vec<OsString>,
    archs: Option<String>,
    separate_compilation: bool,
    cpp_stdlib: bool,
}

/// Kernels for an archive called `name`. Let the name begin with that of your project: two archives of one name in a
/// program collide.
pub fn kernels(name: impl Into<String>) -> Kernels {
    Kernels {
        name: name.into(),
        files: Vec::new(),
        includes: Vec::new(),
        defines: Vec::new(),
        flags: Vec::new(),
        archs: None,
        separate_compilation: false,
        cpp_stdlib: false,
    }
}

impl Kernels {
    /// Adds a source file, relative to the package.
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Adds source files, relative to the package.
    pub fn files<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.files.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Adds an include directory, relative to the package.
    pub fn include(mut self, dir: impl Into<PathBuf>) -> Self {
        self.includes.push(dir.into());
        self
    }

    /// Defines a macro; `None` defines it to nothing in particular (`-DNAME`).
    pub fn define<'a>(mut self, name: &str, value: impl Into<Option<&'a str>>) -> Self {
        self.defines
            .push((name.to_owned(), value.into().map(str::to_owned)));
        self
    }

    /// Adds a flag for nvcc, after all others.
    pub fn flag(mut self, flag: impl AsRef<OsStr>) -> Self {
        self.flags.push(flag.as_ref().to_owned());
        self
    }

    /// Compiles for these architectures, whatever `CUDA_ARCHS` says. The syntax is that of `CUDA_ARCHS`.
    pub fn archs(mut self, list: &str) -> Self {
        self.archs = Some(list.to_owned());
        self
    }

    /// Whether device code of one file may call that of another (`-rdc=true`). Off by default: it costs speed, and
    /// `grid.sync()` does not need it.
    pub fn separate_compilation(mut self, on: bool) -> Self {
        self.separate_compilation = on;
        self
    }

    /// Whether to link the C++ standard library. Off by default: kernels and their launches do without.
    pub fn cpp_stdlib(mut self, on: bool) -> Self {
        self.cpp_stdlib = on;
        self
    }

    /// Compiles the kernels and prints the lines by which Cargo links them, or prints the error and ends the build
    /// script with exit status 1.
    pub fn build(&self) {
        if let Err(error) = self.compile() {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    }

    /// Compiles the kernels and prints the lines by which Cargo links them.
    ///
    /// # Errors
    ///
    /// Any [`Error`]; its text is meant to be shown.
    pub fn compile(&self) -> Result<(), Error> {
        let env = Env::of_process();
        let toolkit = Toolkit::find()?;
        let out = env
            .cargo_var("OUT_DIR")
            .map(PathBuf::from)
            .ok_or(Error::NotInABuildScript("OUT_DIR"))?;
        let nvcc = toolkit.nvcc()?;
        let given = env
            .var("CUDA_ARCHS")
            .and_then(|list| list.into_string().ok());
        let version = toolkit.version();
        let targets = match (&self.archs, &given) {
            (Some(list), _) => arch::parse(list, version, "Kernels::archs")?,
            (None, Some(list)) => arch::parse(list, version, "CUDA_ARCHS")?,
            (None, None) => arch::parse(arch::default_list(version), version, "the default list")?,
        };
        let mut includes = self.includes.clone();
        includes.push(OWN_HEADERS.into());
        let settings = Settings {
            targets,
            includes,
            defines: self.defines.clone(),
            flags: self.flags.clone(),
            host_compiler: None,
            separate_compilation: self.separate_compilation,
            device_debug: env
                .var("COOP_DEVICE_DEBUG")
                .is_some_and(|value| value == "1"),
        };
        let mut objects = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            println!("cargo::rerun-if-changed={}", file.display());
            let object = out.join(format!("{}-{index}.o", self.name));
            let mut command = Command::new(&nvcc);
            command
                .args(settings.compile())
                .arg("-o")
                .arg(&object)
                .arg(file);
            run(&mut command, file)?;
            objects.push(object);
        }
        let mut build = cc::Build::new();
        build.cpp(true);
        if !self.cpp_stdlib {
            build.cpp_link_stdlib(None);
        }
        let host_tools = |error: cc::Error| Error::HostTools(error.to_string());
        let archive = build
            .try_create_archive(&self.name, &objects)
            .map_err(host_tools)?;
        cc::emit_link_directives(&build, &archive);
        if !self.cpp_stdlib {
            println!("cargo::rustc-link-lib=supc++");
        }
        Ok(())
    }
}

fn run(command: &mut Command, file: &Path) -> Result<(), Error> {
    let output = command.output().map_err(|source| Error::Io {
        path: command.get_program().into(),
        source,
    })?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::Compile {
        file: file.to_owned(),
        diagnostics: vec![text],
        advice: None,
    })
}

//! The builder by which a build script compiles kernels into its crate.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::arch::{self, Targets};
use crate::archive;
use crate::compile::{self, Job, Outcome};
use crate::depfile;
use crate::emulated::{self, Request};
use crate::error::Error;
use crate::flags::Settings;
use crate::host;
use cuda_toolkit::Env;
use cuda_toolkit::Toolkit;

#[cfg(test)]
mod tests;

/// Device-side headers that come with this crate: `#include <coop/….cuh>`.
const OWN_HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");

/// The macro that names the crate whose kernels these are, and the variable by which its Rust sources know.
const CRATE: &str = "COOP_CRATE";

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
    archives: Vec<PathBuf>,
    separate_compilation: bool,
    cpp_stdlib: bool,
    emulator: Option<PathBuf>,
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
        archives: Vec::new(),
        separate_compilation: false,
        cpp_stdlib: false,
        emulator: None,
    }
}

impl Kernels {
    /// Adds a source file, relative to the package.
    pub fn file(self, path: impl Into<PathBuf>) -> Self {
        self.files([path])
    }

    /// Adds source files, relative to the package.
    pub fn files<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.files.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Adds an include directory, relative to the package. Those added first are searched first; the headers of this
    /// crate (`<coop/….cuh>`) come after all of them.
    pub fn include(mut self, dir: impl Into<PathBuf>) -> Self {
        self.includes.push(dir.into());
        self
    }

    /// Defines a macro: `.define("TILE", "32")`, or `.define("FAST", None)` for one that is only defined.
    pub fn define<'a>(mut self, name: &str, value: impl Into<Option<&'a str>>) -> Self {
        self.defines
            .push((name.to_owned(), value.into().map(str::to_owned)));
        self
    }

    /// Adds an argument for nvcc, after all others.
    pub fn flag(mut self, flag: impl AsRef<OsStr>) -> Self {
        self.flags.push(flag.as_ref().to_owned());
        self
    }

    /// Compiles for these architectures, whatever `CUDA_ARCHS` says. The syntax is the same.
    pub fn archs(mut self, list: &str) -> Self {
        self.archs = Some(list.to_owned());
        self
    }

    /// Links a static library made elsewhere (`libNAME.a`, relative to the package) that holds kernels or functions that
    /// launch them, after the kernels of this build, whose host code may refer to it.
    ///
    /// If it has relocatable device code (`nvcc -rdc=true`) that is not linked yet, this is done for the architectures
    /// of this build, in a copy; without it `__cudaRegisterLinkedBinary_…` would be missing from the program.
    /// Where its host code uses the C++ standard library, add [`cpp_stdlib(true)`](Self::cpp_stdlib).
    pub fn archive(mut self, path: impl Into<PathBuf>) -> Self {
        self.archives.push(path.into());
        self
    }

    /// Whether device code of one file may call that of another (relocatable device code). Off by default: it costs
    /// speed, and `grid.sync()` does not need it.
    pub fn separate_compilation(mut self, on: bool) -> Self {
        self.separate_compilation = on;
        self
    }

    /// Whether host code in the files or archives uses the C++ standard library, which is then linked (`libstdc++`, or what
    /// `CXXSTDLIB` names). Off by default: kernels and their launches need only the language's own support, which is
    /// linked statically where the host's compiler has it (Fedora and RHEL: package `libstdc++-static`).
    pub fn cpp_stdlib(mut self, on: bool) -> Self {
        self.cpp_stdlib = on;
        self
    }

    /// Compiles for the emulator whose headers are in that directory (`include` of the package `cudart-emu`), with the
    /// host's C++ compiler. A package that depends on `coop` with the feature `emu`, or on `cudart-emu`, need not ask for
    /// it: its kernels are compiled so, unless there is a real runtime.
    pub fn emulated(mut self, headers: impl Into<PathBuf>) -> Self {
        self.emulator = Some(headers.into());
        self
    }

    /// Compiles the kernels and has Cargo link them. On an error prints its text on standard error and ends the build
    /// script with exit status 1.
    pub fn build(&self) {
        if let Err(error) = self.compile() {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    }

    /// Compiles the kernels, and prints the lines by which Cargo links them and knows when to compile them again.
    /// Nothing is printed on an error: Cargo runs a build script that failed again anyway.
    ///
    /// # Errors
    ///
    /// Any [`Error`]; its text is meant to be shown.
    pub fn compile(&self) -> Result<(), Error> {
        let env = Env::of_process();
        let told = || emulated::HEADERS.iter().find_map(|name| env.var(name));
        if let Some(headers) = self.emulator.clone().or_else(|| Some(told()?.into())) {
            for line in self.compile_emulated(&env, headers)? {
                println!("cargo::{line}");
            }
            env.print_reruns();
            self.tell_sources(&env);
            return Ok(());
        }
        let toolkit = Toolkit::find_in(&env)?;
        for line in self.compile_in(&env, &toolkit)? {
            println!("cargo::{line}");
        }
        env.print_reruns();
        toolkit.print_rerun();
        self.tell_sources(&env);
        Ok(())
    }

    /// Tells `coop::kernels!` in the package's sources whose kernels these are.
    fn tell_sources(&self, env: &Env) {
        if let Some((_, Some(name))) = self.all_defines(env).iter().find(|(name, _)| name == CRATE)
        {
            println!("cargo::rustc-env={CRATE}={name}");
        }
    }

    /// The macros of the user, and the name of the package, which is part of the symbols of its kernels.
    fn all_defines(&self, env: &Env) -> Vec<(String, Option<String>)> {
        let mut defines = self.defines.clone();
        if !defines.iter().any(|(name, _)| name == CRATE) {
            let package = env.var("CARGO_PKG_NAME").unwrap_or_default();
            let name = package.to_string_lossy().replace('-', "_");
            defines.push((CRATE.to_owned(), Some(name)));
        }
        defines
    }

    /// Compiles, and returns what Cargo is to be told.
    fn compile_in(&self, env: &Env, toolkit: &Toolkit) -> Result<Vec<String>, Error> {
        self.check()?;
        let nvcc = toolkit.nvcc()?;
        let settings = self.settings(env, toolkit)?;
        let out = host::out_dir(env)?;

        let jobs = self.jobs(&out, |source, object, depfile| {
            settings.compile(source, object, depfile)
        });
        let mut objects: Vec<PathBuf> = jobs.iter().map(|job| job.object.clone()).collect();
        let outcomes = compile::run_all(&nvcc, &jobs, env.jobs())?;
        if self.separate_compilation {
            let linked = out.join(format!("{}-device-link.o", self.name));
            let args = settings.device_link(&objects, &linked);
            compile::run(
                &nvcc,
                &args,
                &format!("the device code of `{}` into one", self.name),
            )?;
            objects.push(linked);
        }
        let mut lines = Vec::new();
        if !objects.is_empty() {
            host::archive(env, &self.name, &objects)?;
            if archive::is_unlinked(&out.join(format!("lib{}.a", self.name)))? {
                let name = self.name.clone();
                return Err(Error::NotDeviceLinked { name });
            }
            lines.extend(link_lines(&out, &self.name));
        }
        let mut device_linked = self.separate_compilation;
        for path in &self.archives {
            let dir = out.join(format!("{}-archives", self.name));
            let linkable = archive::prepare(env, &nvcc, &settings, path, &dir)?;
            lines.extend(link_lines(&linkable.dir, &linkable.name));
            lines.extend(linkable.warnings.iter().map(|w| format!("warning={w}")));
            device_linked |= linkable.device_linked;
            // What a build script writes is newer than its own start: Cargo would run it every time.
            if !path.starts_with(&out) {
                lines.push(format!("rerun-if-changed={}", path.display()));
            }
        }
        if device_linked && toolkit.lib_dir().join("libcudadevrt.a").is_file() {
            lines.push(link_search(toolkit.lib_dir()));
            lines.push("rustc-link-lib=static:-bundle=cudadevrt".to_owned());
        }
        lines.push(format!("rustc-link-lib={}", self.cpp_library(env)));
        lines.extend(self.notes(&outcomes, toolkit.include_dirs(), settings.device_debug));
        Ok(lines)
    }

    /// Compiles for the emulator, and returns what Cargo is to be told. Architectures do not matter.
    fn compile_emulated(&self, env: &Env, headers: PathBuf) -> Result<Vec<String>, Error> {
        self.check()?;
        if let Some(archive) = self.archives.first() {
            return Err(Error::NotEmulated {
                name: self.name.clone(),
                archive: archive.clone(),
            });
        }
        let told = Request::parse(self.flags.iter().cloned());
        let told = told.map_err(|why| Error::FlagNotEmulated {
            name: self.name.clone(),
            why,
        })?;
        let mut includes = vec![headers];
        includes.extend(self.includes.iter().cloned());
        includes.push(OWN_HEADERS.into());
        includes.extend(told.includes);
        let mut defines = self.all_defines(env);
        defines.extend(told.defines);
        let settings = emulated::Settings {
            includes,
            defines,
            flags: told.flags,
        };
        let out = host::out_dir(env)?;
        let (outcomes, objects) = emulated::compile(env, &settings, &self.files, &out, &self.name)?;
        host::archive(env, &self.name, &objects)?;
        let mut lines: Vec<String> = link_lines(&out, &self.name).into();
        // The host's compiler takes what it likes of the C++ library, in kernels too.
        let library = env
            .var("CXXSTDLIB")
            .map_or("stdc++".into(), |lib| lib.to_string_lossy().into_owned());
        lines.push(format!("rustc-link-lib={library}"));
        lines.extend(self.notes(&outcomes, &[], false));
        Ok(lines)
    }

    /// How each source file is compiled, with the arguments that `args` makes of source, object and dependency file.
    fn jobs(&self, out: &Path, args: impl Fn(&Path, &Path, &Path) -> Vec<OsString>) -> Vec<Job> {
        let jobs = self.files.iter().enumerate().map(|(index, source)| {
            let at = |extension: &str| out.join(format!("{}-{index}.{extension}", self.name));
            let (object, depfile) = (at("o"), at("d"));
            Job {
                args: args(source, &object, &depfile),
                source: source.clone(),
                object,
                depfile,
            }
        });
        jobs.collect()
    }

    fn check(&self) -> Result<(), Error> {
        let name = || self.name.clone();
        if !host::is_archive_name(&self.name) {
            return Err(Error::Name { name: name() });
        }
        if self.files.is_empty() && self.archives.is_empty() {
            return Err(Error::NoSources { name: name() });
        }
        match self.files.iter().find(|file| !file.is_file()) {
            None => Ok(()),
            Some(file) => {
                let package = std::env::current_dir().unwrap_or_default();
                Err(Error::NoSuchSource {
                    name: name(),
                    file: file.clone(),
                    package,
                })
            }
        }
    }

    fn settings(&self, env: &Env, toolkit: &Toolkit) -> Result<Settings, Error> {
        let mut includes = self.includes.clone();
        includes.push(OWN_HEADERS.into());
        let (host_compiler, host_words) = host::compiler(env)?;
        Ok(Settings {
            targets: self.targets(env, toolkit)?,
            includes,
            defines: self.all_defines(env),
            flags: self.flags.clone(),
            host_compiler,
            host_words,
            lib_dir: toolkit.lib_dir().to_owned(),
            separate_compilation: self.separate_compilation,
            device_debug: env
                .var("COOP_DEVICE_DEBUG")
                .is_some_and(|value| value == "1"),
        })
    }

    fn targets(&self, env: &Env, toolkit: &Toolkit) -> Result<Targets, Error> {
        let version = toolkit.version();
        let of_env = env.var("CUDA_ARCHS");
        match (&self.archs, of_env) {
            (Some(list), _) => arch::parse(list, version, "Kernels::archs"),
            (None, Some(list)) => arch::parse(&list.to_string_lossy(), version, "CUDA_ARCHS"),
            (None, None) => arch::parse(arch::default_list(version), version, "the default list"),
        }
    }

    /// nvcc's host stubs have guarded statics, so they need the language's own support at the least. `libsupc++` has
    /// it, and being an archive only it adds no library to find at run time. Not every distribution installs it.
    fn cpp_library(&self, env: &Env) -> String {
        if !self.cpp_stdlib && host::has_library(env, "libsupc++.a") {
            return "supc++".to_owned();
        }
        env.var("CXXSTDLIB").map_or_else(
            || "stdc++".to_owned(),
            |lib| lib.to_string_lossy().into_owned(),
        )
    }

    /// Lines for what to watch and what to warn of.
    fn notes(
        &self,
        outcomes: &[Outcome],
        toolkit_dirs: &[PathBuf],
        device_debug: bool,
    ) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for outcome in outcomes {
            let inputs = depfile::outside(outcome.inputs.clone(), toolkit_dirs);
            lines.extend(
                inputs
                    .iter()
                    .map(|path| format!("rerun-if-changed={}", path.display())),
            );
            lines.extend(
                outcome
                    .warnings
                    .iter()
                    .map(|warning| format!("warning={warning}")),
            );
        }
        if device_debug {
            lines.push(format!(
                "warning=COOP_DEVICE_DEBUG=1: the kernels `{}` are compiled for the debugger (-G); they are slow, and \
                 fewer of their blocks fit on a device",
                self.name
            ));
        }
        lines.sort();
        lines.dedup();
        lines
    }
}

/// Lines by which Cargo links `lib<name>.a` in `dir`.
fn link_lines(dir: &Path, name: &str) -> [String; 2] {
    [link_search(dir), format!("rustc-link-lib=static={name}")]
}

fn link_search(dir: &Path) -> String {
    format!("rustc-link-search=native={}", dir.display())
}

//! Kernels for the emulator: the same sources, compiled by the host's C++ compiler with its thread-sanitizer
//! instrumentation, whose callbacks the emulator supplies. Neither a toolkit nor nvcc is looked for.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object as _, ObjectSymbol as _, SymbolFlags, elf};

use crate::compile::{self, Job, Outcome};
use crate::env::Env;
use crate::error::Error;
use crate::host;

/// The variables by which `coop` and `cudart-emu` tell the packages that depend on them where the emulator's headers are,
/// unless there is a real runtime, which then wins.
pub(crate) const HEADERS: [&str; 2] = ["DEP_COOP_EMULATOR", "DEP_CUDART_EMU_INCLUDE"];

/// The one variable that every `extern __shared__` array is, in the emulator.
const DYNAMIC_SHARED: &str = "coop_emulator_dynamic";

/// What the compiler is told beside the files.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The emulator's headers first: some have the names of system headers.
    pub(crate) includes: Vec<PathBuf>,
    pub(crate) defines: Vec<(String, Option<String>)>,
}

impl Settings {
    pub(crate) fn compile(&self, source: &Path, object: &Path, depfile: &Path) -> Vec<OsString> {
        let fixed = [
            "-c",
            "-xc++",
            "-std=c++17",
            // More would merge accesses that a device makes one by one.
            "-O1",
            "-fPIC",
            "-fsanitize=thread",
            // For loops without any access.
            "-fsanitize-coverage=trace-pc",
            // A block's shared memory is thread-local storage without constructors.
            "-fno-extern-tls-init",
            "-ffp-contract=off",
            "-fno-strict-aliasing",
            "-ftrivial-auto-var-init=pattern",
            "-Wno-unknown-pragmas",
            "-DCOOP_EMULATED",
            "-include",
            "cuda_runtime.h",
        ];
        let mut args: Vec<OsString> = fixed.map(OsString::from).into();
        for dir in &self.includes {
            args.extend(["-I".into(), dir.into()]);
        }
        args.extend(self.defines.iter().map(|(name, value)| match value {
            Some(value) => format!("-D{name}={value}").into(),
            None => format!("-D{name}").into(),
        }));
        args.extend(["-MMD", "-MT", "deps", "-MF"].map(OsString::from));
        args.extend([depfile.into(), "-o".into(), object.into(), source.into()]);
        args
    }
}

/// Compiles the sources to the objects, in order.
pub(crate) fn compile(env: &Env, jobs: &[Job]) -> Result<Vec<Outcome>, Error> {
    let compiler = host::tool(env)?;
    let outcomes = compile::run_all(&compiler, jobs, env.jobs()).map_err(|error| match error {
        Error::Io { path, source } if path == compiler && source.kind() == ErrorKind::NotFound => {
            Error::NoHostCompiler { compiler: path }
        }
        other => other,
    })?;
    for job in jobs {
        name_dynamic_shared(&compiler, &job.object)?;
    }
    Ok(outcomes)
}

/// Gives the `extern __shared__` arrays of an object, which it refers to and nobody defines, their one name.
fn name_dynamic_shared(compiler: &Path, object: &Path) -> Result<(), Error> {
    let data = std::fs::read(object).map_err(|source| Error::Io {
        path: object.to_owned(),
        source,
    })?;
    let names = undefined_thread_locals(&data)
        .map_err(|error| Error::HostTools(format!("{}: {error}", object.display())))?;
    if names.is_empty() {
        return Ok(());
    }
    let objcopy = beside(compiler, "objcopy");
    let output = Command::new(&objcopy)
        .args(
            names
                .iter()
                .map(|name| format!("--redefine-sym={name}={DYNAMIC_SHARED}")),
        )
        .arg(object)
        .output()
        .map_err(|source| Error::Io {
            path: objcopy,
            source,
        })?;
    match output.status.success() {
        true => Ok(()),
        false => Err(Error::HostTools(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        )),
    }
}

/// The thread-local variables that an object refers to and does not define, except the emulator's own.
fn undefined_thread_locals(object: &[u8]) -> object::Result<Vec<String>> {
    let file = object::File::parse(object)?;
    let undefined = file.symbols().filter(|symbol| {
        let is_thread_local =
            matches!(symbol.flags(), SymbolFlags::Elf { st_info, .. } if st_info.st_type() == elf::STT_TLS);
        symbol.is_undefined() && is_thread_local
    });
    let names: object::Result<Vec<&str>> = undefined.map(|symbol| symbol.name()).collect();
    Ok(names?
        .into_iter()
        .filter(|name| *name != DYNAMIC_SHARED)
        .map(str::to_owned)
        .collect())
}

/// A program that comes with the compiler.
fn beside(compiler: &Path, program: &str) -> PathBuf {
    let asked = Command::new(compiler)
        .arg(format!("-print-prog-name={program}"))
        .output();
    match asked {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().into()
        }
        _ => program.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_emulators_headers_are_searched_before_all_others() {
        let settings = Settings {
            includes: vec!["emulator".into(), "own".into()],
            defines: vec![("N".into(), Some("3".into()))],
        };
        let args = settings.compile(Path::new("a.cu"), Path::new("a.o"), Path::new("a.d"));
        let place = |wanted: &str| args.iter().position(|arg| arg == wanted).unwrap();
        assert!(place("emulator") < place("own"));
        for wanted in ["-fsanitize=thread", "-DCOOP_EMULATED", "-DN=3", "-xc++"] {
            assert!(place(wanted) < place("a.cu"), "{wanted}");
        }
    }
}

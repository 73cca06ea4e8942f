//! Kernels for the emulator, which makes them ready itself: here is the compiler for it. Neither a toolkit nor nvcc is
//! looked for.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub(crate) use cudart_emu_build::Settings;
pub(crate) use cudart_emu_build::command_line::Request;
use cudart_emu_build::{Compiler, Error as Refused, Step};

use crate::compile::{self, Job, Outcome};
use crate::error::Error;
use crate::host;
use cuda_toolkit::Env;

/// The variables by which `coop` and `cudart-emu` tell the packages that depend on them where the emulator's headers are,
/// unless there is a real runtime, which then wins.
pub(crate) const HEADERS: [&str; 2] = ["DEP_COOP_EMULATOR", "DEP_CUDART_EMU_INCLUDE"];

/// Compiles the sources of the archive `name` into `out`, and returns what came of each step, and the objects.
pub(crate) fn compile(
    env: &Env,
    settings: &Settings,
    sources: &[PathBuf],
    out: &Path,
    name: &str,
) -> Result<(Vec<Outcome>, Vec<PathBuf>), Error> {
    let compiler = host::gcc(env)?;
    let mut host = Host {
        words: host::words_after(env, &compiler)?,
        compiler,
        at_once: env.jobs(),
        outcomes: Vec::new(),
    };
    let arch = env.target_arch();
    let objects = cudart_emu_build::build(settings, sources, out, name, &arch, &mut host)
        .map_err(explained)?;
    // A file that the build script itself writes is newer than its start: Cargo would run it every time.
    for outcome in &mut host.outcomes {
        outcome.inputs.retain(|input| !input.starts_with(out));
    }
    Ok((host.outcomes, objects))
}

/// The host's C++ compiler, and what came of each step.
struct Host {
    compiler: PathBuf,
    /// What stands after it where it is named.
    words: Vec<OsString>,
    at_once: usize,
    outcomes: Vec<Outcome>,
}

impl Compiler for Host {
    type Error = Error;

    fn compile(&mut self, steps: &[Step]) -> Result<(), Error> {
        let job = |step: &Step| Job {
            source: step.source.clone(),
            object: step.output.clone(),
            depfile: step.depfile.clone(),
            args: [&self.words[..], &step.args].concat(),
        };
        let jobs: Vec<Job> = steps.iter().map(job).collect();
        let compiled = compile::run_all(&self.compiler, &jobs, self.at_once);
        self.outcomes.extend(compiled.map_err(|error| match error {
            Error::Io { path, source }
                if path == self.compiler && source.kind() == ErrorKind::NotFound =>
            {
                Error::NoHostCompiler { compiler: path }
            }
            other => other,
        })?);
        Ok(())
    }

    fn run(&mut self, args: &[OsString], what: &str) -> Result<(), Error> {
        compile::run(&self.compiler, &[&self.words[..], args].concat(), what).map(drop)
    }
}

fn explained(refused: Refused<Error>) -> Error {
    let text = refused.to_string();
    match refused {
        Refused::Compiler(error) => error,
        Refused::Io { path, source } => Error::Io { path, source },
        Refused::Object(_) => Error::HostTools(text),
        Refused::StaticShared { file, .. } => Error::Compile {
            what: file.display().to_string(),
            errors: vec![text],
            advice: Some(
                "Make it dynamic (`extern __shared__`), and ask for it at the launch.".to_owned(),
            ),
        },
    }
}

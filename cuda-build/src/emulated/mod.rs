//! Kernels for the emulator: the same sources, compiled by the host's C++ compiler with its thread-sanitizer
//! instrumentation, whose callbacks the emulator supplies. Neither a toolkit nor nvcc is looked for.
//!
//! A source file goes through these steps, each of which leaves a file in `OUT_DIR`: what only nvcc reads is [rewritten]
//! (rewrite); the compiler makes assembly; assembled, that [tells](code) about its kernels; with the [table] of what
//! was found out it is assembled again; and for kernels whose symbols [say](signature) what they take, there are functions that
//! call them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::compile::{self, Job, Outcome};
use crate::env::Env;
use crate::error::Error;
use crate::host;

mod code;
mod lexer;
mod rewrite;
mod settings;
mod signature;
mod table;

use code::Code;
pub(crate) use settings::Settings;

/// The variables by which `coop` and `cudart-emu` tell the packages that depend on them where the emulator's headers are,
/// unless there is a real runtime, which then wins.
pub(crate) const HEADERS: [&str; 2] = ["DEP_COOP_EMULATOR", "DEP_CUDART_EMU_INCLUDE"];

/// Compiles the sources of the archive `name` into `out`, and returns what came of each and its object, in order.
pub(crate) fn compile(
    env: &Env,
    settings: &Settings,
    sources: &[PathBuf],
    out: &Path,
    name: &str,
) -> Result<(Vec<Outcome>, Vec<PathBuf>), Error> {
    let compiler = host::tool(env)?;
    let jobs: Result<Vec<Job>, Error> = sources
        .iter()
        .enumerate()
        .map(|(index, source)| job(settings, source, &out.join(format!("{name}-{index}"))))
        .collect();
    let jobs = jobs?;
    let mut outcomes =
        compile::run_all(&compiler, &jobs, env.jobs()).map_err(|error| match error {
            Error::Io { path, source }
                if path == compiler && source.kind() == ErrorKind::NotFound =>
            {
                Error::NoHostCompiler { compiler: path }
            }
            other => other,
        })?;
    // A file that the build script itself writes is newer than its start: Cargo would run it every time.
    for outcome in &mut outcomes {
        outcome.inputs.retain(|input| !input.starts_with(out));
    }
    let (mut objects, codes) = assemble(&compiler, &jobs, &env.target_arch())?;
    check(&jobs, &codes)?;
    if let Some(text) = signature::source(&codes) {
        let (source, object) = ["cc", "o"]
            .map(|extension| out.join(format!("{name}-signatures.{extension}")))
            .into();
        write(&source, &text)?;
        let flags = ["-c", "-xc++", "-O1", "-fPIC"].map(OsString::from);
        let files = [source.as_os_str(), "-o".as_ref(), object.as_os_str()].map(OsString::from);
        compile::run(
            &compiler,
            &[&flags[..], &files].concat(),
            &source.display().to_string(),
        )?;
        objects.push(object);
    }
    Ok((outcomes, objects))
}

/// How one source becomes assembly. The paths of all files of the job begin with `stem`.
fn job(settings: &Settings, source: &Path, stem: &Path) -> Result<Job, Error> {
    let text = read(source)?;
    let rewritten = match rewrite::rewrite(&text) {
        None => source.to_owned(),
        Some(text) => {
            let path = stem.with_extension("cu");
            let shown = source.display().to_string();
            let shown = shown.replace('\\', "\\\\").replace('"', "\\\"");
            write(&path, &format!("#line 1 \"{shown}\"\n{text}"))?;
            path
        }
    };
    let (assembly, depfile) = (stem.with_extension("s"), stem.with_extension("d"));
    Ok(Job {
        args: settings.compile(source, &rewritten, &assembly, &depfile),
        source: source.to_owned(),
        object: assembly,
        depfile,
    })
}

/// Makes objects of the assembly of all jobs, each with the table of its kernels.
fn assemble(compiler: &Path, jobs: &[Job], arch: &str) -> Result<(Vec<PathBuf>, Vec<Code>), Error> {
    let run = |assembly: &Path, object: &Path| {
        let args = ["-c".into(), assembly.into(), "-o".into(), object.into()];
        compile::run(compiler, &args, &assembly.display().to_string()).map(drop)
    };
    let mut units = Vec::new();
    for job in jobs {
        let text = table::without_notes(&read(&job.object)?);
        let assembly = job.object.with_extension("table.s");
        let object = job.object.with_extension("o");
        write(&assembly, &text)?;
        run(&assembly, &object)?;
        let bytes = fs::read(&object).map_err(at(&object))?;
        units.push((text, assembly, object, bytes));
    }
    let bytes: Vec<Vec<u8>> = units
        .iter_mut()
        .map(|unit| std::mem::take(&mut unit.3))
        .collect();
    let codes = code::read(&bytes).map_err(|error| Error::HostTools(error.to_string()))?;
    for ((text, assembly, object, _), code) in units.iter().zip(&codes) {
        write(
            assembly,
            &(text.clone() + &table::assembly(code, arch == "x86_64")),
        )?;
        run(assembly, object)?;
    }
    let objects = units.into_iter().map(|(_, _, object, _)| object);
    Ok((objects.collect(), codes))
}

/// The most static shared memory of a block, on every device: what is beyond has to be dynamic.
const MOST_STATIC_SHARED: u64 = 48 * 1024;

/// Refuses what nvcc refuses once it has compiled.
fn check(jobs: &[Job], codes: &[Code]) -> Result<(), Error> {
    for (job, code) in jobs.iter().zip(codes) {
        let too_much = |kernel: &&code::Kernel| kernel.static_shared() > MOST_STATIC_SHARED;
        if let Some(kernel) = code.kernels.iter().find(too_much) {
            let what = job.source.display().to_string();
            let (symbol, bytes) = (&kernel.symbol, kernel.static_shared());
            return Err(Error::Compile {
                errors: vec![format!(
                    "{what}: error: the kernel {symbol} has {bytes} bytes of static shared memory, of \
                     {MOST_STATIC_SHARED} that every device has"
                )],
                advice: Some(
                    "Make it dynamic (`extern __shared__`), and ask for it at the launch."
                        .to_owned(),
                ),
                what,
            });
        }
    }
    Ok(())
}

/// Text, of which other bytes than UTF-8 can be in comments and literals only.
fn read(path: &Path) -> Result<String, Error> {
    let bytes = fs::read(path).map_err(at(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a file, unless that is in it already: then nothing that depends on it is done again.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    if fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    fs::write(path, text).map_err(at(path))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    |source| Error::Io { path, source }
}

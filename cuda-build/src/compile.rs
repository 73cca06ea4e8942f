//! Runs nvcc: one process a source file that has changed, as many at once as Cargo allows.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use crate::depfile;
use crate::diagnostics::{self, Severity};
use crate::error::Error;
use crate::stamp::{self, Stamp};

/// One source file, and how nvcc is to be run for it.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    pub(crate) source: PathBuf,
    pub(crate) object: PathBuf,
    pub(crate) depfile: PathBuf,
    pub(crate) args: Vec<OsString>,
}

/// What came of one source file, apart from its object.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The source and the headers that it includes.
    pub(crate) inputs: Vec<PathBuf>,
    /// The first line of each warning.
    pub(crate) warnings: Vec<String>,
}

/// Runs the jobs, at most `at_once` side by side. After a failure no further one is begun; of several failures the one
/// of the earliest file is returned.
pub(crate) fn run_all(nvcc: &Path, jobs: &[Job], at_once: usize) -> Result<Vec<Outcome>, Error> {
    let waiting = Mutex::new(jobs.iter().enumerate());
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, job)) = next(&waiting) {
            let result = run_one(nvcc, job);
            if result.is_err() {
                while next(&waiting).is_some() {}
            }
            locked(&results).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..at_once.clamp(1, jobs.len().max(1)) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn next<T>(waiting: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    locked(waiting).next()
}

/// A thread that panicked leaves nothing half done here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run_one(nvcc: &Path, job: &Job) -> Result<Outcome, Error> {
    let stamp = Stamp::of(&job.object);
    let key = stamp::key(nvcc, &job.args);
    if job.object.is_file()
        && let Ok(inputs) = inputs(job)
        && let Some(warnings) = stamp.warnings(&key, &inputs)
    {
        return Ok(Outcome { inputs, warnings });
    }
    // Whatever ends this early, the object that it leaves does not count as one.
    stamp.remove();
    let began = SystemTime::now();
    let warnings = run(nvcc, &job.args, &job.source.display().to_string())?;
    let inputs = inputs(job)?;
    stamp
        .write(&key, &warnings, began)
        .map_err(|source| Error::Io {
            path: stamp.path().to_owned(),
            source,
        })?;
    Ok(Outcome { inputs, warnings })
}

/// The source and the headers that it includes, as the last compilation found them.
fn inputs(job: &Job) -> Result<Vec<PathBuf>, Error> {
    let text = std::fs::read(&job.depfile).map_err(|source| Error::Io {
        path: job.depfile.clone(),
        source,
    })?;
    let mut inputs = depfile::prerequisites(&String::from_utf8_lossy(&text));
    if !inputs.contains(&job.source) {
        inputs.push(job.source.clone());
    }
    Ok(inputs)
}

/// Runs nvcc once for `what`, and returns its warnings.
pub(crate) fn run(nvcc: &Path, args: &[OsString], what: &str) -> Result<Vec<String>, Error> {
    let output = Command::new(nvcc)
        .args(args)
        .output()
        .map_err(|source| Error::Io {
            path: nvcc.to_owned(),
            source,
        })?;
    let mut printed = String::from_utf8_lossy(&output.stderr).into_owned();
    printed.push_str(&String::from_utf8_lossy(&output.stdout));
    let (errors, warnings): (Vec<_>, Vec<_>) = diagnostics::parse(&printed)
        .into_iter()
        .partition(|diagnostic| diagnostic.severity == Severity::Error);
    if output.status.success() {
        return Ok(warnings
            .iter()
            .map(|warning| warning.headline().to_owned())
            .collect());
    }
    let mut errors: Vec<String> = errors.into_iter().map(|error| error.text).collect();
    if errors.is_empty() {
        errors.push(format!("{} ({})", printed.trim(), output.status));
    }
    Err(Error::Compile {
        what: what.to_owned(),
        errors,
        advice: diagnostics::advice(&printed, args.iter().any(|arg| arg == "-DCOOP_EMULATED")),
    })
}

//! CUDA sources made ready for the emulator: objects of the host's C++ compiler, with its thread-sanitizer instrumentation,
//! whose callbacks the emulator supplies. For `cuda-build`, which supplies the compiler.
//!
//! A source file goes through these steps, each of which leaves a file in the folder of the build: what only nvcc reads is
//! rewritten; the compiler makes assembly; assembled, that tells about its kernels; with a table of what was found out it is
//! assembled again; and for kernels whose symbols say what they take, there are functions that call them.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod code;
mod lexer;
mod rewrite;
mod settings;
mod signature;
mod table;

use code::Code;
pub use settings::Settings;

/// One source file on its way to assembly.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The file, as the user named it.
    pub source: PathBuf,
    /// Where the assembly goes.
    pub assembly: PathBuf,
    /// Where the compiler lists what it has read.
    pub depfile: PathBuf,
    /// What the compiler is told.
    pub args: Vec<OsString>,
}

/// The host's C++ compiler.
pub trait Compiler {
    /// What it says when it fails.
    type Error;

    /// Makes assembly of each unit, unless it is there and up to date.
    ///
    /// # Errors
    ///
    /// The first failure.
    fn compile(&mut self, units: &[Unit]) -> Result<(), Self::Error>;

    /// Runs the compiler once, with these arguments, for `what`.
    ///
    /// # Errors
    ///
    /// What the compiler says.
    fn run(&mut self, args: &[OsString], what: &str) -> Result<(), Self::Error>;
}

/// Why no objects were made.
#[derive(Debug, thiserror::Error)]
pub enum Error<E> {
    /// The compiler failed.
    #[error("{0}")]
    Compiler(E),

    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },

    /// An object of the compiler could not be understood.
    #[error("the compiler's object: {0}")]
    Object(object::Error),

    /// A kernel that nvcc refuses once it has compiled.
    #[error(
        "{}: error: the kernel {kernel} has {bytes} bytes of static shared memory, of {MOST_STATIC_SHARED} that every \
         device has", .file.display()
    )]
    StaticShared {
        /// Where the kernel is.
        file: PathBuf,
        /// Its symbol.
        kernel: String,
        /// What it asks for.
        bytes: u64,
    },
}

/// The most static shared memory of a block, on every device: what is beyond has to be dynamic.
const MOST_STATIC_SHARED: u64 = 48 * 1024;

/// Compiles the sources of the archive `name` for a processor (`x86_64`), with files in the folder `out`, and returns the
/// objects.
///
/// # Errors
///
/// Those of the compiler and of the file system, and a kernel that has more static shared memory than any device.
pub fn build<C: Compiler>(
    settings: &Settings,
    sources: &[PathBuf],
    out: &Path,
    name: &str,
    arch: &str,
    compiler: &mut C,
) -> Result<Vec<PathBuf>, Error<C::Error>> {
    let units: Result<Vec<Unit>, _> = sources
        .iter()
        .enumerate()
        .map(|(index, source)| unit(settings, source, &out.join(format!("{name}-{index}"))))
        .collect();
    let units = units?;
    compiler.compile(&units).map_err(Error::Compiler)?;
    let (mut objects, codes) = assemble(compiler, &units, arch)?;
    check(&units, &codes)?;
    if let Some(text) = signature::source(&codes) {
        let (source, object) = ["cc", "o"]
            .map(|extension| out.join(format!("{name}-signatures.{extension}")))
            .into();
        write(&source, &text)?;
        // With frame pointers, as the kernels that these call.
        let flags = ["-c", "-xc++", "-O1", "-fPIC", "-fno-omit-frame-pointer"].map(OsString::from);
        let files = [source.as_os_str(), "-o".as_ref(), object.as_os_str()].map(OsString::from);
        compiler
            .run(
                &[&flags[..], &files].concat(),
                &source.display().to_string(),
            )
            .map_err(Error::Compiler)?;
        objects.push(object);
    }
    Ok(objects)
}

/// How one source becomes assembly. The paths of all its files begin with `stem`.
fn unit<E>(settings: &Settings, source: &Path, stem: &Path) -> Result<Unit, Error<E>> {
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
    Ok(Unit {
        args: settings.compile(source, &rewritten, &assembly, &depfile),
        source: source.to_owned(),
        assembly,
        depfile,
    })
}

/// The objects, and what each tells of its kernels.
type Assembled = (Vec<PathBuf>, Vec<Code>);

/// Makes objects of the assembly of all units, each with the table of its kernels.
fn assemble<C: Compiler>(
    compiler: &mut C,
    units: &[Unit],
    arch: &str,
) -> Result<Assembled, Error<C::Error>> {
    let mut run = |assembly: &Path, object: &Path| {
        let args = ["-c".into(), assembly.into(), "-o".into(), object.into()];
        compiler
            .run(&args, &assembly.display().to_string())
            .map_err(Error::Compiler)
    };
    let mut parts = Vec::new();
    let mut bytes = Vec::new();
    for unit in units {
        let text = table::without_notes(&read(&unit.assembly)?);
        let assembly = unit.assembly.with_extension("table.s");
        let object = unit.assembly.with_extension("o");
        write(&assembly, &text)?;
        run(&assembly, &object)?;
        bytes.push(fs::read(&object).map_err(at(&object))?);
        parts.push((text, assembly, object));
    }
    let codes = code::read(&bytes).map_err(Error::Object)?;
    for ((text, assembly, object), code) in parts.iter().zip(&codes) {
        let table = table::assembly(code, arch == "x86_64");
        write(assembly, &(text.clone() + &table))?;
        run(assembly, object)?;
    }
    let objects = parts.into_iter().map(|(_, _, object)| object);
    Ok((objects.collect(), codes))
}

/// Refuses what nvcc refuses once it has compiled.
fn check<E>(units: &[Unit], codes: &[Code]) -> Result<(), Error<E>> {
    for (unit, code) in units.iter().zip(codes) {
        let too_much = |kernel: &&code::Kernel| kernel.static_shared() > MOST_STATIC_SHARED;
        if let Some(kernel) = code.kernels.iter().find(too_much) {
            return Err(Error::StaticShared {
                file: unit.source.clone(),
                kernel: kernel.symbol.clone(),
                bytes: kernel.static_shared(),
            });
        }
    }
    Ok(())
}

/// Text, of which other bytes than UTF-8 can be in comments and literals only.
fn read<E>(path: &Path) -> Result<String, Error<E>> {
    let bytes = fs::read(path).map_err(at(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a file, unless that is in it already: then nothing that depends on it is done again.
fn write<E>(path: &Path, text: &str) -> Result<(), Error<E>> {
    if fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    fs::write(path, text).map_err(at(path))
}

fn at<E>(path: &Path) -> impl FnOnce(io::Error) -> Error<E> {
    let path = path.to_owned();
    |source| Error::Io { path, source }
}

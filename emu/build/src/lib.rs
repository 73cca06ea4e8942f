//! CUDA sources made ready for the emulator: objects of the host's C++ compiler, with its thread-sanitizer instrumentation,
//! whose callbacks the emulator supplies. For `cuda-build`, which supplies the compiler.
//!
//! A source file goes through these steps, each of which leaves a file in the folder of the build: it is preprocessed; what
//! only nvcc reads is rewritten; the compiler makes assembly; assembled, that tells about its kernels; with a table of what
//! was found out it is assembled again.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod code;
pub mod command_line;
mod lexer;
mod rewrite;
mod settings;
mod sides;
mod table;

use code::Code;
pub use settings::Settings;
use settings::Side;

/// One step of a source file.
#[derive(Debug, Clone)]
pub struct Step {
    /// The file, as the user named it.
    pub source: PathBuf,
    /// What is made.
    pub output: PathBuf,
    /// Where it is listed what was read.
    pub depfile: PathBuf,
    /// What the compiler is told.
    pub args: Vec<OsString>,
}

/// The host's C++ compiler.
pub trait Compiler {
    /// What it says when it fails.
    type Error;

    /// Makes the output of each step, unless it is there and up to date.
    ///
    /// # Errors
    ///
    /// The first failure.
    fn compile(&mut self, steps: &[Step]) -> Result<(), Self::Error>;

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
    let units = sources.iter().enumerate();
    let units: Vec<Unit> = units
        .map(|(index, source)| Unit {
            source: source.clone(),
            stem: out.join(format!("{name}-{index}")),
        })
        .collect();
    let preprocess = |unit: &Unit| unit.preprocess(settings, Side::Device);
    let steps: Vec<Step> = units.iter().map(preprocess).collect();
    compiler.compile(&steps).map_err(Error::Compiler)?;
    let two_sided = units.iter().filter(|unit| unit.has_two_sides(settings));
    let steps: Vec<Step> = two_sided
        .map(|unit| unit.preprocess(settings, Side::Host))
        .collect();
    compiler.compile(&steps).map_err(Error::Compiler)?;
    let steps: Result<Vec<Step>, _> = units.iter().map(|unit| unit.compile(settings)).collect();
    compiler.compile(&steps?).map_err(Error::Compiler)?;
    let (objects, codes) = assemble(compiler, &units, arch)?;
    check(&units, &codes)?;
    Ok(objects)
}

/// One source file, and what the paths of all its files begin with.
struct Unit {
    source: PathBuf,
    stem: PathBuf,
}

impl Unit {
    fn file(&self, extension: &str) -> PathBuf {
        let mut path = self.stem.clone().into_os_string();
        path.push(".");
        path.push(extension);
        path.into()
    }

    fn preprocess(&self, settings: &Settings, side: Side) -> Step {
        let (output, depfile) = match side {
            Side::Device => (self.file("ii"), self.file("d")),
            Side::Host => (self.file("host.ii"), self.file("host.d")),
        };
        Step {
            args: settings.preprocess(&self.source, &output, &depfile, side),
            source: self.source.clone(),
            output,
            depfile,
        }
    }

    /// Whether what was read asks for the side, apart from the emulator's own headers.
    fn has_two_sides(&self, settings: &Settings) -> bool {
        let listed = fs::read_to_string(self.file("d")).unwrap_or_default();
        let listed = listed.replace("\\\n", " ").replace("\\ ", "\0");
        let own = settings.includes.first();
        listed
            .split_whitespace()
            .map(|path| PathBuf::from(path.replace('\0', " ")))
            .filter(|path| !own.is_some_and(|own| path.starts_with(own)))
            .any(|path| fs::read(path).is_ok_and(|text| contains(&text, sides::MACRO.as_bytes())))
    }

    fn compile<E>(&self, settings: &Settings) -> Result<Step, Error<E>> {
        let (text, output, depfile) = (self.file("cu.ii"), self.file("s"), self.file("cu.d"));
        let device = read(&self.file("ii"))?;
        let both = match self.has_two_sides(settings) {
            true => sides::merge(&device, &read(&self.file("host.ii"))?),
            false => device,
        };
        write(&text, &rewrite::rewrite(&both))?;
        write(&depfile, &format!("deps: {}\n", escaped(&text)))?;
        Ok(Step {
            args: settings.compile(&text, &output),
            source: self.source.clone(),
            output,
            depfile,
        })
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// A path as a dependency file has it.
fn escaped(path: &Path) -> String {
    let path = path.display().to_string();
    path.replace('$', "$$")
        .replace('#', "\\#")
        .replace(' ', "\\ ")
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
        let text = table::without_notes(&read(&unit.file("s"))?);
        let (assembly, object) = (unit.file("table.s"), unit.file("o"));
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

//! The host's tools, as the `cc` crate chooses them: the C++ compiler that nvcc works with, and the archiver.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::Error;
use cuda_toolkit::Env;

/// The C++ compiler for nvcc to use, or `None` where `NVCC_CCBIN` tells it already; and the words after it, in either variable.
pub(crate) fn compiler(env: &Env) -> Result<(Option<PathBuf>, Vec<OsString>), Error> {
    if let Some(named) = env.var("NVCC_CCBIN") {
        return Ok(with_words(&named));
    }
    let tool = build(env)?.try_get_compiler().map_err(host_tools)?;
    let compiler = tool.path().to_owned();
    let words = words_after(env, &compiler)?;
    Ok((Some(compiler), words))
}

/// What stands before a compiler and calls it: nvcc asks the compiler for more than such a program knows.
const CALLERS: [&str; 6] = [
    "buildcache",
    "cachepot",
    "ccache",
    "distcc",
    "icecc",
    "sccache",
];

/// Compiler and words of `ccache g++ --sysroot=…`, which nvcc would take for one path.
fn with_words(named: &OsString) -> (Option<PathBuf>, Vec<OsString>) {
    let text = named.to_string_lossy();
    let mut words = text.split_whitespace().skip_while(|word| {
        let name = Path::new(word).file_stem();
        CALLERS
            .iter()
            .any(|caller| name.is_some_and(|name| name == *caller))
    });
    match words.next() {
        Some(compiler) if compiler.len() < text.len() && !Path::new(named).exists() => {
            (Some(compiler.into()), words.map(OsString::from).collect())
        }
        _ => (None, Vec::new()),
    }
}

/// What stands after the compiler in the variable that names it: `g++ --sysroot=…`.
pub(crate) fn words_after(env: &Env, compiler: &Path) -> Result<Vec<OsString>, Error> {
    let target = cargo_string(env, "TARGET")?;
    let mut names = variables_of_cc(&target).into_iter();
    let Some(named) = names.find_map(|name| env.var(&name).filter(|_| name.contains("CXX"))) else {
        return Ok(Vec::new());
    };
    if Path::new(&named).is_file() {
        return Ok(Vec::new());
    }
    let words = named.to_string_lossy().into_owned();
    let is_compiler = |word: &&str| Path::new(word).file_name() == compiler.file_name();
    let mut words = words
        .split_whitespace()
        .skip_while(|word| !is_compiler(word));
    words.next();
    Ok(words.map(OsString::from).collect())
}

/// The host's C++ compiler, which has to be g++: the emulator reads what it makes of a kernel.
pub(crate) fn gcc(env: &Env) -> Result<PathBuf, Error> {
    let tool = build(env)?.try_get_compiler().map_err(host_tools)?;
    let compiler = tool.path().to_owned();
    if tool.is_like_clang() {
        return Err(Error::Clang { compiler });
    }
    Ok(compiler)
}

/// Whether the host's C++ compiler comes with a library file of that name.
pub(crate) fn has_library(env: &Env, file: &str) -> bool {
    let asked = build(env)
        .and_then(|build| build.try_get_compiler().map_err(host_tools))
        .and_then(|compiler| {
            let mut command = compiler.to_command();
            let output = command.arg(format!("-print-file-name={file}")).output();
            output.map_err(|source| Error::Io {
                path: compiler.path().to_owned(),
                source,
            })
        });
    // A compiler that does not have the file answers with its bare name.
    asked.is_ok_and(|output| {
        Path::new(String::from_utf8_lossy(&output.stdout).trim_end()).is_absolute()
    })
}

/// Puts `objects` into `lib<name>.a` in `OUT_DIR`, replacing an older one.
pub(crate) fn archive(env: &Env, name: &str, objects: &[PathBuf]) -> Result<(), Error> {
    build(env)?
        .try_create_archive(name, objects)
        .map(drop)
        .map_err(host_tools)
}

/// Puts one more `object` into an archive.
pub(crate) fn append(env: &Env, archive: &Path, object: &Path) -> Result<(), Error> {
    let mut ar = build(env)?.try_get_archiver().map_err(host_tools)?;
    let output = ar
        .arg("rs")
        .args([archive, object])
        .output()
        .map_err(|error| Error::HostTools(format!("{}: {error}", ar.get_program().display())))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::HostTools(said.trim().to_owned()))
}

/// `OUT_DIR`, where everything is written.
pub(crate) fn out_dir(env: &Env) -> Result<PathBuf, Error> {
    env.cargo_var("OUT_DIR")
        .map(PathBuf::from)
        .ok_or(Error::NotInABuildScript("OUT_DIR"))
}

fn build(env: &Env) -> Result<cc::Build, Error> {
    let target = cargo_string(env, "TARGET")?;
    for name in variables_of_cc(&target) {
        // Only to have it watched: cc reads it itself.
        env.var(&name);
    }
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .target(&target)
        .host(&cargo_string(env, "HOST")?)
        .out_dir(out_dir(env)?)
        .opt_level(3)
        .debug(false)
        .cargo_metadata(false)
        .cargo_warnings(false);
    Ok(build)
}

fn cargo_string(env: &Env, name: &'static str) -> Result<String, Error> {
    env.cargo_var(name)
        .and_then(|value| value.into_string().ok())
        .ok_or(Error::NotInABuildScript(name))
}

/// The variables by which a user tells cc which compiler and which archiver to take.
fn variables_of_cc(target: &str) -> Vec<String> {
    let underscored = target.replace(['-', '.'], "_");
    ["CXX", "AR"]
        .into_iter()
        .flat_map(|tool| {
            [
                format!("{tool}_{target}"),
                format!("{tool}_{underscored}"),
                format!("TARGET_{tool}"),
                tool.into(),
            ]
        })
        .collect()
}

fn host_tools(error: cc::Error) -> Error {
    Error::HostTools(error.to_string())
}

/// Whether `path` is a file name that an archive can be made from.
pub(crate) fn is_archive_name(name: &str) -> bool {
    !name.is_empty()
        && Path::new(name).file_name().is_some_and(|file| file == name)
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

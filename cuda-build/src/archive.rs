//! Static libraries made elsewhere. Their relocatable device code (`nvcc -rdc=true`) is linked here, where whoever made
//! them left that to the program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use object::read::archive::ArchiveFile;
use object::{Object as _, ObjectSymbol as _};

use crate::compile;
use crate::error::Error;
use crate::flags::Settings;
use crate::host;
use cuda_toolkit::Env;

/// What a host object with relocatable device code calls to have that registered. Device linking defines it.
const REGISTRATION: &[u8] = b"__cudaRegisterLinkedBinary_";

/// What came of one library.
#[derive(Debug)]
pub(crate) struct Linkable {
    /// The directory and the name by which the linker finds it.
    pub(crate) dir: PathBuf,
    pub(crate) name: String,
    /// Whether its device code was linked here.
    pub(crate) device_linked: bool,
    pub(crate) warnings: Vec<String>,
}

/// Makes the library at `path` one that can be linked into a program. Where device code is still to be linked, that is
/// a copy in `dir` with one more object; the library itself is left as it is.
pub(crate) fn prepare(
    env: &Env,
    nvcc: &Path,
    settings: &Settings,
    path: &Path,
    dir: &Path,
) -> Result<Linkable, Error> {
    let name = name(path)?;
    let bytes = read(path)?;
    let unlinked = unlinked_objects(path, &bytes)?;
    if unlinked.is_empty() {
        return Ok(Linkable {
            dir: directory(path),
            name,
            device_linked: false,
            warnings: Vec::new(),
        });
    }
    // As files: of an archive nvlink does not say which architectures its objects lack.
    let io = |path: &Path| {
        let path = path.to_owned();
        |source| Error::Io { path, source }
    };
    std::fs::create_dir_all(dir).map_err(io(dir))?;
    let mut objects = Vec::new();
    for (index, object) in unlinked.into_iter().enumerate() {
        let file = dir.join(format!("{name}-{index}.o"));
        std::fs::write(&file, object).map_err(io(&file))?;
        objects.push(file);
    }
    let linked = dir.join(format!("{name}-device-link.o"));
    let args: Vec<OsString> = settings.device_link(&objects, &linked);
    let what = format!("the device code of {} into one", path.display());
    let warnings = compile::run(nvcc, &args, &what)?;
    if let Some(warning) = warnings.iter().find(|w| w.contains("SM Arch")) {
        return Err(Error::ArchiveArchitecture {
            path: path.to_owned(),
            architecture: quoted(warning).unwrap_or(warning).to_owned(),
        });
    }
    // A name of its own, so that the linker cannot take the library for it.
    let name = format!("{name}_device_linked");
    let copy = dir.join(format!("lib{name}.a"));
    std::fs::write(&copy, &bytes).map_err(io(&copy))?;
    host::append(env, &copy, &linked)?;
    Ok(Linkable {
        dir: dir.to_owned(),
        name,
        device_linked: true,
        warnings,
    })
}

/// Whether the archive at `path` has relocatable device code that was not linked.
pub(crate) fn is_unlinked(path: &Path) -> Result<bool, Error> {
    Ok(!unlinked_objects(path, &read(path)?)?.is_empty())
}

/// `numerics` of `…/libnumerics.a`.
fn name(path: &Path) -> Result<String, Error> {
    path.file_name()
        .and_then(|file| file.to_str()?.strip_prefix("lib")?.strip_suffix(".a"))
        .filter(|name| host::is_archive_name(name))
        .map(str::to_owned)
        .ok_or_else(|| refused(path, "its name is not of the form libNAME.a".to_owned()))
}

/// The directory of `path`, for a linker that runs elsewhere.
fn directory(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.parent().map(Path::to_owned).unwrap_or_default()
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| refused(path, error.to_string()))
}

/// The objects in the archive that call for a device link which no object in it is.
fn unlinked_objects<'a>(path: &Path, bytes: &'a [u8]) -> Result<Vec<&'a [u8]>, Error> {
    let unreadable = |error: object::Error| refused(path, error.to_string());
    let archive = ArchiveFile::parse(bytes).map_err(unreadable)?;
    if archive.is_thin() {
        let reason = "it is a thin archive, which only names its objects; make it without `T`";
        return Err(refused(path, reason.to_owned()));
    }
    let mut wanting = Vec::new();
    let mut defined = Vec::new();
    for member in archive.members() {
        let data = member
            .and_then(|member| member.data(bytes))
            .map_err(unreadable)?;
        // Anything may be in an archive; what is no object has no device code.
        let Ok(object) = object::File::parse(data) else {
            continue;
        };
        for symbol in object.symbols() {
            match symbol.name_bytes() {
                Ok(name) if !name.starts_with(REGISTRATION) => {}
                Ok(name) if symbol.is_undefined() => wanting.push((name, data)),
                Ok(name) => defined.push(name),
                Err(error) => return Err(unreadable(error)),
            }
        }
    }
    let is_unlinked = |&(name, _): &(&[u8], _)| !defined.contains(&name);
    let unlinked = wanting.into_iter().filter(is_unlinked);
    Ok(unlinked.map(|(_, data)| data).collect())
}

/// What stands first between quotation marks.
fn quoted(text: &str) -> Option<&str> {
    text.split('\'').nth(1)
}

fn refused(path: &Path, reason: String) -> Error {
    Error::Archive {
        path: path.to_owned(),
        reason,
    }
}

#[cfg(test)]
mod tests;

//! `coop-emucc`: compiles a `.cu` file for the emulator, in place of `nvcc -c`, for projects that Cargo does not build.
//!
//! `cargo xtask install --link emu` puts it beside the headers that it needs.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cudart_emu_build::{Compiler, Settings, Step, build};

const USAGE: &str = "\
usage: coop-emucc -c KERNELS.cu -o KERNELS.o [-I DIR]... [-D NAME[=VALUE]]...

Compiles CUDA C++ for the emulator, with the host's C++ compiler: CXX, or else c++. What only matters to nvcc (-arch, -gencode,
-Xcompiler, -O, -std, -g, -G, -lineinfo, --expt-...) is passed over, so that a project can take it for nvcc.";

fn main() -> ExitCode {
    match run(env::args_os().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// What the command line asks for.
#[derive(Debug, Default, PartialEq)]
struct Request {
    source: PathBuf,
    object: PathBuf,
    includes: Vec<PathBuf>,
    defines: Vec<(String, Option<String>)>,
}

/// Options of nvcc that change nothing here, by their beginning; `true` where the value may be an argument of its own.
const PASSED_OVER: [(&str, bool); 14] = [
    ("-arch", true),
    ("--gpu-architecture", true),
    ("-gencode", true),
    ("--generate-code", true),
    ("-Xcompiler", true),
    ("--compiler-options", true),
    ("-Xptxas", true),
    ("-ccbin", true),
    ("-O", false),
    ("-std=", false),
    ("-g", false),
    ("-G", false),
    ("-lineinfo", false),
    ("--expt-", false),
];

impl Request {
    fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut request = Self::default();
        let mut args = args.into_iter();
        let mut compiles = false;
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy().into_owned();
            // The value of an option stands in the same argument or in the next.
            let mut value = |option: &str| match text.strip_prefix(option) {
                Some("") => args
                    .next()
                    .ok_or_else(|| format!("coop-emucc: {option} has no value")),
                Some(rest) => Ok(rest.into()),
                None => Ok(OsString::new()),
            };
            if text == "-c" || text == "--compile" {
                compiles = true;
            } else if text.starts_with("-I") {
                request.includes.push(value("-I")?.into());
            } else if text == "-isystem" {
                request.includes.push(value("-isystem")?.into());
            } else if text.starts_with("-D") {
                request.defines.push(define(&value("-D")?));
            } else if text.starts_with("-o") {
                request.object = value("-o")?.into();
            } else if let Some((option, takes)) = PASSED_OVER
                .iter()
                .find(|(option, _)| text.starts_with(option))
            {
                if *takes && text == *option {
                    value(option)?;
                }
            } else if text.starts_with('-') {
                return Err(format!(
                    "coop-emucc: {text} is not an option of this\n{USAGE}"
                ));
            } else if request.source.as_os_str().is_empty() {
                request.source = arg.into();
            } else {
                return Err(format!("coop-emucc: one file at a time\n{USAGE}"));
            }
        }
        if !compiles || request.source.as_os_str().is_empty() {
            return Err(USAGE.to_owned());
        }
        if request.object.as_os_str().is_empty() {
            let name = request.source.with_extension("o");
            request.object = name.file_name().map(PathBuf::from).unwrap_or_default();
        }
        Ok(request)
    }
}

/// `NAME` or `NAME=VALUE`.
fn define(text: &OsStr) -> (String, Option<String>) {
    let text = text.to_string_lossy();
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (text.into_owned(), None),
    }
}

fn run(args: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    let request = Request::parse(args)?;
    let mut includes = vec![headers()?];
    includes.extend(request.includes);
    // The device headers of coop.
    includes.push(includes[0].join(".."));
    let settings = Settings {
        includes,
        defines: request.defines,
    };
    let out =
        Folder::make().map_err(|error| format!("coop-emucc: no temporary folder: {error}"))?;
    let mut host = Host(env::var_os("CXX").unwrap_or_else(|| "c++".into()));
    let objects = build(
        &settings,
        &[request.source],
        &out.0,
        "kernels",
        env::consts::ARCH,
        &mut host,
    )
    .map_err(|error| error.to_string())?;
    // One object, as nvcc makes.
    let mut args: Vec<OsString> = ["-r", "-nostdlib", "-o"].map(OsString::from).into();
    args.push(request.object.into());
    args.extend(objects.into_iter().map(OsString::from));
    host.run(&args, "")
}

/// The emulator's headers, beside the folder that this program is in.
fn headers() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("coop-emucc: {error}"))?;
    let headers = program
        .parent()
        .and_then(Path::parent)
        .map(|prefix| prefix.join("include/coop-emulator"))
        .filter(|headers| headers.is_dir());
    headers.ok_or_else(|| {
        format!(
            "coop-emucc: ../include/coop-emulator is not beside {}; `cargo xtask install --link emu` puts both there",
            program.display()
        )
    })
}

/// A temporary folder, gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn make() -> io::Result<Self> {
        // One that is left over from a process of this number is passed over.
        for attempt in 0.. {
            let path = env::temp_dir().join(format!("coop-emucc-{}-{attempt}", std::process::id()));
            match std::fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Self(path)),
            }
        }
        unreachable!("there are more numbers than folders")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The host's compiler, whose own words go where the user sees them.
struct Host(OsString);

impl Compiler for Host {
    type Error = String;

    fn compile(&mut self, steps: &[Step]) -> Result<(), String> {
        steps
            .iter()
            .try_for_each(|step| self.run(&step.args, &step.source.display().to_string()))
    }

    fn run(&mut self, args: &[OsString], _: &str) -> Result<(), String> {
        let compiler = self.0.display();
        match Command::new(&self.0).args(args).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(format!("coop-emucc: {compiler} failed, see above")),
            Err(error) => Err(format!(
                "coop-emucc: {compiler} could not be run: {error}; CXX names the C++ compiler"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Request, String> {
        Request::parse(args.split_whitespace().map(OsString::from))
    }

    #[test]
    fn a_command_line_of_nvcc_is_understood() {
        let request = parse(
            "-arch=sm_90 -gencode arch=compute_80,code=sm_80 -O3 -std=c++17 -Xcompiler -fPIC -Iinclude -I more -DN=3 \
             -D FAST -c src/k.cu -o k.o",
        );
        assert_eq!(
            request,
            Ok(Request {
                source: "src/k.cu".into(),
                object: "k.o".into(),
                includes: vec!["include".into(), "more".into()],
                defines: vec![("N".into(), Some("3".into())), ("FAST".into(), None)],
            })
        );
        assert_eq!(parse("-c src/k.cu").unwrap().object, PathBuf::from("k.o"));
    }

    #[test]
    fn what_it_does_not_do_is_told() {
        for (args, says) in [
            ("", "usage"),
            ("k.cu -o k.o", "usage"),
            ("-c k.cu l.cu", "one file"),
            ("-c k.cu -rdc=true", "-rdc=true is not an option"),
            ("-c k.cu -o", "-o has no value"),
        ] {
            let said = parse(args).unwrap_err();
            assert!(said.contains(says), "{args}: {said}");
        }
    }
}

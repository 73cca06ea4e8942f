//! `coopcc`: a compiler in the place of nvcc, for projects that Cargo does not build. Files with kernels are made ready for the
//! emulator, others go to the host's compiler as they are, and a program is linked with the emulator in it.
//!
//! `cargo xtask install --link emu` puts it beside the headers and the library that it needs.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cudart_emu_build::command_line::{Goal, Request, object_of};
use cudart_emu_build::{Compiler, Settings, Step, build};

const USAGE: &str = "\
usage: coopcc [OPTION]... FILE...

Compiles CUDA C++ for the emulator with the host's C++ compiler (-ccbin, or CXX, or else c++), and links programs with the
emulator inside. It takes the command line of nvcc: -c, -o, -I, -D, -U, -std, -x cu, -include, -L, -l, -shared, -lib, -E, -MD,
-Xcompiler, -Xlinker, -ccbin as they are; -arch, -gencode, -rdc, -G, -lineinfo, --extended-lambda and others that mean nothing here are passed over;
what cannot be followed is refused by its name.";

/// What a program is linked with beside the emulator's archive.
const SYSTEM: [&str; 7] = [
    "-lstdc++",
    "-lgcc_s",
    "-lutil",
    "-lrt",
    "-lpthread",
    "-lm",
    "-ldl",
];

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    if args.iter().any(|arg| arg == "--version" || arg == "-V") {
        println!(
            "coopcc: CUDA C++ on the emulator, release 13.0, V{}",
            env!("CARGO_PKG_VERSION")
        );
        return ExitCode::SUCCESS;
    }
    if args.is_empty() || args.iter().any(|arg| arg == "--help" || arg == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("coopcc: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Vec<OsString>) -> Result<(), String> {
    let request = Request::parse(args)?;
    let place = Place::find()?;
    let out = Folder::make().map_err(|error| format!("no temporary folder: {error}"))?;
    let compiler = request.compiler.clone().or_else(|| env::var_os("CXX"));
    let driver = Driver {
        host: Host::new(&compiler.unwrap_or_else(|| "c++".into())),
        request,
        place,
        out: out.0.clone(),
    };
    driver.run()
}

/// Where this program is installed.
struct Place {
    headers: PathBuf,
    include: PathBuf,
    library: PathBuf,
}

impl Place {
    fn find() -> Result<Self, String> {
        let program = env::current_exe().map_err(|error| error.to_string())?;
        let prefix = program
            .parent()
            .and_then(Path::parent)
            .unwrap_or(Path::new("/"));
        let place = Place {
            headers: prefix.join("include/coop-emulator"),
            include: prefix.join("include"),
            library: prefix.join("lib/libcoop_c.a"),
        };
        if place.headers.is_dir() {
            return Ok(place);
        }
        Err(format!(
            "../include/coop-emulator is not beside {}; `cargo xtask install --link emu` puts both there",
            program.display()
        ))
    }
}

struct Driver {
    host: Host,
    request: Request,
    place: Place,
    out: PathBuf,
}

impl Driver {
    fn run(&self) -> Result<(), String> {
        let request = &self.request;
        let sources = request.kernels.len() + request.sources.len();
        match request.goal {
            Goal::DeviceLink => self.nothing_to_link(),
            Goal::Objects | Goal::Preprocessed if sources == 0 => {
                Err("there is no file to compile".to_owned())
            }
            Goal::Objects | Goal::Preprocessed if sources > 1 && request.output.is_some() => {
                Err("-o is for one file, and there are more".to_owned())
            }
            Goal::Preprocessed => self.preprocess(),
            Goal::Objects => {
                for source in request.kernels.iter().chain(&request.sources) {
                    let object = request.output.clone().unwrap_or_else(|| object_of(source));
                    self.compile(source, &object)?;
                }
                Ok(())
            }
            Goal::Program | Goal::Shared | Goal::Archive => {
                let mut objects = Vec::new();
                for (number, source) in request.kernels.iter().chain(&request.sources).enumerate() {
                    let object = self.out.join(format!("{number}.o"));
                    self.compile(source, &object)?;
                    objects.push(object.into_os_string());
                }
                self.link(objects)
            }
        }
    }

    /// An object of one source. Of several files of a build it is one, as nvcc makes.
    fn compile(&self, source: &Path, object: &Path) -> Result<(), String> {
        if !self.request.kernels.iter().any(|kernels| kernels == source) {
            return self.compile_for_the_host(source, object);
        }
        let settings = self.settings();
        let objects = build(
            &settings,
            &[source.to_owned()],
            &self.out,
            "kernels",
            env::consts::ARCH,
            &mut self.host.clone(),
        )
        .map_err(|error| error.to_string())?;
        self.list(object)?;
        let mut args: Vec<OsString> = ["-r", "-nostdlib", "-o"].map(OsString::from).into();
        args.push(object.into());
        args.extend(objects.into_iter().map(OsString::from));
        self.host.call(&args)
    }

    fn settings(&self) -> Settings {
        let mut includes = vec![self.place.headers.clone()];
        includes.extend(self.request.includes.iter().cloned());
        // The device headers of coop.
        includes.push(self.place.include.clone());
        Settings {
            includes,
            defines: self.request.defines.clone(),
            flags: self.request.flags.clone(),
        }
    }

    /// What was read for the object, in the words of a Makefile, where that was asked for.
    fn list(&self, object: &Path) -> Result<(), String> {
        let request = &self.request;
        if !request.lists && request.depfile.is_none() {
            return Ok(());
        }
        let list = request
            .depfile
            .clone()
            .unwrap_or_else(|| object.with_extension("d"));
        let target = request
            .target
            .clone()
            .unwrap_or_else(|| object.display().to_string());
        let made = self.out.join("kernels-0.d");
        let text =
            fs::read_to_string(&made).map_err(|error| format!("{}: {error}", made.display()))?;
        let text = text.replacen("deps:", &format!("{target}:"), 1);
        fs::write(&list, text).map_err(|error| format!("{}: {error}", list.display()))
    }

    fn compile_for_the_host(&self, source: &Path, object: &Path) -> Result<(), String> {
        let request = &self.request;
        let mut args: Vec<OsString> = vec!["-c".into()];
        args.extend(request.optimised.clone());
        // As nvcc has it: a program is position-independent if the host's compiler likes it so.
        args.extend(self.host_arguments());
        if request.lists {
            args.push("-MD".into());
        }
        if let Some(list) = &request.depfile {
            args.extend(["-MF".into(), list.into()]);
        }
        if let Some(target) = &request.target {
            args.extend(["-MT".into(), target.into()]);
        }
        // As nvcc has it: C is C, whatever the compiler is.
        if source.extension().is_some_and(|extension| extension == "c") {
            args.retain(|arg| !arg.to_string_lossy().starts_with("-std=c++"));
            args.push("-xc".into());
        }
        args.extend(["-o".into(), object.into(), source.into()]);
        self.host.call(&args)
    }

    fn host_arguments(&self) -> Vec<OsString> {
        let request = &self.request;
        let mut args = request.flags.clone();
        for (name, value) in &request.defines {
            args.push(match value {
                Some(value) => format!("-D{name}={value}").into(),
                None => format!("-D{name}").into(),
            });
        }
        for dir in &request.includes {
            args.extend(["-I".into(), dir.into()]);
        }
        for dir in [&self.place.headers, &self.place.include] {
            args.extend(["-isystem".into(), dir.into()]);
        }
        args
    }

    fn preprocess(&self) -> Result<(), String> {
        for source in self.request.kernels.iter().chain(&self.request.sources) {
            let mut args: Vec<OsString> = vec!["-E".into()];
            if self.request.kernels.contains(source) {
                args.extend(
                    ["-xc++", "-DCOOP_EMULATED", "-include", "cuda_runtime.h"].map(OsString::from),
                );
                args.extend(["-I".into(), self.place.headers.clone().into()]);
            }
            args.extend(self.host_arguments());
            args.push(source.into());
            if let Some(output) = &self.request.output {
                args.extend(["-o".into(), output.into()]);
            }
            self.host.call(&args)?;
        }
        Ok(())
    }

    fn link(&self, objects: Vec<OsString>) -> Result<(), String> {
        let request = &self.request;
        if objects.is_empty() && request.linked.is_empty() {
            return Err("there is no file".to_owned());
        }
        let output = |name: &str| request.output.clone().unwrap_or_else(|| name.into());
        if request.goal == Goal::Archive {
            let mut args: Vec<OsString> = vec!["rcs".into(), output("a.a").into()];
            args.extend(objects);
            args.extend(request.linked.iter().cloned());
            let ar = env::var_os("AR").unwrap_or_else(|| "ar".into());
            return Host::new(&ar).call(&args);
        }
        let mut args = Vec::new();
        if request.goal == Goal::Shared {
            args.push("-shared".into());
        }
        let of_the_link =
            |flag: &&OsString| flag.to_string_lossy().starts_with("-f") || **flag == *"-static";
        args.extend(request.flags.iter().filter(of_the_link).cloned());
        args.extend(objects);
        args.extend(request.linked.iter().cloned());
        // A library leaves the runtime to the program: a process has one.
        if request.goal == Goal::Program {
            args.push(self.place.library.clone().into());
        }
        args.extend(SYSTEM.map(OsString::from));
        args.extend(["-o".into(), output("a.out").into()]);
        if request.goal == Goal::Program {
            // Shared libraries with kernels find the runtime in the program.
            args.push("-rdynamic".into());
        }
        self.host.call(&args)
    }

    /// An object without anything in it.
    fn nothing_to_link(&self) -> Result<(), String> {
        let source = self.out.join("nothing.cc");
        fs::write(&source, "").map_err(|error| format!("{}: {error}", source.display()))?;
        let object = self
            .request
            .output
            .clone()
            .unwrap_or_else(|| "a_dlink.o".into());
        self.host
            .call(&["-c".into(), source.into(), "-o".into(), object.into()])
    }
}

/// A temporary folder, gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn make() -> io::Result<Self> {
        let path = env::temp_dir().join(format!("coopcc-{}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The host's compiler, or another tool, whose own words go where the user sees them.
#[derive(Clone)]
struct Host(Vec<OsString>);

impl Host {
    /// A program, and words that go before all arguments: `ccache g++`, `g++ --sysroot=…`.
    fn new(words: &OsStr) -> Self {
        if Path::new(words).is_file() {
            return Host(vec![words.to_owned()]);
        }
        let words = words.to_string_lossy();
        Host(words.split_whitespace().map(OsString::from).collect())
    }

    fn call(&self, args: &[OsString]) -> Result<(), String> {
        let Some((program, first)) = self.0.split_first() else {
            return Err("CXX is empty".to_owned());
        };
        let shown = program.display();
        match Command::new(program).args(first).args(args).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(format!("{shown} failed, see above")),
            Err(error) => Err(format!(
                "{shown} could not be run: {error}; CXX names the C++ compiler"
            )),
        }
    }
}

impl Compiler for Host {
    type Error = String;

    fn compile(&mut self, steps: &[Step]) -> Result<(), String> {
        steps.iter().try_for_each(|step| self.call(&step.args))
    }

    fn run(&mut self, args: &[OsString], _: &str) -> Result<(), String> {
        self.call(args)
    }
}

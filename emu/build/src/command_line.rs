//! The command line of nvcc, as far as it means something where the host's compiler does the work. What it means nothing for
//! is passed over; what would change a program and cannot be done is refused by name.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What is to be done with the sources.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Goal {
    /// Compiled, and linked to a program.
    #[default]
    Program,
    /// Compiled, and linked to a shared library.
    Shared,
    /// Each compiled to an object (`-c`, `-dc`).
    Objects,
    /// Preprocessed (`-E`).
    Preprocessed,
    /// An archive of objects (`-lib`).
    Archive,
    /// The device's part of a link (`-dlink`), in which there is nothing.
    DeviceLink,
}

/// What the command line asks for.
#[derive(Debug, Default, PartialEq)]
pub struct Request {
    /// What is made.
    pub goal: Goal,
    /// Files with kernels.
    pub kernels: Vec<PathBuf>,
    /// Files of C and C++ alone.
    pub sources: Vec<PathBuf>,
    /// Objects, libraries and what else the linker is told, in this order.
    pub linked: Vec<OsString>,
    /// Where the result goes.
    pub output: Option<PathBuf>,
    /// Folders of headers.
    pub includes: Vec<PathBuf>,
    /// Names, and what they stand for.
    pub defines: Vec<(String, Option<String>)>,
    /// What the host's compiler is told beside, for all sources.
    pub flags: Vec<OsString>,
    /// The level of optimisation of files without kernels.
    pub optimised: Option<OsString>,
    /// The compiler (`-ccbin`).
    pub compiler: Option<OsString>,
    /// Where to list what was read, and for which file.
    pub depfile: Option<PathBuf>,
    /// Whether such a list is asked for.
    pub lists: bool,
    /// What the list is for.
    pub target: Option<String>,
}

/// Options that change nothing here; `true` where their value is an argument of its own, unless it follows `=`.
const PASSED_OVER: &[(&str, bool)] = &[
    ("-arch", true),
    ("--gpu-architecture", true),
    ("-code", true),
    ("--gpu-code", true),
    ("-gencode", true),
    ("--generate-code", true),
    ("-rdc", true),
    ("--relocatable-device-code", true),
    ("-Xptxas", true),
    ("--ptxas-options", true),
    ("-Xnvlink", true),
    ("--nvlink-options", true),
    ("-Xfatbin", true),
    ("--fatbin-options", true),
    ("-cudart", true),
    ("--cudart", true),
    ("-maxrregcount", true),
    ("--maxrregcount", true),
    ("-diag-suppress", true),
    ("--diag-suppress", true),
    ("-Xcudafe", true),
    ("--Werror", true),
    ("-Werror", true),
    ("-t", true),
    ("--threads", true),
    ("-split-compile", true),
    ("-lineinfo", false),
    ("--generate-line-info", false),
    ("-G", false),
    ("--device-debug", false),
    ("-m64", false),
    ("-extended-lambda", false),
    ("--extended-lambda", false),
    ("-expt-extended-lambda", false),
    ("--expt-extended-lambda", false),
    ("-expt-relaxed-constexpr", false),
    ("--expt-relaxed-constexpr", false),
    ("-use_fast_math", false),
    ("--use_fast_math", false),
    ("-restrict", false),
    ("--restrict", false),
    ("-ewp", false),
    ("-dlto", false),
    ("-res-usage", false),
    ("--resource-usage", false),
    ("-Wno-deprecated-gpu-targets", false),
    ("-forward-unknown-to-host-compiler", false),
    ("--forward-unknown-to-host-compiler", false),
    ("-keep", false),
    ("--keep", false),
    ("-v", false),
    ("--verbose", false),
    ("-fmad", true),
    ("--fmad", true),
    ("-ftz", true),
    ("--ftz", true),
    ("-prec-div", true),
    ("--prec-div", true),
    ("-prec-sqrt", true),
    ("--prec-sqrt", true),
];

/// Options that would change what a program does, with why they cannot be followed.
const REFUSED: &[(&str, &str)] = &[
    ("-ptx", "there is no PTX here"),
    ("--ptx", "there is no PTX here"),
    ("-cubin", "there is no device code here"),
    ("--cubin", "there is no device code here"),
    ("-fatbin", "there is no device code here"),
    ("--fatbin", "there is no device code here"),
    ("-optix-ir", "there is no device code here"),
    (
        "--default-stream=per-thread",
        "the default stream is the legacy one; pass cudaStreamPerThread",
    ),
    (
        "-default-stream=per-thread",
        "the default stream is the legacy one; pass cudaStreamPerThread",
    ),
];

/// Libraries of the toolkit that the emulator is in place of, or of which nothing is left.
const OWN_LIBRARIES: [&str; 5] = ["cudart", "cudart_static", "cudadevrt", "cuda", "nvToolsExt"];

impl Request {
    /// Understands the arguments.
    ///
    /// # Errors
    ///
    /// A sentence on an option that is not known, that has no value, or that cannot be followed.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut request = Self::default();
        let mut args = with_files(args)?.into_iter();
        let mut language = None;
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy().into_owned();
            let mut next =
                |option: &str| args.next().ok_or_else(|| format!("{option} has no value"));
            if !text.starts_with('-') || text == "-" {
                request.file(arg.into(), language.as_deref());
                continue;
            }
            if let Some((option, why)) = REFUSED.iter().find(|(option, _)| *option == text) {
                return Err(format!("{option} cannot be followed: {why}"));
            }
            // An option whose value stands in the same argument, after `=` or not, or in the next.
            let mut value = |options: &[&str]| -> Result<Option<OsString>, String> {
                for option in options {
                    if text == *option {
                        return next(option).map(Some);
                    }
                    if let Some(rest) = text.strip_prefix(option) {
                        let short = option.len() == 2;
                        if let Some(rest) = rest.strip_prefix('=') {
                            return Ok(Some(rest.into()));
                        }
                        if short {
                            return Ok(Some(rest.into()));
                        }
                    }
                }
                Ok(None)
            };
            if let Some(goal) = goal(&text) {
                // CMake says -shared -dlink.
                if request.goal != Goal::DeviceLink {
                    request.goal = goal;
                }
            } else if text.starts_with("-MF") || text == "--dependency-output" {
                request.depfile = value(&["-MF", "--dependency-output"])?.map(PathBuf::from);
            } else if text == "-MT" || text == "-MQ" {
                request.target =
                    value(&["-MT", "-MQ"])?.map(|text| text.to_string_lossy().into_owned());
            } else if ["-MD", "-MMD", "-MP", "--generate-dependencies-with-compile"]
                .contains(&text.as_str())
            {
                request.lists = true;
            } else if text == "-std" || text.starts_with("-std=") || text.starts_with("--std") {
                let standard = value(&["-std", "--std"])?.unwrap_or_default();
                request
                    .flags
                    .push(format!("-std={}", standard.to_string_lossy()).into());
            } else if let Some(dir) = value(&["--include-path", "-isystem", "-I"])? {
                request.includes.push(dir.into());
            } else if let Some(name) = value(&["--define-macro", "-D"])? {
                request.defines.push(define(&name.to_string_lossy()));
            } else if let Some(name) = value(&["--undefine-macro", "-U"])? {
                request
                    .flags
                    .push(format!("-U{}", name.to_string_lossy()).into());
            } else if let Some(file) = value(&["-include", "--pre-include"])? {
                request.flags.extend(["-include".into(), file]);
            } else if let Some(kind) = value(&["--x", "-x"])? {
                language = Some(kind.to_string_lossy().into_owned());
            } else if let Some(compiler) = value(&["-ccbin", "--compiler-bindir"])? {
                request.compiler = Some(compiler);
            } else if let Some(flags) = value(&["-Xcompiler", "--compiler-options"])? {
                request.host_flags(&flags.to_string_lossy());
            } else if let Some(flags) = value(&["-Xlinker", "--linker-options"])? {
                for flag in flags.to_string_lossy().split(',') {
                    request.linked.extend(["-Xlinker".into(), flag.into()]);
                }
            } else if let Some((option, takes)) = passed_over(&text) {
                if takes && text == option {
                    next(option)?;
                }
            } else if let Some(dir) = value(&["--library-path", "-L"])? {
                request
                    .linked
                    .push(format!("-L{}", dir.to_string_lossy()).into());
            } else if let Some(name) = value(&["--library", "-l"])? {
                request.library(&name.to_string_lossy());
            } else if let Some(file) = value(&["--output-file", "-o"])? {
                request.output = Some(file.into());
            } else if text.starts_with("-O") || text.starts_with("--optimize") {
                let level = value(&["--optimize", "-O"])?.unwrap_or_default();
                request.optimised = Some(format!("-O{}", level.to_string_lossy()).into());
            } else if is_of_the_host(&text) {
                request.host_flag(&text);
            } else {
                return Err(format!("{text} is not an option that is known here"));
            }
        }
        Ok(request)
    }

    fn file(&mut self, path: PathBuf, language: Option<&str>) {
        let extension = path
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match (language, extension.as_str()) {
            (Some("cu"), _) | (None, "cu") => self.kernels.push(path),
            (Some(_), _) | (None, "c" | "cc" | "cpp" | "cxx" | "C" | "c++") => {
                self.sources.push(path)
            }
            _ => self.linked.push(path.into()),
        }
    }

    fn library(&mut self, name: &str) {
        for name in name.split(',').filter(|name| !OWN_LIBRARIES.contains(name)) {
            self.linked.push(format!("-l{name}").into());
        }
    }

    /// Options for the host's compiler, separated by commas.
    fn host_flags(&mut self, flags: &str) {
        let flags = flags.trim_matches('"');
        let parts = match flags.contains(' ') {
            true => flags.split(' ').collect::<Vec<_>>(),
            false => flags.split(',').collect(),
        };
        for flag in parts.into_iter().filter(|flag| !flag.is_empty()) {
            self.host_flag(flag);
        }
    }

    fn host_flag(&mut self, flag: &str) {
        match flag {
            // How kernels are compiled is the emulator's matter; what other files ask for they get.
            flag if flag.starts_with("-O") => self.optimised = Some(flag.into()),
            "-pthread" => self.linked.push(flag.into()),
            flag if flag.starts_with("-Wl") => self.linked.push(flag.into()),
            flag => self.flags.push(flag.into()),
        }
    }
}

/// The arguments, with those of files (`--options-file FILE`) in their place.
fn with_files(args: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut all = Vec::new();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg != "--options-file" && arg != "-optf" {
            all.push(arg);
            continue;
        }
        let path = args.next().ok_or("--options-file has no value")?;
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let words = text.split_whitespace().map(|word| word.trim_matches('"'));
        all.extend(words.map(OsString::from));
    }
    Ok(all)
}

fn goal(text: &str) -> Option<Goal> {
    match text {
        "-c" | "--compile" | "-dc" | "--device-c" | "-dw" | "--device-w" => Some(Goal::Objects),
        "-E" | "--preprocess" => Some(Goal::Preprocessed),
        "-shared" | "--shared" => Some(Goal::Shared),
        "-lib" | "--lib" => Some(Goal::Archive),
        "-dlink" | "--device-link" => Some(Goal::DeviceLink),
        "-link" | "--link" => Some(Goal::Program),
        _ => None,
    }
}

fn passed_over(text: &str) -> Option<(&'static str, bool)> {
    let is_it = |option: &str| {
        text.strip_prefix(option)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    PASSED_OVER
        .iter()
        .find(|(option, _)| is_it(option))
        .copied()
}

/// Options that nvcc hands on, or that CMake gives to both compilers.
fn is_of_the_host(text: &str) -> bool {
    [
        "-f",
        "-g",
        "-W",
        "-w",
        "-m",
        "-pthread",
        "-p",
        "--coverage",
        "-rdynamic",
        "-static",
        "-no-pie",
        "-s",
    ]
    .iter()
    .any(|begin| text.starts_with(begin))
}

/// `NAME` or `NAME=VALUE`.
fn define(text: &str) -> (String, Option<String>) {
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (text.to_owned(), None),
    }
}

/// The object of a source, where nothing else is said.
pub fn object_of(source: &Path) -> PathBuf {
    let object = source.with_extension("o");
    object.file_name().map(PathBuf::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Request, String> {
        Request::parse(args.split_whitespace().map(OsString::from))
    }

    fn texts(args: &[OsString]) -> String {
        let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
        args.join(" ")
    }

    #[test]
    fn a_command_line_of_nvcc_is_understood() {
        let request = parse(
            "-arch=sm_90 -gencode arch=compute_80,code=sm_80 -O3 -std=c++20 -Xcompiler -fPIC,-Wall -Iinclude -I more \
             -isystem own -DN=3 -D FAST -rdc=true --extended-lambda -lineinfo -G -c src/k.cu -o k.o",
        )
        .unwrap();
        assert_eq!(request.goal, Goal::Objects);
        assert_eq!(request.kernels, [PathBuf::from("src/k.cu")]);
        assert_eq!(request.output, Some("k.o".into()));
        assert_eq!(
            request.includes,
            ["include", "more", "own"].map(PathBuf::from)
        );
        assert_eq!(
            request.defines,
            [("N".into(), Some("3".into())), ("FAST".into(), None)]
        );
        assert_eq!(texts(&request.flags), "-std=c++20 -fPIC -Wall");
        assert_eq!(request.optimised, Some("-O3".into()));
    }

    #[test]
    fn files_go_where_they_belong_and_the_runtime_is_the_emulator() {
        let request =
            parse("a.cu b.cpp c.o libd.a -Ldir -lm -lcudart -lcuda -x cu e.cpp -o prog").unwrap();
        assert_eq!(request.goal, Goal::Program);
        assert_eq!(request.kernels, ["a.cu", "e.cpp"].map(PathBuf::from));
        assert_eq!(request.sources, [PathBuf::from("b.cpp")]);
        assert_eq!(texts(&request.linked), "c.o libd.a -Ldir -lm");
    }

    #[test]
    fn what_cannot_be_followed_is_refused_by_name() {
        for (args, says) in [
            ("-ptx k.cu", "-ptx cannot be followed"),
            ("-c k.cu -o", "-o has no value"),
            ("-c k.cu --frobnicate", "--frobnicate is not an option"),
            ("--default-stream=per-thread k.cu", "cudaStreamPerThread"),
        ] {
            let said = parse(args).unwrap_err();
            assert!(said.contains(says), "{args}: {said}");
        }
    }

    #[test]
    fn lists_of_headers_are_asked_for_as_cmake_does() {
        let request = parse("-x cu -c k.cu -o d/k.o -MD -MT d/k.o -MF d/k.o.d").unwrap();
        assert!(request.lists);
        assert_eq!(request.target.as_deref(), Some("d/k.o"));
        assert_eq!(request.depfile, Some("d/k.o.d".into()));
    }
}

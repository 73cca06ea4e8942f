//! What nvcc is told, as pure functions. Nothing here knows of Cargo's profiles: a kernel compiled in the dev profile
//! is as fast, and as many of its blocks fit on the device, as in release.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::arch::Targets;

/// Everything that nvcc's command line depends on, apart from the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) targets: Targets,
    pub(crate) includes: Vec<PathBuf>,
    pub(crate) defines: Vec<(String, Option<String>)>,
    /// The user's own flags, last.
    pub(crate) flags: Vec<OsString>,
    /// The host's C++ compiler, unless nvcc is told by its own variable.
    pub(crate) host_compiler: Option<PathBuf>,
    /// What stands after it in the variable that names it.
    pub(crate) host_words: Vec<OsString>,
    /// nvcc of a wheel does not find the libraries beside it.
    pub(crate) lib_dir: PathBuf,
    pub(crate) separate_compilation: bool,
    pub(crate) device_debug: bool,
}

impl Settings {
    /// The arguments that compile `source` to `object`, and write the names of the headers it includes to `depfile`.
    pub(crate) fn compile(&self, source: &Path, object: &Path, depfile: &Path) -> Vec<OsString> {
        let mut args = self.common();
        args.push(
            if self.separate_compilation {
                "-dc"
            } else {
                "-c"
            }
            .into(),
        );
        args.extend(["-std=c++17", "-O3"].map(OsString::from));
        // The names of intermediate files are in the object: two builds are to give the same.
        args.push("--objdir-as-tempdir".into());
        args.push(if self.device_debug { "-G" } else { "-lineinfo" }.into());
        for dir in &self.includes {
            match dir.to_string_lossy() {
                // nvcc takes a comma for the end of a folder's name, unless it only hands it on.
                name if name.contains(',') => args.push(for_host(&format!("-I{name}"))),
                _ => args.extend(["-I".into(), dir.into()]),
            }
        }
        args.extend(self.defines.iter().map(|(name, value)| match value {
            Some(value) => format!("-D{name}={value}").into(),
            None => format!("-D{name}").into(),
        }));
        args.extend(self.flags.iter().cloned());
        args.extend(["-MMD", "-MT", "deps", "-MF"].map(OsString::from));
        args.extend([depfile.into(), "-o".into(), object.into(), source.into()]);
        args
    }

    /// The arguments that link the device code of `objects` into one more `object`.
    pub(crate) fn device_link(&self, objects: &[PathBuf], object: &Path) -> Vec<OsString> {
        let mut args = self.common();
        args.extend(["-dlink".into(), "-L".into(), self.lib_dir.clone().into()]);
        args.extend(["-o".into(), object.into()]);
        args.extend(objects.iter().map(OsString::from));
        args
    }

    fn common(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = self
            .targets
            .flags()
            .into_iter()
            .map(OsString::from)
            .collect();
        // Rust links position-independent executables, and the object of a device link goes into one as any other.
        args.push("-Xcompiler=-fPIC".into());
        if let Some(compiler) = &self.host_compiler {
            args.extend(["-ccbin".into(), compiler.into()]);
        }
        let words = self.host_words.iter();
        args.extend(words.map(|word| for_host(&word.to_string_lossy())));
        args
    }
}

/// What nvcc hands on to the host's compiler. A comma would be the end of it.
fn for_host(word: &str) -> OsString {
    format!("-Xcompiler={}", word.replace(',', "\\,")).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch;
    use cuda_toolkit::Version;

    fn settings() -> Settings {
        Settings {
            targets: arch::parse(
                "90",
                Version {
                    major: 13,
                    minor: 0,
                },
                "a test",
            )
            .unwrap(),
            includes: vec!["with space".into()],
            defines: vec![("N".into(), Some("3".into())), ("FAST".into(), None)],
            flags: vec!["--use_fast_math".into()],
            host_compiler: Some("g++-12".into()),
            host_words: vec!["--sysroot=/a,b".into()],
            lib_dir: "/toolkit/lib".into(),
            separate_compilation: false,
            device_debug: false,
        }
    }

    fn compile(settings: &Settings) -> Vec<String> {
        let args = settings.compile(Path::new("a.cu"), Path::new("a.o"), Path::new("a.d"));
        args.into_iter()
            .map(|arg| arg.into_string().unwrap())
            .collect()
    }

    #[test]
    fn device_code_is_optimised_and_has_line_numbers_and_no_debug_code() {
        let args = compile(&settings());
        for wanted in [
            "-O3",
            "-lineinfo",
            "-std=c++17",
            "-Xcompiler=-fPIC",
            "-c",
            "-DN=3",
            "-DFAST",
        ] {
            assert!(
                args.iter().any(|arg| arg == wanted),
                "{wanted} is not in {args:?}"
            );
        }
        assert!(!args.iter().any(|arg| arg == "-G" || arg == "-g"));
    }

    #[test]
    fn debug_code_is_compiled_when_asked_for_and_then_without_line_info() {
        let args = compile(&Settings {
            device_debug: true,
            ..settings()
        });
        assert!(args.iter().any(|arg| arg == "-G") && !args.iter().any(|arg| arg == "-lineinfo"));
    }

    #[test]
    fn the_words_after_the_host_compiler_are_handed_on_to_it() {
        let args = compile(&settings());
        let words: Vec<_> = args.iter().filter(|arg| arg.contains("sysroot")).collect();
        assert_eq!(words, ["-Xcompiler=--sysroot=/a\\,b"]);
    }

    #[test]
    fn a_path_with_a_space_is_one_argument() {
        let args = compile(&settings());
        assert!(args.windows(2).any(|pair| pair == ["-I", "with space"]));
    }

    #[test]
    fn a_folder_with_a_comma_is_one_folder() {
        let args = compile(&Settings {
            includes: vec!["with,comma".into()],
            ..settings()
        });
        assert!(args.iter().any(|arg| arg == "-Xcompiler=-Iwith\\,comma"));
    }

    #[test]
    fn relocatable_device_code_is_compiled_only_when_asked_for() {
        assert!(!compile(&settings()).iter().any(|arg| arg == "-dc"));
        let args = compile(&Settings {
            separate_compilation: true,
            ..settings()
        });
        assert!(args.iter().any(|arg| arg == "-dc") && !args.iter().any(|arg| arg == "-c"));
    }

    #[test]
    fn the_device_link_is_position_independent_and_is_told_where_libraries_are() {
        let args = settings().device_link(&["a.o".into(), "b.o".into()], Path::new("link.o"));
        assert!(args.iter().any(|arg| arg == "-Xcompiler=-fPIC"));
        assert!(args.windows(2).any(|pair| pair == ["-L", "/toolkit/lib"]));
        assert!(args.ends_with(&["-o".into(), "link.o".into(), "a.o".into(), "b.o".into()]));
    }

    #[test]
    fn the_users_flags_come_after_ours_so_that_they_win() {
        let args = compile(&settings());
        let place = |wanted: &str| args.iter().position(|arg| arg == wanted).unwrap();
        assert!(place("--use_fast_math") > place("-O3"));
    }
}

//! What the host's compiler is told beside the files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The settings of one build.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The emulator's headers first: some have the names of system headers.
    pub includes: Vec<PathBuf>,
    /// Names, and what they stand for.
    pub defines: Vec<(String, Option<String>)>,
}

impl Settings {
    /// The arguments that compile `text`, which is `source` or a file with its text rewritten, to assembly.
    pub(crate) fn compile(
        &self,
        source: &Path,
        text: &Path,
        assembly: &Path,
        depfile: &Path,
    ) -> Vec<OsString> {
        let fixed = [
            "-S",
            "-xc++",
            "-std=c++17",
            // More would merge accesses that a device makes one by one.
            "-O1",
            "-fPIC",
            "-fsanitize=thread",
            // A thread that waits looks at a volatile variable.
            "--param=tsan-distinguish-volatile=1",
            // Expanded in place they would be written around the instrumentation.
            "-fno-builtin-memcpy",
            "-fno-builtin-memmove",
            "-fno-builtin-memset",
            "-fno-builtin-printf",
            "-U_FORTIFY_SOURCE",
            // The thread sanitizer does not look at a structure that a call takes or returns in its place: with every copy
            // made, there is none.
            "-fno-elide-constructors",
            // What the thread sanitizer is not told of: what alignment a type needs, and where an array ends.
            "-fsanitize=alignment,bounds",
            // Source lines for reports, and who called whom.
            "-g1",
            "-fno-omit-frame-pointer",
            // For loops without any access.
            "-fsanitize-coverage=trace-pc",
            // A large local array runs into the guard below the stacks, not over it.
            "-fstack-clash-protection",
            // A block's shared memory is thread-local storage without constructors.
            "-fno-extern-tls-init",
            // What uses what is read from the sections.
            "-ffunction-sections",
            "-fdata-sections",
            "-ffp-contract=off",
            "-fno-strict-aliasing",
            "-ftrivial-auto-var-init=pattern",
            "-Wno-unknown-pragmas",
            "-DCOOP_EMULATED",
            "-include",
            "cuda_runtime.h",
        ];
        let mut args: Vec<OsString> = fixed.map(OsString::from).into();
        if text != source {
            // What the source includes in quotes is beside the source.
            let dir = source.parent().filter(|dir| !dir.as_os_str().is_empty());
            args.extend(["-iquote".into(), dir.unwrap_or(Path::new(".")).into()]);
        }
        for dir in &self.includes {
            args.extend(["-I".into(), dir.into()]);
        }
        args.extend(self.defines.iter().map(|(name, value)| match value {
            Some(value) => format!("-D{name}={value}").into(),
            None => format!("-D{name}").into(),
        }));
        args.extend(["-MMD", "-MT", "deps", "-MF"].map(OsString::from));
        args.extend([depfile.into(), "-o".into(), assembly.into(), text.into()]);
        args
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<OsString> {
        let settings = Settings {
            includes: vec!["emulator".into(), "own".into()],
            defines: vec![("N".into(), Some("3".into()))],
        };
        let [source, text, assembly, depfile] = ["src/a.cu", text, "a.s", "a.d"].map(Path::new);
        settings.compile(source, text, assembly, depfile)
    }

    #[test]
    fn the_emulators_headers_are_searched_before_all_others() {
        let args = args("src/a.cu");
        let place = |wanted: &str| args.iter().position(|arg| arg == wanted).unwrap();
        assert!(place("emulator") < place("own"));
        for wanted in ["-fsanitize=thread", "-DCOOP_EMULATED", "-DN=3", "-xc++"] {
            assert!(place(wanted) < place("src/a.cu"), "{wanted}");
        }
        assert!(!args.contains(&"-iquote".into()));
    }

    #[test]
    fn a_rewritten_source_finds_what_is_beside_the_original() {
        let args = args("out/a.cu");
        let place = args.iter().position(|arg| arg == "-iquote").unwrap();
        assert_eq!(args[place + 1], "src");
        assert_eq!(args.last().unwrap(), "out/a.cu");
    }
}

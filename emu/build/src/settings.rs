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
    /// The user's own for the compiler, after all others.
    pub flags: Vec<OsString>,
}

impl Settings {
    /// The arguments that preprocess `source` to `text`, as the device's side reads it, or the host's.
    pub(crate) fn preprocess(
        &self,
        source: &Path,
        text: &Path,
        depfile: &Path,
        side: Side,
    ) -> Vec<OsString> {
        let mut args: Vec<OsString> = ["-E", "-xc++", "-DCOOP_EMULATED"]
            .map(OsString::from)
            .into();
        args.extend(PREPROCESSED_AS.map(OsString::from));
        if side == Side::Host {
            args.push("-DCOOP_EMULATED_HOST".into());
        }
        args.extend(["-include", "cuda_runtime.h"].map(OsString::from));
        for dir in &self.includes {
            args.extend(["-I".into(), dir.into()]);
        }
        args.extend(self.defines.iter().map(|(name, value)| match value {
            Some(value) => format!("-D{name}={value}").into(),
            None => format!("-D{name}").into(),
        }));
        args.extend(self.flags.iter().cloned());
        args.extend(["-MMD", "-MT", "deps", "-MF"].map(OsString::from));
        args.extend([depfile.into(), "-o".into(), text.into(), source.into()]);
        args
    }

    /// The arguments that compile preprocessed text to assembly.
    pub(crate) fn compile(&self, text: &Path, assembly: &Path) -> Vec<OsString> {
        let mut args: Vec<OsString> = ["-S", "-xc++", "-fpreprocessed"].map(OsString::from).into();
        args.extend(PREPROCESSED_AS.map(OsString::from));
        args.extend(COMPILED_AS.map(OsString::from));
        // What the preprocessor was told it has done.
        let mut flags = self.flags.iter();
        while let Some(flag) = flags.next() {
            let text = flag.to_string_lossy();
            if flag == "-include" {
                flags.next();
            } else if !["-fPI", "-fpi"].iter().any(|begin| text.starts_with(begin)) {
                // Kernels stay position-independent: what is in their objects is read by that.
                args.push(flag.clone());
            }
        }
        args.extend(["-o".into(), assembly.into(), text.into()]);
        args
    }
}

/// Who reads a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Device,
    Host,
}

/// What decides which macros there are.
const PREPROCESSED_AS: [&str; 5] = [
    "-std=c++17",
    // More would merge accesses that a device makes one by one.
    "-O1",
    "-fPIC",
    "-fsanitize=thread",
    "-U_FORTIFY_SOURCE",
];

const COMPILED_AS: [&str; 18] = [
    // A thread that waits looks at a volatile variable.
    "--param=tsan-distinguish-volatile=1",
    // Expanded in place they would be written around the instrumentation.
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-fno-builtin-printf",
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
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_emulators_headers_are_searched_before_all_others() {
        let settings = Settings {
            includes: vec!["emulator".into(), "own".into()],
            defines: vec![("N".into(), Some("3".into()))],
            flags: Vec::new(),
        };
        let args = settings.preprocess(
            "src/a.cu".as_ref(),
            "a.ii".as_ref(),
            "a.d".as_ref(),
            Side::Device,
        );
        let place = |wanted: &str| args.iter().position(|arg| arg == wanted).unwrap();
        assert!(place("emulator") < place("own"));
        for wanted in ["-fsanitize=thread", "-DCOOP_EMULATED", "-DN=3", "-xc++"] {
            assert!(place(wanted) < place("src/a.cu"), "{wanted}");
        }
    }
}

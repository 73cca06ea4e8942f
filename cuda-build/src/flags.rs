//! What nvcc is told, as pure functions: nothing here knows of Cargo's profiles, so that a kernel compiled in the dev
//! profile is as fast, and as many of its blocks fit, as in release.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::arch::Targets;

/// Everything that nvcc's command line depends on, apart from the file.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) targets: Targets,
    pub(crate) includes: Vec<PathBuf>,
    pub(crate) defines: Vec<(String, Option<String>)>,
    /// The user's own flags, last.
    pub(crate) flags: Vec<OsString>,
    /// The host's C++ compiler, unless nvcc finds it by itself.
    pub(crate) host_compiler: Option<PathBuf>,
    pub(crate) separate_compilation: bool,
    pub(crate) device_debug: bool,
}

impl Settings {
    /// The flags for compiling one file to one object.
    pub(crate) fn compile(&self) -> Vec<OsString> {
        let mut flags = self.common();
        flags.push(
            if self.separate_compilation {
                "-dc"
            } else {
                "-c"
            }
            .into(),
        );
        flags.extend(["-std=c++17", "-O3"].map(OsString::from));
        flags.push(if self.device_debug { "-G" } else { "-lineinfo" }.into());
        for dir in &self.includes {
            flags.push("-I".into());
            flags.push(dir.into());
        }
        flags.extend(self.defines.iter().map(|(name, value)| match value {
            Some(value) => format!("-D{name}={value}").into(),
            None => format!("-D{name}").into(),
        }));
        flags.extend(self.flags.iter().cloned());
        flags
    }

    /// The flags for linking the device code of several objects into one more object.
    pub(crate) fn device_link(&self) -> Vec<OsString> {
        let mut flags = self.common();
        flags.push("-dlink".into());
        flags
    }

    fn common(&self) -> Vec<OsString> {
        let mut flags: Vec<OsString> = self
            .targets
            .flags()
            .into_iter()
            .map(OsString::from)
            .collect();
        // Rust links position-independent executables: every object that goes into one must be so too.
        flags.extend(["-Xcompiler=-fPIC", "-cudart=none"].map(OsString::from));
        if let Some(compiler) = &self.host_compiler {
            flags.push("-ccbin".into());
            flags.push(compiler.into());
        }
        flags
    }
}

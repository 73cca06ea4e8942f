//! What a build script may know of the world: environment variables and the usual places of a toolkit.
//!
//! Everything else in this crate asks here, so that a test can describe a machine instead of being on one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// Where a toolkit may be when no variable names one.
const USUAL_PLACES: [&str; 3] = ["/usr/local/cuda", "/opt/cuda", "/usr"];

/// The environment of a build, and a record of which of its variables were read.
#[derive(Debug)]
pub struct Env {
    variables: HashMap<String, OsString>,
    usual_places: Vec<PathBuf>,
    read: RefCell<Vec<String>>,
}

impl Env {
    /// The environment of this process.
    pub fn of_process() -> Self {
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .collect();
        let mut usual_places: Vec<PathBuf> = USUAL_PLACES.iter().map(PathBuf::from).collect();
        usual_places.splice(1..1, versioned_installations());
        Env {
            variables,
            usual_places,
            read: RefCell::default(),
        }
    }

    /// A made-up environment: these variables and places, and nothing else.
    pub fn made_up<V: Into<OsString>>(
        variables: impl IntoIterator<Item = (&'static str, V)>,
        usual_places: &[PathBuf],
    ) -> Self {
        Env {
            variables: variables
                .into_iter()
                .map(|(k, v)| (k.to_owned(), v.into()))
                .collect(),
            usual_places: usual_places.to_vec(),
            read: RefCell::default(),
        }
    }

    /// The value of a variable; one that is set to nothing counts as not set. Changing it re-runs the build script.
    pub fn var(&self, name: &str) -> Option<OsString> {
        let mut read = self.read.borrow_mut();
        if !read.iter().any(|known| known == name) {
            read.push(name.to_owned());
        }
        self.cargo_var(name)
    }

    /// The value of a variable that Cargo itself sets, and therefore watches.
    pub fn cargo_var(&self, name: &str) -> Option<OsString> {
        self.variables
            .get(name)
            .filter(|value| !value.is_empty())
            .cloned()
    }

    /// The value of a variable under its target-prefixed name (`x86_64_unknown_linux_gnu_NAME`) or, without one, its
    /// plain name; and the name it was found under.
    pub fn target_var(&self, name: &str) -> Option<(String, OsString)> {
        let target = self.cargo_var("TARGET").and_then(|t| t.into_string().ok());
        let prefixed = target.map(|target| format!("{}_{name}", target.replace(['-', '.'], "_")));
        prefixed
            .into_iter()
            .chain([name.to_owned()])
            .find_map(|name| self.var(&name).map(|value| (name, value)))
    }

    /// The architecture that is compiled for, as Rust names it.
    pub fn target_arch(&self) -> String {
        self.cargo_var("CARGO_CFG_TARGET_ARCH")
            .and_then(|arch| arch.into_string().ok())
            .unwrap_or_else(|| std::env::consts::ARCH.to_owned())
    }

    /// How many processes to run at once.
    pub fn jobs(&self) -> usize {
        self.cargo_var("NUM_JOBS")
            .and_then(|jobs| jobs.to_str()?.parse().ok())
            .unwrap_or(1)
    }

    /// Places where a toolkit may be, in the order to look.
    pub fn usual_places(&self) -> Vec<PathBuf> {
        let conda = self.var("CONDA_PREFIX").map(PathBuf::from);
        conda
            .into_iter()
            .chain(self.usual_places.iter().cloned())
            .collect()
    }

    /// Tells Cargo to run the build script again when a variable that was asked for changes.
    pub fn print_reruns(&self) {
        for name in self.variables_read() {
            println!("cargo::rerun-if-env-changed={name}");
        }
    }

    /// The names of the variables that were asked for, in the order of asking.
    pub fn variables_read(&self) -> Vec<String> {
        self.read.borrow().clone()
    }
}

/// `/usr/local/cuda-X.Y`, newest first: what NVIDIA's installer leaves when asked not to make the `cuda` link.
fn versioned_installations() -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir("/usr/local") else {
        return Vec::new();
    };
    let mut found: Vec<((u32, u32), PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            let (major, minor) = name.to_str()?.strip_prefix("cuda-")?.split_once('.')?;
            Some(((major.parse().ok()?, minor.parse().ok()?), entry.path()))
        })
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, path)| path).collect()
}

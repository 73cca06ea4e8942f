//! Whether an object is still what its source would compile to, so that after a change only what it concerns is compiled.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The variables by which nvcc itself takes arguments.
const VARIABLES: [&str; 3] = ["NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"];

/// What an object depends on beside its inputs, as text: the compiler and all that it is told.
pub(crate) fn key(nvcc: &Path, args: &[OsString]) -> String {
    let of_nvcc = fs::metadata(nvcc).map(|nvcc| (nvcc.len(), nvcc.modified().ok()));
    let variables = VARIABLES.map(std::env::var_os);
    format!("{nvcc:?} {:?} {args:?} {variables:?}", of_nvcc.ok())
}

/// The stamp beside an object: its key, and the warnings to be repeated while it is not compiled again. As old as the
/// beginning of its compilation.
#[derive(Debug)]
pub(crate) struct Stamp(PathBuf);

impl Stamp {
    pub(crate) fn of(object: &Path) -> Self {
        Stamp(object.with_extension("stamp"))
    }

    /// The warnings of the compilation that `key` stands for, if no input has changed since it began.
    pub(crate) fn warnings(&self, key: &str, inputs: &[PathBuf]) -> Option<Vec<String>> {
        let text = fs::read_to_string(&self.0).ok()?;
        let mut lines = text.lines().map(str::to_owned);
        let began = modified(&self.0)?;
        let unchanged = |input: &PathBuf| modified(input).is_some_and(|changed| changed < began);
        (lines.next()? == key && inputs.iter().all(unchanged)).then(|| lines.collect())
    }

    pub(crate) fn remove(&self) {
        // One that cannot be removed is overwritten or, where that fails too, an error then.
        let _ = fs::remove_file(&self.0);
    }

    pub(crate) fn write(
        &self,
        key: &str,
        warnings: &[String],
        began: SystemTime,
    ) -> std::io::Result<()> {
        let mut file = File::create(&self.0)?;
        writeln!(file, "{key}")?;
        for warning in warnings {
            writeln!(file, "{warning}")?;
        }
        file.set_modified(began)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// An input of the past, and a stamp of now with one warning.
    fn stamped() -> (tempfile::TempDir, PathBuf, Stamp) {
        let dir = tempfile::tempdir().unwrap();
        let input = dir.path().join("k.cu");
        let now = SystemTime::now();
        let file = File::create(&input).unwrap();
        file.set_modified(now - Duration::from_secs(1)).unwrap();
        let stamp = Stamp::of(&dir.path().join("k.o"));
        stamp.write("key", &["careful".to_owned()], now).unwrap();
        (dir, input, stamp)
    }

    #[test]
    fn an_object_is_fresh_while_nothing_changes_and_its_warnings_are_kept() {
        let (_dir, input, stamp) = stamped();
        assert_eq!(stamp.warnings("key", &[input]).unwrap(), ["careful"]);
    }

    #[test]
    fn an_input_that_changed_during_the_compilation_or_is_gone_makes_it_stale() {
        let (_dir, input, stamp) = stamped();
        let began = modified(stamp.path()).unwrap();
        File::open(&input).unwrap().set_modified(began).unwrap();
        assert_eq!(stamp.warnings("key", std::slice::from_ref(&input)), None);
        fs::remove_file(&input).unwrap();
        assert_eq!(stamp.warnings("key", &[input]), None);
    }

    #[test]
    fn another_key_and_a_removed_stamp_make_it_stale() {
        let (_dir, input, stamp) = stamped();
        assert_eq!(stamp.warnings("other", std::slice::from_ref(&input)), None);
        stamp.remove();
        assert_eq!(stamp.warnings("key", &[input]), None);
    }

    #[test]
    fn the_key_tells_arguments_and_compilers_apart_and_is_one_line() {
        let args = |text: &str| [OsString::from(text)];
        let key_of = |nvcc: &str, arg: &str| key(Path::new(nvcc), &args(arg));
        assert_ne!(key_of("nvcc", "-O3"), key_of("nvcc", "-O2"));
        assert_ne!(key_of("nvcc", "-O3"), key_of("other", "-O3"));
        assert_eq!(key_of("nvcc", "a\nb").lines().count(), 1);
    }
}

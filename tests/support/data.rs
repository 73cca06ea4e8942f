//! Finds the matrices that tests read, which are not part of this repository.

use std::env;
use std::io::Write;
use std::path::PathBuf;

/// The path of a matrix in the folder named by `COOP_DATA`, or else in `../shared/data`.
///
/// `None` where that folder is absent, after saying so on a line of standard error that the test
/// harness does not capture. A folder that was named and is absent fails the test, as does a folder
/// without the matrix.
pub fn matrix(test: &str, name: &str) -> Option<PathBuf> {
    let named = env::var_os("COOP_DATA").map(PathBuf::from);
    let usual = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = named.as_ref().unwrap_or(&usual);
    if named.is_none() && !folder.is_dir() {
        let line = format!(
            "skipped: {test}: no folder {} and no COOP_DATA\n",
            folder.display()
        );
        std::io::stderr()
            .write_all(line.as_bytes())
            .expect("standard error can be written");
        return None;
    }
    let path = folder.join(name).with_extension("mtx");
    assert!(path.is_file(), "{} is absent", path.display());
    Some(path)
}

//! Finds the matrices that tests read, which are not part of this repository.

use std::env;
use std::path::PathBuf;

use test_support::skipped;

/// The path of a matrix in the folder named by `COOP_DATA`, or else in `../shared/data`.
///
/// `None` where that folder is absent, which is then said. A folder that was named and is absent fails the test, as does a
/// folder without the matrix.
pub fn matrix(name: &str) -> Option<PathBuf> {
    let named = env::var_os("COOP_DATA").map(PathBuf::from);
    let usual = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = named.as_ref().unwrap_or(&usual);
    if named.is_none() && !folder.is_dir() {
        skipped(&format!("no folder {} and no COOP_DATA", folder.display()));
        return None;
    }
    let path = folder.join(name).with_extension("mtx");
    assert!(path.is_file(), "{} is absent", path.display());
    Some(path)
}

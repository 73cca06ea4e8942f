//! The example `solve` as a user runs it.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// Runs the program with these arguments and checks that it ends with 1 and one sentence that says this.
pub fn refuses<S: AsRef<OsStr>>(mut program: Command, arguments: &[S], says: &str) {
    let output = program
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program can be started");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(output.stdout.is_empty(), "it printed something before");
    assert!(
        message.starts_with("error: ") && message.contains(says),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}

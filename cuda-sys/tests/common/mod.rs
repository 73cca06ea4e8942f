//! What several of the tests need: the headers that the bindings are of, and a compiler.
#![allow(dead_code)] // Each test takes its part.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use test_support::skipped;

/// The bindings that this build has.
pub const BINDINGS: &str = include_str!(concat!(env!("OUT_DIR"), "/bindings.rs"));

/// The include directories of the toolkit of this build, if the bindings are of its headers. (Those that are checked in
/// are of one version of each major.)
pub fn headers() -> Option<Vec<PathBuf>> {
    let Some(list) = option_env!("CUDA_SYS_TEST_INCLUDE") else {
        skipped("no toolkit");
        return None;
    };
    let dirs: Vec<PathBuf> = std::env::split_paths(list).collect();
    let header = std::fs::read_to_string(dirs[0].join("cuda_runtime_api.h")).unwrap();
    let line = header
        .lines()
        .find(|line| line.starts_with("#define CUDART_VERSION"))
        .unwrap();
    let version: u32 = line.split_whitespace().nth(2).unwrap().parse().unwrap();
    if version != cuda_sys::CUDART_VERSION {
        skipped(&format!(
            "bindings of {}, headers of {version}",
            cuda_sys::CUDART_VERSION
        ));
        return None;
    }
    Some(dirs)
}

/// Runs a compiler over `source` with the include directories; its standard output, or its complaints.
pub fn compiler(
    program: &str,
    args: &[&str],
    include: &[PathBuf],
    source: &str,
) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(args);
    for dir in include {
        command.arg("-isystem").arg(dir);
    }
    let mut child = command
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut input = child.stdin.take().unwrap();
    let source = source.to_owned();
    let writer = std::thread::spawn(move || input.write_all(source.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // A compiler may stop reading at its first error.
    let _ = writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

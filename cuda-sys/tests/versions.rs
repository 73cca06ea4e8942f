//! Headers of other versions than that of this build: each generates bindings that compile, agree with a C++ compiler and
//! link, and so does one newer than any that is known.
//!
//! They are wheels, fetched with pip, and each is a build of its own: some minutes, hence not among the usual tests.
//! `cargo test -p cuda-sys --test versions -- --ignored`

#![allow(clippy::unwrap_used, clippy::panic)] // A test may stop at the first thing that is not as it should be.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use common::skipped;

/// A version, the wheels that have its headers and its runtime, and where in them the toolkit is.
const VERSIONS: &[(&str, [&str; 2], &str)] = &[
    (
        "12.0",
        [
            "nvidia-cuda-runtime-cu12==12.0.146",
            "nvidia-cuda-nvcc-cu12==12.0.140",
        ],
        "nvidia/cuda_runtime",
    ),
    (
        "12.4",
        [
            "nvidia-cuda-runtime-cu12==12.4.127",
            "nvidia-cuda-nvcc-cu12==12.4.131",
        ],
        "nvidia/cuda_runtime",
    ),
    (
        "12.9",
        [
            "nvidia-cuda-runtime-cu12==12.9.79",
            "nvidia-cuda-nvcc-cu12==12.9.86",
        ],
        "nvidia/cuda_runtime",
    ),
    (
        "13.0",
        ["nvidia-cuda-runtime==13.0.96", "nvidia-cuda-crt==13.0.88"],
        "nvidia/cu13",
    ),
    (
        "13.5",
        ["nvidia-cuda-runtime==13.5.37", "nvidia-cuda-crt==13.5.37"],
        "nvidia/cu13",
    ),
];

fn work() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("versions")
}

/// The toolkit of the wheels, fetched once. `None` if it cannot be had, which is then said.
fn toolkit(test: &str, version: &str, wheels: &[&str], root: &str) -> Option<PathBuf> {
    let dir = work().join(version);
    let complete = dir.join("complete");
    if !complete.is_file() {
        let _ = fs::remove_dir_all(&dir);
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
            .arg(&dir)
            .args(wheels);
        if !pip.status().is_ok_and(|status| status.success()) {
            skipped(
                test,
                &format!("pip could not fetch the headers of CUDA {version}"),
            );
            return None;
        }
        fs::write(complete, "").unwrap();
    }
    Some(dir.join(root))
}

/// The builds share a directory, and what one has built is not to be built over before it has run.
static BUILD: Mutex<()> = Mutex::new(());

/// Builds and runs the other tests of this package with the toolkit at `root`.
fn run_tests(root: &Path, link: &str, tests: &[&str]) {
    let _alone = BUILD.lock().unwrap_or_else(PoisonError::into_inner);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "test",
        "--quiet",
        "--package",
        "cuda-sys",
        "--no-default-features",
        "--features",
        "bindgen",
    ]);
    cargo.args(tests.iter().flat_map(|test| ["--test", test]));
    cargo
        .env("CUDA_PATH", root)
        .env("CUDART_LINK", link)
        .env("LD_LIBRARY_PATH", root.join("lib"))
        // Of its own: this process's Cargo holds the lock of the other.
        .env("CARGO_TARGET_DIR", work().join("build"));
    let output = cargo.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(
        output.status.success(),
        "{} ({link}):\n{out}\n{err}",
        root.display()
    );
    for test in ["layouts_types", "every_function_of", "every_enumerator"] {
        assert!(
            !err.contains(&format!("skipped: {test}")),
            "{}:\n{err}",
            root.display()
        );
    }
}

#[test]
#[ignore = "fetches wheels and builds once for each version"]
fn headers_of_12_0_to_13_5_generate_compile_agree_and_link_statically_and_dynamically() {
    let name = "headers_of_12_0_to_13_5_generate_compile_agree_and_link_statically_and_dynamically";
    for (version, wheels, root) in VERSIONS {
        let Some(root) = toolkit(name, version, wheels, root) else {
            continue;
        };
        run_tests(&root, "dynamic", &["header", "abi", "runtime"]);
        // Some wheels of CUDA 12 have the shared runtime only.
        if root.join("lib/libcudart_static.a").is_file() {
            run_tests(&root, "static", &["header", "runtime"]);
        }
    }
}

#[test]
#[ignore = "fetches wheels and builds once for each version"]
fn a_header_newer_than_any_known_version_with_a_new_function_and_error_is_accepted() {
    let name = "a_header_newer_than_any_known_version_with_a_new_function_and_error_is_accepted";
    let (version, wheels, root) = VERSIONS.last().unwrap();
    let Some(root) = toolkit(name, version, wheels, root) else {
        return;
    };
    let future = work().join("future");
    let _ = fs::remove_dir_all(&future);
    copy(&root.join("include"), &future.join("include"));
    let header = future.join("include/cuda_runtime_api.h");
    let text = fs::read_to_string(&header).unwrap();
    let line = text
        .lines()
        .find(|line| line.starts_with("#define CUDART_VERSION"))
        .unwrap();
    let newer = text.replace(line, "#define CUDART_VERSION 13990").replacen(
        "extern __host__ cudaError_t CUDARTAPI",
        "enum cudaFuture { cudaFutureIsHere = 7 };\n\
         extern __host__ cudaError_t CUDARTAPI cudaFutureFunction(enum cudaFuture *f);\n\
         extern __host__ cudaError_t CUDARTAPI",
        1,
    );
    assert!(newer.contains("cudaFutureFunction"));
    fs::write(header, newer).unwrap();
    run_tests(&future, "external", &["header", "abi"]);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

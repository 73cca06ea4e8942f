//! Headers of other versions than that of this build: each generates bindings that compile, agree with a C++ compiler and
//! link, and so does one newer than any that is known.
//!
//! They are wheels, fetched with pip, and each is a build of its own: some minutes, hence not among the usual tests.
//! `cargo test -p cuda-sys --test versions -- --ignored`

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use test_support::skipped;

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
fn toolkit(version: &str, wheels: &[&str], root: &str) -> Option<PathBuf> {
    let dir = work().join(version);
    let complete = dir.join("complete");
    if !complete.is_file() {
        let _ = fs::remove_dir_all(&dir);
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
            .arg(&dir)
            .args(wheels);
        if !pip.status().is_ok_and(|status| status.success()) {
            skipped(&format!(
                "pip could not fetch the headers of CUDA {version}"
            ));
            return None;
        }
        fs::write(complete, "").unwrap();
    }
    Some(dir.join(root))
}

/// The builds share a directory, and what one has built is not to be built over before it has run.
static BUILD: Mutex<()> = Mutex::new(());

/// The columns of the table: what is done with each toolkit. The last is done with every runtime that it has.
const COLUMNS: [&str; 6] = [
    "generate",
    "compile",
    "layout",
    "link static",
    "link dynamic",
    "no-driver run",
];

/// What a cell says where a toolkit has no such thing.
const NOT_IN_WHEEL: &str = "not in the wheel";

/// Runs Cargo on this package with the toolkit at `root`: `arguments` begin with the command. What it printed, if it failed.
fn cargo(root: &Path, link: &str, arguments: &[&str]) -> Result<String, String> {
    let (command, arguments) = arguments.split_first().unwrap();
    let output = Command::new(env!("CARGO"))
        .args([command, "--quiet", "--package", "cuda-sys"])
        .args(["--no-default-features", "--features", "bindgen"])
        .args(arguments)
        .env("CUDA_PATH", root)
        .env("CUDART_LINK", link)
        .env("LD_LIBRARY_PATH", root.join("lib"))
        // Of its own: this process's Cargo holds the lock of the other.
        .env("CARGO_TARGET_DIR", work().join("build"))
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    for test in ["layouts_types", "every_function_of", "every_enumerator"] {
        if err.contains(&format!("skipped: {test}")) {
            return Err(err);
        }
    }
    if output.status.success() {
        Ok(out)
    } else {
        Err(format!("{} ({link}):\n{out}\n{err}", root.display()))
    }
}

/// One row of the table, each cell `Ok` with its word or `Err` with what Cargo printed.
fn row(root: &Path) -> Vec<Result<&'static str, String>> {
    let _alone = BUILD.lock().unwrap_or_else(PoisonError::into_inner);
    let ok = |result: Result<String, String>| result.map(|_| "ok");
    let built = ok(cargo(root, "dynamic", &["build"]));
    // The build script generates, and what it generated is compiled after it.
    let generated = match &built {
        Err(text) if text.contains("custom build command") => built.clone(),
        _ => Ok("ok"),
    };
    let layout = ok(cargo(root, "dynamic", &["test", "--test", "abi"]));
    let link = |mode| ok(cargo(root, mode, &["test", "--test", "header"]));
    let run = |mode| ok(cargo(root, mode, &["test", "--test", "runtime"]));
    let (dynamic, mut runs) = (link("dynamic"), run("dynamic"));
    let static_ = if root.join("lib/libcudart_static.a").is_file() {
        let linked = link("static");
        runs = runs.and_then(|_| run("static"));
        linked
    } else {
        Ok(NOT_IN_WHEEL)
    };
    vec![generated, built, layout, static_, dynamic, runs]
}

#[test]
#[ignore = "fetches wheels and builds once for each version"]
fn headers_of_12_0_to_13_5_generate_compile_agree_and_link_statically_and_dynamically() {
    let mut table = format!(
        "\n| CUDA | {} |\n|{}\n",
        COLUMNS.join(" | "),
        "---|".repeat(7)
    );
    let mut failures = Vec::new();
    for (version, wheels, root) in VERSIONS {
        let Some(root) = toolkit(version, wheels, root) else {
            continue;
        };
        let cells = row(&root);
        let words: Vec<&str> = cells
            .iter()
            .map(|cell| *cell.as_ref().unwrap_or(&"FAILED"))
            .collect();
        table += &format!("| {version} | {} |\n", words.join(" | "));
        failures.extend(cells.into_iter().filter_map(Result::err));
    }
    println!("{table}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "fetches wheels and builds once for each version"]
fn a_header_newer_than_any_known_version_with_a_new_function_and_error_is_accepted() {
    let (version, wheels, root) = VERSIONS.last().unwrap();
    let Some(root) = toolkit(version, wheels, root) else {
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
    let _alone = BUILD.lock().unwrap_or_else(PoisonError::into_inner);
    for test in ["header", "abi"] {
        cargo(&future, "external", &["test", "--test", test])
            .unwrap_or_else(|printed| panic!("{printed}"));
    }
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

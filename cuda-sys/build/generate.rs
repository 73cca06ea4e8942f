//! Bindings from headers, by bindgen. The text depends on the headers and the target alone: not on a formatter, and not
//! on where anything is.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Variables that change what is generated, beside those that name the toolkit.
const VARIABLES: [&str; 4] = [
    "LIBCLANG_PATH",
    "LLVM_CONFIG_PATH",
    "BINDGEN_EXTRA_CLANG_ARGS",
    "CC",
];

/// The oldest Rust that must take the bindings, as in `rust-version`: 1.88.
const RUST: (u64, u64) = (88, 0);

const LIBCLANG_MISSING: &str = "bindgen needs libclang to read the headers of the CUDA runtime. Any of these helps:\n  \
     install it (Debian, Ubuntu: apt install libclang-dev; Fedora: dnf install clang-devel);\n  \
     pip install libclang, and set LIBCLANG_PATH to the directory of its libclang.so (<site-packages>/clang/native);\n  \
     do without: switch off the feature `bindgen` of cuda-sys, and the bindings that are checked in are taken.";

/// The text of the bindings to `cuda_runtime_api.h`, which is in one of `include_dirs`.
///
/// # Errors
///
/// A text that says what is missing: libclang, its headers, or something in those of CUDA.
pub(crate) fn bindings(include_dirs: &[PathBuf]) -> Result<String, String> {
    for name in VARIABLES {
        println!("cargo::rerun-if-env-changed={name}");
    }
    // bindgen would panic.
    clang_sys::load()
        .map_err(|error| format!("{LIBCLANG_MISSING}\nlibclang was not found: {error}"))?;
    let builtin_headers = builtin_headers()?;
    builder(builtin_headers.as_deref(), include_dirs)?
        .header_contents("cudart.h", "#include <cuda_runtime_api.h>\n")
        .allowlist_function("cuda.*")
        .allowlist_type("cuda.*|dim3")
        .allowlist_var("cuda.*|CUDA.*|CUDART_.*")
        // A newer runtime returns values that an older header does not have: never a Rust enum.
        .default_enum_style(bindgen::EnumVariation::NewType {
            is_bitfield: false,
            is_global: false,
        })
        .must_use_type("cudaError")
        .ctypes_prefix("libc")
        .use_core()
        .layout_tests(true)
        .generate_comments(false)
        .merge_extern_blocks(true)
        .disable_header_comment()
        .formatter(bindgen::Formatter::None)
        .generate()
        .map(|bindings| bindings.to_string())
        .map_err(|error| format!("the headers of the CUDA runtime could not be read: {error}"))
}

fn builder(
    builtin_headers: Option<&Path>,
    include_dirs: &[PathBuf],
) -> Result<bindgen::Builder, String> {
    let rust = bindgen::RustTarget::stable(RUST.0, RUST.1).map_err(|error| error.to_string())?;
    let flags = builtin_headers.map(|dir| ("-isystem", dir)).into_iter();
    let flags = flags.chain(include_dirs.iter().map(|dir| ("-I", dir.as_path())));
    let args = flags.flat_map(|(flag, dir)| [flag.to_owned(), dir.display().to_string()]);
    Ok(bindgen::builder()
        .rust_target(rust)
        .rust_edition(bindgen::RustEdition::Edition2024)
        .clang_args(args))
}

/// The directory of a compiler's own headers (`stddef.h`, `limits.h`), where libclang comes without any: the one in the
/// PyPI wheel does.
fn builtin_headers() -> Result<Option<PathBuf>, String> {
    if finds_builtin_headers(None)? {
        return Ok(None);
    }
    let compiler = std::env::var_os("CC")
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "cc".into());
    let dir = Command::new(&compiler)
        .arg("-print-file-name=include")
        .output()
        .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    match dir {
        Ok(dir) if dir.is_absolute() && finds_builtin_headers(Some(&dir))? => Ok(Some(dir)),
        _ => Err(format!(
            "libclang has no stddef.h and limits.h of its own, and `{} -print-file-name=include` did not name a \
             directory with them. Install a C compiler or a libclang that is complete (Debian, Ubuntu: apt install gcc \
             or libclang-dev).",
            compiler.display()
        )),
    }
}

fn finds_builtin_headers(dir: Option<&Path>) -> Result<bool, String> {
    let probe = "#include <limits.h>\n#include <stddef.h>\n";
    Ok(builder(dir, &[])?
        .header_contents("probe.h", probe)
        .generate()
        .is_ok())
}

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

const HEADERS_MISSING: &str = "libclang came without stddef.h and limits.h, as the one in the PyPI wheel does, and the \
     C compiler (CC, or cc) did not name a directory with its own. Install a C compiler or a libclang that is complete \
     (Debian, Ubuntu: apt install gcc libclang-dev).";

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
    let rust = bindgen::RustTarget::stable(RUST.0, RUST.1).map_err(|error| error.to_string())?;
    bindgen::builder()
        .header_contents("cudart.h", "#include <cuda_runtime_api.h>\n")
        .clang_args(clang_args(include_dirs, headers_of_compiler().as_deref()))
        .allowlist_function("cuda.*")
        .allowlist_type("cuda.*|dim3")
        .allowlist_var("cuda.*|CUDA.*|CUDART_.*")
        // A newer runtime returns values that an older header does not have: never a Rust enum.
        .default_enum_style(bindgen::EnumVariation::NewType {
            is_bitfield: false,
            is_global: false,
        })
        .must_use_type("cudaError")
        .rust_target(rust)
        .rust_edition(bindgen::RustEdition::Edition2024)
        .ctypes_prefix("libc")
        .use_core()
        .layout_tests(true)
        .generate_comments(false)
        .merge_extern_blocks(true)
        .disable_header_comment()
        .formatter(bindgen::Formatter::None)
        .generate()
        .map(|bindings| bindings.to_string())
        .map_err(|error| explain(&error.to_string()))
}

/// The compiler's own headers come last: they are for a libclang that has none, and another finds its own first.
fn clang_args(include_dirs: &[PathBuf], headers_of_compiler: Option<&Path>) -> Vec<String> {
    let cuda = include_dirs.iter().map(|dir| ("-I", dir.as_path()));
    let compiler = headers_of_compiler.map(|dir| ("-idirafter", dir));
    cuda.chain(compiler)
        .flat_map(|(flag, dir)| [flag.to_owned(), dir.display().to_string()])
        .collect()
}

/// The directory where the C compiler has its `stddef.h` and `limits.h`, if it says.
fn headers_of_compiler() -> Option<PathBuf> {
    let compiler = std::env::var_os("CC")
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "cc".into());
    let output = Command::new(compiler)
        .arg("-print-file-name=include")
        .output()
        .ok()?;
    let dir = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
    dir.join("stddef.h").is_file().then_some(dir)
}

fn explain(error: &str) -> String {
    let advice = if ["stddef.h", "limits.h"]
        .iter()
        .any(|header| error.contains(&format!("'{header}' file not found")))
    {
        HEADERS_MISSING
    } else {
        "The headers are those of the toolkit named by CUDA_PATH or found; with PyPI wheels of CUDA 12, those of \
         nvidia-cuda-nvcc-cu12 are among them."
    };
    format!("the headers of the CUDA runtime could not be read.\n{error}\n{advice}")
}

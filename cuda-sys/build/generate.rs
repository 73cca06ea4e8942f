//! Bindings from headers, by bindgen. Knows nothing of Cargo: `cargo xtask bindings` uses this file too.

use std::path::{Path, PathBuf};

/// The text of the bindings to `cuda_runtime_api.h`, which is in one of `include_dirs`. It depends on the headers and
/// the target alone, not on a formatter, a locale or a path.
///
/// # Errors
///
/// A sentence: libclang is missing, or the headers could not be read.
pub fn bindings(include_dirs: &[PathBuf]) -> Result<String, String> {
    let builtin_headers = builtin_headers()?;
    let text = builder(builtin_headers.iter().map(PathBuf::as_path), include_dirs)
        .header_contents("cudart.h", "#include <cuda_runtime_api.h>\n")
        .generate()
        .map_err(|error| format!("the headers of the CUDA runtime could not be read: {error}"))?
        .to_string();
    Ok(text)
}

fn builder<'a>(
    builtin_headers: impl Iterator<Item = &'a Path>,
    include_dirs: &[PathBuf],
) -> bindgen::Builder {
    let mut builder = bindgen::builder()
        .allowlist_function("cuda.*")
        .allowlist_type("cuda.*|dim3")
        .allowlist_var("cuda.*|CUDA.*|CUDART_.*")
        .default_enum_style(bindgen::EnumVariation::NewType {
            is_bitfield: false,
            is_global: false,
        })
        .must_use_type("cudaError")
        .use_core()
        .ctypes_prefix("libc")
        .generate_comments(false)
        .layout_tests(true)
        .merge_extern_blocks(true)
        .disable_header_comment()
        .formatter(bindgen::Formatter::None);
    for dir in builtin_headers {
        builder = builder.clang_args(["-isystem".to_owned(), dir.display().to_string()]);
    }
    for dir in include_dirs {
        builder = builder.clang_args(["-I".to_owned(), dir.display().to_string()]);
    }
    builder
}

/// The directory of the compiler's own headers (`stddef.h`, `limits.h`) where libclang comes without them.
fn builtin_headers() -> Result<Option<PathBuf>, String> {
    let found = |dir: Option<&Path>| {
        builder(dir.into_iter(), &[])
            .header_contents("probe.h", "#include <limits.h>\n#include <stddef.h>\n")
            .generate()
            .is_ok()
    };
    if found(None) {
        return Ok(None);
    }
    let output = std::process::Command::new("cc")
        .arg("-print-file-name=include")
        .output()
        .map_err(|error| {
            format!(
                "libclang has no builtin headers, and `cc` could not be asked for its own: {error}"
            )
        })?;
    let dir = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if found(Some(&dir)) {
        Ok(Some(dir))
    } else {
        Err("libclang finds no limits.h and no stddef.h".to_owned())
    }
}

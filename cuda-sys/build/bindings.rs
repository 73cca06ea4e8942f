//! Which bindings: generated from the headers, or those that are checked in for the major version.

use std::path::Path;

use cuda_toolkit::Version;

/// Bindings that are checked in, by major version; the newest last.
const CHECKED_IN: &[(u32, &str)] = &[(12, "cuda12.rs"), (13, "cuda13.rs")];

/// Where bindings come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// Generated from the toolkit's headers.
    Headers,
    /// This file under `bindings/`.
    CheckedIn(&'static str),
}

impl Source {
    /// From the headers if they are to be read; otherwise from the file for the toolkit's major version or, without a
    /// toolkit, for the newest.
    ///
    /// # Errors
    ///
    /// A sentence, if none is checked in for that major version.
    pub(crate) fn choose(generate: bool, toolkit: Option<Version>) -> Result<Self, String> {
        if generate {
            return Ok(Source::Headers);
        }
        let found = match toolkit {
            Some(version) => CHECKED_IN.iter().find(|(major, _)| *major == version.major),
            None => CHECKED_IN.last(),
        };
        match (found, toolkit) {
            (Some((_, file)), _) => Ok(Source::CheckedIn(file)),
            (None, Some(version)) => Err(format!(
                "no bindings are checked in for CUDA {version}: switch on the feature `bindgen` of cuda-sys, which \
                 generates them from the toolkit's headers (it needs libclang), or use a toolkit of CUDA 12 or 13."
            )),
            (None, None) => Err("no bindings are checked in".to_owned()),
        }
    }

    /// The text of bindings that are checked in.
    ///
    /// # Errors
    ///
    /// A sentence, if the file cannot be read or this is not a file.
    pub(crate) fn checked_in(self) -> Result<String, String> {
        let Source::CheckedIn(file) = self else {
            return Err(
                "the headers can only be read with the feature `bindgen` of cuda-sys".to_owned(),
            );
        };
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("bindings")
            .join(file);
        std::fs::read_to_string(&path)
            .map_err(|error| format!("{} could not be read: {error}", path.display()))
    }
}

/// `CUDART_VERSION` of the headers that bindings were made from.
pub(crate) fn version(text: &str) -> Option<u32> {
    let words: Vec<&str> = text
        .split_once("const CUDART_VERSION")?
        .1
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | ';'))
        .filter(|word| !word.is_empty())
        .take(2)
        .collect();
    words.get(1)?.parse().ok()
}

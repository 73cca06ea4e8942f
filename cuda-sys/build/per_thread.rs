//! Per-thread default streams: the functions that C++ gets for `CUDA_API_PER_THREAD_DEFAULT_STREAM`, under their plain names.
//!
//! The header renames them by macros: `#define cudaMemcpy __CUDART_API_PTDS(cudaMemcpy)` is `cudaMemcpy_ptds` in the library.

/// The functions that the header renames, and what they are called in the library.
pub(crate) fn renamed(header: &str) -> Vec<(&str, String)> {
    let of_line = |line| -> Option<(&str, String)> {
        let words = str::trim_start(line)
            .strip_prefix('#')?
            .trim_start()
            .strip_prefix("define")?;
        let (name, to) = words.trim_start().split_once(char::is_whitespace)?;
        let to = to.trim().strip_prefix("__CUDART_API_PT")?;
        let (suffix, function) = [("_ptds", "DS("), ("_ptsz", "SZ(")]
            .into_iter()
            .find_map(|(suffix, kind)| Some((suffix, to.strip_prefix(kind)?.strip_suffix(')')?)))?;
        Some((name, format!("{function}{suffix}")))
    };
    header.lines().filter_map(of_line).collect()
}

/// The bindings with those functions linked under their names in the library.
pub(crate) fn linked(bindings: &str, renamed: &[(&str, String)]) -> String {
    let mut parts = bindings.split("pub fn ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(part.len());
        if let Some((_, symbol)) = renamed.iter().find(|(name, _)| *name == &part[..end]) {
            text += &format!("#[link_name = \"{symbol}\"] ");
        }
        text += "pub fn ";
        text += part;
    }
    text
}

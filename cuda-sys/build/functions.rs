//! The functions that bindings declare, as a table: with it a test links every one of them.

/// The names of the functions in the text of bindings, in their order.
pub(crate) fn names(bindings: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    bindings
        .split("pub fn ")
        .skip(1)
        .filter_map(|rest| rest.split(|c| !is_name(c)).next())
        .filter(|name| name.starts_with("cuda"))
        .collect()
}

/// A Rust expression: a slice of each function's name and address.
pub(crate) fn table(names: &[&str]) -> String {
    let rows: String = names
        .iter()
        .map(|name| format!("    (\"{name}\", cuda_sys::{name} as *const ()),\n"))
        .collect();
    format!("&[\n{rows}]\n")
}

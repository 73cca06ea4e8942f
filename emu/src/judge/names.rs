//! Names as people write them, from the symbols that a C++ compiler makes of them.

use std::ffi::{CStr, CString};

use cpp_demangle::{DemangleOptions, Symbol};

/// A function's: its scope and template arguments, without parameters, result and unnamed namespaces.
pub(crate) fn function(symbol: &CStr) -> String {
    demangled(symbol)
}

/// A variable, as [`readable`] takes it: to read a symbol takes more stack than a kernel's thread may have left.
pub(crate) fn quoted(symbol: &CStr) -> String {
    format!("`{}`", symbol.to_string_lossy())
}

/// A text in which the symbols of variables, which are in quotes, are the variables' names.
pub(crate) fn readable(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(number, part)| {
        let symbol = CString::new(part)
            .ok()
            .filter(|_| number % 2 == 1 && part.starts_with("_Z"));
        symbol.map_or(part.to_owned(), |symbol| variable(&symbol))
    });
    parts.collect::<Vec<_>>().join("`")
}

/// A variable's, without the function or namespace that it is in.
fn variable(symbol: &CStr) -> String {
    let path = demangled(symbol);
    let mut depth = 0_i32;
    let mut begin = 0;
    let bytes = path.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            b':' if depth == 0 => begin = at + 1,
            _ => {}
        }
    }
    path[begin..].to_owned()
}

fn demangled(symbol: &CStr) -> String {
    let plain = symbol.to_string_lossy();
    let options = DemangleOptions::new().no_params().no_return_type();
    let text = Symbol::new(symbol.to_bytes())
        .ok()
        .and_then(|symbol| symbol.demangle_with_options(&options).ok());
    text.map_or(plain.into_owned(), |text| {
        text.replace("(anonymous namespace)::", "")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_functions_and_variables_have_the_names_that_people_gave_them() {
        assert_eq!(function(c"emu_write_at"), "emu_write_at");
        assert_eq!(function(c"_Z1kPf"), "k");
        assert_eq!(
            function(c"_ZN12_GLOBAL__N_18array_ofIfLj8EEEvPT_j"),
            "array_of<float, (unsigned int)8>"
        );
        assert_eq!(variable(c"_ZZ4userPfE1v"), "v");
        assert_eq!(variable(c"_ZN12_GLOBAL__N_15tableE"), "table");
        assert_eq!(variable(c"table"), "table");
        assert_eq!(
            readable("byte 4 of `_ZZ4userPfE1v`, a `table` in `_x`"),
            "byte 4 of `v`, a `table` in `_x`"
        );
    }
}

//! How kernels are called that nobody has said anything about: the symbol of a C++ function tells what it takes.
//!
//! Numbers and pointers are enough for that; a structure's bytes alone do not say how it is passed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cpp_demangle::Symbol;

use super::code::Code;

/// The types of numbers, and a letter for each: mostly the one that it has in the symbols of C++.
const NUMBERS: [(&str, char); 18] = [
    ("bool", 'b'),
    ("char", 'c'),
    ("signed char", 'a'),
    ("unsigned char", 'h'),
    ("short", 's'),
    ("unsigned short", 't'),
    ("int", 'i'),
    ("unsigned int", 'j'),
    ("long", 'l'),
    ("unsigned long", 'm'),
    ("long long", 'x'),
    ("unsigned long long", 'y'),
    ("float", 'f'),
    ("double", 'd'),
    ("wchar_t", 'w'),
    ("char16_t", 'D'),
    ("char32_t", 'E'),
    ("void*", 'P'),
];

/// The types that a function takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signature(Vec<&'static str>);

impl Signature {
    /// That of the function with this symbol; `None` for one of C, and one that takes structures.
    pub(crate) fn of(symbol: &str) -> Option<Self> {
        let text = Symbol::new(symbol).ok()?.demangle().ok()?;
        let parameters = parameters(&text)?;
        let types = split(parameters).map(passed_as);
        types.collect::<Option<Vec<_>>>().map(Signature)
    }

    pub(crate) fn parameters(&self) -> usize {
        self.0.len()
    }

    /// A word for it.
    fn word(&self) -> String {
        let letter = |name: &&str| NUMBERS.iter().find(|(number, _)| number == name);
        let letters = self.0.iter().filter_map(letter).map(|(_, letter)| *letter);
        letters.collect()
    }

    /// The symbols of the function that calls kernels with this signature, and of the list of its parameters.
    pub(crate) fn symbols(&self) -> [String; 2] {
        ["invoke", "parameters"].map(|what| format!("coop_emulator_{what}_{}", self.word()))
    }

    /// C++ that defines both.
    fn definition(&self) -> String {
        let [invoke, list] = self.symbols();
        let (mut arguments, mut sizes) = (String::new(), String::new());
        for (index, name) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            _ = write!(arguments, "{comma}*({name} const*)arguments[{index}]");
            _ = write!(sizes, "{{sizeof({name}), alignof({name})}}, ");
        }
        let types = self.0.join(", ");
        format!(
            "extern \"C\" WEAK void {invoke}(const void* kernel, const void* const* arguments) {{\n    \
             (void)arguments;\n    ((void (*)({types}))kernel)({arguments});\n}}\n\
             extern \"C\" WEAK const parameter {list}[] = {{{sizes}{{0, 0}}}};\n"
        )
    }
}

/// C++ with what calls the kernels of these objects; `None` if none of them says what it takes. What several archives have
/// is the same.
pub(crate) fn source(codes: &[Code]) -> Option<String> {
    let kernels = codes.iter().flat_map(|code| &code.kernels);
    let signatures = kernels.filter_map(|kernel| Signature::of(&kernel.symbol));
    let definitions: BTreeMap<String, String> = signatures
        .map(|signature| (signature.word(), signature.definition()))
        .collect();
    if definitions.is_empty() {
        return None;
    }
    let mut text = String::from(
        "#define WEAK __attribute__((weak, visibility(\"hidden\")))\nstruct parameter { unsigned size, alignment; };\n",
    );
    text.extend(definitions.into_values());
    Some(text)
}

/// What is in the last parentheses of a declaration.
fn parameters(declaration: &str) -> Option<&str> {
    let inner = declaration.strip_suffix(')')?;
    let mut depth = 1;
    for (at, char) in inner.char_indices().rev() {
        match char {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&inner[at + 1..]);
        }
    }
    None
}

/// The types of a list, at whose commas outside all brackets it is cut.
fn split(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    list.split(move |char| {
        match char {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            _ => {}
        }
        char == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|name| !name.is_empty() && *name != "void")
}

/// The type that is passed as this one is.
fn passed_as(name: &str) -> Option<&'static str> {
    let is_pointer = || {
        let name = name
            .trim_end_matches(" const")
            .trim_end_matches("__restrict")
            .trim_end();
        name.ends_with('*') || name.contains("(*)")
    };
    let number = NUMBERS.iter().find(|(number, _)| *number == name);
    number
        .map(|(number, _)| *number)
        .or_else(|| is_pointer().then_some("void*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_of_cpp_says_what_the_function_takes() {
        for (symbol, types) in [
            ("_Z1kv", &[][..]),
            ("_Z1kPKfPdfm", &["void*", "void*", "float", "unsigned long"]),
            ("_ZN12_GLOBAL__N_15localEPij", &["void*", "unsigned int"]),
            ("_ZN2ns1kIfLi4EEEvPT_x", &["void*", "long long"]),
            ("_Z1kIdEvPT_S0_PFviE", &["void*", "double", "void*"]),
            ("_Z1kPSt4pairIiSaIfEEb", &["void*", "bool"]),
        ] {
            let found = Signature::of(symbol).map(|signature| signature.0);
            assert_eq!(found.as_deref(), Some(types), "{symbol}");
        }
    }

    #[test]
    fn a_symbol_of_c_and_one_with_structures_do_not() {
        for symbol in ["k", "_Z1k1S", "_Z1kPfSt4pairIiPiE", "_Z1kRi"] {
            assert_eq!(Signature::of(symbol), None, "{symbol}");
        }
    }

    #[test]
    fn every_signature_is_defined_once() {
        let kernel = |symbol: &str| super::super::code::Kernel {
            symbol: symbol.into(),
            max_threads: None,
            variables: Vec::new(),
            elsewhere: Vec::new(),
        };
        let code = |symbols: &[&str]| Code {
            data: Vec::new(),
            kernels: symbols.iter().copied().map(kernel).collect(),
            dynamic: Vec::new(),
        };
        assert_eq!(source(&[code(&["k"]), code(&[])]), None);
        let text = source(&[code(&["_Z1aPff", "k"]), code(&["_Z1bPdf", "_Z1cv"])]).unwrap();
        assert_eq!(text.matches("extern \"C\"").count(), 4, "{text}");
        let call = "((void (*)(void*, float))kernel)(*(void* const*)arguments[0], *(float const*)arguments[1]);";
        assert!(text.contains(call), "{text}");
    }
}

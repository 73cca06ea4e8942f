//! The bindings against the text of the header, read without bindgen: nothing that it declares is missing.

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;

use common::{BINDINGS, compiler, headers};

/// Each function of the bindings and its address. That this file links is the proof that every one of them does.
#[cfg(not(cudart_link = "external"))]
const FUNCTIONS: &[(&str, *const ())] = include!(concat!(env!("OUT_DIR"), "/functions.rs"));

const INCLUDE: &str = "#include <cuda_runtime_api.h>\n";

/// The header after preprocessing, as C.
fn preprocessed(include: &[PathBuf]) -> String {
    compiler("cc", &["-E", "-P", "-x", "c"], include, INCLUDE).unwrap()
}

/// The identifiers and the marks of C text.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

/// The CUDA functions that preprocessed C text declares: names before a parenthesis, outside of any other brackets.
fn functions_declared(text: &str) -> BTreeSet<&str> {
    let tokens = tokens(text);
    let mut depth = 0;
    let mut found = BTreeSet::new();
    for three in tokens.windows(3) {
        match three[0] {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth -= 1,
            // `cudaError_t (*` begins a type.
            name if depth == 0
                && three[1] == "("
                && three[2] != "*"
                && name.starts_with("cuda") =>
            {
                found.insert(name);
            }
            _ => {}
        }
    }
    found
}

/// The enumerators of the enumerations of CUDA in preprocessed C text.
fn enumerators(text: &str) -> BTreeSet<&str> {
    let tokens = tokens(text);
    let mut found = BTreeSet::new();
    let starts = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| **token == "enum")
        .map(|(at, _)| at);
    for start in starts {
        let body = tokens[start..]
            .iter()
            .skip_while(|token| !matches!(**token, "{" | ";" | "(" | ")" | "*"));
        let names = body.take_while(|token| !matches!(**token, "}" | ";" | ")" | "*"));
        let mut before = "";
        for name in names {
            if matches!(before, "{" | ",") && (name.starts_with("cuda") || name.starts_with("CUDA"))
            {
                found.insert(*name);
            }
            before = name;
        }
    }
    found
}

/// The names that are declared in the bindings with this keyword.
fn bound(keyword: &str) -> BTreeSet<&'static str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    BINDINGS
        .split(keyword)
        .skip(1)
        .filter_map(|rest| rest.trim_start().split(|c| !is_word(c)).next())
        .filter(|name| name.starts_with("cuda") || name.starts_with("CUDA"))
        .collect()
}

#[test]
fn every_function_of_the_header_is_bound_and_no_other() {
    let Some(include) = headers() else {
        return;
    };
    let text = preprocessed(&include);
    let declared = functions_declared(&text);
    assert!(
        declared.len() > 250,
        "only {} functions were found in the header",
        declared.len()
    );
    let bound = bound("pub fn ");
    let differences: Vec<_> = declared.symmetric_difference(&bound).collect();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn every_enumerator_of_the_header_is_bound() {
    let Some(include) = headers() else {
        return;
    };
    let text = preprocessed(&include);
    let declared = enumerators(&text);
    assert!(
        declared.len() > 500,
        "only {} enumerators were found in the header",
        declared.len()
    );
    let missing: Vec<_> = declared.difference(&bound("pub const ")).copied().collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_constant_that_the_header_defines_is_bound() {
    let Some(include) = headers() else {
        return;
    };
    let text = compiler("cc", &["-E", "-dM", "-x", "c"], &include, INCLUDE).unwrap();
    let own = include_str!("../src/macros.rs");
    let mut found = 0;
    for line in text.lines() {
        let Some((name, value)) = line
            .strip_prefix("#define ")
            .and_then(|line| line.split_once(' '))
        else {
            continue;
        };
        // A value begins with a digit or a cast. Other macros give another name to a function, a type or an enumerator.
        let is_constant = value.starts_with(|c: char| c.is_ascii_digit() || c == '(');
        if name.starts_with("cuda") && !name.contains('(') && is_constant {
            found += 1;
            let here =
                bound("pub const ").contains(name) || own.contains(&format!("pub const {name}:"));
            assert!(here, "{line}");
        }
    }
    assert!(
        found > 50,
        "only {found} constants were found in the header"
    );
}

#[test]
fn every_function_that_the_header_renames_has_its_old_name_too() {
    let Some(include) = headers() else {
        return;
    };
    let text = compiler("cc", &["-E", "-dM", "-x", "c"], &include, INCLUDE).unwrap();
    let own = include_str!("../src/macros.rs");
    let functions = bound("pub fn ");
    for line in text.lines() {
        let Some((name, value)) = line
            .strip_prefix("#define cuda")
            .and_then(|line| line.split_once(' '))
        else {
            continue;
        };
        let target = functions
            .iter()
            .find(|function| tokens(value).contains(function));
        if let Some(target) = target.filter(|target| **target != format!("cuda{name}")) {
            assert!(own.contains(&format!("{target} as cuda{name},")), "{line}");
        }
    }
}

#[cfg(not(cudart_link = "external"))]
#[test]
fn every_function_links_and_has_an_address_of_its_own() {
    if headers().is_none() {
        return;
    }
    let addresses: BTreeSet<*const ()> = FUNCTIONS.iter().map(|(_, address)| *address).collect();
    let names: BTreeSet<&str> = FUNCTIONS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, bound("pub fn "));
    assert!(addresses.iter().all(|address| !address.is_null()));
    // The runtime may give two names to one function, but not to many.
    assert!(
        addresses.len() * 10 > names.len() * 9,
        "{} of {}",
        addresses.len(),
        names.len()
    );
}

#[cfg(cudart_link = "external")]
#[test]
fn every_function_links_and_has_an_address_of_its_own() {
    test_support::skipped("no runtime is linked");
}

#[test]
fn the_reader_of_headers_finds_functions_and_enumerators_and_nothing_else() {
    let text = "typedef void ( *cudaCallback_t)(int cudaInner); typedef cudaError_t ( *cudaOther_t)(void);\n\
         extern cudaError_t cudaOne(int *p, cudaCallback_t f(int)); extern cudaError_t cudaTwo (void);\n\
         struct cudaS { int (*cudaField)(void); }; enum cudaE { cudaA = 1, cudaB = (2), };\n\
         extern cudaError_t cudaThree(enum cudaE e, int cudaNot);";
    assert_eq!(
        functions_declared(text),
        BTreeSet::from(["cudaOne", "cudaTwo", "cudaThree"])
    );
    assert_eq!(enumerators(text), BTreeSet::from(["cudaA", "cudaB"]));
}

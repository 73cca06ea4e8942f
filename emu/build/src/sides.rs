//! The two sides of a file. nvcc reads it twice, with `__CUDA_ARCH__` and without, and takes device code from one and host
//! code from the other. Here both are one text, that of the device, in which the functions that differ have the host's
//! body, too: which of the two runs, a function for both finds out when it is called.

use std::collections::HashMap;
use std::ops::Range;

use super::lexer::{Token, tokens};
use super::rewrite::{Edit, apply, matching};

/// What decides which side is read.
pub(crate) const MACRO: &str = "__CUDA_ARCH__";

/// The device's text with the host's functions.
pub(crate) fn merge(device: &str, host: &str) -> String {
    let (device_tokens, host_tokens) = (tokens(device), tokens(host));
    let of_host = by_head(&host_tokens);
    let mut edits = Vec::new();
    for (head, bodies) in by_head(&device_tokens) {
        let Some(others) = of_host.get(&head) else {
            continue;
        };
        // Functions of one head, in several classes, are told by their order.
        if bodies.len() != others.len() {
            continue;
        }
        for (body, other) in bodies.into_iter().zip(others) {
            let (body, other) = (&device_tokens[body], &host_tokens[other.clone()]);
            if !same(body, other) {
                edits.extend(both(&head, body, other));
            }
        }
    }
    apply(device, edits)
}

/// The edits by which a body, in its braces, becomes that of both sides.
fn both(head: &str, body: &[Token<'_>], other: &[Token<'_>]) -> Vec<Edit> {
    let (Some(open), Some(close)) = (body.first(), body.last()) else {
        return Vec::new();
    };
    let has = |word: &str| head.split(' ').any(|token| token == word);
    if has("__global__") || (has("__device__") && !has("__host__")) {
        return Vec::new();
    }
    // On one line, so that the lines after it stay where they are.
    let text = |tokens: &[Token<'_>]| {
        let words = tokens.iter().filter(|token| !token.in_directive);
        words.map(|token| token.text).collect::<Vec<_>>().join(" ")
    };
    if !has("__device__") && !has("constexpr") {
        return conditional("true", &text(other), open, close);
    }
    let asks = match has("constexpr") {
        true => "__builtin_is_constant_evaluated() || ::coop_emulator_on_host()",
        false => "::coop_emulator_on_host()",
    };
    conditional(asks, &text(other), open, close)
}

fn conditional(asks: &str, other: &str, open: &Token<'_>, close: &Token<'_>) -> Vec<Edit> {
    vec![
        Edit::insert(open.place.start, format!("{{ if ({asks}) {other} else ")),
        Edit::insert(close.place.end, " }"),
    ]
}

fn same(a: &[Token<'_>], b: &[Token<'_>]) -> bool {
    let words = |tokens: &[Token<'_>]| -> Vec<String> {
        let words = tokens.iter().filter(|token| !token.in_directive);
        words.map(|token| token.text.to_owned()).collect()
    };
    words(a) == words(b)
}

/// The bodies of all functions, with their braces, by what stands before them.
fn by_head(tokens: &[Token<'_>]) -> HashMap<String, Vec<Range<usize>>> {
    let mut found: HashMap<String, Vec<Range<usize>>> = HashMap::new();
    let (mut at, mut begin) = (0, 0);
    while let Some(token) = tokens.get(at) {
        if token.in_directive {
        } else if token.is(";") || token.is("}") {
            begin = at + 1;
        } else if token.is("{") {
            let head: Vec<&Token<'_>> = tokens[begin..at]
                .iter()
                .filter(|token| !token.in_directive)
                .collect();
            if is_container(&head) {
                begin = at + 1;
            } else {
                let Some(end) = matching(tokens, at) else {
                    break;
                };
                if head.iter().any(|token| token.is("(")) {
                    let words: Vec<&str> = head.iter().map(|token| token.text).collect();
                    found.entry(words.join(" ")).or_default().push(at..end + 1);
                }
                at = end;
                begin = at + 1;
            }
        }
        at += 1;
    }
    found
}

/// Whether functions may be in those braces: of a namespace or a class.
fn is_container(head: &[&Token<'_>]) -> bool {
    let Some(last) = head.last() else {
        return false;
    };
    let has = |words: &[&str]| {
        head.iter()
            .any(|token| words.iter().any(|word| token.is(word)))
    };
    let is_linkage = head[0].is("extern") && head.len() == 2;
    let is_class = has(&["struct", "class", "union"]) && !last.is(")") && !has(&["="]);
    has(&["namespace"]) || is_linkage || is_class
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(device: &str, host: &str) -> String {
        merge(device, host)
    }

    #[test]
    fn a_function_for_both_sides_finds_out_where_it_is() {
        assert_eq!(
            merged(
                "__host__ __device__ int f() { return 1; }\nint g() { return 3; }",
                "__host__ __device__ int f() { return 2; }\nint g() { return 3; }"
            ),
            "__host__ __device__ int f() { if (::coop_emulator_on_host()) { return 2 ; } else { return 1; } }\nint g() { return 3; }"
        );
    }

    #[test]
    fn a_constant_expression_is_the_hosts() {
        let text = merged(
            "namespace n { struct S { constexpr __host__ __device__ int f() const { return 1; } }; }",
            "namespace n { struct S { constexpr __host__ __device__ int f() const { return 2; } }; }",
        );
        assert!(text.contains("if (__builtin_is_constant_evaluated() || ::coop_emulator_on_host()) { return 2 ; } else { return 1; }"), "{text}");
    }

    #[test]
    fn host_functions_are_the_hosts_and_kernels_the_devices() {
        assert_eq!(
            merged("int f() { return 1; }", "int f() { return 2; }"),
            "int f() { if (true) { return 2 ; } else { return 1; } }"
        );
        for head in ["__global__ void", "__device__ int"] {
            let device = format!("{head} f() {{ a(); }}");
            assert_eq!(merged(&device, &format!("{head} f() {{ }}")), device);
        }
    }

    #[test]
    fn what_only_one_side_has_is_the_devices() {
        assert_eq!(merged("int a;", "int f() { return 2; }"), "int a;");
    }
}

//! The words that CUDA adds to C++. The preprocessor leaves them, because another header may ask for an attribute by the same
//! name, and because a program may have a variable that is called as a built-in one: which of the two is meant, the compiler
//! finds out.

use super::{Edit, Token, matching};

/// What a word is replaced by, wherever it stands.
const WORDS: [(&str, &str); 4] = [
    // What code.rs finds in the object: a kernel is aligned as no other function is. It stays one function, that begins where
    // its symbol is.
    (
        "__global__",
        "__attribute__((used, noinline, noclone, aligned(128)))",
    ),
    ("__host__", ""),
    ("__device__", ""),
    // The host writes it without a call; it is in no other way than other variables.
    ("__managed__", ""),
];

/// The built-in variables. `value` gives what the variable is now, and of one of the program's own itself.
const VARIABLES: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// Edits of all these words.
pub(super) fn edits(tokens: &[Token<'_>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    // Where the body of a device function ends.
    let mut device = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.in_directive || !token.is_name() {
            continue;
        }
        let place = token.place.clone();
        if let Some((_, text)) = WORDS.iter().find(|(word, _)| *word == token.text) {
            edits.push(Edit::replace(place.clone(), *text));
        }
        match token.text {
            "__global__" | "__device__" => device = device.max(body_end(tokens, at)),
            "__noinline__" if !is_in_attribute(tokens, at) => {
                edits.push(Edit::replace(place, "__attribute__((noinline))"));
            }
            "__constant__" => edits.push(Edit::replace(place, constant(tokens, at))),
            "__shared__" => {
                // A block runs on a thread of the system's own, whose thread-local storage is its shared memory.
                edits.push(Edit::replace(place, "thread_local"));
                edits.extend(alignment(tokens, at));
            }
            "clock" if at < device && is_call(tokens, at) => {
                edits.push(Edit::replace(place, "::coop_emulator::clock"));
            }
            name if VARIABLES.contains(&name) && is_use(tokens, at) => {
                edits.push(Edit::replace(
                    place,
                    format!("::coop_emulator::value({name})"),
                ));
            }
            _ => {}
        }
    }
    edits
}

/// Whether each token is in a function that the device runs.
pub(super) fn of_device(tokens: &[Token<'_>]) -> Vec<bool> {
    let mut device = 0;
    let is_inside = |(at, token): (usize, &Token<'_>)| {
        if token.is("__global__") || token.is("__device__") {
            device = device.max(body_end(tokens, at));
        }
        at < device
    };
    tokens.iter().enumerate().map(is_inside).collect()
}

/// The token after the body of the function whose declaration goes on after token `at`; `at` if it has none.
fn body_end(tokens: &[Token<'_>], at: usize) -> usize {
    let mut next = at + 1;
    while let Some(token) = tokens.get(next) {
        if token.is("{") {
            return matching(tokens, next).unwrap_or(at);
        }
        if token.is(";") || token.is("=") || token.is("}") {
            return at;
        }
        if token.is("(") {
            let Some(close) = matching(tokens, next) else {
                return at;
            };
            next = close;
        }
        next += 1;
    }
    at
}

/// `__attribute__((__noinline__))` is the host's own.
fn is_in_attribute(tokens: &[Token<'_>], at: usize) -> bool {
    at > 0 && (tokens[at - 1].is("(") || tokens[at - 1].is(","))
}

/// Found again by its section. The compiler wants the constant ones in another section than the others, the assembler does
/// not: the number sign hides from it how the compiler goes on.
fn constant(tokens: &[Token<'_>], at: usize) -> &'static str {
    const OF_CONSTANTS: &str = "__attribute__((section(\"coop_constant,\\\"aw\\\",@progbits#\")))";
    let is_end = |token: &&Token<'_>| {
        ["(", "[", "{", "}", ";", "="]
            .iter()
            .any(|text| token.is(text))
    };
    let before = tokens[..at].iter().rev().take_while(|token| !is_end(token));
    let after = tokens[at..].iter().take_while(|token| !is_end(token));
    let mut declaration: Vec<&Token<'_>> = before.collect();
    declaration.reverse();
    declaration.extend(after);
    let is_const = |token: &&&Token<'_>| token.is("const") || token.is("constexpr");
    let last = declaration.iter().rposition(|token| is_const(&token));
    // `const float* p` is a variable.
    let constant = last.is_some_and(|last| {
        declaration[last].is("constexpr") || !declaration[last..].iter().any(|token| token.is("*"))
    });
    if constant {
        OF_CONSTANTS
    } else {
        "__attribute__((section(\"coop_constant\")))"
    }
}

/// nvcc takes `__shared__ alignas(16) float tile[64]`, where C++ wants the alignment first, but not an attribute.
fn alignment(tokens: &[Token<'_>], at: usize) -> Option<Edit> {
    let word = tokens.get(at + 1).filter(|token| token.is("alignas"))?;
    let close = &tokens[matching(tokens, at + 2)?];
    let inside: Vec<&str> = tokens[at + 3..]
        .iter()
        .take_while(|token| token.place.start < close.place.start)
        .map(|token| token.text)
        .collect();
    let text = format!(
        "__attribute__((aligned(::coop_emulator::alignment<{}>())))",
        inside.join(" ")
    );
    Some(Edit::replace(word.place.start..close.place.end, text))
}

fn is_call(tokens: &[Token<'_>], at: usize) -> bool {
    let called = tokens.get(at + 1..at + 3);
    let is_called = called.is_some_and(|two| two[0].is("(") && two[1].is(")"));
    is_called
        && !is_member(tokens, at)
        && !at
            .checked_sub(1)
            .is_some_and(|before| is_type(&tokens[before]))
}

/// Whether a name belongs to what stands before it.
fn is_member(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else {
        return false;
    };
    let of_something = || at >= 2 && (tokens[at - 2].is_name() || tokens[at - 2].is(">"));
    before.is(".") || before.is("->") || (before.is("::") && of_something())
}

/// Whether a name after that is declared.
fn is_type(token: &Token<'_>) -> bool {
    const NO_TYPES: [&str; 8] = [
        "return",
        "else",
        "do",
        "case",
        "throw",
        "sizeof",
        "co_return",
        "co_yield",
    ];
    token.is_name() && !NO_TYPES.contains(&token.text)
}

/// Whether a built-in variable's name is used: not declared, not a member's, not assigned to.
fn is_use(tokens: &[Token<'_>], at: usize) -> bool {
    let after = |ahead: usize| tokens.get(at + ahead);
    let assigned =
        after(1).is_some_and(|next| next.is("=")) && !after(2).is_some_and(|next| next.is("="));
    let made = after(1).is_some_and(|next| next.is("(") || next.is("{"));
    let declared = at
        .checked_sub(1)
        .is_some_and(|before| is_type(&tokens[before]) || is_reference(tokens, before));
    !(is_member(tokens, at) || assigned || made || declared)
}

/// Whether that `&` or `*` makes a type of the name before it, in a list of parameters: `(dim3& gridDim,`.
fn is_reference(tokens: &[Token<'_>], at: usize) -> bool {
    const TYPES: [&str; 4] = ["dim3", "uint3", "int", "unsigned"];
    (tokens[at].is("&") || tokens[at].is("*"))
        && at
            .checked_sub(1)
            .is_some_and(|before| TYPES.contains(&tokens[before].text))
}

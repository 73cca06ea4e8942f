//! What nvcc reads and a C++ compiler does not, in preprocessed text: after the preprocessor, what macros make and what is in
//! headers is there to be read, too.
//!
//! A kernel's name is a function of the host's that asks for a launch with its converted arguments, as nvcc's stubs are;
//! here it is the kernel itself, which begins by asking who calls it. Overloads, default and deduced arguments, templates
//! and pointers to kernels are the compiler's own business then. What each part changes: `assembly.rs`, `kernels.rs`,
//! `launches.rs`, `words.rs`.

use std::ops::Range;

use super::lexer::{Kind, Token, tokens};

mod assembly;
mod kernels;
mod launches;
mod ptx;
mod words;

/// The text as the emulator's C++ compiler takes it. Lines stay where they are.
pub(crate) fn rewrite(source: &str) -> String {
    let tokens = tokens(source);
    let mut edits = words::edits(&tokens);
    edits.extend(kernels::edits(&tokens));
    let of_device = words::of_device(&tokens);
    assembly::add(source, &tokens, &|at| of_device[at], &mut edits);
    launches::add(source, &tokens, &mut edits);
    apply(source, edits)
}

/// What is put in the place of something.
#[derive(Debug)]
pub(crate) struct Edit {
    place: Range<usize>,
    text: String,
}

impl Edit {
    pub(crate) fn replace(place: Range<usize>, text: impl Into<String>) -> Self {
        Edit {
            place,
            text: text.into(),
        }
    }

    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }
}

/// The text with the edits, of which no two are about the same characters.
pub(crate) fn apply(source: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.place.start, edit.place.end));
    let mut text = String::with_capacity(source.len() + 64 * edits.len());
    let mut end = 0;
    for edit in edits {
        text.push_str(&source[end..edit.place.start]);
        text.push_str(&edit.text);
        end = edit.place.end;
    }
    text.push_str(&source[end..]);
    text
}

/// The token that closes what token `open` opens.
pub(crate) fn matching(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if token.in_directive {
            continue;
        }
        if ["(", "[", "{"].iter().any(|text| token.is(text)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|text| token.is(text)) {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;

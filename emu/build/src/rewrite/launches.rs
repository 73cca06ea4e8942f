//! `kernel<<<grid, block>>>(x)` becomes `(configure(grid, block), kernel(x))`.

use std::ops::Range;

use super::{Edit, Token, apply, matching};

/// Adds the edits that make calls of the launches. What is between the brackets goes before the kernel, with the edits that
/// are about it.
pub(super) fn add(source: &str, tokens: &[Token<'_>], edits: &mut Vec<Edit>) {
    for open in 0..tokens.len() {
        let Some(launch) = launch(tokens, open) else {
            continue;
        };
        let is_inside = |edit: &Edit| {
            launch.configuration.start <= edit.place.start
                && edit.place.end <= launch.configuration.end
        };
        let (mut inside, outside) = edits.drain(..).partition(is_inside);
        *edits = outside;
        let place = &launch.configuration;
        for edit in &mut inside {
            let Range { start, end } = edit.place;
            edit.place = start - place.start..end - place.start;
        }
        let configuration = apply(&source[place.clone()], inside);
        edits.push(Edit::insert(
            launch.begin,
            format!("(::coop_emulator::configure({configuration}), "),
        ));
        edits.push(Edit::replace(launch.brackets, ""));
        edits.push(Edit::insert(launch.end, ")"));
    }
}

/// Where a launch is in the text.
struct Launch {
    /// Where the kernel begins.
    begin: usize,
    /// From `<<<` to `>>>`.
    brackets: Range<usize>,
    /// What is in between.
    configuration: Range<usize>,
    /// Where its arguments end.
    end: usize,
}

/// The launch whose `<<<` token `open` begins.
fn launch(tokens: &[Token<'_>], open: usize) -> Option<Launch> {
    let callee = callee(tokens, open)?;
    let close = closing(tokens, open + 3)?;
    let end = matching(tokens, close + 3)?;
    let (first, last) = (&tokens[open], &tokens[close + 2]);
    Some(Launch {
        begin: tokens[callee].place.start,
        brackets: first.place.start..last.place.end,
        configuration: tokens[open + 2].place.end..tokens[close].place.start,
        end: tokens[end].place.end,
    })
}

/// Whether the same character comes three times from token `at` on. nvcc takes them with spaces in between, too.
fn thrice(tokens: &[Token<'_>], at: usize, text: &str) -> bool {
    let three = tokens.get(at..at + 3);
    three.is_some_and(|three| three.iter().all(|token| token.is(text)))
}

/// The first token of the expression before the `<<<` that token `open` begins.
fn callee(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let before = open.checked_sub(1)?;
    if !thrice(tokens, open, "<") || tokens[before].is("<") || tokens[before].is("operator") {
        return None;
    }
    let mut begin = component(tokens, before)?;
    while let Some(link) = begin.checked_sub(1) {
        if ["::", ".", "->"].iter().any(|text| tokens[link].is(text)) {
            begin = match link.checked_sub(1).and_then(|end| component(tokens, end)) {
                Some(component) => component,
                None => link,
            };
            if begin == link {
                break;
            }
        } else {
            break;
        }
    }
    Some(begin)
}

/// The first token of a name, with template arguments, index or parentheses after it, that ends with token `end`.
fn component(tokens: &[Token<'_>], end: usize) -> Option<usize> {
    let last = &tokens[end];
    if last.is_name() {
        return (!KEYWORDS.contains(&last.text)).then_some(end);
    }
    let (open, close) = [("<", ">"), ("(", ")"), ("[", "]")]
        .into_iter()
        .find(|(_, close)| last.is(close))?;
    let begin = opening(tokens, end, open, close)?;
    match begin
        .checked_sub(1)
        .and_then(|before| component(tokens, before))
    {
        Some(name) => Some(name),
        None if close == ")" => Some(begin),
        None => None,
    }
}

/// Words that no kernel's name ends with: what follows is the whole expression.
const KEYWORDS: [&str; 6] = ["return", "else", "do", "case", "co_return", "throw"];

/// The token that opens what token `end` closes.
fn opening(tokens: &[Token<'_>], end: usize, open: &str, close: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut inside = 0_usize;
    for at in (0..=end).rev() {
        let token = &tokens[at];
        // Comparisons in parentheses open nothing.
        if close == ">" && token.is(")") {
            inside += 1;
        } else if close == ">" && token.is("(") {
            inside = inside.checked_sub(1)?;
        } else if inside > 0 {
        } else if token.is(close) {
            depth += 1;
        } else if token.is(open) {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        } else if token.is(";") {
            return None;
        }
    }
    None
}

/// The token that begins the `>>>` of a launch whose configuration begins with token `from`.
fn closing(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for at in from..tokens.len() {
        let token = &tokens[at];
        if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
            depth = depth.checked_sub(1)?;
        } else if depth == 0 && thrice(tokens, at, ">") {
            let called = tokens.get(at + 3).is_some_and(|next| next.is("("));
            return called.then_some(at);
        } else if token.is(";") {
            return None;
        }
    }
    None
}

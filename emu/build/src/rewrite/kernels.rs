//! The definition of a kernel begins with a question, as it is the stub that a launch calls, too: whether the host calls it.
//! Then its arguments, converted to what it takes, go to the launch.

use super::{Edit, Kind, Token, matching};

/// Edits of all definitions of kernels.
pub(super) fn edits(tokens: &[Token<'_>]) -> Vec<Edit> {
    (0..tokens.len())
        .filter(|&at| tokens[at].is("__global__") && !tokens[at].in_directive)
        .flat_map(|at| definition(tokens, at).unwrap_or_default())
        .collect()
}

/// Edits of the kernel that has its `__global__` at token `at`; `None` for a declaration.
fn definition(tokens: &[Token<'_>], at: usize) -> Option<Vec<Edit>> {
    let open = parameters(tokens, at + 1)?;
    let close = matching(tokens, open)?;
    let ends = |token: &&Token<'_>| {
        token.in_directive || [";", "{", "}"].iter().any(|text| token.is(text))
    };
    let begin = at
        - tokens[..at]
            .iter()
            .rev()
            .take_while(|token| !ends(token))
            .count();
    let (cluster, mut edits) = cluster(&tokens[begin..open]);
    let body = close
        + 1
        + tokens[close + 1..]
            .iter()
            .take_while(|token| !token.is("{") && !token.is(";"))
            .count();
    if !tokens.get(body)?.is("{") {
        return Some(edits);
    }
    let mut arguments = Vec::new();
    for (number, parameter) in split(&tokens[open + 1..close]).into_iter().enumerate() {
        let (name, edit) = name(parameter, number);
        arguments.push(name);
        edits.extend(edit);
    }
    let arguments = arguments.join(", ");
    edits.push(Edit::insert(
        tokens[body].place.end,
        format!(
            " if (::coop_emulator_on_host()) return ::coop_emulator::queue{cluster}({arguments});"
        ),
    ));
    Some(edits)
}

/// The `__cluster_dims__(…)` of a declaration as template arguments, and the edit that takes it out.
fn cluster(declaration: &[Token<'_>]) -> (String, Vec<Edit>) {
    let word = declaration
        .iter()
        .position(|token| token.is("__cluster_dims__"));
    let found = word.and_then(|word| Some((word, matching(declaration, word + 1)?)));
    let Some((word, close)) = found else {
        return (String::new(), Vec::new());
    };
    let sides: Vec<&str> = declaration[word + 2..close]
        .iter()
        .map(|token| token.text)
        .collect();
    let place = declaration[word].place.start..declaration[close].place.end;
    let text = format!("<::coop_emulator::cluster_of<{}>>", sides.join(" "));
    (text, vec![Edit::replace(place, "")])
}

/// The parameters of a list. A comma in template arguments divides none.
fn split<'t, 's>(list: &'t [Token<'s>]) -> Vec<&'t [Token<'s>]> {
    let (mut depth, mut begin) = (0_i32, 0);
    let mut found = Vec::new();
    for (at, token) in list.iter().enumerate() {
        if ["(", "[", "{", "<"].iter().any(|text| token.is(text)) {
            depth += 1;
        } else if [")", "]", "}", ">"].iter().any(|text| token.is(text)) {
            depth -= 1;
        } else if token.is(",") && depth == 0 {
            found.push(&list[begin..at]);
            begin = at + 1;
        }
    }
    found.push(&list[begin..]);
    let is_none = |parameter: &[Token<'_>]| match parameter {
        [] => true,
        [only] => only.is("void"),
        _ => false,
    };
    found.retain(|parameter| !is_none(parameter));
    found
}

/// How a parameter is named in a call, and the edit that names it where it has no name.
fn name(parameter: &[Token<'_>], number: usize) -> (String, Option<Edit>) {
    let default = parameter.iter().position(|token| token.is("="));
    let declared = &parameter[..default.unwrap_or(parameter.len())];
    // `int x[4]`; `void (*f)(int)`, of which the name is inside the first parentheses.
    let array = declared.iter().position(|token| token.is("["));
    let declared = &declared[..array.filter(|&at| at > 0).unwrap_or(declared.len())];
    let inner = declared
        .windows(2)
        .position(|pair| pair[0].is("(") && (pair[1].is("*") || pair[1].is("&")))
        .and_then(|open| Some(&declared[open + 1..matching(declared, open)?]));
    let is_pack = declared
        .windows(3)
        .any(|three| three.iter().all(|token| token.is(".")));
    let shown = |name: &str| format!("{name}{}", if is_pack { "..." } else { "" });
    let declarator = inner.unwrap_or(declared);
    if let Some(last) = declarator.last()
        && last.is_name()
        && names_something(last, &declarator[..declarator.len() - 1], inner.is_some())
    {
        return (shown(last.text), None);
    }
    let name = format!("coop_emulator_unnamed_{number}");
    let end = declarator.last().map_or(0, |token| token.place.end);
    let edit = Edit::insert(end, format!(" {name}"));
    (shown(&name), Some(edit))
}

/// Whether the last word of a declarator is the parameter's name, and not the end of its type.
fn names_something(last: &Token<'_>, before: &[Token<'_>], in_parentheses: bool) -> bool {
    const OF_TYPES: [&str; 14] = [
        "const",
        "volatile",
        "unsigned",
        "signed",
        "char",
        "short",
        "int",
        "long",
        "float",
        "double",
        "bool",
        "__restrict__",
        "__restrict",
        "auto",
    ];
    const NO_TYPE_YET: [&str; 6] = ["const", "volatile", "struct", "class", "enum", "typename"];
    if OF_TYPES.contains(&last.text) {
        return false;
    }
    if in_parentheses {
        return true;
    }
    let of_itself = before.last().is_some_and(|token| token.is("::"));
    let has_type = before
        .iter()
        .any(|token| token.kind != Kind::Word || !NO_TYPE_YET.contains(&token.text));
    has_type && !of_itself
}

/// The token that opens the parameters of the function whose declaration goes on at token `from`: the first parenthesis
/// after a name that is no attribute.
fn parameters(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    const WITH_ARGUMENTS: [&str; 6] = [
        "__launch_bounds__",
        "__attribute__",
        "__cluster_dims__",
        "__block_size__",
        "__maxnreg__",
        "alignas",
    ];
    let mut at = from;
    loop {
        let token = tokens.get(at)?;
        if token.in_directive {
            // A line marker, after a macro.
        } else if token.is("[") {
            at = matching(tokens, at)?;
        } else if token.is("(") {
            let before = tokens[..at].iter().rfind(|token| !token.in_directive)?;
            if WITH_ARGUMENTS.contains(&before.text) {
                at = matching(tokens, at)?;
            } else {
                // `k(` or, of a specialisation, `k<int>(`.
                return (before.is_name() || before.is(">")).then_some(at);
            }
        } else if [";", "{", "}", "="].iter().any(|text| token.is(text)) {
            return None;
        }
        at += 1;
    }
}

//! Enumerations print their C names: `{:?}` of `cudaError(1)` is `cudaErrorInvalidValue`, and of a value that the headers do not
//! name its number.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The bindings with a `Debug` of their own for each enumeration, in the place of the derived one.
pub(crate) fn with_names(bindings: &str) -> String {
    let enumerations = constants(bindings);
    let mut text = String::with_capacity(bindings.len());
    let mut rest = bindings;
    while let Some(at) = rest.find("pub struct ") {
        let (before, after) = rest.split_at(at);
        let name = word(after.trim_start_matches("pub struct "));
        let is_tuple = after["pub struct ".len() + name.len()..]
            .trim_start()
            .starts_with('(');
        if is_tuple && enumerations.contains_key(name) {
            text += &without_debug(before);
        } else {
            text += before;
        }
        let end = "pub struct ".len() + name.len();
        text += &after[..end];
        rest = &after[end..];
    }
    text += rest;
    for (name, constants) in enumerations {
        // Of several names of one value the first is printed.
        let arms: String = constants
            .iter()
            .map(|c| format!("({name}::{c}, \"{c}\"), "))
            .collect();
        _ = writeln!(
            text,
            "\nimpl ::core::fmt::Debug for {name} {{\n    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{\n        \
             match [{arms}].iter().find(|(value, _)| value == self) {{\n            \
             Some((_, name)) => f.write_str(name),\n            None => write!(f, \"{name}({{}})\", self.0),\n        }}\n    }}\n}}"
        );
    }
    text
}

/// The constants of each enumeration: `pub const C: E = E(1);`.
fn constants(bindings: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut found = BTreeMap::<&str, Vec<&str>>::new();
    for rest in bindings.split("pub const ").skip(1) {
        let name = word(rest);
        let Some(of) = rest[name.len()..].trim_start().strip_prefix(':') else {
            continue;
        };
        let of = of.trim_start();
        let enumeration = word(of);
        let value = of[enumeration.len()..]
            .trim_start()
            .strip_prefix('=')
            .map(str::trim_start);
        let is_one = value.is_some_and(|value| {
            value
                .strip_prefix(enumeration)
                .is_some_and(|rest| rest.trim_start().starts_with('('))
        });
        if is_one && !enumeration.is_empty() {
            found.entry(enumeration).or_default().push(name);
        }
    }
    found
}

/// The text before a structure without `Debug` in its last `derive`.
fn without_debug(before: &str) -> String {
    let Some(derive) = before.rfind("derive") else {
        return before.to_owned();
    };
    let (start, list) = before.split_at(derive);
    let list = list.replacen("Debug", "", 1);
    // What remains may begin with a comma.
    let open = list.find('(').map_or(0, |at| at + 1);
    let (head, tail) = list.split_at(open);
    format!("{start}{head}{}", tail.trim_start().trim_start_matches(','))
}

fn word(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    &text[..end]
}

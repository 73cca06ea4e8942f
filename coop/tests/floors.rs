//! The floors of coop: which module may know which is read from the sources, and no two know each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module's path below the crate, `["kernel", "query"]`, and the text of its file without comments and tests.
type Sources = BTreeMap<Vec<String>, String>;

fn sources() -> Sources {
    let mut sources = Sources::new();
    read(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
        &[],
        &mut sources,
    );
    sources
}

fn read(folder: &Path, above: &[String], sources: &mut Sources) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let module = [above, std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            read(&path, &module, sources);
        } else if name == "lib" {
            sources.insert(Vec::new(), code(&fs::read_to_string(&path).unwrap()));
        } else if name != "tests" {
            sources.insert(module, code(&fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Without comments, and without the tests, which come last and may look at anything.
fn code(text: &str) -> String {
    let text = text.split("\nmod tests {").next().unwrap();
    text.lines()
        .map(|line| line.split("//").next().unwrap())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Every path in `text` that begins with `crate`, `super` or `self`, or in a `use` with anything: each leaf of its tree.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let before = &text[..text.len() - rest.len() + at];
        let word_end = rest[at..]
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(rest.len(), |end| at + end);
        let (word, after) = (&rest[at..word_end], &rest[word_end..]);
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let in_use = word == "use" && (line.is_empty() || line.starts_with("pub"));
        let rooted = ["crate", "super", "self"].contains(&word) && after.starts_with("::");
        if in_use {
            let end = after.find(';').expect("a use ends");
            tree(&after[..end], &[], &mut found);
            rest = &after[end..];
        } else if rooted && !before.ends_with('$') {
            let end = after
                .find(|c: char| !c.is_alphanumeric() && !"_:".contains(c))
                .unwrap_or(after.len());
            tree(&rest[at..word_end + end], &[], &mut found);
            rest = &after[end..];
        } else {
            rest = after;
        }
    }
    found
}

/// The leaves of a tree of imports, each with the whole path to it.
fn tree(text: &str, above: &[String], found: &mut Vec<Vec<String>>) {
    let text = text.trim();
    let Some(open) = text.find('{') else {
        let name = text.split(" as ").next().unwrap();
        let leaf = name.split("::").map(|part| part.trim().to_owned());
        found.push(above.iter().cloned().chain(leaf).collect());
        return;
    };
    let close = text.rfind('}').expect("a brace is closed");
    let prefix = text[..open].trim().trim_end_matches("::").split("::");
    let above = [
        above,
        &prefix
            .map(|part| part.trim().to_owned())
            .collect::<Vec<_>>(),
    ]
    .concat();
    let (mut depth, mut begin) = (0, open + 1);
    for (i, c) in text
        .char_indices()
        .take_while(|(i, _)| *i <= close)
        .skip_while(|(i, _)| *i <= open)
    {
        match c {
            '{' => depth += 1,
            '}' if i < close => depth -= 1,
            ',' if depth == 0 => {
                tree(&text[begin..i], &above, found);
                begin = i + 1;
            }
            _ => {}
        }
    }
    if !text[begin..close].trim().is_empty() {
        tree(&text[begin..close], &above, found);
    }
}

/// The module that a path of `module` leads into: the longest one that is a file. `None` for what is another crate's.
fn target(sources: &Sources, module: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut at = match path[0].as_str() {
        "crate" => Vec::new(),
        "super" | "self" => module.to_vec(),
        child if sources.contains_key(&[module, &[child.to_owned()]].concat()) => module.to_vec(),
        _ => return None,
    };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(at.pop()),
            name => {
                let next = [&at[..], &[name.to_owned()]].concat();
                if !sources.contains_key(&next) {
                    break;
                }
                at = next;
            }
        }
    }
    (at != module).then_some(at)
}

fn imports(sources: &Sources) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    sources
        .iter()
        .filter(|(module, _)| !module.is_empty())
        .map(|(module, text)| {
            let of = paths(text)
                .iter()
                .filter_map(|path| target(sources, module, path))
                .collect();
            (module.clone(), of)
        })
        .collect()
}

/// The modules in an order in which each comes after those it imports from, or those that are left, which are in a cycle or
/// above one.
fn floors<T: Ord + Clone>(imports: &BTreeMap<T, BTreeSet<T>>) -> Result<Vec<Vec<T>>, Vec<T>> {
    let (mut floors, mut below) = (Vec::new(), BTreeSet::new());
    while below.len() < imports.len() {
        let floor: Vec<T> = imports
            .iter()
            .filter(|(module, of)| !below.contains(*module) && of.is_subset(&below))
            .map(|(module, _)| module.clone())
            .collect();
        if floor.is_empty() {
            return Err(imports
                .keys()
                .filter(|module| !below.contains(*module))
                .cloned()
                .collect());
        }
        below.extend(floor.iter().cloned());
        floors.push(floor);
    }
    Ok(floors)
}

#[test]
fn no_two_modules_know_each_other() {
    let sources = sources();
    let imports = imports(&sources);
    assert!(imports.len() > 20, "the sources are not found");
    let known = &imports[&vec!["launch".to_owned()]];
    assert!(known.contains(&vec!["plan".to_owned()]), "{known:?}");
    if let Err(left) = floors(&imports) {
        let names: Vec<String> = left
            .iter()
            .map(|module| format!("{} -> {:?}", module.join("::"), imports[module]))
            .collect();
        panic!(
            "these import each other, or from those that do:\n{}",
            names.join("\n")
        );
    }
}

#[test]
fn no_two_folders_know_each_other() {
    let mut folders = BTreeMap::<String, BTreeSet<String>>::new();
    for (module, of) in imports(&sources()) {
        let of = of.into_iter().filter(|target| target[0] != module[0]);
        folders
            .entry(module[0].clone())
            .or_default()
            .extend(of.map(|target| target[0].clone()));
    }
    let floors = floors(&folders).expect("no cycle");
    for (i, floor) in floors.iter().enumerate() {
        println!("{i}: {}", floor.join(" "));
    }
}

#[test]
fn modules_import_from_where_a_thing_is_defined() {
    let sources = sources();
    for (module, of) in imports(&sources) {
        assert!(
            !of.contains(&Vec::new()),
            "{} imports from the crate's root: name the module that defines it",
            module.join("::")
        );
    }
}

#[test]
fn a_cycle_is_found_and_nested_imports_are_read() {
    let text =
        "use crate::{a::{B, c::D}, e};\nlet x = super::f::G::new();\nuse core::fmt; $crate::no!";
    let found: Vec<String> = paths(text).iter().map(|path| path.join("::")).collect();
    assert_eq!(
        found,
        [
            "crate::a::B",
            "crate::a::c::D",
            "crate::e",
            "super::f::G::new",
            "core::fmt"
        ]
    );
    let cycle = BTreeMap::from([
        ('a', BTreeSet::from(['b'])),
        ('b', BTreeSet::from(['a'])),
        ('c', BTreeSet::new()),
    ]);
    assert_eq!(floors(&cycle), Err(vec!['a', 'b']));
}

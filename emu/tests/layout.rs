//! The folders of `src/` are layers: each uses only those below it, and every file has a name of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder uses those to the left of it, as the README draws them.
const LAYERS: [&str; 7] = [
    "schedule", "judge", "memory", "launch", "hooks", "machine", "api",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let deeper = folders.iter().flat_map(|folder| sources(folder));
    let files = files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"));
    files.chain(deeper).collect()
}

/// The module of the crate that a source file belongs to: its folder under `src/`, or itself.
fn layer(file: &Path) -> String {
    let first = file.components().next().unwrap();
    Path::new(first.as_os_str())
        .with_extension("")
        .display()
        .to_string()
}

/// What follows `crate::` wherever it stands in a text.
fn used(text: &str) -> BTreeSet<String> {
    let name = |rest: &str| {
        rest.split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap()
            .to_owned()
    };
    text.split("crate::").skip(1).map(name).collect()
}

#[test]
fn each_folder_uses_only_those_below_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for path in sources(&src) {
        let file = path.strip_prefix(&src).unwrap();
        let own = layer(file);
        let Some(height) = LAYERS.iter().position(|layer| *layer == own) else {
            continue;
        };
        seen.insert(own);
        for other in used(&fs::read_to_string(&path).unwrap()) {
            if LAYERS
                .iter()
                .position(|layer| *layer == other)
                .is_some_and(|other| other > height)
            {
                wrong.push(format!("{} uses {other}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(seen.len(), LAYERS.len(), "a folder of {LAYERS:?} is gone");
}

#[test]
fn no_two_files_have_one_name() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut by_name: BTreeMap<_, Vec<PathBuf>> = BTreeMap::new();
    for path in sources(&src) {
        by_name
            .entry(path.file_name().unwrap().to_owned())
            .or_default()
            .push(path);
    }
    let twice: Vec<_> = by_name.values().filter(|paths| paths.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn a_use_is_found_wherever_it_stands() {
    let text = "use crate::judge::{Fault};\n$crate::api::call(|| crate::launch)";
    assert_eq!(
        used(text),
        BTreeSet::from(["judge", "api", "launch"].map(String::from))
    );
}

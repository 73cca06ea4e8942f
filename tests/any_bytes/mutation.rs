//! Files that are nearly right: those of a corpus, with a few edits.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The files of `tests/corpus/<name>`, sorted by name.
pub fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the corpus can be listed")
        .map(|entry| {
            let path = entry.expect("an entry can be read").path();
            let bytes = fs::read(&path).expect("a file of the corpus can be read");
            (path.display().to_string(), bytes)
        })
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files
}

#[derive(Debug, Clone)]
enum Edit {
    Cut(Index),
    Remove(Index, usize),
    Repeat(Index, usize),
    Change(Index, u8),
    Insert(Index, &'static str),
}

impl Edit {
    fn apply(self, bytes: &mut Vec<u8>) {
        let from = |at: Index| at.index(bytes.len() + 1);
        let range = |at: Index, len: usize| {
            let begin = from(at);
            begin..bytes.len().min(begin + len)
        };
        match self {
            Self::Cut(at) => bytes.truncate(from(at)),
            Self::Remove(at, len) => {
                bytes.drain(range(at, len));
            }
            Self::Repeat(at, len) => {
                let range = range(at, len);
                let part = bytes[range.clone()].to_owned();
                bytes.splice(range.end..range.end, part);
            }
            Self::Change(at, to) => {
                let at = from(at);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = to;
                }
            }
            Self::Insert(at, word) => {
                let at = from(at);
                bytes.splice(at..at, word.bytes());
            }
        }
    }
}

/// A file of the corpus with up to six edits; `words` are what such files are made of.
pub fn edits(name: &str, words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let files: Vec<Vec<u8>> = corpus(name).into_iter().map(|(_, bytes)| bytes).collect();
    let edit = prop_oneof![
        1 => any::<Index>().prop_map(Edit::Cut),
        1 => (any::<Index>(), 1..9usize).prop_map(|(at, len)| Edit::Remove(at, len)),
        1 => (any::<Index>(), 1..40usize).prop_map(|(at, len)| Edit::Repeat(at, len)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, to)| Edit::Change(at, to)),
        4 => (any::<Index>(), select(words)).prop_map(|(at, word)| Edit::Insert(at, word)),
    ];
    (select(files), vec(edit, 0..7)).prop_map(|(mut bytes, edits)| {
        edits.into_iter().for_each(|edit| edit.apply(&mut bytes));
        bytes
    })
}

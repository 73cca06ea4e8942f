//! The dependency file of one compilation: which headers a source includes. Cargo must know them, and `cc` does not.

use std::path::{Path, PathBuf};

/// The prerequisites of the one rule in the text of a dependency file.
pub(crate) fn prerequisites(text: &str) -> Vec<PathBuf> {
    let Some((_, list)) = text.split_once(':') else {
        return Vec::new();
    };
    let mut paths = Vec::new();
    let mut path = String::new();
    let mut chars = list.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            // A space, `#` or `$` in a name is marked; before a line's end the mark continues the list.
            '\\' if matches!(chars.peek(), Some(' ' | '#')) => path.extend(chars.next()),
            '\\' if matches!(chars.peek(), Some('\n' | '\r')) => {}
            '$' if chars.peek() == Some(&'$') => path.extend(chars.next()),
            char if char.is_whitespace() => {
                if !path.is_empty() {
                    paths.push(PathBuf::from(std::mem::take(&mut path)));
                }
            }
            char => path.push(char),
        }
    }
    if !path.is_empty() {
        paths.push(path.into());
    }
    paths
}

/// The paths that are outside `toolkit_dirs`: the toolkit's own headers are watched as a whole, by their version.
pub(crate) fn outside(paths: Vec<PathBuf>, toolkit_dirs: &[PathBuf]) -> Vec<PathBuf> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let dirs: Vec<PathBuf> = toolkit_dirs.iter().map(|dir| real(dir)).collect();
    paths
        .into_iter()
        .filter(|path| !dirs.iter().any(|dir| real(path).starts_with(dir)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_spaces_and_continued_lines_are_read() {
        let text = "deps : src\\ dir/k.cu \\\n    a\\#b.cuh \\\r\n    c$$d.cuh /abs/e.h\n";
        let expected = ["src dir/k.cu", "a#b.cuh", "c$d.cuh", "/abs/e.h"];
        assert_eq!(prerequisites(text), expected.map(PathBuf::from));
    }

    #[test]
    fn a_file_without_a_rule_has_no_prerequisites() {
        assert_eq!(prerequisites(""), Vec::<PathBuf>::new());
        assert_eq!(prerequisites("deps :"), Vec::<PathBuf>::new());
    }

    #[test]
    fn headers_of_the_toolkit_are_left_out_however_they_are_spelled() {
        let dir = tempfile::tempdir().unwrap();
        let include = dir.path().join("include");
        std::fs::create_dir_all(dir.path().join("bin")).unwrap();
        std::fs::create_dir_all(&include).unwrap();
        std::fs::write(include.join("cuda.h"), "").unwrap();
        let spelled = dir.path().join("bin/..//include/cuda.h");
        let own = PathBuf::from("csrc/own.cuh");
        assert_eq!(outside(vec![spelled, own.clone()], &[include]), [own]);
    }
}

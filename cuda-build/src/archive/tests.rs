//! What an archive holds is read from it; no nvcc is needed to make one that looks as nvcc's do.

use std::fs;
use std::process::Command;

use super::*;

/// What a file that nvcc compiled with `-rdc=true` calls.
const CALLS: &str =
    "void __cudaRegisterLinkedBinary_a(void); void call(void) { __cudaRegisterLinkedBinary_a(); }";
const DEFINES: &str = "void __cudaRegisterLinkedBinary_a(void) {}";
const NEITHER: &str = "int answer = 42;";

/// `libmade.a` of C sources, and of `members` that are no objects.
fn archive(sources: &[&str], members: &[&str], ar: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("libmade.a");
    let mut files = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let file = dir.path().join(format!("{index}.c"));
        fs::write(&file, source).unwrap();
        let object = file.with_extension("o");
        let mut cc = Command::new("cc");
        cc.arg("-c").arg(&file).arg("-o").arg(&object);
        assert!(cc.status().unwrap().success());
        files.push(object);
    }
    for member in members {
        let file = dir.path().join(member);
        fs::write(&file, "text").unwrap();
        files.push(file);
    }
    let mut command = Command::new("ar");
    assert!(
        command
            .arg(ar)
            .arg(&path)
            .args(files)
            .status()
            .unwrap()
            .success()
    );
    (dir, path)
}

fn unlinked(path: &Path) -> usize {
    unlinked_objects(path, &read(path).unwrap()).unwrap().len()
}

#[test]
fn an_object_that_calls_for_a_device_link_is_found_among_others() {
    let (_dir, path) = archive(&[NEITHER, CALLS], &["readme.txt"], "rcs");
    assert_eq!(unlinked(&path), 1);
}

#[test]
fn device_code_that_the_archive_itself_links_is_linked() {
    let (_dir, path) = archive(&[CALLS, DEFINES], &[], "rcs");
    assert_eq!(unlinked(&path), 0);
}

#[test]
fn an_archive_without_device_code_has_nothing_to_link() {
    let (_dir, path) = archive(&[NEITHER], &[], "rcs");
    assert_eq!(unlinked(&path), 0);
}

#[test]
fn a_thin_archive_is_refused_with_how_to_make_another() {
    let (_dir, path) = archive(&[CALLS], &[], "rcsT");
    let error = unlinked_objects(&path, &read(&path).unwrap()).unwrap_err();
    assert!(error.to_string().contains("without `T`"), "{error}");
}

#[test]
fn a_file_that_is_none_or_no_archive_is_refused_with_its_path() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("libtext.a");
    assert!(
        is_unlinked(&path)
            .unwrap_err()
            .to_string()
            .contains("No such file")
    );
    fs::write(&path, "text").unwrap();
    let message = is_unlinked(&path).unwrap_err().to_string();
    assert!(message.contains("libtext.a cannot be linked"), "{message}");
}

#[test]
fn a_name_that_a_linker_would_not_find_is_refused() {
    assert_eq!(name(Path::new("a b/libnumerics.a")).unwrap(), "numerics");
    for path in ["numerics.a", "libnumerics.so", "lib.a"] {
        let message = name(Path::new(path)).unwrap_err().to_string();
        assert!(message.contains("libNAME.a"), "{message}");
    }
}

/// Archives that broke something, or nearly, and ordinary ones, small.
fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/archives");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
        .into_iter()
        .map(|file| fs::read(file).unwrap())
        .collect()
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        failure_persistence: None, cases: 2000, ..Default::default()
    })]

    #[test]
    fn what_becomes_of_an_archive_by_chance_is_read_or_refused(
        file in proptest::sample::select(corpus()),
        changes in proptest::collection::vec((proptest::prelude::any::<proptest::sample::Index>(), proptest::prelude::any::<u8>()), 0..6),
        cut in proptest::option::of(proptest::prelude::any::<proptest::sample::Index>()),
    ) {
        let mut bytes = file;
        for (at, to) in changes {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        if let Some(at) = cut {
            bytes.truncate(at.index(bytes.len()));
        }
        if let Err(error) = unlinked_objects(Path::new("libmade.a"), &bytes) {
            let text = error.to_string();
            assert!(text.starts_with("the static library libmade.a cannot be linked"), "{text}");
        }
    }
}

//! The example `solve` with a user's own files: right-hand sides, first guesses, solutions, pipes and compressed matrices.

mod support;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use coop_kernels::sparse::matrix_market;
use support::solve::refuses;
use tempfile::TempDir;
use test_support::gpu;

/// [[4, -1, 0], [-1, 4, -1], [0, -1, 4]].
const MATRIX: &str =
    "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 4\n2 1 -1\n2 2 4\n3 2 -1\n3 3 4\n";
/// What (1, -2, 3) solves.
const RHS: &str = "6\n-1.2D+1\n14\n";

/// A folder with the system in it.
fn system() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (matrix, rhs) = (folder.path().join("a.mtx"), folder.path().join("b.txt"));
    fs::write(&matrix, MATRIX).unwrap();
    fs::write(&rhs, RHS).unwrap();
    (folder, matrix, rhs)
}

fn text(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_system_of_the_users_own_is_solved_into_a_file() {
    let (folder, matrix, rhs) = system();
    let solution = folder.path().join("x.mtx");
    let Some(mut program) = gpu::example_on_a_device("solve") else {
        return;
    };
    program.arg(&matrix).arg("--rhs").arg(&rhs);
    program.arg("--output").arg(&solution);
    let said = text(&program.output().unwrap());
    assert!(!said.contains("\nerror "), "nothing is known of x: {said}");
    let x = matrix_market::read_vector(&solution, 3).unwrap();
    for (found, wanted) in x.iter().zip([1.0, -2.0, 3.0]) {
        assert!((found - wanted).abs() < 1e-7, "{x:?}");
    }

    // From its own solution there is nothing left to do.
    let Some(mut program) = gpu::example_on_a_device("solve") else {
        return;
    };
    program.arg(&matrix).arg("--rhs").arg(&rhs);
    let output = program.arg("--guess").arg(&solution).output().unwrap();
    let said = text(&output);
    assert!(said.contains("\niterations          0\n"), "{said}");
}

#[test]
fn a_matrix_comes_from_a_pipe_compressed_or_not() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(MATRIX.as_bytes()).unwrap();
    for bytes in [MATRIX.as_bytes().to_vec(), packer.finish().unwrap()] {
        let Some(mut program) = gpu::example_on_a_device("solve") else {
            return;
        };
        program.arg("-").stdin(Stdio::piped());
        let mut child = program.stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&bytes).unwrap();
        let said = text(&child.wait_with_output().unwrap());
        assert!(said.contains("standard input: n = 3, nnz = 7"), "{said}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_without_a_word() {
    let Some(mut program) = gpu::example_on_a_device("solve") else {
        return;
    };
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = program.arg("--poisson").arg("4").stdout(writer).output();
    let output = output.unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}

#[test]
fn files_that_do_not_fit_the_system_are_refused_with_a_sentence() {
    let (folder, matrix, rhs) = system();
    let short = folder.path().join("short");
    fs::write(&short, "1\n2\n").unwrap();
    let (matrix, rhs, short) = (
        matrix.to_str().unwrap(),
        rhs.to_str().unwrap(),
        short.to_str().unwrap(),
    );
    let cases: [(&[&str], &str); 6] = [
        (
            &[matrix, "--rhs", short],
            "line 2: the file ends after 2 numbers; the matrix has 3 rows",
        ),
        (
            &[matrix, "--guess", "absent"],
            "absent: the file cannot be read",
        ),
        (
            &["--poisson", "2", "--rhs", rhs],
            "the file ends after 3 numbers; the matrix has 4 rows",
        ),
        (&["--rhs", rhs], "--rhs is for one system"),
        (
            &["-", "--rhs", "-"],
            "the matrix and --rhs are all from standard input; only one can be",
        ),
        (
            &[matrix, "--output", "same", "--csv", "same"],
            "--output and --csv name the same file",
        ),
    ];
    for (arguments, says) in cases {
        let Some(program) = gpu::example("solve") else {
            return;
        };
        refuses(program, arguments, says);
    }
}

//! The example `solve` with a user's own files: right-hand sides, first guesses, solutions, pipes and compressed matrices.

mod support;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use coop_kernels::sparse::matrix_market;
use flate2::Compression;
use flate2::write::GzEncoder;
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
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
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

/// What a user would lose, or would not find where it was sent.
#[test]
#[cfg(unix)]
fn a_file_that_is_read_is_not_written_over_and_a_dash_is_no_output() {
    let (folder, matrix, rhs) = system();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&matrix, &link).unwrap();
    let (matrix, rhs, link) = (
        matrix.to_str().unwrap(),
        rhs.to_str().unwrap(),
        link.to_str().unwrap(),
    );
    let cases: [(&[&str], &str); 5] = [
        (
            &[matrix, "--output", matrix],
            "--output would write over the matrix",
        ),
        (
            &[matrix, "--rhs", rhs, "--csv", rhs],
            "--csv would write over --rhs",
        ),
        (
            &[matrix, "--guess", rhs, "--svg", rhs],
            "--svg would write over --guess",
        ),
        (
            &[matrix, "--output", link],
            "--output would write over the matrix",
        ),
        (
            &[matrix, "--output", "-"],
            "--output takes the name of a file",
        ),
    ];
    for (arguments, says) in cases {
        let Some(program) = gpu::example("solve") else {
            return;
        };
        refuses(program, arguments, says);
    }
    assert_eq!(fs::read_to_string(matrix).unwrap(), MATRIX);
    assert_eq!(fs::read_to_string(rhs).unwrap(), RHS);
}

/// Vectors as they come by mail, from spreadsheets, other tools and full disks.
#[test]
fn a_vector_of_any_origin_is_read_or_refused_with_its_line() {
    let (folder, matrix, _) = system();
    let packed = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let whole = packed(RHS.as_bytes());
    let mut wrong_sum = whole.clone();
    let at = wrong_sum.len() - 6;
    wrong_sum[at] ^= 1;
    let cases: [(&[u8], &str); 16] = [
        (b"", "the file is empty"),
        (b"6\n-12\n14", ""),
        (b"6\r\n-12\r\n14\r\n", ""),
        (b"% b\n6\n\n-12\n14\n\n", ""),
        (b"6 -12 14\n", "line 1: found `6 -12 14`, 3 words"),
        (b"6,\n-12,\n14,\n", "line 1: the value is `6,`"),
        (b"\xef\xbb\xbf6\n-12\n14\n", "line 1: the value is"),
        (b"6\nnan\n14\n", "line 2: the value is `nan`"),
        (b"6\n-12\n1e400\n", "line 3: the value is `1e400`"),
        (b"6\0\n-12\n14\n", "line 1: the value is `6\\0`"),
        (b"6\n-12\n14\n15\n", "line 4: more than 3 numbers"),
        (
            b"%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n4\n5\n6\n",
            "3 rows and 2 columns",
        ),
        (
            b"%%MatrixMarket matrix array complex general\n3 1\n1 0\n2 0\n3 0\n",
            "the field `complex` is not supported",
        ),
        (&whole, ""),
        (&whole[..whole.len() - 4], "cannot be unpacked"),
        (&wrong_sum, "checksum"),
    ];
    let vector = folder.path().join("vector");
    for (bytes, says) in cases {
        fs::write(&vector, bytes).unwrap();
        for option in ["--rhs", "--guess"] {
            let Some(mut program) = gpu::example_on_a_device("solve") else {
                return;
            };
            program.arg(&matrix).arg(option).arg(&vector);
            if says.is_empty() {
                text(&program.output().unwrap());
            } else {
                refuses(program, &[] as &[&str], says);
            }
        }
    }
}

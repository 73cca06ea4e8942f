//! Matrices as users have them: what is read, and what is refused.

mod support;

use coop_kernels::sparse::matrix_market::{self, ReadError};
use coop_kernels::sparse::{Csr, Error};
use support::{cg, data};

/// Reads a matrix, or says that the test is skipped.
fn read(name: &str) -> Option<Result<Csr, ReadError>> {
    data::matrix(name).map(matrix_market::read)
}

/// The message with which a matrix is refused, without its folder.
fn refusal(name: &str) -> Option<String> {
    let message = read(name)?.expect_err("it should be refused").to_string();
    let begin = message.find(name).expect("the message has the file's name");
    Some(message[begin..].to_owned())
}

struct Case {
    name: &'static str,
    rows: usize,
    entries: usize,
    iterations: std::ops::Range<u32>,
    error: f64,
}

/// Entries count both triangles; iterations are within a tenth of those that SciPy takes.
const CASES: [Case; 4] = [
    Case {
        name: "LFAT5",
        rows: 14,
        entries: 46,
        iterations: 6..9,
        error: 1e-6,
    },
    Case {
        name: "bcsstk09",
        rows: 1083,
        entries: 18437,
        iterations: 162..199,
        error: 1e-6,
    },
    Case {
        name: "1138_bus",
        rows: 1138,
        entries: 4054,
        iterations: 841..1029,
        error: 1e-5,
    },
    Case {
        name: "bcsstk13",
        rows: 2003,
        entries: 83883,
        iterations: 1227..1501,
        error: 1e-2,
    },
];

#[test]
fn positive_definite_matrices_are_read_in_full_and_solved() {
    for Case {
        name,
        rows,
        entries,
        iterations,
        error,
    } in CASES
    {
        let Some(matrix) = read(name) else {
            return;
        };
        let matrix = matrix.map_err(|error| error.to_string()).unwrap();
        assert_eq!((matrix.n(), matrix.nnz()), (rows, entries), "{name}");
        matrix.check_symmetric().unwrap();
        matrix.check_diagonal().unwrap();

        let b = matrix.multiply(&vec![1.0; rows]).unwrap();
        let (x, taken) = cg::solve(&matrix, &b, 1e-8, 10_000);
        let off = x.iter().map(|x| (x - 1.0).abs()).fold(0.0, f64::max);
        let residual = matrix.relative_residual(&x, &b).unwrap();
        println!("{name}: {taken} iterations, residual {residual:.1e}, error {off:.1e}");
        assert!(iterations.contains(&taken), "{name}: {taken} iterations");
        assert!(off <= error, "{name}: error {off:e}");
        assert!(residual <= 1.1e-8, "{name}: residual {residual:e}");
    }
}

#[test]
fn a_matrix_that_is_not_symmetric_is_read_but_refused_with_the_entry() {
    let Some(matrix) = read("west0067") else {
        return;
    };
    let matrix = matrix.map_err(|error| error.to_string()).unwrap();
    assert_eq!((matrix.n(), matrix.nnz()), (67, 294));
    let refusal = matrix.check_symmetric().unwrap_err();
    assert!(
        matches!(refusal, Error::NotSymmetric { row: 0, .. }),
        "{refusal}"
    );
    assert!(
        refusal
            .to_string()
            .starts_with("the matrix is not symmetric: entry (1, "),
        "{refusal}"
    );
}

#[test]
fn a_file_without_its_banner_is_refused_at_line_1() {
    let Some(message) = refusal("west0067_noheader") else {
        return;
    };
    let says = "west0067_noheader.mtx, line 1: the banner is missing: found `67 67 294`, expected";
    assert!(message.starts_with(says), "{message}");
}

#[test]
fn a_column_index_of_0_is_refused_with_its_line() {
    let Some(message) = refusal("mesh3e1") else {
        return;
    };
    let says =
        "mesh3e1.mtx, line 3: the column index is `0`; indices are whole numbers from 1 to 289";
    assert_eq!(message, says);
}

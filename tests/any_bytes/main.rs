//! What reads other people's files, given anything: the files of `tests/corpus`, and what becomes of them by chance.
//!
//! A file that was found to break something goes into the corpus, which every run tries. `PROPTEST_CASES` says how many more.

mod mutation;

use coop_kernels::sparse::Csr;
use coop_kernels::sparse::matrix_market::{from_reader, vector_from_reader, write_vector};
use cudart_emu::{Description, Schedule, Uninitialised};
use mutation::{corpus, edits};
use proptest::prelude::*;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// What stands in such files.
const WORDS: [&str; 20] = [
    "%",
    "\n",
    "\r",
    " ",
    "0",
    "1",
    "2",
    "-",
    "+",
    ".",
    "e",
    "D",
    "1e999",
    "nan",
    "%%MatrixMarket",
    "array",
    "symmetric",
    "integer",
    "9999999999",
    "\u{661}",
];

/// The matrix as a file.
fn written(matrix: &Csr) -> String {
    let n = matrix.n();
    let mut text = format!(
        "%%MatrixMarket matrix coordinate real general\n{n} {n} {}\n",
        matrix.nnz()
    );
    for (row, range) in matrix.row_ptr().windows(2).enumerate() {
        for at in range[0] as usize..range[1] as usize {
            let (column, value) = (matrix.columns()[at] + 1, matrix.values()[at]);
            text += &format!("{} {column} {value:e}\n", row + 1);
        }
    }
    text
}

/// Reads the bytes as a matrix and as a vector: what is accepted is what it says when it is written again, and what is refused
/// is refused in one short line.
fn try_bytes(bytes: &[u8]) -> Result<(), TestCaseError> {
    match from_reader("m.mtx", bytes) {
        Ok(matrix) => {
            let again = from_reader("again", written(&matrix).as_bytes());
            prop_assert_eq!(again.unwrap(), matrix);
        }
        Err(error) => one_line(&error.to_string())?,
    }
    for n in [1, 3] {
        match vector_from_reader("b", bytes, n) {
            Ok(vector) => {
                let mut text = Vec::new();
                write_vector(&mut text, "about", &vector).unwrap();
                prop_assert_eq!(vector_from_reader("again", &text[..], n).unwrap(), vector);
            }
            Err(error) => one_line(&error.to_string())?,
        }
    }
    Ok(())
}

#[test]
fn every_file_of_the_corpus_is_read_or_refused() {
    for (name, bytes) in corpus("matrix_market") {
        try_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn what_becomes_of_a_file_by_chance_is_read_or_refused(bytes in edits("matrix_market", &WORDS)) {
        try_bytes(&bytes)?;
    }

    /// What the emulator's variables say.
    #[test]
    fn a_variable_is_understood_or_refused_in_a_line(
        text in "((small|t4|a100|h200|random|lockstep|in-order|off|warn)[:,=0-9a-z_-]{0,24}|[ -~\n]{0,24}|h200:multiprocessors=[0-9]{1,22})",
    ) {
        if let Err(error) = text.parse::<Description>() {
            one_line(&error.to_string())?;
        }
        understood::<Schedule>(&text)?;
        understood::<Uninitialised>(&text)?;
    }
}

/// What is accepted is, as it is printed, the same again; what is not is refused in one line.
fn understood<T: FromStr<Err: Display> + Display + PartialEq + Debug>(
    text: &str,
) -> Result<(), TestCaseError> {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>();
            prop_assert_eq!(again.map_err(|error| error.to_string()), Ok(value));
            Ok(())
        }
        Err(error) => one_line(&error.to_string()),
    }
}

/// Whether a message is short, and a line.
fn one_line(message: &str) -> Result<(), TestCaseError> {
    prop_assert!(
        message.len() < 500 && !message.contains(char::is_control),
        "{message}"
    );
    Ok(())
}

//! What can be wrong with a Matrix Market file, each fault in a sentence of its own.

use std::fmt;
use std::io;

use super::header::is_banner;
use super::lines::{Found, LONGEST_LINE};
use super::words::shown;
use crate::sparse::{Error, LIMIT};

/// The first line of a file, as messages show it.
const BANNER: &str = "%%MatrixMarket matrix coordinate real symmetric";

/// A file that was not read, and why.
#[derive(Debug)]
pub struct ReadError {
    /// The file's path, or what stands for it.
    pub name: String,
    /// The line at fault, counted from 1, where there is one.
    pub line: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

impl ReadError {
    /// What turns a fault into the error about the file of this name.
    pub(super) fn of(name: impl fmt::Display) -> impl FnOnce(Found) -> Self {
        move |(line, fault)| ReadError {
            name: name.to_string(),
            line,
            fault,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Io(error) | Fault::Gzip(error) => Some(error),
            Fault::Matrix(error) => Some(error),
            _ => None,
        }
    }
}

/// What can be wrong with a Matrix Market file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file cannot be opened or read.
    #[error("the file cannot be read: {0}")]
    Io(io::Error),
    /// The path leads to a directory.
    #[error("this is a directory; name the .mtx file in it")]
    Directory,
    /// The file holds nothing.
    #[error("the file is empty; a Matrix Market file begins with the line `{BANNER}`")]
    Empty,
    /// What gzip wrote is broken.
    #[error("the file is compressed by gzip and cannot be unpacked: {0}")]
    Gzip(io::Error),
    /// A line that is too long for a text of this kind.
    #[error("a line of more than {LONGEST_LINE} bytes; lines end with a line feed")]
    LongLine,
    /// The first line is not a Matrix Market banner.
    #[error("the banner is missing: found `{found}`, expected `{BANNER}`")]
    NoBanner {
        /// The line.
        found: String,
    },
    /// The lines of the file end with carriage returns alone.
    #[error("lines end with a carriage return and no line feed; write them with line feeds")]
    CarriageReturns,
    /// The banner has too few or too many words.
    #[error(
        "the banner has {words} words, not 5: found `{found}` after the first, expected `{BANNER}`"
    )]
    BannerWords {
        /// How many it has.
        words: usize,
        /// Those after the first.
        found: String,
    },
    /// The banner announces a kind of matrix that is not read.
    #[error("the {part} `{found}` is not supported; allowed: {allowed}")]
    Unsupported {
        /// Which word of the banner: object, format, field or symmetry.
        part: &'static str,
        /// The word.
        found: String,
        /// The words that are allowed.
        allowed: String,
    },
    /// The line of sizes is absent.
    #[error("the file ends before the line `{expected}`")]
    NoSizes {
        /// What was expected.
        expected: &'static str,
    },
    /// The line of sizes is not so many whole numbers.
    #[error("found `{found}`, {words} words; expected {count} whole numbers, `{expected}`")]
    Sizes {
        /// Words of the line.
        words: usize,
        /// The line.
        found: String,
        /// How many were expected.
        count: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// The matrix is not square.
    #[error("the matrix has {rows} rows and {columns} columns; it must be square")]
    NotSquare {
        /// Rows announced.
        rows: String,
        /// Columns announced.
        columns: String,
    },
    /// The matrix is too large, or has no rows.
    #[error("{found} {what} are announced; allowed are 1 to {LIMIT}")]
    Size {
        /// Rows or entries.
        what: &'static str,
        /// The number announced.
        found: String,
    },
    /// More rows than entries, so that the matrix is singular.
    #[error("{rows} rows are announced but only {entries} entries; some rows would be empty")]
    EmptyRows {
        /// Rows announced.
        rows: usize,
        /// Entries found, both triangles counted.
        entries: usize,
    },
    /// A line of an entry with too few or too many words.
    #[error("found `{found}`, {words} words; expected `{expected}`")]
    Entry {
        /// Words of the line.
        words: usize,
        /// The line.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A row or column index that is not a number from 1 to the size of the matrix.
    #[error("the {what} index is `{found}`; indices are whole numbers from 1 to {n}")]
    Index {
        /// Row or column.
        what: &'static str,
        /// The index.
        found: String,
        /// The size of the matrix.
        n: usize,
    },
    /// A value that is not a finite number.
    #[error("the value is `{found}`; values are finite numbers in double precision")]
    Value {
        /// The value.
        found: String,
    },
    /// A value that is no whole number, in a file that says it has only those.
    #[error(
        "the value is `{found}`; a file of the field `integer` has whole numbers, with others it is `real`"
    )]
    Fraction {
        /// The value.
        found: String,
    },
    /// A symmetric file with entries on both sides of the diagonal.
    #[error(
        "entry ({row}, {column}) is across the diagonal from those before; \
         a symmetric file stores one triangle"
    )]
    BothTriangles {
        /// Row of the entry, counted from 1.
        row: usize,
        /// Column of the entry, counted from 1.
        column: usize,
    },
    /// A comment among the entries.
    #[error("a comment among the entries; comments belong before the line of sizes")]
    Comment,
    /// An entry after the last one announced.
    #[error("found `{found}` after the {announced} entries announced")]
    TooMany {
        /// The line.
        found: String,
        /// Entries announced.
        announced: usize,
    },
    /// The file ends too soon.
    #[error("the file ends after {found} of the {announced} entries announced; it is cut off")]
    TooFew {
        /// Whole entries found.
        found: usize,
        /// Entries announced.
        announced: usize,
    },
    /// The file ends within an entry.
    #[error(
        "the file ends within this line, after {found} of the {announced} entries announced; \
         it is cut off"
    )]
    CutOff {
        /// Whole entries found.
        found: usize,
        /// Entries announced.
        announced: usize,
    },
    /// A pattern: positions without values.
    #[error("the matrix is a pattern and has no values; allowed: real, integer")]
    NoValues,
    /// The entries do not make a matrix: the sum of repeated ones is not finite.
    #[error("{0}")]
    Matrix(Error),
    /// A file for a vector without a number.
    #[error("the file is empty; expected numbers, one a line")]
    NoNumbers,
    /// A vector's file with more numbers than rows.
    #[error("more than {n} numbers; the matrix has {n} rows")]
    LongVector {
        /// Rows of the matrix.
        n: usize,
    },
    /// A vector's file with fewer numbers than rows.
    #[error("the file ends after {found} numbers; the matrix has {n} rows")]
    ShortVector {
        /// Numbers found.
        found: usize,
        /// Rows of the matrix.
        n: usize,
    },
    /// An array of another shape than the vector that is wanted.
    #[error(
        "an array of {rows} rows and {columns} columns; expected {n} rows, as the matrix has, and 1 column"
    )]
    Shape {
        /// Rows announced.
        rows: String,
        /// Columns announced.
        columns: String,
        /// Rows of the matrix.
        n: usize,
    },
}

impl Fault {
    /// What is told of a line that is too long: a first one that is no banner is not what was meant at all.
    pub(super) fn long_line(number: usize, text: &[u8]) -> Self {
        if number == 1 && !is_banner(text) {
            Self::NoBanner { found: shown(text) }
        } else if text.contains(&b'\r') {
            Self::CarriageReturns
        } else {
            Self::LongLine
        }
    }
}

//! What can be wrong with a Matrix Market file, each fault in a sentence of its own.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::{BANNER, MAX_BYTES};
use crate::sparse::{Error, LIMIT};

/// A file that was not read, and why.
#[derive(Debug)]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// The line at fault, counted from 1, where there is one.
    pub line: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            Fault::Io(error) => Some(error),
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
    /// The path leads to a device, pipe or socket.
    #[error("this is not a regular file")]
    NotAFile,
    /// The file holds nothing.
    #[error("the file is empty; a Matrix Market file begins with the line `{BANNER}`")]
    Empty,
    /// The file is larger than [`MAX_BYTES`], or than memory.
    #[error(
        "the file has {bytes} bytes, more than can be read here (memory, and at most {MAX_BYTES})"
    )]
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
    },
    /// The first line is not a Matrix Market banner.
    #[error("the banner is missing: found `{found}`, expected `{BANNER}`")]
    NoBanner {
        /// The line.
        found: String,
    },
    /// The banner announces a kind of matrix that is not read.
    #[error("the {part} `{found}` is not supported; allowed: {allowed}")]
    Unsupported {
        /// Which word of the banner: object, format, field or symmetry.
        part: &'static str,
        /// The word.
        found: String,
        /// The words that are allowed, in words.
        allowed: &'static str,
    },
    /// The line of sizes is absent.
    #[error("the file ends before the line `rows columns entries`")]
    NoSizes,
    /// The line of sizes is not three numbers.
    #[error("found `{found}`, expected three whole numbers `rows columns entries`")]
    Sizes {
        /// The line.
        found: String,
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
    /// A line of an entry with too few or too many numbers.
    #[error("found `{found}`, expected `row column value`")]
    Entry {
        /// The line.
        found: String,
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
    /// The entries were checked and yet refused.
    #[error("{0}")]
    Reader(String),
}

//! Matrix Market files: matrices and vectors.
//!
//! A file is read once, line by line, whatever it announces: what it claims costs no memory, and what is wrong is told with
//! its line. It may be a pipe, and it may be compressed by gzip, which its first bytes say.

mod entries;
mod fault;
mod header;
mod input;
mod lines;
mod vector;
mod words;

use std::io::{self, Read, Write};
use std::path::Path;

use super::Csr;
pub use fault::{Fault, ReadError};
use header::Banner;
use lines::{Found, Lines};

/// Reads a square matrix of real numbers or integers, general or symmetric.
///
/// In coordinate format repeated entries are summed, in array format zeros are left out. A symmetric file stores one triangle
/// and gives both. Exponents may be written as Fortran does (`1.0D+03`). Line ends may be LF or CRLF, the banner in any case;
/// blank lines are skipped, and so are comments before and after the entries. A last line without a line end counts as whole.
///
/// # Errors
///
/// For every file that is not such a matrix within [`LIMIT`](super::LIMIT), or has fewer entries than rows. The error prints as
/// one sentence with the file's name and, where there is one, the line.
pub fn read(path: impl AsRef<Path>) -> Result<Csr, ReadError> {
    let path = path.as_ref();
    input::open(path)
        .map_err(|fault| (None, fault))
        .and_then(parse)
        .map_err(ReadError::of(path.display()))
}

/// As [`read`], from anything that can be read; `name` stands for it in messages.
///
/// # Errors
///
/// As for [`read`].
pub fn from_reader(name: &str, source: impl Read) -> Result<Csr, ReadError> {
    parse(source).map_err(ReadError::of(name))
}

/// Reads a vector of `n` elements: a Matrix Market `array` of `n` rows and one column, or one number a line without a banner,
/// where comments (`%`) and blank lines may stand anywhere.
///
/// # Errors
///
/// As for [`read`]; and where there are not `n` numbers.
pub fn read_vector(path: impl AsRef<Path>, n: usize) -> Result<Vec<f64>, ReadError> {
    let path = path.as_ref();
    input::open(path)
        .map_err(|fault| (None, fault))
        .and_then(|file| vector::parse(file, n))
        .map_err(ReadError::of(path.display()))
}

/// As [`read_vector`], from anything that can be read; `name` stands for it in messages.
///
/// # Errors
///
/// As for [`read_vector`].
pub fn vector_from_reader(name: &str, source: impl Read, n: usize) -> Result<Vec<f64>, ReadError> {
    vector::parse(source, n).map_err(ReadError::of(name))
}

/// Writes a vector as a Matrix Market `array` of one column, with the lines of `about` as comments. Every element has the digits
/// that give the same number back.
///
/// # Errors
///
/// Those of the writer.
pub fn write_vector(to: impl Write, about: &str, vector: &[f64]) -> io::Result<()> {
    vector::write(to, about, vector)
}

fn parse(source: impl Read) -> Result<Csr, Found> {
    let mut lines = Lines::new(source)?;
    let banner = match lines.next()? {
        Some(line) => Banner::read(line)?,
        None => return Err((None, Fault::Empty)),
    };
    entries::read(banner, &mut lines)
}

#[cfg(test)]
mod tests;

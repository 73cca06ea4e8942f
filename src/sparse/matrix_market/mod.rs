//! Matrix Market files.
//!
//! `sprs` reads the values and assembles the matrix. It says nothing about where a file is wrong,
//! and believes what the header announces; so one walk over the lines comes first (`guard`), after
//! which every entry is known to be good.

mod fault;
mod guard;

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::Csr;
pub use fault::{Fault, ReadError};
use guard::{Found, Header, Lines};

/// The largest file that is read, in bytes: 16 GiB.
pub const MAX_BYTES: u64 = 16 << 30;

/// The first line of a file, as messages show it.
const BANNER: &str = "%%MatrixMarket matrix coordinate real symmetric";

/// Reads a square real or integer matrix in coordinate format, general or symmetric.
///
/// A symmetric file gives both triangles, repeated entries are summed. Line ends may be LF or CRLF,
/// the banner in any case; blank lines are skipped, and so are comments before and after the
/// entries. A last line without a line end counts as whole.
///
/// # Errors
///
/// For every file that is not such a matrix within [`LIMIT`](super::LIMIT), or has fewer entries
/// than rows. The error prints as one sentence with the file's name and, where there is one, the
/// line.
pub fn read(path: impl AsRef<Path>) -> Result<Csr, ReadError> {
    let path = path.as_ref();
    let of_file = |(line, fault)| ReadError {
        path: path.to_owned(),
        line,
        fault,
    };
    let text = load(path).map_err(|fault| of_file((None, fault)))?;
    parse(&text).map_err(of_file)
}

/// As [`read`], from the text of such a file; `name` stands for it in messages.
///
/// # Errors
///
/// As for [`read`].
pub fn from_text(name: &str, text: &str) -> Result<Csr, ReadError> {
    parse(text.as_bytes()).map_err(|(line, fault)| ReadError {
        path: name.into(),
        line,
        fault,
    })
}

fn load(path: &Path) -> Result<Vec<u8>, Fault> {
    let metadata = fs::metadata(path).map_err(Fault::Io)?;
    let bytes = metadata.len();
    match metadata.file_type() {
        kind if kind.is_dir() => return Err(Fault::Directory),
        kind if !kind.is_file() => return Err(Fault::NotAFile),
        _ if bytes == 0 => return Err(Fault::Empty),
        _ if bytes > MAX_BYTES => return Err(Fault::TooLarge { bytes }),
        _ => {}
    }
    let mut text = Vec::new();
    text.try_reserve_exact(bytes as usize)
        .map_err(|_| Fault::TooLarge { bytes })?;
    let file = File::open(path).map_err(Fault::Io)?;
    file.take(bytes).read_to_end(&mut text).map_err(Fault::Io)?;
    Ok(text)
}

fn parse(text: &[u8]) -> Result<Csr, Found> {
    let mut lines = Lines::new(text);
    let header = Header::read(&mut lines)?;
    let entries = lines.rest;
    guard::check_entries(&header, lines)?;

    // The reader's own header would be stricter on blanks and on integers; every value is real
    // here.
    let Header { n, announced, .. } = header;
    let symmetry = if header.symmetric {
        "symmetric"
    } else {
        "general"
    };
    let canonical =
        format!("%%MatrixMarket matrix coordinate real {symmetry}\n{n} {n} {announced}\n");
    let triplets = sprs::io::read_matrix_market_from_bufread::<f64, u32, _>(
        &mut canonical.as_bytes().chain(entries),
    )
    .map_err(|error| (None, Fault::Reader(error.to_string())))?;
    let (row_ptr, columns, values) = triplets.to_csr::<u32>().into_raw_storage();
    Csr::new(n, row_ptr, columns, values).map_err(|error| (None, Fault::Matrix(error)))
}

#[cfg(test)]
mod tests;

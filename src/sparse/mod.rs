//! Sparse matrices on the host: compressed rows, Matrix Market files, and a model problem.
//!
//! Everything here runs on the CPU and knows nothing of a device; [`Csr`] lays a matrix out the way
//! the kernels read it (32-bit indices, double precision, both triangles stored).

mod assemble;
mod csr;
pub mod matrix_market;
mod poisson;

use std::fmt;

pub use csr::{Csr, LIMIT};
pub use poisson::{MOST_POINTS, Poisson, poisson};

/// Why a matrix, or a request for one, was refused.
///
/// Rows and columns are held counted from 0, and printed counted from 1 as Matrix Market files
/// count them.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The number of rows is 0 or over [`LIMIT`].
    #[error("a matrix of {rows} rows was given; allowed are 1 to {LIMIT}")]
    Rows {
        /// Rows asked for.
        rows: usize,
    },
    /// More entries than [`LIMIT`].
    #[error(
        "the matrix has {entries} entries, both triangles counted; allowed are at most {LIMIT}"
    )]
    Entries {
        /// Entries asked for.
        entries: usize,
    },
    /// `row_ptr` is not an ascending list of `n + 1` offsets from 0 to the number of entries.
    #[error(
        "row_ptr must hold {} ascending offsets from 0 to {entries}; {found}", rows + 1
    )]
    RowPointers {
        /// Rows of the matrix.
        rows: usize,
        /// Entries of the matrix.
        entries: usize,
        /// What is wrong with the offsets given.
        found: String,
    },
    /// `columns` and `values` differ in length.
    #[error("{columns} columns and {values} values were given; every entry has one of each")]
    Lengths {
        /// Length of `columns`.
        columns: usize,
        /// Length of `values`.
        values: usize,
    },
    /// A column index that does not exist.
    #[error(
        "row {} has an entry in column {}, but the matrix has {columns} columns",
        row + 1, column + 1
    )]
    Column {
        /// Row of the entry.
        row: usize,
        /// Its column.
        column: usize,
        /// Columns of the matrix.
        columns: usize,
    },
    /// The columns of a row are not strictly ascending.
    #[error(
        "row {}: column {} follows column {}; columns must ascend within a row, each once",
        row + 1, column + 1, previous + 1
    )]
    Order {
        /// The row.
        row: usize,
        /// The column before.
        previous: usize,
        /// The column that should be greater.
        column: usize,
    },
    /// An entry that is infinite or not a number.
    #[error("entry ({}, {}) is {}; every value must be finite", row + 1, column + 1, Decimal(*value))]
    Value {
        /// Row of the entry.
        row: usize,
        /// Its column.
        column: usize,
        /// Its value.
        value: f64,
    },
    /// A vector whose length is not the number of rows.
    #[error(
        "a vector of {given} elements was given to a matrix of {rows} rows; the two must be equal"
    )]
    VectorLength {
        /// Elements given.
        given: usize,
        /// Rows of the matrix.
        rows: usize,
    },
    /// An entry that differs from its mirror image.
    #[error(
        "the matrix is not symmetric: entry ({}, {}) is {}, but entry ({}, {}) is {}",
        row + 1, column + 1, Decimal(*value), column + 1, row + 1, Decimal(*mirrored)
    )]
    NotSymmetric {
        /// Row of the first entry that differs.
        row: usize,
        /// Its column.
        column: usize,
        /// Its value.
        value: f64,
        /// The value across the diagonal; 0 where nothing is stored.
        mirrored: f64,
    },
    /// A diagonal entry that no positive definite matrix has.
    #[error(
        "the matrix is not positive definite: diagonal entry ({}, {}) is {}, not positive",
        row + 1, row + 1, Decimal(*value)
    )]
    Diagonal {
        /// Row of the first such entry.
        row: usize,
        /// Its value; 0 where nothing is stored.
        value: f64,
    },
    /// A grid for [`poisson`] with no points, or too many.
    #[error(
        "a grid of {given} x {given} points was asked for; allowed are 1 to {most} points a side"
    )]
    Grid {
        /// Points a side asked for.
        given: usize,
        /// The most there can be.
        most: usize,
    },
    /// The host has too little memory.
    #[error("{bytes} bytes of memory for a matrix or vector could not be had")]
    Memory {
        /// Bytes asked for.
        bytes: usize,
    },
}

/// A number as people write it: with an exponent where there would be a row of zeros.
struct Decimal(f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = self;
        match number.abs() {
            size if size != 0.0 && size.is_finite() && !(1e-5..1e16).contains(&size) => {
                write!(f, "{number:e}")
            }
            _ => write!(f, "{number}"),
        }
    }
}

/// An empty vector with room for `len` elements, or an error instead of an abort.
fn room<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(len).map_err(|_| Error::Memory {
        bytes: len.saturating_mul(size_of::<T>()),
    })?;
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn a_number_is_printed_with_an_exponent_where_it_is_far_from_one() {
        for (number, text) in [
            (2.0, "2"),
            (-0.27, "-0.27"),
            (0.0, "0"),
            (1e-300, "1e-300"),
            (-1.5e300, "-1.5e300"),
            (1e-5, "0.00001"),
            (9.9e-6, "9.9e-6"),
            (123456789.0, "123456789"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Decimal(number).to_string(), text);
        }
    }
}

//! Vectors: right-hand sides, first guesses, solutions.

use std::io::{self, Read, Write};

use super::entries::value;
use super::fault::Fault;
use super::header::{Banner, Field, Format, Sizes, is_banner};
use super::lines::{Found, Lines};
use crate::sparse::room;

/// Reads a vector of `n` elements: an `array` of `n` rows and one column, or, without a banner, one number a line.
pub(super) fn parse(source: impl Read, n: usize) -> Result<Vec<f64>, Found> {
    let mut lines = Lines::new(source)?;
    let mut vector = room(n).map_err(|error| (None, Fault::Matrix(error)))?;
    let Some(first) = lines.next()? else {
        return Err((None, Fault::NoNumbers));
    };
    let mut field = Field::Real;
    if is_banner(first.text) {
        let banner = Banner::read(first)?;
        field = banner.field;
        check_shape(banner, &mut lines, n)?;
    } else if !first.is_blank() && !first.is_comment() {
        vector.push(value(field, first.text).map_err(|fault| first.at(fault))?);
    }
    while let Some(line) = lines.next_of_data()? {
        if vector.len() == n {
            return Err(line.at(Fault::LongVector { n }));
        }
        vector.push(value(field, line.text).map_err(|fault| line.at(fault))?);
    }
    if vector.len() < n {
        let found = vector.len();
        return Err((Some(lines.number), Fault::ShortVector { found, n }));
    }
    Ok(vector)
}

fn check_shape<R: Read>(banner: Banner, lines: &mut Lines<R>, n: usize) -> Result<(), Found> {
    let unsupported = |part, found: &str, allowed: &str| {
        let (found, allowed) = (found.to_owned(), allowed.to_owned());
        Err((
            Some(1),
            Fault::Unsupported {
                part,
                found,
                allowed,
            },
        ))
    };
    if banner.format == Format::Coordinate {
        return unsupported("format", "coordinate", "array, for a vector");
    }
    if banner.symmetric {
        return unsupported("symmetry", "symmetric", "general, for a vector");
    }
    let sizes = Sizes::<2>::read(lines, "rows columns")?;
    if sizes.numbers == [n, 1] {
        return Ok(());
    }
    let [rows, columns] = sizes.texts;
    Err((Some(sizes.line), Fault::Shape { rows, columns, n }))
}

/// Writes a vector as an `array` file, every element with the digits that give it back.
pub(super) fn write(mut to: impl Write, about: &str, vector: &[f64]) -> io::Result<()> {
    writeln!(to, "%%MatrixMarket matrix array real general")?;
    for line in about.lines() {
        writeln!(to, "% {line}")?;
    }
    writeln!(to, "{} 1", vector.len())?;
    for element in vector {
        writeln!(to, "{element:e}")?;
    }
    to.flush()
}

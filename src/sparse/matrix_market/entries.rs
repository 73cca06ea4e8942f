//! The numbers of a matrix, each line read once.

use std::io::Read;

use super::fault::Fault;
use super::header::{Banner, Field, Format, Sizes};
use super::lines::{Found, Line, Lines};
use super::words::{exactly, finite, is_integer, leading_whole, shown, shown_number, whole};
use crate::sparse::{Csr, Error, assemble};

/// Reads what follows the banner.
pub(super) fn read<R: Read>(banner: Banner, lines: &mut Lines<R>) -> Result<Csr, Found> {
    let (n, entries) = match banner.format {
        Format::Coordinate => coordinate(banner, lines)?,
        Format::Array => array(banner, lines)?,
    };
    if banner.field == Field::Pattern {
        return Err((Some(1), Fault::NoValues));
    }
    let count = entries.count(banner.symmetric);
    if n > count {
        return Err((
            None,
            Fault::EmptyRows {
                rows: n,
                entries: count,
            },
        ));
    }
    entries
        .into_csr(n, banner.symmetric)
        .map_err(|error| (None, Fault::Matrix(error)))
}

/// The lines of data that are announced, one by one; what is wrong with their number is told.
fn each_line<R: Read>(
    lines: &mut Lines<R>,
    announced: usize,
    mut take: impl FnMut(Line<'_>) -> Result<(), Fault>,
) -> Result<(), Found> {
    let mut found = 0;
    while let Some(line) = lines.next()? {
        if line.is_blank() {
            continue;
        }
        if line.is_comment() && found == announced {
            continue;
        }
        if line.is_comment() {
            return Err(line.at(Fault::Comment));
        }
        if found == announced {
            return Err(line.at(Fault::TooMany {
                found: shown(line.text),
                announced,
            }));
        }
        take(line).map_err(|fault| match fault {
            Fault::Entry { .. } | Fault::Value { .. } | Fault::Fraction { .. } if !line.ended => {
                line.at(Fault::CutOff { found, announced })
            }
            fault => line.at(fault),
        })?;
        found += 1;
    }
    if found < announced {
        return Err((Some(lines.number), Fault::TooFew { found, announced }));
    }
    Ok(())
}

fn coordinate<R: Read>(
    banner: Banner,
    lines: &mut Lines<R>,
) -> Result<(usize, assemble::Entries), Found> {
    let sizes = Sizes::<3>::read(lines, "rows columns entries")?;
    let (n, announced) = (sizes.square()?, sizes.within(2, "entries")?);
    let mut entries = assemble::Entries::default();
    // Whether the entries off the diagonal are below it.
    let mut triangle = None;
    each_line(lines, announced, |line| {
        let (row, column, value) = entry(banner.field, n, line.text)?;
        let below = row > column;
        if banner.symmetric && row != column && *triangle.get_or_insert(below) != below {
            return Err(Fault::BothTriangles { row, column });
        }
        push(&mut entries, row, column, value)
    })?;
    Ok((n, entries))
}

/// Row and column, counted from 1, and value; 0 in a pattern.
fn entry(field: Field, n: usize, line: &[u8]) -> Result<(usize, usize, f64), Fault> {
    let malformed = |words, expected| Fault::Entry {
        words,
        found: shown(line),
        expected,
    };
    if field == Field::Pattern {
        let mut words = super::words::Words(line);
        let mut index = |what| {
            let word = words.next().ok_or_else(|| malformed(1, "row column"))?;
            index(what, word, n)
        };
        return Ok((index("row")?, index("column")?, 0.0));
    }
    if field == Field::Real
        && let Some(entry) = plain_entry(n, line)
    {
        return Ok(entry);
    }
    let [row, column, value] =
        exactly(line).map_err(|words| malformed(words, "row column value"))?;
    Ok((
        index("row", row, n)?,
        index("column", column, n)?,
        number(field, value)?,
    ))
}

/// An entry with nothing special about it, as most are: each byte is looked at once. `None` says nothing about the line.
fn plain_entry(n: usize, line: &[u8]) -> Option<(usize, usize, f64)> {
    let (row, rest) = leading_whole(line)?;
    let (column, rest) = leading_whole(rest)?;
    let value: f64 = str::from_utf8(rest).ok()?.trim_ascii().parse().ok()?;
    let inside = (1..=n).contains(&row) && (1..=n).contains(&column);
    (inside && value.is_finite()).then_some((row, column, value))
}

/// A row or column, counted from 1.
fn index(what: &'static str, word: &[u8], n: usize) -> Result<usize, Fault> {
    whole(word)
        .filter(|index| (1..=n).contains(index))
        .ok_or_else(|| Fault::Index {
            what,
            found: shown(word),
            n,
        })
}

/// A value, which is a whole number where the file says so.
pub(super) fn number(field: Field, word: &[u8]) -> Result<f64, Fault> {
    let number = finite(word).ok_or_else(|| Fault::Value {
        found: shown_number(word),
    })?;
    if field == Field::Integer && !is_integer(word) {
        return Err(Fault::Fraction { found: shown(word) });
    }
    Ok(number)
}

fn array<R: Read>(
    banner: Banner,
    lines: &mut Lines<R>,
) -> Result<(usize, assemble::Entries), Found> {
    let n = Sizes::<2>::read(lines, "rows columns")?.square()?;
    let announced = if banner.symmetric {
        n * (n + 1) / 2
    } else {
        n * n
    };
    let mut entries = assemble::Entries::default();
    // Column by column; of a symmetric matrix the diagonal and what is below.
    let (mut row, mut column) = (1, 1);
    each_line(lines, announced, |line| {
        let value = value(banner.field, line.text)?;
        if value != 0.0 {
            push(&mut entries, row, column, value)?;
        }
        row += 1;
        if row > n {
            column += 1;
            row = if banner.symmetric { column } else { 1 };
        }
        Ok(())
    })?;
    Ok((n, entries))
}

/// The one number of a line.
pub(super) fn value(field: Field, line: &[u8]) -> Result<f64, Fault> {
    let [value] = exactly(line).map_err(|words| Fault::Entry {
        words,
        found: shown(line),
        expected: "one value",
    })?;
    number(field, value)
}

/// Takes an entry whose place is counted from 1.
fn push(
    entries: &mut assemble::Entries,
    row: usize,
    column: usize,
    value: f64,
) -> Result<(), Fault> {
    entries
        .push((row as u32 - 1, column as u32 - 1, value))
        .map_err(|error: Error| Fault::Matrix(error))
}

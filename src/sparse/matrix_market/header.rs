//! What stands before the numbers: the banner and the line of sizes.

use std::io::Read;

use super::fault::Fault;
use super::lines::{Found, Line, Lines};
use super::words::{Words, exactly, shown, whole};
use crate::sparse::LIMIT;

/// How the numbers follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// `row column value`, one entry a line.
    Coordinate,
    /// Every value, column by column, one a line.
    Array,
}

/// What the numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Real,
    Integer,
    /// Positions without values.
    Pattern,
}

/// The first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Banner {
    pub(super) format: Format,
    pub(super) field: Field,
    /// Whether one triangle stands for both.
    pub(super) symmetric: bool,
}

/// The word that a banner begins with.
const TAG: &[u8] = b"%%matrixmarket";

/// Whether the line is meant as a banner.
pub(super) fn is_banner(line: &[u8]) -> bool {
    Words(line)
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case(TAG))
}

impl Banner {
    pub(super) fn read(line: Line<'_>) -> Result<Self, Found> {
        Self::of_text(line.text).map_err(|fault| line.at(fault))
    }

    fn of_text(line: &[u8]) -> Result<Self, Fault> {
        if !is_banner(line) {
            return Err(Fault::NoBanner { found: shown(line) });
        }
        if line.trim_ascii_end().contains(&b'\r') {
            return Err(Fault::CarriageReturns);
        }
        let [_, object, format, field, symmetry] =
            exactly(line).map_err(|words| Fault::BannerWords {
                words,
                found: shown(&line[Words(line).next().map_or(0, <[u8]>::len)..]),
            })?;
        choose("object", object, &[("matrix", ())])?;
        let format = choose(
            "format",
            format,
            &[("coordinate", Format::Coordinate), ("array", Format::Array)],
        )?;
        let fields = [
            ("real", Field::Real),
            ("integer", Field::Integer),
            ("pattern", Field::Pattern),
        ];
        let fields = match format {
            Format::Coordinate => &fields[..],
            Format::Array => &fields[..2],
        };
        Ok(Banner {
            format,
            field: choose("field", field, fields)?,
            symmetric: choose(
                "symmetry",
                symmetry,
                &[("general", false), ("symmetric", true)],
            )?,
        })
    }
}

/// What the word stands for, in any case.
fn choose<T: Copy>(part: &'static str, word: &[u8], choices: &[(&str, T)]) -> Result<T, Fault> {
    let found = choices
        .iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name.as_bytes()));
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        // A pattern is read, and then refused for what is not in it.
        let allowed: Vec<&str> = choices
            .iter()
            .map(|&(name, _)| name)
            .filter(|&name| name != "pattern")
            .collect();
        Fault::Unsupported {
            part,
            found: shown(word),
            allowed: allowed.join(", "),
        }
    })
}

/// The line of sizes: so many whole numbers, and as they are written.
pub(super) struct Sizes<const N: usize> {
    pub(super) line: usize,
    pub(super) numbers: [usize; N],
    pub(super) texts: [String; N],
}

impl<const N: usize> Sizes<N> {
    /// The first line that is no comment and not blank. `names` says what is expected there.
    pub(super) fn read<R: Read>(lines: &mut Lines<R>, names: &'static str) -> Result<Self, Found> {
        let Some(line) = lines.next_of_data()? else {
            return Err((Some(lines.number), Fault::NoSizes { expected: names }));
        };
        let malformed = |words| {
            line.at(Fault::Sizes {
                words,
                found: shown(line.text),
                count: N,
                expected: names,
            })
        };
        let words: [&[u8]; N] = exactly(line.text).map_err(malformed)?;
        let mut numbers = [0; N];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = whole(word).ok_or_else(|| malformed(N))?;
        }
        Ok(Sizes {
            line: line.number,
            numbers,
            texts: words.map(shown),
        })
    }

    /// Rows and columns, the first two, are equal, and within the limit.
    pub(super) fn square(&self) -> Result<usize, Found> {
        if self.numbers[0] != self.numbers[1] {
            return Err((
                Some(self.line),
                Fault::NotSquare {
                    rows: self.texts[0].clone(),
                    columns: self.texts[1].clone(),
                },
            ));
        }
        self.within(0, "rows")
    }

    /// A number that is within the limit of this project.
    pub(super) fn within(&self, which: usize, what: &'static str) -> Result<usize, Found> {
        let number = self.numbers[which];
        if (1..=LIMIT).contains(&number) {
            return Ok(number);
        }
        Err((
            Some(self.line),
            Fault::Size {
                what,
                found: self.texts[which].clone(),
            },
        ))
    }
}

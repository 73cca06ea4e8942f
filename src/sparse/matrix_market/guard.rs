//! The walk over the lines of a file that comes before its values are read.
//!
//! It allocates nothing for what the header announces, and finds every fault with its line.

use super::fault::Fault;
use crate::sparse::{Error, LIMIT};

/// A fault and the line it is in.
pub(super) type Found = (Option<usize>, Fault);

/// What the lines before the entries say.
pub(super) struct Header {
    pub(super) symmetric: bool,
    pattern: bool,
    pub(super) n: usize,
    pub(super) announced: usize,
}

impl Header {
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, Found> {
        let banner = lines.next().ok_or((None, Fault::Empty))?;
        let (symmetric, pattern) = read_banner(banner.text).map_err(|fault| banner.at(fault))?;
        let sizes = lines
            .find(|line| !line.is_blank() && !line.is_comment())
            .ok_or((Some(lines.number), Fault::NoSizes))?;
        let (n, announced) = read_sizes(sizes.text).map_err(|fault| sizes.at(fault))?;
        Ok(Header {
            symmetric,
            pattern,
            n,
            announced,
        })
    }
}

/// Whether the matrix is symmetric, and whether it is a pattern.
fn read_banner(line: &[u8]) -> Result<(bool, bool), Fault> {
    let no_banner = || Fault::NoBanner { found: shown(line) };
    let words = fields(line).map(|word| word.to_ascii_lowercase());
    let [tag, object, format, field, symmetry] = array(words).ok_or_else(no_banner)?;
    if tag != b"%%matrixmarket" {
        return Err(no_banner());
    }
    let unsupported = |part, found: &[u8], allowed| Fault::Unsupported {
        part,
        found: shown(found),
        allowed,
    };
    if object != b"matrix" {
        return Err(unsupported("object", &object, "matrix"));
    }
    if format != b"coordinate" {
        return Err(unsupported("format", &format, "coordinate"));
    }
    if !matches!(&field[..], b"real" | b"integer" | b"pattern") {
        return Err(unsupported("field", &field, "real, integer"));
    }
    if !matches!(&symmetry[..], b"general" | b"symmetric") {
        return Err(unsupported("symmetry", &symmetry, "general, symmetric"));
    }
    Ok((symmetry == b"symmetric", field == b"pattern"))
}

/// The number of rows, and of entries announced.
fn read_sizes(line: &[u8]) -> Result<(usize, usize), Fault> {
    let malformed = || Fault::Sizes { found: shown(line) };
    let texts: [&[u8]; 3] = array(fields(line)).ok_or_else(malformed)?;
    let numbers: [usize; 3] =
        array(texts.iter().filter_map(|text| whole(text))).ok_or_else(malformed)?;
    let ([rows, columns, _], [n, width, announced]) = (texts, numbers);
    if n != width {
        return Err(Fault::NotSquare {
            rows: shown(rows),
            columns: shown(columns),
        });
    }
    for (what, number, text) in [("rows", n, texts[0]), ("entries", announced, texts[2])] {
        if !(1..=LIMIT).contains(&number) {
            return Err(Fault::Size {
                what,
                found: shown(text),
            });
        }
    }
    Ok((n, announced))
}

/// Checks every line after the header, so that nothing that follows can fail for what the file
/// says.
pub(super) fn check_entries(header: &Header, mut lines: Lines<'_>) -> Result<(), Found> {
    let Header { n, announced, .. } = *header;
    let mut found = 0;
    let mut off_diagonal = 0;
    let mut triangle = None;
    for line in lines.by_ref().filter(|line| !line.is_blank()) {
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
        let (row, column) = check_entry(header, line.text).map_err(|fault| match fault {
            Fault::Entry { .. } | Fault::Value { .. } if !line.ended => {
                line.at(Fault::CutOff { found, announced })
            }
            fault => line.at(fault),
        })?;
        if row != column {
            off_diagonal += 1;
            if header.symmetric && *triangle.get_or_insert(row > column) != (row > column) {
                return Err(line.at(Fault::BothTriangles { row, column }));
            }
        }
        found += 1;
    }
    if found < announced {
        return Err((Some(lines.number), Fault::TooFew { found, announced }));
    }
    if header.pattern {
        return Err((Some(1), Fault::NoValues));
    }
    let entries = found + if header.symmetric { off_diagonal } else { 0 };
    if entries > LIMIT {
        return Err((None, Fault::Matrix(Error::Entries { entries })));
    }
    if n > entries {
        return Err((None, Fault::EmptyRows { rows: n, entries }));
    }
    Ok(())
}

/// The row and column of an entry, counted from 1.
fn check_entry(header: &Header, line: &[u8]) -> Result<(usize, usize), Fault> {
    let malformed = || Fault::Entry { found: shown(line) };
    let mut fields = fields(line);
    let mut index = |what| {
        let field = fields.next().ok_or_else(malformed)?;
        whole(field)
            .filter(|index| (1..=header.n).contains(index))
            .ok_or_else(|| Fault::Index {
                what,
                found: shown(field),
                n: header.n,
            })
    };
    let position = (index("row")?, index("column")?);
    if header.pattern {
        return Ok(position); // patterns are refused, but a wrong index is the better reason
    }
    let value = fields.next().ok_or_else(malformed)?;
    if fields.next().is_some() {
        return Err(malformed());
    }
    let number = str::from_utf8(value)
        .ok()
        .and_then(|text| text.parse::<f64>().ok());
    match number.filter(|number| number.is_finite()) {
        Some(_) => Ok(position),
        None => Err(Fault::Value {
            found: shown(value),
        }),
    }
}

/// One line without its end.
pub(super) struct Line<'a> {
    text: &'a [u8],
    number: usize,
    /// Whether the line end was there; only the last line can lack it.
    ended: bool,
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        fields(self.text).next().is_none()
    }

    fn is_comment(&self) -> bool {
        self.text.trim_ascii_start().starts_with(b"%")
    }

    fn at(&self, fault: Fault) -> Found {
        (Some(self.number), fault)
    }
}

/// The lines of a text; `number` is that of the last one given out.
pub(super) struct Lines<'a> {
    pub(super) rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Lines {
            rest: text,
            number: 0,
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        let (text, rest) = match end {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        self.number += 1;
        Some(Line {
            text,
            number: self.number,
            ended: end.is_some(),
        })
    }
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty())
}

/// The items, where there are exactly `N`.
fn array<T, const N: usize>(items: impl Iterator<Item = T>) -> Option<[T; N]> {
    // One more than needed tells too many from enough, however long the line is.
    items.take(N + 1).collect::<Vec<_>>().try_into().ok()
}

/// A number of nothing but digits; one that is too large for the type is as large as the type
/// allows.
fn whole(field: &[u8]) -> Option<usize> {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| usize::from(byte - b'0'));
    field.iter().try_fold(0usize, |number, byte| {
        Some(number.saturating_mul(10).saturating_add(digit(byte)?))
    })
}

/// Text of a file as a message may show it: printable, and no longer than a message should be.
fn shown(text: &[u8]) -> String {
    const LONGEST: usize = 32;
    let text = text.trim_ascii();
    let start = String::from_utf8_lossy(&text[..text.len().min(LONGEST)])
        .escape_debug()
        .to_string();
    if text.len() > LONGEST {
        start + "…"
    } else {
        start
    }
}

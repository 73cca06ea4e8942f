//! What a kernel's `printf` makes of its format: pieces, each with the value that belongs to it.
//!
//! As CUDA does, the arguments are taken when the kernel calls, and made into text when the host waits. So nothing of a
//! kernel's can be wrong by then: a string was read, its address checked, and a conversion is one of a list.

use std::ffi::{CString, c_char, c_int};

/// Arguments beyond these are ignored, as on a device, and what would have printed them stands in the text as it is.
const MOST_ARGUMENTS: usize = 32;

/// A field is no wider, and a number has no more digits: more than fits into CUDA's buffer is no text.
const MOST_WIDTH: usize = 1 << 16;

/// What a conversion takes, in the order of the call.
pub(crate) trait Arguments {
    /// An `int`, or what is passed as one.
    fn int(&mut self) -> i32;
    /// An integer of 64 bits.
    fn long(&mut self) -> i64;
    fn real(&mut self) -> f64;
    /// `long double`, which devices do not have.
    fn long_real(&mut self) -> f64;
    fn pointer(&mut self) -> usize;
    /// The string at an address, of at most so many bytes, or why there is none.
    fn string(&mut self, address: usize, most: Option<usize>) -> Result<Vec<u8>, Refused>;
}

/// A sentence about a call, in two parts: between them belongs where the call is.
pub(crate) type Refused = (String, String);

/// A part of the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    Text(Vec<u8>),
    /// A number, and how it is written: `%-8.3`, without length and letter.
    Integer {
        spec: String,
        letter: u8,
        value: i64,
    },
    Real {
        spec: String,
        letter: u8,
        value: f64,
    },
}

/// A conversion as it stands in a format.
#[derive(Debug, Default)]
struct Conversion {
    flags: String,
    width: Option<Size>,
    precision: Option<Size>,
    length: Length,
    letter: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    Given(usize),
    /// `*`: an argument tells.
    Argument,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Length {
    Char,
    Short,
    #[default]
    Int,
    Long,
    LongDouble,
}

/// The pieces of a format with its arguments, and how many of these it takes.
///
/// # Errors
///
/// What no device can print.
pub(crate) fn pieces(
    format: &[u8],
    arguments: &mut dyn Arguments,
) -> Result<(Vec<Piece>, usize), Refused> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut taken = 0;
    let mut rest = format;
    while let Some((&first, after)) = rest.split_first() {
        let (conversion, length) = match first {
            b'%' => conversion(after),
            _ => (None, 0),
        };
        let raw = &rest[..=length];
        rest = &rest[1 + length..];
        let Some(conversion) = conversion else {
            text.extend_from_slice(raw);
            continue;
        };
        if conversion.letter == b'%' {
            text.push(b'%');
            continue;
        }
        if conversion.letter == b'n' {
            let why = ": its format has %n, which devices do not have";
            return Err(("calls printf()".to_owned(), why.to_owned()));
        }
        let needs = 1 + conversion.stars();
        if taken + needs > MOST_ARGUMENTS {
            taken = MOST_ARGUMENTS; // and so is every one after it
            text.extend_from_slice(raw);
            continue;
        }
        taken += needs;
        match conversion.take(arguments)? {
            Piece::Text(more) => text.extend(more),
            number => {
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                pieces.push(number);
            }
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok((pieces, taken))
}

/// The conversion that follows a `%`, and how many bytes it has; `None` for what is none, and stands for itself.
fn conversion(text: &[u8]) -> (Option<Conversion>, usize) {
    let mut at = 0;
    let mut conversion = Conversion::default();
    while let Some(flag @ (b'-' | b'+' | b' ' | b'#' | b'0')) = text.get(at).copied() {
        conversion.flags.push(char::from(flag));
        at += 1;
    }
    conversion.width = size(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        conversion.precision = Some(size(text, &mut at).unwrap_or(Size::Given(0)));
    }
    let lengths: [(&[u8], Length); 9] = [
        (b"hh", Length::Char),
        (b"h", Length::Short),
        (b"ll", Length::Long),
        (b"l", Length::Long),
        (b"q", Length::Long),
        (b"z", Length::Long),
        (b"j", Length::Long),
        (b"t", Length::Long),
        (b"L", Length::LongDouble),
    ];
    let named = lengths
        .iter()
        .find(|(name, _)| text[at..].starts_with(name));
    if let Some((name, length)) = named {
        conversion.length = *length;
        at += name.len();
    }
    match text.get(at) {
        Some(&letter) if b"%diouxXceEfFgGaAspn".contains(&letter) => {
            conversion.letter = letter;
            (Some(conversion), at + 1)
        }
        _ => (None, at),
    }
}

/// A number of digits, or `*`.
fn size(text: &[u8], at: &mut usize) -> Option<Size> {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(Size::Argument);
    }
    let digits = text[*at..].iter().take_while(|byte| byte.is_ascii_digit());
    let count = digits.clone().count();
    let value = digits.fold(0_usize, |value, digit| {
        (value * 10 + usize::from(digit - b'0')).min(MOST_WIDTH)
    });
    *at += count;
    (count > 0).then_some(Size::Given(value))
}

impl Conversion {
    fn stars(&self) -> usize {
        let stars = [self.width, self.precision];
        stars
            .iter()
            .filter(|size| **size == Some(Size::Argument))
            .count()
    }

    /// Takes what it needs of the arguments.
    fn take(mut self, arguments: &mut dyn Arguments) -> Result<Piece, Refused> {
        let mut width = 0;
        match self.width {
            Some(Size::Argument) => {
                let given = arguments.int();
                if given < 0 {
                    self.flags.push('-');
                }
                width = (given.unsigned_abs() as usize).min(MOST_WIDTH);
            }
            Some(Size::Given(given)) => width = given,
            None => {}
        }
        let precision = match self.precision {
            Some(Size::Argument) => usize::try_from(arguments.int())
                .ok()
                .map(|given| given.min(MOST_WIDTH)),
            Some(Size::Given(given)) => Some(given),
            None => None,
        };
        let mut spec = format!("%{}", self.flags);
        if width > 0 {
            spec += &width.to_string();
        }
        if let Some(precision) = precision {
            spec += &format!(".{precision}");
        }
        let letter = self.letter;
        Ok(match letter {
            b'd' | b'i' => Piece::Integer {
                spec,
                letter,
                value: match self.length {
                    Length::Char => i64::from(arguments.int() as i8),
                    Length::Short => i64::from(arguments.int() as i16),
                    Length::Int => i64::from(arguments.int()),
                    Length::Long | Length::LongDouble => arguments.long(),
                },
            },
            b'o' | b'u' | b'x' | b'X' => Piece::Integer {
                spec,
                letter,
                value: match self.length {
                    Length::Char => i64::from(arguments.int() as u8),
                    Length::Short => i64::from(arguments.int() as u16),
                    Length::Int => i64::from(arguments.int() as u32),
                    Length::Long | Length::LongDouble => arguments.long(),
                },
            },
            b'c' => padded(vec![arguments.int() as u8], width, &self.flags),
            b's' => {
                let text = match arguments.pointer() {
                    0 => b"(null)".to_vec(),
                    address => arguments.string(address, precision)?,
                };
                padded(text, width, &self.flags)
            }
            b'p' => {
                let text = match arguments.pointer() {
                    0 => "(nil)".to_owned(),
                    address => format!("{address:#x}"),
                };
                padded(text.into_bytes(), width, &self.flags)
            }
            _ => Piece::Real {
                spec,
                letter,
                value: match self.length {
                    Length::LongDouble => arguments.long_real(),
                    _ => arguments.real(),
                },
            },
        })
    }
}

fn padded(mut text: Vec<u8>, width: usize, flags: &str) -> Piece {
    let missing = width.saturating_sub(text.len());
    match flags.contains('-') {
        true => text.resize(text.len() + missing, b' '),
        false => _ = text.splice(0..0, std::iter::repeat_n(b' ', missing)),
    }
    Piece::Text(text)
}

/// The text of the pieces.
pub(crate) fn text(pieces: &[Piece]) -> Vec<u8> {
    let mut text = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => text.extend_from_slice(part),
            Piece::Integer {
                spec,
                letter,
                value,
            } => {
                let format = format!("{spec}ll{}", char::from(*letter));
                // SAFETY: a format of ours, for one `long long`.
                printed(&format, &mut text, |to, room, format| unsafe {
                    libc::snprintf(to, room, format, *value)
                });
            }
            Piece::Real {
                spec,
                letter,
                value,
            } => {
                let format = format!("{spec}{}", char::from(*letter));
                // SAFETY: a format of ours, for one `double`.
                printed(&format, &mut text, |to, room, format| unsafe {
                    libc::snprintf(to, room, format, *value)
                });
            }
        }
    }
    text
}

/// Appends what C's `snprintf` makes of one number.
fn printed(
    format: &str,
    text: &mut Vec<u8>,
    print: impl Fn(*mut c_char, usize, *const c_char) -> c_int,
) {
    let Ok(format) = CString::new(format) else {
        return;
    };
    let length = usize::try_from(print(std::ptr::null_mut(), 0, format.as_ptr())).unwrap_or(0);
    let begin = text.len();
    text.resize(begin + length + 1, 0);
    print(
        text[begin..].as_mut_ptr().cast(),
        length + 1,
        format.as_ptr(),
    );
    text.truncate(begin + length);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments in a row; strings are at made-up addresses.
    #[derive(Default)]
    struct Row(Vec<Value>);

    #[derive(Clone, Copy)]
    enum Value {
        Word(i64),
        Real(f64),
    }

    impl Row {
        fn next(&mut self) -> Value {
            self.0.remove(0)
        }
    }

    impl Arguments for Row {
        fn int(&mut self) -> i32 {
            self.long() as i32
        }
        fn long(&mut self) -> i64 {
            match self.next() {
                Value::Word(word) => word,
                Value::Real(_) => panic!("a word is wanted"),
            }
        }
        fn real(&mut self) -> f64 {
            match self.next() {
                Value::Real(real) => real,
                Value::Word(_) => panic!("a number is wanted"),
            }
        }
        fn long_real(&mut self) -> f64 {
            self.real()
        }
        fn pointer(&mut self) -> usize {
            self.long() as usize
        }
        fn string(&mut self, address: usize, most: Option<usize>) -> Result<Vec<u8>, Refused> {
            let text: &[u8] = match address {
                100 => b"hello",
                _ => return Err((String::new(), format!("nothing at {address}"))),
            };
            Ok(text[..most.unwrap_or(text.len()).min(text.len())].to_vec())
        }
    }

    fn printed(format: &str, values: &[Value]) -> Result<(String, usize), Refused> {
        let (pieces, taken) = pieces(format.as_bytes(), &mut Row(values.to_vec()))?;
        Ok((String::from_utf8(text(&pieces)).unwrap(), taken))
    }

    #[test]
    fn every_conversion_prints_what_c_prints() {
        use Value::{Real, Word};
        for (format, values, expected) in [
            ("plain", &[][..], "plain"),
            ("100%%", &[], "100%"),
            (
                "%d|%5d|%-5d|%05d",
                &[Word(1), Word(2), Word(3), Word(4)],
                "1|    2|3    |00004",
            ),
            ("%i %u", &[Word(-1), Word(-1)], "-1 4294967295"),
            ("%hhd %hd", &[Word(257), Word(65537)], "1 1"),
            ("%hhu %hx", &[Word(-1), Word(-1)], "255 ffff"),
            (
                "%ld %lld %zu",
                &[Word(1 << 40), Word(-(1 << 40)), Word(7)],
                "1099511627776 -1099511627776 7",
            ),
            (
                "%x %X %#x %o",
                &[Word(255), Word(255), Word(255), Word(8)],
                "ff FF 0xff 10",
            ),
            ("%c%c", &[Word(104), Word(105)], "hi"),
            (
                "%s|%8s|%-8s|%.2s",
                &[Word(100), Word(100), Word(100), Word(100)],
                "hello|   hello|hello   |he",
            ),
            ("%s", &[Word(0)], "(null)"),
            ("%p", &[Word(0xabc)], "0xabc"),
            (
                "%f %.2f %e %g %a",
                &[Real(1.5), Real(2.345), Real(1e10), Real(0.1), Real(1.0)],
                "1.500000 2.35 1.000000e+10 0.1 0x1p+0",
            ),
            (
                "%*d|%-*d|%.*f",
                &[Word(4), Word(1), Word(3), Word(2), Word(1), Real(0.25)],
                "   1|2  |0.2",
            ),
            ("%*d|", &[Word(-4), Word(1)], "1   |"),
            ("%y %", &[], "%y %"),
        ] {
            let (text, taken) = printed(format, values).unwrap();
            assert_eq!(text, expected, "{format}");
            assert_eq!(taken, values.len(), "{format}");
        }
    }

    #[test]
    fn a_string_that_is_none_and_a_count_of_characters_are_refused() {
        let (_, error) = printed("%d %s", &[Value::Word(1), Value::Word(5)]).unwrap_err();
        assert_eq!(error, "nothing at 5");
        let (_, error) = printed("%n", &[Value::Word(100)]).unwrap_err();
        assert!(error.contains("%n"));
    }

    #[test]
    fn the_thirty_third_argument_is_ignored_and_its_conversion_stands_as_it_is() {
        let values: Vec<Value> = (0..33).map(Value::Word).collect();
        let (text, taken) = printed(&"%d ".repeat(33), &values).unwrap();
        assert!(text.ends_with(" 30 31 %d "), "{text}");
        assert_eq!(taken, 32);
    }
}

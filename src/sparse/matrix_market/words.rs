//! The words of a line: numbers as C and Fortran write them, and text as a message may show it.

/// The words of a line, between blanks.
#[derive(Clone)]
pub(super) struct Words<'a>(pub(super) &'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let begin = self.0.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.0[begin..];
        let end = rest
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        Some(word)
    }
}

/// The words, where there are exactly `N`; else how many there are.
pub(super) fn exactly<const N: usize>(line: &[u8]) -> Result<[&[u8]; N], usize> {
    let mut words = Words(line);
    let mut found = [&[][..]; N];
    for at in &mut found {
        *at = words.next().ok_or_else(|| Words(line).count())?;
    }
    match words.next() {
        None => Ok(found),
        Some(_) => Err(Words(line).count()),
    }
}

/// A number of nothing but digits; one that is too large for the type is as large as the type allows.
pub(super) fn whole(word: &[u8]) -> Option<usize> {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| usize::from(byte - b'0'));
    word.iter().try_fold(0usize, |number, byte| {
        Some(number.saturating_mul(10).saturating_add(digit(byte)?))
    })
}

/// A number of at most ten digits that a line begins with, and what follows the blank behind it.
pub(super) fn leading_whole(line: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0;
    for (at, &byte) in line.iter().enumerate().take(11) {
        match byte {
            b'0'..=b'9' => number = 10 * number + usize::from(byte - b'0'),
            b' ' | b'\t' if at > 0 => return Some((number, &line[at + 1..])),
            _ => return None,
        }
    }
    None
}

/// Whether this is a whole number with or without a sign, however long.
pub(super) fn is_integer(word: &[u8]) -> bool {
    let digits = word
        .strip_prefix(b"-")
        .or_else(|| word.strip_prefix(b"+"))
        .unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// A finite number, as C or Fortran writes it: `1.5`, `1.5e3`, `1.5D+03`, `1.5+103`.
pub(super) fn finite(word: &[u8]) -> Option<f64> {
    let text = str::from_utf8(word).ok()?;
    text.parse()
        .ok()
        .or_else(|| of_fortran(text)?.parse().ok())
        .filter(|number: &f64| number.is_finite())
}

/// What Fortran writes with the letter D, or without one where the exponent has three digits, with an `e`.
fn of_fortran(text: &str) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let at = text.bytes().enumerate().skip(1).position(|(at, byte)| {
        matches!(byte, b'd' | b'D')
            || matches!(byte, b'+' | b'-') && matches!(text.as_bytes()[at - 1], b'0'..=b'9' | b'.')
    })? + 1;
    let (digits, exponent) = text.split_at(at);
    let exponent = exponent.strip_prefix(['d', 'D']).unwrap_or(exponent);
    Some(format!("{digits}e{exponent}"))
}

/// The longest text that a message shows.
const LONGEST: usize = 48;

/// Text of a file as a message may show it: printable, and no longer than a message should be.
pub(super) fn shown(text: &[u8]) -> String {
    shown_around(text.trim_ascii(), 0)
}

/// As [`shown`], of a number: the part where it stops being one.
pub(super) fn shown_number(word: &[u8]) -> String {
    let is_of_numbers = |byte: &u8| byte.is_ascii_digit() || b"+-.eEdD".contains(byte);
    let at = word.iter().position(|byte| !is_of_numbers(byte));
    shown_around(word, at.unwrap_or(0))
}

/// The part of the text that `at` is in.
fn shown_around(text: &[u8], at: usize) -> String {
    let begin = if text.len() > LONGEST && at >= LONGEST {
        (at + 1).saturating_sub(LONGEST / 2)
    } else {
        0
    };
    let end = text.len().min(begin + LONGEST);
    let part = String::from_utf8_lossy(&text[begin..end]);
    let (before, after) = (
        if begin > 0 { "…" } else { "" },
        if end < text.len() { "…" } else { "" },
    );
    format!("{before}{}{after}", part.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_c_and_fortran_write_them() {
        for (text, number) in [
            ("1.0D+03", 1e3),
            ("1d3", 1e3),
            ("-.5d-2", -5e-3),
            ("0.1234-102", 0.1234e-102),
            ("1.+100", 1e100),
            ("+7", 7.0),
            ("1e-300", 1e-300),
            ("-2.5E+1", -25.0),
        ] {
            assert_eq!(finite(text.as_bytes()), Some(number), "{text}");
        }
        for text in [
            "", "d", "1d", "1d+", "1+", "+", "1dd3", "1e3d4", "d3", "1d3+4", "inf", "nan", "1d999",
            "1 2", "é", "1é",
        ] {
            assert_eq!(finite(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_leading_number_ends_at_a_blank() {
        assert_eq!(leading_whole(b"12 3"), Some((12, &b"3"[..])));
        assert_eq!(leading_whole(b"2147483647\t"), Some((2147483647, &b""[..])));
        for line in ["", " 1", "1", "-1 ", "1.0 ", "12345678901 "] {
            assert_eq!(leading_whole(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn integers_are_digits_with_or_without_a_sign() {
        for (text, integer) in [
            ("12", true),
            ("-3", true),
            ("+3", true),
            ("4.5", false),
            ("1e3", false),
            ("", false),
            ("-", false),
            ("--1", false),
        ] {
            assert_eq!(is_integer(text.as_bytes()), integer, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_long_number_is_in_the_part_that_is_shown() {
        let number = format!("0.{}x{}", "1".repeat(200), "2".repeat(200));
        let shown = shown_number(number.as_bytes());
        assert!(shown.contains("1x2"), "{shown}");
        assert!(
            shown.chars().count() <= LONGEST + 2 && shown.starts_with('…') && shown.ends_with('…')
        );
        assert_eq!(shown_number(b"1,5"), "1,5");
    }

    #[test]
    fn words_are_counted_where_another_number_is_wanted() {
        assert_eq!(exactly(b" a\tb \r"), Ok([&b"a"[..], b"b"]));
        assert_eq!(exactly::<2>(b"a"), Err(1));
        assert_eq!(exactly::<2>(b"a b c d"), Err(4));
        assert_eq!(exactly::<1>(b" "), Err(0));
    }
}

//! The tokens of preprocessed C++, as far as finding kernels and their launches needs them, without those of the system's
//! headers.

use std::collections::HashMap;
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name, keyword or number.
    Word,
    /// One character of punctuation, or `::` or `->`.
    Punctuation,
    /// A string or character literal.
    Literal,
    /// The name of a preprocessor directive: `#if` is the token `if`.
    Directive,
}

/// A token, and where it is.
#[derive(Debug, Clone)]
pub(crate) struct Token<'s> {
    pub(crate) kind: Kind,
    pub(crate) text: &'s str,
    pub(crate) place: Range<usize>,
    /// The line of a directive that it is in.
    pub(crate) in_directive: bool,
}

impl Token<'_> {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.kind != Kind::Literal && self.kind != Kind::Directive && self.text == text
    }

    pub(crate) fn is_name(&self) -> bool {
        self.kind == Kind::Word && !self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// The tokens of `source`, without comments and without the lines of `#include`.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer {
        source,
        at: 0,
        in_directive: false,
        line_begins: true,
        tokens: Vec::new(),
        files: HashMap::new(),
    };
    while lexer.at < source.len() {
        lexer.step();
    }
    lexer.tokens
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    in_directive: bool,
    line_begins: bool,
    tokens: Vec<Token<'s>>,
    /// Whether a file is a header of the system.
    files: HashMap<&'s str, bool>,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    /// Goes past the next token, comment, space or line break.
    fn step(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return;
        };
        if let Some(bytes) = continued_line(rest) {
            self.at += bytes;
        } else if first == '\n' {
            self.at += 1;
            self.line_begins = true;
            self.in_directive = false;
        } else if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if rest.starts_with("//") {
            self.at += line(rest);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            self.at += comment.find("*/").map_or(rest.len(), |end| end + 4);
        } else if first == '#' && self.line_begins {
            if self.is_of_system(rest) {
                self.skip_header();
            } else {
                self.directive();
            }
        } else {
            self.line_begins = false;
            self.token(first);
        }
    }

    /// Goes to the next line that says that what follows is from a file of the program.
    fn skip_header(&mut self) {
        let rest = self.rest();
        let next = rest
            .match_indices("\n# ")
            .map(|(at, _)| at + 1)
            .find(|&at| is_marker(&rest[at..]) && !self.is_of_system(&rest[at..]));
        self.at += next.unwrap_or(rest.len());
    }

    /// Whether what follows that line is of the system. Around a word that a macro of the program leaves in a header of the system,
    /// g++ names the header without the flag: so what a file is says the first line that names it.
    fn is_of_system(&mut self, line: &'s str) -> bool {
        let line = line.split('\n').next().unwrap_or_default();
        let Some(file) = line.split('"').nth(1).filter(|_| is_marker(line)) else {
            return false;
        };
        let is_flagged = is_system_header(line);
        *self.files.entry(file).or_insert(is_flagged) || is_flagged
    }

    fn directive(&mut self) {
        self.line_begins = false;
        self.in_directive = true;
        self.at += 1;
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
        let name = word(self.rest());
        if self.rest()[..name].starts_with("include") {
            // `<` and quotes mean something else there.
            self.at += line(self.rest());
        } else {
            self.push(Kind::Directive, name);
        }
    }

    fn token(&mut self, first: char) {
        let rest = self.rest();
        let prefix = word(rest);
        let after = rest[prefix..].chars().next();
        if after == Some('"') && rest[..prefix].ends_with('R') && prefix <= 3 {
            self.push(Kind::Literal, raw_string(rest, prefix));
        } else if matches!(first, '"' | '\'') {
            self.push(Kind::Literal, quoted(rest, first));
        } else if prefix > 0 {
            self.push(Kind::Word, prefix);
        } else if rest.starts_with("::") || rest.starts_with("->") {
            self.push(Kind::Punctuation, 2);
        } else {
            self.push(Kind::Punctuation, first.len_utf8());
        }
    }

    fn push(&mut self, kind: Kind, bytes: usize) {
        let place = self.at..self.at + bytes;
        self.tokens.push(Token {
            kind,
            text: &self.source[place.clone()],
            place,
            in_directive: self.in_directive,
        });
        self.at += bytes;
    }
}

/// Whether that is a line of the preprocessor that says where what follows is from: `# 12 "file.h" 3`.
fn is_marker(text: &str) -> bool {
    let number = text.strip_prefix("# ");
    number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether it says that it is a header of the system.
fn is_system_header(text: &str) -> bool {
    let line = text.split('\n').next().unwrap_or_default();
    let flags = line.rsplit('"').next().unwrap_or_default();
    is_marker(text) && line.contains('"') && flags.split(' ').any(|flag| flag == "3")
}

/// Bytes of the backslash and line break that `text` begins with.
fn continued_line(text: &str) -> Option<usize> {
    ["\\\n", "\\\r\n"]
        .iter()
        .find(|mark| text.starts_with(**mark))
        .map(|mark| mark.len())
}

/// Bytes up to the end of the line, with those that continue it, and without the line break.
fn line(text: &str) -> usize {
    let mut end = 0;
    loop {
        end += text[end..].find('\n').unwrap_or(text.len() - end);
        if end == text.len() || !text[..end].trim_end_matches('\r').ends_with('\\') {
            return end;
        }
        end += 1;
    }
}

/// Bytes of the word that `text` begins with. A number may have `'` between digits.
fn word(text: &str) -> usize {
    let number = text.starts_with(|c: char| c.is_ascii_digit());
    let mut end = 0;
    for (at, char) in text.char_indices() {
        let next_is_word = || text[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric());
        let separates = number && char == '\'' && next_is_word();
        if !char.is_alphanumeric() && char != '_' && !separates {
            break;
        }
        end = at + char.len_utf8();
    }
    end
}

/// Bytes of a literal in quotes. One that is not closed ends with its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => drop(chars.next()),
            '\n' => return at,
            char if char == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Bytes of `R"delimiter(…)delimiter"`, whose quote is after `prefix` bytes.
fn raw_string(text: &str, prefix: usize) -> usize {
    let inner = &text[prefix + 1..];
    let Some(open) = inner.find('(') else {
        return text.len();
    };
    let end = format!("){}\"", &inner[..open]);
    inner[open..]
        .find(&end)
        .map_or(text.len(), |at| prefix + 1 + open + at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_includes_and_spaces_are_left_out() {
        let source = "#include <a<<<b>\na /* <<< */ b // <<<\\\n <<<\nc::d->e<<<";
        let expected = ["a", "b", "c", "::", "d", "->", "e", "<", "<", "<"];
        assert_eq!(texts(source), expected);
    }

    #[test]
    fn literals_are_one_token_each() {
        let source = r#"f("a\"<<<", 'x', R"q(")" <<<)q", u8"é", 1'000'000, '\'')"#;
        let found = tokens(source);
        let literals = found.iter().filter(|t| t.kind == Kind::Literal);
        assert_eq!(literals.count(), 4 + 1);
        assert!(found.iter().any(|t| t.text == "1'000'000"));
    }

    #[test]
    fn the_words_of_a_directive_are_marked_with_its_continued_lines() {
        let found = tokens("#define F(x) \\\n  g(x)\nh");
        let marked: Vec<_> = found.iter().map(|t| (t.text, t.in_directive)).collect();
        assert_eq!(marked[0], ("define", true));
        assert_eq!(marked[marked.len() - 2], (")", true));
        assert_eq!(marked[marked.len() - 1], ("h", false));
    }
}

//! A text line by line, with the number of each, in memory that no file decides about.

use std::io::Read;

use super::fault::Fault;
use super::input::Input;

/// A fault and the line it is in.
pub(super) type Found = (Option<usize>, Fault);

/// The longest line that is read, in bytes.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// What is asked for at a time.
const CHUNK: usize = 1 << 18;

/// One line without its line feed.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a [u8],
    pub(super) number: usize,
    /// Whether the line feed was there; only the last line can lack it.
    pub(super) ended: bool,
}

impl Line<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim_ascii_start().is_empty()
    }

    pub(super) fn is_comment(&self) -> bool {
        self.text.trim_ascii_start().starts_with(b"%")
    }

    pub(super) fn at(&self, fault: Fault) -> Found {
        (Some(self.number), fault)
    }
}

/// The lines of an input; `number` is that of the last one given out.
pub(super) struct Lines<R: Read> {
    input: Input<R>,
    /// Bytes read, of which those from `begin` to `end` are not given out yet.
    buffer: Vec<u8>,
    begin: usize,
    end: usize,
    pub(super) number: usize,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R) -> Result<Self, Found> {
        Ok(Lines {
            input: Input::new(source).map_err(|fault| (None, fault))?,
            buffer: vec![0; LONGEST_LINE + CHUNK],
            begin: 0,
            end: 0,
            number: 0,
        })
    }

    /// The next line, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, Found> {
        let mut searched = 0;
        let (length, ended) = loop {
            let text = &self.buffer[self.begin..self.end];
            if let Some(feed) = memchr::memchr(b'\n', &text[searched..]) {
                break (searched + feed, true);
            }
            searched = text.len();
            if searched > LONGEST_LINE || !self.fill()? {
                break (searched, false);
            }
        };
        if length == 0 && !ended {
            return Ok(None);
        }
        self.number += 1;
        let line = Line {
            text: &self.buffer[self.begin..self.begin + length],
            number: self.number,
            ended,
        };
        self.begin += length + usize::from(ended);
        if length > LONGEST_LINE {
            return Err(line.at(Fault::long_line(line.number, line.text)));
        }
        Ok(Some(line))
    }

    /// The line that was last given out, once more.
    fn last(&self, length: usize, ended: bool) -> Line<'_> {
        let end = self.begin - usize::from(ended);
        Line {
            text: &self.buffer[end - length..end],
            number: self.number,
            ended,
        }
    }

    /// The next line that is no comment and not blank.
    pub(super) fn next_of_data(&mut self) -> Result<Option<Line<'_>>, Found> {
        loop {
            let Some(line) = self.next()? else {
                return Ok(None);
            };
            if !line.is_blank() && !line.is_comment() {
                let (length, ended) = (line.text.len(), line.ended);
                return Ok(Some(self.last(length, ended)));
            }
        }
    }

    /// Reads more; false at the end of the input.
    fn fill(&mut self) -> Result<bool, Found> {
        self.buffer.copy_within(self.begin..self.end, 0);
        (self.begin, self.end) = (0, self.end - self.begin);
        let read = self
            .input
            .read(&mut self.buffer[self.end..])
            .map_err(|fault| (Some(self.number + 1), fault))?;
        self.end += read;
        Ok(read > 0)
    }
}

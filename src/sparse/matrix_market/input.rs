//! Where the bytes come from: a file or pipe, compressed by gzip or not.

use std::fs::{self, File};
use std::io::{self, Chain, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::fault::Fault;

/// The first bytes of what gzip writes.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Opens a file, pipe or device.
pub(super) fn open(path: &Path) -> Result<File, Fault> {
    // Linux opens a folder, and says what it is only when it is read.
    if fs::metadata(path).map_err(Fault::Io)?.is_dir() {
        return Err(Fault::Directory);
    }
    File::open(path).map_err(Fault::Io)
}

/// A source whose first bytes were looked at.
type Looked<R> = Chain<Cursor<Vec<u8>>, R>;

/// Text that is being read, unpacked where it is compressed.
pub(super) enum Input<R: Read> {
    Plain(Looked<R>),
    Gzip(MultiGzDecoder<Looked<R>>),
}

impl<R: Read> Input<R> {
    /// Goes by the first bytes, not by the name: a pipe has none.
    pub(super) fn new(mut source: R) -> Result<Self, Fault> {
        let mut start = Vec::new();
        source
            .by_ref()
            .take(GZIP.len() as u64)
            .read_to_end(&mut start)
            .map_err(Fault::Io)?;
        let compressed = start == GZIP;
        let source = Cursor::new(start).chain(source);
        Ok(if compressed {
            Self::Gzip(MultiGzDecoder::new(source))
        } else {
            Self::Plain(source)
        })
    }

    /// Reads some bytes; 0 at the end.
    pub(super) fn read(&mut self, into: &mut [u8]) -> Result<usize, Fault> {
        match self {
            Self::Plain(source) => retried(|| source.read(into)).map_err(Fault::Io),
            Self::Gzip(source) => retried(|| source.read(into)).map_err(Fault::Gzip),
        }
    }
}

/// Again, where a signal came between.
fn retried(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

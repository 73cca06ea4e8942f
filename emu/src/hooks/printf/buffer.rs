//! What kernels print, on its way to the host's standard output.
//!
//! As on a device, a buffer of a fixed size takes it, of which the oldest is lost where there is too much; it is printed
//! when the host waits. No kernel ever runs in the host's own `stdio`, whose locks it would keep if it ended there.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::format::{self, Piece};

/// Bytes of arguments and text that wait, unless `cudaLimitPrintfFifoSize` says otherwise: as many as on a device.
pub(crate) const BUFFER: usize = 1 << 20;

/// What waits to be printed.
#[derive(Debug)]
struct Buffer {
    calls: VecDeque<(Vec<Piece>, usize)>,
    bytes: usize,
    most: usize,
    lost: u64,
}

static WAITING: Mutex<Buffer> = Mutex::new(Buffer {
    calls: VecDeque::new(),
    bytes: 0,
    most: BUFFER,
    lost: 0,
});

impl Buffer {
    fn push(&mut self, pieces: Vec<Piece>) {
        let bytes = pieces.iter().map(Piece::bytes).sum();
        self.calls.push_back((pieces, bytes));
        self.bytes += bytes;
        while self.bytes > self.most
            && let Some((_, oldest)) = self.calls.pop_front()
        {
            self.bytes -= oldest;
            self.lost += 1;
        }
    }

    /// All that waits, and how many calls' text was lost.
    fn take(&mut self) -> (Vec<u8>, u64) {
        let mut text = Vec::new();
        for (pieces, _) in self.calls.drain(..) {
            text.extend(format::text(&pieces));
        }
        self.bytes = 0;
        (text, std::mem::take(&mut self.lost))
    }
}

impl Piece {
    /// What it takes of the buffer.
    fn bytes(&self) -> usize {
        match self {
            Piece::Text(text) => text.len(),
            Piece::Integer { .. } | Piece::Real { .. } => 16,
        }
    }
}

fn buffer() -> std::sync::MutexGuard<'static, Buffer> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes what a kernel prints.
pub(crate) fn print(pieces: Vec<Piece>) {
    buffer().push(pieces);
}

/// Sets how much may wait.
pub(crate) fn set_limit(bytes: usize) {
    buffer().most = bytes;
}

/// Prints what waits. For host code alone, which waits for a kernel.
pub(crate) fn flush() {
    let (text, lost) = buffer().take();
    if !text.is_empty() {
        // C's standard output, since the program's own is there, or Rust's after it.
        // SAFETY: as many bytes as there are, to a descriptor; null stands for all streams of C.
        unsafe {
            libc::fflush(std::ptr::null_mut());
        }
        write(&text);
    }
    if lost > 0 {
        eprintln!(
            "cudart-emu: {lost} calls of printf() in kernels are lost, the oldest ones: what is printed between two waits \
             has to fit into {} bytes, as on a device (cudaLimitPrintfFifoSize)",
            buffer().most
        );
    }
}

/// Writes to the standard output of the process.
fn write(mut text: &[u8]) {
    while !text.is_empty() {
        // SAFETY: as many bytes as there are.
        let written = unsafe { libc::write(1, text.as_ptr().cast(), text.len()) };
        match usize::try_from(written) {
            Ok(bytes) => text = &text[bytes.min(text.len())..],
            Err(_) if std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted => {
            }
            Err(_) => return, // nobody reads any more
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_lost_where_more_is_printed_than_fits() {
        let mut buffer = Buffer {
            calls: VecDeque::new(),
            bytes: 0,
            most: 10,
            lost: 0,
        };
        for text in ["aaaa", "bbbb", "cc", "d"] {
            buffer.push(vec![Piece::Text(text.into())]);
        }
        assert_eq!(buffer.take(), (b"bbbbccd".to_vec(), 1));
        assert_eq!(buffer.take(), (Vec::new(), 0));
    }
}

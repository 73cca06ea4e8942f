//! Reads of memory that nobody has written.
//!
//! For each byte of device and shared memory there is one that says whether it was written. An access of up to 16 bytes is
//! at fault if of one of its 4-byte words (or of all of it, where it has fewer) no byte was: what a compiler adds to a
//! structure to align it is let pass, mostly. A copy of more bytes is at fault if none of them was written.

use std::fmt;
use std::str::FromStr;

/// What becomes of a read of memory that nobody has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Uninitialised {
    /// It is not looked for.
    Off,
    /// It is counted, and the launch's first one is told.
    #[default]
    Warn,
    /// It ends the launch.
    Error,
}

impl fmt::Display for Uninitialised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uninitialised::Off => "off",
            Uninitialised::Warn => "warn",
            Uninitialised::Error => "error",
        })
    }
}

/// A name that is none of the three.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` says nothing of reads of uninitialised memory: choose off, warn or error")]
pub struct ParseUninitialisedError(String);

impl FromStr for Uninitialised {
    type Err = ParseUninitialisedError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let all = [
            Uninitialised::Off,
            Uninitialised::Warn,
            Uninitialised::Error,
        ];
        all.into_iter()
            .find(|mode| mode.to_string() == name)
            .ok_or_else(|| ParseUninitialisedError(name.to_owned()))
    }
}

/// The shadow of a range of addresses: a byte for each of its bytes, which says whether that was written.
///
/// The shadow of an address is this many bytes from it, which may wrap; 0 if none is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shadow(usize);

impl Shadow {
    /// None is kept: everything counts as written.
    pub const NONE: Shadow = Shadow(0);

    /// That of the addresses from `begin` on, the first one's at `shadow`.
    ///
    /// # Safety
    ///
    /// For every address of the range that this is given out for, its shadow may be read and written, by one thread at a
    /// time, for as long as a launch knows of the range.
    #[must_use]
    pub unsafe fn new(begin: usize, shadow: *mut u8) -> Self {
        Shadow(shadow.expose_provenance().wrapping_sub(begin))
    }

    #[inline(always)]
    pub(crate) fn is_kept(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    fn of(self, address: usize) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(address.wrapping_add(self.0))
    }

    /// The bytes are written now.
    ///
    /// # Safety
    ///
    /// A shadow is kept, and the bytes are of its range.
    #[inline(always)]
    pub(crate) unsafe fn wrote(self, address: usize, bytes: usize) {
        // SAFETY: by the contract, and that of `new`.
        unsafe { self.of(address).write_bytes(1, bytes) };
    }

    /// Whether a read finds what nobody has written.
    ///
    /// # Safety
    ///
    /// As for [`Shadow::wrote`].
    #[inline(always)]
    pub(crate) unsafe fn lack(self, address: usize, bytes: usize) -> bool {
        let shadow = self.of(address);
        // SAFETY: as many bytes as each of them reads, by the contract and that of `new`.
        unsafe {
            let word = |at: usize| shadow.add(at).cast::<u32>().read_unaligned();
            match bytes {
                1 => *shadow == 0,
                2 => shadow.cast::<u16>().read_unaligned() == 0,
                4 => word(0) == 0,
                8 => word(0) == 0 || word(4) == 0,
                16 => word(0) == 0 || word(4) == 0 || word(8) == 0 || word(12) == 0,
                _ => (0..bytes).all(|at| *shadow.add(at) == 0) && bytes > 0,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_is_read_as_it_is_printed() {
        for mode in ["off", "warn", "error"] {
            assert_eq!(mode.parse::<Uninitialised>().unwrap().to_string(), mode);
        }
        let error = "Error".parse::<Uninitialised>().unwrap_err().to_string();
        assert!(error.contains("off, warn or error"), "{error}");
    }

    #[test]
    fn a_word_of_which_no_byte_was_written_is_lacking_and_padding_is_not() {
        let mut bytes = [0u8; 32];
        // SAFETY: addresses 4096 to 4128 are only names of these 32 bytes.
        unsafe {
            let shadow = Shadow::new(4096, bytes.as_mut_ptr());
            assert!(shadow.lack(4096, 4));
            shadow.wrote(4096, 1);
            assert!(!shadow.lack(4096, 1) && !shadow.lack(4096, 4) && shadow.lack(4097, 1));
            assert!(shadow.lack(4096, 8) && shadow.lack(4096, 16));
            shadow.wrote(4100, 12);
            assert!(!shadow.lack(4096, 16) && shadow.lack(4104, 16));
            assert!(!shadow.lack(4096, 32) && shadow.lack(4112, 12));
        }
        assert_eq!(&bytes[..5], [1, 0, 0, 0, 1]);
    }
}

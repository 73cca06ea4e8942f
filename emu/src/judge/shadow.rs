//! Reads of memory that nobody has written.
//!
//! For each byte of device and shared memory there is one that says whether it was written. An access of up to 16 bytes is
//! at fault if of one of its 4-byte words (or of all of it, where it has fewer) no byte was, unless that word can be padding
//! of a structure: the second before a member of 8 bytes, or what follows the last one that was written. A structure's copy,
//! which moves bytes that nobody looks at yet, is at fault if none of them was written.

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

    /// Bytes hold nothing any more.
    ///
    /// # Safety
    ///
    /// As for [`Shadow::wrote`].
    pub(crate) unsafe fn forget(self, address: usize, bytes: usize) {
        // SAFETY: by the contract, and that of `new`.
        unsafe { self.of(address).write_bytes(0, bytes) };
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
                8 => word(0) == 0,
                // The second word is padding before a member of 8 bytes, or the rest is after the last one.
                16 => word(0) == 0 || (word(8) == 0 && word(12) != 0),
                _ => self.lack_all(address, bytes),
            }
        }
    }

    /// Whether nobody has written any of the bytes.
    ///
    /// # Safety
    ///
    /// As for [`Shadow::wrote`].
    #[inline(always)]
    pub(crate) unsafe fn lack_all(self, address: usize, bytes: usize) -> bool {
        let shadow = self.of(address);
        // SAFETY: as many bytes as there are, by the contract and that of `new`.
        unsafe { bytes > 0 && (0..bytes).all(|at| *shadow.add(at) == 0) }
    }

    /// How far from `address` the first byte is that a read of so many finds unwritten: the first of a word of which no byte
    /// was written, where there is one.
    ///
    /// # Safety
    ///
    /// As for [`Shadow::wrote`].
    pub(crate) unsafe fn first_lacking(self, address: usize, bytes: usize) -> usize {
        let shadow = self.of(address);
        // SAFETY: as above.
        let lacks = |at: &usize| unsafe { *shadow.add(*at) == 0 };
        let mut words = (0..bytes).step_by(4);
        let word = words.find(|&begin| (begin..bytes.min(begin + 4)).all(|at| lacks(&at)));
        word.or_else(|| (0..bytes).find(lacks)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_which_no_byte_was_written_is_lacking_and_padding_is_not() {
        let mut bytes = [0u8; 32];
        // SAFETY: addresses 4096 to 4128 are only names of these 32 bytes.
        unsafe {
            let shadow = Shadow::new(4096, bytes.as_mut_ptr());
            assert!(shadow.lack(4096, 4));
            shadow.wrote(4096, 1);
            assert!(!shadow.lack(4096, 1) && !shadow.lack(4096, 4) && shadow.lack(4097, 1));
            // The rest may be padding.
            assert!(!shadow.lack(4096, 8) && !shadow.lack(4096, 16));
            assert!(shadow.lack(4100, 8) && shadow.lack_all(4100, 16));
            shadow.wrote(4100, 12);
            assert!(!shadow.lack(4096, 16) && !shadow.lack(4104, 16));
            assert!(shadow.lack(4112, 16) && shadow.lack_all(4112, 16));
            assert!(!shadow.lack(4096, 32) && shadow.lack(4112, 12));
        }
        assert_eq!(&bytes[..5], [1, 0, 0, 0, 1]);
    }

    #[test]
    fn a_structure_with_padding_is_written_though_its_padding_is_not() {
        let mut bytes = [0u8; 16];
        // SAFETY: as above, of 16 bytes.
        unsafe {
            let shadow = Shadow::new(4096, bytes.as_mut_ptr());
            // struct { int key; double value; }
            shadow.wrote(4104, 8);
            assert!(shadow.lack(4096, 16) && !shadow.lack_all(4096, 16));
            assert_eq!(shadow.first_lacking(4096, 16), 0);
            shadow.wrote(4096, 4);
            assert!(!shadow.lack(4096, 16));
            assert_eq!(shadow.first_lacking(4096, 16), 4);
            // struct { float x, y, z, w; }, of which only the last was written besides.
            bytes[4..12].fill(0);
            let shadow = Shadow::new(4096, bytes.as_mut_ptr());
            assert!(shadow.lack(4096, 16));
        }
    }
}

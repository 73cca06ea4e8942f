//! Address space for the memory of one device: reserved at once, so that its bounds are known, and made accessible piece by
//! piece.

use std::io;
use std::ptr::null_mut;

/// What fresh memory holds, repeated: not a number as `f32` and as `f64`, and an index far out of any array.
pub const POISON: u32 = 0x7ff4_dead;

/// At least this much address space, so that addresses of freed memory are not soon used again.
const LEAST: usize = 64 << 30;

/// A span of addresses. Pieces of it are whole pages with an inaccessible page between them.
#[derive(Debug)]
pub(crate) struct Arena {
    start: usize,
    bytes: usize,
    /// Behind it there are as many bytes of shadow.
    shadowed: bool,
    /// Where the next piece is looked for.
    next: usize,
}

/// What a piece takes of an arena: whole pages and one that stays inaccessible.
fn extent(bytes: usize) -> Option<usize> {
    bytes
        .max(1)
        .checked_next_multiple_of(page())?
        .checked_add(page())
}

fn page() -> usize {
    // SAFETY: takes and returns a number.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

impl Arena {
    /// Reserves address space for `capacity` bytes and, as far as there is more, for addresses to rest.
    ///
    /// With `shadowed`, each byte of a piece has a shadow, [`Arena::shadow_of`], which is 0 at first.
    pub(crate) fn reserve(capacity: usize, shadowed: bool) -> io::Result<Self> {
        let mut bytes = capacity.saturating_mul(4).max(LEAST);
        loop {
            let all = if shadowed { 2 * bytes } else { bytes };
            // SAFETY: a new mapping, at an address that the system chooses.
            let start = unsafe {
                libc::mmap(
                    null_mut(),
                    all,
                    libc::PROT_NONE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                    -1,
                    0,
                )
            };
            if start != libc::MAP_FAILED {
                let start = start as usize;
                return Ok(Self {
                    start,
                    bytes,
                    shadowed,
                    next: start,
                });
            }
            // The address space of the process may be limited.
            if bytes / 2 < capacity {
                return Err(io::Error::last_os_error());
            }
            bytes /= 2;
        }
    }

    pub(crate) fn contains(&self, address: usize) -> bool {
        (self.start..self.start + self.bytes).contains(&address)
    }

    /// Where the shadow of an address is, which is one of a piece.
    pub(crate) fn shadow_of(&self, address: usize) -> Option<usize> {
        self.shadowed.then_some(address + self.bytes)
    }

    /// Makes `bytes` bytes accessible and poisons them; returns where they are. `occupied` tells the end of a piece
    /// that is in use and overlaps the addresses it is asked about.
    ///
    /// `None` if there is no place for them, or no memory.
    pub(crate) fn take(
        &mut self,
        bytes: usize,
        occupied: impl Fn(usize, usize) -> Option<usize>,
    ) -> Option<usize> {
        let extent = extent(bytes)?;
        let address = self.find(extent, occupied)?;
        self.open(address, extent - page())?;
        self.next = address + extent;
        Some(address)
    }

    /// As `take`, of the addresses of a piece that was given back.
    pub(crate) fn take_again(&mut self, address: usize, bytes: usize) -> Option<()> {
        self.open(address, extent(bytes)? - page())
    }

    fn open(&self, address: usize, accessible: usize) -> Option<()> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        for pages in [Some(address), self.shadow_of(address)]
            .into_iter()
            .flatten()
        {
            // SAFETY: the pages are of this arena, and no piece in use has any of them.
            if unsafe { libc::mprotect(pages as *mut _, accessible, access) } != 0 {
                return None;
            }
        }
        // SAFETY: as above.
        unsafe {
            std::slice::from_raw_parts_mut(address as *mut u32, accessible / 4).fill(POISON);
        }
        Some(())
    }

    fn find(
        &self,
        extent: usize,
        occupied: impl Fn(usize, usize) -> Option<usize>,
    ) -> Option<usize> {
        let end = self.start + self.bytes;
        // On from the last piece; then once more from the beginning.
        for first in [self.next, self.start] {
            let mut address = first;
            while address.checked_add(extent)? <= end {
                match occupied(address, extent) {
                    None => return Some(address),
                    Some(last) => address = last.next_multiple_of(page()) + page(),
                }
            }
        }
        None
    }

    /// Makes a piece inaccessible and gives its memory back.
    pub(crate) fn give_back(&self, address: usize, bytes: usize) {
        let Some(extent) = extent(bytes) else { return };
        let accessible = extent - page();
        for pages in [Some(address), self.shadow_of(address)]
            .into_iter()
            .flatten()
        {
            // SAFETY: the pages of a piece that `take` returned. A failure leaves them accessible, and nothing else.
            unsafe {
                libc::madvise(pages as *mut _, accessible, libc::MADV_DONTNEED);
                libc::mprotect(pages as *mut _, accessible, libc::PROT_NONE);
            }
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let all = if self.shadowed {
            2 * self.bytes
        } else {
            self.bytes
        };
        // SAFETY: the mapping is this arena's, and its pieces end with it.
        unsafe { libc::munmap(self.start as *mut _, all) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_memory_is_poisoned_and_pieces_are_apart() {
        let mut arena = Arena::reserve(1 << 20, true).unwrap();
        let first = arena.take(5000, |_, _| None).unwrap();
        let second = arena.take(1, |_, _| None).unwrap();
        assert!(arena.contains(first) && arena.contains(second));
        assert!(first.is_multiple_of(256) && second >= first + 5000 + 256);
        // SAFETY: the piece is accessible.
        let word = unsafe { (first as *const u32).add(1249).read() };
        assert_eq!(word, POISON);
        assert!(f32::from_bits(word).is_nan());
        assert!(f64::from_bits(u64::from(word) << 32 | u64::from(word)).is_nan());

        let note = arena.shadow_of(first + 4999).unwrap() as *mut u8;
        // SAFETY: the shadow of a byte of the piece.
        unsafe {
            assert_eq!(note.read(), 0);
            note.write(1);
        }
        arena.give_back(first, 5000);
        let again = arena.take(5000, |_, _| None).unwrap();
        assert_eq!(again, second + 2 * page());
        arena.next = first;
        let again = arena.take(5000, |_, _| None).unwrap();
        assert_eq!(again, first);
        // SAFETY: as above.
        assert_eq!(unsafe { note.read() }, 0, "fresh memory was not written");
    }

    #[test]
    fn a_used_up_arena_begins_anew_and_passes_over_what_is_in_use() {
        let mut arena = Arena::reserve(1 << 20, false).unwrap();
        let kept = arena.take(100, |_, _| None).unwrap();
        arena.next = arena.start + arena.bytes;
        let occupied = |address: usize, extent: usize| {
            (address < kept + 100 && kept < address + extent).then_some(kept + 100)
        };
        let next = arena.take(100, occupied).unwrap();
        assert!(next > kept && arena.contains(next));
        assert_eq!(arena.take(usize::MAX, occupied), None);
        assert_eq!(arena.take(arena.bytes, occupied), None);
    }
}

//! Where the cells of memory are: one for each word, in pages that cost nothing until one of their words is touched.

use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::cell::{Cell, WORD};

/// The cells of a range of addresses.
#[derive(Debug)]
pub(crate) struct Region {
    words: Range<usize>,
    cells: *mut Cell,
}

// SAFETY: plain memory; a launch touches it by the thread that has the turn.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

/// How the cells of addresses are found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cells {
    /// Where the cell of address 0 would be, which may wrap. 0: there are none.
    origin: usize,
    pub(crate) tag: u32,
}

impl Cells {
    #[inline(always)]
    pub(crate) fn are_kept(self) -> bool {
        self.origin != 0
    }

    /// The cell of the word that an address is in.
    #[inline(always)]
    pub(crate) fn of(self, address: usize) -> *mut Cell {
        let offset = (address / WORD).wrapping_mul(size_of::<Cell>());
        std::ptr::with_exposed_provenance_mut(self.origin.wrapping_add(offset))
    }
}

impl Cells {
    /// A number that is another one after each write to bytes of at most two words.
    ///
    /// # Safety
    ///
    /// They have cells here, which only this thread touches now.
    #[inline(always)]
    pub(crate) unsafe fn generation(self, address: usize, bytes: usize) -> u32 {
        let (first, last) = (self.of(address), self.of(address + bytes.max(1) - 1));
        // SAFETY: by the contract.
        let (first, last) = unsafe { ((*first).generation(), (*last).generation()) };
        first.wrapping_mul(3).wrapping_add(last) // each counts up
    }
}

impl Region {
    /// Fresh ones; `None` if the system has no address space for them.
    pub(crate) fn new(range: &Range<usize>) -> Option<Self> {
        let words = range.start / WORD..range.end.div_ceil(WORD);
        let bytes = words.len().checked_mul(size_of::<Cell>())?.max(1);
        // SAFETY: a new mapping, at an address that the system chooses.
        let cells = unsafe {
            libc::mmap(
                null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        (cells != libc::MAP_FAILED).then(|| Region {
            words,
            cells: cells.cast(),
        })
    }

    /// They count as untouched where their tag is another.
    pub(crate) fn cells(&self, tag: u32) -> Cells {
        let first = self.words.start.wrapping_mul(size_of::<Cell>());
        Cells {
            origin: self.cells.expose_provenance().wrapping_sub(first),
            tag,
        }
    }

    fn covers(&self, range: &Range<usize>) -> bool {
        self.words.start == range.start / WORD && range.end.div_ceil(WORD) <= self.words.end
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        let bytes = (self.words.len() * size_of::<Cell>()).max(1);
        // SAFETY: the mapping is this region's.
        unsafe { libc::munmap(self.cells.cast(), bytes) };
    }
}

/// A tag that no other launch or block has, and that no cell begins with.
pub(crate) fn new_tag() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed).max(1)
}

/// As many are kept from launch to launch.
const MOST: usize = 1024;

/// Those of global memory, by where it begins.
static REGIONS: Mutex<BTreeMap<usize, Arc<Region>>> = Mutex::new(BTreeMap::new());

fn regions() -> MutexGuard<'static, BTreeMap<usize, Arc<Region>>> {
    REGIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The region of a range of global memory, as it was left by the last launch.
pub(crate) fn of(range: &Range<usize>) -> Option<Arc<Region>> {
    let mut regions = regions();
    if let Some(known) = regions.get(&range.start)
        && known.covers(range)
    {
        return Some(Arc::clone(known));
    }
    if regions.len() >= MOST {
        regions.clear();
    }
    let new = Arc::new(Region::new(range)?);
    regions.insert(range.start, Arc::clone(&new));
    Some(new)
}

/// The memory that begins there is freed.
pub(crate) fn forget(start: usize) {
    regions().remove(&start);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_a_word_share_its_cell_and_a_region_is_found_again() {
        let begin = 0x7000_1002;
        let region = of(&(begin..begin + 10)).unwrap();
        let cells = region.cells(7);
        assert!(cells.are_kept());
        assert_eq!(cells.of(begin), cells.of(begin + 1));
        assert_eq!(cells.of(begin + 2), cells.of(begin).wrapping_add(1));
        // SAFETY: the cell of the last word, which is mapped.
        assert_eq!(unsafe { *cells.of(begin + 9) }, Cell::default());
        assert!(Arc::ptr_eq(&region, &of(&(begin..begin + 10)).unwrap()));
        forget(begin);
        assert!(!Arc::ptr_eq(&region, &of(&(begin..begin + 10)).unwrap()));
        forget(begin);
    }
}

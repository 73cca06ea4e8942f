//! Where a barrier is called, and whether two calls are one place in the source.
//!
//! The line is not enough: two barriers can be on one, and a function that has a barrier can be called from two branches. So
//! a site is the chain of calls that leads to the barrier. A compiler may make several of one call, so that chains of
//! addresses may differ where the source is the same: then the debug information decides.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::source::{Location, Trace};

/// A source position, as the compiler gives it, and who called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    pub(crate) file: *const c_char,
    pub(crate) line: i32,
    pub(crate) calls: Calls,
}

/// A chain of calls, by a number; 0 is one that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Calls(u32);

/// The chains of calls that a block has come by, each where a hash of its addresses says: mostly it is one of the last few.
#[derive(Debug)]
pub(crate) struct LastCalls([(u64, Calls); LAST_CALLS]);

const LAST_CALLS: usize = 64;

impl Default for LastCalls {
    fn default() -> Self {
        LastCalls([(0, Calls::default()); LAST_CALLS])
    }
}

impl LastCalls {
    /// The chain with these return addresses, the innermost first.
    #[inline]
    pub(crate) fn of(&mut self, addresses: impl Iterator<Item = usize> + Clone) -> Calls {
        let hash = addresses.clone().fold(1, |hash: u64, address| {
            (hash ^ address as u64)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        });
        let last = &mut self.0[hash as usize % LAST_CALLS];
        if last.0 != hash || last.1 == Calls::default() {
            *last = (hash, Calls::of(&addresses.collect::<Vec<_>>()));
        }
        last.1
    }
}

/// All chains of calls that were ever seen.
#[derive(Debug, Default)]
struct Chains {
    numbers: HashMap<Vec<usize>, Calls>,
    chains: Vec<Trace>,
    /// Whether two chains are one place, where that was asked.
    same: HashMap<(Calls, Calls), Option<bool>>,
}

static CHAINS: Mutex<Option<Chains>> = Mutex::new(None);

fn chains() -> MutexGuard<'static, Option<Chains>> {
    CHAINS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Calls {
    /// The chain with these return addresses, the innermost first.
    pub(crate) fn of(addresses: &[usize]) -> Self {
        let mut chains = chains();
        let chains = chains.get_or_insert_default();
        if let Some(&known) = chains.numbers.get(addresses) {
            return known;
        }
        chains.chains.push(Trace::of(addresses));
        let new = Calls(chains.chains.len() as u32);
        chains.numbers.insert(addresses.to_vec(), new);
        new
    }

    fn trace(self) -> Option<Trace> {
        let chains = chains();
        let index = (self.0 as usize).checked_sub(1)?;
        chains.as_ref()?.chains.get(index).cloned()
    }

    /// Whether both are the same calls in the source; `None` where nobody can tell.
    fn is(self, other: Calls) -> Option<bool> {
        if self == other && self.0 != 0 {
            return Some(true);
        }
        if let Some(&known) = chains().as_ref()?.same.get(&(self, other)) {
            return known;
        }
        let [one, two] = [self.trace()?, other.trace()?].map(|trace| trace.locations());
        let known = (!one.is_empty() && !two.is_empty()).then(|| one == two);
        chains().as_mut()?.same.insert((self, other), known);
        known
    }
}

impl Site {
    pub(crate) fn new(file: *const c_char, line: i32) -> Self {
        let calls = Calls::default();
        Site { file, line, calls }
    }

    /// The file's last part and the line.
    pub(crate) fn text(self) -> String {
        let file = self.file();
        let name = file.rsplit('/').next().unwrap_or_default();
        format!("{name}:{}", self.line)
    }

    /// As [`Site::text`], with the column, and the calls that lead there: for two that are on one line.
    pub(crate) fn exact(self) -> String {
        let locations = self.calls.trace().map(|trace| trace.locations());
        let users: Vec<Location> = locations
            .into_iter()
            .flatten()
            .filter(Location::is_of_user)
            .collect();
        match users.split_first() {
            None => self.text(),
            Some((first, callers)) => callers.iter().fold(first.exact(), |text, caller| {
                text + ", called at " + &caller.exact()
            }),
        }
    }

    fn file(self) -> Cow<'static, str> {
        if self.file.is_null() {
            return "?".into();
        }
        // SAFETY: a string literal of the kernel's object, which lives as long as the program.
        unsafe { CStr::from_ptr(self.file) }.to_string_lossy()
    }

    pub(crate) fn is(self, other: Site) -> bool {
        let one_line =
            self.line == other.line && (self.file == other.file || self.file() == other.file());
        one_line && self.calls.is(other.calls).unwrap_or(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_finds_the_number_of_a_chain_again_though_others_came_in_between() {
        let mut last = LastCalls::default();
        let chains: Vec<Vec<usize>> = (1..200).map(|at| vec![at, 7, 2 * at]).collect();
        for chain in chains.iter().chain(&chains) {
            assert_eq!(last.of(chain.iter().copied()), Calls::of(chain));
        }
    }

    #[test]
    fn chains_of_the_same_addresses_are_one_and_where_nothing_is_known_the_line_decides() {
        let (one, again, other) = (Calls::of(&[1, 2]), Calls::of(&[1, 2]), Calls::of(&[1, 3]));
        assert_eq!(one, again);
        assert_ne!(one, other);
        assert_eq!((one.is(again), one.is(other)), (Some(true), None));

        let site = |line, calls| Site {
            file: c"k.cu".as_ptr(),
            line,
            calls,
        };
        assert!(site(3, one).is(site(3, other)));
        assert!(!site(3, one).is(site(4, one)));
        assert_eq!(site(3, one).exact(), "k.cu:3");
    }
}

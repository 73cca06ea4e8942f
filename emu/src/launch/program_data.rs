//! The data of this program and its libraries, where `__device__` and `__constant__` variables are.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::judge::names;

/// A piece of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProgramData {
    pub(crate) range: Range<usize>,
    /// Whether the program can write there: no code, literals or `const` variables.
    pub(crate) writable: bool,
    /// What of it is read only all the same, and why.
    read_only: Vec<(Range<usize>, &'static str)>,
}

const READ_ONLY: &str = "read-only data of the program: a const variable, a literal, or code";
const CONSTANT: &str = "a __constant__ variable, which kernels can only read: the host writes it, with cudaMemcpyToSymbol";

unsafe extern "C" {
    /// The section that the kernels' headers put `__constant__` variables into; two null pointers if there are none.
    fn coop_emulator_constants(begin: *mut *mut c_void, end: *mut *mut c_void);
}

impl ProgramData {
    /// The addresses around that a kernel may write.
    ///
    /// # Errors
    ///
    /// Why it may not.
    pub(crate) fn writable(
        &self,
        address: usize,
        bytes: usize,
    ) -> Result<Range<usize>, &'static str> {
        if !self.writable {
            return Err(READ_ONLY);
        }
        let mut free = self.range.clone();
        for (range, reason) in &self.read_only {
            if address + bytes <= range.start {
                free.end = free.end.min(range.start);
            } else if range.end <= address {
                free.start = free.start.max(range.end);
            } else {
                return Err(reason);
            }
        }
        Ok(free)
    }
}

/// A variable of a file with kernels.
#[derive(Debug, Clone)]
pub(crate) struct DataVariable {
    pub(crate) range: Range<usize>,
    /// Bytes after it that nothing else has.
    gap: usize,
    symbol: &'static CStr,
}

impl DataVariable {
    /// Why an access to it, or just after it, is refused: the end of a sentence.
    pub(super) fn refuses(&self, address: usize, bytes: usize) -> Option<String> {
        let (name, size) = (names::quoted(self.symbol), self.range.len());
        if address + bytes <= self.range.end {
            return None;
        }
        let byte = address - self.range.start;
        Some(format!(
            "byte {byte} of the variable {name}, which has {size} bytes"
        ))
    }

    /// Which byte of it is there.
    pub(crate) fn described(&self, address: usize) -> String {
        let byte = address - self.range.start;
        format!("byte {byte} of {}", names::quoted(self.symbol))
    }
}

/// The variables of all files with kernels, by where they begin.
static VARIABLES: Mutex<BTreeMap<usize, DataVariable>> = Mutex::new(BTreeMap::new());

fn variables() -> MutexGuard<'static, BTreeMap<usize, DataVariable>> {
    VARIABLES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The variable that an address is in, or in the gap after it.
pub(crate) fn data_variable(address: usize) -> Option<DataVariable> {
    let variables = variables();
    let (_, last) = variables.range(..=address).next_back()?;
    (address < last.range.end + last.gap).then(|| last.clone())
}

/// `coop_emulator::data_variable` of `coop_emulator/code.h`.
#[repr(C)]
pub struct DataRow {
    address: *const c_void,
    bytes: u64,
    gap: u64,
    symbol: *const c_char,
}

/// Called by every object with kernels before `main`.
///
/// # Safety
///
/// `table` is rows that end with one without an address; they and what they point to live as long as the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_register_data(table: *const DataRow) {
    let mut variables = variables();
    // SAFETY: there is a row, or the last one, by the contract.
    let rows = (0..).map(|index| unsafe { &*table.add(index) });
    for row in rows.take_while(|row| !row.address.is_null()) {
        let begin = row.address as usize;
        let variable = DataVariable {
            range: begin..begin + row.bytes as usize,
            gap: row.gap as usize,
            // SAFETY: a string, by the contract.
            symbol: unsafe { CStr::from_ptr(row.symbol) },
        };
        variables.insert(begin, variable);
    }
}

/// All of it.
pub(crate) fn program_data() -> Vec<ProgramData> {
    let mut pieces: Vec<ProgramData> = Vec::new();
    // SAFETY: `collect` takes what dl_iterate_phdr gives, and `pieces` lives until it returns.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut pieces).cast()) };
    let (mut begin, mut end) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: writes two live pointers.
    unsafe { coop_emulator_constants(&mut begin, &mut end) };
    let constants = begin as usize..end as usize;
    for piece in &mut pieces {
        if !constants.is_empty() && piece.range.contains(&constants.start) {
            piece.read_only.push((constants.clone(), CONSTANT));
        }
    }
    pieces
}

unsafe extern "C" fn collect(
    info: *mut libc::dl_phdr_info,
    _size: libc::size_t,
    pieces: *mut c_void,
) -> c_int {
    // SAFETY: dl_iterate_phdr gives a valid description with that many headers, and passes `pieces` on.
    let (info, pieces, headers) = unsafe {
        let info = &*info;
        let headers = std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum));
        (info, &mut *pieces.cast::<Vec<ProgramData>>(), headers)
    };
    let range = |header: &libc::Elf64_Phdr| {
        let begin = info.dlpi_addr as usize + header.p_vaddr as usize;
        begin..begin + header.p_memsz as usize
    };
    let of_type = |wanted| headers.iter().filter(move |header| header.p_type == wanted);
    for header in of_type(libc::PT_LOAD) {
        let piece = range(header);
        // What the loader makes read only when it has filled it in.
        let read_only = of_type(libc::PT_GNU_RELRO)
            .map(range)
            .filter(|relocated| piece.contains(&relocated.start))
            .map(|relocated| (relocated, READ_ONLY));
        pieces.push(ProgramData {
            read_only: read_only.collect(),
            range: piece,
            writable: header.p_flags & libc::PF_W != 0,
        });
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_divide_what_may_be_written() {
        let data = ProgramData {
            range: 100..200,
            writable: true,
            read_only: vec![(100..104, READ_ONLY), (120..140, CONSTANT)],
        };
        assert_eq!(data.writable(116, 4), Ok(104..120));
        assert_eq!(data.writable(140, 4), Ok(140..200));
        assert!(data.writable(136, 4).unwrap_err().contains("__constant__"));
        assert!(data.writable(118, 4).is_err() && data.writable(102, 4).is_err());
    }

    #[test]
    fn a_static_is_writable_and_a_literal_is_not() {
        static VARIABLE: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
        let data = program_data();
        let writable = |address: usize| {
            let piece = data.iter().find(|piece| piece.range.contains(&address));
            piece.is_some_and(|piece| piece.writable(address, 1).is_ok())
        };
        assert!(writable(&raw const VARIABLE as usize));
        assert!(!writable("literal".as_ptr() as usize));
    }
}

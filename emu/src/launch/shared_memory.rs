//! Where a block's shared memory is: in the thread-local storage of its operating-system thread.
//!
//! Static shared variables are thread-local ones of the kernels' objects. All dynamic shared arrays are one variable, whose
//! name they were given when the kernels were compiled.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::OnceLock;

use super::kernels::SharedVariable;
use crate::judge::Shadow;
use crate::judge::names;

/// The most dynamic shared memory that any device lets a block have: what the variable is long.
pub(crate) const MOST_DYNAMIC: usize = 227 << 10;

/// The shared memory of the calling thread's block.
#[derive(Debug, Default, Clone)]
pub(crate) struct SharedMemory {
    /// Thread-local storage as a whole, which holds the static variables.
    pub(crate) storage: Range<usize>,
    /// Room for dynamic shared memory, of which a launch has the beginning.
    pub(crate) dynamic: Range<usize>,
    /// For each byte of `storage`, whether the block has written it. Empty if that is not noted.
    written: Vec<u8>,
}

unsafe extern "C" {
    /// The address of the dynamic shared memory of the calling thread.
    fn coop_emulator_dynamic_shared() -> *mut c_void;
}

impl SharedMemory {
    /// That of the calling thread.
    pub(crate) fn of_this_thread() -> Self {
        // SAFETY: takes the address of a thread-local variable, nothing more.
        let dynamic = unsafe { coop_emulator_dynamic_shared() } as usize;
        let mut search = Search {
            dynamic,
            storage: dynamic..dynamic + MOST_DYNAMIC,
        };
        // SAFETY: `visit` takes what dl_iterate_phdr gives, and `search` lives until it returns.
        unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
        SharedMemory::at(search.storage, dynamic..dynamic + MOST_DYNAMIC)
    }

    /// What a thread's stack is larger by: thread-local storage is taken from it.
    pub(crate) fn bytes_of_a_thread() -> usize {
        static BYTES: OnceLock<usize> = OnceLock::new();
        *BYTES.get_or_init(|| SharedMemory::of_this_thread().storage.len())
    }

    /// That with these addresses.
    pub(crate) fn at(storage: Range<usize>, dynamic: Range<usize>) -> Self {
        SharedMemory {
            storage,
            dynamic,
            written: Vec::new(),
        }
    }

    /// The static shared variable of a kernel that `bytes` bytes at an address of thread-local storage are in. Of a kernel
    /// whose variables are not known, all storage but the dynamic may be theirs.
    ///
    /// # Errors
    ///
    /// The end of a sentence that says what is there instead.
    pub(crate) fn static_variable(
        &self,
        variables: Option<&[SharedVariable]>,
        address: usize,
        bytes: usize,
    ) -> Result<Range<usize>, String> {
        let Some(variables) = variables else {
            return Ok(match address < self.dynamic.start {
                true => self.storage.start..self.dynamic.start,
                false => self.dynamic.end..self.storage.end,
            });
        };
        let origin = self.dynamic.start;
        let begin = address.wrapping_sub(origin) as isize;
        let before = variables
            .iter()
            .filter(|variable| variable.place.start <= begin);
        let Some(variable) = before.max_by_key(|variable| variable.place.start) else {
            return Err("before every shared variable of the kernel".into());
        };
        let at = |offset| origin.wrapping_add_signed(offset);
        let range = at(variable.place.start)..at(variable.place.end);
        if address + bytes <= range.end {
            return Ok(range);
        }
        let (byte, size) = (address - range.start, range.len());
        let name = names::quoted(variable.symbol);
        Err(format!(
            "byte {byte} of the __shared__ variable {name}, which has {size} bytes"
        ))
    }

    /// Which variable has an address of static shared memory.
    pub(crate) fn describe(&self, variables: Option<&[SharedVariable]>, address: usize) -> String {
        let offset = address.wrapping_sub(self.dynamic.start) as isize;
        let mut variables = variables.unwrap_or_default().iter();
        match variables.find(|variable| variable.place.contains(&offset)) {
            Some(variable) => format!(
                "byte {} of the __shared__ variable {}",
                offset - variable.place.start,
                names::quoted(variable.symbol)
            ),
            None => "static shared memory".to_owned(),
        }
    }

    /// Takes for written what the compiler keeps among the variables of a kernel for itself.
    pub(crate) fn write_guards(&self, variables: Option<&[SharedVariable]>) {
        let guards = variables.unwrap_or_default().iter();
        for guard in guards.filter(|variable| variable.is_guard()) {
            let begin = self.dynamic.start.wrapping_add_signed(guard.place.start);
            // SAFETY: a variable of this memory, whose shadow is that long.
            unsafe { self.shadow().wrote(begin, guard.place.len()) };
        }
    }

    /// Whether the compiler keeps that byte among the variables of a kernel for itself.
    pub(crate) fn is_of_a_guard(
        &self,
        variables: Option<&[SharedVariable]>,
        address: usize,
    ) -> bool {
        let place = address.wrapping_sub(self.dynamic.start) as isize;
        let mut guards = variables.unwrap_or_default().iter();
        guards.any(|variable| variable.is_guard() && variable.place.contains(&place))
    }

    /// The part around an address that a kernel may touch, or the end of a sentence that says why it may not; `None` if the
    /// address is none of this memory. Of dynamic shared memory the launch has asked for that many bytes.
    pub(crate) fn around(
        &self,
        variables: Option<&[SharedVariable]>,
        dynamic_bytes: usize,
        address: usize,
        bytes: usize,
    ) -> Option<Result<Range<usize>, String>> {
        let end = address.saturating_add(bytes);
        if self.dynamic.contains(&address) {
            let range = self.dynamic.start..self.dynamic.start + dynamic_bytes;
            return Some(if end <= range.end {
                Ok(range)
            } else {
                Err(format!(
                    "byte {} of dynamic shared memory, of which the launch asked for {dynamic_bytes} bytes",
                    address - range.start
                ))
            });
        }
        let inside = self.storage.contains(&address) && end <= self.storage.end;
        inside.then(|| self.static_variable(variables, address, bytes))
    }

    /// The same memory, as others get at it.
    pub(crate) fn without_shadow(&self) -> SharedMemory {
        SharedMemory::at(self.storage.clone(), self.dynamic.clone())
    }

    /// A block begins, which has written nothing yet; of dynamic shared memory it has that many bytes.
    pub(crate) fn forget_writes(&mut self, dynamic: usize) {
        if self.written.is_empty() {
            // Pages that are not touched cost nothing.
            self.written = vec![0; self.storage.len()];
            return;
        }
        let begin = self.dynamic.start - self.storage.start;
        let end = self.dynamic.end - self.storage.start;
        self.written[..begin + dynamic.min(MOST_DYNAMIC)].fill(0);
        self.written[end..].fill(0);
    }

    /// Where it is noted which bytes of this memory were written.
    pub(crate) fn shadow(&self) -> Shadow {
        if self.written.is_empty() {
            return Shadow::NONE;
        }
        // SAFETY: as many bytes as the storage has, which stay where they are for as long as the block has this memory.
        // They are changed through the pointer only, by the thread that runs.
        unsafe { Shadow::new(self.storage.start, self.written.as_ptr().cast_mut()) }
    }
}

struct Search {
    dynamic: usize,
    storage: Range<usize>,
}

/// Finds the image whose thread-local storage holds the dynamic shared memory: that of the kernels' program or library.
unsafe extern "C" fn visit(
    info: *mut libc::dl_phdr_info,
    _size: libc::size_t,
    search: *mut c_void,
) -> c_int {
    // SAFETY: dl_iterate_phdr gives a valid description with that many headers, and passes `search` on.
    let (info, search, headers) = unsafe {
        let info = &*info;
        let headers = std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum));
        (info, &mut *search.cast::<Search>(), headers)
    };
    let begin = info.dlpi_tls_data as usize;
    for header in headers {
        if header.p_type == libc::PT_TLS && begin != 0 {
            let storage = begin..begin + header.p_memsz as usize;
            if storage.contains(&search.dynamic) {
                search.storage = storage;
                return 1;
            }
        }
    }
    0
}

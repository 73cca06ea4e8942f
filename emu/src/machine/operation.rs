//! What an operation does.

use std::ffi::c_void;
use std::sync::Arc;

use cuda_sys::{cudaError, cudaGraphNodeType, cudaStream_t};

use crate::launch::Launch;
use crate::memory::{Allocation, Kind, Location, Registry};
use crate::outcome::Outcome;

/// A copy of rows of `width` bytes, `height` of them; one row is a copy in one dimension.
#[derive(Debug, Clone)]
pub(crate) struct Copy {
    pub(crate) to: usize,
    pub(crate) to_pitch: usize,
    pub(crate) from: usize,
    pub(crate) from_pitch: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// What was at `from` when the copy was submitted, where that is the program's own memory: it need not stay.
    pub(crate) staged: Option<Arc<Vec<u8>>>,
}

/// The same element in rows of `width` bytes, `height` of them.
#[derive(Debug, Clone)]
pub(crate) struct Fill {
    pub(crate) to: usize,
    pub(crate) pitch: usize,
    pub(crate) value: u32,
    /// Bytes of an element, 1, 2 or 4: the low ones of the value.
    pub(crate) element: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// A function of the program.
#[derive(Debug, Clone)]
pub(crate) enum HostCall {
    Function {
        function: unsafe extern "C" fn(*mut c_void),
        argument: usize,
    },
    /// One that is told its stream, and what failed there.
    Callback {
        function: unsafe extern "C" fn(cudaStream_t, cudaError, *mut c_void),
        stream: usize,
        argument: usize,
    },
}

impl HostCall {
    /// Calls it.
    ///
    /// # Safety
    ///
    /// The function may be called with the argument.
    pub(crate) unsafe fn call(&self, status: cudaError) {
        // SAFETY: by the contract.
        unsafe {
            match *self {
                Self::Function { function, argument } => function(argument as *mut _),
                Self::Callback {
                    function,
                    stream,
                    argument,
                } => function(stream as cudaStream_t, status, argument as *mut _),
            }
        }
    }
}

/// What an operation does.
#[derive(Debug, Clone)]
pub(crate) enum Work {
    Kernel(Launch),
    Copy(Copy),
    Fill(Fill),
    Host(HostCall),
    /// Takes the time for the event of this handle.
    Record(usize),
    /// Makes memory of a graph that starts there fresh.
    Allocate(usize),
    /// Frees the memory that starts there.
    Free(usize),
    /// Nothing: a place in the order.
    Empty,
}

/// What a graph calls a node that does this.
pub(crate) fn node_type(work: &Work) -> cudaGraphNodeType {
    match work {
        Work::Kernel(_) => cudaGraphNodeType::cudaGraphNodeTypeKernel,
        Work::Copy(_) => cudaGraphNodeType::cudaGraphNodeTypeMemcpy,
        Work::Fill(_) => cudaGraphNodeType::cudaGraphNodeTypeMemset,
        Work::Host(_) => cudaGraphNodeType::cudaGraphNodeTypeHost,
        Work::Record(_) => cudaGraphNodeType::cudaGraphNodeTypeEventRecord,
        Work::Allocate(_) => cudaGraphNodeType::cudaGraphNodeTypeMemAlloc,
        Work::Free(_) => cudaGraphNodeType::cudaGraphNodeTypeMemFree,
        Work::Empty => cudaGraphNodeType::cudaGraphNodeTypeEmpty,
    }
}

/// Bytes from the first of the first row to the last of the last.
pub(crate) fn span(pitch: usize, width: usize, height: usize) -> Option<usize> {
    match height.checked_sub(1) {
        None => Some(0),
        Some(rows) => pitch.checked_mul(rows)?.checked_add(width),
    }
}

/// The allocation that holds all of `bytes` bytes at `address`; `None` for memory of the program.
///
/// # Errors
///
/// `cudaErrorInvalidValue`, if they are partly outside, freed, or in no allocation of a device; also if null.
pub(crate) fn held(memory: &Registry, address: usize, bytes: usize) -> Outcome<Option<Allocation>> {
    const INVALID: cudaError = cudaError::cudaErrorInvalidValue;
    if address == 0 {
        return Err(INVALID);
    }
    match memory.place(address) {
        Location::In(found) => {
            let inside = bytes <= found.start + found.bytes - address;
            inside.then_some(Some(found)).ok_or(INVALID)
        }
        Location::Freed(_) | Location::Beside(_) => Err(INVALID),
        // The program's own may end where registered memory begins; how far it goes nobody knows.
        Location::Host => Ok(None),
    }
}

impl Copy {
    /// What is at both ends, the target first.
    ///
    /// # Errors
    ///
    /// As [`held`].
    pub(crate) fn ends(
        &self,
        memory: &Registry,
    ) -> Outcome<(Option<Allocation>, Option<Allocation>)> {
        let bytes =
            |pitch| span(pitch, self.width, self.height).ok_or(cudaError::cudaErrorInvalidValue);
        Ok((
            held(memory, self.to, bytes(self.to_pitch)?)?,
            held(memory, self.from, bytes(self.from_pitch)?)?,
        ))
    }

    /// Copies the bytes that must not change until the copy is done.
    ///
    /// # Safety
    ///
    /// The source can be read.
    pub(crate) unsafe fn stage(&mut self) {
        let mut bytes = Vec::with_capacity(self.width * self.height);
        for row in 0..self.height {
            let from = (self.from + row * self.from_pitch) as *const u8;
            // SAFETY: a row of the source, by the contract.
            bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(from, self.width) });
        }
        self.staged = Some(Arc::new(bytes));
    }

    /// Whether it takes to the program what nobody has written, and nothing else.
    pub(crate) fn reads_unwritten(&self, memory: &Registry) -> bool {
        let to_program = matches!(memory.place(self.to), Location::Host);
        let mut rows = 0..self.height;
        let lacks = |row| memory.lacks(self.from + row * self.from_pitch, self.width);
        self.staged.is_none() && to_program && self.height > 0 && rows.all(lacks)
    }

    /// Does it, with the memory that there is now.
    pub(crate) fn run(&self, memory: &Registry) -> Outcome {
        // What was freed meanwhile is a fault of the stream, as on a device.
        let illegal = |_| cudaError::cudaErrorIllegalAddress;
        if self.staged.is_none() {
            self.ends(memory).map_err(illegal)?;
        } else {
            let bytes = span(self.to_pitch, self.width, self.height).unwrap_or(usize::MAX);
            held(memory, self.to, bytes).map_err(illegal)?;
        }
        for row in 0..self.height {
            let from = match &self.staged {
                Some(staged) => staged[row * self.width..].as_ptr(),
                None => (self.from + row * self.from_pitch) as *const u8,
            };
            let to = (self.to + row * self.to_pitch) as *mut u8;
            // SAFETY: within an allocation, as just checked, or the program's memory, for which the caller of the
            // runtime's function answers. Ends that overlap are copied as if through a buffer.
            unsafe { std::ptr::copy(from, to, self.width) };
            let from = self.staged.is_none().then_some(from as usize);
            memory.wrote(to as usize, from, self.width);
        }
        Ok(())
    }
}

/// # Safety
///
/// `to` is aligned, and `count` elements can be written there.
unsafe fn fill<T: std::marker::Copy>(to: *mut T, value: T, count: usize) {
    for index in 0..count {
        // SAFETY: by the contract.
        unsafe { to.add(index).write(value) };
    }
}

impl Fill {
    /// What is there.
    ///
    /// # Errors
    ///
    /// As [`held`]; and `cudaErrorInvalidValue` for memory of the program, or elements that are not aligned.
    pub(crate) fn place(&self, memory: &Registry) -> Outcome<Allocation> {
        const INVALID: cudaError = cudaError::cudaErrorInvalidValue;
        let bytes = span(self.pitch, self.width, self.height).ok_or(INVALID)?;
        let pitch = if self.height > 1 { self.pitch } else { 0 };
        if [self.to, pitch, self.width]
            .iter()
            .any(|at| at % self.element != 0)
        {
            return Err(INVALID);
        }
        held(memory, self.to, bytes)?.ok_or(INVALID)
    }

    /// Does it, with the memory that there is now.
    pub(crate) fn run(&self, memory: &Registry) -> Outcome {
        self.place(memory)
            .map_err(|_| cudaError::cudaErrorIllegalAddress)?;
        for row in 0..self.height {
            let to = (self.to + row * self.pitch) as *mut u8;
            // SAFETY: within an allocation, as just checked; elements are aligned, by `place`.
            unsafe {
                match self.element {
                    4 => fill(to.cast(), self.value, self.width / 4),
                    2 => fill(to.cast(), self.value as u16, self.width / 2),
                    _ => to.write_bytes(self.value as u8, self.width),
                }
            }
            memory.wrote(to as usize, None, self.width);
        }
        Ok(())
    }
}

/// Whether a copy of this kind goes from and to what is there; `None` is memory of the program.
///
/// # Errors
///
/// `cudaErrorInvalidMemcpyDirection` for a kind that is none, `cudaErrorInvalidValue` for one that does not fit.
pub(crate) fn fits(
    kind: cuda_sys::cudaMemcpyKind,
    to: Option<Allocation>,
    from: Option<Allocation>,
) -> Outcome {
    use cuda_sys::cudaMemcpyKind as K;
    let host = |end: Option<Allocation>| end.is_none_or(|found| found.kind != Kind::Device);
    let device = |end: Option<Allocation>| end.is_some();
    let fits = match kind {
        K::cudaMemcpyDefault => true,
        K::cudaMemcpyHostToHost => host(to) && host(from),
        K::cudaMemcpyHostToDevice => device(to) && host(from),
        K::cudaMemcpyDeviceToHost => host(to) && device(from),
        K::cudaMemcpyDeviceToDevice => device(to) && device(from),
        _ => return Err(cudaError::cudaErrorInvalidMemcpyDirection),
    };
    fits.then_some(()).ok_or(cudaError::cudaErrorInvalidValue)
}

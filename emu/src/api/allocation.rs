//! Memory: allocated, freed, asked about.

use cuda_sys::{cudaError, cudaMemoryType, cudaPointerAttributes, cudaStream_t};
use libc::{c_uint, c_void};

use crate::api::call::{Outcome, api, give};
use crate::machine::work::Work;
use crate::machine::{Machine, context};
use crate::memory::{Kind, Location};

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

/// Rows of pitched memory begin at multiples of this many bytes.
const PITCH: usize = 512;

/// Flags of `cudaHostAlloc` that there are.
const HOST_FLAGS: u32 = cuda_sys::cudaHostAllocPortable
    | cuda_sys::cudaHostAllocMapped
    | cuda_sys::cudaHostAllocWriteCombined;

/// Allocates and gives the address; no bytes are a null pointer.
///
/// # Safety
///
/// `pointer` is null or may be written.
unsafe fn allocate(pointer: *mut *mut c_void, bytes: usize, kind: Kind, flags: u32) -> Outcome {
    let (_, device) = context()?;
    // SAFETY: by the contract.
    unsafe { allocate_on(device, pointer, bytes, kind, flags) }
}

/// As [`allocate`], of a device that may not be the current one.
///
/// # Safety
///
/// As for [`allocate`].
unsafe fn allocate_on(
    device: usize,
    pointer: *mut *mut c_void,
    bytes: usize,
    kind: Kind,
    flags: u32,
) -> Outcome {
    let (machine, _) = context()?;
    if pointer.is_null() {
        return Err(INVALID);
    }
    let mut state = machine.state();
    state.forbidden_in_capture(cudaError::cudaErrorStreamCaptureUnsupported)?;
    let start = match bytes {
        0 => 0,
        bytes => state.memory.allocate(device, bytes, kind, flags)?,
    };
    // SAFETY: by the contract.
    unsafe { give(pointer, start as *mut c_void) }
}

/// Memory of a pool; of the one that the current device takes from, if none is named.
///
/// # Safety
///
/// `pointer` is null or may be written.
pub(super) unsafe fn take(
    pointer: *mut *mut c_void,
    bytes: usize,
    pool: Option<usize>,
    stream: cudaStream_t,
) -> Outcome {
    let (machine, device) = context()?;
    let mut state = machine.state();
    let key = state.stream_key(device, stream)?;
    state.not_capturing(key)?;
    let pool = pool.unwrap_or(state.pools.current(device));
    let owner = state.pools.get(pool).ok_or(INVALID)?.device;
    drop(state);
    // SAFETY: by the contract.
    unsafe {
        allocate_on(owner, pointer, bytes, Kind::Device, 0)?;
        let start = *pointer as usize;
        let mut state = machine.state();
        state.pools.gives(pool, start, bytes);
        if let Some(allocation) = state.memory.starting_at(start) {
            allocation.pooled = true;
        }
    }
    Ok(())
}

/// Frees memory of these kinds, after all work that may use it.
fn free(pointer: *mut c_void, kinds: &[Kind], missing: cudaError) -> Outcome {
    let (machine, device) = context()?;
    if pointer.is_null() {
        return Ok(());
    }
    let mut state = machine.state();
    state.forbidden_in_capture(cudaError::cudaErrorStreamCaptureUnsupported)?;
    let found = match state.memory.place(pointer as usize) {
        Location::In(found) if found.start == pointer as usize => found,
        _ => return Err(missing),
    };
    if !kinds.contains(&found.kind) || found.leaving {
        return Err(missing);
    }
    let pending = match found.kind {
        Kind::Device | Kind::Managed | Kind::Variable => state.queue.of_device(found.device),
        Kind::Pinned | Kind::Registered => state.queue.all(),
    };
    drop(state);
    // The error of other work is told, and the memory freed all the same.
    let told = machine.finish(device, &pending);
    let mut state = machine.state();
    state.pools.takes_back(found.start);
    let freed = state.memory.free(found.start, kinds);
    // Another thread may have freed it meanwhile.
    told.and(freed.map(|_| ()).ok_or(missing))
}

fn host_pointer(machine: &Machine, pointer: *mut c_void) -> Outcome<u32> {
    match machine.state().memory.place(pointer as usize) {
        Location::In(found) if found.kind.is_host() => Ok(found.flags),
        _ => Err(INVALID),
    }
}

api! {
    /// Device memory, fresh and poisoned.
    fn cudaMalloc(pointer: *mut *mut c_void, bytes: usize) {
        allocate(pointer, bytes, Kind::Device, 0)
    }

    /// Memory of the host and every device.
    fn cudaMallocManaged(pointer: *mut *mut c_void, bytes: usize, flags: c_uint) {
        if bytes == 0 || ![cuda_sys::cudaMemAttachGlobal, cuda_sys::cudaMemAttachHost].contains(&flags) {
            return Err(INVALID);
        }
        allocate(pointer, bytes, Kind::Managed, flags)
    }

    /// Device memory for `height` rows of `width` bytes.
    fn cudaMallocPitch(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) {
        let row = width.checked_next_multiple_of(PITCH).ok_or(INVALID)?;
        let bytes = row.checked_mul(height).ok_or(INVALID)?;
        if pitch.is_null() {
            return Err(INVALID);
        }
        allocate(pointer, bytes, Kind::Device, 0)?;
        give(pitch, row)
    }

    /// Device memory in the order of a stream: it may be used at once.
    fn cudaMallocAsync(pointer: *mut *mut c_void, bytes: usize, stream: cudaStream_t) {
        take(pointer, bytes, None, stream)
    }

    /// Frees device memory when the stream comes to it.
    fn cudaFreeAsync(pointer: *mut c_void, stream: cudaStream_t) {
        let (machine, device) = context()?;
        if pointer.is_null() {
            return Ok(());
        }
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        state.not_capturing(key)?;
        let found = state.memory.starting_at(pointer as usize).ok_or(INVALID)?;
        if found.kind != Kind::Device || found.leaving {
            return Err(INVALID);
        }
        found.leaving = true;
        state.pools.takes_back(pointer as usize);
        drop(state);
        machine.give(key, Work::Free(pointer as usize)).map(|_| ())
    }

    /// Frees device memory. What is not the start of live device memory is refused: a second time, a host pointer.
    fn cudaFree(pointer: *mut c_void) {
        free(pointer, &[Kind::Device, Kind::Managed], INVALID)
    }

    /// Host memory that every device can access.
    fn cudaMallocHost(pointer: *mut *mut c_void, bytes: usize) {
        allocate(pointer, bytes, Kind::Pinned, 0)
    }

    /// As `cudaMallocHost`: with whatever flags it is portable and mapped, as with unified addresses.
    fn cudaHostAlloc(pointer: *mut *mut c_void, bytes: usize, flags: c_uint) {
        if flags & !HOST_FLAGS != 0 {
            return Err(INVALID);
        }
        allocate(pointer, bytes, Kind::Pinned, flags)
    }

    /// Frees host memory of the runtime.
    fn cudaFreeHost(pointer: *mut c_void) {
        free(pointer, &[Kind::Pinned], INVALID)
    }

    /// Makes host memory of the program accessible for every device.
    fn cudaHostRegister(pointer: *mut c_void, bytes: usize, flags: c_uint) {
        let (machine, device) = context()?;
        if pointer.is_null() || bytes == 0 {
            return Err(INVALID);
        }
        machine.state().memory.register(pointer as usize, bytes, device, flags)
    }

    /// Takes that back.
    fn cudaHostUnregister(pointer: *mut c_void) {
        free(pointer, &[Kind::Registered], cudaError::cudaErrorHostMemoryNotRegistered)
    }

    /// What kernels call host memory: the same address.
    fn cudaHostGetDevicePointer(device_pointer: *mut *mut c_void, pointer: *mut c_void, flags: c_uint) {
        let (machine, _) = context()?;
        if flags != 0 {
            return Err(INVALID);
        }
        host_pointer(machine, pointer)?;
        give(device_pointer, pointer)
    }

    /// The flags that host memory was allocated with; it is mapped in any case.
    fn cudaHostGetFlags(flags: *mut c_uint, pointer: *mut c_void) {
        let (machine, _) = context()?;
        give(flags, host_pointer(machine, pointer)? | cuda_sys::cudaHostAllocMapped)
    }

    /// Free and total bytes of the current device.
    fn cudaMemGetInfo(free: *mut usize, total: *mut usize) {
        let (machine, device) = context()?;
        if free.is_null() || total.is_null() {
            return Err(INVALID);
        }
        give(free, machine.state().memory.available(device))?;
        give(total, machine.devices[device].memory_bytes)
    }

    /// Whose memory a pointer points to.
    fn cudaPointerGetAttributes(attributes: *mut cudaPointerAttributes, pointer: *const c_void) {
        let (machine, device) = context()?;
        if attributes.is_null() {
            return Err(INVALID);
        }
        let (type_, device, on_device, on_host) = match machine.state().memory.place(pointer as usize) {
            Location::In(found) => {
                let (type_, host) = match found.kind {
                    Kind::Device | Kind::Variable => (cudaMemoryType::cudaMemoryTypeDevice, false),
                    Kind::Managed => (cudaMemoryType::cudaMemoryTypeManaged, true),
                    Kind::Pinned | Kind::Registered => (cudaMemoryType::cudaMemoryTypeHost, true),
                };
                (type_, found.device, true, host)
            }
            _ => (cudaMemoryType::cudaMemoryTypeUnregistered, device, false, true),
        };
        let pointer = pointer.cast_mut();
        let address = |there: bool| if there { pointer } else { std::ptr::null_mut() };
        // Zeroed, as it has fields that differ from version to version.
        let mut found: cudaPointerAttributes = std::mem::zeroed();
        found.type_ = type_;
        // Device -2 is none, as for memory that is not known.
        found.device = match type_ {
            cudaMemoryType::cudaMemoryTypeUnregistered => cuda_sys::cudaInvalidDeviceId,
            _ => device as i32,
        };
        found.devicePointer = address(on_device);
        found.hostPointer = address(on_host);
        give(attributes, found)
    }
}

#[cfg(test)]
#[path = "tests/allocation_tests.rs"]
mod tests;

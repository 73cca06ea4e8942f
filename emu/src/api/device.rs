//! Devices: how many, which is current, what they are.

use std::ffi::CStr;

use cuda_sys::{cudaDeviceAttr, cudaDeviceProp, cudaError, cudaError_t, cudaFuncCache, cudaLimit};
use libc::{c_char, c_int, c_uint};

use crate::api::call::{Outcome, api, call, give};
use crate::hooks::printf;
use crate::machine::description::Description;
use crate::machine::device_attribute::{CONSTANT_BYTES, MAX_PITCH, attribute};
use crate::machine::{context, current, machine, set_current};

/// The device of that number.
///
/// # Errors
///
/// `cudaErrorInvalidDevice`, if there is none.
pub(super) fn device(number: c_int) -> Outcome<(usize, &'static Description)> {
    const INVALID: cudaError = cudaError::cudaErrorInvalidDevice;
    let devices = &machine()?.devices;
    let number = usize::try_from(number).map_err(|_| INVALID)?;
    Ok((number, devices.get(number).ok_or(INVALID)?))
}

/// What a limit is before it is set.
fn default_limit(limit: cudaLimit) -> Option<usize> {
    Some(match limit {
        cudaLimit::cudaLimitStackSize => 1024,
        cudaLimit::cudaLimitPrintfFifoSize => printf::BUFFER,
        cudaLimit::cudaLimitMallocHeapSize => 8 << 20,
        _ => return None,
    })
}

/// Where a device is: domain, bus, device, function.
fn bus_id(number: usize) -> String {
    format!("0000:{:02X}:00.0", number + 1)
}

api! {
    /// How many devices are emulated.
    fn cudaGetDeviceCount(count: *mut c_int) {
        give(count, machine()?.devices.len() as c_int)
    }

    /// Makes a device the current one of this thread.
    fn cudaSetDevice(number: c_int) {
        let (number, _) = device(number)?;
        set_current(number);
        Ok(())
    }

    /// As `cudaSetDevice`, which initializes too; the flags are taken and change nothing.
    fn cudaInitDevice(number: c_int, _device_flags: c_uint, _flags: c_uint) {
        device(number).map(|_| ())
    }

    /// The current device of this thread.
    fn cudaGetDevice(number: *mut c_int) {
        machine()?;
        give(number, current() as c_int)
    }

    /// Takes the flags: how the host waits is the same with each.
    fn cudaSetDeviceFlags(_flags: c_uint) {
        machine().map(|_| ())
    }

    /// The flags of the current device: mapped host memory is always there.
    fn cudaGetDeviceFlags(flags: *mut c_uint) {
        machine()?;
        give(flags, cuda_sys::cudaDeviceMapHost)
    }

    /// The first device of at least the compute capability and memory that are asked for; without one, the first.
    fn cudaChooseDevice(number: *mut c_int, asked: *const cudaDeviceProp) {
        let asked = asked.as_ref().ok_or(cudaError::cudaErrorInvalidValue)?;
        let enough = |device: &Description| {
            device.limits.compute_capability >= (asked.major as u32, asked.minor as u32) && device.memory_bytes >= asked.totalGlobalMem
        };
        give(number, machine()?.devices.iter().position(enough).unwrap_or(0) as c_int)
    }

    /// The value of an attribute.
    fn cudaDeviceGetAttribute(value: *mut c_int, attr: cudaDeviceAttr, number: c_int) {
        let (number, device) = device(number)?;
        give(value, attribute(device, number, attr)?)
    }

    /// Whether a device can access another's memory: if both are of one kind.
    fn cudaDeviceCanAccessPeer(can: *mut c_int, number: c_int, peer: c_int) {
        let ((number, _), (peer, _)) = (device(number)?, device(peer)?);
        give(can, machine()?.state().memory.peers.can(number, peer).into())
    }

    /// Lets kernels of the current device access the memory of another that begin from now on.
    fn cudaDeviceEnablePeerAccess(peer: c_int, flags: c_uint) {
        let (peer, _) = device(peer)?;
        let (machine, current) = context()?;
        if flags != 0 {
            return Err(cudaError::cudaErrorInvalidValue);
        }
        machine.state().memory.peers.enable(current, peer)
    }

    /// Takes that back, after the work of the current device.
    fn cudaDeviceDisablePeerAccess(peer: c_int) {
        let (peer, _) = device(peer)?;
        let (machine, current) = context()?;
        let pending = machine.state().queue.of_device(current);
        machine.finish(current, &pending)?;
        machine.state().memory.peers.disable(current, peer)
    }

    /// A limit of the current device.
    fn cudaDeviceGetLimit(value: *mut usize, limit: cudaLimit) {
        let (machine, device) = context()?;
        let default = default_limit(limit).ok_or(cudaError::cudaErrorUnsupportedLimit)?;
        let set = machine.state().limits[device].get(&limit.0).copied();
        give(value, set.unwrap_or(default))
    }

    /// Keeps a limit of the current device for `cudaDeviceGetLimit`; the emulator has its own.
    fn cudaDeviceSetLimit(limit: cudaLimit, value: usize) {
        let (machine, device) = context()?;
        default_limit(limit).ok_or(cudaError::cudaErrorUnsupportedLimit)?;
        machine.state().limits[device].insert(limit.0, value);
        if limit == cudaLimit::cudaLimitPrintfFifoSize {
            printf::set_limit(value);
        }
        Ok(())
    }

    /// The preference between shared memory and cache: there is none.
    fn cudaDeviceGetCacheConfig(config: *mut cudaFuncCache) {
        context()?;
        give(config, cudaFuncCache::cudaFuncCachePreferNone)
    }

    /// Takes a preference between shared memory and cache, which changes nothing.
    fn cudaDeviceSetCacheConfig(_config: cudaFuncCache) {
        context().map(|_| ())
    }

    /// The priorities that streams may have. They change nothing.
    fn cudaDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) {
        machine()?;
        if !least.is_null() {
            least.write(0);
        }
        if !greatest.is_null() {
            greatest.write(super::stream::GREATEST_PRIORITY);
        }
        Ok(())
    }

    /// Where the device would be on the bus.
    fn cudaDeviceGetPCIBusId(text: *mut c_char, length: c_int, number: c_int) {
        let (number, _) = device(number)?;
        let id = bus_id(number) + "\0";
        if text.is_null() || usize::try_from(length).is_ok_and(|length| length < id.len()) || length < 0 {
            return Err(cudaError::cudaErrorInvalidValue);
        }
        std::ptr::copy_nonoverlapping(id.as_ptr(), text.cast(), id.len());
        Ok(())
    }

    /// The device at that place on the bus; the domain may be left out.
    fn cudaDeviceGetByPCIBusId(number: *mut c_int, text: *const c_char) {
        let devices = &machine()?.devices;
        if text.is_null() {
            return Err(cudaError::cudaErrorInvalidValue);
        }
        let text = CStr::from_ptr(text).to_string_lossy().to_uppercase();
        let is_at = |number: &usize| {
            let place = bus_id(*number);
            text == place || place.strip_prefix("0000:") == Some(text.as_str())
        };
        let found = (0..devices.len()).find(is_at).ok_or(cudaError::cudaErrorInvalidDevice)?;
        give(number, found as c_int)
    }

    /// Does the work of the current device, and tells what went wrong in it.
    fn cudaDeviceSynchronize() {
        let (machine, device) = context()?;
        let mut state = machine.state();
        state.forbidden_in_capture(cudaError::cudaErrorStreamCaptureUnsupported)?;
        let pending = state.queue.of_device(device);
        drop(state);
        machine.finish(device, &pending)
    }

    /// Does the work of the current device, then frees all that it has. A device that failed is sound afterwards.
    fn cudaDeviceReset() {
        let machine = machine()?;
        super::driver::forget(current());
        machine.reset(current());
        Ok(())
    }
}

/// What a device is.
///
/// # Safety
///
/// As the runtime has it: the pointer is null or may be written.
#[cfg_attr(all(cudart_symbols, not(cuda_major = "12")), unsafe(no_mangle))]
#[cfg_attr(
    all(cudart_symbols, cuda_major = "12"),
    unsafe(export_name = "cudaGetDeviceProperties_v2")
)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn cudaGetDeviceProperties(
    prop: *mut cudaDeviceProp,
    number: c_int,
) -> cudaError_t {
    call(|| {
        let (number, device) = device(number)?;
        // SAFETY: null or may be written, by the contract.
        unsafe { give(prop, properties(device, number)?) }
    })
}

const _: () = {
    let _one_type = [cuda_sys::cudaGetDeviceProperties, cudaGetDeviceProperties];
};

fn properties(device: &Description, number: usize) -> Outcome<cudaDeviceProp> {
    use cudaDeviceAttr as A;
    let ask = |which| attribute(device, number, which);
    let limits = &device.limits;
    let sides = |sides: [u32; 3]| sides.map(|side| side as c_int);
    // SAFETY: numbers and arrays of numbers, for which zero is a value.
    let mut p: cudaDeviceProp = unsafe { std::mem::zeroed() };
    for (place, byte) in p.name.iter_mut().take(255).zip(device.name.bytes()) {
        *place = byte as c_char;
    }
    p.uuid.bytes[0] = number as c_char + 1;
    p.totalGlobalMem = device.memory_bytes;
    p.totalConstMem = CONSTANT_BYTES;
    p.memPitch = MAX_PITCH;
    p.sharedMemPerBlock = limits.shared_bytes_per_block as usize;
    p.sharedMemPerBlockOptin = limits.shared_bytes_per_block_optin as usize;
    p.sharedMemPerMultiprocessor = limits.shared_bytes_per_multiprocessor as usize;
    p.reservedSharedMemPerBlock = limits.reserved_shared_bytes_per_block as usize;
    p.maxThreadsDim = sides(limits.max_block_dim);
    p.maxGridSize = sides(limits.max_grid_dim);
    p.regsPerBlock = ask(A::cudaDevAttrMaxRegistersPerBlock)?;
    p.regsPerMultiprocessor = ask(A::cudaDevAttrMaxRegistersPerMultiprocessor)?;
    p.warpSize = ask(A::cudaDevAttrWarpSize)?;
    p.maxThreadsPerBlock = ask(A::cudaDevAttrMaxThreadsPerBlock)?;
    p.maxThreadsPerMultiProcessor = ask(A::cudaDevAttrMaxThreadsPerMultiProcessor)?;
    p.maxBlocksPerMultiProcessor = ask(A::cudaDevAttrMaxBlocksPerMultiprocessor)?;
    p.multiProcessorCount = ask(A::cudaDevAttrMultiProcessorCount)?;
    p.major = ask(A::cudaDevAttrComputeCapabilityMajor)?;
    p.minor = ask(A::cudaDevAttrComputeCapabilityMinor)?;
    p.pciBusID = ask(A::cudaDevAttrPciBusId)?;
    p.canMapHostMemory = ask(A::cudaDevAttrCanMapHostMemory)?;
    p.concurrentKernels = ask(A::cudaDevAttrConcurrentKernels)?;
    p.asyncEngineCount = ask(A::cudaDevAttrAsyncEngineCount)?;
    p.unifiedAddressing = ask(A::cudaDevAttrUnifiedAddressing)?;
    p.streamPrioritiesSupported = ask(A::cudaDevAttrStreamPrioritiesSupported)?;
    p.managedMemory = ask(A::cudaDevAttrManagedMemory)?;
    p.canUseHostPointerForRegisteredMem = ask(A::cudaDevAttrCanUseHostPointerForRegisteredMem)?;
    p.hostRegisterSupported = ask(A::cudaDevAttrHostRegisterSupported)?;
    p.memoryPoolsSupported = ask(A::cudaDevAttrMemoryPoolsSupported)?;
    p.cooperativeLaunch = ask(A::cudaDevAttrCooperativeLaunch)?;
    p.clusterLaunch = ask(A::cudaDevAttrClusterLaunch)?;
    Ok(p)
}

#[cfg(test)]
#[path = "tests/device_tests.rs"]
mod tests;

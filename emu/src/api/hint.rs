//! What a program says for the sake of speed: checked, kept where it can be asked for, and without effect.

use cuda_sys::{
    cudaError, cudaLaunchAttributeID, cudaLaunchAttributeValue, cudaMemoryAdvise,
    cudaSharedMemConfig, cudaStream_t,
};
#[cfg(not(cuda_major = "12"))]
use cuda_sys::{cudaMemLocation, cudaMemLocationType};
use libc::{c_uint, c_void};

#[cfg(cuda_major = "12")]
use libc::c_int;

use super::device::device;
use super::function::find;
use crate::api::call::{Outcome, api, give};
use crate::machine::context;
use crate::machine::streams::AttributeBytes;
use crate::memory::{Kind, Location};

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

/// A place that memory can be sent to.
#[cfg(not(cuda_major = "12"))]
type Place = cudaMemLocation;
#[cfg(cuda_major = "12")]
type Place = c_int;

/// Refuses what is no place.
#[cfg(not(cuda_major = "12"))]
fn is_place(place: Place) -> Outcome {
    match place.type_ {
        cudaMemLocationType::cudaMemLocationTypeDevice => device(place.id).map(|_| ()),
        cudaMemLocationType::cudaMemLocationTypeInvalid => Err(INVALID),
        _ => Ok(()),
    }
}
#[cfg(cuda_major = "12")]
fn is_place(place: Place) -> Outcome {
    match place {
        cuda_sys::cudaCpuDeviceId => Ok(()),
        number => device(number).map(|_| ()),
    }
}

/// Refuses what is not managed memory to its end. Variables of kernels may be managed.
fn managed(pointer: *const c_void, bytes: usize) -> Outcome {
    let (machine, _) = context()?;
    match machine.state().memory.place(pointer as usize) {
        Location::In(found) if matches!(found.kind, Kind::Managed | Kind::Variable) => {
            let room = found.start + found.bytes - pointer as usize;
            (bytes <= room).then_some(()).ok_or(INVALID)
        }
        _ => Err(INVALID),
    }
}

/// Refuses a stream that there is not, or that records.
fn open(stream: cudaStream_t) -> Outcome {
    let (machine, device) = context()?;
    let mut state = machine.state();
    let key = state.stream_key(device, stream)?;
    state.not_capturing(key)
}

/// Attributes of a stream that can be set.
fn is_attribute(attribute: cudaLaunchAttributeID) -> bool {
    use cudaLaunchAttributeID as A;
    [
        A::cudaLaunchAttributeAccessPolicyWindow,
        A::cudaLaunchAttributeSynchronizationPolicy,
        A::cudaLaunchAttributeMemSyncDomainMap,
        A::cudaLaunchAttributeMemSyncDomain,
        A::cudaLaunchAttributePriority,
    ]
    .contains(&attribute)
}

api! {
    /// Managed memory is everywhere at once: nothing is moved.
    fn cudaMemPrefetchAsync(
        pointer: *const c_void, bytes: usize, place: Place,
        #[cfg(not(cuda_major = "12"))] flags: c_uint,
        stream: cudaStream_t,
    ) {
        #[cfg(not(cuda_major = "12"))]
        if flags != 0 {
            return Err(INVALID);
        }
        if bytes == 0 {
            return Err(INVALID);
        }
        is_place(place)?;
        managed(pointer, bytes)?;
        open(stream)
    }

    /// How memory will be used.
    fn cudaMemAdvise(pointer: *const c_void, bytes: usize, advice: cudaMemoryAdvise, place: Place) {
        use cudaMemoryAdvise as A;
        match advice {
            A::cudaMemAdviseSetReadMostly | A::cudaMemAdviseUnsetReadMostly | A::cudaMemAdviseUnsetPreferredLocation => {}
            A::cudaMemAdviseSetPreferredLocation | A::cudaMemAdviseSetAccessedBy | A::cudaMemAdviseUnsetAccessedBy => {
                is_place(place)?;
            }
            _ => return Err(INVALID),
        }
        managed(pointer, bytes)
    }

    /// Who will use managed memory.
    fn cudaStreamAttachMemAsync(stream: cudaStream_t, pointer: *mut c_void, bytes: usize, flags: c_uint) {
        let known = [cuda_sys::cudaMemAttachGlobal, cuda_sys::cudaMemAttachHost, cuda_sys::cudaMemAttachSingle];
        if !known.contains(&flags) {
            return Err(INVALID);
        }
        managed(pointer, bytes)?;
        open(stream)
    }

    /// There is no cache.
    fn cudaCtxResetPersistingL2Cache() {
        context().map(|_| ())
    }

    /// Keeps an attribute of a stream.
    fn cudaStreamSetAttribute(
        stream: cudaStream_t, attribute: cudaLaunchAttributeID, value: *const cudaLaunchAttributeValue,
    ) {
        let (machine, device) = context()?;
        let value = *value.as_ref().ok_or(INVALID)?;
        if !is_attribute(attribute) {
            return Err(INVALID);
        }
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        let stream = state.stream(key)?;
        if attribute == cudaLaunchAttributeID::cudaLaunchAttributePriority {
            stream.priority = value.priority.clamp(super::stream::GREATEST_PRIORITY, 0);
        }
        let bytes = std::mem::transmute::<cudaLaunchAttributeValue, AttributeBytes>(value);
        stream.attributes.insert(attribute.0, bytes);
        Ok(())
    }

    /// What was set; zero if nothing was.
    fn cudaStreamGetAttribute(
        stream: cudaStream_t, attribute: cudaLaunchAttributeID, value: *mut cudaLaunchAttributeValue,
    ) {
        let (machine, device) = context()?;
        if !is_attribute(attribute) {
            return Err(INVALID);
        }
        let mut state = machine.state();
        let key = state.stream_key(device, stream)?;
        let stream = state.stream(key)?;
        let mut found: cudaLaunchAttributeValue = std::mem::zeroed();
        if attribute == cudaLaunchAttributeID::cudaLaunchAttributePriority {
            found.priority = stream.priority;
        } else if let Some(bytes) = stream.attributes.get(&attribute.0) {
            found = std::mem::transmute::<AttributeBytes, cudaLaunchAttributeValue>(*bytes);
        }
        give(value, found)
    }

    /// Sets for a stream what was set for another.
    fn cudaStreamCopyAttributes(to: cudaStream_t, from: cudaStream_t) {
        let (machine, device) = context()?;
        let mut state = machine.state();
        let (to, from) = (state.stream_key(device, to)?, state.stream_key(device, from)?);
        let attributes = state.stream(from)?.attributes.clone();
        state.stream(to)?.attributes = attributes;
        Ok(())
    }

    /// There are no banks of shared memory.
    fn cudaDeviceSetSharedMemConfig(_config: cudaSharedMemConfig) {
        context().map(|_| ())
    }

    /// As devices have it that cannot choose.
    fn cudaDeviceGetSharedMemConfig(config: *mut cudaSharedMemConfig) {
        context()?;
        give(config, cudaSharedMemConfig::cudaSharedMemBankSizeFourByte)
    }

    /// There are no banks of shared memory.
    fn cudaFuncSetSharedMemConfig(kernel: *const c_void, _config: cudaSharedMemConfig) {
        find(kernel).map(|_| ())
    }
}

#[cfg(test)]
#[path = "tests/hint_tests.rs"]
mod tests;

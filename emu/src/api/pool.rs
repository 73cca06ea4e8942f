//! Pools of memory: made and ended, what can be set and asked, memory from them.

use cuda_sys::{
    cudaError, cudaMemAccessDesc, cudaMemAccessFlags, cudaMemAllocationType, cudaMemLocation,
    cudaMemLocationType, cudaMemPool_t, cudaMemPoolAttr, cudaMemPoolProps, cudaStream_t,
};
use libc::{c_int, c_void};

use super::allocation::take;
use super::device::device;
use crate::api::call::{Outcome, api, give};
use crate::machine::pools::{Pool, Pools};
use crate::machine::{State, context};

const INVALID: cudaError = cudaError::cudaErrorInvalidValue;
const PINNED: cudaMemAllocationType = cudaMemAllocationType::cudaMemAllocationTypePinned;

fn pool(state: &mut State, pool: cudaMemPool_t) -> Outcome<&mut Pool> {
    state.pools.get(pool as usize).ok_or(INVALID)
}

/// The device of a place.
fn place(location: cudaMemLocation) -> Outcome<usize> {
    match location.type_ {
        cudaMemLocationType::cudaMemLocationTypeDevice => device(location.id).map(|(at, _)| at),
        _ => Err(cudaError::cudaErrorNotSupported),
    }
}

/// Whether an attribute is one of the choices about reuse, which are of 4 bytes; the others are of 8.
fn is_choice(attribute: cudaMemPoolAttr) -> bool {
    use cudaMemPoolAttr as A;
    [
        A::cudaMemPoolReuseFollowEventDependencies,
        A::cudaMemPoolReuseAllowOpportunistic,
        A::cudaMemPoolReuseAllowInternalDependencies,
    ]
    .contains(&attribute)
}

api! {
    /// The pool that a device always has.
    fn cudaDeviceGetDefaultMemPool(place: *mut cudaMemPool_t, number: c_int) {
        let (number, _) = device(number)?;
        give(place, Pools::first(number) as cudaMemPool_t)
    }

    /// The pool that `cudaMallocAsync` takes from.
    fn cudaDeviceGetMemPool(place: *mut cudaMemPool_t, number: c_int) {
        let (number, _) = device(number)?;
        let (machine, _) = context()?;
        give(place, machine.state().pools.current(number) as cudaMemPool_t)
    }

    /// Makes `cudaMallocAsync` take from another pool, of the same device.
    fn cudaDeviceSetMemPool(number: c_int, handle: cudaMemPool_t) {
        let (number, _) = device(number)?;
        let (machine, _) = context()?;
        let mut state = machine.state();
        if pool(&mut state, handle)?.device != number {
            return Err(INVALID);
        }
        state.pools.make_current(number, handle as usize);
        Ok(())
    }

    /// A pool of a device, for this process alone.
    fn cudaMemPoolCreate(place: *mut cudaMemPool_t, properties: *const cudaMemPoolProps) {
        let properties = properties.as_ref().ok_or(INVALID)?;
        if properties.allocType != PINNED || place.is_null() {
            return Err(INVALID);
        }
        if properties.handleTypes.0 != 0 {
            return Err(cudaError::cudaErrorNotSupported);
        }
        let at = self::place(properties.location)?;
        let (machine, _) = context()?;
        let mut state = machine.state();
        let handle = state.new_handle();
        state.pools.add(handle, at);
        give(place, handle as cudaMemPool_t)
    }

    /// Ends a pool; what it has given out stays until it is freed. The one that a device always has cannot be ended.
    fn cudaMemPoolDestroy(handle: cudaMemPool_t) {
        let (machine, _) = context()?;
        machine.state().pools.remove(handle as usize).ok_or(INVALID)
    }

    /// Gives back what is kept, which is nothing.
    fn cudaMemPoolTrimTo(handle: cudaMemPool_t, _bytes: usize) {
        let (machine, _) = context()?;
        pool(&mut machine.state(), handle).map(|_| ())
    }

    /// Sets how memory is used again, and how much is kept, which is remembered and changes nothing; forgets the most that was used.
    fn cudaMemPoolSetAttribute(handle: cudaMemPool_t, attribute: cudaMemPoolAttr, value: *mut c_void) {
        use cudaMemPoolAttr as A;
        let (machine, _) = context()?;
        let mut state = machine.state();
        let pool = pool(&mut state, handle)?;
        if value.is_null() {
            return Err(INVALID);
        }
        match attribute {
            _ if is_choice(attribute) => {
                pool.set.insert(attribute.0, u64::from(*value.cast::<u32>() != 0));
            }
            A::cudaMemPoolAttrReleaseThreshold => {
                pool.set.insert(attribute.0, *value.cast::<u64>());
            }
            A::cudaMemPoolAttrReservedMemHigh | A::cudaMemPoolAttrUsedMemHigh if *value.cast::<u64>() == 0 => {
                pool.forget_highest();
            }
            _ => return Err(INVALID),
        }
        Ok(())
    }

    /// What was set, and how much is used.
    fn cudaMemPoolGetAttribute(handle: cudaMemPool_t, attribute: cudaMemPoolAttr, value: *mut c_void) {
        use cudaMemPoolAttr as A;
        let (machine, _) = context()?;
        let mut state = machine.state();
        let pool = pool(&mut state, handle)?;
        let set = pool.set.get(&attribute.0).copied();
        match attribute {
            _ if is_choice(attribute) => give(value.cast::<u32>(), set.unwrap_or(1) as u32),
            A::cudaMemPoolAttrReleaseThreshold => give(value.cast(), set.unwrap_or(0)),
            A::cudaMemPoolAttrReservedMemCurrent | A::cudaMemPoolAttrUsedMemCurrent => give(value.cast(), pool.used()),
            A::cudaMemPoolAttrReservedMemHigh | A::cudaMemPoolAttrUsedMemHigh => give(value.cast(), pool.highest()),
            _ => Err(INVALID),
        }
    }

    /// Who may use the pool's memory. Its own device may, and nothing else can be allowed.
    fn cudaMemPoolSetAccess(handle: cudaMemPool_t, list: *const cudaMemAccessDesc, count: usize) {
        let (machine, _) = context()?;
        let own = pool(&mut machine.state(), handle)?.device;
        if list.is_null() {
            return Err(INVALID);
        }
        for access in std::slice::from_raw_parts(list, count) {
            let whole = access.flags == cudaMemAccessFlags::cudaMemAccessFlagsProtReadWrite;
            if place(access.location)? != own {
                return Err(cudaError::cudaErrorPeerAccessUnsupported);
            }
            if !whole {
                return Err(INVALID);
            }
        }
        Ok(())
    }

    /// Whether a device may use the pool's memory.
    fn cudaMemPoolGetAccess(flags: *mut cudaMemAccessFlags, handle: cudaMemPool_t, location: *mut cudaMemLocation) {
        use cudaMemAccessFlags as F;
        let (machine, _) = context()?;
        let own = pool(&mut machine.state(), handle)?.device;
        let at = place(*location.as_ref().ok_or(INVALID)?)?;
        give(flags, if at == own { F::cudaMemAccessFlagsProtReadWrite } else { F::cudaMemAccessFlagsProtNone })
    }

    /// Memory of a pool in the order of a stream: it may be used at once.
    fn cudaMallocFromPoolAsync(pointer: *mut *mut c_void, bytes: usize, handle: cudaMemPool_t, stream: cudaStream_t) {
        take(pointer, bytes, Some(handle as usize), stream)
    }
}

#[cfg(test)]
#[path = "tests/pool_tests.rs"]
mod tests;

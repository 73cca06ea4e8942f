use std::ptr::null_mut;

use super::*;
use crate::api::allocation::{cudaFree, cudaFreeAsync, cudaMallocAsync};
use crate::api::tests_support::*;

/// A fresh pool of the device.
fn created(device: i32) -> cudaMemPool_t {
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        let mut properties: cudaMemPoolProps = std::mem::zeroed();
        properties.allocType = PINNED;
        properties.location.type_ = cudaMemLocationType::cudaMemLocationTypeDevice;
        properties.location.id = device;
        let mut pool = null_mut();
        fine(cudaMemPoolCreate(&mut pool, &properties));
        pool
    }
}

fn asked(pool: cudaMemPool_t, attribute: cudaMemPoolAttr) -> u64 {
    let mut value = 0_u64;
    // SAFETY: a place of 8 bytes.
    fine(unsafe { cudaMemPoolGetAttribute(pool, attribute, (&raw mut value).cast()) });
    value
}

#[test]
fn a_pool_counts_what_it_gives_out_and_takes_back() {
    use cudaMemPoolAttr as A;
    let _together = together();
    select(SMALL);
    let pool = created(SMALL);
    let (mut first, mut second) = (null_mut(), null_mut());
    // SAFETY: live places, memory of the pool.
    unsafe {
        fine(cudaMallocFromPoolAsync(&mut first, 1000, pool, null_mut()));
        fine(cudaMallocFromPoolAsync(&mut second, 24, pool, null_mut()));
        assert_eq!(asked(pool, A::cudaMemPoolAttrUsedMemCurrent), 1024);
        fine(cudaFreeAsync(first, null_mut()));
        fine(cudaFree(second));
        assert_eq!(asked(pool, A::cudaMemPoolAttrUsedMemCurrent), 0);
        assert_eq!(asked(pool, A::cudaMemPoolAttrUsedMemHigh), 1024);
        let mut zero = 0_u64;
        let high = A::cudaMemPoolAttrUsedMemHigh;
        fine(cudaMemPoolSetAttribute(pool, high, (&raw mut zero).cast()));
        assert_eq!(asked(pool, high), 0);
        fine(cudaMemPoolDestroy(pool));
        refused(cudaMemPoolDestroy(pool), INVALID);
        refused(
            cudaMallocFromPoolAsync(&mut first, 4, pool, null_mut()),
            INVALID,
        );
    }
}

#[test]
fn memory_comes_from_the_pool_that_is_set_until_that_is_ended() {
    use cudaMemPoolAttr as A;
    let _alone = alone();
    select(SMALL);
    let (own, other) = (created(SMALL), created(T4));
    let (mut first, mut current, mut place) = (null_mut(), null_mut(), null_mut());
    // SAFETY: live places, memory of the pool.
    unsafe {
        fine(cudaDeviceGetDefaultMemPool(&mut first, SMALL));
        refused(cudaDeviceSetMemPool(SMALL, other), INVALID);
        fine(cudaDeviceSetMemPool(SMALL, own));
        fine(cudaMallocAsync(&mut place, 8, null_mut()));
        assert_eq!(asked(own, A::cudaMemPoolAttrUsedMemCurrent), 8);
        fine(cudaMemPoolDestroy(own));
        fine(cudaDeviceGetMemPool(&mut current, SMALL));
        assert_eq!(current, first);
        refused(cudaMemPoolDestroy(first), INVALID);
        fine(cudaFree(place));
        fine(cudaMemPoolDestroy(other));
    }
}

#[test]
fn what_a_pool_keeps_and_who_may_use_it_are_set_and_asked() {
    use cudaMemPoolAttr as A;
    let _together = together();
    select(SMALL);
    let pool = created(SMALL);
    let threshold = A::cudaMemPoolAttrReleaseThreshold;
    let mut bytes = 1_u64 << 40;
    let mut flags = cudaMemAccessFlags::cudaMemAccessFlagsProtNone;
    let mut access = cudaMemAccessDesc {
        location: cudaMemLocation {
            type_: cudaMemLocationType::cudaMemLocationTypeDevice,
            id: SMALL,
        },
        flags: cudaMemAccessFlags::cudaMemAccessFlagsProtReadWrite,
    };
    // SAFETY: live places of the attributes' sizes.
    unsafe {
        fine(cudaMemPoolSetAttribute(
            pool,
            threshold,
            (&raw mut bytes).cast(),
        ));
        assert_eq!(asked(pool, threshold), bytes);
        let used = A::cudaMemPoolAttrUsedMemCurrent;
        refused(
            cudaMemPoolSetAttribute(pool, used, (&raw mut bytes).cast()),
            INVALID,
        );
        let mut choice = 7_u32;
        let reuse = A::cudaMemPoolReuseAllowOpportunistic;
        fine(cudaMemPoolGetAttribute(
            pool,
            reuse,
            (&raw mut choice).cast(),
        ));
        assert_eq!(choice, 1);
        fine(cudaMemPoolSetAccess(pool, &access, 1));
        fine(cudaMemPoolGetAccess(&mut flags, pool, &mut access.location));
        assert_eq!(flags, cudaMemAccessFlags::cudaMemAccessFlagsProtReadWrite);
        access.location.id = T4;
        refused(
            cudaMemPoolSetAccess(pool, &access, 1),
            cudaError::cudaErrorPeerAccessUnsupported,
        );
        fine(cudaMemPoolTrimTo(pool, 0));
        fine(cudaMemPoolDestroy(pool));
    }
}

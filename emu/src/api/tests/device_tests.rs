use super::*;
use crate::api::allocation::cudaMemGetInfo;
use crate::api::tests_support::*;

#[test]
fn there_are_as_many_devices_as_are_described_and_each_can_be_current() {
    let _together = together();
    let (mut count, mut now) = (0, -1);
    // SAFETY: live integers.
    unsafe {
        fine(cudaGetDeviceCount(&mut count));
        assert_eq!(count, 5);
        for number in 0..count {
            select(number);
            fine(cudaGetDevice(&mut now));
            assert_eq!(now, number);
        }
        for none in [-1, count] {
            refused(cudaSetDevice(none), cudaError::cudaErrorInvalidDevice);
        }
        let other = std::thread::spawn(|| {
            let mut now = -1;
            fine(cudaGetDevice(&mut now));
            now
        });
        assert_eq!(
            other.join().unwrap(),
            0,
            "the current device is of the thread"
        );
    }
}

#[test]
fn properties_and_attributes_say_the_same() {
    let _together = together();
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        let mut properties: cudaDeviceProp = std::mem::zeroed();
        fine(cudaGetDeviceProperties(&mut properties, T4));
        assert_eq!(CStr::from_ptr(properties.name.as_ptr()), c"emulated t4");
        assert_eq!((properties.major, properties.minor), (7, 5));
        let mut value = 0;
        for (attribute, property) in [
            (
                cudaDeviceAttr::cudaDevAttrMultiProcessorCount,
                properties.multiProcessorCount,
            ),
            (
                cudaDeviceAttr::cudaDevAttrCooperativeLaunch,
                properties.cooperativeLaunch,
            ),
            (cudaDeviceAttr::cudaDevAttrWarpSize, properties.warpSize),
        ] {
            fine(cudaDeviceGetAttribute(&mut value, attribute, T4));
            assert_eq!(value, property);
        }
        select(T4);
        let (mut free, mut total) = (0, 0);
        fine(cudaMemGetInfo(&mut free, &mut total));
        assert_eq!(total, properties.totalGlobalMem);
        refused(
            cudaGetDeviceProperties(&mut properties, 99),
            cudaError::cudaErrorInvalidDevice,
        );
    }
}

#[test]
fn a_limit_is_kept_and_one_that_is_not_there_refused() {
    let _together = together();
    let mut value = 0;
    // SAFETY: a live integer.
    unsafe {
        let limit = cudaLimit::cudaLimitPrintfFifoSize;
        fine(cudaDeviceSetLimit(limit, 12345));
        fine(cudaDeviceGetLimit(&mut value, limit));
        assert_eq!(value, 12345);
        refused(
            cudaDeviceSetLimit(cudaLimit(77), 1),
            cudaError::cudaErrorUnsupportedLimit,
        );
    }
}

#[test]
fn the_bus_id_needs_its_place() {
    let _together = together();
    let mut text = [1; 13];
    // SAFETY: the place is as long as is said.
    unsafe {
        fine(cudaDeviceGetPCIBusId(text.as_mut_ptr(), 13, 0));
        assert_eq!(CStr::from_ptr(text.as_ptr()), c"0000:01:00.0");
        refused(
            cudaDeviceGetPCIBusId(text.as_mut_ptr(), 12, 0),
            cudaError::cudaErrorInvalidValue,
        );
    }
}

#[test]
fn devices_of_one_kind_can_be_peers_and_what_cannot_be_is_refused_with_its_code() {
    use cudaError as E;
    let _together = together();
    let can = |device, peer| {
        let mut can = -1;
        // SAFETY: a live place.
        fine(unsafe { cudaDeviceCanAccessPeer(&mut can, device, peer) });
        can
    };
    assert_eq!((can(SMALL, BROKEN), can(BROKEN, SMALL)), (1, 1));
    assert_eq!((can(SMALL, T4), can(SMALL, SMALL)), (0, 0));
    select(SMALL);
    // SAFETY: takes numbers; a live place.
    unsafe {
        refused(
            cudaDeviceEnablePeerAccess(T4, 0),
            E::cudaErrorPeerAccessUnsupported,
        );
        refused(
            cudaDeviceEnablePeerAccess(SMALL, 0),
            E::cudaErrorInvalidDevice,
        );
        refused(
            cudaDeviceEnablePeerAccess(BROKEN, 1),
            E::cudaErrorInvalidValue,
        );
        refused(
            cudaDeviceDisablePeerAccess(BROKEN),
            E::cudaErrorPeerAccessNotEnabled,
        );
        fine(cudaDeviceEnablePeerAccess(BROKEN, 0));
        refused(
            cudaDeviceEnablePeerAccess(BROKEN, 0),
            E::cudaErrorPeerAccessAlreadyEnabled,
        );
        fine(cudaDeviceDisablePeerAccess(BROKEN));
        refused(
            cudaDeviceDisablePeerAccess(BROKEN),
            E::cudaErrorPeerAccessNotEnabled,
        );
        refused(
            cudaDeviceCanAccessPeer(&mut 0, SMALL, 99),
            E::cudaErrorInvalidDevice,
        );
        refused(cudaDeviceEnablePeerAccess(99, 0), E::cudaErrorInvalidDevice);
    }
}

#[test]
fn what_changes_nothing_here_is_taken_and_answered() {
    let _together = together();
    let (mut flags, mut config) = (0, cudaFuncCache::cudaFuncCachePreferL1);
    let (mut least, mut greatest) = (1, 1);
    // SAFETY: live places.
    unsafe {
        fine(cudaInitDevice(SMALL, 0, 0));
        refused(cudaInitDevice(99, 0, 0), cudaError::cudaErrorInvalidDevice);
        fine(cudaSetDeviceFlags(cuda_sys::cudaDeviceScheduleYield));
        fine(cudaGetDeviceFlags(&mut flags));
        assert_ne!(flags & cuda_sys::cudaDeviceMapHost, 0);
        fine(cudaDeviceSetCacheConfig(
            cudaFuncCache::cudaFuncCachePreferShared,
        ));
        fine(cudaDeviceGetCacheConfig(&mut config));
        assert_eq!(config, cudaFuncCache::cudaFuncCachePreferNone);
        fine(cudaDeviceGetStreamPriorityRange(&mut least, &mut greatest));
        assert_eq!((least, greatest), (0, -5));
        fine(cudaDeviceGetStreamPriorityRange(
            std::ptr::null_mut(),
            std::ptr::null_mut(),
        ));
    }
}

#[test]
fn a_device_is_found_by_its_bus_id() {
    let _together = together();
    let (mut text, mut number) = ([0; 16], -1);
    // SAFETY: live places.
    unsafe {
        fine(cudaDeviceGetPCIBusId(text.as_mut_ptr(), 16, T4));
        fine(cudaDeviceGetByPCIBusId(&mut number, text.as_ptr()));
        assert_eq!(number, T4);
        // Without the domain, and in small letters.
        fine(cudaDeviceGetByPCIBusId(&mut number, c"01:00.0".as_ptr()));
        assert_eq!(number, SMALL);
        let invalid = cudaError::cudaErrorInvalidValue;
        for wrong in [c"", c"0000:ff:00.0", c"01"] {
            refused(
                cudaDeviceGetByPCIBusId(&mut number, wrong.as_ptr()),
                cudaError::cudaErrorInvalidDevice,
            );
        }
        refused(
            cudaDeviceGetByPCIBusId(&mut number, std::ptr::null()),
            invalid,
        );
    }
}

use super::*;
use crate::judge::{Access, Memory};

fn registry() -> Registry {
    Registry::new(
        vec![1 << 20; 3],
        ["one", "one", "other"].map(str::to_owned).into(),
        true,
    )
}

fn reason(registry: &Registry, device: usize, address: usize, bytes: usize) -> String {
    let fault = registry
        .view(device)
        .check(address, bytes, Access::Read)
        .unwrap_err();
    assert_eq!(fault.code, cudaError::cudaErrorIllegalAddress);
    fault.reason
}

#[test]
fn an_access_inside_is_let_pass_and_the_whole_allocation_named() {
    let mut registry = registry();
    let start = registry.allocate(0, 1000, Kind::Device, 0).unwrap();
    let view = registry.view(0);
    assert_eq!(
        view.check(start + 996, 4, Access::Write),
        Ok(start..start + 1000)
    );
    assert_eq!(
        view.check(start, 1000, Access::Read),
        Ok(start..start + 1000)
    );
}

#[test]
fn an_access_outside_is_refused_with_how_far_outside() {
    let mut registry = registry();
    let start = registry.allocate(0, 1000, Kind::Device, 0).unwrap();
    let past = reason(&registry, 0, start + 1004, 4);
    assert_eq!(
        past,
        "4 bytes past the end of an allocation of 1000 bytes of device memory"
    );
    let partly = reason(&registry, 0, start + 998, 4);
    assert!(
        partly.starts_with("its last 2 bytes are past the end"),
        "{partly}"
    );
    let before = reason(&registry, 0, start - 8, 4);
    assert!(
        before.starts_with("8 bytes before an allocation of 1000 bytes"),
        "{before}"
    );
    assert!(reason(&registry, 0, 0, 4).contains("null pointer"));
    let local = 0_u32;
    assert!(reason(&registry, 0, &raw const local as usize, 4).contains("host memory"));
}

#[test]
fn memory_of_another_device_is_refused_and_pinned_memory_is_not() {
    let mut registry = registry();
    let device = registry.allocate(2, 64, Kind::Device, 0).unwrap();
    let pinned = registry.allocate(2, 64, Kind::Pinned, 0).unwrap();
    let never = reason(&registry, 0, device, 4);
    assert!(
        never.starts_with("memory of device 2, which device 0 cannot access"),
        "{never}"
    );
    assert!(registry.view(0).check(pinned, 64, Access::Atomic).is_ok());
}

#[test]
fn memory_of_a_peer_is_reached_one_way_while_that_is_enabled_and_not_its_pool() {
    let mut registry = registry();
    let here = registry.allocate(0, 64, Kind::Device, 0).unwrap();
    let there = registry.allocate(1, 64, Kind::Device, 0).unwrap();
    let pooled = registry.allocate(1, 64, Kind::Device, 0).unwrap();
    registry.starting_at(pooled).unwrap().pooled = true;
    let closed = reason(&registry, 0, there, 4);
    assert!(
        closed.ends_with("only after cudaDeviceEnablePeerAccess(1, 0) with device 0 current"),
        "{closed}"
    );

    registry.peers.enable(0, 1).unwrap();
    assert_eq!(
        registry.view(0).check(there + 60, 4, Access::Write),
        Ok(there..there + 64)
    );
    assert!(reason(&registry, 0, there + 62, 4).contains("past the end"));
    assert!(reason(&registry, 0, pooled, 4).contains("of its pool"));
    assert!(reason(&registry, 1, here, 4).contains("only after"));

    registry.reset(1);
    let there = registry.allocate(1, 64, Kind::Device, 0).unwrap();
    assert!(reason(&registry, 0, there, 4).contains("only after"));
}

#[test]
fn freed_memory_is_remembered_and_freed_once() {
    let mut registry = registry();
    let start = registry.allocate(0, 256, Kind::Device, 0).unwrap();
    assert!(registry.free(start + 4, &[Kind::Device]).is_none());
    assert!(registry.free(start, &[Kind::Pinned]).is_none());
    assert!(registry.free(start, &[Kind::Device]).is_some());
    assert!(registry.free(start, &[Kind::Device]).is_none());
    assert_eq!(
        reason(&registry, 0, start + 16, 4),
        "byte 16 of 256 bytes of device memory that were freed"
    );
    assert!(matches!(registry.place(start), Location::Freed(_)));
    let next = registry.allocate(0, 256, Kind::Device, 0).unwrap();
    assert_ne!(next, start, "the address rests");
}

#[test]
fn a_device_has_no_more_than_its_capacity_and_gets_it_back() {
    let mut registry = registry();
    assert_eq!(registry.available(0), 1 << 20);
    let start = registry.allocate(0, 1 << 20, Kind::Device, 0).unwrap();
    assert_eq!(registry.available(0), 0);
    let full = registry.allocate(0, 1, Kind::Device, 0);
    assert_eq!(full, Err(cudaError::cudaErrorMemoryAllocation));
    registry.free(start, &[Kind::Device]);
    assert_eq!(registry.available(0), 1 << 20);
    assert!(registry.allocate(0, 1, Kind::Device, 0).is_ok());
}

#[test]
fn the_programs_own_memory_is_registered_once() {
    let mut registry = registry();
    let memory = [0_u64; 16];
    let start = memory.as_ptr() as usize;
    assert_eq!(registry.place(start), Location::Host);
    assert_eq!(registry.register(start, 128, 0, 0), Ok(()));
    let twice = registry.register(start + 64, 8, 0, 0);
    assert_eq!(twice, Err(cudaError::cudaErrorHostMemoryAlreadyRegistered));
    assert!(registry.view(0).check(start, 128, Access::Write).is_ok());
    assert!(registry.free(start, &[Kind::Registered]).is_some());
    assert_eq!(registry.place(start), Location::Host);
}

#[test]
fn a_reset_frees_what_the_device_has_and_nothing_else() {
    let mut registry = registry();
    let first = registry.allocate(0, 64, Kind::Device, 0).unwrap();
    let second = registry.allocate(1, 64, Kind::Device, 0).unwrap();
    registry.reset(0);
    assert!(matches!(registry.place(first), Location::Freed(_)));
    assert!(matches!(registry.place(second), Location::In(_)));
}

#[test]
fn the_shadow_tells_what_was_written_and_a_copy_takes_it_along() {
    let mut registry = registry();
    let from = registry.allocate(0, 64, Kind::Device, 0).unwrap();
    let to = registry.allocate(0, 64, Kind::Device, 0).unwrap();
    let managed = registry.allocate(0, 64, Kind::Managed, 0).unwrap();
    let shadow = |start| {
        let Location::In(found) = registry.place(start) else {
            panic!("{start:#x} is allocated")
        };
        // SAFETY: the shadow of an allocation of 64 bytes.
        let read = |shadow| unsafe { std::slice::from_raw_parts(shadow as *const u8, 64) };
        found.shadow.map(read)
    };
    registry.wrote(from + 8, None, 4);
    registry.wrote(to, None, 64);
    registry.wrote(to, Some(from), 32);
    let to = shadow(to).unwrap();
    assert!(to[..8].iter().all(|&note| note == 0), "{to:?}");
    assert_eq!((&to[8..12], to[12], to[31], to[32]), (&[1; 4][..], 0, 0, 1));
    assert_eq!(shadow(managed), None);
}

//! The occupancy formula and the block-size search against NVIDIA's own calculator, which comes
//! with the toolkit and needs no GPU.
#![cfg(feature = "cuda")]

mod oracle;

use coop::block_size::max_potential_block_size;
use coop::occupancy::{DeviceLimits, KernelResources, devices, occupancy};
use std::collections::BTreeSet;
use std::convert::Infallible;

const DEVICES: [(&str, DeviceLimits); 10] = [
    ("P100, sm_60", devices::P100),
    ("Jetson TX2, sm_62", JETSON_TX2),
    ("V100, sm_70", devices::V100),
    ("T4, sm_75", devices::T4),
    ("A100, sm_80", devices::A100),
    ("RTX 3090, sm_86", devices::RTX_3090),
    ("L4, sm_89", devices::L4),
    ("H100 and H200, sm_90", devices::H200),
    ("B200, sm_100", devices::B200),
    ("RTX 5090, sm_120", devices::RTX_5090),
];

/// The last kind of device on which a block cannot have all the registers of a multiprocessor.
const JETSON_TX2: DeviceLimits = DeviceLimits {
    compute_capability: (6, 2),
    multiprocessors: 2,
    registers_per_block: 32 * 1024,
    ..devices::P100
};

const REGISTERS: [u32; 14] = [0, 1, 16, 24, 32, 33, 40, 48, 64, 72, 96, 128, 168, 255];
const THREADS: [u32; 19] = [
    1, 31, 32, 33, 64, 96, 100, 128, 192, 256, 257, 320, 384, 512, 640, 768, 1000, 1024, 1025,
];
const STATIC_SHARED: [u32; 5] = [0, 16, 4096, 16_385, 48 * 1024];
/// Launch bound and barriers.
const BOUNDS: [(u32, u32); 5] = [(1024, 1), (1024, 0), (1024, 7), (1024, 16), (256, 1)];

/// The devices that the calculator of this toolkit knows: before 12.8 it ends with Hopper.
fn known_devices() -> impl Iterator<Item = (&'static str, DeviceLimits, oracle::Device)> {
    DEVICES.into_iter().filter_map(|(name, device)| {
        let oracle = oracle::Device::from(&device);
        let known = oracle.is_known();
        if !known {
            println!("{name}: skipped, the calculator of this toolkit does not know it");
            assert!(
                device.compute_capability >= (10, 0),
                "every toolkit since 12.0 knows {name}"
            );
        }
        known.then_some((name, device, oracle))
    })
}

/// Most dynamic shared memory a kernel can have: without opting in, and with.
fn dynamic_limits(device: &DeviceLimits, static_shared: u32) -> [u32; 2] {
    [
        device.shared_bytes_per_block,
        device.shared_bytes_per_block_optin,
    ]
    .map(|limit| limit - static_shared)
}

/// From none to more than a block can have, with both sides of every allocation step that matters.
fn dynamic_sizes(device: &DeviceLimits, static_shared: u32) -> BTreeSet<u32> {
    let most = device.shared_bytes_per_block_optin;
    let fractions = (1..=device.max_blocks_per_multiprocessor).map(|blocks| {
        let share = device.shared_bytes_per_multiprocessor / blocks;
        share.saturating_sub(device.reserved_shared_bytes_per_block + static_shared)
    });
    let steps = (0..=most).step_by(8 * 1024);
    let limits = dynamic_limits(device, static_shared).into_iter();
    let mut sizes = BTreeSet::from([127, 128, 129, 255, 256, 257, 1000, most + 1, 1 << 20]);
    for size in fractions.chain(steps).chain(limits) {
        sizes.extend([size.saturating_sub(1), size, size + 1]);
    }
    sizes
}

#[test]
fn every_limit_equals_nvidias_calculator_on_every_device() {
    for (name, device, oracle) in known_devices() {
        let (mut compared, mut resident) = (0_u64, BTreeSet::new());
        for kernel in kernels(&device) {
            let oracle_kernel = oracle::Kernel::from(&kernel);
            for dynamic in dynamic_sizes(&device, kernel.static_shared_bytes) {
                for threads in THREADS {
                    let mut expected = oracle.occupancy(&oracle_kernel, threads, dynamic);
                    if threads > kernel.max_threads_per_block {
                        // The calculator leaves the launch bound to its caller.
                        expected.by_threads = 0;
                        expected.blocks = 0;
                        expected.limiting = oracle::limiting::THREADS;
                    }
                    let found = occupancy(&kernel, &device, threads, dynamic);
                    let launch = || format!("{name}: {threads} threads, {dynamic} B, {kernel:?}");
                    let limits = [
                        Some(found.blocks_per_multiprocessor),
                        Some(found.by_threads),
                        Some(found.by_blocks),
                        found.by_registers,
                        found.by_shared,
                        found.by_barriers,
                    ];
                    assert_eq!(limits, expected.limits(), "{}", launch());
                    // Several resources can be equally scarce: ours must be one of them.
                    let bit = oracle::limiting::bit(found.limited_by);
                    assert!(expected.limiting & bit != 0, "{found:?}, {}", launch());
                    compared += 1;
                    resident.insert(found.blocks_per_multiprocessor);
                }
            }
        }
        println!(
            "{name}: {compared} launches equal, {} different answers",
            resident.len()
        );
        assert!(resident.contains(&0) && resident.contains(&device.max_blocks_per_multiprocessor));
    }
}

#[test]
fn the_limiting_resource_is_nvidias_wherever_there_is_only_one() {
    let mut seen = BTreeSet::new();
    for (name, device, oracle) in known_devices() {
        for kernel in kernels(&device) {
            let oracle_kernel = oracle::Kernel::from(&kernel);
            for dynamic in (0..=device.shared_bytes_per_block_optin).step_by(12 * 1024) {
                for threads in THREADS
                    .into_iter()
                    .filter(|&n| n <= kernel.max_threads_per_block)
                {
                    let expected = oracle.occupancy(&oracle_kernel, threads, dynamic);
                    if expected.scarcest().count_ones() > 1 {
                        continue;
                    }
                    let found = occupancy(&kernel, &device, threads, dynamic).limited_by;
                    let bit = oracle::limiting::bit(found);
                    assert_eq!(
                        bit,
                        expected.scarcest(),
                        "{name}: {threads} {dynamic} {kernel:?}"
                    );
                    seen.insert(found.to_string());
                }
            }
        }
    }
    let all = [
        "barriers",
        "registers",
        "resident blocks",
        "shared memory",
        "threads",
    ];
    assert!(
        seen.iter().eq(all),
        "each resource limits some launch: {seen:?}"
    );
}

#[test]
fn the_block_size_found_equals_nvidias_search_on_every_device() {
    let mut fitting = 0;
    let mut compared = 0;
    for (name, device, oracle) in known_devices() {
        for kernel in kernels(&device) {
            for bound in [1, 33, 100, 256, 1000, 1024] {
                let kernel = KernelResources {
                    max_threads_per_block: bound,
                    ..kernel
                };
                let oracle_kernel = oracle::Kernel::from(&kernel);
                for (fixed, per_thread) in [
                    (0, 0),
                    (5000, 0),
                    (100_000, 0),
                    (0, 4),
                    (0, 40),
                    (0, 100),
                    (0, 1500),
                ] {
                    let expected = if per_thread == 0 {
                        oracle.block_size(&oracle_kernel, fixed)
                    } else {
                        oracle.block_size_variable(&oracle_kernel, per_thread)
                    };
                    let Ok(found) = max_potential_block_size::<Infallible>(&device, bound, |n| {
                        let dynamic = fixed + n * per_thread;
                        Ok(occupancy(&kernel, &device, n, dynamic).blocks_per_multiprocessor)
                    });
                    assert_eq!(
                        found, expected,
                        "{name}: {fixed} + n * {per_thread}, {kernel:?}"
                    );
                    compared += 1;
                    fitting += u64::from(found.is_some());
                }
            }
        }
    }
    println!("{compared} searches equal, {fitting} of them with a block size that fits");
    assert!(0 < fitting && fitting < compared);
}

/// Kernels of every kind, before and after opting in to all the shared memory of `device`.
fn kernels(device: &DeviceLimits) -> Vec<KernelResources> {
    let mut kernels = Vec::new();
    for registers_per_thread in REGISTERS {
        for static_shared_bytes in STATIC_SHARED {
            for max_dynamic_shared_bytes in dynamic_limits(device, static_shared_bytes) {
                kernels.extend(
                    BOUNDS.map(|(max_threads_per_block, barriers)| KernelResources {
                        registers_per_thread,
                        static_shared_bytes,
                        max_threads_per_block,
                        max_dynamic_shared_bytes,
                        barriers,
                    }),
                );
            }
        }
    }
    kernels
}

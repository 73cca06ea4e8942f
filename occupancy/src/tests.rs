use super::*;

/// A kernel that takes next to nothing and has opted in to all the shared memory of any device.
const SMALL: KernelResources = KernelResources {
    registers_per_thread: 16,
    static_shared_bytes: 0,
    max_threads_per_block: 1024,
    max_dynamic_shared_bytes: 227 * 1024,
    barriers: 1,
};

fn blocks(
    kernel: &KernelResources,
    device: &DeviceLimits,
    threads: u32,
    dynamic: u32,
) -> (u32, Resource) {
    let found = occupancy(kernel, device, threads, dynamic);
    (found.blocks_per_multiprocessor, found.limited_by)
}

#[test]
fn shared_memory_of_0_48_100_227_228_kib_leaves_8_4_2_1_0_blocks_on_an_h200() {
    let found = [0, 48, 100, 227, 228].map(|kib| blocks(&SMALL, &devices::H200, 256, kib * 1024).0);
    assert_eq!(found, [8, 4, 2, 1, 0]);
}

#[test]
fn a_debug_build_that_takes_all_barriers_leaves_4_blocks_on_an_h200() {
    let debug = KernelResources {
        barriers: MAX_BARRIERS_PER_BLOCK,
        ..SMALL
    };
    assert_eq!(
        blocks(&SMALL, &devices::H200, 64, 0),
        (32, Resource::Threads)
    );
    assert_eq!(
        blocks(&debug, &devices::H200, 64, 0),
        (4, Resource::Barriers)
    );
    assert_eq!(
        blocks(&debug, &devices::H200, 256, 0),
        (4, Resource::Barriers)
    );
    assert_eq!(occupancy(&debug, &devices::A100, 256, 0).by_barriers, None);
}

#[test]
fn a_partly_filled_warp_takes_as_much_as_a_full_one() {
    for threads in [225, 255, 256] {
        assert_eq!(
            blocks(&SMALL, &devices::T4, threads, 0),
            (4, Resource::Threads),
            "{threads} threads"
        );
    }
    assert_eq!(blocks(&SMALL, &devices::T4, 257, 0), (3, Resource::Threads));
}

#[test]
fn a_block_of_no_threads_or_beyond_the_launch_bound_never_fits() {
    let bounded = KernelResources {
        max_threads_per_block: 256,
        ..SMALL
    };
    assert_eq!(blocks(&SMALL, &devices::H200, 0, 0), (0, Resource::Threads));
    assert_eq!(
        blocks(&SMALL, &devices::H200, 1025, 0),
        (0, Resource::Threads)
    );
    assert_eq!(
        blocks(&bounded, &devices::H200, 256, 0),
        (8, Resource::Threads)
    );
    assert_eq!(
        blocks(&bounded, &devices::H200, 257, 0),
        (0, Resource::Threads)
    );
}

#[test]
fn dynamic_shared_memory_beyond_the_opt_in_of_the_kernel_never_fits() {
    let closed = KernelResources {
        max_dynamic_shared_bytes: 48 * 1024,
        ..SMALL
    };
    assert_eq!(blocks(&closed, &devices::H200, 256, 48 * 1024).0, 4);
    assert_eq!(
        blocks(&closed, &devices::H200, 256, 48 * 1024 + 1),
        (0, Resource::SharedMemory)
    );
    assert_eq!(blocks(&SMALL, &devices::H200, 256, 60_000).0, 3);
}

#[test]
fn registers_left_over_in_a_quarter_of_the_multiprocessor_are_lost() {
    // 72 registers are 2304 a warp: 7 warps in each quarter of 16384, 28 in all, though 65536 would
    // hold 28.4.
    let kernel = KernelResources {
        registers_per_thread: 72,
        ..SMALL
    };
    assert_eq!(
        occupancy(&kernel, &devices::H200, 32, 0).by_registers,
        Some(28)
    );
    // 96 registers are 3072 a warp: 5 in each quarter, 20 in all, though 65536 would hold 21.
    let kernel = KernelResources {
        registers_per_thread: 96,
        ..SMALL
    };
    assert_eq!(
        blocks(&kernel, &devices::H200, 32, 0),
        (20, Resource::Registers)
    );
}

#[test]
fn a_kernel_without_registers_or_shared_memory_is_not_limited_by_them() {
    let kernel = KernelResources {
        registers_per_thread: 0,
        barriers: 0,
        ..SMALL
    };
    let found = occupancy(&kernel, &devices::T4, 32, 0);
    assert_eq!(
        (found.by_registers, found.by_shared, found.by_barriers),
        (None, None, None)
    );
    assert_eq!(
        (found.blocks_per_multiprocessor, found.limited_by),
        (16, Resource::Blocks)
    );
}

#[test]
fn figures_no_device_has_give_an_answer_and_no_panic() {
    let most = KernelResources {
        registers_per_thread: u32::MAX,
        static_shared_bytes: u32::MAX,
        max_threads_per_block: u32::MAX,
        max_dynamic_shared_bytes: u32::MAX,
        barriers: u32::MAX,
    };
    let widest = DeviceLimits {
        warp_size: u32::MAX,
        max_threads_per_block: u32::MAX,
        ..devices::H200
    };
    let narrowest = DeviceLimits {
        warp_size: 0,
        ..devices::H200
    };
    for device in [devices::H200, widest, narrowest] {
        for kernel in [SMALL, most] {
            for threads in [0, 1, u32::MAX] {
                let found = occupancy(&kernel, &device, threads, u32::MAX);
                assert_eq!(
                    found.blocks_per_multiprocessor, 0,
                    "{device:?} {kernel:?} {threads}"
                );
            }
        }
    }
}

//! How many blocks are resident at once: what coop says, what its formula says and what CUDA answers are one number.

mod support;

use coop::occupancy::{KernelResources, MAX_BARRIERS_PER_BLOCK, Resource, occupancy};
use coop::{
    Args, Block, Cluster, Clusters, CooperativeKernel, Device, DeviceBuffer, Error, SharedBytes,
    Stream,
};
use coop_kernels::cg::{cg_block_1, cg_block_2};
use coop_kernels::reduce::{reduce_f32, reduce_f64};
use coop_kernels::two_pass::two_pass;
use support::raw;
use test_support::{gpu, say};

// csrc/test/residency.cu
coop::kernels! {
    /// 4 terms.
    cooperative fn few_registers(coefficients: *const u32, point: *mut u32, values: *mut u32);

    /// 72 terms.
    cooperative fn some_registers(coefficients: *const u32, point: *mut u32, values: *mut u32);

    /// 180 terms.
    cooperative fn many_registers(coefficients: *const u32, point: *mut u32, values: *mut u32);

    /// 48 terms, blocks of at most 256 threads.
    cooperative fn bounded_registers(coefficients: *const u32, point: *mut u32, values: *mut u32);

    /// 4 terms, in static shared memory.
    cooperative fn static_shared(coefficients: *const u32, point: *mut u32, values: *mut u32);

    /// Takes every barrier that a block can name.
    cooperative fn every_barrier(arrived: *mut u32, seen: *mut u32, name: u32);

    /// What each block finds through its cluster and the grid.
    cooperative fn cluster_totals(partial: *mut u32, totals: *mut u32);
}

type Polynomial = CooperativeKernel<(*const u32, *mut u32, *mut u32)>;

/// Each kernel with the number of its terms.
const POLYNOMIALS: [(&Polynomial, u32); 5] = [
    (&few_registers, 4),
    (&some_registers, 72),
    (&many_registers, 180),
    (&bounded_registers, 48),
    (&static_shared, 4),
];

const SECONDS: u64 = 20;
const KIB: u32 = 1024;

/// What CUDA reports of a kernel, as the formula takes it.
fn resources<A: Args>(kernel: &CooperativeKernel<A>) -> KernelResources {
    let attributes = raw::attributes(kernel.as_raw().unwrap());
    KernelResources {
        registers_per_thread: attributes.numRegs.unsigned_abs(),
        static_shared_bytes: attributes.sharedSizeBytes as u32,
        max_threads_per_block: attributes.maxThreadsPerBlock.unsigned_abs(),
        max_dynamic_shared_bytes: attributes.maxDynamicSharedSizeBytes.unsigned_abs(),
        barriers: 1,
    }
}

/// Asserts that the query, the formula and coop agree, and returns the number: 0 where coop refuses. `None` for a block
/// beyond the launch bound, which the query does not look at.
fn agreed<A: Args>(
    kernel: &CooperativeKernel<A>,
    device: Device,
    threads: u32,
    dynamic: u32,
) -> Option<u32> {
    let prepared = kernel.residency(threads, SharedBytes(dynamic));
    let query = raw::blocks_per_multiprocessor(kernel.as_raw().unwrap(), threads, dynamic);
    let resources = resources(kernel);
    let formula = occupancy(&resources, device.limits().unwrap(), threads, dynamic);
    let what = format!(
        "`{}`, {threads} threads, {dynamic} B, {resources:?}",
        kernel.name()
    );
    if threads > resources.max_threads_per_block {
        // The launch itself does look at it, and so do coop and the formula.
        assert_eq!(formula.blocks_per_multiprocessor, 0, "{what}");
        assert!(
            matches!(prepared, Err(Error::BlockTooLarge { .. })),
            "{what}"
        );
        return None;
    }
    assert_eq!(formula.blocks_per_multiprocessor, query, "{what}");
    match prepared {
        Ok(residency) => {
            assert_eq!(
                (residency.blocks_per_multiprocessor(), residency.formula()),
                (query, query),
                "{what}"
            );
            assert_eq!(residency.limited_by(), formula.limited_by, "{what}");
        }
        Err(
            Error::BlockTooLarge { .. }
            | Error::SharedMemoryTooLarge { .. }
            | Error::NoResidentBlock { .. },
        ) => assert_eq!(query, 0, "{what}"),
        Err(error) => panic!("{what}: {error}"),
    }
    Some(query)
}

#[test]
fn the_formula_is_the_query_for_every_kernel_block_and_amount_of_shared_memory() {
    let Some(device) = gpu::device() else {
        return;
    };
    let most = device.limits().unwrap().shared_bytes_per_block_optin;
    // Ten that every kernel here takes, and some beyond the launch bound of two.
    let blocks = [1, 32, 33, 64, 96, 100, 128, 160, 192, 256, 384, 512, 1024];
    let shared = [
        0,
        1,
        KIB,
        10_000,
        24 * KIB,
        48 * KIB,
        48 * KIB + 1,
        64 * KIB,
        100 * KIB,
        most,
    ];
    let (mut compared, mut fitting) = (0, 0);
    for (kernel, _) in POLYNOMIALS {
        for threads in blocks {
            for dynamic in shared {
                let agreed = agreed(kernel, device, threads, dynamic);
                compared += u32::from(agreed.is_some());
                fitting += u32::from(agreed > Some(0));
            }
        }
    }
    say(&format!(
        "residency: {compared} launches compared, all equal; of {fitting} at least one block fits"
    ));
    assert!(compared >= 500 && fitting >= compared / 2);
}

#[test]
fn kernels_of_the_package_spill_nothing_and_are_as_resident_as_the_formula_says() {
    fn check<A: Args>(kernel: &CooperativeKernel<A>, device: Device) {
        let attributes = raw::attributes(kernel.as_raw().unwrap());
        // A debug build keeps its variables in local memory.
        assert_eq!(attributes.localSizeBytes, 0, "`{}`", kernel.name());
        let most = resources(kernel).max_threads_per_block;
        assert!(most >= 256, "`{}`: {most} threads", kernel.name());
        for threads in (32..=most).step_by(32) {
            assert!(agreed(kernel, device, threads, 0) > Some(0));
        }
    }
    let Some(device) = gpu::device() else {
        return;
    };
    check(&two_pass, device);
    check(&reduce_f32, device);
    check(&reduce_f64, device);
    check(&cg_block_1, device);
    check(&cg_block_2, device);
    for (kernel, _) in POLYNOMIALS {
        check(kernel, device);
    }
}

#[test]
fn shared_memory_of_0_48_100_227_228_kib_leaves_8_4_2_1_0_blocks_on_an_h200() {
    let Some(device) = gpu::device() else {
        return;
    };
    let limits = device.limits().unwrap();
    if (limits.compute_capability, limits.multiprocessors) != ((9, 0), 132) {
        return gpu::skipped("the device is not one of 132 SMs and capability 9.0");
    }
    for (kib, blocks) in [(0, 8), (48, 4), (100, 2), (227, 1)] {
        let residency = few_registers
            .residency(256, SharedBytes(kib * KIB))
            .unwrap();
        assert_eq!(residency.blocks_per_multiprocessor(), blocks, "{kib} KiB");
        assert_eq!(residency.max_blocks(), u64::from(blocks) * 132, "{kib} KiB");
        let limited_by = if kib == 0 {
            Resource::Threads
        } else {
            Resource::SharedMemory
        };
        assert_eq!(residency.limited_by(), limited_by, "{kib} KiB");
    }
    let refused = few_registers.residency(256, SharedBytes(228 * KIB));
    assert!(
        matches!(refused, Err(Error::SharedMemoryTooLarge { limit, .. }) if limit == 227 * KIB),
        "{refused:?}"
    );
}

/// What each thread of a block finds, where the grid has so many blocks.
fn polynomial_values(coefficients: &[u32], terms: u32, threads: u32, blocks: u32) -> Vec<u32> {
    let point = blocks * (blocks + 1) / 2;
    (0..threads as usize)
        .map(|thread| {
            coefficients[thread..thread + terms as usize]
                .iter()
                .fold(0_u32, |value, &c| value.wrapping_mul(point).wrapping_add(c))
        })
        .collect()
}

/// Launches a grid and asserts what its threads find.
fn evaluate(kernel: &Polynomial, terms: u32, threads: u32, blocks: u32) -> coop::Result<()> {
    let launch = kernel.prepare(threads, SharedBytes(0))?;
    let coefficients: Vec<u32> = (0..threads + terms - 1).map(|i| i * i + 7).collect();
    let input = DeviceBuffer::from_slice(&coefficients)?;
    let mut point = DeviceBuffer::<u32>::zeroed(1)?;
    let mut values = DeviceBuffer::<u32>::zeroed((blocks * threads) as usize)?;
    let stream = Stream::new()?;
    let args = (input.as_ptr(), point.as_mut_ptr(), values.as_mut_ptr());
    // SAFETY: as many coefficients as the threads of a block read, and one value a thread; they live until the stream
    // was waited for; every block reaches the barrier.
    unsafe { launch.launch(blocks, &stream, args) }?;
    gpu::wait(&stream, SECONDS)?;
    let expected = polynomial_values(&coefficients, terms, threads, blocks);
    for (block, found) in values.to_vec()?.chunks(threads as usize).enumerate() {
        assert_eq!(found, expected, "`{}`, block {block}", kernel.name());
    }
    Ok(())
}

#[test]
fn kernels_of_different_registers_have_different_limits_and_run_at_their_own() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let threads = 256;
    let limit = |kernel: &Polynomial| {
        let residency = kernel.residency(threads, SharedBytes(0)).unwrap();
        (residency.max_grid().x, residency.limited_by())
    };
    for (kernel, terms) in POLYNOMIALS {
        let (limit, _) = limit(kernel);
        for blocks in [1, limit - 1, limit] {
            evaluate(kernel, terms, threads, blocks).unwrap();
        }
    }
    let (few, some, many) = (
        limit(&few_registers).0,
        limit(&some_registers).0,
        limit(&many_registers).0,
    );
    assert!(few > some && some > many, "{few}, {some}, {many}");
    assert_eq!(limit(&many_registers).1, Resource::Registers);

    // The limit of one is not that of another.
    let refused = evaluate(&many_registers, 180, threads, few).unwrap_err();
    let text = refused.to_string();
    assert!(
        matches!(refused, Error::GridTooLarge { requested, .. } if requested == u64::from(few)),
        "{text}"
    );
    assert!(
        text.contains("`many_registers`") && text.contains("limited by registers"),
        "{text}"
    );
}

#[test]
fn the_block_size_found_is_the_best_of_all_that_cuda_is_asked_about() {
    let Some(device) = gpu::device() else {
        return;
    };
    let limits = device.limits().unwrap();
    let amounts: [fn(u32) -> u32; 4] = [
        |_| 0,
        |_| 20_000,
        |threads| 16 * threads,
        |threads| 100 * threads,
    ];
    for (kernel, _) in POLYNOMIALS {
        for amount in amounts {
            for at_most in [u32::MAX, 300, 32, 17] {
                let found = kernel
                    .max_potential_block_size(at_most, |threads| SharedBytes(amount(threads)))
                    .unwrap()
                    .expect("a block fits");

                let most = at_most.min(resources(kernel).max_threads_per_block);
                let entry = kernel.as_raw().unwrap();
                // Every multiple of a warp, and the most: a block in between takes the place of the next one up.
                let best = (1..=most)
                    .filter(|threads| threads % limits.warp_size == 0 || *threads == most)
                    .map(|threads| {
                        let blocks =
                            raw::blocks_per_multiprocessor(entry, threads, amount(threads));
                        (blocks * threads, threads, blocks)
                    })
                    .max()
                    .expect("a block size is tried");
                assert_eq!(
                    (found.threads, found.min_grid),
                    (best.1, u64::from(best.2 * limits.multiprocessors)),
                    "`{}`, at most {at_most} threads, {} B a block of 32",
                    kernel.name(),
                    amount(32)
                );
            }
        }
    }
}

#[test]
fn barriers_that_cuda_does_not_report_leave_fewer_blocks_than_the_formula_and_coop_says_so() {
    let Some(device) = gpu::real_device("which barriers a kernel has only nvcc knows") else {
        return;
    };
    let limits = device.limits().unwrap();
    let stream = Stream::new().unwrap();
    for threads in [64, 256, 1024] {
        let launch = every_barrier.prepare(threads, SharedBytes(0)).unwrap();
        let residency = *launch.residency();
        let with_all = KernelResources {
            barriers: MAX_BARRIERS_PER_BLOCK,
            ..resources(&every_barrier)
        };
        let with_all = occupancy(&with_all, limits, threads, 0);
        let query = residency.blocks_per_multiprocessor();
        say(&format!(
            "residency: {threads} threads and every barrier: {query} blocks; formula {} with one barrier, {} with all",
            residency.formula(),
            with_all.blocks_per_multiprocessor
        ));
        assert_eq!(query, with_all.blocks_per_multiprocessor);
        assert_eq!(
            residency.to_string().contains("debug build"),
            query < residency.formula(),
            "{residency}"
        );

        let grid = residency.max_grid();
        let mut arrived = DeviceBuffer::<u32>::zeroed(1).unwrap();
        let mut seen = DeviceBuffer::<u32>::zeroed(grid.count() as usize).unwrap();
        let args = (arrived.as_mut_ptr(), seen.as_mut_ptr(), 15);
        // SAFETY: one element and one a block; they live until the stream was waited for; every block reaches the
        // grid's barrier.
        unsafe { launch.launch(grid, &stream, args) }.unwrap();
        gpu::wait(&stream, SECONDS).unwrap();
        assert!(seen.to_vec().unwrap().iter().all(|&seen| seen == grid.x));
    }
}

#[test]
fn a_grid_of_as_many_clusters_as_fit_runs_and_one_more_is_refused() {
    let Some(device) = gpu::device() else {
        return;
    };
    let limits = device.limits().unwrap();
    let block = Block::x(256);
    let prepare =
        |cluster: Cluster| cluster_totals.prepare_clusters(cluster, block, SharedBytes(0));
    if !limits.cluster_launch {
        let refused = prepare(Cluster::x(1)).unwrap_err();
        assert_eq!(refused, Error::ClusterLaunchNotSupported { device });
        return;
    }
    let in_blocks = cluster_totals
        .residency(block, SharedBytes(0))
        .unwrap()
        .max_blocks();
    let stream = Stream::new().unwrap();
    for cluster in [
        Cluster::x(1),
        Cluster::x(2),
        Cluster::x(4),
        Cluster::xy(2, 2),
        Cluster::x(8),
        Cluster::x(16),
    ] {
        let launch = match prepare(cluster) {
            Ok(launch) => launch,
            // Every device with clusters has those of 8 blocks; 16 are not for all.
            Err(error @ Error::ClusterTooLarge { .. }) if cluster.count() > 8 => {
                say(&format!("residency: {error}"));
                continue;
            }
            Err(error) => panic!("{cluster}: {error}"),
        };
        let residency = *launch.residency();
        say(&format!("residency: {residency}"));
        let blocks = residency.max_blocks();
        assert!(blocks > 0 && blocks <= in_blocks, "{residency}");

        let mut partial = DeviceBuffer::<u32>::zeroed(blocks as usize).unwrap();
        let mut totals = DeviceBuffer::<u32>::zeroed(blocks as usize).unwrap();
        let args = (partial.as_mut_ptr(), totals.as_mut_ptr());
        // SAFETY: one element a block each, which live until the stream was waited for; every block reaches every
        // barrier.
        unsafe { launch.launch(residency.max_grid(), &stream, args) }.unwrap();
        gpu::wait(&stream, SECONDS).unwrap();
        let expected = cluster.count() * blocks * (blocks + 1) / 2;
        assert_eq!(
            totals.to_vec().unwrap(),
            vec![expected as u32; blocks as usize],
            "{residency}"
        );

        let more = residency.max_clusters() + 1;
        // SAFETY: nothing is launched.
        let refused = unsafe { launch.launch(Clusters::x(more), &stream, args) }.unwrap_err();
        let text = refused.to_string();
        assert!(
            matches!(refused, Error::TooManyClusters { .. })
                && text.contains(&format!("{more} clusters"))
                && text.contains(&format!("at most {}", residency.max_clusters())),
            "{text}"
        );
    }
}

#[test]
fn a_polynomial_on_the_host_is_that_of_the_kernels() {
    // 3 x^2 + 5 x + 7 at x = 1 + 2, for the first thread; the second begins one coefficient later.
    assert_eq!(polynomial_values(&[3, 5, 7, 11], 3, 2, 2), [49, 77]);
}

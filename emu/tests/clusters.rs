//! Clusters: their places, their barrier, and each other's shared memory, under every schedule.

mod support;

use cuda_sys::cudaError;
use cudart_emu::launch::kernel;
use cudart_emu::{Fault, Report};
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

/// A launch of that many blocks along x, in clusters of so many.
fn clustered(entry: *const std::ffi::c_void, grid: u32, cluster: u32, block: u32) -> Case {
    let mut case = Case::new(entry, grid, block);
    case.cluster = Some([cluster, 1, 1]);
    case
}

/// The reports under all schedules, each of which must be of that kind and say all of `said`.
fn fails(case: &Case, fault: Fault, said: &[&str]) -> Vec<Report> {
    let under = |schedule| {
        let report = match case.run(schedule) {
            Err(report) => report,
            Ok(statistics) => panic!("{fault:?} was not noticed under {schedule}: {statistics:?}"),
        };
        let text = report.to_string();
        assert_eq!(report.fault, fault, "{text}");
        for part in said {
            assert!(text.contains(part), "`{part}` is not in: {text}");
        }
        report
    };
    SCHEDULES.map(under).into()
}

#[test]
fn every_block_knows_its_place_in_its_cluster_and_that_in_the_grid() {
    for schedule in SCHEDULES {
        let mut out = Buffer::filled(0u32, 8 * 48);
        let mut case = Case::new(kernels::cluster_places(), 1, 8).buffer(&mut out);
        case.grid = [4, 6, 2];
        case.block = [4, 2, 1];
        case.cluster = Some([2, 3, 1]);
        case.runs(schedule);
        let out = out.read();
        for block in 0..48_u32 {
            let [x, y, z] = [block % 4, block / 4 % 6, block / 24];
            let within = [x % 2, y % 3, 0];
            let rank = within[1] * 2 + within[0];
            let cluster = (z * 2 + y / 3) * 2 + x / 2;
            let expected = [
                rank,
                6,
                rank * 8,
                48,
                2 | 3 << 8 | 1 << 16,
                within[0] | within[1] << 8,
                cluster,
                8,
            ];
            let begin = 8 * block as usize;
            assert_eq!(out[begin..begin + 8], expected, "block {block}, {schedule}");
        }
    }
}

#[test]
fn blocks_of_a_cluster_read_and_add_to_each_others_shared_memory() {
    for (grid, cluster) in [(12, 1), (12, 2), (12, 3), (16, 8), (16, 16)] {
        for schedule in SCHEDULES {
            let mut wrong = Buffer::filled(0u32, 1);
            let mut case = clustered(kernels::ring(), grid, cluster, 40)
                .buffer(&mut wrong)
                .number(3u32);
            case.dynamic_shared = 160;
            let statistics = case.runs(schedule);
            assert_eq!(
                wrong.read(),
                [0],
                "clusters of {cluster}, schedule {schedule}"
            );
            assert_eq!(statistics.cluster_barriers, u64::from(grid / cluster) * 9);
            assert_eq!(statistics.uninitialised_reads, 0);
        }
    }
}

#[test]
fn a_cluster_barrier_may_be_taken_in_halves() {
    for schedule in SCHEDULES {
        let mut wrong = Buffer::filled(0u32, 1);
        let case = clustered(kernels::halves(), 8, 4, 33).buffer(&mut wrong);
        case.runs(schedule);
        assert_eq!(wrong.read(), [0], "{schedule}");
    }
}

#[test]
fn barriers_of_grid_and_cluster_do_not_mix() {
    for schedule in SCHEDULES {
        let (mut words, mut wrong) = (Buffer::filled(0u32, 4), Buffer::filled(0u32, 1));
        let case = clustered(kernels::both_barriers(), 8, 2, 32)
            .cooperative()
            .buffer(&mut words)
            .buffer(&mut wrong);
        let statistics = case.runs(schedule);
        assert_eq!(words.read(), [64; 4], "{schedule}");
        assert_eq!(wrong.read(), [0], "{schedule}");
        assert_eq!(
            (statistics.grid_barriers, statistics.cluster_barriers),
            (1, 8)
        );
    }
}

#[test]
fn the_kernel_of_the_residency_tests_sums_over_its_clusters() {
    for schedule in SCHEDULES {
        let (mut partial, mut totals) = (Buffer::filled(0u32, 8), Buffer::filled(0u32, 8));
        let case = clustered(kernels::cluster_totals(), 8, 4, 32)
            .cooperative()
            .buffer(&mut partial)
            .buffer(&mut totals);
        case.runs(schedule);
        assert_eq!(totals.read(), [4 * 36; 8], "{schedule}");
    }
}

#[test]
fn a_launch_without_clusters_has_clusters_of_one_block() {
    for schedule in SCHEDULES {
        let mut wrong = Buffer::filled(0u32, 1);
        let case = Case::new(kernels::halves(), 3, 32).buffer(&mut wrong);
        let statistics = case.runs(schedule);
        assert_eq!(wrong.read(), [0]);
        assert_eq!(statistics.cluster_barriers, 6);
    }
}

#[test]
fn a_kernel_states_its_clusters() {
    let stated = |entry| kernel(entry).unwrap().cluster;
    assert_eq!(stated(kernels::stated_cluster()), Some([2, 1, 1]));
    assert_eq!(stated(kernels::halves()), None);
}

#[test]
fn a_block_that_returns_before_a_cluster_barrier_is_named() {
    let case = clustered(kernels::cluster_block_returns(), 8, 4, 32).number(6u32);
    let said = [
        "3 of the cluster's 4 blocks wait at cluster barrier number 1",
        "clusters.cu:",
        "block (6, 0, 0): 32 threads, 0 to 31: returned after 0 cluster barriers",
    ];
    for report in fails(&case, Fault::ClusterBarrier, &said) {
        assert_eq!(report.block, Some([6, 0, 0]), "{report}");
        assert_eq!(report.code, cudaError::cudaErrorLaunchTimeout);
    }
}

#[test]
fn a_thread_that_returns_before_a_cluster_barrier_is_named() {
    let case = clustered(kernels::cluster_thread_returns(), 4, 2, 32);
    for report in fails(&case, Fault::ClusterBarrier, &["thread 5: returned"]) {
        assert_eq!(report.block, Some([3, 0, 0]), "{report}");
        assert_eq!(report.thread, Some([5, 0, 0]), "{report}");
    }
}

#[test]
fn different_numbers_and_kinds_of_barriers_are_told_apart() {
    let case = clustered(kernels::cluster_more_barriers(), 4, 2, 32);
    let said = [
        "wait at cluster barrier number 2",
        "returned after 1 cluster barrier",
    ];
    fails(&case, Fault::ClusterBarrier, &said);
    let case = clustered(kernels::cluster_or_grid(), 4, 2, 32).cooperative();
    let said = [
        "the others wait at a grid barrier",
        "wait at cluster barrier number 1",
        "wait at grid barrier number 1",
    ];
    fails(&case, Fault::ClusterBarrier, &said);
    let case = clustered(kernels::cluster_arrives_twice(), 2, 2, 1);
    fails(
        &case,
        Fault::ClusterBarrier,
        &["again, without having waited"],
    );
}

#[test]
fn shared_memory_of_a_block_that_has_returned_is_gone() {
    let mut out = Buffer::filled(0u32, 2);
    let case = clustered(kernels::reads_returned(), 2, 2, 32).buffer(&mut out);
    for schedule in SCHEDULES {
        out.write(0, 0);
        let report = case.run(schedule).unwrap_err();
        let text = report.to_string();
        assert_eq!(report.fault, Fault::Memory, "{text}");
        let said = "shared memory of block 1 of the cluster, which has returned";
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn shared_memory_of_a_block_that_has_not_begun_is_not_there() {
    // Under the schedules without chance, one of the two blocks begins when the other has come far.
    let mut seen = Vec::new();
    for from in [0u32, 1] {
        let mut out = Buffer::filled(0u32, 1);
        let case = clustered(kernels::reads_at_once(), 2, 2, 32)
            .buffer(&mut out)
            .number(from);
        for schedule in &SCHEDULES[..2] {
            let report = case.run(*schedule).unwrap_err();
            assert_eq!(report.fault, Fault::Memory, "{report}");
            seen.push(report.what);
        }
    }
    let count = |part: &str| seen.iter().filter(|what| what.contains(part)).count();
    assert_eq!((count("has not begun"), count("has returned")), (2, 2));
}

#[test]
fn addresses_outside_the_clusters_shared_memory_are_faults() {
    let mut out = Buffer::filled(0u32, 1);
    let case = clustered(kernels::no_such_rank(), 2, 2, 1).buffer(&mut out);
    fails(
        &case,
        Fault::Memory,
        &["to block 2 of a cluster of 2 blocks"],
    );
    let case = clustered(kernels::beyond_remote(), 2, 2, 1).buffer(&mut out);
    fails(
        &case,
        Fault::Memory,
        &["shared memory of block 1 of the cluster", "of 4 bytes"],
    );
}

#[test]
fn a_block_that_spins_until_the_rest_of_its_cluster_has_begun_is_no_deadlock() {
    for schedule in SCHEDULES {
        let mut arrived = Buffer::filled(0u32, 1);
        let case = clustered(kernels::waits_for_peer(), 2, 2, 1024).buffer(&mut arrived);
        case.runs(schedule);
        assert_eq!(arrived.read(), [2], "{schedule}");
    }
}

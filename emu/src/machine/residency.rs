//! What a kernel takes of a device, and how many of its blocks are there at once.

use std::ffi::c_void;

use cuda_occupancy::{DeviceLimits, KernelResources, occupancy};
use cuda_sys::cudaError;

use crate::launch::{self, KernelCode, offsets};
use crate::outcome::Outcome;

/// Registers of a thread, where nobody says how many. The host's compiler does not tell what nvcc would need: the most that
/// never limits occupancy.
const REGISTERS: u32 = 32;

/// Blocks of a cluster that every device with clusters takes, and that one takes if the kernel asks for it.
const PORTABLE_CLUSTER: u32 = 8;
const LARGEST_CLUSTER: u32 = 16;

/// Multiprocessors that share a cluster: about those of a GPC.
const MULTIPROCESSORS_OF_CLUSTER: u32 = 16;

/// What a program has set for a kernel on one device, and what the configuration says of the kernel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Bytes of dynamic shared memory that a block may ask for, where that was set.
    pub(crate) max_dynamic_shared: Option<u32>,
    pub(crate) non_portable_cluster: bool,
    pub(crate) carveout: Option<i32>,
    /// Registers of a thread, where the configuration says.
    pub(crate) registers: Option<u32>,
}

impl Settings {
    /// Registers of a thread.
    pub(crate) fn registers(&self) -> u32 {
        self.registers.unwrap_or(REGISTERS)
    }
}

/// The kernel at that address.
///
/// # Errors
///
/// `cudaErrorInvalidDeviceFunction`, if there is none.
pub(crate) fn find(entry: *const c_void) -> Outcome<&'static KernelCode> {
    launch::kernel(entry).ok_or(cudaError::cudaErrorInvalidDeviceFunction)
}

/// Bytes of dynamic shared memory that a block of the kernel may ask for.
pub(crate) fn max_dynamic_shared(
    kernel: &KernelCode,
    device: &DeviceLimits,
    settings: Settings,
) -> u32 {
    settings.max_dynamic_shared.unwrap_or(
        device
            .shared_bytes_per_block
            .saturating_sub(kernel.static_shared),
    )
}

/// The most threads of a block of the kernel: what the device allows, the launch bound, and what registers there are for.
pub(crate) fn max_threads(kernel: &KernelCode, device: &DeviceLimits, settings: Settings) -> u32 {
    let most = kernel.max_threads.min(device.max_threads_per_block);
    let fits = |threads: &u32| {
        let resources = KernelResources {
            registers_per_thread: settings.registers(),
            static_shared_bytes: 0,
            max_threads_per_block: *threads,
            max_dynamic_shared_bytes: 0,
            barriers: 1,
        };
        occupancy(&resources, device, *threads, 0).blocks_per_multiprocessor > 0
    };
    let whole_warps = (1..most.div_ceil(device.warp_size)).rev();
    std::iter::once(most)
        .chain(whole_warps.map(|warps| warps * device.warp_size))
        .find(fits)
        .unwrap_or(0)
}

/// Blocks of the kernel that are resident at once on a multiprocessor.
pub(crate) fn blocks_per_multiprocessor(
    kernel: &KernelCode,
    device: &DeviceLimits,
    settings: Settings,
    threads: u32,
    dynamic_shared: u32,
) -> u32 {
    let resources = KernelResources {
        registers_per_thread: settings.registers(),
        static_shared_bytes: kernel.static_shared,
        // The query does not look at the launch bound; the launch does.
        max_threads_per_block: device.max_threads_per_block,
        max_dynamic_shared_bytes: max_dynamic_shared(kernel, device, settings),
        barriers: 1,
    };
    occupancy(&resources, device, threads, dynamic_shared).blocks_per_multiprocessor
}

/// The most bytes of dynamic shared memory with which `blocks` blocks are resident at once on a multiprocessor; `None` if
/// even without any they are not.
pub(crate) fn available_dynamic_shared(
    kernel: &KernelCode,
    device: &DeviceLimits,
    settings: Settings,
    blocks: u32,
    threads: u32,
) -> Option<u32> {
    let most = device
        .shared_bytes_per_block_optin
        .saturating_sub(kernel.static_shared);
    let settings = Settings {
        max_dynamic_shared: Some(most),
        ..settings
    };
    let fits =
        |bytes| blocks_per_multiprocessor(kernel, device, settings, threads, bytes) >= blocks;
    if !fits(0) {
        return None;
    }
    // `low` fits, `high` does not.
    let (mut low, mut high) = (0, most + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// Blocks of a cluster of that shape.
///
/// # Errors
///
/// `cudaErrorNotSupported` on a device without clusters, `cudaErrorInvalidClusterSize` for one that is too large or empty.
pub(crate) fn cluster_blocks(
    device: &DeviceLimits,
    settings: Settings,
    cluster: [u32; 3],
) -> Outcome<u32> {
    if !device.cluster_launch {
        return Err(cudaError::cudaErrorNotSupported);
    }
    let most = largest_cluster(settings);
    cluster
        .iter()
        .try_fold(1_u32, |product, side| product.checked_mul(*side))
        .filter(|blocks| (1..=most).contains(blocks))
        .ok_or(cudaError::cudaErrorInvalidClusterSize)
}

/// The most blocks of a cluster of the kernel.
pub(crate) fn largest_cluster(settings: Settings) -> u32 {
    if settings.non_portable_cluster {
        LARGEST_CLUSTER
    } else {
        PORTABLE_CLUSTER
    }
}

/// Clusters of `cluster` blocks that are resident at once on the device. One is within a group of multiprocessors.
pub(crate) fn resident_clusters(
    device: &DeviceLimits,
    per_multiprocessor: u32,
    cluster: u32,
) -> u32 {
    let of_group = |multiprocessors: u32| multiprocessors * per_multiprocessor / cluster.max(1);
    let groups = device.multiprocessors / MULTIPROCESSORS_OF_CLUSTER;
    let rest = device.multiprocessors % MULTIPROCESSORS_OF_CLUSTER;
    groups * of_group(MULTIPROCESSORS_OF_CLUSTER) + of_group(rest)
}

/// Where each parameter is in the block of arguments, and its size.
pub(crate) fn parameter(kernel: &KernelCode, index: usize) -> Option<(usize, usize)> {
    let (offsets, _) = offsets(&kernel.parameters);
    Some((*offsets.get(index)?, kernel.parameters[index].size))
}

#[cfg(test)]
mod tests {
    use cuda_occupancy::devices;

    use super::*;
    use crate::launch::Parameter;

    unsafe extern "C" fn nothing(_: *const c_void, _: *const *const c_void) {}

    /// With parameters of those sizes and alignments.
    fn kernel(static_shared: u32, parameters: &[(usize, usize)]) -> KernelCode {
        let parameter = |&(size, alignment): &(usize, usize)| Parameter { size, alignment };
        KernelCode {
            shown: "",
            name: c"nothing",
            entry: nothing as *const c_void,
            invoke: nothing,
            parameters: parameters.iter().map(parameter).collect(),
            cooperative: false,
            static_shared,
            shared_variables: None,
            max_threads: 1024,
            cluster: None,
        }
    }

    #[test]
    fn registers_limit_where_they_are_stated_and_shared_memory_does_once_it_is_opted_in() {
        let kernel = kernel(0, &[]);
        let opted = Settings {
            max_dynamic_shared: Some(227 * 1024),
            ..Settings::default()
        };
        let blocks = |settings, threads, kib: u32| {
            blocks_per_multiprocessor(&kernel, &devices::H200, settings, threads, kib * 1024)
        };
        assert_eq!(
            [32, 256, 1024].map(|threads| blocks(opted, threads, 0)),
            [32, 8, 2]
        );
        let found = [0, 48, 100, 227, 228].map(|kib| blocks(opted, 256, kib));
        assert_eq!(found, [8, 4, 2, 1, 0]);
        assert_eq!(blocks(Settings::default(), 256, 100), 0);
        let most = |registers| {
            let settings = Settings {
                registers: Some(registers),
                ..Settings::default()
            };
            max_threads(&kernel, &devices::H200, settings)
        };
        assert_eq!([32, 64, 80, 249].map(most), [1024, 1024, 768, 256]);
        let of = |registers| Settings {
            registers: Some(registers),
            ..Settings::default()
        };
        let found = [32, 40, 64, 128, 255].map(|registers| blocks(of(registers), 256, 0));
        assert_eq!(found, [8, 6, 4, 2, 1]);
    }

    #[test]
    fn the_available_shared_memory_is_the_most_with_which_the_blocks_fit() {
        for (static_shared, device) in [(0, devices::H200), (1000, devices::T4)] {
            let kernel = kernel(static_shared, &[]);
            for blocks in 1..=4 {
                let bytes =
                    available_dynamic_shared(&kernel, &device, Settings::default(), blocks, 256)
                        .unwrap();
                let opted = |bytes| Settings {
                    max_dynamic_shared: Some(bytes),
                    ..Settings::default()
                };
                let fit =
                    |bytes| blocks_per_multiprocessor(&kernel, &device, opted(bytes), 256, bytes);
                assert!(fit(bytes) >= blocks && fit(bytes + 1) < blocks, "{bytes}");
            }
        }
        assert_eq!(
            available_dynamic_shared(&kernel(0, &[]), &devices::T4, Settings::default(), 2, 1024),
            None
        );
    }

    #[test]
    fn a_cluster_has_8_blocks_or_16_where_the_kernel_allows_it() {
        let allowed = Settings {
            non_portable_cluster: true,
            ..Settings::default()
        };
        let blocks = |settings, shape| cluster_blocks(&devices::H200, settings, shape);
        assert_eq!(blocks(Settings::default(), [2, 2, 2]), Ok(8));
        assert_eq!(blocks(allowed, [16, 1, 1]), Ok(16));
        let refused = Err(cudaError::cudaErrorInvalidClusterSize);
        assert_eq!(blocks(Settings::default(), [16, 1, 1]), refused);
        assert_eq!(blocks(allowed, [17, 1, 1]), refused);
        assert_eq!(blocks(allowed, [0, 1, 1]), refused);
        assert_eq!(blocks(allowed, [u32::MAX, 3, 3]), refused);
        let without = cluster_blocks(&devices::T4, allowed, [2, 1, 1]);
        assert_eq!(without, Err(cudaError::cudaErrorNotSupported));
    }

    #[test]
    fn clusters_fit_where_their_blocks_do_within_a_group_of_multiprocessors() {
        assert_eq!(resident_clusters(&devices::H200, 1, 1), 132);
        assert_eq!(resident_clusters(&devices::H200, 1, 8), 16);
        assert_eq!(resident_clusters(&devices::H200, 2, 8), 33);
        assert_eq!(resident_clusters(&devices::H200, 0, 8), 0);
    }

    #[test]
    fn parameters_are_placed_one_after_the_other_at_multiples_of_their_alignment() {
        let kernel = kernel(
            0,
            &[(8, 8), (4, 4), (8, 8), (12, 4), (1, 1), (32, 16), (8, 1)],
        );
        let places: Vec<_> = (0..8).map(|index| parameter(&kernel, index)).collect();
        let expected = [
            (0, 8),
            (8, 4),
            (16, 8),
            (24, 12),
            (36, 1),
            (48, 32),
            (80, 8),
        ];
        assert_eq!(places[..7], expected.map(Some));
        assert_eq!(places[7], None);
    }
}

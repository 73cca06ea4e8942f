//! The rules of a launch, as functions of what was asked for, the kernel and the device. Nothing here calls CUDA, so every
//! rule is tested without a GPU, and a refusal changes nothing.

use cuda_occupancy::{DeviceLimits, KernelResources};

use crate::error::{Error, Result};
use crate::ordinal::Device;
use crate::shape::{Block, Cluster, Grid, SharedBytes};

/// What is to be launched, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Request {
    pub kernel: &'static str,
    pub device: Device,
    pub block: Block,
    pub shared: SharedBytes,
}

/// Blocks of a cluster that every device with clusters can launch; more needs an attribute of the kernel.
pub(crate) const PORTABLE_CLUSTER: u64 = 8;

/// Whether the block can be launched at all: no dimension of 0, none beyond the device's, not too many threads.
pub(crate) fn check_block(
    request: &Request,
    kernel: &KernelResources,
    device: &DeviceLimits,
) -> Result<()> {
    let Request { block, .. } = *request;
    check_dimensions("block", block.axes(), device.max_block_dim, request.device)?;
    let too_large = |limit, limited_by| Error::BlockTooLarge {
        kernel: request.kernel,
        block,
        given: block.count(),
        limit,
        limited_by,
    };
    if block.count() > u64::from(device.max_threads_per_block) {
        return Err(too_large(device.max_threads_per_block, "the device"));
    }
    if block.count() > u64::from(kernel.max_threads_per_block) {
        return Err(too_large(
            kernel.max_threads_per_block,
            "the kernel (by its launch bound or its registers)",
        ));
    }
    Ok(())
}

/// Whether static and dynamic shared memory together are within what a block may opt in to.
pub(crate) fn check_shared(
    request: &Request,
    kernel: &KernelResources,
    device: &DeviceLimits,
) -> Result<()> {
    let limit = device.shared_bytes_per_block_optin;
    if u64::from(kernel.static_shared_bytes) + u64::from(request.shared.0) <= u64::from(limit) {
        return Ok(());
    }
    Err(Error::SharedMemoryTooLarge {
        kernel: request.kernel,
        dynamic: request.shared,
        static_bytes: kernel.static_shared_bytes,
        limit,
        device: request.device,
    })
}

/// Whether the device has cooperative launches.
pub(crate) const fn check_cooperative(device: Device, limits: &DeviceLimits) -> Result<()> {
    if limits.cooperative_launch {
        Ok(())
    } else {
        Err(Error::CooperativeLaunchNotSupported { device })
    }
}

/// Whether the device has clusters, and this shape is one.
pub(crate) fn check_cluster(device: Device, limits: &DeviceLimits, cluster: Cluster) -> Result<()> {
    if !limits.cluster_launch {
        return Err(Error::ClusterLaunchNotSupported { device });
    }
    check_zero("cluster", cluster.axes())
}

/// Whether every dimension of an ordinary launch's grid is at least 1 and within the device's limits.
pub(crate) fn check_grid(grid: Grid, limits: [u32; 3], device: Device) -> Result<()> {
    check_dimensions("grid", grid.axes(), limits, device)
}

/// Whether no dimension is 0.
pub(crate) fn check_zero(what: &'static str, axes: [(char, u32); 3]) -> Result<()> {
    match axes.into_iter().find(|&(_, extent)| extent == 0) {
        Some((axis, _)) => Err(Error::ZeroDimension { what, axis }),
        None => Ok(()),
    }
}

fn check_dimensions(
    what: &'static str,
    axes: [(char, u32); 3],
    limits: [u32; 3],
    device: Device,
) -> Result<()> {
    check_zero(what, axes)?;
    for ((axis, given), limit) in axes.into_iter().zip(limits) {
        if given > limit {
            return Err(Error::DimensionTooLarge {
                what,
                axis,
                given,
                limit,
                device,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuda_occupancy::devices;

    const KERNEL: KernelResources = KernelResources {
        registers_per_thread: 32,
        static_shared_bytes: 16,
        max_threads_per_block: 512,
        max_dynamic_shared_bytes: 48 * 1024 - 16,
        barriers: 1,
    };

    fn request(block: Block, shared: u32) -> Request {
        Request {
            kernel: "k",
            device: Device::from_raw(0),
            block,
            shared: SharedBytes(shared),
        }
    }

    fn block_error(block: Block) -> String {
        check_block(&request(block, 0), &KERNEL, &devices::H200)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_dimension_of_zero_is_named() {
        assert!(block_error(Block::xyz(0, 1, 1)).contains("block's x dimension is 0"));
        assert!(block_error(Block::xyz(1, 0, 1)).contains("block's y dimension is 0"));
        assert!(block_error(Block::xyz(1, 1, 0)).contains("block's z dimension is 0"));
        let grid = check_grid(
            Grid::xy(3, 0),
            devices::H200.max_grid_dim,
            Device::from_raw(0),
        );
        assert_eq!(
            grid,
            Err(Error::ZeroDimension {
                what: "grid",
                axis: 'y'
            })
        );
    }

    #[test]
    fn a_block_beyond_a_limit_is_refused_with_the_limit_that_is_broken() {
        assert!(
            block_error(Block::x(2048))
                .contains("x dimension is 2048; device 0 allows at most 1024")
        );
        assert!(
            block_error(Block::xy(1024, 2))
                .contains("has 2048 threads; the device allows at most 1024")
        );
        assert!(
            block_error(Block::xyz(1, 1, 65))
                .contains("z dimension is 65; device 0 allows at most 64")
        );
    }

    #[test]
    fn a_block_beyond_the_kernels_launch_bound_is_refused() {
        let text = block_error(Block::x(513));
        assert!(
            text.contains("513 threads; the kernel") && text.contains("at most 512"),
            "{text}"
        );
        assert!(check_block(&request(Block::x(512), 0), &KERNEL, &devices::H200).is_ok());
    }

    #[test]
    fn a_block_whose_product_overflows_32_bits_is_refused() {
        let limits = DeviceLimits {
            max_block_dim: [u32::MAX; 3],
            ..devices::H200
        };
        let huge = request(Block::xyz(u32::MAX, u32::MAX, u32::MAX), 0);
        assert!(matches!(
            check_block(&huge, &KERNEL, &limits),
            Err(Error::BlockTooLarge { .. })
        ));
    }

    #[test]
    fn shared_memory_over_the_opt_in_limit_quotes_that_limit() {
        let text = check_shared(&request(Block::x(256), 228 * 1024), &KERNEL, &devices::H200)
            .unwrap_err()
            .to_string();
        assert!(
            text.contains("227 KiB") && text.contains("232448 B") && !text.contains("48 KiB"),
            "{text}"
        );
    }

    #[test]
    fn static_shared_memory_counts_towards_the_opt_in_limit() {
        let limit = devices::H200.shared_bytes_per_block_optin;
        assert!(check_shared(&request(Block::x(256), limit - 16), &KERNEL, &devices::H200).is_ok());
        assert!(
            check_shared(&request(Block::x(256), limit - 15), &KERNEL, &devices::H200).is_err()
        );
    }

    #[test]
    fn a_device_without_cooperative_launch_is_refused_as_such() {
        let limits = DeviceLimits {
            cooperative_launch: false,
            ..devices::H200
        };
        let device = Device::from_raw(3);
        assert_eq!(
            check_cooperative(device, &limits),
            Err(Error::CooperativeLaunchNotSupported { device })
        );
        assert!(check_cooperative(device, &devices::H200).is_ok());
    }

    #[test]
    fn a_device_without_clusters_is_refused_as_such() {
        let device = Device::from_raw(0);
        let refused = check_cluster(device, &devices::A100, Cluster::x(2));
        assert_eq!(refused, Err(Error::ClusterLaunchNotSupported { device }));
        assert!(check_cluster(device, &devices::H200, Cluster::x(2)).is_ok());
        assert!(check_cluster(device, &devices::H200, Cluster::x(0)).is_err());
    }
}

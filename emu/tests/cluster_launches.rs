//! Launches in clusters by the runtime's functions, on a device that has them and on one that has not.

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_sys::{
    cudaError, cudaFuncAttribute, cudaLaunchAttribute, cudaLaunchAttributeID,
    cudaLaunchAttributeValue__bindgen_ty_1, cudaLaunchConfig_t, cudaMemcpyKind, dim3,
};
use cudart_emu::Configuration;
use cudart_emu::api::allocation::{cudaFree, cudaMalloc};
use cudart_emu::api::copy::cudaMemcpy;
use cudart_emu::api::device::cudaSetDevice;
use cudart_emu::api::function::{
    cudaFuncGetAttributes, cudaFuncSetAttribute, cudaOccupancyMaxActiveClusters,
    cudaOccupancyMaxPotentialClusterSize,
};
use cudart_emu::api::kernel_launch::{cudaLaunchKernel, cudaLaunchKernelExC};
use cudart_emu_test_kernels as kernels;

/// The devices h200 and t4, the first current. One test at a time, as a kernel's attributes are the process's.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut configuration = Configuration::from_environment().unwrap();
    configuration.devices = vec!["h200".parse().unwrap(), "t4".parse().unwrap()];
    let _ = cudart_emu::configure(configuration); // an error from the second test on
    select(0);
    guard
}

fn select(device: c_int) {
    // SAFETY: takes a number.
    assert_eq!(unsafe { cudaSetDevice(device) }, cudaError::cudaSuccess);
}

fn dim([x, y, z]: [u32; 3]) -> dim3 {
    dim3 { x, y, z }
}

fn with_config<T>(
    grid: [u32; 3],
    cluster: Option<[u32; 3]>,
    shared: usize,
    body: impl FnOnce(*const cudaLaunchConfig_t) -> T,
) -> T {
    // SAFETY: zero is a value of all fields.
    let mut attribute: cudaLaunchAttribute = unsafe { std::mem::zeroed() };
    attribute.id = cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension;
    let [x, y, z] = cluster.unwrap_or_default();
    attribute.val.clusterDim = cudaLaunchAttributeValue__bindgen_ty_1 { x, y, z };
    let config = cudaLaunchConfig_t {
        gridDim: dim(grid),
        blockDim: dim([32, 1, 1]),
        dynamicSmemBytes: shared,
        stream: null_mut(),
        attrs: &raw mut attribute,
        numAttrs: u32::from(cluster.is_some()),
    };
    body(&config)
}

/// Launches a kernel that writes to 64 words, and returns them.
fn launch(
    entry: *const c_void,
    grid: [u32; 3],
    cluster: Option<[u32; 3]>,
) -> Result<Vec<u32>, cudaError> {
    let mut words: Vec<u32> = vec![0; 512];
    let bytes = 4 * words.len();
    let mut pointer = null_mut();
    // SAFETY: as many bytes as the kernels of these tests write at most; the argument lives for the launch, and the copy
    // waits for that.
    unsafe {
        assert_eq!(cudaMalloc(&mut pointer, bytes), cudaError::cudaSuccess);
        let to_device = cudaMemcpyKind::cudaMemcpyHostToDevice;
        let done = cudaMemcpy(pointer, words.as_ptr().cast(), bytes, to_device);
        assert_eq!(done, cudaError::cudaSuccess);
        let mut arguments: [*mut c_void; 1] = [(&raw mut pointer).cast()];
        let launched = with_config(grid, cluster, 0, |config| {
            cudaLaunchKernelExC(config, entry, arguments.as_mut_ptr())
        });
        let to_host = cudaMemcpyKind::cudaMemcpyDeviceToHost;
        let copied = cudaMemcpy(words.as_mut_ptr().cast(), pointer, bytes, to_host);
        assert_eq!(copied, cudaError::cudaSuccess);
        assert_eq!(cudaFree(pointer), cudaError::cudaSuccess);
        match launched {
            cudaError::cudaSuccess => Ok(words),
            error => Err(error),
        }
    }
}

fn allow_non_portable(entry: *const c_void, allowed: bool) {
    let attribute = cudaFuncAttribute::cudaFuncAttributeNonPortableClusterSizeAllowed;
    // SAFETY: takes numbers and the address of a kernel.
    let set = unsafe { cudaFuncSetAttribute(entry, attribute, allowed.into()) };
    assert_eq!(set, cudaError::cudaSuccess);
}

#[test]
fn a_launch_has_the_clusters_that_its_attribute_asks_for() {
    let _alone = alone();
    let words = launch(kernels::cluster_places(), [4, 2, 1], Some([2, 2, 1])).unwrap();
    // Rank, blocks of the cluster, ..., number of the cluster, clusters.
    let of_block = |block: usize| [0, 1, 6, 7].map(|i| words[8 * block + i]);
    assert_eq!(of_block(0), [0, 4, 0, 2]);
    assert_eq!(of_block(3), [1, 4, 1, 2]);
    assert_eq!(of_block(6), [2, 4, 1, 2]);
    let words = launch(kernels::cluster_places(), [4, 2, 1], None).unwrap();
    assert_eq!([words[0], words[1], words[7]], [0, 1, 8]);
}

#[test]
fn clusters_that_do_not_divide_the_grid_or_are_too_large_are_refused() {
    let _alone = alone();
    let entry = kernels::cluster_places();
    let refused = Err(cudaError::cudaErrorInvalidClusterSize);
    assert_eq!(launch(entry, [5, 1, 1], Some([2, 1, 1])), refused);
    assert_eq!(launch(entry, [4, 3, 1], Some([1, 2, 1])), refused);
    assert_eq!(launch(entry, [16, 1, 1], Some([16, 1, 1])), refused);
    assert!(launch(entry, [16, 1, 1], Some([8, 1, 1])).is_ok());
    allow_non_portable(entry, true);
    assert!(launch(entry, [16, 1, 1], Some([16, 1, 1])).is_ok());
    assert_eq!(launch(entry, [17, 1, 1], Some([17, 1, 1])), refused);
    allow_non_portable(entry, false);
    select(1);
    let missing = Err(cudaError::cudaErrorNotSupported);
    assert_eq!(launch(entry, [4, 1, 1], Some([2, 1, 1])), missing);
}

#[test]
fn a_kernel_that_states_its_clusters_is_launched_in_them_however_it_is_launched() {
    let _alone = alone();
    let entry = kernels::stated_cluster();
    assert_eq!(
        launch(entry, [4, 1, 1], None).unwrap()[..5],
        [2, 2, 2, 2, 0]
    );
    assert!(launch(entry, [4, 1, 1], Some([2, 1, 1])).is_ok());
    let refused = Err(cudaError::cudaErrorInvalidClusterSize);
    assert_eq!(launch(entry, [4, 1, 1], Some([4, 1, 1])), refused);
    assert_eq!(launch(entry, [3, 1, 1], None), refused);
    // SAFETY: zero is a value of all fields, which are written; a refused launch reads no argument.
    unsafe {
        let mut attributes = std::mem::zeroed();
        let got = cudaFuncGetAttributes(&mut attributes, entry);
        assert_eq!(got, cudaError::cudaSuccess);
        assert_eq!(attributes.clusterDimMustBeSet, 1);
        assert_eq!(attributes.requiredClusterWidth, 2);
        let (grid, block) = (dim([3, 1, 1]), dim([32, 1, 1]));
        let launched = cudaLaunchKernel(entry, grid, block, null_mut(), 0, null_mut());
        assert_eq!(launched, cudaError::cudaErrorInvalidClusterSize);
    }
    select(1);
    let missing = Err(cudaError::cudaErrorNotSupported);
    assert_eq!(launch(entry, [4, 1, 1], None), missing);
}

#[test]
fn occupancy_counts_clusters_within_groups_of_multiprocessors() {
    let _alone = alone();
    let entry = kernels::cluster_places();
    let active = |cluster, shared| {
        let mut number = -1;
        // SAFETY: a live place.
        let error = with_config([16, 1, 1], Some(cluster), shared, |config| unsafe {
            cudaOccupancyMaxActiveClusters(&mut number, entry, config)
        });
        (error, number)
    };
    // 32 blocks of 32 threads a multiprocessor, of which there are 132 in groups of 16.
    let fine = cudaError::cudaSuccess;
    assert_eq!(active([1, 1, 1], 0), (fine, 32 * 132));
    assert_eq!(active([8, 1, 1], 0), (fine, 32 * 132 / 8));
    let mut size = -1;
    // SAFETY: a live place.
    let largest = with_config([16, 1, 1], None, 0, |config| unsafe {
        cudaOccupancyMaxPotentialClusterSize(&mut size, entry, config)
    });
    assert_eq!((largest, size), (fine, 8));
    select(1);
    assert_eq!(active([2, 1, 1], 0).0, cudaError::cudaErrorNotSupported);
}

//! Resolved launches: what they do, refuse and return is what the prepared launch does.

mod support;

use coop::cuda_sys::{
    cudaError, cudaFuncAttribute, cudaFuncSetAttribute, cudaGetLastError, cudaStreamLegacy,
};
use coop::{
    CooperativeLaunch, Device, DeviceBuffer, Error, ErrorKind, Graph, Grid, Launch, Resolved,
    Result, SharedBytes, Stream,
};
use coop_kernels as _;
use support::stream_kernels as kernels;
use test_support::gpu; // The archive of the kernels is part of it.

const BLOCK: u32 = 64;

type Rotate = (*mut u32,);
type Add = (*mut u32, u64);

fn rotate() -> CooperativeLaunch<Rotate> {
    kernels::rotate_left.prepare(BLOCK, SharedBytes(0)).unwrap()
}

fn add() -> Launch<Add> {
    kernels::add_index.prepare(BLOCK, SharedBytes(0)).unwrap()
}

fn numbers(blocks: u32) -> DeviceBuffer<u32> {
    let numbers: Vec<u32> = (0..blocks * BLOCK).collect();
    DeviceBuffer::from_slice(&numbers).unwrap()
}

/// One launch of each kind.
fn both(
    rotate: &Resolved<CooperativeLaunch<Rotate>>,
    add: &Resolved<Launch<Add>>,
    blocks: u32,
    stream: &Stream,
    data: &mut DeviceBuffer<u32>,
) -> Result<()> {
    let (data, n) = (data.as_mut_ptr(), data.len() as u64);
    // SAFETY: an element a thread; every caller waits for the stream.
    unsafe {
        rotate.launch(blocks, stream, (data,))?;
        add.launch(blocks, stream, (data, n))
    }
}

/// What `both` makes of `numbers`.
fn wanted(blocks: u32) -> Vec<u32> {
    let n = blocks * BLOCK;
    (0..n).map(|i| (i + 1) % n + i).collect()
}

#[test]
fn a_resolved_launch_does_what_the_prepared_one_does() {
    let Some(device) = gpu::device() else {
        return;
    };
    let (rotate, add) = (rotate().resolve().unwrap(), add().resolve().unwrap());
    assert_eq!(rotate.prepared().device(), device);
    assert!(!rotate.as_raw().is_null() && !add.as_raw().is_null());
    let legacy = Stream::legacy_default().unwrap();
    assert_eq!(legacy.as_raw(), cudaStreamLegacy);
    // SAFETY: the null handle names the legacy default stream.
    let null = unsafe { Stream::borrow_raw(core::ptr::null_mut(), device) };
    for stream in [Stream::new().unwrap(), legacy, null] {
        for blocks in [1, 2, 5, rotate.prepared().residency().max_grid().x] {
            let mut data = numbers(blocks);
            both(&rotate, &add, blocks, &stream, &mut data).unwrap();
            gpu::wait(&stream, 20).unwrap();
            assert!(data.to_vec().unwrap() == wanted(blocks), "{blocks} blocks");
        }
    }
}

#[test]
fn a_resolved_launch_is_captured_into_a_graph() {
    let Some(_) = gpu::device() else {
        return;
    };
    let (rotate, add) = (rotate().resolve().unwrap(), add().resolve().unwrap());
    let stream = Stream::non_blocking().unwrap();
    let mut data = numbers(3);
    let record = |stream: &Stream| both(&rotate, &add, 3, stream, &mut data);
    let graph = Graph::capture(&stream, record).unwrap();
    let exec = graph.instantiate().unwrap();
    // SAFETY: the elements live until the stream has been waited for.
    unsafe { exec.launch(&stream).unwrap() };
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(data.to_vec().unwrap(), wanted(3));
}

/// The driver, unlike the runtime, makes no context current by itself.
#[test]
fn a_thread_that_has_called_nothing_yet_can_launch() {
    let Some(_) = gpu::device() else {
        return;
    };
    let (rotate, add) = (rotate().resolve().unwrap(), add().resolve().unwrap());
    let stream = Stream::new().unwrap();
    let mut data = numbers(2);
    std::thread::scope(|scope| {
        let launch = || both(&rotate, &add, 2, &stream, &mut data);
        scope.spawn(launch).join().unwrap().unwrap();
    });
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(data.to_vec().unwrap(), wanted(2));
}

#[test]
fn what_the_prepared_launch_refuses_the_resolved_one_refuses_with_the_same_words() {
    let Some(_) = gpu::device() else {
        return;
    };
    let (rotate, add) = (rotate(), add());
    let stream = Stream::new().unwrap();
    let mut data = numbers(1);
    let data = data.as_mut_ptr();
    let most = rotate.residency().max_grid().x;
    for grid in [
        Grid::x(most + 1),
        Grid::x(u32::MAX),
        Grid::xyz(1, 0, 1),
        Grid::xyz(u32::MAX, u32::MAX, u32::MAX),
    ] {
        // SAFETY: refused, so that nothing runs.
        let (prepared, resolved) = unsafe {
            let resolved = rotate.resolve().unwrap();
            (
                rotate.launch(grid, &stream, (data,)).unwrap_err(),
                resolved.launch(grid, &stream, (data,)).unwrap_err(),
            )
        };
        assert_eq!(prepared, resolved);
        if grid == Grid::x(most + 1) {
            let text = resolved.to_string();
            assert!(text.contains(&(most + 1).to_string()), "{text}");
            assert!(text.contains(&format!("at most {most}")), "{text}");
        }
    }
    for grid in [Grid::x(0), Grid::xy(1, 1 << 20)] {
        // SAFETY: as above.
        let (prepared, resolved) = unsafe {
            let resolved = add.resolve().unwrap();
            (
                add.launch(grid, &stream, (data, 1)).unwrap_err(),
                resolved.launch(grid, &stream, (data, 1)).unwrap_err(),
            )
        };
        assert_eq!(prepared, resolved);
    }
    gpu::wait(&stream, 20).unwrap();
}

#[test]
fn another_device_is_refused_when_resolving_and_when_launching() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let prepared = rotate();
    let resolved = prepared.resolve().unwrap();
    let of_first = Stream::new().unwrap();
    let mut data = numbers(1);
    let args = (data.as_mut_ptr(),);
    devices[1].make_current().unwrap();
    let of_second = Stream::new().unwrap();
    // SAFETY: refused, so that nothing runs.
    let mut refused = unsafe {
        vec![
            resolved.launch(1, &of_first, args),
            resolved.launch(1, &of_second, args),
            prepared.resolve().map(|_| ()),
        ]
    };
    devices[0].make_current().unwrap();
    // SAFETY: as above.
    refused.push(unsafe { resolved.launch(1, &of_second, args) });
    for refused in refused {
        let Err(Error::WrongDevice {
            what,
            owner,
            current,
        }) = refused
        else {
            panic!("{refused:?}");
        };
        assert!(what.contains("`rotate_left`"), "{what}");
        assert_eq!((owner, current), (devices[0], devices[1]));
    }
    assert_eq!(data.to_vec().unwrap(), numbers(1).to_vec().unwrap());
}

/// The one way to have the launch itself refused after `prepare`: what it had allowed is taken back.
#[test]
fn an_error_of_the_driver_is_the_runtimes_of_that_number_and_is_not_kept() {
    let Some(_) = gpu::device() else {
        return;
    };
    let shared = SharedBytes(60 * 1024);
    let prepared = kernels::tell_and_go_on.prepare(1, shared).unwrap();
    let resolved = prepared.resolve().unwrap();
    let entry = kernels::tell_and_go_on.as_raw().unwrap();
    let attribute = cudaFuncAttribute::cudaFuncAttributeMaxDynamicSharedMemorySize;
    // SAFETY: the entry is a kernel's, and no other test launches it with shared memory.
    let lowered = unsafe { cudaFuncSetAttribute(entry, attribute, 0) };
    assert_eq!(lowered, cudaError::cudaSuccess);
    let stream = Stream::new().unwrap();
    let mut data = numbers(1);
    let args = (data.as_mut_ptr(), 7, 0);
    // SAFETY: refused, so that nothing runs.
    let errors = unsafe {
        [
            prepared.launch(1, &stream, args).unwrap_err(),
            resolved.launch(1, &stream, args).unwrap_err(),
        ]
    };
    // SAFETY: takes nothing.
    let of_the_runtime = unsafe { cudaGetLastError() };
    let [by_runtime, by_driver] = errors.map(|error| *error.cuda().unwrap());
    assert_eq!(of_the_runtime, by_runtime.code());
    assert_eq!(by_driver.code(), by_runtime.code());
    assert_eq!(by_driver.kind(), ErrorKind::InvalidValue);
    assert_eq!(by_runtime.call(), "cudaLaunchKernel");
    assert_eq!(by_driver.call(), "cuLaunchKernel");
    // SAFETY: as above; then the last error is that of no call.
    let kept = unsafe {
        let _ = resolved.launch(1, &stream, args).unwrap_err();
        cudaGetLastError()
    };
    assert_eq!(kept, cudaError::cudaSuccess);
    gpu::wait(&stream, 20).unwrap();
    Device::current().unwrap().synchronize().unwrap();
}

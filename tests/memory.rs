//! Device memory: parts of it, copies between buffers, devices and streams, and whose it is.

mod support;

use coop::{
    Device, DeviceBuffer, Element, Error, Event, Graph, PinnedBuffer, Result, SharedBytes, Stream,
    StreamBuffer,
};
use coop_kernels as _;
use support::stream_kernels as kernels;
use test_support::gpu; // The archive of the kernels is part of it.

/// Adds to each of `n` elements from `data` on its index there.
///
/// # Safety
///
/// They live until the stream has been waited for.
unsafe fn add_index(stream: &Stream, data: *mut u32, n: usize) {
    let launch = kernels::add_index.prepare(64, SharedBytes(0)).unwrap();
    // SAFETY: the caller's promise.
    unsafe { launch.launch(1, stream, (data, n as u64)).unwrap() };
}

fn wrong_device<T>(result: Result<T>) -> (Device, Device) {
    match result.map(drop) {
        Err(Error::WrongDevice { owner, current, .. }) => (owner, current),
        other => panic!("not refused for its device: {other:?}"),
    }
}

#[test]
fn what_belongs_to_a_device_is_used_with_it_current_or_refused() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let (zero, one) = (devices[0], devices[1]);
    let mut on_zero = DeviceBuffer::from_slice(&[9_u32; 4]).unwrap();
    one.make_current().unwrap();
    let stream = Stream::new().unwrap();
    let event = Event::new().unwrap();
    let mut data = DeviceBuffer::from_slice(&[1_u32, 2, 3, 4]).unwrap();
    let mut pinned = PinnedBuffer::from_slice(&[5_u32; 4]).unwrap();
    // SAFETY: the elements live until the stream has been waited for.
    unsafe { add_index(&stream, data.as_mut_ptr(), 4) };
    let capture = || Graph::capture(&stream, |_| Ok(()));
    let graph = capture().unwrap();
    let exec = graph.instantiate().unwrap();

    zero.make_current().unwrap();
    let refused = (one, zero);
    let part = |data: &DeviceBuffer<u32>| wrong_device(data.slice(1..3).unwrap().to_vec());
    assert_eq!(part(&data), refused);
    assert_eq!(wrong_device(data.to_vec()), refused);
    assert_eq!(wrong_device(data.copy_from_slice(&[0; 4])), refused);
    assert_eq!(wrong_device(data.fill_zero()), refused);
    assert_eq!(wrong_device(data.fill(7)), refused);
    assert_eq!(wrong_device(data.copy_from(&on_zero)), refused);
    // SAFETY: refused, so that nothing is started.
    unsafe {
        assert_eq!(
            wrong_device(data.copy_from_pinned(&pinned, &stream)),
            refused
        );
        assert_eq!(
            wrong_device(data.copy_to_pinned(&mut pinned, &stream)),
            refused
        );
        assert_eq!(
            wrong_device(data.copy_from_async(&on_zero, &stream)),
            refused
        );
        assert_eq!(wrong_device(data.fill_zero_async(&stream)), refused);
        assert_eq!(wrong_device(exec.launch(&stream)), refused);
        assert_eq!(wrong_device(one.reset()), refused);
    }
    assert_eq!(
        wrong_device(StreamBuffer::<u32>::uninit(4, &stream)),
        refused
    );
    assert_eq!(wrong_device(capture()), refused);
    assert_eq!(wrong_device(graph.instantiate()), refused);
    assert_eq!(wrong_device(event.record(&stream)), refused);
    assert_eq!(wrong_device(one.synchronize()), refused);
    assert_eq!(wrong_device(one.memory_info()), refused);
    // A stream of another device than the memory's, with either current.
    let foreign = Stream::new().unwrap();
    // SAFETY: refused, so that nothing is started.
    let refused = unsafe { data.copy_from_pinned(&pinned, &foreign) };
    assert_eq!(wrong_device(refused), (one, zero));

    // Waiting and asking name a handle.
    stream.synchronize().unwrap();
    assert!(stream.is_done().unwrap());
    event.synchronize().unwrap();
    foreign.wait_for(&event).unwrap();
    foreign.synchronize().unwrap();

    assert_eq!(on_zero.to_vec().unwrap(), [9; 4]);
    on_zero.fill(8).unwrap();
    one.make_current().unwrap();
    assert_eq!(data.to_vec().unwrap(), [1, 3, 5, 7]);
    zero.make_current().unwrap();
}

#[test]
fn views_and_memory_of_a_stream_follow_their_device_as_buffers_do() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let (zero, one) = (devices[0], devices[1]);
    let on_zero = DeviceBuffer::from_slice(&[9_u32; 6]).unwrap();
    one.make_current().unwrap();
    let stream = Stream::non_blocking().unwrap();
    let mut data = DeviceBuffer::from_slice(&[1_u32, 2, 3, 4, 5, 6]).unwrap();
    let mut pinned = PinnedBuffer::from_slice(&[5_u32; 2]).unwrap();
    let mut of_stream = StreamBuffer::<u32>::uninit(1 << 20, &stream).unwrap();
    stream.synchronize().unwrap();
    let free = one.memory_info().unwrap().free;

    zero.make_current().unwrap();
    let refused = (one, zero);
    let mut middle = data.slice_mut(1..5).unwrap();
    let mut part = middle.slice_mut(1..3).unwrap();
    assert_eq!(part.device(), one);
    assert_eq!(wrong_device(part.to_vec()), refused);
    assert_eq!(wrong_device(part.copy_to_slice(&mut [0; 2])), refused);
    assert_eq!(wrong_device(part.copy_from_slice(&[0; 2])), refused);
    assert_eq!(wrong_device(part.fill(7)), refused);
    assert_eq!(wrong_device(part.fill_zero()), refused);
    assert_eq!(
        wrong_device(part.copy_from(on_zero.slice(..2).unwrap())),
        refused
    );
    // SAFETY: refused, so that nothing is started.
    unsafe {
        assert_eq!(wrong_device(part.fill_zero_async(&stream)), refused);
        assert_eq!(
            wrong_device(part.copy_from_pinned(&pinned, &stream)),
            refused
        );
        assert_eq!(
            wrong_device(part.copy_to_pinned(&mut pinned, &stream)),
            refused
        );
        assert_eq!(
            wrong_device(part.copy_from_async(on_zero.slice(..2).unwrap(), &stream)),
            refused
        );
        let mut part = of_stream.slice_mut(..2).unwrap();
        assert_eq!(wrong_device(part.fill_zero_async(&stream)), refused);
        assert_eq!(wrong_device(part.fill(7)), refused);
        assert_eq!(wrong_device(part.to_vec()), refused);
    }
    assert_eq!(pinned.as_slice(), [5; 2]);
    // It is freed in its stream, whichever device is current, and that stays so.
    drop(of_stream);
    assert_eq!(Device::current(), Ok(zero));

    one.make_current().unwrap();
    stream.synchronize().unwrap();
    let now = one.memory_info().unwrap().free;
    assert!(now >= free, "{free} B were free, {now} B are");
    assert_eq!(data.to_vec().unwrap(), [1, 2, 3, 4, 5, 6]);
    // From the other's memory into a part of its own, with its own device current.
    let mut part = data.slice_mut(2..4).unwrap();
    part.copy_from(on_zero.slice(..2).unwrap()).unwrap();
    assert_eq!(data.to_vec().unwrap(), [1, 2, 9, 9, 5, 6]);
    zero.make_current().unwrap();
}

#[test]
fn what_is_dropped_with_another_device_current_is_freed_and_leaves_that_current() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let (zero, one) = (devices[0], devices[1]);
    let bytes = 8 << 20;
    one.make_current().unwrap();
    let stream = Stream::new().unwrap();
    let event = Event::new().unwrap();
    let data = DeviceBuffer::<u8>::zeroed(bytes).unwrap();
    let free = one.memory_info().unwrap().free;
    zero.make_current().unwrap();
    drop((data, stream, event));
    assert_eq!(Device::current(), Ok(zero));
    one.make_current().unwrap();
    // Other programs may use the device too, but hardly more than this in the meantime.
    let now = one.memory_info().unwrap().free;
    assert!(now >= free + bytes / 2, "{free} B were free, {now} B are");
    zero.make_current().unwrap();
}

#[test]
fn a_part_of_a_buffer_is_copied_filled_and_launched_on_and_the_rest_stays() {
    let Some(device) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut data = DeviceBuffer::from_slice(&[0_u32; 10]).unwrap();
    let mut part = data.slice_mut(2..8).unwrap();
    assert_eq!((part.len(), part.device()), (6, device));
    part.fill(100).unwrap();
    part.slice_mut(..2)
        .unwrap()
        .copy_from_slice(&[1, 2])
        .unwrap();
    // SAFETY: six elements from there on, which live until the stream has been waited for.
    unsafe { add_index(&stream, part.as_mut_ptr(), part.len()) };
    gpu::wait(&stream, 20).unwrap();
    let wanted = [0, 0, 1, 3, 102, 103, 104, 105, 0, 0];
    assert_eq!(data.to_vec().unwrap(), wanted);
    assert_eq!(data.slice(3..=4).unwrap().to_vec().unwrap(), [3, 102]);
    assert_eq!(
        data.slice(2..)
            .unwrap()
            .slice(1..3)
            .unwrap()
            .to_vec()
            .unwrap(),
        [3, 102]
    );
    assert!(data.slice(10..).unwrap().is_empty());

    let (mut left, right) = data.split_at_mut(5).unwrap();
    left.copy_from(right).unwrap();
    assert_eq!(data.slice(..5).unwrap().to_vec().unwrap(), wanted[5..]);
}

#[test]
fn a_part_that_is_none_is_refused_with_its_ends_and_the_length() {
    let Some(_) = gpu::device() else {
        return;
    };
    let refused = |begin, end| Error::Range { begin, end, len: 4 };
    let mut data = DeviceBuffer::<u32>::zeroed(4).unwrap();
    assert_eq!(data.slice(1..5).unwrap_err(), refused(1, 5));
    assert_eq!(data.slice_mut(5..).unwrap_err(), refused(5, 4));
    let whole = data.slice_mut(..).unwrap();
    assert_eq!(whole.split_at_mut(5).unwrap_err(), refused(0, 5));
    let mut pinned = PinnedBuffer::<u32>::zeroed(4).unwrap();
    assert_eq!(pinned.slice(..9).unwrap_err(), refused(0, 9));
    assert_eq!(pinned.slice_mut(4..=4).unwrap_err(), refused(4, 5));
}

/// Fills buffers of some lengths, and a part of each.
fn fills<T: Element + PartialEq + core::fmt::Debug>(value: T, other: T) {
    for len in [0, 1, 2, 3, 7, 1000, 70_001] {
        let mut data = DeviceBuffer::from_slice(&vec![other; len]).unwrap();
        data.fill(value).unwrap();
        assert_eq!(data.to_vec().unwrap(), vec![value; len]);
        let middle = len / 3..len - len / 3;
        data.slice_mut(middle.clone()).unwrap().fill(other).unwrap();
        let mut wanted = vec![value; len];
        wanted[middle].fill(other);
        assert_eq!(data.to_vec().unwrap(), wanted, "{len}");
    }
}

#[test]
fn every_element_is_filled_whatever_its_size_and_bytes() {
    let Some(_) = gpu::device() else {
        return;
    };
    fills(0_u32, 7);
    fills(0x0101_0101_u32, 0x0102_0304);
    fills(-0.0_f64, 1.5);
    fills(200_u8, 0);
    fills([1_u8, 2, 3], [3, 3, 3]);
    fills([u64::MAX, 1, 2, 3, 4], [0; 5]);
}

#[test]
fn a_buffer_is_copied_within_its_device_and_is_there_for_every_stream() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::non_blocking().unwrap();
    let n = 1 << 20;
    let source = DeviceBuffer::from_slice(&vec![5_u32; n]).unwrap();
    let mut data = DeviceBuffer::<u32>::uninit(n).unwrap();
    data.copy_from(&source).unwrap();
    // SAFETY: the elements live until the stream has been waited for.
    unsafe { add_index(&stream, data.as_mut_ptr(), n) };
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(
        data.slice(n - 2..).unwrap().to_vec().unwrap(),
        [5 + n as u32 - 2, 5 + n as u32 - 1]
    );
    let refused = data.copy_from(source.slice(1..).unwrap());
    assert_eq!(
        refused,
        Err(Error::Length {
            len: n,
            given: n - 1
        })
    );
}

#[test]
fn a_buffer_is_copied_between_devices_at_once_and_in_a_stream() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let wanted: Vec<u32> = (0..10_000).map(|i| i * 3).collect();
    let source = DeviceBuffer::from_slice(&wanted).unwrap();
    devices[1].make_current().unwrap();
    let stream = Stream::non_blocking().unwrap();
    let mut there = DeviceBuffer::<u32>::zeroed(10_000).unwrap();
    there.copy_from(&source).unwrap();
    assert_eq!(there.to_vec().unwrap(), wanted);
    there.fill_zero().unwrap();
    // SAFETY: both live, and are left alone, until the stream has been waited for.
    unsafe {
        let mut part = there.slice_mut(100..200).unwrap();
        part.copy_from_async(source.slice(300..400).unwrap(), &stream)
            .unwrap();
    }
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(
        there.slice(100..200).unwrap().to_vec().unwrap(),
        wanted[300..400]
    );
    assert_eq!(there.slice(200..).unwrap().to_vec().unwrap(), [0; 9800]);
    devices[0].make_current().unwrap();
}

#[test]
fn a_device_reaches_anothers_memory_where_it_is_allowed_to() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let (zero, one) = (devices[0], devices[1]);
    assert!(!zero.can_access_peer(zero).unwrap());
    if !zero.can_access_peer(one).unwrap() {
        assert!(zero.enable_peer_access(one).is_err());
        return gpu::skipped("these two devices do not reach each other");
    }
    let stream = Stream::new().unwrap();
    zero.enable_peer_access(one).unwrap();
    zero.enable_peer_access(one).unwrap();
    one.make_current().unwrap();
    assert_eq!(wrong_device(zero.enable_peer_access(one)), (zero, one));
    let mut there = DeviceBuffer::from_slice(&[10_u32; 5]).unwrap();
    zero.make_current().unwrap();
    // SAFETY: the elements live until the stream has been waited for, and the device may use them.
    unsafe { add_index(&stream, there.as_mut_ptr(), 5) };
    gpu::wait(&stream, 20).unwrap();
    zero.disable_peer_access(one).unwrap();
    assert!(zero.disable_peer_access(one).is_err());
    one.make_current().unwrap();
    assert_eq!(there.to_vec().unwrap(), [10, 11, 12, 13, 14]);
    zero.make_current().unwrap();
}

#[test]
fn two_streams_work_on_two_parts_with_copies_both_ways() {
    let Some(_) = gpu::device() else {
        return;
    };
    const N: usize = 4096;
    let numbers: Vec<u32> = (0..N as u32).map(|i| 7 * i).collect();
    let there = PinnedBuffer::from_slice(&numbers).unwrap();
    let mut back = PinnedBuffer::<u32>::zeroed(N).unwrap();
    let mut data = DeviceBuffer::<u32>::uninit(N).unwrap();
    let streams = [
        Stream::non_blocking().unwrap(),
        Stream::non_blocking().unwrap(),
    ];
    let middle = 1500;
    for (range, stream) in [0..middle, middle..N].into_iter().zip(&streams) {
        let mut part = data.slice_mut(range.clone()).unwrap();
        // SAFETY: all live, and each part is used in one stream alone, until both have been waited for.
        unsafe {
            part.copy_from_pinned(there.slice(range.clone()).unwrap(), stream)
                .unwrap();
            add_index(stream, part.as_mut_ptr(), part.len());
            part.copy_to_pinned(back.slice_mut(range).unwrap(), stream)
                .unwrap();
        }
    }
    for stream in &streams {
        gpu::wait(stream, 20).unwrap();
    }
    let index = |i: usize| (if i < middle { i } else { i - middle }) as u32;
    let wanted: Vec<u32> = (0..N).map(|i| numbers[i] + index(i)).collect();
    assert_eq!(back.as_slice(), wanted);
}

#[test]
fn memory_of_a_stream_is_there_for_what_comes_after_it_in_the_stream() {
    let Some(device) = gpu::device() else {
        return;
    };
    let stream = Stream::non_blocking().unwrap();
    let mut back = PinnedBuffer::<u32>::zeroed(100).unwrap();
    for _ in 0..3 {
        let mut data = StreamBuffer::<u32>::uninit(100, &stream).unwrap();
        assert_eq!((data.len(), data.device()), (100, device));
        // SAFETY: all in one stream, which is waited for; the memory is freed in the stream too.
        unsafe {
            data.slice_mut(..)
                .unwrap()
                .fill_zero_async(&stream)
                .unwrap();
            add_index(&stream, data.as_mut_ptr(), 100);
            let all = data.slice(..).unwrap();
            all.copy_to_pinned(&mut back, &stream).unwrap();
        }
        drop(data);
        gpu::wait(&stream, 20).unwrap();
        assert_eq!(back.as_slice(), (0..100).collect::<Vec<u32>>());
    }
    let none = StreamBuffer::<u32>::uninit(0, &stream).unwrap();
    assert!(none.is_empty() && none.as_ptr().is_null());
}

#[test]
fn devices_have_a_name_an_identity_a_place_and_memory() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    for &device in &devices {
        device.make_current().unwrap();
        assert!(!device.name().unwrap().is_empty());
        let place = device.pci_bus_id().unwrap();
        assert_eq!(place.matches([':', '.']).count(), 3, "{place}");
        let memory = device.memory_info().unwrap();
        assert!(
            memory.free <= memory.total && memory.total > 1 << 20,
            "{memory:?}"
        );
        let held = DeviceBuffer::<u8>::uninit(1 << 20).unwrap();
        assert_eq!(device.memory_info().unwrap().total, memory.total);
        drop(held);
    }
    devices[0].make_current().unwrap();
    assert_ne!(devices[0].uuid(), devices[1].uuid());
    assert_ne!(devices[0].pci_bus_id(), devices[1].pci_bus_id());
    let uuid = devices[0].uuid().unwrap().to_string();
    assert!(uuid.starts_with("GPU-") && uuid.len() == 40, "{uuid}");
}

#[test]
fn after_a_reset_memory_is_free_and_kernels_are_prepared_anew() {
    let Some(_) = gpu::device() else {
        return;
    };
    coop::testing::in_own_process(60, || {
        let device = gpu::device().expect("the parent has one");
        let whole = |_| {
            let stream = Stream::new().unwrap();
            let mut data = DeviceBuffer::from_slice(&[1_u32; 64]).unwrap();
            // More dynamic shared memory than a kernel has unless it asks: a reset forgets that it did.
            let launch = kernels::add_index
                .prepare(64, SharedBytes(64 * 1024))
                .unwrap();
            // SAFETY: 64 elements, which live until the stream has been waited for.
            unsafe { launch.launch(1, &stream, (data.as_mut_ptr(), 64)).unwrap() };
            gpu::wait(&stream, 20).unwrap();
            assert_eq!(data.to_vec().unwrap()[63], 64);
            let held = DeviceBuffer::<u8>::zeroed(64 << 20).unwrap();
            let free = device.memory_info().unwrap().free;
            std::mem::forget(held);
            drop((stream, data));
            // SAFETY: nothing of the device is left but what was forgotten.
            unsafe { device.reset().unwrap() };
            assert!(device.memory_info().unwrap().free > free);
        };
        (0..3).for_each(whole);
    });
}

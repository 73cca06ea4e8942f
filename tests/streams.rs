//! Streams, events and what is ordered with what; buffers on both sides of a copy.

mod support;

use std::mem::ManuallyDrop;
use std::time::{Duration, Instant};

use coop::{Device, DeviceBuffer, Error, Event, PinnedBuffer, Result, SharedBytes, Stream};
use coop_kernels as _;
use support::stream_kernels as kernels;
use test_support::gpu; // The archive of the kernels is part of it.

/// Long enough that whatever does not wait for it comes first.
const LATE: Duration = Duration::from_millis(50);

/// Puts a kernel into the stream that sets all elements after a while.
fn fill_late(stream: &Stream, data: &mut DeviceBuffer<u32>, value: u32, after: Duration) {
    let launch = kernels::fill_late.prepare(64, SharedBytes(0)).unwrap();
    let nanoseconds = after.as_nanos() as u64;
    let args = (data.as_mut_ptr(), value, data.len() as u64, nanoseconds);
    // SAFETY: the buffer has so many elements; every caller waits for the stream before it is dropped, and else puts only
    // what is ordered after this into it.
    unsafe { launch.launch(1, stream, args).unwrap() };
}

/// Puts a kernel into the stream that adds to each element its index.
fn add_index(stream: &Stream, data: &mut DeviceBuffer<u32>) {
    let launch = kernels::add_index.prepare(64, SharedBytes(0)).unwrap();
    // SAFETY: as in `fill_late`.
    unsafe {
        launch
            .launch(1, stream, (data.as_mut_ptr(), data.len() as u64))
            .unwrap();
    }
}

#[test]
fn a_plain_copy_waits_for_a_launch_in_a_new_stream() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut data = DeviceBuffer::<u32>::zeroed(100).unwrap();
    fill_late(&stream, &mut data, 7, LATE);
    assert!(!stream.is_done().unwrap(), "the kernel was not late");
    assert_eq!(data.to_vec().unwrap(), [7; 100]);
    fill_late(&stream, &mut data, 8, LATE);
    data.copy_from_slice(&[9; 100]).unwrap();
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(data.to_vec().unwrap(), [9; 100]);
}

#[test]
fn a_launch_in_a_new_stream_sees_what_was_copied_before() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut data = DeviceBuffer::from_slice(&[100_u32; 1000]).unwrap();
    add_index(&stream, &mut data);
    gpu::wait(&stream, 20).unwrap();
    let wanted: Vec<u32> = (100..1100).collect();
    assert_eq!(data.to_vec().unwrap(), wanted);
}

#[test]
fn a_non_blocking_stream_is_done_when_it_was_waited_for() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::non_blocking().unwrap();
    let mut data = DeviceBuffer::<u32>::zeroed(100).unwrap();
    Device::current().unwrap().synchronize().unwrap();
    let start = Instant::now();
    fill_late(&stream, &mut data, 7, LATE);
    assert!(!stream.is_done().unwrap());
    stream.synchronize().unwrap();
    assert!(start.elapsed() > LATE / 2);
    assert!(stream.is_done().unwrap());
    assert_eq!(data.to_vec().unwrap(), [7; 100]);
}

#[test]
fn what_was_zeroed_before_is_there_for_a_stream_that_is_ordered_with_nothing() {
    let Some(device) = gpu::device() else {
        return;
    };
    // 1 GiB: zeroing it takes a while.
    const LEN: usize = if coop::EMULATED { 1 << 24 } else { 1 << 28 };
    let stream = Stream::non_blocking().unwrap();
    let launch = kernels::fill_late.prepare(64, SharedBytes(0)).unwrap();
    let mut data = DeviceBuffer::<u32>::uninit(LEN).unwrap();
    for _ in 0..5 {
        data.fill_zero().unwrap();
        // SAFETY: within the buffer, which owns it and outlives the view that is never dropped.
        let last = unsafe { data.as_mut_ptr().add(LEN - 1) };
        // SAFETY: the last element is one; the stream is waited for before it is read.
        unsafe { launch.launch(1, &stream, (last, 7, 1, 0)).unwrap() };
        gpu::wait(&stream, 20).unwrap();
        device.synchronize().unwrap();
        // SAFETY: one live element, and not freed by this view of it.
        let view = ManuallyDrop::new(unsafe { DeviceBuffer::from_raw(last, 1, device) });
        assert_eq!(view.to_vec().unwrap(), [7], "zeroed after it was written");
    }
}

#[test]
fn a_stream_waits_for_an_event_of_another() {
    let Some(_) = gpu::device() else {
        return;
    };
    let (first, second) = (
        Stream::non_blocking().unwrap(),
        Stream::non_blocking().unwrap(),
    );
    let mut data = DeviceBuffer::<u32>::zeroed(100).unwrap();
    Device::current().unwrap().synchronize().unwrap();
    let filled = Event::new().unwrap();
    fill_late(&first, &mut data, 1000, LATE);
    filled.record(&first).unwrap();
    assert!(!filled.is_done().unwrap());
    second.wait_for(&filled).unwrap();
    // Before the filling its result would be overwritten.
    add_index(&second, &mut data);
    gpu::wait(&second, 20).unwrap();
    assert!(filled.is_done().unwrap());
    let wanted: Vec<u32> = (1000..1100).collect();
    assert_eq!(data.to_vec().unwrap(), wanted);
}

#[test]
fn the_time_between_two_events_is_that_of_what_ran_between_them() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::non_blocking().unwrap();
    let mut data = DeviceBuffer::<u32>::zeroed(1).unwrap();
    let (start, end) = (Event::new().unwrap(), Event::new().unwrap());
    start.record(&stream).unwrap();
    fill_late(&stream, &mut data, 1, LATE);
    end.record(&stream).unwrap();
    end.synchronize().unwrap();
    let time = end.elapsed_since(&start).unwrap();
    assert!(time > LATE * 9 / 10 && time < LATE * 10, "{time:?}");
}

#[test]
fn an_event_that_was_not_recorded_has_no_time_and_nothing_to_wait_for() {
    let Some(_) = gpu::device() else {
        return;
    };
    let (one, other) = (Event::new().unwrap(), Event::new().unwrap());
    one.synchronize().unwrap();
    assert!(one.is_done().unwrap());
    let error = one.elapsed_since(&other).unwrap_err();
    assert_eq!(error.cuda().unwrap().call(), "cudaEventElapsedTime");
}

#[test]
fn a_stream_and_a_launch_made_on_one_thread_are_used_on_another() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let launch = kernels::add_index.prepare(64, SharedBytes(0)).unwrap();
    let mut data = DeviceBuffer::from_slice(&[5_u32; 10]).unwrap();
    let data = std::thread::scope(|scope| {
        let used = scope.spawn(|| {
            // SAFETY: ten elements, which live until the stream has been waited for.
            unsafe { launch.launch(1, &stream, (data.as_mut_ptr(), 10)).unwrap() };
            gpu::wait(&stream, 20).unwrap();
            data.to_vec().unwrap()
        });
        used.join().unwrap()
    });
    assert_eq!(data, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
}

/// The owner and the other device of an error of two devices.
fn wrong_device<T>(result: Result<T>) -> (Device, Device, String) {
    let error = result.err().expect("the devices differ");
    let Error::WrongDevice { owner, current, .. } = &error else {
        panic!("another error: {error}");
    };
    (*owner, *current, error.to_string())
}

#[test]
fn a_launch_with_another_device_current_or_another_devices_stream_names_both() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let [zero, one] = [devices[0], devices[1]];
    let (stream, event) = (Stream::new().unwrap(), Event::new().unwrap());
    let launch = kernels::add_index.prepare(64, SharedBytes(0)).unwrap();
    let mut data = DeviceBuffer::from_slice(&[5_u32; 10]).unwrap();
    let args = (data.as_mut_ptr(), 10);
    std::thread::scope(|scope| {
        let on_another_thread = scope.spawn(|| {
            one.make_current().unwrap();
            // SAFETY: refused, so that nothing runs.
            let refused = unsafe { launch.launch(1, &stream, args_of(&data)) };
            let (owner, current, text) = wrong_device(refused);
            assert_eq!((owner, current), (zero, one));
            for part in ["add_index", "device 0", "device 1"] {
                assert!(text.contains(part), "{part} in {text}");
            }
            assert_eq!(wrong_device(event.record(&stream)).1, one);
            assert_eq!(wrong_device(zero.synchronize()).0, zero);
            Stream::new().unwrap()
        });
        let foreign = on_another_thread.join().unwrap();
        assert_eq!(foreign.device(), one);
        // SAFETY: refused, so that nothing runs.
        let refused = unsafe { launch.launch(1, &foreign, args) };
        assert_eq!(wrong_device(refused).1, one);
        assert_eq!(wrong_device(event.record(&foreign)).1, one);
    });
    // SAFETY: ten elements, which live until the stream has been waited for.
    unsafe { launch.launch(1, &stream, args).unwrap() };
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(data.to_vec().unwrap()[9], 14);
}

/// Arguments for a launch that is refused.
fn args_of(data: &DeviceBuffer<u32>) -> (*mut u32, u64) {
    (data.as_ptr().cast_mut(), data.len() as u64)
}

#[test]
fn default_streams_are_not_destroyed_on_drop() {
    let Some(device) = gpu::device() else {
        return;
    };
    let mut data = DeviceBuffer::<u32>::zeroed(10).unwrap();
    let handles = [
        core::ptr::null_mut(),
        Stream::legacy_default().unwrap().as_raw(),
        // SAFETY: it stays on this thread.
        unsafe { Stream::per_thread_default() }.unwrap().as_raw(),
    ];
    for (value, handle) in (1..).zip(handles) {
        // SAFETY: default stream handles may be taken.
        drop(unsafe { Stream::from_raw(handle, device) });
        // SAFETY: as above.
        let again = unsafe { Stream::from_raw(handle, device) };
        fill_late(&again, &mut data, value, Duration::ZERO);
        gpu::wait(&again, 20).unwrap();
        assert_eq!(data.to_vec().unwrap(), [value; 10]);
    }
}

#[test]
fn a_borrowed_stream_stays_its_makers() {
    let Some(device) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut data = DeviceBuffer::<u32>::zeroed(10).unwrap();
    // SAFETY: the stream outlives the borrow.
    drop(unsafe { Stream::borrow_raw(stream.as_raw(), device) });
    fill_late(&stream, &mut data, 3, Duration::ZERO);
    gpu::wait(&stream, 20).unwrap();
    // SAFETY: given up by the one and owned by the other.
    let stream = unsafe { Stream::from_raw(stream.into_raw(), device) };
    fill_late(&stream, &mut data, 4, Duration::ZERO);
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(data.to_vec().unwrap(), [4; 10]);
}

#[test]
fn a_stream_dropped_with_work_in_it_lets_the_work_finish() {
    let Some(device) = gpu::device() else {
        return;
    };
    let mut data = DeviceBuffer::<u32>::zeroed(10).unwrap();
    let stream = Stream::new().unwrap();
    fill_late(&stream, &mut data, 3, LATE);
    drop(stream);
    device.synchronize().unwrap();
    assert_eq!(data.to_vec().unwrap(), [3; 10]);
}

#[test]
fn a_copy_through_pinned_memory_arrives_in_the_order_of_its_stream() {
    let Some(_) = gpu::device() else {
        return;
    };
    const N: usize = 10_000;
    let stream = Stream::non_blocking().unwrap();
    let mut there = PinnedBuffer::<u32>::zeroed(N).unwrap();
    let mut back = PinnedBuffer::<u32>::zeroed(N).unwrap();
    assert_eq!(there.as_slice(), [0; N]);
    there.as_mut_slice().fill(1000);
    let mut data = DeviceBuffer::<u32>::uninit(N).unwrap();
    // SAFETY: all three live, and are left alone, until the stream has been waited for.
    unsafe { data.copy_from_pinned(&there, &stream).unwrap() };
    add_index(&stream, &mut data);
    // SAFETY: as above.
    unsafe { data.copy_to_pinned(&mut back, &stream).unwrap() };
    gpu::wait(&stream, 20).unwrap();
    let wanted: Vec<u32> = (1000..).take(N).collect();
    assert_eq!(back.as_slice(), wanted);
    assert_eq!((back.read(N - 1), back.read(N)), (Some(10_999), None));
}

#[test]
fn what_a_running_kernel_writes_to_pinned_memory_is_read_while_it_runs() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::non_blocking().unwrap();
    let launch = kernels::tell_and_go_on.prepare(1, SharedBytes(0)).unwrap();
    let word = PinnedBuffer::<u32>::zeroed(1).unwrap();
    let half_a_second = 500_000_000;
    let args = (word.device_ptr().unwrap(), 7, half_a_second);
    // SAFETY: one mapped element, which lives until the stream has been waited for.
    unsafe { launch.launch(1, &stream, args).unwrap() };
    let end = Instant::now() + Duration::from_secs(20);
    while word.read(0) == Some(0) && !stream.is_done().unwrap() && Instant::now() < end {
        std::thread::sleep(Duration::from_micros(100));
    }
    assert_eq!(word.read(0), Some(7));
    assert!(!stream.is_done().unwrap(), "only seen after the end");
    gpu::wait(&stream, 20).unwrap();
    assert_eq!(word.as_slice(), [7]);
}

#[test]
fn a_copy_of_another_length_is_refused_with_both_lengths() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let mut data = DeviceBuffer::from_slice(&[1_u32, 2, 3]).unwrap();
    let wrong = |given| Err(Error::Length { len: 3, given });
    assert_eq!(data.copy_from_slice(&[0; 2]), wrong(2));
    assert_eq!(data.copy_from_slice(&[]), wrong(0));
    assert_eq!(data.copy_to_slice(&mut [0; 4]), wrong(4));
    let mut pinned = PinnedBuffer::<u32>::zeroed(5).unwrap();
    // SAFETY: refused, so that nothing is copied.
    unsafe {
        assert_eq!(data.copy_from_pinned(&pinned, &stream), wrong(5));
        assert_eq!(data.copy_to_pinned(&mut pinned, &stream), wrong(5));
    }
    assert_eq!(data.to_vec().unwrap(), [1, 2, 3]);
    assert_eq!(
        Error::Length { len: 3, given: 5 }.to_string(),
        "a copy of 5 elements to or from a buffer of 3; the lengths must be equal"
    );
}

#[test]
fn a_buffer_of_no_elements_is_copied_without_a_device() {
    // SAFETY: null with a length of 0.
    let mut none =
        unsafe { DeviceBuffer::<u32>::from_raw(core::ptr::null_mut(), 0, Device::from_raw(0)) };
    assert!(none.is_empty());
    none.copy_from_slice(&[]).unwrap();
    none.fill_zero().unwrap();
    assert_eq!(none.to_vec().unwrap(), []);
    let refused = Err(Error::Length { len: 0, given: 1 });
    assert_eq!(none.copy_from_slice(&[1]), refused);
    assert_eq!(none.copy_to_slice(&mut [1]), refused);

    let mut pinned = PinnedBuffer::<u32>::zeroed(0).unwrap();
    assert_eq!((pinned.as_slice(), pinned.read(0)), (&[][..], None));
    assert!(pinned.as_mut_slice().is_empty());
    assert!(pinned.device_ptr().unwrap().is_null());
    // SAFETY: the null handle is the default stream's; nothing is put into it.
    unsafe {
        let stream = Stream::borrow_raw(core::ptr::null_mut(), Device::from_raw(0));
        none.copy_from_pinned(&pinned, &stream).unwrap();
        none.copy_to_pinned(&mut pinned, &stream).unwrap();
    }
}

#[test]
fn a_buffer_of_no_elements_on_a_device_is_null_and_copied() {
    let Some(device) = gpu::device() else {
        return;
    };
    let mut none = DeviceBuffer::<f64>::from_slice(&[]).unwrap();
    assert_eq!((none.len(), none.device()), (0, device));
    assert!(none.as_mut_ptr().is_null());
    assert_eq!(none.to_vec().unwrap(), []);
    assert!(DeviceBuffer::<f64>::zeroed(0).unwrap().is_empty());
}

#[test]
fn a_buffer_larger_than_the_devices_memory_is_out_of_memory() {
    let Some(_) = gpu::device() else {
        return;
    };
    let error = DeviceBuffer::<u8>::uninit(1 << 50).unwrap_err();
    let cuda = error.cuda().expect("CUDA was asked");
    assert_eq!(cuda.kind(), coop::ErrorKind::OutOfMemory, "{error}");
    assert_eq!(cuda.call(), "cudaMalloc");
    assert!(!cuda.is_sticky());
    assert!(DeviceBuffer::<u8>::uninit(1).is_ok());
}

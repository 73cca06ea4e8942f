//! Graphs by capture: what is put together once and launched as one.

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard};

use coop::{
    CooperativeLaunch, DeviceBuffer, Error, Event, Graph, GraphExec, Launch, PinnedBuffer, Result,
    SharedBytes, Stream,
};
use coop_kernels as _;
use support::stream_kernels as kernels;
use test_support::gpu; // The archive of the kernels is part of it.

const BLOCK: u32 = 64;
const GRID: u32 = 5;
const N: usize = (BLOCK * GRID) as usize;

/// Lets one test run at a time: while a stream of `Stream::new` is captured, no thread may use the legacy default stream, and
/// so make a plain copy.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(|failed| failed.into_inner())
}

/// A cooperative launch and an ordinary one, and the elements that they change.
struct Step {
    rotate: CooperativeLaunch<(*mut u32,)>,
    add: Launch<(*mut u32, u64)>,
    data: DeviceBuffer<u32>,
}

impl Step {
    fn new() -> Self {
        let first: Vec<u32> = (0..N as u32).map(|i| i * i).collect();
        Self {
            rotate: kernels::rotate_left.prepare(BLOCK, SharedBytes(0)).unwrap(),
            add: kernels::add_index.prepare(BLOCK, SharedBytes(0)).unwrap(),
            data: DeviceBuffer::from_slice(&first).unwrap(),
        }
    }

    /// Puts both launches into the stream.
    fn launch(&mut self, stream: &Stream) -> Result<()> {
        let data = self.data.as_mut_ptr();
        // SAFETY: the buffer has an element a thread of the grid; each test waits for the stream before it ends.
        unsafe {
            self.rotate.launch(GRID, stream, (data,))?;
            self.add.launch(GRID, stream, (data, N as u64))
        }
    }

    /// That the elements are as after so many steps on the CPU.
    fn assert_done(&self, times: usize) {
        let mut wanted: Vec<u32> = (0..N as u32).map(|i| i * i).collect();
        for _ in 0..times {
            wanted.rotate_left(1);
            (0..)
                .zip(&mut wanted)
                .for_each(|(i, element)| *element += i);
        }
        assert_eq!(self.data.to_vec().unwrap(), wanted, "after {times} steps");
    }

    /// That the stream takes launches as if nothing had been.
    fn assert_usable(mut self, stream: &Stream) {
        self.assert_done(0);
        self.launch(stream).unwrap();
        gpu::wait(stream, 20).unwrap();
        self.assert_done(1);
        let graph = Graph::capture(stream, |stream| self.launch(stream)).unwrap();
        drop(graph);
        self.assert_done(1);
    }
}

#[test]
fn a_graph_of_a_cooperative_and_an_ordinary_launch_runs_as_often_as_it_is_launched() {
    let Some(device) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let stream = Stream::new().unwrap();
    let mut step = Step::new();
    let graph = Graph::capture(&stream, |stream| step.launch(stream)).unwrap();
    assert_eq!(graph.device(), device);
    let exec = graph.instantiate().unwrap();
    drop(graph);
    gpu::wait(&stream, 20).unwrap();
    step.assert_done(0); // Capturing runs nothing.
    for _ in 0..3 {
        // SAFETY: the elements live until the stream has been waited for.
        unsafe { exec.launch(&stream).unwrap() };
    }
    gpu::wait(&stream, 20).unwrap();
    step.assert_done(3);
}

#[test]
fn a_graph_runs_in_another_stream_than_it_was_captured_in() {
    let Some(_) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let mut step = Step::new();
    let captured = Stream::non_blocking().unwrap();
    let graph = Graph::capture(&captured, |stream| step.launch(stream)).unwrap();
    drop(captured);
    let exec = graph.instantiate().unwrap();
    let stream = Stream::new().unwrap();
    // SAFETY: the elements live until the stream has been waited for.
    unsafe { exec.launch(&stream).unwrap() };
    gpu::wait(&stream, 20).unwrap();
    step.assert_done(1);
}

#[test]
fn an_error_while_capturing_is_returned_and_the_stream_stays_usable() {
    let Some(_) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let stream = Stream::new().unwrap();
    let mut step = Step::new();
    let error = Graph::capture(&stream, |stream| {
        step.launch(stream)?;
        let over = step.rotate.residency().max_grid().x + 1;
        // SAFETY: refused, so that nothing runs.
        unsafe { step.rotate.launch(over, stream, (step.data.as_mut_ptr(),)) }
    })
    .unwrap_err();
    assert!(matches!(error, Error::GridTooLarge { .. }), "{error}");
    step.assert_usable(&stream);
}

#[test]
fn a_panic_while_capturing_leaves_the_stream_usable() {
    let Some(_) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let stream = Stream::new().unwrap();
    let mut step = Step::new();
    let caught = catch_unwind(AssertUnwindSafe(|| {
        Graph::capture(&stream, |stream| {
            step.launch(stream)?;
            std::panic::resume_unwind(Box::new("meant"))
        })
    }));
    assert_eq!(
        caught.unwrap_err().downcast_ref::<&str>().copied(),
        Some("meant")
    );
    step.assert_usable(&stream);
}

#[test]
fn waiting_while_capturing_is_an_error_and_the_stream_stays_usable() {
    let Some(_) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let stream = Stream::new().unwrap();
    let mut step = Step::new();
    let error = Graph::capture(&stream, |stream| {
        step.launch(stream)?;
        stream.synchronize()
    })
    .unwrap_err();
    let cuda = error.cuda().expect("CUDA refused");
    assert_eq!(cuda.call(), "cudaStreamSynchronize", "{error}");
    assert!(!cuda.is_sticky(), "{error}");
    step.assert_usable(&stream);
}

#[test]
fn the_legacy_default_stream_cannot_be_captured_and_stays_usable() {
    let Some(_) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let stream = Stream::legacy_default().unwrap();
    let mut step = Step::new();
    let error = Graph::capture(&stream, |stream| step.launch(stream)).unwrap_err();
    assert_eq!(error.cuda().unwrap().call(), "cudaStreamBeginCapture");
    step.launch(&stream).unwrap();
    gpu::wait(&stream, 20).unwrap();
    step.assert_done(1);
}

#[test]
fn a_graph_of_nothing_runs() {
    let Some(_) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let stream = Stream::new().unwrap();
    let graph = Graph::capture(&stream, |_| Ok(())).unwrap();
    // SAFETY: nothing is launched.
    unsafe { graph.instantiate().unwrap().launch(&stream).unwrap() };
    gpu::wait(&stream, 20).unwrap();
}

#[test]
fn a_graph_in_a_stream_of_another_device_is_refused_with_both() {
    let Some(devices) = gpu::devices(2) else {
        return;
    };
    let _alone = alone();
    let stream = Stream::new().unwrap();
    let mut step = Step::new();
    let graph = Graph::capture(&stream, |stream| step.launch(stream)).unwrap();
    let exec = graph.instantiate().unwrap();
    devices[1].make_current().unwrap();
    let foreign = Stream::new().unwrap();
    // SAFETY: refused, so that nothing runs.
    let error = unsafe { exec.launch(&foreign) }.unwrap_err();
    devices[0].make_current().unwrap();
    assert_eq!(
        error,
        Error::WrongDevice {
            what: "the graph".to_owned(),
            owner: devices[0],
            current: devices[1],
        }
    );
    step.assert_done(0);
}

#[test]
fn a_buffer_dropped_while_capturing_neither_breaks_the_capture_nor_leaks() {
    let Some(device) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let stream = Stream::non_blocking().unwrap();
    let mut step = Step::new();
    let bytes = 32 << 20;
    let dropped = DeviceBuffer::<u8>::zeroed(bytes).unwrap();
    let pinned = PinnedBuffer::<u8>::zeroed(1000).unwrap();
    let event = Event::new().unwrap();
    let other = Stream::non_blocking().unwrap();
    let free = device.memory_info().unwrap().free;
    let graph = Graph::capture(&stream, |stream| {
        step.launch(stream)?;
        drop((dropped, pinned, event, other));
        step.launch(stream)
    })
    .unwrap();
    let now = device.memory_info().unwrap().free;
    assert!(now >= free + bytes / 2, "{free} B were free, {now} B are");
    let exec = graph.instantiate().unwrap();
    // SAFETY: what the launches use lives until the stream has been waited for.
    unsafe { exec.launch(&stream).unwrap() };
    gpu::wait(&stream, 20).unwrap();
    step.assert_done(2);
}

#[test]
fn a_graph_that_is_none_is_refused() {
    let Some(device) = gpu::device() else {
        return;
    };
    // SAFETY: null is allowed.
    let refused = unsafe { Graph::from_raw(core::ptr::null_mut(), device) }.unwrap_err();
    assert_eq!(refused, Error::NoGraph);
    // SAFETY: as above.
    let refused = unsafe { GraphExec::from_raw(core::ptr::null_mut(), device) }.unwrap_err();
    assert_eq!(refused, Error::NoGraph);
}

#[test]
fn a_graph_goes_to_another_thread_and_its_launches_come_one_after_the_other() {
    let Some(device) = gpu::device() else {
        return;
    };
    let _alone = alone();
    let mut step = Step::new();
    let captured = Stream::non_blocking().unwrap();
    let graph = Graph::capture(&captured, |stream| step.launch(stream)).unwrap();
    let exec = graph.instantiate().unwrap();
    let streams = [
        Stream::non_blocking().unwrap(),
        Stream::non_blocking().unwrap(),
    ];
    // That two threads launch it at the same time is refused by the compiler: coop/tests/compile_fail.
    std::thread::scope(|scope| {
        let streams = &streams;
        scope.spawn(move || {
            device.make_current().unwrap();
            for i in 0..10 {
                // SAFETY: the elements live until both streams have been waited for; the launches of one graph do not overlap.
                unsafe { exec.launch(&streams[i % 2]).unwrap() };
            }
            for stream in streams {
                gpu::wait(stream, 20).unwrap();
            }
        });
    });
    step.assert_done(10);
}

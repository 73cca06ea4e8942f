use std::ptr::null_mut;

use libc::c_void;

use super::*;
use crate::api::allocation::cudaMalloc;
use crate::api::copy::{cudaMemcpy, cudaMemsetAsync};
use crate::api::event::*;
use crate::api::graph::*;
use crate::api::graph_execution::*;
use crate::api::kernel_launch::cudaLaunchKernel;
use crate::api::stream::*;
use crate::api::tests_support::*;

fn stream(flags: u32) -> cudaStream_t {
    let mut stream = null_mut();
    // SAFETY: a live place.
    fine(unsafe { cudaStreamCreateWithFlags(&mut stream, flags) });
    stream
}

fn begin(stream: cudaStream_t, mode: cudaStreamCaptureMode) {
    // SAFETY: a live stream.
    fine(unsafe { cudaStreamBeginCapture(stream, mode) });
}

fn store(stream: cudaStream_t, place: *mut u32, value: u32) {
    let (mut place, mut value) = (place, value);
    let mut arguments: [*mut c_void; 2] = [(&raw mut place).cast(), (&raw mut value).cast()];
    // SAFETY: the arguments are those of the kernel.
    fine(unsafe {
        cudaLaunchKernel(
            store_entry(),
            dim(1),
            dim(1),
            arguments.as_mut_ptr(),
            0,
            stream,
        )
    });
}

const RELAXED: cudaStreamCaptureMode = cudaStreamCaptureMode::cudaStreamCaptureModeRelaxed;
const GLOBAL: cudaStreamCaptureMode = cudaStreamCaptureMode::cudaStreamCaptureModeGlobal;

#[test]
fn what_is_captured_is_done_at_each_launch_of_the_graph_and_not_before() {
    let _together = together();
    let (place, stream) = (words(2), stream(1));
    let (mut graph, mut executable, mut count) = (null_mut(), null_mut(), 0);
    begin(stream, RELAXED);
    store(stream, place, 3);
    // SAFETY: live handles and places.
    unsafe {
        fine(cudaMemsetAsync(place.add(1).cast(), 1, 4, stream));
        fine(cudaStreamEndCapture(stream, &mut graph));
        assert_eq!(read(place, 2), [crate::POISON; 2]);
        fine(cudaGraphGetNodes(graph, null_mut(), &mut count));
        assert_eq!(count, 2);
        let mut nodes = [null_mut(); 3];
        count = 3;
        fine(cudaGraphGetNodes(graph, nodes.as_mut_ptr(), &mut count));
        assert_eq!((count, nodes[2]), (2, null_mut()));
        let mut kind = cuda_sys::cudaGraphNodeType::cudaGraphNodeTypeEmpty;
        fine(cudaGraphNodeGetType(nodes[0], &mut kind));
        assert_eq!(kind, cuda_sys::cudaGraphNodeType::cudaGraphNodeTypeKernel);
        fine(cudaGraphInstantiate(&mut executable, graph, 0));
        fine(cudaGraphDestroy(graph));
        refused(cudaGraphDestroy(graph), cudaError::cudaErrorInvalidValue);
        for _ in 0..2 {
            fine(cudaMemsetAsync(place.cast(), 0, 8, stream));
            fine(cudaGraphLaunch(executable, stream));
            fine(cudaStreamSynchronize(stream));
            assert_eq!(read(place, 2), [3, 0x0101_0101]);
        }
        fine(cudaGraphExecDestroy(executable));
        refused(
            cudaGraphLaunch(executable, stream),
            cudaError::cudaErrorInvalidValue,
        );
    }
}

#[test]
fn a_stream_that_joins_by_an_event_must_join_back() {
    let _together = together();
    let (place, origin, side) = (words(2), stream(1), stream(1));
    let (mut fork, mut join, mut graph) = (null_mut(), null_mut(), null_mut());
    // SAFETY: live handles and places.
    unsafe {
        fine(cudaEventCreate(&mut fork));
        fine(cudaEventCreate(&mut join));
        for joins in [true, false] {
            begin(origin, RELAXED);
            store(origin, place, 1);
            fine(cudaEventRecord(fork, origin));
            fine(cudaStreamWaitEvent(side, fork, 0));
            store(side, place, 2);
            fine(cudaEventRecord(join, side));
            if joins {
                fine(cudaStreamWaitEvent(origin, join, 0));
            }
            refused(cudaEventQuery(join), cudaError::cudaErrorCapturedEvent);
            let ended = cudaStreamEndCapture(origin, &mut graph);
            if joins {
                fine(ended);
            } else {
                refused(ended, cudaError::cudaErrorStreamCaptureUnjoined);
                assert!(graph.is_null());
            }
        }
    }
}

#[test]
fn waiting_for_a_captured_stream_is_refused_and_ends_the_worth_of_the_capture() {
    let _together = together();
    let stream = stream(1);
    let mut graph = null_mut();
    let mut status = cudaStreamCaptureStatus::cudaStreamCaptureStatusNone;
    begin(stream, RELAXED);
    // SAFETY: live handles and places.
    unsafe {
        fine(cudaStreamIsCapturing(stream, &mut status));
        assert_eq!(
            status,
            cudaStreamCaptureStatus::cudaStreamCaptureStatusActive
        );
        refused(
            cudaStreamSynchronize(stream),
            cudaError::cudaErrorStreamCaptureUnsupported,
        );
        fine(cudaStreamIsCapturing(stream, &mut status));
        assert_eq!(
            status,
            cudaStreamCaptureStatus::cudaStreamCaptureStatusInvalidated
        );
        refused(
            cudaStreamEndCapture(stream, &mut graph),
            cudaError::cudaErrorStreamCaptureInvalidated,
        );
        fine(cudaStreamSynchronize(stream));
        refused(
            cudaStreamBeginCapture(null_mut(), RELAXED),
            cudaError::cudaErrorStreamCaptureUnsupported,
        );
    }
}

#[test]
fn a_capture_in_the_global_mode_forbids_allocations_and_the_default_stream() {
    let _alone = alone();
    let (place, stream) = (words(1), stream(1));
    let (mut graph, mut other, mut value) = (null_mut(), null_mut(), 0_u32);
    let invalidated = cudaError::cudaErrorStreamCaptureInvalidated;
    // SAFETY: live handles and places.
    unsafe {
        begin(stream, GLOBAL);
        refused(
            cudaMalloc(&mut other, 4),
            cudaError::cudaErrorStreamCaptureUnsupported,
        );
        refused(cudaStreamEndCapture(stream, &mut graph), invalidated);
        begin(stream, GLOBAL);
        let kind = cuda_sys::cudaMemcpyKind::cudaMemcpyDeviceToHost;
        refused(
            cudaMemcpy((&raw mut value).cast(), place.cast(), 4, kind),
            cudaError::cudaErrorStreamCaptureImplicit,
        );
        refused(cudaStreamEndCapture(stream, &mut graph), invalidated);
        fine(cudaMalloc(&mut other, 4));
    }
}

//! What the tests of graphs share.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use cuda_sys::{
    cudaGraph_t, cudaGraphExec_t, cudaGraphNode_t, cudaKernelNodeParams, cudaMemsetParams,
    cudaStream_t,
};

use super::super::graph::{cudaGraphAddDependencies, cudaGraphCreate};
use super::super::graph_execution::{cudaGraphInstantiate, cudaGraphLaunch};
use super::super::graph_node::{cudaGraphAddKernelNode, cudaGraphAddMemsetNode};
use super::super::stream::{cudaStreamCreateWithFlags, cudaStreamSynchronize};
use super::{dim, fine, store_entry};

#[track_caller]
pub(crate) fn graph() -> cudaGraph_t {
    let mut graph = null_mut();
    // SAFETY: a live place.
    fine(unsafe { cudaGraphCreate(&mut graph, 0) });
    graph
}

#[track_caller]
pub(crate) fn instantiated(graph: cudaGraph_t) -> cudaGraphExec_t {
    let mut executable = null_mut();
    // SAFETY: a live place.
    fine(unsafe { cudaGraphInstantiate(&mut executable, graph, 0) });
    executable
}

#[track_caller]
pub(crate) fn launched(executable: cudaGraphExec_t) {
    let mut stream = null_mut();
    // SAFETY: live places and handles.
    unsafe {
        fine(cudaStreamCreateWithFlags(
            &mut stream,
            cuda_sys::cudaStreamNonBlocking,
        ));
        fine(cudaGraphLaunch(executable, stream));
        fine(cudaStreamSynchronize(stream));
    }
}

#[track_caller]
pub(crate) fn run(graph: cudaGraph_t) {
    launched(instantiated(graph));
}

/// Runs something with the parameters of a node that stores `value` at `place`.
pub(crate) fn with_store<T>(
    (place, value): (*mut u32, u32),
    grid: u32,
    body: impl FnOnce(&mut cudaKernelNodeParams) -> T,
) -> T {
    let (mut place, mut value) = (place, value);
    let mut arguments: [*mut c_void; 2] = [(&raw mut place).cast(), (&raw mut value).cast()];
    body(&mut cudaKernelNodeParams {
        func: store_entry().cast_mut(),
        gridDim: dim(grid),
        blockDim: dim(1),
        sharedMemBytes: 0,
        kernelParams: arguments.as_mut_ptr(),
        extra: null_mut(),
    })
}

/// Adds a node that stores `value` at `place`.
#[track_caller]
pub(crate) fn add_store(
    graph: cudaGraph_t,
    after: &[cudaGraphNode_t],
    place: *mut u32,
    value: u32,
) -> cudaGraphNode_t {
    let mut node = null_mut();
    // SAFETY: live places, and the arguments of the kernel.
    let added = with_store((place, value), 1, |parameters| unsafe {
        cudaGraphAddKernelNode(&mut node, graph, after.as_ptr(), after.len(), parameters)
    });
    fine(added);
    node
}

/// So many elements of one row.
pub(crate) fn row(place: *mut u32, value: u32, element: u32, width: usize) -> cudaMemsetParams {
    cudaMemsetParams {
        dst: place.cast(),
        pitch: 0,
        value,
        elementSize: element,
        width,
        height: 1,
    }
}

/// Adds a node that sets a word.
#[track_caller]
pub(crate) fn add_fill(
    graph: cudaGraph_t,
    after: &[cudaGraphNode_t],
    place: *mut u32,
    value: u32,
) -> cudaGraphNode_t {
    let mut node = null_mut();
    // SAFETY: live places.
    fine(unsafe {
        cudaGraphAddMemsetNode(
            &mut node,
            graph,
            after.as_ptr(),
            after.len(),
            &row(place, value, 4, 1),
        )
    });
    node
}

/// Makes `to` come after `from`.
pub(crate) fn join(
    graph: cudaGraph_t,
    from: cudaGraphNode_t,
    to: cudaGraphNode_t,
) -> cuda_sys::cudaError {
    // SAFETY: lists of one.
    unsafe {
        cudaGraphAddDependencies(
            graph,
            &from,
            &to,
            #[cfg(not(cuda_major = "12"))]
            null(),
            1,
        )
    }
}

/// A stream that the default stream has nothing to do with.
pub(crate) fn apart() -> cudaStream_t {
    let mut stream = null_mut();
    // SAFETY: a live place.
    fine(unsafe { cudaStreamCreateWithFlags(&mut stream, cuda_sys::cudaStreamNonBlocking) });
    stream
}

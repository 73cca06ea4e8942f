//! Nodes of graphs that allocate memory and free it.

use cuda_sys::{
    cudaError, cudaGraph_t, cudaGraphMemAttributeType, cudaGraphNode_t, cudaMemAllocNodeParams,
    cudaMemAllocationType, cudaMemLocationType,
};
use libc::{c_int, c_void};

use super::device::device;
use super::graph::INVALID;
use super::graph_node::add;
use crate::api::call::{Outcome, api, give};
use crate::machine::context;
use crate::machine::work::Work;

/// The device whose memory a node is to allocate.
fn owner(asked: &cudaMemAllocNodeParams) -> Outcome<usize> {
    let location = asked.poolProps.location;
    if asked.poolProps.allocType != cudaMemAllocationType::cudaMemAllocationTypePinned
        || asked.bytesize == 0
    {
        return Err(INVALID);
    }
    match location.type_ {
        cudaMemLocationType::cudaMemLocationTypeDevice => device(location.id).map(|(at, _)| at),
        _ => Err(cudaError::cudaErrorNotSupported),
    }
}

api! {
    /// Adds a node that allocates device memory, which has the same address at every launch, and is fresh at each.
    fn cudaGraphAddMemAllocNode(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
        parameters: *mut cudaMemAllocNodeParams,
    ) {
        let (machine, _) = context()?;
        let parameters = parameters.as_mut().ok_or(INVALID)?;
        let owner = owner(parameters)?;
        let start = machine.state().memory.allocate_for_graph(owner, parameters.bytesize)?;
        let added = add(place, graph, (after, number), Work::Allocate(start));
        if added.is_err() {
            machine.state().memory.forget_of_graph(start);
        }
        added?;
        parameters.dptr = start as *mut c_void;
        Ok(())
    }

    /// Adds a node that frees what a node of a graph has allocated.
    fn cudaGraphAddMemFreeNode(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
        pointer: *mut c_void,
    ) {
        let (machine, _) = context()?;
        let start = pointer as usize;
        machine.state().memory.bytes_of_graph(start).ok_or(INVALID)?;
        add(place, graph, (after, number), Work::Free(start))
    }

    /// The address that a node allocates at, and how much.
    fn cudaGraphMemAllocNodeGetParams(node: cudaGraphNode_t, parameters: *mut cudaMemAllocNodeParams) {
        let (machine, _) = context()?;
        let mut state = machine.state();
        let found = state.node(node)?.clone();
        let Work::Allocate(start) = found.work else {
            return Err(INVALID);
        };
        let mut given: cudaMemAllocNodeParams = std::mem::zeroed();
        given.poolProps.allocType = cudaMemAllocationType::cudaMemAllocationTypePinned;
        given.poolProps.location.type_ = cudaMemLocationType::cudaMemLocationTypeDevice;
        given.poolProps.location.id = found.device as c_int;
        given.bytesize = state.memory.bytes_of_graph(start).ok_or(INVALID)?;
        given.dptr = start as *mut c_void;
        give(parameters, given)
    }

    /// The address that a node frees.
    fn cudaGraphMemFreeNodeGetParams(node: cudaGraphNode_t, place: *mut c_void) {
        let (machine, _) = context()?;
        match machine.state().node(node)?.work {
            Work::Free(start) => give(place.cast(), start as *mut c_void),
            _ => Err(INVALID),
        }
    }

    /// The bytes that graphs of a device have allocated: what they have reserved is the same, and the most of both is not kept.
    fn cudaDeviceGetGraphMemAttribute(number: c_int, attribute: cudaGraphMemAttributeType, value: *mut c_void) {
        use cudaGraphMemAttributeType as A;
        let (number, _) = device(number)?;
        let (machine, _) = context()?;
        match attribute {
            A::cudaGraphMemAttrUsedMemCurrent | A::cudaGraphMemAttrReservedMemCurrent => {
                give(value.cast(), machine.state().memory.used_by_graphs(number))
            }
            _ => Err(cudaError::cudaErrorNotSupported),
        }
    }

    /// Gives back what is kept, which is nothing.
    fn cudaDeviceGraphMemTrim(number: c_int) {
        device(number).map(|_| ())
    }
}

#[cfg(test)]
#[path = "tests/graph_memory_tests.rs"]
mod tests;

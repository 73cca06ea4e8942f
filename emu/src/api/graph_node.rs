//! Nodes of graphs that are made by hand: what they do.

use std::ffi::c_void;

use cuda_sys::{
    cudaError, cudaGraph_t, cudaGraphNode_t, cudaHostNodeParams, cudaKernelNodeParams,
    cudaLaunchAttributeID, cudaLaunchAttributeValue, cudaMemcpy3DParms, cudaMemcpyKind,
    cudaMemsetParams, dim3,
};

use super::copy::{copy_node, fill_node, rows_node};
use super::function::find;
use super::graph::{INVALID, handles};
use super::kernel_launch::{Attributes, Shape, call, reshaped, sides};
use crate::api::call::{Outcome, api, give};
use crate::launch::Launch;
use crate::machine::work::{HostCall, Work, node_type};
use crate::machine::work_graph::Node;
use crate::machine::{State, context};

const UNSUPPORTED: cudaError = cudaError::cudaErrorNotSupported;

/// Adds a node for the current device.
///
/// # Safety
///
/// `place` is null or may be written; `after` is null or has `number` nodes.
pub(super) unsafe fn add(
    place: *mut cudaGraphNode_t,
    graph: cudaGraph_t,
    (after, number): (*const cudaGraphNode_t, usize),
    work: Work,
) -> Outcome {
    let (machine, device) = context()?;
    if place.is_null() {
        return Err(INVALID);
    }
    // SAFETY: by the contract.
    let after = unsafe { handles(after, number)? };
    let node = machine
        .state()
        .add_node(graph, &after, |after| Node::new(device, work, after))?;
    // SAFETY: by the contract.
    unsafe { give(place, node) }
}

/// Makes a node do something else of the same kind.
pub(super) fn replace(node: &mut Node, work: Work) -> Outcome {
    if node_type(&node.work) != node_type(&work) {
        return Err(INVALID);
    }
    node.work = work;
    Ok(())
}

fn kernel_of(work: &Work) -> Outcome<&Launch> {
    match work {
        Work::Kernel(call) => Ok(call),
        _ => Err(INVALID),
    }
}

/// What a launch of the node asked for.
fn attributes_of(call: &Launch) -> Attributes {
    Attributes {
        cooperative: call.cooperative,
        // What the kernel states itself was not asked for.
        cluster: call.cluster.filter(|_| call.kernel.cluster.is_none()),
    }
}

/// # Safety
///
/// `parameters` is null or good, its arguments are those of the kernel.
unsafe fn kernel(parameters: *const cudaKernelNodeParams, attributes: Attributes) -> Outcome<Work> {
    // SAFETY: by the contract.
    let parameters = unsafe { parameters.as_ref() }.ok_or(INVALID)?;
    // The arguments packed by the caller, in place of a pointer to each.
    if !parameters.extra.is_null() {
        return Err(UNSUPPORTED);
    }
    let shape = Shape {
        grid: sides(parameters.gridDim),
        block: sides(parameters.blockDim),
        cluster: attributes.cluster,
        dynamic_shared: parameters.sharedMemBytes as usize,
        cooperative: attributes.cooperative,
    };
    let found = find(parameters.func)?;
    // SAFETY: by the contract.
    unsafe { call(&found, &shape, parameters.kernelParams) }.map(Work::Kernel)
}

/// What a kernel node is to do from now on; its attributes stay.
///
/// # Safety
///
/// As [`kernel`].
pub(super) unsafe fn kernel_again(
    node: &Node,
    parameters: *const cudaKernelNodeParams,
) -> Outcome<Work> {
    let (_, device) = context()?;
    // A node stays on its device.
    if node.device != device {
        return Err(INVALID);
    }
    // SAFETY: by the contract.
    unsafe { kernel(parameters, attributes_of(kernel_of(&node.work)?)) }
}

/// # Safety
///
/// `parameters` is null or good.
pub(super) unsafe fn host(parameters: *const cudaHostNodeParams) -> Outcome<Work> {
    // SAFETY: by the contract.
    let parameters = unsafe { parameters.as_ref() }.ok_or(INVALID)?;
    Ok(Work::Host(HostCall::Function {
        function: parameters.fn_.ok_or(INVALID)?,
        argument: parameters.userData as usize,
    }))
}

fn set_attributes(
    state: &mut State,
    node: cudaGraphNode_t,
    found: &super::function::Found,
    attributes: Attributes,
) -> Outcome {
    let node = state.node(node)?;
    let call = kernel_of(&node.work)?;
    let shape = Shape {
        grid: call.grid,
        block: call.block,
        cluster: attributes.cluster,
        dynamic_shared: call.dynamic_shared as usize,
        cooperative: attributes.cooperative,
    };
    if node.device != found.device {
        return Err(INVALID);
    }
    node.work = Work::Kernel(reshaped(found, &shape, call)?);
    Ok(())
}

fn dim([x, y, z]: [u32; 3]) -> dim3 {
    dim3 { x, y, z }
}

api! {
    /// Adds a node that launches a kernel, checked as a launch is. Its attributes are those of an ordinary launch, until they are set.
    fn cudaGraphAddKernelNode(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
        parameters: *const cudaKernelNodeParams,
    ) {
        context()?;
        let work = kernel(parameters, Attributes::default())?;
        add(place, graph, (after, number), work)
    }

    /// Adds a node that copies bytes. What is at the program's own addresses is read and written when the node is done.
    fn cudaGraphAddMemcpyNode1D(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
        to: *mut c_void, from: *const c_void, bytes: usize, kind: cudaMemcpyKind,
    ) {
        add(place, graph, (after, number), copy_node((to, from), bytes, kind)?)
    }

    /// The same of rows of bytes. Of arrays, and of several slices, it is not emulated.
    fn cudaGraphAddMemcpyNode(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
        parameters: *const cudaMemcpy3DParms,
    ) {
        add(place, graph, (after, number), rows_node(parameters.as_ref().ok_or(INVALID)?)?)
    }

    /// Adds a node that fills rows of elements.
    fn cudaGraphAddMemsetNode(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
        parameters: *const cudaMemsetParams,
    ) {
        add(place, graph, (after, number), fill_node(parameters.as_ref().ok_or(INVALID)?)?)
    }

    /// Adds a node that calls a function of the program, which must not call the runtime.
    fn cudaGraphAddHostNode(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
        parameters: *const cudaHostNodeParams,
    ) {
        add(place, graph, (after, number), host(parameters)?)
    }

    /// Adds a node that does nothing, so that others come after it.
    fn cudaGraphAddEmptyNode(
        place: *mut cudaGraphNode_t, graph: cudaGraph_t, after: *const cudaGraphNode_t, number: usize,
    ) {
        add(place, graph, (after, number), Work::Empty)
    }

    /// What a kernel node launches. The arguments are the node's, and must not be changed there; they stay as long as the node
    /// has them.
    fn cudaGraphKernelNodeGetParams(node: cudaGraphNode_t, parameters: *mut cudaKernelNodeParams) {
        let (machine, _) = context()?;
        let mut state = machine.state();
        let node = state.node(node)?;
        let call = kernel_of(&node.work)?;
        give(parameters, cudaKernelNodeParams {
            func: call.kernel.entry.cast_mut(),
            gridDim: dim(call.grid),
            blockDim: dim(call.block),
            sharedMemBytes: call.dynamic_shared,
            kernelParams: call.arguments.pointers().as_ptr().cast_mut().cast(),
            extra: std::ptr::null_mut(),
        })
    }

    /// Makes a kernel node launch something else. What was instantiated stays as it is.
    fn cudaGraphKernelNodeSetParams(node: cudaGraphNode_t, parameters: *const cudaKernelNodeParams) {
        let (machine, _) = context()?;
        let found = machine.state().node(node)?.clone();
        let work = kernel_again(&found, parameters)?;
        replace(machine.state().node(node)?, work)
    }

    /// An attribute of a kernel node: whether it is cooperative, its clusters.
    fn cudaGraphKernelNodeGetAttribute(
        node: cudaGraphNode_t, attribute: cudaLaunchAttributeID, value: *mut cudaLaunchAttributeValue,
    ) {
        use cudaLaunchAttributeID as A;
        let (machine, _) = context()?;
        let mut state = machine.state();
        let attributes = attributes_of(kernel_of(&state.node(node)?.work)?);
        let mut found: cudaLaunchAttributeValue = std::mem::zeroed();
        match attribute {
            A::cudaLaunchAttributeCooperative => found.cooperative = attributes.cooperative.into(),
            A::cudaLaunchAttributeClusterDimension => {
                let [x, y, z] = attributes.cluster.unwrap_or_default();
                (found.clusterDim.x, found.clusterDim.y, found.clusterDim.z) = (x, y, z);
            }
            A::cudaLaunchAttributePriority => {}
            _ => return Err(UNSUPPORTED),
        }
        give(value, found)
    }

    /// Sets an attribute of a kernel node, whose launch is checked with it at once. Those about speed are taken and change nothing.
    fn cudaGraphKernelNodeSetAttribute(
        node: cudaGraphNode_t, attribute: cudaLaunchAttributeID, value: *const cudaLaunchAttributeValue,
    ) {
        let (machine, _) = context()?;
        let call = kernel_of(&machine.state().node(node)?.work)?.clone();
        let mut attributes = attributes_of(&call);
        attributes.set(attribute, value.as_ref().ok_or(INVALID)?)?;
        let found = find(call.kernel.entry)?;
        set_attributes(&mut machine.state(), node, &found, attributes)
    }

    /// What a fill node does.
    fn cudaGraphMemsetNodeGetParams(node: cudaGraphNode_t, parameters: *mut cudaMemsetParams) {
        let (machine, _) = context()?;
        let mut state = machine.state();
        let Work::Fill(fill) = &state.node(node)?.work else {
            return Err(INVALID);
        };
        give(parameters, cudaMemsetParams {
            dst: fill.to as *mut c_void,
            pitch: fill.pitch,
            value: fill.value,
            elementSize: fill.element as u32,
            width: fill.width / fill.element,
            height: fill.height,
        })
    }

    /// Makes a fill node fill something else.
    fn cudaGraphMemsetNodeSetParams(node: cudaGraphNode_t, parameters: *const cudaMemsetParams) {
        let (machine, _) = context()?;
        let work = fill_node(parameters.as_ref().ok_or(INVALID)?)?;
        replace(machine.state().node(node)?, work)
    }

    /// Makes a copy node copy something else.
    fn cudaGraphMemcpyNodeSetParams1D(
        node: cudaGraphNode_t, to: *mut c_void, from: *const c_void, bytes: usize, kind: cudaMemcpyKind,
    ) {
        let (machine, _) = context()?;
        let work = copy_node((to, from), bytes, kind)?;
        replace(machine.state().node(node)?, work)
    }

    /// Makes a copy node copy other rows.
    fn cudaGraphMemcpyNodeSetParams(node: cudaGraphNode_t, parameters: *const cudaMemcpy3DParms) {
        let (machine, _) = context()?;
        let work = rows_node(parameters.as_ref().ok_or(INVALID)?)?;
        replace(machine.state().node(node)?, work)
    }

    /// The function that a host node calls.
    fn cudaGraphHostNodeGetParams(node: cudaGraphNode_t, parameters: *mut cudaHostNodeParams) {
        let (machine, _) = context()?;
        match machine.state().node(node)?.work {
            Work::Host(HostCall::Function { function, argument }) => give(parameters, cudaHostNodeParams {
                fn_: Some(function),
                userData: argument as *mut c_void,
            }),
            _ => Err(INVALID),
        }
    }

    /// Makes a host node call another function.
    fn cudaGraphHostNodeSetParams(node: cudaGraphNode_t, parameters: *const cudaHostNodeParams) {
        let (machine, _) = context()?;
        replace(machine.state().node(node)?, host(parameters)?)
    }
}

#[cfg(test)]
#[path = "tests/graph_node_tests.rs"]
mod tests;

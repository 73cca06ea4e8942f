//! Graphs that are made ready to be launched, and are launched.

use std::ffi::c_void;

use cuda_sys::{
    cudaError, cudaGraph_t, cudaGraphExec_t, cudaGraphExecUpdateResult,
    cudaGraphExecUpdateResultInfo, cudaGraphInstantiateFlags, cudaGraphInstantiateParams,
    cudaGraphInstantiateResult, cudaGraphNode_t, cudaHostNodeParams, cudaKernelNodeParams,
    cudaMemcpy3DParms, cudaMemcpyKind, cudaMemsetParams, cudaStream_t,
};
use libc::c_ulonglong;

use super::copy::{copy_node, fill_node, rows_node};
use super::graph::INVALID;
use super::graph_node::{host, kernel_again, replace};
use crate::api::call::{Outcome, api, give};
use crate::machine::work::node_type;
use crate::machine::work_graph::{Executable, Graph, Node};
use crate::machine::{State, context};

/// Flags of instantiation that change nothing here: there are no nodes that allocate, no upload, no priorities.
const IDLE_FLAGS: c_ulonglong =
    (cudaGraphInstantiateFlags::cudaGraphInstantiateFlagAutoFreeOnLaunch.0
        | cudaGraphInstantiateFlags::cudaGraphInstantiateFlagUpload.0
        | cudaGraphInstantiateFlags::cudaGraphInstantiateFlagUseNodePriority.0) as c_ulonglong;

impl State {
    fn executable(&mut self, handle: cudaGraphExec_t) -> Outcome<&mut Executable> {
        self.executables.get_mut(&(handle as usize)).ok_or(INVALID)
    }

    /// What became of a node of the graph that was instantiated.
    fn executable_node(
        &mut self,
        handle: cudaGraphExec_t,
        node: cudaGraphNode_t,
    ) -> Outcome<&mut Node> {
        let nodes = &mut self.executable(handle)?.graph.nodes;
        nodes.get_mut(&(node as usize)).ok_or(INVALID)
    }
}

/// Makes a graph ready. The node that is in a circle, or 0, comes with the error.
///
/// # Safety
///
/// `place` is null or may be written.
unsafe fn instantiate(
    place: *mut cudaGraphExec_t,
    graph: cudaGraph_t,
    flags: c_ulonglong,
) -> Result<(), (cudaError, usize)> {
    let plain = |error| (error, 0);
    let (machine, _) = context().map_err(plain)?;
    if place.is_null() {
        return Err(plain(INVALID));
    }
    // Launches by kernels.
    if flags & !IDLE_FLAGS != 0 {
        return Err(plain(cudaError::cudaErrorNotSupported));
    }
    let mut state = machine.state();
    let found = state.graphs.get(&(graph as usize)).cloned();
    let graph = found.ok_or(plain(INVALID))?;
    graph.order().map_err(|node| (INVALID, node))?;
    let handle = state.new_handle();
    let executable = Executable {
        graph,
        flags,
        last: None,
    };
    state.executables.insert(handle, executable);
    // SAFETY: by the contract.
    unsafe { give(place, handle as cudaGraphExec_t) }.map_err(plain)
}

/// The work of `new` in the place of that of `old`, where both have the same nodes in the same order.
///
/// # Errors
///
/// What differs, and the nodes of both where it does.
fn update(old: &mut Graph, new: &Graph) -> Result<(), (cudaGraphExecUpdateResult, usize, usize)> {
    use cudaGraphExecUpdateResult as R;
    let topology = R::cudaGraphExecUpdateErrorTopologyChanged;
    if old.nodes.len() != new.nodes.len() {
        return Err((topology, 0, 0));
    }
    let place = |graph: &Graph, handle| graph.nodes.range(..handle).count();
    for ((&mine, node), (&theirs, other)) in old.nodes.iter().zip(&new.nodes) {
        let before = |graph: &Graph, node: &Node| -> Vec<usize> {
            node.after
                .iter()
                .map(|&handle| place(graph, handle))
                .collect()
        };
        if before(old, node) != before(new, other) {
            return Err((topology, theirs, mine));
        }
        if node_type(&node.work) != node_type(&other.work) {
            return Err((R::cudaGraphExecUpdateErrorNodeTypeChanged, theirs, mine));
        }
    }
    for (node, other) in old.nodes.values_mut().zip(new.nodes.values()) {
        (node.device, node.work) = (other.device, other.work.clone());
    }
    Ok(())
}

api! {
    /// Makes a graph ready to be launched. A circle is refused.
    fn cudaGraphInstantiate(place: *mut cudaGraphExec_t, graph: cudaGraph_t, flags: c_ulonglong) {
        instantiate(place, graph, flags).map_err(|(error, _)| error)
    }

    /// The same.
    fn cudaGraphInstantiateWithFlags(place: *mut cudaGraphExec_t, graph: cudaGraph_t, flags: c_ulonglong) {
        instantiate(place, graph, flags).map_err(|(error, _)| error)
    }

    /// The same, which tells what is wrong with the graph.
    fn cudaGraphInstantiateWithParams(
        place: *mut cudaGraphExec_t, graph: cudaGraph_t, parameters: *mut cudaGraphInstantiateParams,
    ) {
        use cudaGraphInstantiateResult as R;
        let parameters = parameters.as_mut().ok_or(INVALID)?;
        let outcome = instantiate(place, graph, parameters.flags);
        let node = outcome.err().map_or(0, |(_, node)| node);
        parameters.errNode_out = node as cudaGraphNode_t;
        parameters.result_out = match outcome {
            Ok(()) => R::cudaGraphInstantiateSuccess,
            Err((_, 0)) => R::cudaGraphInstantiateError,
            Err(_) => R::cudaGraphInstantiateInvalidStructure,
        };
        outcome.map_err(|(error, _)| error)
    }

    /// The flags of instantiation.
    fn cudaGraphExecGetFlags(graph: cudaGraphExec_t, flags: *mut c_ulonglong) {
        let (machine, _) = context()?;
        give(flags, machine.state().executable(graph)?.flags)
    }

    /// Gives the nodes of a graph to a stream. Between two launches of it, and after what the stream was given before.
    fn cudaGraphLaunch(graph: cudaGraphExec_t, stream: cudaStream_t) {
        let (machine, device) = context()?;
        let key = machine.state().stream_key(device, stream)?;
        machine.give_graph(key, graph as usize)
    }

    /// Nothing is to be done before the first launch.
    fn cudaGraphUpload(graph: cudaGraphExec_t, stream: cudaStream_t) {
        let (machine, device) = context()?;
        let mut state = machine.state();
        state.stream_key(device, stream)?;
        state.executable(graph).map(|_| ())
    }

    /// Ends what was instantiated. What was launched is still done.
    fn cudaGraphExecDestroy(graph: cudaGraphExec_t) {
        let (machine, _) = context()?;
        machine.state().executables.remove(&(graph as usize)).map(|_| ()).ok_or(INVALID)
    }

    /// Makes what was instantiated do what another graph of the same nodes in the same order does.
    fn cudaGraphExecUpdate(
        executable: cudaGraphExec_t, graph: cudaGraph_t, info: *mut cudaGraphExecUpdateResultInfo,
    ) {
        let (machine, _) = context()?;
        let mut state = machine.state();
        let graph = state.graphs.get(&(graph as usize)).cloned().ok_or(INVALID)?;
        let updated = update(&mut state.executable(executable)?.graph, &graph);
        let (result, node, from) = updated.err().unwrap_or((cudaGraphExecUpdateResult::cudaGraphExecUpdateSuccess, 0, 0));
        let (node, from) = (node as cudaGraphNode_t, from as cudaGraphNode_t);
        give(info, cudaGraphExecUpdateResultInfo { result, errorNode: node, errorFromNode: from })?;
        updated.map_err(|_| cudaError::cudaErrorGraphExecUpdateFailure)
    }

    /// Makes a kernel node launch something else in what was instantiated, from the next launch on. The graph stays as it is.
    fn cudaGraphExecKernelNodeSetParams(
        graph: cudaGraphExec_t, node: cudaGraphNode_t, parameters: *const cudaKernelNodeParams,
    ) {
        let (machine, _) = context()?;
        let found = machine.state().executable_node(graph, node)?.clone();
        let work = kernel_again(&found, parameters)?;
        replace(machine.state().executable_node(graph, node)?, work)
    }

    /// The same of a copy node.
    fn cudaGraphExecMemcpyNodeSetParams1D(
        graph: cudaGraphExec_t, node: cudaGraphNode_t, to: *mut c_void, from: *const c_void, bytes: usize,
        kind: cudaMemcpyKind,
    ) {
        let (machine, _) = context()?;
        let work = copy_node((to, from), bytes, kind)?;
        replace(machine.state().executable_node(graph, node)?, work)
    }

    /// The same of a copy node of rows.
    fn cudaGraphExecMemcpyNodeSetParams(
        graph: cudaGraphExec_t, node: cudaGraphNode_t, parameters: *const cudaMemcpy3DParms,
    ) {
        let (machine, _) = context()?;
        let work = rows_node(parameters.as_ref().ok_or(INVALID)?)?;
        replace(machine.state().executable_node(graph, node)?, work)
    }

    /// The same of a fill node.
    fn cudaGraphExecMemsetNodeSetParams(
        graph: cudaGraphExec_t, node: cudaGraphNode_t, parameters: *const cudaMemsetParams,
    ) {
        let (machine, _) = context()?;
        let work = fill_node(parameters.as_ref().ok_or(INVALID)?)?;
        replace(machine.state().executable_node(graph, node)?, work)
    }

    /// The same of a host node.
    fn cudaGraphExecHostNodeSetParams(
        graph: cudaGraphExec_t, node: cudaGraphNode_t, parameters: *const cudaHostNodeParams,
    ) {
        let (machine, _) = context()?;
        replace(machine.state().executable_node(graph, node)?, host(parameters)?)
    }
}

#[cfg(test)]
#[path = "tests/graph_execution_tests.rs"]
mod tests;

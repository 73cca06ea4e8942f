//! Graphs: made and ended, their nodes and what comes before what.

use std::collections::BTreeSet;

#[cfg(not(cuda_major = "12"))]
use cuda_sys::cudaGraphEdgeData;
use cuda_sys::{cudaError, cudaGraph_t, cudaGraphNode_t, cudaGraphNodeType};
use libc::c_uint;

use crate::api::call::{Outcome, api, give};
use crate::machine::work::node_type;
use crate::machine::work_graph::{Graph, Node};
use crate::machine::{State, context};

pub(super) const INVALID: cudaError = cudaError::cudaErrorInvalidValue;

impl State {
    fn graph(&mut self, handle: cudaGraph_t) -> Outcome<&mut Graph> {
        self.graphs.get_mut(&(handle as usize)).ok_or(INVALID)
    }

    /// The graph of a node.
    fn graph_of(&mut self, node: cudaGraphNode_t) -> Outcome<&mut Graph> {
        let mut graphs = self.graphs.values_mut();
        graphs
            .find(|graph| graph.nodes.contains_key(&(node as usize)))
            .ok_or(INVALID)
    }

    pub(super) fn node(&mut self, node: cudaGraphNode_t) -> Outcome<&mut Node> {
        let graph = self.graph_of(node)?;
        graph.nodes.get_mut(&(node as usize)).ok_or(INVALID)
    }

    /// Adds a node to a graph, after others of it.
    pub(super) fn add_node(
        &mut self,
        graph: cudaGraph_t,
        after: &[usize],
        make: impl FnOnce(BTreeSet<usize>) -> Node,
    ) -> Outcome<cudaGraphNode_t> {
        let handle = self.new_handle();
        let graph = self.graph(graph)?;
        if !after.iter().all(|node| graph.nodes.contains_key(node)) {
            return Err(INVALID);
        }
        let once: BTreeSet<usize> = after.iter().copied().collect();
        if once.len() != after.len() {
            return Err(INVALID);
        }
        graph.nodes.insert(handle, make(once));
        Ok(handle as cudaGraphNode_t)
    }
}

/// The handles of a list that may be empty.
///
/// # Safety
///
/// `nodes` is null or has `number` of them.
pub(super) unsafe fn handles(nodes: *const cudaGraphNode_t, number: usize) -> Outcome<Vec<usize>> {
    match (number, nodes.is_null()) {
        (0, _) => Ok(Vec::new()),
        (_, true) => Err(INVALID),
        // SAFETY: by the contract.
        _ => Ok(unsafe { std::slice::from_raw_parts(nodes, number) }
            .iter()
            .map(|node| *node as usize)
            .collect()),
    }
}

/// Gives the number of nodes and, where `nodes` is not null, as many of them as the number has place for; null for the rest.
///
/// # Safety
///
/// `number` is null or may be written; `nodes` is null or has place for as many.
unsafe fn give_nodes(found: &[usize], nodes: *mut cudaGraphNode_t, number: *mut usize) -> Outcome {
    // SAFETY: by the contract.
    let number = unsafe { number.as_mut() }.ok_or(INVALID)?;
    if nodes.is_null() {
        *number = found.len();
        return Ok(());
    }
    for place in 0..*number {
        let handle = found.get(place).copied().unwrap_or(0);
        // SAFETY: by the contract.
        unsafe { nodes.add(place).write(handle as cudaGraphNode_t) };
    }
    *number = found.len().min(*number);
    Ok(())
}

/// Pairs of nodes of a graph that two lists name.
///
/// # Safety
///
/// Both lists are null or have `number` nodes.
unsafe fn pairs(
    graph: &Graph,
    from: *const cudaGraphNode_t,
    to: *const cudaGraphNode_t,
    number: usize,
) -> Outcome<Vec<(usize, usize)>> {
    // SAFETY: by the contract.
    let (from, to) = unsafe { (handles(from, number)?, handles(to, number)?) };
    let here = from
        .iter()
        .chain(&to)
        .all(|node| graph.nodes.contains_key(node));
    let pairs = from.into_iter().zip(to).collect();
    here.then_some(pairs).ok_or(INVALID)
}

/// Changes what the nodes of the second list come after: all of it, or nothing where `change` says of one pair that it is as
/// it was.
///
/// # Safety
///
/// As for [`pairs`].
unsafe fn change_edges(
    graph: &mut Graph,
    from: *const cudaGraphNode_t,
    to: *const cudaGraphNode_t,
    number: usize,
    change: impl Fn(&mut BTreeSet<usize>, usize) -> bool,
) -> Outcome {
    let mut changed = graph.clone();
    // SAFETY: by the contract.
    for (from, to) in unsafe { pairs(graph, from, to, number)? } {
        let node = changed.nodes.get_mut(&to).ok_or(INVALID)?;
        change(&mut node.after, from).then_some(()).ok_or(INVALID)?;
    }
    *graph = changed;
    Ok(())
}

/// Refuses edges that are not plain: that let a kernel begin before another's end.
///
/// # Safety
///
/// `edges` is null or has `number` of them.
#[cfg(not(cuda_major = "12"))]
unsafe fn plain(edges: *const cudaGraphEdgeData, number: usize) -> Outcome {
    if edges.is_null() {
        return Ok(());
    }
    // SAFETY: by the contract.
    let edges = unsafe { std::slice::from_raw_parts(edges, number) };
    let plain = |edge: &cudaGraphEdgeData| (edge.from_port, edge.to_port, edge.type_) == (0, 0, 0);
    let plain = edges.iter().all(plain);
    plain.then_some(()).ok_or(cudaError::cudaErrorNotSupported)
}

/// Says that edges are plain.
///
/// # Safety
///
/// `edges` is null or has place for `number` of them.
#[cfg(not(cuda_major = "12"))]
unsafe fn give_plain(edges: *mut cudaGraphEdgeData, number: usize) {
    if !edges.is_null() {
        // SAFETY: by the contract; zero is a value of each field.
        unsafe { edges.write_bytes(0, number) };
    }
}

api! {
    /// A graph without nodes.
    fn cudaGraphCreate(graph: *mut cudaGraph_t, flags: c_uint) {
        let (machine, _) = context()?;
        if graph.is_null() || flags != 0 {
            return Err(INVALID);
        }
        let mut state = machine.state();
        let handle = state.new_handle();
        state.graphs.insert(handle, Graph::default());
        give(graph, handle as cudaGraph_t)
    }

    /// A graph that does the same, with nodes of its own.
    fn cudaGraphClone(clone: *mut cudaGraph_t, graph: cudaGraph_t) {
        let (machine, _) = context()?;
        if clone.is_null() {
            return Err(INVALID);
        }
        let mut state = machine.state();
        let copy = state.graph(graph)?.clone().with_handles(|| state.new_handle());
        let handle = state.new_handle();
        state.graphs.insert(handle, copy);
        give(clone, handle as cudaGraph_t)
    }

    /// The node of a clone that does what a node of the original does.
    fn cudaGraphNodeFindInClone(found: *mut cudaGraphNode_t, original: cudaGraphNode_t, clone: cudaGraph_t) {
        let (machine, _) = context()?;
        let mut state = machine.state();
        let mut nodes = state.graph(clone)?.nodes.iter();
        let (&handle, _) = nodes.find(|(_, node)| node.original == Some(original as usize)).ok_or(INVALID)?;
        give(found, handle as cudaGraphNode_t)
    }

    /// Ends a graph; what was instantiated from it stays.
    fn cudaGraphDestroy(graph: cudaGraph_t) {
        let (machine, _) = context()?;
        machine.state().graphs.remove(&(graph as usize)).map(|_| ()).ok_or(INVALID)
    }

    /// Takes a node out of its graph, with what comes before and after it by its means.
    fn cudaGraphDestroyNode(node: cudaGraphNode_t) {
        let (machine, _) = context()?;
        machine.state().graph_of(node)?.remove(node as usize).map(|_| ()).ok_or(INVALID)
    }

    /// The nodes of a graph: their number, and as many of them as there is place for.
    fn cudaGraphGetNodes(graph: cudaGraph_t, nodes: *mut cudaGraphNode_t, number: *mut usize) {
        let (machine, _) = context()?;
        let found: Vec<usize> = machine.state().graph(graph)?.nodes.keys().copied().collect();
        give_nodes(&found, nodes, number)
    }

    /// The nodes of a graph that come after none, as `cudaGraphGetNodes`.
    fn cudaGraphGetRootNodes(graph: cudaGraph_t, nodes: *mut cudaGraphNode_t, number: *mut usize) {
        let (machine, _) = context()?;
        let found = machine.state().graph(graph)?.roots();
        give_nodes(&found, nodes, number)
    }

    /// What a node does.
    fn cudaGraphNodeGetType(node: cudaGraphNode_t, kind: *mut cudaGraphNodeType) {
        let (machine, _) = context()?;
        give(kind, node_type(&machine.state().node(node)?.work))
    }

    /// The edges of a graph: their number, and as many of them as there is place for.
    fn cudaGraphGetEdges(
        graph: cudaGraph_t, from: *mut cudaGraphNode_t, to: *mut cudaGraphNode_t,
        #[cfg(not(cuda_major = "12"))] edges: *mut cudaGraphEdgeData,
        number: *mut usize,
    ) {
        let (machine, _) = context()?;
        if from.is_null() != to.is_null() {
            return Err(INVALID);
        }
        let (before, after): (Vec<usize>, Vec<usize>) = machine.state().graph(graph)?.edges().into_iter().unzip();
        let mut given = *number.as_ref().ok_or(INVALID)?;
        give_nodes(&before, from, number)?;
        #[cfg(not(cuda_major = "12"))]
        give_plain(edges, if from.is_null() { 0 } else { given });
        give_nodes(&after, to, &mut given)
    }

    /// The nodes that come directly before one, as `cudaGraphGetNodes`.
    fn cudaGraphNodeGetDependencies(
        node: cudaGraphNode_t, nodes: *mut cudaGraphNode_t,
        #[cfg(not(cuda_major = "12"))] edges: *mut cudaGraphEdgeData,
        number: *mut usize,
    ) {
        let (machine, _) = context()?;
        let found: Vec<usize> = machine.state().node(node)?.after.iter().copied().collect();
        give_nodes(&found, nodes, number)?;
        #[cfg(not(cuda_major = "12"))]
        give_plain(edges, if nodes.is_null() { 0 } else { *number });
        Ok(())
    }

    /// The nodes that come directly after one, as `cudaGraphGetNodes`.
    fn cudaGraphNodeGetDependentNodes(
        node: cudaGraphNode_t, nodes: *mut cudaGraphNode_t,
        #[cfg(not(cuda_major = "12"))] edges: *mut cudaGraphEdgeData,
        number: *mut usize,
    ) {
        let (machine, _) = context()?;
        let found = machine.state().graph_of(node)?.followers(node as usize);
        give_nodes(&found, nodes, number)?;
        #[cfg(not(cuda_major = "12"))]
        give_plain(edges, if nodes.is_null() { 0 } else { *number });
        Ok(())
    }

    /// Makes each node of the second list come after that of the first. What has been so before is refused; a circle is when
    /// the graph is instantiated.
    fn cudaGraphAddDependencies(
        graph: cudaGraph_t, from: *const cudaGraphNode_t, to: *const cudaGraphNode_t,
        #[cfg(not(cuda_major = "12"))] edges: *const cudaGraphEdgeData,
        number: usize,
    ) {
        let (machine, _) = context()?;
        #[cfg(not(cuda_major = "12"))]
        plain(edges, number)?;
        change_edges(machine.state().graph(graph)?, from, to, number, |after, node| after.insert(node))
    }

    /// Takes that back. What is not so is refused.
    fn cudaGraphRemoveDependencies(
        graph: cudaGraph_t, from: *const cudaGraphNode_t, to: *const cudaGraphNode_t,
        #[cfg(not(cuda_major = "12"))] edges: *const cudaGraphEdgeData,
        number: usize,
    ) {
        let (machine, _) = context()?;
        #[cfg(not(cuda_major = "12"))]
        plain(edges, number)?;
        change_edges(machine.state().graph(graph)?, from, to, number, |after, node| after.remove(&node))
    }
}

#[cfg(test)]
#[path = "tests/graph_tests.rs"]
mod tests;

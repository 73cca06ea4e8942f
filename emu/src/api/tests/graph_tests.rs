use std::ptr::{null, null_mut};

use super::*;
use crate::api::graph_execution::{cudaGraphInstantiate, cudaGraphInstantiateWithParams};
use crate::api::graph_node::cudaGraphAddEmptyNode;
use crate::api::tests_support::graphs::*;
use crate::api::tests_support::*;

/// The nodes that one of the functions for lists gives.
#[track_caller]
fn listed(list: impl Fn(*mut cudaGraphNode_t, *mut usize) -> cudaError) -> Vec<cudaGraphNode_t> {
    let mut number = 0;
    fine(list(null_mut(), &mut number));
    // One more than there are.
    let mut nodes = vec![1 as cudaGraphNode_t; number + 1];
    let mut place = number + 1;
    fine(list(nodes.as_mut_ptr(), &mut place));
    assert_eq!((place, nodes.pop()), (number, Some(null_mut())));
    nodes
}

fn before(node: cudaGraphNode_t) -> Vec<cudaGraphNode_t> {
    // SAFETY: live places.
    listed(|nodes, number| unsafe {
        cudaGraphNodeGetDependencies(
            node,
            nodes,
            #[cfg(not(cuda_major = "12"))]
            null_mut(),
            number,
        )
    })
}

fn after(node: cudaGraphNode_t) -> Vec<cudaGraphNode_t> {
    // SAFETY: live places.
    listed(|nodes, number| unsafe {
        cudaGraphNodeGetDependentNodes(
            node,
            nodes,
            #[cfg(not(cuda_major = "12"))]
            null_mut(),
            number,
        )
    })
}

fn separate(graph: cudaGraph_t, from: cudaGraphNode_t, to: cudaGraphNode_t) -> cudaError {
    // SAFETY: lists of one.
    unsafe {
        cudaGraphRemoveDependencies(
            graph,
            &from,
            &to,
            #[cfg(not(cuda_major = "12"))]
            null(),
            1,
        )
    }
}

#[test]
fn nodes_are_done_after_those_that_they_depend_on_whenever_they_were_added() {
    let _together = together();
    let (place, graph) = (words(1), graph());
    // Added in the order 3, 1, 2; done in the order 1, 2, 3.
    let third = add_store(graph, &[], place, 3);
    let first = add_store(graph, &[], place, 1);
    let second = add_store(graph, &[first], place, 2);
    fine(join(graph, second, third));
    run(graph);
    assert_eq!(read(place, 1), [3]);
    // The other way round.
    fine(separate(graph, second, third));
    fine(join(graph, third, first));
    run(graph);
    assert_eq!(read(place, 1), [2]);
}

#[test]
fn nodes_and_edges_are_listed() {
    let _together = together();
    let (place, graph) = (words(1), graph());
    let first = add_fill(graph, &[], place, 1);
    let second = add_fill(graph, &[], place, 2);
    let third = add_fill(graph, &[first, second], place, 3);
    // SAFETY: live places.
    unsafe {
        assert_eq!(
            listed(|nodes, number| cudaGraphGetNodes(graph, nodes, number)),
            [first, second, third]
        );
        assert_eq!(
            listed(|nodes, number| cudaGraphGetRootNodes(graph, nodes, number)),
            [first, second]
        );
        let (mut from, mut to, mut number) = ([null_mut(); 3], [null_mut(); 3], 3);
        fine(cudaGraphGetEdges(
            graph,
            from.as_mut_ptr(),
            to.as_mut_ptr(),
            #[cfg(not(cuda_major = "12"))]
            null_mut(),
            &mut number,
        ));
        assert_eq!(number, 2);
        assert_eq!(from, [first, second, null_mut()]);
        assert_eq!(to, [third, third, null_mut()]);
    }
    assert_eq!((before(third), after(third)), (vec![first, second], vec![]));
    assert_eq!((before(second), after(second)), (vec![], vec![third]));
    // SAFETY: handles only.
    unsafe {
        fine(cudaGraphDestroyNode(second));
        refused(cudaGraphDestroyNode(second), INVALID);
    }
    assert_eq!(before(third), [first]);
    run(graph);
    assert_eq!(read(place, 1), [3]);
}

#[test]
fn a_circle_is_refused_when_the_graph_is_instantiated_and_the_node_is_named() {
    let _together = together();
    let (place, graph) = (words(1), graph());
    let first = add_fill(graph, &[], place, 1);
    let second = add_fill(graph, &[first], place, 2);
    let third = add_fill(graph, &[second], place, 3);
    fine(join(graph, third, second));
    let mut executable = null_mut();
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        refused(cudaGraphInstantiate(&mut executable, graph, 0), INVALID);
        let mut parameters: cuda_sys::cudaGraphInstantiateParams = std::mem::zeroed();
        let refusal = cudaGraphInstantiateWithParams(&mut executable, graph, &mut parameters);
        refused(refusal, INVALID);
        assert_eq!(
            (parameters.result_out, parameters.errNode_out),
            (
                cuda_sys::cudaGraphInstantiateResult::cudaGraphInstantiateInvalidStructure,
                second
            )
        );
        assert!(executable.is_null());
        fine(separate(graph, third, second));
        fine(cudaGraphInstantiateWithParams(
            &mut executable,
            graph,
            &mut parameters,
        ));
        assert_eq!(
            parameters.result_out,
            cuda_sys::cudaGraphInstantiateResult::cudaGraphInstantiateSuccess
        );
    }
    launched(executable);
    assert_eq!(read(place, 1), [3]);
}

#[test]
fn edges_that_are_there_or_not_or_of_another_graph_are_refused_and_nothing_is_changed() {
    let _together = together();
    let (place, one, other) = (words(1), graph(), graph());
    let first = add_fill(one, &[], place, 1);
    let second = add_fill(one, &[first], place, 2);
    let foreign = add_fill(other, &[], place, 3);
    refused(join(one, first, second), INVALID);
    refused(separate(one, second, first), INVALID);
    refused(join(one, first, foreign), INVALID);
    refused(join(other, first, foreign), INVALID);
    let mut node = null_mut();
    // SAFETY: live places and lists.
    unsafe {
        refused(cudaGraphAddEmptyNode(&mut node, other, &first, 1), INVALID);
        let twice = [first, first];
        refused(
            cudaGraphAddEmptyNode(&mut node, one, twice.as_ptr(), 2),
            INVALID,
        );
        refused(cudaGraphAddEmptyNode(&mut node, one, null(), 1), INVALID);
        refused(cudaGraphAddEmptyNode(null_mut(), one, null(), 0), INVALID);
        refused(
            cudaGraphAddEmptyNode(&mut node, null_mut(), null(), 0),
            INVALID,
        );
    }
    assert!(node.is_null());
    assert_eq!((before(second), after(foreign)), (vec![first], vec![]));
}

#[cfg(not(cuda_major = "12"))]
#[test]
fn only_plain_edges_are_taken_and_told() {
    let _together = together();
    let (place, graph) = (words(1), graph());
    let first = add_fill(graph, &[], place, 1);
    let second = add_fill(graph, &[], place, 2);
    // SAFETY: lists of one; zero is a value of all fields.
    unsafe {
        let mut edge: cudaGraphEdgeData = std::mem::zeroed();
        edge.type_ = 1;
        refused(
            cudaGraphAddDependencies(graph, &first, &second, &edge, 1),
            cudaError::cudaErrorNotSupported,
        );
        assert!(before(second).is_empty());
        fine(join(graph, first, second));
        let (mut node, mut number) = (null_mut(), 1);
        fine(cudaGraphNodeGetDependencies(
            second,
            &mut node,
            &mut edge,
            &mut number,
        ));
        assert_eq!((node, number, edge.type_), (first, 1, 0));
    }
}

#[test]
fn a_clone_has_its_own_nodes_and_stays_when_the_original_ends() {
    let _together = together();
    let (place, graph) = (words(2), graph());
    let first = add_store(graph, &[], place, 1);
    let second = add_store(graph, &[first], place, 2);
    let (mut clone, mut found) = (null_mut(), [null_mut(); 2]);
    // SAFETY: live places and handles.
    unsafe {
        fine(cudaGraphClone(&mut clone, graph));
        fine(cudaGraphNodeFindInClone(&mut found[0], first, clone));
        fine(cudaGraphNodeFindInClone(&mut found[1], second, clone));
        refused(
            cudaGraphNodeFindInClone(&mut found[0], first, graph),
            INVALID,
        );
        assert!(!found.contains(&first) && !found.contains(&second));
        assert_eq!(before(found[1]), [found[0]]);
        // What is added to the clone is not in the original.
        add_store(clone, &[found[1]], place, 4);
        run(graph);
        assert_eq!(read(place, 1), [2]);
        fine(cudaGraphDestroy(graph));
        let mut kind = cudaGraphNodeType::cudaGraphNodeTypeEmpty;
        refused(cudaGraphNodeGetType(first, &mut kind), INVALID);
    }
    run(clone);
    assert_eq!(read(place, 1), [4]);
}

use std::ptr::{null, null_mut};

use super::*;
use crate::api::allocation::cudaFree;
use crate::api::copy::cudaMemcpy;
use crate::api::graph_node::{cudaGraphAddMemcpyNode, cudaGraphAddMemcpyNode1D};
use crate::api::tests_support::graphs::{add_store, graph, instantiated, launched};
use crate::api::tests_support::*;
use cuda_sys::{cudaExtent, cudaMemcpy3DParms, cudaMemcpyKind, cudaPitchedPtr, cudaPos};

const TO_HOST: cudaMemcpyKind = cudaMemcpyKind::cudaMemcpyDeviceToHost;

/// A graph whose first node allocates as many words.
fn allocating(count: usize) -> (cudaGraph_t, cudaGraphNode_t, *mut u32) {
    let graph = graph();
    let mut node = null_mut();
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        let mut asked: cudaMemAllocNodeParams = std::mem::zeroed();
        asked.poolProps.allocType = cudaMemAllocationType::cudaMemAllocationTypePinned;
        asked.poolProps.location.type_ = cudaMemLocationType::cudaMemLocationTypeDevice;
        asked.poolProps.location.id = SMALL;
        asked.bytesize = 4 * count;
        fine(cudaGraphAddMemAllocNode(
            &mut node,
            graph,
            null(),
            0,
            &mut asked,
        ));
        let mut found: cudaMemAllocNodeParams = std::mem::zeroed();
        fine(cudaGraphMemAllocNodeGetParams(node, &mut found));
        assert_eq!((found.dptr, found.bytesize), (asked.dptr, 4 * count));
        (graph, node, asked.dptr.cast())
    }
}

#[test]
fn memory_of_a_graph_is_fresh_at_every_launch_and_free_after_its_free_node() {
    let _together = together();
    select(SMALL);
    let (graph, node, place) = allocating(4);
    let stored = add_store(graph, &[node], place, 7);
    let kept = words(4);
    let (mut copied, mut freed) = (null_mut(), null_mut());
    // SAFETY: live places and memory.
    unsafe {
        let kind = cudaMemcpyKind::cudaMemcpyDeviceToDevice;
        fine(cudaGraphAddMemcpyNode1D(
            &mut copied,
            graph,
            &stored,
            1,
            kept.cast(),
            place.cast(),
            16,
            kind,
        ));
        fine(cudaGraphAddMemFreeNode(
            &mut freed,
            graph,
            &copied,
            1,
            place.cast(),
        ));
    }
    let executable = instantiated(graph);
    for _ in 0..2 {
        launched(executable);
        let poison = crate::memory::POISON;
        assert_eq!(read(kept, 4), [7, poison, poison, poison]);
        let mut there = [0_u32; 4];
        // SAFETY: a place of 16 bytes; what is free is refused.
        let after = unsafe { cudaMemcpy(there.as_mut_ptr().cast(), place.cast(), 16, TO_HOST) };
        refused(after, INVALID);
    }
}

#[test]
fn the_program_may_free_what_a_graph_has_allocated_and_launch_it_again() {
    let _together = together();
    select(SMALL);
    let (graph, node, place) = allocating(1);
    add_store(graph, &[node], place, 9);
    let executable = instantiated(graph);
    for _ in 0..2 {
        launched(executable);
        assert_eq!(read(place, 1), [9]);
        // SAFETY: memory of the graph.
        fine(unsafe { cudaFree(place.cast()) });
        let other = words(1);
        assert_ne!(other, place, "the address stays the graph's");
    }
}

#[test]
fn a_copy_node_takes_rows_from_where_they_begin() {
    let _together = together();
    select(SMALL);
    let graph = graph();
    let from = words(16);
    let mut host: Vec<u32> = (0..16).collect();
    let mut place = [0_u32; 4];
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        fine(cudaMemcpy(
            from.cast(),
            host.as_mut_ptr().cast(),
            64,
            cudaMemcpyKind::cudaMemcpyHostToDevice,
        ));
        let mut asked: cudaMemcpy3DParms = std::mem::zeroed();
        let pitched = |pointer: *mut u32, words: usize, rows| cudaPitchedPtr {
            ptr: pointer.cast(),
            pitch: 4 * words,
            xsize: 4 * words,
            ysize: rows,
        };
        asked.srcPtr = pitched(from, 4, 4);
        asked.srcPos = cudaPos { x: 4, y: 1, z: 0 };
        asked.dstPtr = pitched(place.as_mut_ptr(), 2, 2);
        asked.extent = cudaExtent {
            width: 8,
            height: 2,
            depth: 1,
        };
        asked.kind = TO_HOST;
        let mut node = null_mut();
        fine(cudaGraphAddMemcpyNode(&mut node, graph, null(), 0, &asked));
        launched(instantiated(graph));
        assert_eq!(place, [5, 6, 9, 10]);
        asked.extent.depth = 2;
        refused(
            cudaGraphAddMemcpyNode(&mut node, graph, null(), 0, &asked),
            cudaError::cudaErrorNotSupported,
        );
    }
}

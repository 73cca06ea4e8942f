use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::api::graph::cudaGraphNodeGetType;
use crate::api::tests_support::graphs::*;
use crate::api::tests_support::*;
use cuda_sys::{cudaGraphNodeType, cudaLaunchAttributeValue__bindgen_ty_1};

/// Takes the word it is given by two.
unsafe extern "C" fn double(word: *mut c_void) {
    // SAFETY: the tests hand on a live word.
    unsafe { &*word.cast::<AtomicU32>() }.fetch_add(2, Ordering::Relaxed);
}

unsafe extern "C" fn nothing(_: *mut c_void) {}

fn host_node(word: &AtomicU32) -> cudaHostNodeParams {
    cudaHostNodeParams {
        fn_: Some(double),
        userData: (&raw const *word).cast_mut().cast(),
    }
}

#[test]
fn a_graph_of_all_kinds_of_nodes_does_what_they_say() {
    let _together = together();
    let (place, graph) = (words(3), graph());
    let (calls, source) = (AtomicU32::new(0), [7_u32]);
    let mut back = [0_u32; 3];
    let (mut nodes, to_device) = ([null_mut(); 5], cudaMemcpyKind::cudaMemcpyHostToDevice);
    // SAFETY: live places; what the nodes use lives until the graph is done.
    unsafe {
        fine(cudaGraphAddMemcpyNode1D(
            &mut nodes[0],
            graph,
            null(),
            0,
            place.cast(),
            source.as_ptr().cast(),
            4,
            to_device,
        ));
        nodes[1] = add_store(graph, &nodes[..1], place.add(1), 8);
        // Two elements of two bytes.
        let two = row(place.add(2), 0x1_0203, 2, 2);
        fine(cudaGraphAddMemsetNode(
            &mut nodes[2],
            graph,
            null(),
            0,
            &two,
        ));
        fine(cudaGraphAddEmptyNode(
            &mut nodes[3],
            graph,
            nodes.as_ptr(),
            3,
        ));
        fine(cudaGraphAddHostNode(
            &mut nodes[4],
            graph,
            &nodes[3],
            1,
            &host_node(&calls),
        ));
        let (to, kind, mut last) = (
            back.as_mut_ptr().cast(),
            cudaMemcpyKind::cudaMemcpyDefault,
            null_mut(),
        );
        fine(cudaGraphAddMemcpyNode1D(
            &mut last,
            graph,
            &nodes[3],
            1,
            to,
            place.cast(),
            12,
            kind,
        ));
        use cudaGraphNodeType as T;
        for (node, expected) in nodes.into_iter().zip([
            T::cudaGraphNodeTypeMemcpy,
            T::cudaGraphNodeTypeKernel,
            T::cudaGraphNodeTypeMemset,
            T::cudaGraphNodeTypeEmpty,
            T::cudaGraphNodeTypeHost,
        ]) {
            let mut kind = T::cudaGraphNodeTypeGraph;
            fine(cudaGraphNodeGetType(node, &mut kind));
            assert_eq!(kind, expected);
        }
    }
    let executable = instantiated(graph);
    launched(executable);
    assert_eq!(back, [7, 8, 0x0203_0203]);
    launched(executable);
    assert_eq!(calls.load(Ordering::Relaxed), 4);
}

#[test]
fn a_kernel_node_tells_its_parameters_and_takes_others() {
    let _together = together();
    let (place, graph) = (words(2), graph());
    let node = add_store(graph, &[], place, 5);
    let executable = instantiated(graph);
    // SAFETY: live places; zero is a value of all fields; the arguments are the node's.
    unsafe {
        let mut found: cudaKernelNodeParams = std::mem::zeroed();
        fine(cudaGraphKernelNodeGetParams(node, &mut found));
        assert_eq!(found.func.cast_const(), store_entry());
        assert_eq!(
            (found.gridDim.x, found.blockDim.x, found.sharedMemBytes),
            (1, 1, 0)
        );
        let arguments = std::slice::from_raw_parts(found.kernelParams, 2);
        assert_eq!(arguments[0].cast::<*mut u32>().read_unaligned(), place);
        assert_eq!(arguments[1].cast::<u32>().read_unaligned(), 5);
        // What was told may be given back, in part.
        found.gridDim.x = 3;
        fine(cudaGraphKernelNodeSetParams(node, &found));
        fine(cudaGraphKernelNodeGetParams(node, &mut found));
        assert_eq!(found.gridDim.x, 3);
        fine(with_store((place, 6), 1, |other| {
            cudaGraphKernelNodeSetParams(node, other)
        }));
        launched(executable);
        assert_eq!(read(place, 1), [5], "what was instantiated stays as it is");
        run(graph);
        assert_eq!(read(place, 1), [6]);
        let fill = add_fill(graph, &[], place, 1);
        refused(cudaGraphKernelNodeGetParams(fill, &mut found), INVALID);
        refused(
            with_store((place, 6), 1, |other| {
                cudaGraphKernelNodeSetParams(fill, other)
            }),
            INVALID,
        );
    }
}

#[test]
fn a_kernel_node_is_refused_as_its_launch_would_be() {
    let _together = together();
    let (place, graph) = (words(1), graph());
    let mut node = null_mut();
    let mut add = |change: &dyn Fn(&mut cudaKernelNodeParams)| {
        with_store((place, 1), 1, |parameters| {
            change(parameters);
            // SAFETY: live places, and arguments of the kernel where it has any.
            unsafe { cudaGraphAddKernelNode(&mut node, graph, null(), 0, parameters) }
        })
    };
    refused(add(&|it| it.blockDim.x = 1025), INVALID);
    refused(add(&|it| it.gridDim.x = 0), INVALID);
    refused(add(&|it| it.sharedMemBytes = 1 << 20), INVALID);
    refused(
        add(&|it| it.func = null_mut()),
        cudaError::cudaErrorInvalidDeviceFunction,
    );
    refused(add(&|it| it.kernelParams = null_mut()), INVALID);
    refused(add(&|it| it.extra = it.kernelParams), UNSUPPORTED);
    assert!(node.is_null());
    // SAFETY: a live place.
    refused(
        unsafe { cudaGraphAddKernelNode(&mut node, graph, null(), 0, null()) },
        INVALID,
    );
}

#[test]
fn a_kernel_node_can_be_cooperative_and_is_refused_with_more_blocks_than_are_resident() {
    let _together = together();
    select(SMALL);
    let (place, graph) = (words(1), graph());
    let node = add_store(graph, &[], place, 5);
    let cooperative = cudaLaunchAttributeID::cudaLaunchAttributeCooperative;
    let too_large = cudaError::cudaErrorCooperativeLaunchTooLarge;
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        let mut value: cudaLaunchAttributeValue = std::mem::zeroed();
        fine(cudaGraphKernelNodeGetAttribute(
            node,
            cooperative,
            &mut value,
        ));
        assert_eq!(value.cooperative, 0);
        value.cooperative = 1;
        fine(cudaGraphKernelNodeSetAttribute(node, cooperative, &value));
        value.cooperative = 0;
        fine(cudaGraphKernelNodeGetAttribute(
            node,
            cooperative,
            &mut value,
        ));
        assert_eq!(value.cooperative, 1);
        // It stays so with other parameters.
        let large = with_store((place, 6), 1 << 16, |it| {
            cudaGraphKernelNodeSetParams(node, it)
        });
        refused(large, too_large);
        run(graph);
        assert_eq!(read(place, 1), [5]);
        value.cooperative = 0;
        fine(cudaGraphKernelNodeSetAttribute(node, cooperative, &value));
        fine(with_store((place, 6), 1 << 16, |it| {
            cudaGraphKernelNodeSetParams(node, it)
        }));
        value.cooperative = 1;
        refused(
            cudaGraphKernelNodeSetAttribute(node, cooperative, &value),
            too_large,
        );
        let event = cudaLaunchAttributeID::cudaLaunchAttributeProgrammaticEvent;
        refused(
            cudaGraphKernelNodeSetAttribute(node, event, &value),
            UNSUPPORTED,
        );
        refused(
            cudaGraphKernelNodeGetAttribute(node, event, &mut value),
            UNSUPPORTED,
        );
    }
}

#[test]
fn a_kernel_node_has_clusters_where_the_grid_divides_into_them() {
    let _together = together();
    select(SMALL);
    let (place, graph) = (words(1), graph());
    let node = add_store(graph, &[], place, 5);
    let dimension = cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension;
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        fine(with_store((place, 6), 4, |it| {
            cudaGraphKernelNodeSetParams(node, it)
        }));
        let mut value: cudaLaunchAttributeValue = std::mem::zeroed();
        value.clusterDim = cudaLaunchAttributeValue__bindgen_ty_1 { x: 3, y: 1, z: 1 };
        refused(
            cudaGraphKernelNodeSetAttribute(node, dimension, &value),
            cudaError::cudaErrorInvalidClusterSize,
        );
        value.clusterDim.x = 2;
        fine(cudaGraphKernelNodeSetAttribute(node, dimension, &value));
        value.clusterDim.x = 0;
        fine(cudaGraphKernelNodeGetAttribute(node, dimension, &mut value));
        assert_eq!((value.clusterDim.x, value.clusterDim.y), (2, 1));
    }
    run(graph);
    assert_eq!(read(place, 1), [6]);
}

#[test]
fn copies_fills_and_functions_can_be_changed_and_are_told() {
    let _together = together();
    let (place, graph, calls) = (words(4), graph(), AtomicU32::new(0));
    let (mut copy, mut host) = (null_mut(), null_mut());
    let kind = cudaMemcpyKind::cudaMemcpyDeviceToDevice;
    let fill = add_fill(graph, &[], place, 1);
    // SAFETY: live places; zero is a value of all fields.
    unsafe {
        fine(cudaGraphAddMemcpyNode1D(
            &mut copy,
            graph,
            &fill,
            1,
            place.add(3).cast(),
            place.cast(),
            4,
            kind,
        ));
        let idle = cudaHostNodeParams {
            fn_: Some(nothing),
            userData: null_mut(),
        };
        fine(cudaGraphAddHostNode(&mut host, graph, null(), 0, &idle));
        fine(cudaGraphMemsetNodeSetParams(fill, &row(place, 9, 4, 3)));
        fine(cudaGraphMemcpyNodeSetParams1D(
            copy,
            place.add(3).cast(),
            place.add(2).cast(),
            4,
            kind,
        ));
        fine(cudaGraphHostNodeSetParams(host, &host_node(&calls)));
        let mut found: cudaMemsetParams = std::mem::zeroed();
        fine(cudaGraphMemsetNodeGetParams(fill, &mut found));
        assert_eq!(
            (found.value, found.elementSize, found.width, found.height),
            (9, 4, 3, 1)
        );
        let mut function: cudaHostNodeParams = std::mem::zeroed();
        fine(cudaGraphHostNodeGetParams(host, &mut function));
        assert_eq!(function.userData, host_node(&calls).userData);
        refused(cudaGraphMemsetNodeSetParams(copy, &found), INVALID);
        refused(cudaGraphHostNodeSetParams(fill, &function), INVALID);
        refused(cudaGraphHostNodeGetParams(fill, &mut function), INVALID);
        refused(cudaGraphMemsetNodeGetParams(host, &mut found), INVALID);
        function.fn_ = None;
        refused(cudaGraphHostNodeSetParams(host, &function), INVALID);
    }
    run(graph);
    assert_eq!(read(place, 4), [9; 4]);
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn a_copy_or_fill_that_cannot_be_is_refused_when_its_node_is_added() {
    let _together = together();
    let (place, graph) = (words(4), graph());
    let (mut node, kind) = (null_mut(), cudaMemcpyKind::cudaMemcpyDeviceToDevice);
    let mut local = 0_u32;
    // SAFETY: live places; what is not is refused.
    unsafe {
        let mut copy = |to: *mut u32, bytes| {
            cudaGraphAddMemcpyNode1D(
                &mut node,
                graph,
                null(),
                0,
                to.cast(),
                place.cast(),
                bytes,
                kind,
            )
        };
        refused(copy(place.add(1), 16), INVALID);
        refused(copy(&mut local, 4), INVALID);
        refused(copy(place, 0), INVALID);
        let mut fill = |change: &dyn Fn(&mut cudaMemsetParams)| {
            let mut parameters = row(place, 1, 4, 2);
            change(&mut parameters);
            cudaGraphAddMemsetNode(&mut node, graph, null(), 0, &parameters)
        };
        refused(fill(&|it| it.elementSize = 3), INVALID);
        refused(fill(&|it| it.dst = it.dst.byte_add(2)), INVALID);
        refused(fill(&|it| it.width = 5), INVALID);
        refused(fill(&|it| it.width = usize::MAX), INVALID);
        refused(fill(&|it| it.height = 0), INVALID);
        refused(fill(&|it| it.height = 2), INVALID);
        refused(fill(&|it| (it.height, it.pitch) = (2, 10)), INVALID);
        fine(fill(&|it| (it.height, it.pitch) = (2, 8)));
    }
    run(graph);
    assert_eq!(read(place, 4), [1; 4]);
}

use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::api::graph_node::{cudaGraphAddHostNode, cudaGraphAddMemcpyNode1D};
use crate::api::stream::cudaStreamSynchronize;
use crate::api::tests_support::graphs::*;
use crate::api::tests_support::*;

unsafe extern "C" fn count(word: *mut c_void) {
    // SAFETY: the tests hand on a live word.
    unsafe { &*word.cast::<AtomicU32>() }.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn what_was_instantiated_takes_other_parameters_from_its_next_launch_on() {
    let _together = together();
    let (place, graph, stream) = (words(2), graph(), apart());
    let node = add_store(graph, &[], place, 5);
    // SAFETY: of two words.
    let second = unsafe { place.add(1) };
    let fill = add_fill(graph, &[], second, 1);
    let executable = instantiated(graph);
    // SAFETY: live places, handles, and arguments.
    unsafe {
        fine(cudaGraphLaunch(executable, stream));
        fine(with_store((place, 6), 1, |it| {
            cudaGraphExecKernelNodeSetParams(executable, node, it)
        }));
        fine(cudaGraphExecMemsetNodeSetParams(
            executable,
            fill,
            &row(place.add(1), 2, 4, 1),
        ));
        fine(cudaStreamSynchronize(stream));
        assert_eq!(read(place, 2), [5, 1], "the launch before has the old ones");
        launched(executable);
        assert_eq!(read(place, 2), [6, 2]);
        run(graph);
        assert_eq!(read(place, 2), [5, 1], "the graph stays as it is");
        refused(
            cudaGraphExecMemsetNodeSetParams(executable, node, &row(place, 2, 4, 1)),
            INVALID,
        );
        let large = with_store((place, 6), 0, |it| {
            cudaGraphExecKernelNodeSetParams(executable, node, it)
        });
        refused(large, INVALID);
        let mut other = null_mut();
        fine(cudaGraphInstantiate(&mut other, graph, 1));
        fine(cudaGraphExecDestroy(executable));
        refused(
            cudaGraphExecMemsetNodeSetParams(executable, fill, &row(place, 2, 4, 1)),
            INVALID,
        );
        let mut flags = 0;
        fine(cudaGraphExecGetFlags(other, &mut flags));
        assert_eq!(flags, 1);
        let by_kernels = cudaGraphInstantiateFlags::cudaGraphInstantiateFlagDeviceLaunch.0;
        let refusal = cudaGraphInstantiate(&mut other, graph, by_kernels.into());
        refused(refusal, cudaError::cudaErrorNotSupported);
    }
}

#[test]
fn launches_of_one_graph_come_one_after_the_other_whatever_their_streams() {
    let _alone = alone();
    let (graph, first, second, calls) = (graph(), apart(), apart(), AtomicU32::new(0));
    let parameters = cudaHostNodeParams {
        fn_: Some(count),
        userData: (&raw const calls).cast_mut().cast(),
    };
    let (mut node, mut event) = (null_mut(), null_mut());
    // SAFETY: live places and handles.
    unsafe {
        fine(cudaGraphAddHostNode(
            &mut node,
            graph,
            std::ptr::null(),
            0,
            &parameters,
        ));
        let executable = instantiated(graph);
        fine(cudaGraphLaunch(executable, first));
        fine(cudaGraphLaunch(executable, second));
        fine(crate::api::event::cudaEventCreate(&mut event));
        fine(crate::api::event::cudaEventRecord(event, second));
        assert_eq!(calls.load(Ordering::Relaxed), 0, "nobody has waited");
        fine(cudaStreamSynchronize(second));
        assert_eq!(calls.load(Ordering::Relaxed), 2);
        fine(cudaStreamSynchronize(first));
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }
}

#[test]
fn an_update_takes_the_work_of_a_graph_of_the_same_shape_and_of_no_other() {
    let _together = together();
    let place = words(1);
    let pair = |values: [u32; 2]| {
        let graph = graph();
        let first = add_store(graph, &[], place, values[0]);
        (graph, first, add_store(graph, &[first], place, values[1]))
    };
    let (one, ..) = pair([1, 2]);
    let (other, ..) = pair([3, 4]);
    let executable = instantiated(one);
    use cudaGraphExecUpdateResult as R;
    let updated = |graph| {
        let mut info = cudaGraphExecUpdateResultInfo {
            result: R::cudaGraphExecUpdateError,
            errorNode: null_mut(),
            errorFromNode: null_mut(),
        };
        // SAFETY: a live place.
        let code = unsafe { cudaGraphExecUpdate(executable, graph, &mut info) };
        (code, info)
    };
    let (code, info) = updated(other);
    fine(code);
    assert_eq!(info.result, R::cudaGraphExecUpdateSuccess);
    launched(executable);
    assert_eq!(read(place, 1), [4]);
    let failure = cudaError::cudaErrorGraphExecUpdateFailure;
    // Without the edge, of another kind, with one node more.
    let (unordered, kinds) = (graph(), graph());
    add_store(unordered, &[], place, 5);
    add_store(unordered, &[], place, 5);
    let first = add_store(kinds, &[], place, 5);
    let second = add_fill(kinds, &[first], place, 5);
    let (longer, ..) = pair([5, 5]);
    add_store(longer, &[], place, 5);
    for (graph, result) in [
        (unordered, R::cudaGraphExecUpdateErrorTopologyChanged),
        (kinds, R::cudaGraphExecUpdateErrorNodeTypeChanged),
        (longer, R::cudaGraphExecUpdateErrorTopologyChanged),
    ] {
        let (code, info) = updated(graph);
        refused(code, failure);
        assert_eq!(info.result, result);
        if graph == kinds {
            assert_eq!(info.errorNode, second);
        }
    }
    launched(executable);
    assert_eq!(read(place, 1), [4]);
}

#[test]
fn copies_and_functions_take_other_parameters_too() {
    let _together = together();
    let (place, graph) = (words(2), graph());
    let (old, new) = (AtomicU32::new(0), AtomicU32::new(0));
    let function = |word: &AtomicU32| cudaHostNodeParams {
        fn_: Some(count),
        userData: (&raw const *word).cast_mut().cast(),
    };
    let (mut copy, mut host, mut executable) = (null_mut(), null_mut(), null_mut());
    let kind = cudaMemcpyKind::cudaMemcpyHostToDevice;
    let (first, second) = ([1_u32, 2], [3_u32, 4]);
    let from = |values: &[u32; 2]| values.as_ptr().cast();
    // SAFETY: live places and handles; what the nodes use lives until the graph is done.
    unsafe {
        let none = std::ptr::null();
        fine(cudaGraphAddMemcpyNode1D(
            &mut copy,
            graph,
            none,
            0,
            place.cast(),
            from(&first),
            8,
            kind,
        ));
        fine(cudaGraphAddHostNode(
            &mut host,
            graph,
            none,
            0,
            &function(&old),
        ));
        fine(cudaGraphInstantiateWithFlags(&mut executable, graph, 0));
        fine(cudaGraphUpload(executable, null_mut()));
        refused(cudaGraphUpload(null_mut(), null_mut()), INVALID);
        fine(cudaGraphExecMemcpyNodeSetParams1D(
            executable,
            copy,
            place.cast(),
            from(&second),
            8,
            kind,
        ));
        fine(cudaGraphExecHostNodeSetParams(
            executable,
            host,
            &function(&new),
        ));
        refused(
            cudaGraphExecHostNodeSetParams(executable, copy, &function(&new)),
            INVALID,
        );
        launched(executable);
    }
    assert_eq!(read(place, 2), second);
    assert_eq!(
        [&old, &new].map(|word| word.load(Ordering::Relaxed)),
        [0, 1]
    );
}

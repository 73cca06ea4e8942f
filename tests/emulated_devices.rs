//! One program on devices of every size: it takes what there is, and what is not there is refused before anything runs.

use coop::phases::Way;
use coop::{Device, DeviceBuffer, Error, SharedBytes, Stream};
use coop_kernels::reduce::Sum;
use coop_kernels::{heat, membrane, two_pass};
use test_support::{child, gpu};

/// Runs the body in a process of its own whose devices are these, once for each.
fn on_each(devices: &[&str], body: impl FnOnce()) {
    if child::is() {
        return body();
    }
    if !coop::EMULATED {
        return gpu::skipped("the runtime is not the emulator");
    }
    for device in devices {
        child::passes(&[(cudart_emu::DEVICES, *device)], 120);
    }
}

/// Launches the largest grid that fits, and holds the result to the host's.
fn assert_fills_the_device() {
    let device = Device::new(0).unwrap();
    let multiprocessors = device.limits().unwrap().multiprocessors;
    let residency = two_pass::residency().unwrap();
    let blocks = residency.blocks_per_multiprocessor() * multiprocessors;
    assert_eq!(residency.max_grid().count(), u64::from(blocks));

    let stream = Stream::new().unwrap();
    let n = blocks as usize * 256 + 5; // so that the largest grid is taken, and one block has more to do
    let input: Vec<f32> = (0..n).map(|i| (i % 2) as f32).collect();
    let on_device = DeviceBuffer::from_slice(&input).unwrap();
    let mean = input.iter().map(|&x| f64::from(x)).sum::<f64>() / n as f64;
    let wanted: Vec<f32> = input
        .iter()
        .map(|&x| (f64::from(x) - mean) as f32)
        .collect();
    let centred = two_pass::centre(&on_device, &stream).unwrap();
    assert!(centred.to_vec().unwrap() == wanted);
}

#[test]
fn a_program_sizes_itself_for_any_number_of_multiprocessors() {
    let devices = [
        "small:multiprocessors=1",
        "t4:multiprocessors=36",
        "a100:multiprocessors=78",
        "a100:multiprocessors=82",
        "h200",
    ];
    on_each(&devices, assert_fills_the_device);
}

#[test]
fn a_device_without_cooperative_launches_is_named_before_any_launch() {
    on_each(&["no-cooperative"], || {
        let refused = |error: Error| {
            assert!(
                matches!(error, Error::CooperativeLaunchNotSupported { .. }),
                "{error}"
            );
            assert!(error.to_string().contains("one launch a phase"), "{error}");
        };
        refused(two_pass::residency().unwrap_err());
        let prepared = two_pass::two_pass.prepare(32, SharedBytes(0));
        refused(prepared.unwrap_err());
        refused(Sum::<f32>::new().unwrap_err());
        match heat::Relaxation::<f32>::new(20, 20).unwrap_err() {
            heat::Error::Coop(error) => refused(error),
            error => panic!("another reason: {error}"),
        }
    });
}

#[test]
fn a_device_without_clusters_is_named_before_any_launch() {
    on_each(&["t4", "a100"], || {
        let prepared = two_pass::two_pass.prepare_clusters(2, 32, SharedBytes(0));
        let error = prepared.unwrap_err();
        assert!(
            matches!(error, Error::ClusterLaunchNotSupported { .. }),
            "{error}"
        );
    });
}

#[test]
fn the_ways_of_phases_that_a_device_has_not_are_told_and_left_out_of_a_measurement() {
    on_each(&["no-cooperative", "t4", "a100", "h200"], || {
        let limits = Device::new(0).unwrap().limits().unwrap();
        let (clusters, grid) = (limits.cluster_launch, limits.cooperative_launch);
        let dependent = limits.compute_capability >= (9, 0);
        let side = 5;
        let mut u = DeviceBuffer::from_slice(&membrane::plucked(side)).unwrap();
        let mut v = DeviceBuffer::zeroed(u.len()).unwrap();
        let (shape, args) = (
            membrane::shape(side),
            (u.as_mut_ptr(), v.as_mut_ptr(), side),
        );
        let mut had = Vec::new();
        for way in Way::ALL {
            let refused = membrane::membrane.bind(way, shape, 2, args).err();
            match (way, &refused) {
                (Way::DependentGraph, Some(Error::Way { .. })) => assert!(!dependent),
                (Way::Cluster, Some(Error::ClusterLaunchNotSupported { .. })) => assert!(!clusters),
                (Way::Cluster | Way::Grid, Some(Error::CooperativeLaunchNotSupported { .. })) => {
                    assert!(!grid);
                }
                (_, Some(error)) => panic!("{way}: {error}"),
                (_, None) => had.push(way),
            }
            assert_eq!(membrane::membrane.has(way).unwrap(), refused.is_none());
        }
        assert_eq!(had.contains(&Way::Grid), grid);
        assert_eq!(had.contains(&Way::DependentGraph), dependent);
        // SAFETY: side x side elements each; it waits for every launch.
        let measured = unsafe { membrane::membrane.measure(shape, 2, args).unwrap() };
        let mut measured: Vec<Way> = measured.times().iter().map(|&(way, _)| way).collect();
        measured.sort_by_key(|&way| Way::ALL.iter().position(|&other| other == way));
        assert_eq!(measured, had);
    });
}

#[test]
fn a_device_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
    if child::is() {
        assert!(Device::count().is_err());
    } else if coop::EMULATED {
        let text = child::passes(&[(cudart_emu::DEVICES, "rtx")], 60);
        assert!(text.contains("h200") && text.contains("rtx"), "{text}");
    } else {
        gpu::skipped("the runtime is not the emulator");
    }
}

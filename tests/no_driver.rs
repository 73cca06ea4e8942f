//! A machine without a driver: every call says what is missing, and none panics.

mod support;

use std::process::Command;

use coop::cuda_sys::{cudaDeviceAttr, cudaDriverGetVersion};
use coop::{
    Device, DeviceBuffer, ErrorKind, Event, Graph, PinnedBuffer, Result, SharedBytes, Stream,
};
use coop_kernels::cg::{Options, Solver};
use coop_kernels::{reduce, sparse, two_pass};
use support::{argument_kernels as arguments, error_kernels as errors};
use test_support::{child, gpu};

/// Whether there is no driver on this machine; where there is one, after a line that says so.
fn no_driver() -> bool {
    let mut version = 0;
    // SAFETY: writes one int, and needs no driver.
    let _ = unsafe { cudaDriverGetVersion(&mut version) };
    if version != 0 {
        gpu::skipped("there is a driver");
    }
    version == 0
}

/// What each public entry point says that asks CUDA something.
fn every_entry_point() -> Vec<(&'static str, Option<coop::Error>)> {
    let mut answers = Vec::new();
    let device = Device::from_raw(0);
    // SAFETY: the null handle is the default stream's; nothing gets into it.
    let stream = unsafe { Stream::borrow_raw(core::ptr::null_mut(), device) };
    let shared = SharedBytes(0);
    let by_address = arguments::by_address::<(*const f32, *mut f64, f32, usize)>();
    let system = sparse::poisson(2).unwrap();

    let mut add = |what, error| answers.push((what, error));
    fn of<T>(result: Result<T>) -> Option<coop::Error> {
        result.err()
    }
    add("Device::count", of(Device::count()));
    add("Device::new", of(Device::new(0)));
    add("Device::all", of(Device::all()));
    add("Device::current", of(Device::current()));
    add("Device::make_current", of(device.make_current()));
    add("Device::synchronize", of(device.synchronize()));
    let warp = cudaDeviceAttr::cudaDevAttrWarpSize;
    add("Device::attribute", of(device.attribute(warp)));
    add("Device::limits", of(device.limits()));
    add("Device::name", of(device.name()));
    add("Stream::new", of(Stream::new()));
    add("Stream::non_blocking", of(Stream::non_blocking()));
    add("Stream::legacy_default", of(Stream::legacy_default()));
    add(
        "Stream::per_thread_default",
        // SAFETY: it stays on this thread.
        of(unsafe { Stream::per_thread_default() }),
    );
    add("Stream::synchronize", of(stream.synchronize()));
    add("Stream::is_done", of(stream.is_done()));
    add("Event::new", of(Event::new()));
    add("Graph::capture", of(Graph::capture(&stream, |_| Ok(()))));
    add("DeviceBuffer::zeroed", of(DeviceBuffer::<u8>::zeroed(1)));
    add("DeviceBuffer::uninit", of(DeviceBuffer::<u8>::uninit(0)));
    add(
        "DeviceBuffer::from_slice",
        of(DeviceBuffer::from_slice(&[1_u8])),
    );
    add("PinnedBuffer::zeroed", of(PinnedBuffer::<u8>::zeroed(1)));
    let exported = &errors::through_shared;
    add("prepare", of(exported.prepare(32, shared)));
    add("residency", of(exported.residency(32, shared)));
    add(
        "prepare_clusters",
        of(exported.prepare_clusters(2, 32, shared)),
    );
    let search = exported.max_potential_block_size(1024, |_| shared);
    add("max_potential_block_size", of(search));
    add("Kernel::prepare", of(errors::write_at.prepare(32, shared)));
    add("Kernel::as_raw by address", of(by_address.as_raw()));
    add(
        "Kernel::prepare by address",
        of(by_address.prepare(32, shared)),
    );
    add("two_pass::residency", of(two_pass::residency()));
    add("reduce::Sum::new", of(reduce::Sum::<f32>::new()));
    let options = Options {
        tolerance: 1e-8,
        max_iterations: 10,
        history: true,
        ..Options::default()
    };
    let solver = match Solver::new(&system.matrix, &options) {
        Err(coop_kernels::cg::Error::Coop(error)) => Some(error),
        other => panic!("another answer: {other:?}"),
    };
    add("cg::Solver::new", solver);
    answers
}

fn assert_all_say(part: &str) {
    let answers = every_entry_point();
    assert!(answers.len() > 25);
    for (what, error) in answers {
        let error = error.unwrap_or_else(|| panic!("{what} succeeds without a driver"));
        let cuda = error.cuda().unwrap_or_else(|| panic!("{what}: {error}"));
        assert_eq!(cuda.kind(), ErrorKind::Driver, "{what}: {error}");
        assert!(error.to_string().contains(part), "{what}: {error}");
        assert_prints(&error);
    }
}

/// That showing an error does not panic either.
fn assert_prints(error: &impl std::error::Error) {
    assert!(!format!("{error:?}").is_empty());
    let _ = error.source();
}

#[test]
fn without_a_driver_every_entry_point_says_so_and_none_panics() {
    if no_driver() {
        assert_all_say("No NVIDIA driver was found on this machine");
    }
}

#[test]
fn without_a_driver_a_signature_is_still_compared_and_a_size_still_checked() {
    if !no_driver() {
        return;
    }
    assert!(errors::write_at.as_raw().is_ok());
    let size = DeviceBuffer::<u64>::zeroed(usize::MAX).unwrap_err();
    assert!(size.cuda().is_none(), "{size}");
    assert!(PinnedBuffer::<u64>::zeroed(0).is_ok());
}

/// A library in the driver's place whose every function answers as the toolkit's stub does.
const STUB: &str = "
    int cuInit(unsigned flags) { (void)flags; return 34; }
    int cuDriverGetVersion(int* version) { (void)version; return 34; }
    int cuGetProcAddress(const char* n, void** f, int v, unsigned long long o) { (void)n; (void)f; (void)v; (void)o; return 34; }
    int cuGetProcAddress_v2(const char* n, void** f, int v, unsigned long long o, void* s)
    { (void)n; (void)f; (void)v; (void)o; (void)s; return 34; }
    int cuGetExportTable(const void** t, const void* id) { (void)t; (void)id; return 34; }
";

#[test]
#[cfg(target_os = "linux")]
fn with_the_toolkits_stub_for_a_driver_every_entry_point_says_so_and_none_panics() {
    if child::is() {
        return assert_all_say("stub");
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("stub.c");
    std::fs::write(&source, STUB).unwrap();
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(folder.path().join("libcuda.so.1"))
        .arg(&source)
        .status();
    match compiled {
        Err(error) => return gpu::skipped(&format!("no C compiler `cc`: {error}")),
        Ok(status) => assert!(status.success(), "cc: {status}"),
    }
    let folder = folder.path().to_str().unwrap();
    child::passes(&[("LD_LIBRARY_PATH", folder)], 60);
}

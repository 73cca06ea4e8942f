//! The functions of the headers that are features: each links.
#![cfg(all(
    feature = "gl",
    feature = "egl",
    feature = "vdpau",
    feature = "profiler",
    any(feature = "static", feature = "dynamic")
))]

use cuda_sys as sys;

#[test]
fn every_function_that_is_a_feature_is_in_the_runtime() {
    let all = [
        sys::cudaProfilerStart as *const (),
        sys::cudaProfilerStop as *const (),
        sys::cudaGLGetDevices as *const (),
        sys::cudaGraphicsGLRegisterImage as *const (),
        sys::cudaGraphicsGLRegisterBuffer as *const (),
        sys::cudaGraphicsEGLRegisterImage as *const (),
        sys::cudaEGLStreamConsumerConnect as *const (),
        sys::cudaEGLStreamConsumerConnectWithFlags as *const (),
        sys::cudaEGLStreamConsumerDisconnect as *const (),
        sys::cudaEGLStreamConsumerAcquireFrame as *const (),
        sys::cudaEGLStreamConsumerReleaseFrame as *const (),
        sys::cudaEGLStreamProducerConnect as *const (),
        sys::cudaEGLStreamProducerDisconnect as *const (),
        sys::cudaEGLStreamProducerPresentFrame as *const (),
        sys::cudaEGLStreamProducerReturnFrame as *const (),
        sys::cudaGraphicsResourceGetMappedEglFrame as *const (),
        sys::cudaEventCreateFromEGLSync as *const (),
        sys::cudaVDPAUGetDevice as *const (),
        sys::cudaVDPAUSetVDPAUDevice as *const (),
        sys::cudaGraphicsVDPAURegisterVideoSurface as *const (),
        sys::cudaGraphicsVDPAURegisterOutputSurface as *const (),
    ];
    for (i, function) in all.iter().enumerate() {
        assert!(!all[..i].contains(function));
    }
}

#[test]
fn the_constants_are_those_of_the_header() {
    let Some(header) = header("cuda_gl_interop.h") else {
        return;
    };
    for (name, value) in [
        (
            "cudaGLDeviceListAll",
            sys::cudaGLDeviceList::cudaGLDeviceListAll,
        ),
        (
            "cudaGLDeviceListCurrentFrame",
            sys::cudaGLDeviceList::cudaGLDeviceListCurrentFrame,
        ),
        (
            "cudaGLDeviceListNextFrame",
            sys::cudaGLDeviceList::cudaGLDeviceListNextFrame,
        ),
    ] {
        let line = header
            .lines()
            .find(|line| line.split_whitespace().next() == Some(name));
        let stated = line.and_then(|line| {
            line.split('=')
                .nth(1)?
                .split([',', '/'])
                .next()?
                .trim()
                .parse()
                .ok()
        });
        assert_eq!(stated, Some(value.0), "{name}");
    }
}

/// What a header of the toolkit says; nothing, after a line that says so, where there is none.
fn header(name: &str) -> Option<String> {
    let text = option_env!("CUDA_SYS_TEST_INCLUDE").and_then(|include| {
        std::env::split_paths(include).find_map(|dir| std::fs::read_to_string(dir.join(name)).ok())
    });
    if text.is_none() {
        test_support::skipped(&format!("there is no toolkit that has {name}"));
    }
    text
}

#[test]
fn every_colour_format_of_the_header_has_its_number() {
    let Some(header) = header("cuda_egl_interop.h") else {
        return;
    };
    let ours = include_str!("../src/egl/color_format.rs");
    let mut found = 0;
    for line in header.lines() {
        let Some((name, rest)) = line.split_once('=') else {
            continue;
        };
        let name = name.trim();
        if !name.starts_with("cudaEglColorFormat") {
            continue;
        }
        let number = rest.split([',', '/']).next().unwrap_or_default().trim();
        assert!(
            ours.contains(&format!("pub const {name}: Self = Self({number});")),
            "{name} is {number}"
        );
        found += 1;
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_frame_is_as_large_as_in_c() {
    // Three pitched pointers of 32 bytes, three planes of 56, a count and two enumerations.
    assert_eq!(size_of::<sys::cudaEglPlaneDesc>(), 56);
    assert_eq!(size_of::<sys::cudaEglFrame>(), 3 * 32 + 3 * 56 + 16);
}

//! The functions of the headers that are features: each links.
#![cfg(all(
    feature = "gl",
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
    let Some(include) = option_env!("CUDA_SYS_TEST_INCLUDE") else {
        eprintln!("skipped: the header of OpenGL: there is no toolkit");
        return;
    };
    let Some(header) = std::env::split_paths(include)
        .find_map(|dir| std::fs::read_to_string(dir.join("cuda_gl_interop.h")).ok())
    else {
        eprintln!("skipped: the header of OpenGL: the toolkit has none");
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

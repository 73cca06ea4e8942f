//! Makes the library as its own instructions say, and links it. For one that is there already, only its path is needed.

use std::path::Path;
use std::process::{Command, exit};
use std::{env, fmt::Display};

fn main() {
    // The emulator has no use for what nvcc made of the library: it takes its sources.
    if env::var_os("DEP_COOP_EMULATOR").is_some() {
        let sources = ["axpy", "horner", "polynomial", "reverse", "sum"];
        return cuda_build::kernels("with_cpp_lib")
            .file("csrc/shim.cu")
            .files(sources.map(|name| format!("vendor/src/{name}.cu")))
            .include("vendor/include")
            .build();
    }
    // The library and the program are for the same devices.
    let named = env::var("CUDA_ARCHS").ok().filter(|list| !list.is_empty());
    let archs = named.unwrap_or_else(|| "80,90".to_owned());
    println!("cargo::rerun-if-env-changed=CUDA_ARCHS");
    println!("cargo::rerun-if-changed=vendor");

    let Some(out) = env::var_os("OUT_DIR") else {
        fail("OUT_DIR is not set: Cargo sets it");
    };
    // make does not know that other architectures are other objects.
    let build = Path::new(&out).join(format!("numerics-{}", archs.replace(',', "-")));
    let nvcc = cuda_build::Toolkit::find().and_then(|toolkit| toolkit.nvcc());
    let nvcc = nvcc.unwrap_or_else(|error| fail(error));
    let made = Command::new("make")
        .args(["--no-print-directory", "-C", "vendor"])
        .arg(format!("BUILD={}", build.display()))
        .arg(format!("NVCC={}", nvcc.display()))
        .arg(format!("ARCHS={}", archs.replace(',', " ")))
        .status();
    match made {
        Ok(status) if status.success() => {}
        Ok(status) => fail(format!("the library could not be made: make: {status}")),
        Err(error) => fail(format!("make could not be started: {error}")),
    }

    cuda_build::kernels("with_cpp_lib")
        .file("csrc/shim.cu")
        .include("vendor/include")
        .archive(build.join("libnumerics.a"))
        .archs(&archs)
        .build();
}

fn fail(message: impl Display) -> ! {
    eprintln!("error: {message}");
    exit(1)
}

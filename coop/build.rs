//! Tells the sources which runtime they are compiled against, as `cuda-sys` reports it to its dependents, and build scripts
//! of dependents (`cuda-build`) whether it is the emulator.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // For the kernels that examples in the documentation declare.
    println!("cargo::rustc-env=COOP_CRATE=coop");
    println!("cargo::rustc-check-cfg=cfg(cudart_12_4, cudart_12_5, cudart_13)");
    if std::env::var_os("DEP_CUDART_PER_THREAD").is_some() {
        eprintln!(
            "error: the feature `per-thread-default-stream` of cuda-sys is on, and coop's plain copies are ordered with its streams by \
             the legacy default stream: switch it off, or take `coop::Stream::per_thread_default`"
        );
        std::process::exit(1);
    }
    // 12040 for 12.4. Absent only where cuda-sys is replaced by hand; then nothing newer than 12.0 is used.
    let version: u32 = std::env::var("DEP_CUDART_VERSION")
        .ok()
        .and_then(|version| version.parse().ok())
        .unwrap_or(12000);
    println!("cargo::rustc-check-cfg=cfg(emulated)");
    if let Ok(headers) = std::env::var("DEP_CUDART_EMU_INCLUDE") {
        println!("cargo::rustc-cfg=emulated");
        println!("cargo::metadata=emulator={headers}");
    }
    // For a test that compares with the header.
    if let Ok(include) = std::env::var("DEP_CUDART_INCLUDE") {
        println!("cargo::rustc-env=COOP_CUDART_INCLUDE={include}");
    }
    // So that a dependent's kernels are compiled by the same toolkit, which is found once.
    if let Ok(root) = std::env::var("DEP_CUDART_ROOT") {
        println!("cargo::metadata=root={root}");
    }
    if version >= 12040 {
        println!("cargo::rustc-cfg=cudart_12_4");
    }
    if version >= 12050 {
        println!("cargo::rustc-cfg=cudart_12_5");
    }
    if version >= 13000 {
        println!("cargo::rustc-cfg=cudart_13");
    }
}

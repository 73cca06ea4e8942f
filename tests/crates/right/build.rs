//! Compiles the kernels, with the toolkit that `coop` hands on, which this package alone depends on.

fn main() {
    // Not looked for again, and the same for all packages: docs/linking.md.
    let handed_on = ["DEP_COOP_ROOT", "DEP_COOP_EMULATOR"].map(std::env::var_os);
    if handed_on.iter().flatten().count() != 1 {
        println!("cargo::error=coop hands on neither a toolkit nor the emulator: {handed_on:?}");
    }
    cuda_build::kernels("coop_test_right")
        .file("kernels.cu")
        .build();
}

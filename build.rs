//! Compiles csrc/ into the archives that the handles in src/ and the tests refer to.

fn main() {
    if !std::env::var_os("CARGO_FEATURE_CUDA").is_some() {
        eprintln!("coop-kernels needs its feature `cuda`: build with `--features cuda`.");
        std::process::exit(1);
    }
    cuda_build::kernels("coop_kernels")
        .file("csrc/two_pass.cu")
        .file("csrc/reduce.cu")
        .file("csrc/cg.cu")
        .include("csrc/include")
        .build();
}

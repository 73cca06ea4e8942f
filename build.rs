//! Compiles csrc/ into the archives that the handles in src/, the tests and the benchmark refer to.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::process::exit;

fn main() {
    let has = |variable| std::env::var_os(variable).is_some();
    if !has("CARGO_FEATURE_CUDA") && !has("CARGO_FEATURE_EMU") {
        eprintln!(
            "coop-kernels needs one of its features: `emu` (the default: kernels on the CPU), or `cuda` (a GPU)."
        );
        exit(1);
    }
    cuda_build::kernels("coop_kernels")
        .files([
            "csrc/two_pass.cu",
            "csrc/reduce.cu",
            "csrc/cg.cu",
            "csrc/heat.cu",
            "csrc/phases.cu",
        ])
        .include("csrc/include")
        .build();
    cuda_build::kernels("coop_bench_kernels")
        .files([
            "csrc/bench/barriers.cu",
            "csrc/bench/cg_ways.cu",
            "csrc/bench/launch_cost.cu",
            "csrc/bench/stencil_ways.cu",
        ])
        .build();
    cuda_build::kernels("coop_lab_kernels")
        .files([
            "csrc/lab/divergent_barrier.cu",
            "csrc/lab/early_return.cu",
            "csrc/lab/hand_made_barrier.cu",
            "csrc/lab/leftovers.cu",
            "csrc/lab/missing_fence.cu",
            "csrc/lab/moved_barrier.cu",
            "csrc/lab/replicas.cu",
            "csrc/lab/reversed_tile.cu",
            "csrc/lab/shared_memory_shrinks_the_grid.cu",
            "csrc/lab/spinning_blocks.cu",
            "csrc/lab/tail_exit.cu",
            "csrc/lab/two_writers.cu",
        ])
        .build();
    cuda_build::kernels("coop_test_kernels")
        .files([
            "csrc/test/arguments.cu",
            "csrc/test/barriers.cu",
            "csrc/test/errors.cu",
            "csrc/test/grid_barrier.cu",
            "csrc/test/phases.cu",
            "csrc/test/residency.cu",
            "csrc/test/scopes.cu",
            "csrc/test/shared_memory.cu",
            "csrc/test/sizing.cu",
            "csrc/test/streams.cu",
            "csrc/test/structures.cu",
            "csrc/test/textbook.cu",
        ])
        .build();
    cuda_build::kernels("coop_test_sm_75")
        .file("csrc/test/only_sm_75.cu")
        .archs("75-real")
        .build();
    if has("CARGO_FEATURE_CUDA")
        && let Err(error) = occupancy_oracle()
    {
        eprintln!("{error}");
        exit(1);
    }
}

/// NVIDIA's occupancy calculator for `tests/occupancy_oracle`, linked by that test alone.
fn occupancy_oracle() -> Result<(), Box<dyn std::error::Error>> {
    let source = "csrc/test/occupancy_oracle.cpp";
    println!("cargo::rerun-if-changed={source}");
    let out = std::env::var("OUT_DIR")?;
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .includes(cuda_build::Toolkit::find()?.include_dirs())
        .file(source)
        .cargo_metadata(false) // the test has its own #[link]; nothing else may carry it
        .try_compile("coop_oracle")?;
    println!("cargo::rustc-link-search=native={out}");
    Ok(())
}

//! Compiles the kernels for the emulator, whatever runtime the rest of the workspace is built for.

fn main() {
    cuda_build::kernels("cudart_emu_test_kernels")
        .emulated("../../include")
        .files([
            "race.cu",
            "memory.cu",
            "barriers.cu",
            "faults.cu",
            "language.cu",
            "generated.cu",
            "code.cu",
            "code_elsewhere.cu",
            "clusters.cu",
            "groups.cu",
            "missing.cu",
            "numbers.cu",
            "crashes.cu",
            "patience.cu",
            "hazards.cu",
            "twins.cu",
            "samples/sums.cu",
            "samples/waiting.cu",
            "samples/algorithms.cu",
            "samples/asynchronous.cu",
            "samples/ptx.cu",
            "samples/suspicious.cu",
            "faulty/accesses.cu",
            "faulty/asynchronous.cu",
            "faulty/barriers.cu",
            "faulty/endless.cu",
            "faulty/indices.cu",
            "faulty/others.cu",
            "faulty/ways.cu",
        ])
        .files(CSRC.map(|file| format!("../../../csrc/{file}")))
        .include("../../../csrc/include")
        .build();
}

/// Every kernel file of the project: all compile as they are, whether or not a test here launches them.
const CSRC: [&str; 31] = [
    "two_pass.cu",
    "reduce.cu",
    "cg.cu",
    "phases.cu",
    "bench/cg_ways.cu",
    "bench/launch_cost.cu",
    "bench/stencil_ways.cu",
    "lab/divergent_barrier.cu",
    "lab/early_return.cu",
    "lab/hand_made_barrier.cu",
    "lab/leftovers.cu",
    "lab/missing_fence.cu",
    "lab/moved_barrier.cu",
    "lab/replicas.cu",
    "lab/reversed_tile.cu",
    "lab/shared_memory_shrinks_the_grid.cu",
    "lab/spinning_blocks.cu",
    "lab/tail_exit.cu",
    "lab/two_writers.cu",
    "test/arguments.cu",
    "test/barriers.cu",
    "test/errors.cu",
    "test/only_sm_75.cu",
    "test/phases.cu",
    "test/residency.cu",
    "test/shared_memory.cu",
    "test/sizing.cu",
    "test/streams.cu",
    "test/structures.cu",
    "test/textbook.cu",
    "../examples/cpp-host/kernels.cu",
];

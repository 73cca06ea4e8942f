//! Compiles the kernels for the emulator, whatever runtime the rest of the workspace is built for.

fn main() {
    cuda_build::kernels("cudart_emu_test_kernels")
        .emulated("../../include")
        .files(["race.cu", "barriers.cu", "faults.cu", "language.cu"])
        .files(["../../../csrc/two_pass.cu", "../../../csrc/reduce.cu"])
        .include("../../../csrc/include")
        .build();
}

//! Nothing for a GPU: the C++ program has the kernels and the runtime. With the feature `emu` both are here.

fn main() {
    #[cfg(feature = "emu")]
    cuda_build::kernels("cpp_host")
        .file("../kernels.cu")
        .build();
}

fn main() {
    cuda_build::kernels("my_kernels")
        .file("csrc/centre.cu")
        .build();
}

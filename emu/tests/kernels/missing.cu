// Kernels that do what only the host may.
#include <coop/export.cuh>

namespace {

__global__ void child(unsigned* out) { out[0] = 1; }

__global__ void launches_kernel(unsigned* out) {
    if (threadIdx.x == 3) child<<<1, 1>>>(out);
}

__global__ void synchronizes_device(unsigned* out) {
    __syncthreads();
    cudaDeviceSynchronize();
    out[0] = 1;
}

}  // namespace

COOP_KERNEL(emu_launches_kernel, launches_kernel);
COOP_KERNEL(emu_synchronizes_device, synchronizes_device);

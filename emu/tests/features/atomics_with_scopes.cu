// prints: 64 32 0.96875 7 1
#include <cuda/atomic>
#include <stdio.h>
struct Mail { int value; cuda::atomic<int, cuda::thread_scope_device> ready; };
__global__ void count(int* x, float* f) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> here;
    if (threadIdx.x == 0) here = 0;
    __syncthreads();
    here.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device>(x[0])++;
    cuda::atomic_ref<float>(*f).fetch_max(0.5f * threadIdx.x / 16);
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0) x[1] = here.load();
}
__global__ void pass(Mail* m, int* x) {
    if (blockIdx.x == 0) { m->value = 7; m->ready.store(1, cuda::memory_order_release); m->ready.notify_all(); }
    else { m->ready.wait(0, cuda::memory_order_acquire); x[0] = m->value; int one = 1; x[1] = m->ready.compare_exchange_strong(one, 2); }
}
int main() {
    int* x; float* f; Mail* m; cudaMallocManaged(&x, 8); cudaMallocManaged(&f, 4); cudaMallocManaged(&m, sizeof *m);
    x[0] = 0; *f = 0; m->ready = 0;
    count<<<2, 32>>>(x, f); cudaDeviceSynchronize(); printf("%d %d %g ", x[0], x[1], *f);
    pass<<<2, 1>>>(m, x); cudaDeviceSynchronize(); printf("%d %d\n", x[0], x[1]);
}

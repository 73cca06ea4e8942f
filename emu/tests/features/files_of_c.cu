// prints: 7 16
// A file of C is compiled as C: it has names and functions that C++ has not, and the types of the runtime.
#include <cstdio>

extern "C" int sum_of_two(float4 class_, int alignment_is[1]);

__global__ void make(float4* out) { *out = make_float4(3, 4, 0, 0); }

int main() {
    float4* out;
    cudaMallocManaged(&out, sizeof *out);
    make<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    int alignment[1];
    const int sum = sum_of_two(*out, alignment);
    std::printf("%d %d\n", sum, alignment[0]);
}

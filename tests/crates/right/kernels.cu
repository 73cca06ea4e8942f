// Two kernels that another crate has by the same names, both in Rust and in C++, and with other results.
#include <coop/export.cuh>

struct pair {
    unsigned first;
    float second;
};
COOP_STRUCT(pair, first, second);

// C++ has one function of a name in a program: internal linkage lets each file have its own.
namespace {

__device__ unsigned factor = 3;

__global__ void scale(unsigned* data) { data[threadIdx.x] *= factor; }

template <typename T>
__global__ void set(T* data) {
    *data = T{3, 3};
}

}  // namespace

COOP_KERNEL(scale, scale);
COOP_KERNEL(set, set<pair>);

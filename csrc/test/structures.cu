// Kernels that take structures, CUDA's vectors and numbers of 16 bits, and write down what they were given.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <coop/export.cuh>

namespace structures {

// Stated again in tests/structures.rs, as are the others.
struct tag {
    short number;
    unsigned char letters[2];
};

struct body {
    float3 position;
    float mass;
    tag tags[2];
    double* heat;
};

// Of which C++ tells nothing but size and alignment.
struct untold {
    int first;
    int second;
};

// Writes down the members of `b` and the masses of `n` more. One thread.
__global__ void weigh(body b, const body* more, unsigned n, untold u, double* out) {
    *out++ = b.position.x;
    *out++ = b.position.y;
    *out++ = b.position.z;
    *out++ = b.mass;
    for (const tag& t : b.tags) {
        *out++ = t.number;
        *out++ = t.letters[0];
        *out++ = t.letters[1];
    }
    *out++ = *b.heat;
    *out++ = u.first;
    *out++ = u.second;
    for (unsigned i = 0; i < n; ++i) *out++ = more[i].mass;
}

// One thread.
__global__ void vectors(unsigned char before, float2 a, uchar4 b, int3 c, double2 d, const float4* e, short4* f, double* out) {
    *out++ = before;
    *out++ = a.x;
    *out++ = a.y;
    *out++ = b.x + b.y + b.z + b.w;
    *out++ = c.x;
    *out++ = c.y;
    *out++ = c.z;
    *out++ = d.x;
    *out++ = d.y;
    *out++ = e[1].w;
    *f = make_short4(1, 2, 3, 4);
}

// y[i] = a x[i] in half precision, z[i] = b + x[i] as brain floats. Any one-dimensional grid and block.
__global__ void halves(__half a, __nv_bfloat16 b, const __half* x, __half* y, __nv_bfloat16* z, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        y[i] = __hmul(a, x[i]);
        z[i] = __float2bfloat16(__bfloat162float(b) + __half2float(x[i]));
    }
}

}  // namespace structures

COOP_STRUCT(structures::tag, number, letters);
COOP_STRUCT(structures::body, position, mass, tags, heat);
COOP_KERNEL(weigh, structures::weigh);
COOP_KERNEL(vectors, structures::vectors);
COOP_KERNEL(halves, structures::halves);

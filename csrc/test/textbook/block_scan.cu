// Work-efficient exclusive prefix sum (Blelloch): each block scans its own elements, a second kernel adds what the blocks
// before it have summed up.

// Each block of n/2 threads scans n elements, where n is a power of two; `length` is that of the whole array. Needs n
// elements of dynamic shared memory. The sum of each block goes to `block_sums`, unless that is NULL.
__global__ void scan_blocks(unsigned int *out, const unsigned int *in, unsigned int *block_sums, int length)
{
    extern __shared__ unsigned int temp[];

    int tid = threadIdx.x;
    int n = 2 * blockDim.x;
    int first = blockIdx.x * n;

    temp[2 * tid] = first + 2 * tid < length ? in[first + 2 * tid] : 0;
    temp[2 * tid + 1] = first + 2 * tid + 1 < length ? in[first + 2 * tid + 1] : 0;

    // Up-sweep: a tree of partial sums, in place.
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1;
            int bi = offset * (2 * tid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }

    if (tid == 0) {
        if (block_sums != NULL) {
            block_sums[blockIdx.x] = temp[n - 1];
        }
        temp[n - 1] = 0;
    }

    // Down-sweep: from the root to the leaves.
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1;
            int bi = offset * (2 * tid + 2) - 1;
            unsigned int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }

    __syncthreads();

    if (first + 2 * tid < length) {
        out[first + 2 * tid] = temp[2 * tid];
    }
    if (first + 2 * tid + 1 < length) {
        out[first + 2 * tid + 1] = temp[2 * tid + 1];
    }
}

// Adds to every element of a block what `scan_blocks` made of the sums of the blocks. The same blocks as there.
__global__ void add_block_offsets(unsigned int *out, const unsigned int *offsets, int length)
{
    int first = 2 * blockDim.x * blockIdx.x;
    unsigned int offset = offsets[blockIdx.x];

    int i = first + threadIdx.x;
    if (i < length) {
        out[i] += offset;
    }
    if (i + blockDim.x < length) {
        out[i + blockDim.x] += offset;
    }
}

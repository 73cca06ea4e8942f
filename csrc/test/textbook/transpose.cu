// Matrix transpose through a tile in shared memory, so that both reads and writes are coalesced.

#define TILE_DIM 32
#define BLOCK_ROWS 8

// out[x][y] = in[y][x] for a matrix of `height` rows of `width` elements. Blocks of TILE_DIM x BLOCK_ROWS threads, one a tile.
__global__ void transpose(float *out, const float *in, int width, int height)
{
    // One column of padding: a column of the tile lies in 32 different banks.
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        if (x < width && y + j < height) {
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
        }
    }

    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        if (x < height && y + j < width) {
            out[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
        }
    }
}

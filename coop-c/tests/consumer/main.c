/* A C99 program that sizes and launches a kernel through coop.h. Without a GPU it says so, and exits with 1. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <coop/coop.h>
#include <cuda_runtime_api.h>

const void *consumer_kernel(void);

static int failed(const char *what) {
    fprintf(stderr, "%s\n", what);
    return EXIT_FAILURE;
}

/* Whether the call failed with this status, and with a text that has `part` in it. */
static int is(coop_status found, coop_status wanted, const char *part) {
    if (found == wanted && strstr(coop_last_error(), part) != NULL) return 1;
    fprintf(stderr, "status %d instead of %d, with: %s\n", (int)found, (int)wanted, coop_last_error());
    return 0;
}

/* What is refused before CUDA is asked, with or without a GPU. */
static int refuses_null_pointers(void) {
    const coop_dim3 one = {1, 1, 1};
    coop_residency residency;
    void *arguments[] = {NULL};
    return is(coop_query_residency(NULL, one, 0, &residency), COOP_STATUS_INVALID_ARGUMENT, "`kernel` is a null pointer") &&
           is(coop_query_residency(consumer_kernel(), one, 0, NULL), COOP_STATUS_INVALID_ARGUMENT, "`residency`") &&
           is(coop_launch(consumer_kernel(), one, one, NULL, 1, 0, NULL), COOP_STATUS_INVALID_ARGUMENT, "`arguments`") &&
           is(coop_launch(consumer_kernel(), one, one, arguments, 1, 0, NULL), COOP_STATUS_INVALID_ARGUMENT,
              "`arguments[0]`") &&
           coop_last_cuda_error() == 0;
}

static int launches(coop_residency residency, coop_dim3 block) {
    const uint32_t blocks = (uint32_t)residency.max_blocks;
    coop_dim3 grid = {1, 1, 1};
    unsigned *written = NULL, *sums = NULL, *found = calloc(blocks, sizeof *found);
    void *arguments[] = {&written, &sums};
    uint32_t wrong = 0;
    cudaStream_t stream = NULL;
    if (found == NULL || cudaMalloc((void **)&written, blocks * sizeof *written) != cudaSuccess ||
        cudaMalloc((void **)&sums, blocks * sizeof *sums) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return failed("out of memory");

    grid.x = blocks + 1;
    if (!is(coop_launch(consumer_kernel(), grid, block, arguments, 2, 0, stream), COOP_STATUS_GRID_TOO_LARGE,
            "cannot be resident"))
        return EXIT_FAILURE;
    grid.x = blocks;
    if (!is(coop_launch(consumer_kernel(), grid, block, arguments, 1, 0, stream), COOP_STATUS_ARGUMENT_COUNT, "takes 2"))
        return EXIT_FAILURE;
    if (coop_launch(consumer_kernel(), grid, block, arguments, 2, 0, stream) != COOP_STATUS_SUCCESS)
        return failed(coop_last_error());
    if (cudaStreamSynchronize(stream) != cudaSuccess ||
        cudaMemcpy(found, sums, blocks * sizeof *found, cudaMemcpyDeviceToHost) != cudaSuccess)
        return failed("the kernel failed");

    for (uint32_t i = 0; i < blocks; i++) wrong += found[i] != i + (i + 1) % blocks;
    printf("%" PRIu32 " blocks, %" PRIu32 " wrong\n", blocks, wrong);
    cudaStreamDestroy(stream);
    cudaFree(sums);
    cudaFree(written);
    free(found);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(void) {
    const coop_dim3 block = {256, 1, 1};
    coop_residency residency;
    if (coop_version() / 100 != COOP_VERSION / 100) return failed("the library is of another version than the header");
    if (!refuses_null_pointers()) return failed("a null pointer was not refused as it should be");
    if (coop_query_residency(consumer_kernel(), block, 0, &residency) != COOP_STATUS_SUCCESS)
        return failed(coop_last_error());
    printf("%" PRIu32 " blocks/SM x %" PRIu32 " SMs = %" PRIu64 " blocks, limited by %s\n",
           residency.blocks_per_multiprocessor, residency.multiprocessors, residency.max_blocks,
           residency.limited_by_text);
    return launches(residency, block);
}

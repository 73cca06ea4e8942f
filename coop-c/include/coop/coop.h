/* Cooperative CUDA launches that cannot be launched wrong: coop for C99 and C++.
 *
 * A cooperative grid can be as large as what is resident on the device at once. coop_query_residency says how large that is
 * and why not larger, coop_launch refuses what does not fit. Both work on the calling thread's current device.
 *
 * A function that can fail returns a coop_status; coop_last_error has the full text of this thread's latest failure.
 *
 * This file is generated.
 */

#ifndef COOP_COOP_H
#define COOP_COOP_H

#include <stddef.h>
#include <stdint.h>

/** The version of this header; `coop_version` has that of the library. */
#define COOP_VERSION_MAJOR 0
#define COOP_VERSION_MINOR 1
#define COOP_VERSION_PATCH 0
#define COOP_VERSION (10000 * COOP_VERSION_MAJOR + 100 * COOP_VERSION_MINOR + COOP_VERSION_PATCH)

/** What a cudaStream_t points to. */
struct CUstream_st;

/**
 * What a call came to. Numbers keep their meaning; later versions may add some.
 */
typedef enum coop_status {
    /**
     * Done.
     */
    COOP_STATUS_SUCCESS = 0,
    /**
     * A null pointer, or a dimension of 0.
     */
    COOP_STATUS_INVALID_ARGUMENT = 1,
    /**
     * The grid has more blocks than can be resident at once.
     */
    COOP_STATUS_GRID_TOO_LARGE = 2,
    /**
     * Not even one block fits on a multiprocessor.
     */
    COOP_STATUS_NO_RESIDENT_BLOCK = 3,
    /**
     * The block has more threads than the device or the kernel allows, or a dimension beyond the device's.
     */
    COOP_STATUS_BLOCK_TOO_LARGE = 4,
    /**
     * Static and dynamic shared memory together are beyond what a block may opt in to.
     */
    COOP_STATUS_SHARED_MEMORY_TOO_LARGE = 5,
    /**
     * Another number of arguments than the kernel takes.
     */
    COOP_STATUS_ARGUMENT_COUNT = 6,
    /**
     * The device has no cooperative launches, or cannot do it.
     */
    COOP_STATUS_NOT_SUPPORTED = 7,
    /**
     * No driver, one older than the runtime, or the stub of a toolkit.
     */
    COOP_STATUS_NO_DRIVER = 8,
    /**
     * A driver, but no device that the process can see.
     */
    COOP_STATUS_NO_DEVICE = 9,
    /**
     * No code that the device can run, or no kernel that this runtime knows.
     */
    COOP_STATUS_NO_CODE = 10,
    /**
     * An earlier kernel failed on the device: every later CUDA call of the process fails too.
     */
    COOP_STATUS_KERNEL_FAULT = 11,
    /**
     * Another error of CUDA; `coop_last_cuda_error` has its code.
     */
    COOP_STATUS_CUDA = 12,
    /**
     * A bug of this library. It has printed where.
     */
    COOP_STATUS_INTERNAL = 13,
} coop_status;

/**
 * What keeps one more block from fitting on a multiprocessor. Later versions may add some.
 */
typedef enum coop_resource {
    /**
     * Something that this version has no name for.
     */
    COOP_RESOURCE_OTHER = 0,
    /**
     * Resident threads.
     */
    COOP_RESOURCE_THREADS = 1,
    /**
     * Resident blocks.
     */
    COOP_RESOURCE_BLOCKS = 2,
    /**
     * Registers.
     */
    COOP_RESOURCE_REGISTERS = 3,
    /**
     * Shared memory: static, dynamic and reserved.
     */
    COOP_RESOURCE_SHARED_MEMORY = 4,
    /**
     * Barriers.
     */
    COOP_RESOURCE_BARRIERS = 5,
} coop_resource;

/**
 * Extents in x, y and z. Each is at least 1.
 */
typedef struct coop_dim3 {
    /**
     * Extent in x, the fastest.
     */
    uint32_t x;
    /**
     * Extent in y.
     */
    uint32_t y;
    /**
     * Extent in z.
     */
    uint32_t z;
} coop_dim3;

/**
 * What fits on a device at once.
 */
typedef struct coop_residency {
    /**
     * The most blocks that a cooperative grid can have: the product of the next two.
     */
    uint64_t max_blocks;
    /**
     * Blocks resident on one multiprocessor; at least 1.
     */
    uint32_t blocks_per_multiprocessor;
    /**
     * Multiprocessors of the device.
     */
    uint32_t multiprocessors;
    /**
     * The resource that is short.
     */
    enum coop_resource limited_by;
    /**
     * Its name, such as `threads`. Static: never freed.
     */
    const char *limited_by_text;
    /**
     * What would let more blocks fit, as one sentence without a full stop. Static: never freed.
     */
    const char *advice;
} coop_residency;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * How many blocks of `kernel` can be resident on the calling thread's current device at once, and what limits them.
 *
 * `kernel` is what `cudaLaunchKernel` takes as `func`: for `__global__ void k(...)` that is `(const void*)k`. `block` is
 * in threads, `shared_bytes` the dynamic shared memory of a block. More than 48 KiB of it is opted in to here.
 *
 * Asks once and remembers: the same question again costs some tens of nanoseconds.
 *
 * Returns `COOP_STATUS_SUCCESS` and fills `*residency`, or the first check that fails; `*residency` is then as it was.
 * May be called from any thread.
 *
 * # Safety
 *
 * `kernel` is a kernel of this process whose code is never unloaded. `residency` is null, which is refused, or can be
 * written.
 */
enum coop_status coop_query_residency(const void *kernel,
                                      struct coop_dim3 block,
                                      uint32_t shared_bytes,
                                      struct coop_residency *residency);

/**
 * Launches `kernel` cooperatively, after every check: `cooperative_groups::this_grid().sync()` is then a barrier.
 *
 * `grid` is in blocks, `block` in threads, `shared_bytes` the dynamic shared memory of a block. `arguments` has
 * `argument_count` pointers, one to each argument of the kernel, in order; they are copied before the call returns. The
 * number is compared with the kernel's (by a runtime of CUDA 12.4 or later), types are not. `stream` is a `cudaStream_t` of
 * the current device; null is the legacy default stream.
 *
 * Returns `COOP_STATUS_SUCCESS` once the launch is in the stream; it does not wait for the kernel, whose faults show at
 * the next call that does. A grid of more blocks than are resident at once is refused, never shrunk. Else the first check
 * that fails, and then nothing was launched. May be called from any thread.
 *
 * # Safety
 *
 * `kernel` is a kernel of this process whose code is never unloaded. Each argument is of the type of the kernel's
 * parameter. Every block reaches every grid barrier.
 */
enum coop_status coop_launch(const void *kernel,
                             struct coop_dim3 grid,
                             struct coop_dim3 block,
                             void **arguments,
                             size_t argument_count,
                             uint32_t shared_bytes,
                             struct CUstream_st * stream);

/**
 * What the latest call of this thread that failed had to say: what was given, what is allowed, what to do. UTF-8, one
 * line without a full stop; empty if none has failed. A call that succeeds leaves it.
 *
 * Never null. Valid until the thread's next call of a function that returns a status.
 */
const char *coop_last_error(void);

/**
 * The `cudaError_t` behind the latest call of this thread that failed; 0 where CUDA was not asked, or none has failed.
 */
int coop_last_cuda_error(void);

/**
 * The version of the library, as `COOP_VERSION` has that of the header: 100 for 0.1.0, 10203 for 1.2.3.
 *
 * A program that finds another major version here, or before 1.0 another minor version, than it was compiled with cannot
 * use the library.
 */
uint32_t coop_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* COOP_COOP_H */

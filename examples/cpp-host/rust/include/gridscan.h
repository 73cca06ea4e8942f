#ifndef GRIDSCAN_H
#define GRIDSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a cudaStream_t points to. */
struct CUstream_st;

/**
 * A kernel that computes running sums, and what is known of it.
 */
typedef struct gridscan gridscan;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Takes the kernel at this address, of the parameters `(const uint32_t* input, uint64_t* sums, uint64_t* scratch,
 * uint64_t n)`, and checks that it can be launched on the current device. `*blocks` becomes the largest grid.
 *
 * Null if it cannot, with the reason in `message`, which has room for `capacity` bytes. Free it with `gridscan_free`.
 *
 * # Safety
 *
 * `kernel` is the address of a `__global__` function of this process with these parameters. `blocks` can be written, and
 * so can `capacity` bytes at `message`.
 */
struct gridscan *gridscan_new(const void *kernel,
                              uint64_t *blocks,
                              char *message,
                              size_t capacity);

/**
 * Puts into `stream`: `sums[i] = input[0] + ... + input[i]` for all `i` less than `n`. Does not wait for it.
 *
 * False if it could not, with the reason in `message`, which has room for `capacity` bytes.
 *
 * # Safety
 *
 * `scan` is of `gridscan_new`. `input`, `sums` and `scratch` have `n` elements each in the current device's memory, which
 * nothing else uses until the stream has passed. `stream` is one of that device. `capacity` bytes can be written at
 * `message`.
 */
bool gridscan_run(const struct gridscan *scan,
                  const uint32_t *input,
                  uint64_t *sums,
                  uint64_t *scratch,
                  uint64_t n,
                  struct CUstream_st * stream,
                  char *message,
                  size_t capacity);

/**
 * Frees it. Null is allowed.
 *
 * # Safety
 *
 * `scan` is null or of `gridscan_new`, and is not used again.
 */
void gridscan_free(struct gridscan *scan);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GRIDSCAN_H */

// The program's own kernels, behind functions that C++ can call.
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

// values[i] = value(i), put into the stream with <<<>>>.
cudaError_t fill(std::uint32_t* values, std::uint64_t n, cudaStream_t stream);

// sums[i] *= factor, put into the stream with <<<>>>.
cudaError_t scale(std::uint64_t* sums, std::uint64_t factor, std::uint64_t n, cudaStream_t stream);

// The address of the kernel that waits for its whole grid, as the runtime knows it:
// (const uint32_t* input, uint64_t* sums, uint64_t* scratch, uint64_t n).
const void* inclusive_scan_kernel();

// What `fill` writes: anything that depends on the place.
constexpr std::uint32_t value(std::uint64_t i) { return static_cast<std::uint32_t>(i * 2654435761u) >> 8; }

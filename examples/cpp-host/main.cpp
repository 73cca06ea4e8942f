// A C++ program with CUDA of its own that leaves one launch to Rust. Without a GPU it says so, and exits with 1.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "gridscan.h"
#include "kernels.h"

namespace {

[[noreturn]] void fail(const char* text) {
    std::fprintf(stderr, "%s\n", text);
    std::exit(EXIT_FAILURE);
}

void check(cudaError_t error) {
    if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

template <typename T>
T* device_array(std::uint64_t n) {
    void* array = nullptr;
    check(cudaMalloc(&array, n * sizeof(T)));
    return static_cast<T*>(array);
}

// Runs fill, scan, scale in one stream and compares with the CPU. Returns how many sums are wrong.
std::uint64_t wrong_sums(const gridscan* scan, std::uint64_t n) {
    constexpr std::uint64_t factor = 3;
    char message[1024];
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    auto* input = device_array<std::uint32_t>(n);
    auto* sums = device_array<std::uint64_t>(n);
    auto* scratch = device_array<std::uint64_t>(n);

    check(fill(input, n, stream));  // <<<>>>
    if (!gridscan_run(scan, input, sums, scratch, n, stream, message, sizeof message)) fail(message);
    check(scale(sums, factor, n, stream));  // <<<>>>

    std::vector<std::uint64_t> found(n);
    check(cudaMemcpyAsync(found.data(), sums, n * sizeof found[0], cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    for (void* array : {static_cast<void*>(input), static_cast<void*>(sums), static_cast<void*>(scratch)})
        check(cudaFree(array));
    check(cudaStreamDestroy(stream));

    std::uint64_t wrong = 0, sum = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
        sum += value(i);
        wrong += found[i] != factor * sum;
    }
    return wrong;
}

// What Rust refuses comes back as text: here something that is no kernel.
void show_an_error() {
    static const int no_kernel = 0;
    char message[1024];
    std::uint64_t blocks = 0;
    if (gridscan_new(&no_kernel, &blocks, message, sizeof message) != nullptr) fail("what is no kernel was taken for one");
    if (std::strstr(message, "does not know this kernel") == nullptr) fail(message);
    std::printf("no kernel: %s\n", message);
}

}  // namespace

int main() {
    char message[1024];
    std::uint64_t blocks = 0;
    const std::unique_ptr<gridscan, void (*)(gridscan*)> scan(
        gridscan_new(inclusive_scan_kernel(), &blocks, message, sizeof message), gridscan_free);
    if (!scan) fail(message);
    std::printf("at most %llu blocks\n", static_cast<unsigned long long>(blocks));

    bool right = true;
    for (const std::uint64_t n : {1ULL, 255ULL, 257ULL, 1'000'003ULL}) {
        const std::uint64_t wrong = wrong_sums(scan.get(), n);
        std::printf("n = %llu: %llu wrong\n", static_cast<unsigned long long>(n), static_cast<unsigned long long>(wrong));
        right = right && wrong == 0;
    }
    show_an_error();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

// What the samples share: arrays on the device, and a list that each puts itself into.
#pragma once

#include <cuda_runtime.h>

#include <vector>

struct sample {
    const char* name;
    bool (*run)();
    sample* next;
};

inline sample*& samples() {
    static sample* first = nullptr;
    return first;
}

struct registered {
    explicit registered(sample& which) {
        which.next = samples();
        samples() = &which;
    }
};

// Defines a sample: a function that says whether what its kernels computed is right.
#define SAMPLE(NAME)                                           \
    static bool NAME();                                        \
    static sample sample_##NAME{#NAME, NAME, nullptr};         \
    static const registered registered_##NAME(sample_##NAME);  \
    static bool NAME()

template <typename T>
class array {
public:
    explicit array(const std::vector<T>& values) : size_(values.size()) {
        cudaMalloc(reinterpret_cast<void**>(&data_), size_ * sizeof(T));
        cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    explicit array(size_t size, T value = T()) : array(std::vector<T>(size, value)) {}
    array(const array&) = delete;
    ~array() { cudaFree(data_); }
    operator T*() const { return data_; }
    std::vector<T> values() const {
        std::vector<T> values(size_);
        cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
        return values;
    }

private:
    T* data_ = nullptr;
    size_t size_;
};

// Numbers that look random, the same ones each time.
inline std::vector<unsigned> numbers(size_t count, unsigned below = 1000) {
    std::vector<unsigned> values(count);
    unsigned state = 12345;
    for (unsigned& value : values) {
        state = state * 1664525u + 1013904223u;
        value = (state >> 8) % below;
    }
    return values;
}

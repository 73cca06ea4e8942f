// Kernels that do one thing wrong. A comment at the end of the faulty line says of which kind that is, and what the report says:
//
//     x[i + 1] = 0;  //! Memory: past the end
//
// Where several lines are part of it, each has a `//!`, and the report must name all of them; where any of them may be the first,
// `//?`. The comments belong to the FAULTY() that follows. tests/faulty.rs reads them.
#pragma once

#include "../samples/sample.cuh"

struct faulty {
    const char* name;
    void (*run)();
    faulty* next;
};

inline faulty*& all_faulty() {
    static faulty* first = nullptr;
    return first;
}

struct registered_faulty {
    explicit registered_faulty(faulty& which) {
        which.next = all_faulty();
        all_faulty() = &which;
    }
};

// Launches the kernel of that name.
#define FAULTY(NAME)                                             \
    static void launch_##NAME();                                 \
    static faulty faulty_##NAME{#NAME, launch_##NAME, nullptr};  \
    static const registered_faulty registered_##NAME(faulty_##NAME); \
    static void launch_##NAME()

// Device memory that nobody has written.
template <typename T>
T* unwritten(size_t size) {
    void* memory = nullptr;
    cudaMalloc(&memory, size * sizeof(T));
    return static_cast<T*>(memory);
}

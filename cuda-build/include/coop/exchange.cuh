// A vector that is divided among the blocks of a scope: each block writes its own part, and gets copies of those elements of
// other blocks, its ghosts, that it asked for.
//
//     coop::exchange<Scope, double> u(scope, ...);
//     u.put(i, value, wanted);       // element i of this block's part; wanted: some block has it among its ghosts
//     u.get();                       // all threads of the scope
//     ... u[column] ...              // own elements from 0 on, then the ghosts
//
// All of it lies in the block's shared memory, so what reads it does not care how large the scope is.
//
// Precondition: between a get() and the next put() the scope meets (sums::total, scope.sync()), so that nobody still reads
// what is written anew. The meeting need not make memory visible.
#pragma once

#include <coop/halo.cuh>
#include <coop/inbox.cuh>
#include <coop/scope.cuh>
#include <coop/word.cuh>

namespace coop {

// An element that a block of a cluster sends to another.
struct send {
    std::uint16_t element;  // own, of the sender
    std::uint16_t slot;     // where it goes, counted from the receiver's first own element
    std::uint16_t block;    // the receiver
    std::uint16_t unused;
};

// Where a block's part lies, in shared memory, which elements of others it gets, and which it gives.
template <typename T>
struct parts {
    T* elements;                  // own + ghosts
    unsigned own;                 // elements of this block
    unsigned first;               // number of its first element in the whole vector
    const std::uint32_t* ghosts;  // numbers of elements in the whole vector; for a grid
    unsigned ghost_count;
    const send* sends;  // for a cluster
    unsigned send_count;
};

template <class Scope, typename T>
class exchange;

template <typename T>
class exchange<block_scope, T> {
public:
    __device__ exchange(block_scope, parts<T> parts, void*) : elements_(parts.elements) {}
    __device__ void put(unsigned i, T value, bool) { elements_[i] = value; }
    // Separates the writes by put() from the reads that follow.
    __device__ void get() { __syncthreads(); }
    __device__ T operator[](unsigned i) const { return elements_[i]; }
    __device__ T own(unsigned i) const { return elements_[i]; }

private:
    T* elements_;
};

// A wanted element is sent to the blocks that want it.
template <typename T>
class exchange<cluster_scope, T> {
public:
    // Holds a cluster barrier.
    __device__ exchange(cluster_scope scope, parts<T> parts, void*) : scope_(scope), parts_(parts), inbox_(mail()) {
        if (threadIdx.x == 0) inbox::init(mail());
        scope_.sync();
    }
    __device__ void put(unsigned i, T value, bool) { parts_.elements[i] = value; }
    __device__ void get() {
        // Separates the writes by put() from the reads of whoever sends them on, and of the whole block.
        __syncthreads();
        const unsigned bytes = parts_.ghost_count * sizeof(T);
        if (threadIdx.x == 0) inbox_.expect(bytes);
        for (unsigned i = threadIdx.x; i < parts_.send_count; i += blockDim.x) {
            const send one = parts_.sends[i];
            inbox_.send(scope_, parts_.elements + one.slot, one.block, parts_.elements[one.element]);
        }
        inbox_.wait(bytes);
    }
    __device__ T operator[](unsigned i) const { return parts_.elements[i]; }
    __device__ T own(unsigned i) const { return parts_.elements[i]; }

private:
    __device__ static inbox::storage& mail() {
        __shared__ inbox::storage mail;
        return mail;
    }

    cluster_scope scope_;
    parts<T> parts_;
    inbox inbox_;
};

// A wanted element goes through global memory, as words that carry its value and the number of the step (coop/halo.cuh). Whoever wants it
// polls the words themselves: there is no flag, and so no fence between flag and data.
//
// The words hold one step at a time. Step k + 1 is written after the meeting that follows get() number k, to which every
// block came with its ghosts of step k read: what it brought to the meeting was computed from them. (A load that returned the
// later value would depend on itself, which the memory model forbids: no value out of thin air.)
template <typename T>
class exchange<grid_scope, T> {
public:
    // `memory`: 16 bytes for each element of the whole vector, zeroed by the host before every launch.
    __device__ exchange(grid_scope, parts<T> parts, void* memory) : parts_(parts), words_(static_cast<word*>(memory)) {}

    __device__ void put(unsigned i, T value, bool wanted) {
        parts_.elements[i] = value;
        if (wanted) halo_store(words_ + (parts_.first + i) * halo_words<T>, {value}, step_);
    }
    __device__ void get() {
        for (unsigned g = threadIdx.x; g < parts_.ghost_count; g += blockDim.x) {
            T value[1];
            while (!halo_load(words_ + parts_.ghosts[g] * halo_words<T>, value, step_)) {
            }
            parts_.elements[parts_.own + g] = value[0];
        }
        ++step_;
        // Separates the writes of own elements and ghosts by these threads from their reads by the block.
        __syncthreads();
    }
    __device__ T operator[](unsigned i) const { return parts_.elements[i]; }
    __device__ T own(unsigned i) const { return parts_.elements[i]; }

private:
    parts<T> parts_;
    word* words_;
    unsigned step_ = 1;
};

}  // namespace coop

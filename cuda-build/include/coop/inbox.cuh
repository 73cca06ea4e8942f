// An inbox in a block's shared memory: other blocks of the cluster put numbers into it, and it tells when all have come.
//
//     __shared__ double slots[16];
//     __shared__ coop::inbox::storage mail;
//     coop::inbox inbox(mail);                                        // one thread must have called init(mail) before
//     if (threadIdx.x == 0) inbox.expect(bytes);                      // once a round
//     inbox.send(scope, &slots[scope.rank()], destination, value);    // what lies there in the destination's shared memory
//     inbox.wait();                                                   // whoever reads the slots
//
// One trip of data between multiprocessors, about 200 ns on an H200, where a store and a cluster barrier take two. It is
// `st.async`, which counts the bytes that have arrived in an mbarrier of the destination.
//
// Preconditions: init() and then a cluster barrier, before the first send. A block sends for round k + 1 only when the
// destination has passed wait() of round k: bytes of two rounds must not mix. The same number of bytes comes as is expected.
// No block ends while one may send to it. (compute-sanitizer's memcheck refuses `st.async` in a cluster of one block.)
#pragma once

#include <coop/scope.cuh>
#include <coop/word.cuh>

#if defined(COOP_EMULATED) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 900
#define COOP_INBOX_COUNTS_ITSELF
#endif

// What has arrived lies in shared memory, so the wait need acquire no more than that; an acquire of all memory empties the L1 cache.
// PTX can say so from 8.6 on.
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
#define COOP_INBOX_ORDER "relaxed"
#define COOP_INBOX_FENCE() asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;" ::: "memory")
#else
#define COOP_INBOX_ORDER "acquire"
#define COOP_INBOX_FENCE() (void)0
#endif

namespace coop {

class inbox {
public:
    struct alignas(8) storage {
        word barrier;
    };

    __device__ static void init(storage& mail) {
#ifdef COOP_INBOX_COUNTS_ITSELF
        mail.barrier = 0;
#else
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n\tfence.mbarrier_init.release.cluster;" ::"r"(here(&mail))
                     : "memory");
#endif
    }

    __device__ explicit inbox(storage& mail) : mail_(&mail) {}

    // How many bytes come in this round. Called by one thread.
    __device__ void expect(unsigned bytes) {
#ifdef COOP_INBOX_COUNTS_ITSELF
        expected_ += bytes;
#else
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(here(mail_)), "r"(bytes) : "memory");
#endif
    }

    // Writes `value` to the variable of block `rank` that `slot` is in this block. Any thread.
    __device__ void send(cluster_scope scope, double* slot, unsigned rank, double value) {
        send_bits(scope, slot, rank, value);
    }
    __device__ void send(cluster_scope scope, float* slot, unsigned rank, float value) {
        send_bits(scope, slot, rank, value);
    }
    // The same for neighbouring variables.
    template <typename T, unsigned N>
    __device__ void send(cluster_scope scope, T* slots, unsigned rank, const T (&values)[N]) {
#pragma unroll
        for (unsigned i = 0; i < N; ++i) send_bits(scope, slots + i, rank, values[i]);
    }

    // Waits for the bytes of this round. What was sent is then seen by the calling thread. Called by any number of threads,
    // at least by the one that calls expect(), once a round.
    __device__ void wait(unsigned bytes) {
#ifdef COOP_INBOX_COUNTS_ITSELF
        received_ += bytes;
        while (*const_cast<volatile word*>(&mail_->barrier) < received_) {}
        __threadfence();
#else
        unsigned done = 0;
        do {
            asm volatile(
                "{\n\t.reg .pred p;\n\t"
                "mbarrier.try_wait.parity." COOP_INBOX_ORDER
                ".cluster.shared::cta.b64 p, [%1], %2;\n\t"
                "selp.u32 %0, 1, 0, p;\n\t}"
                : "=r"(done)
                : "r"(here(mail_)), "r"(round_)
                : "memory");
        } while (done == 0);
        COOP_INBOX_FENCE();
        round_ ^= 1;
#endif
    }

    // In place of wait(), for a thread that does not read in this round.
    __device__ void pass(unsigned bytes) {
#ifdef COOP_INBOX_COUNTS_ITSELF
        received_ += bytes;
#else
        (void)bytes;
        round_ ^= 1;
#endif
    }

private:
#ifdef COOP_INBOX_COUNTS_ITSELF
    template <typename T>
    __device__ void send_bits(cluster_scope scope, T* slot, unsigned rank, T value) {
        *scope.shared_of(slot, rank) = value;
        __threadfence();
        atomicAdd(scope.shared_of(&mail_->barrier, rank), word(sizeof(T)));
    }
    word expected_ = 0, received_ = 0;
#else
    template <typename T>
    __device__ static unsigned here(T* address) {
        return static_cast<unsigned>(__cvta_generic_to_shared(address));
    }
    __device__ static unsigned there(unsigned address, unsigned rank) {
        unsigned mapped;
        asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
        return mapped;
    }
    template <typename T>
    __device__ void send_bits(cluster_scope, T* slot, unsigned rank, T value) {
        const unsigned to = there(here(slot), rank), mail = there(here(mail_), rank);
        if constexpr (sizeof(T) == 8) {
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(to),
                         "l"(__double_as_longlong(value)), "r"(mail)
                         : "memory");
        } else {
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to),
                         "r"(__float_as_uint(value)), "r"(mail)
                         : "memory");
        }
    }
    unsigned round_ = 0;
#endif
    storage* mail_;
};

}  // namespace coop

#undef COOP_INBOX_COUNTS_ITSELF
#undef COOP_INBOX_ORDER
#undef COOP_INBOX_FENCE

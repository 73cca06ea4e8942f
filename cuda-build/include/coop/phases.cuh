// Phases: an algorithm as a sequence of steps for all threads, written once and run every way.
//
//     // u[i] and v[i] in turn; `n` elements each.
//     struct diffuse {
//         __device__ void operator()(coop::turn turn, float* u, float* v, unsigned n) const {
//             for (unsigned i = turn.rank; i < n; i += turn.size) v[i] = u[i] + ...;
//         }
//     };
//     struct copy_back { ... };  // takes the same arguments
//     COOP_PHASES(heat, diffuse, copy_back);
//
// and in Rust `coop::phases! { fn heat(u: *mut f32, v: *mut f32, n: u32); }`. The phases are done one after the other, and all
// of them as often as asked for (`steps`), in one of these ways:
//
//     launches             a launch a phase, in a stream
//     graph                the same launches as a CUDA graph
//     dependent graph      the same, each kernel put in place while the one before ends (programmatic dependent launch)
//     block, cluster, grid one launch, in which a barrier of that scope stands between any two phases
//
// What a phase may rely on, in each way: all that every thread wrote in the phases before is there. Within a phase the threads
// of a block are together (`__syncthreads()`, shared memory, which is empty at the start of each phase), and no others are.
// What it must do: be right for every number of threads, `turn.size`; and not read through `__ldg` or a `const __restrict__`
// pointer what a phase writes, as the caches behind those are not coherent within one launch.
//
// The records are read by coop/src/phases/record.rs: change both together, and COOP_PHASES_VERSION with them.
#pragma once

#include <cooperative_groups.h>

#include <coop/barrier.cuh>
#include <coop/export.cuh>

#define COOP_PHASES_VERSION 1

namespace coop {

// A thread's part in a phase: it is number `rank` of `size`, and the phases are done for the time number `step`, from 0.
struct turn {
    unsigned rank, size, step;
};

// What is exported of phases: a kernel for each phase, the same for programmatic dependent launches, and one kernel a scope.
struct phases_record {
    std::uint32_t version;
    std::uint32_t count;           // of phases
    const kernel_record* kernels;  // 2 count + 3: launched, dependent; block, cluster, grid
};

namespace detail {

// What every one of the kernels takes before the phases' own arguments.
struct phase_run {
    unsigned* word;        // of the grid barrier, where there is one
    unsigned first, steps; // the steps to do; kernels of one phase do the first alone
};

__device__ inline turn turn_of(unsigned step) {
    return {blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x, step};
}

// One phase. The end of the kernel before, in the stream or graph, stands between its writes and the reads here.
template <typename Phase, typename... Arguments>
__global__ void launched_phase(phase_run run, Arguments... arguments) {
    Phase()(turn_of(run.first), arguments...);
}

// The same where the kernel may start while the one before it still runs.
template <typename Phase, typename... Arguments>
__global__ void dependent_phase(phase_run run, Arguments... arguments) {
#if __CUDA_ARCH__ >= 900
    // Separates all that the kernel before wrote from the phase below; and as that one waited here too, what came before it.
    cudaGridDependencySynchronize();

    // Only now: then no more than one kernel waits in place, and takes room from this one.
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    Phase()(turn_of(run.first), arguments...);
}

// The scopes of one launch. Each orders what its threads did before sync() before what they do after it.
struct block_scope {
    __device__ explicit block_scope(unsigned*) {}
    __device__ void sync() { __syncthreads(); }
};

struct cluster_scope {
    __device__ explicit cluster_scope(unsigned*) {}
    __device__ void sync() {
#if __CUDA_ARCH__ >= 900
        cooperative_groups::this_cluster().sync();
#else
        __trap();  // never launched: the host asks what the kernel was compiled for
#endif
    }
};

struct grid_scope {
    __device__ explicit grid_scope(unsigned* word) : barrier(word) {}
    __device__ void sync() { barrier.sync(); }
    grid_barrier barrier;
};

template <typename... Phases>
struct phase_list {
    // Every thread of the scope, in a launch that is this scope.
    template <typename Scope, typename... Arguments>
    __device__ static void run_in(phase_run run, Arguments... arguments) {
        Scope scope(run.word);
        bool first = true;
        for (unsigned step = run.first; step < run.first + run.steps; ++step) {
            // The barrier separates what the phase before wrote from what this one reads, and what that one read from what
            // this one writes.
            ((first ? void(first = false) : scope.sync(), Phases()(turn_of(step), arguments...)), ...);
        }
    }
};

template <typename Scope, typename Phases, typename... Arguments>
__global__ void all_phases(phase_run run, Arguments... arguments) {
    Phases::template run_in<Scope>(run, arguments...);
}

// The parameters of a phase, after the turn.
template <typename... Arguments>
struct parameter_list {};
template <typename Call>
struct parameters_of;
template <typename Phase, typename... Arguments>
struct parameters_of<void (Phase::*)(turn, Arguments...) const> {
    using type = parameter_list<Arguments...>;
};

template <typename... Phases, typename... Arguments>
phases_record record_of_phases(const char* name, phase_list<Phases...>, parameter_list<Arguments...>) {
    static_assert((std::is_same<typename parameters_of<decltype(&Phases::operator())>::type,
                                parameter_list<Arguments...>>::value && ...),
                  "all phases take the same arguments: void operator()(coop::turn, ...) const");
    using all = phase_list<Phases...>;
    static const kernel_record kernels[] = {
        record_of(name, false, launched_phase<Phases, Arguments...>)...,
        record_of(name, false, dependent_phase<Phases, Arguments...>)...,
        record_of(name, false, all_phases<block_scope, all, Arguments...>),
        record_of(name, true, all_phases<cluster_scope, all, Arguments...>),
        record_of(name, true, all_phases<grid_scope, all, Arguments...>),
    };
#ifdef COOP_EMULATED
    // They are called alike.
    for (const kernel_record& kernel : kernels)
        coop_emulator_register(&kernel, coop_emulator::invoke_of(all_phases<grid_scope, all, Arguments...>));
#endif
    return {COOP_PHASES_VERSION, sizeof...(Phases), kernels};
}

template <typename First, typename... Others>
phases_record phases_of(const char* name) {
    using parameters = typename parameters_of<decltype(&First::operator())>::type;
    return record_of_phases(name, phase_list<First, Others...>(), parameters());
}

}  // namespace detail
}  // namespace coop

#define COOP_PHASES_SYMBOL_OF_(crate, exported) coop_phases_##crate##__##exported
#define COOP_PHASES_SYMBOL__(crate, exported) COOP_PHASES_SYMBOL_OF_(crate, exported)
#define COOP_PHASES_SYMBOL_(exported) COOP_PHASES_SYMBOL__(COOP_CRATE, exported)

// Exports phases under a C name, for `coop::phases!`. The arguments after the name are types with
// `__device__ void operator()(coop::turn, ...) const`, in the order in which they are done.
#define COOP_PHASES(exported, ...)                                                                 \
    extern "C" const ::coop::phases_record* COOP_PHASES_SYMBOL_(exported)() {                      \
        static const ::coop::phases_record record =                                                \
            ::coop::detail::phases_of<__VA_ARGS__>(#exported);                                     \
        return &record;                                                                            \
    }                                                                                              \
    COOP_REGISTER_PHASES_(exported)

// The emulator knows kernels before they are launched.
#ifdef COOP_EMULATED
#define COOP_REGISTER_PHASES_(exported)                                                            \
    [[maybe_unused]] static const ::coop::phases_record* const coop_phases_registered_##exported = \
        COOP_PHASES_SYMBOL_(exported)()
#else
#define COOP_REGISTER_PHASES_(exported) static_assert(true, "")
#endif

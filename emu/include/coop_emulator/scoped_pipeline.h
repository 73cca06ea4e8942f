// `cuda::pipeline`: copies in stages. Between threads each stage has two barriers, one at which producers arrive and one at which
// consumers do; a thread's own has the batches of its copies.
#pragma once

#include <coop_emulator/scoped_copies.h>

#include <cstdint>

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope>
class pipeline;

namespace detail {

template <thread_scope Scope>
struct pipeline_stage {
    barrier<Scope> produced, consumed;
};

struct pipeline_access {
    template <typename Barrier>
    static void wait(const Barrier& at, bool parity, coop_emulator_object object, const char* file, int line) {
        at.wait_past_parity(parity, object, file, line);
    }
    template <thread_scope Scope, ::std::uint8_t Stages, typename State>
    static pipeline<Scope> make(State* state) {
        return pipeline<Scope>(state->stages, &state->members, Stages);
    }
    template <typename Group, typename State>
    static void begin(const Group& group, State* state, unsigned producers, unsigned consumers) {
        if (group.thread_rank() == 0) {
            for (auto& stage : state->stages) {
                init(&stage.produced, producers);
                init(&stage.consumed, consumers);
            }
            state->members.store(unsigned(group.size()), memory_order_relaxed);
        }
        group.sync();
    }
    template <typename Group, typename State>
    static unsigned count(const Group& group, State* state, bool counts) {
        if (group.thread_rank() == 0) state->members.store(0, memory_order_relaxed);
        group.sync();
        if (counts) state->members.fetch_add(1, memory_order_relaxed);
        group.sync();
        const unsigned all = state->members.load(memory_order_relaxed);
        group.sync();
        return all;
    }
    template <thread_scope Scope>
    static barrier<Scope>& produced(pipeline<Scope>& which) {
        return which.stages[which.head].produced;
    }
};

}  // namespace detail

// Where the threads of a pipeline meet.
template <thread_scope Scope, ::std::uint8_t Stages>
class pipeline_shared_state {
public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state&) = delete;
    pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

private:
    friend struct detail::pipeline_access;
    detail::pipeline_stage<Scope> stages[Stages];
    atomic<unsigned, Scope> members;
};

template <thread_scope Scope>
class pipeline {
public:
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;
    pipeline(pipeline&& other)
        : stages(other.stages),
          members(other.members),
          count(other.count),
          head(other.head),
          tail(other.tail),
          in_use(other.in_use),
          to_come(other.to_come) {
        other.members = nullptr;
    }
    ~pipeline() {
        if (members != nullptr) quit();
    }

    // The stage that is next has been released by all consumers.
    void producer_acquire(COOP_EMULATOR_HERE) {
        detail::pipeline_access::wait(stages[head].consumed, in_use, coop_emulator_stage_in_use, file, line);
    }
    void producer_commit() {
        static_cast<void>(stages[head].produced.arrive());
        if (++head == count) {
            head = 0;
            in_use = !in_use;
        }
    }
    // The oldest stage has been committed by all producers, and its copies are there.
    void consumer_wait(COOP_EMULATOR_HERE) {
        detail::pipeline_access::wait(stages[tail].produced, to_come, coop_emulator_stage_to_come, file, line);
    }
    template <typename Duration>
    bool consumer_wait_for(const Duration& time) {
        return stages[tail].produced.try_wait_parity_for(to_come, time);
    }
    template <typename Clock, typename Duration>
    bool consumer_wait_until(const ::std::chrono::time_point<Clock, Duration>& time) {
        return stages[tail].produced.try_wait_parity_until(to_come, time);
    }
    void consumer_release() {
        static_cast<void>(stages[tail].consumed.arrive());
        if (++tail == count) {
            tail = 0;
            to_come = !to_come;
        }
    }
    // Whether it was the last thread of the pipeline.
    bool quit() {
        const bool last = members->fetch_sub(1) == 1;
        members = nullptr;
        return last;
    }

private:
    friend struct detail::pipeline_access;
    pipeline(detail::pipeline_stage<Scope>* stages, atomic<unsigned, Scope>* members, unsigned count)
        : stages(stages), members(members), count(count) {}

    detail::pipeline_stage<Scope>* stages;
    atomic<unsigned, Scope>* members;
    unsigned count, head = 0, tail = 0;
    bool in_use = true, to_come = false;
};

template <>
class pipeline<thread_scope_thread> {
public:
    pipeline(pipeline&&) = default;
    pipeline(const pipeline&) = delete;
    pipeline& operator=(const pipeline&) = delete;

    void producer_acquire() {}
    void producer_commit() {
        coop_emulator_close_copies();
        ++open;
    }
    void consumer_wait() {
        if (open > 0) coop_emulator_finish_copies(--open);
    }
    template <typename Duration>
    bool consumer_wait_for(const Duration&) {
        consumer_wait();
        return true;
    }
    template <typename Time>
    bool consumer_wait_until(const Time&) {
        consumer_wait();
        return true;
    }
    void consumer_release() {}
    bool quit() { return true; }

private:
    friend pipeline<thread_scope_thread> make_pipeline();
    template <::std::uint8_t Prior>
    friend void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& which);
    pipeline() = default;

    // Batches that were closed and not waited for.
    unsigned open = 0;
};

inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

// All threads of the group produce and consume.
template <typename Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
    detail::pipeline_access::begin(group, state, unsigned(group.size()), unsigned(group.size()));
    return detail::pipeline_access::make<Scope, Stages>(state);
}
// Each does one of the two.
template <typename Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, ::std::size_t producers) {
    detail::pipeline_access::begin(group, state, unsigned(producers), unsigned(group.size() - producers));
    return detail::pipeline_access::make<Scope, Stages>(state);
}
template <typename Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, pipeline_role role) {
    const unsigned producers = detail::pipeline_access::count(group, state, role == pipeline_role::producer);
    return make_pipeline(group, state, ::std::size_t(producers));
}

// All batches but the last `Prior` are there.
template <::std::uint8_t Prior>
void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& which) {
    coop_emulator_finish_copies(Prior);
    if (which.open > Prior) which.open = Prior;
}

template <typename Group, typename Size, thread_scope Scope>
async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size size, pipeline<Scope>& by) {
    return detail::copy_by_barrier(group, to, from, size, detail::pipeline_access::produced(by));
}
template <typename Group, typename Size>
async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size size,
                                        pipeline<thread_scope_thread>&) {
    detail::copy_part(group, to, from, size, [](char* to, const char* from, ::std::size_t bytes) {
        coop_emulator_copy_later(to, from, bytes, nullptr);
    });
    return async;
}
template <typename Group, typename T, typename Size, thread_scope Scope>
async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from, Size size, pipeline<Scope>& by) {
    return memcpy_async(group, static_cast<void*>(to), static_cast<const void*>(from), size, by);
}
template <typename Size, thread_scope Scope>
async_contract_fulfillment memcpy_async(void* to, const void* from, Size size, pipeline<Scope>& by) {
    return memcpy_async(detail::alone(), to, from, size, by);
}
template <typename T, typename Size, thread_scope Scope>
async_contract_fulfillment memcpy_async(T* to, const T* from, Size size, pipeline<Scope>& by) {
    return memcpy_async(detail::alone(), static_cast<void*>(to), static_cast<const void*>(from), size, by);
}

}  // namespace cuda

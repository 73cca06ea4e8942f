// How threads wait for what others do with libcu++'s objects: in a kernel the emulator knows what they wait for; on the host they
// look again.
#pragma once

#include <coop_emulator/scoped_atomic.h>

#include <chrono>

namespace cuda {
namespace detail {

// Until the four bytes at `word` are not `value`, or some time before.
COOP_EMULATOR_INLINE void await(coop_emulator_object object, const void* address, const unsigned* word, unsigned value,
                                const char* file, int line) {
    if (coop_emulator_on_host()) sched_yield();
    else coop_emulator_await(object, address, word, value, file, line);
}

// Whether `holds` does, before so much time has gone by.
template <typename Rep, typename Period, typename Condition>
bool await_for(const ::std::chrono::duration<Rep, Period>& time, Condition holds) {
    const auto most = ::std::chrono::duration_cast<::std::chrono::nanoseconds>(time).count();
    const unsigned long long begin = coop_emulator_nanoseconds();
    while (!holds()) {
        if (most <= 0 || coop_emulator_nanoseconds() - begin >= static_cast<unsigned long long>(most)) return false;
        if (coop_emulator_on_host()) sched_yield();
        else coop_emulator_pause();
    }
    return true;
}

COOP_EMULATOR_INLINE void require(bool holds, const char* what) {
    if (holds) return;
    if (!coop_emulator_on_host()) coop_emulator_misuse(what);
    fprintf(stderr, "%s\n", what);
    abort();
}

}  // namespace detail
}  // namespace cuda

// Copies that a group begins together and waits for later. They are done in the waiting, not before: what is read
// without it is what was there.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

// Each thread of the group copies a part. Each call is a batch.
template <typename Group, typename T>
void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
    const std::size_t rank = group.thread_rank(), members = group.num_threads();
    const std::size_t begin = bytes * rank / members, end = bytes * (rank + 1) / members;
    coop_emulator_copy_later(reinterpret_cast<char*>(to) + begin, reinterpret_cast<const char*>(from) + begin, end - begin,
                             nullptr);
    coop_emulator_close_copies();
}
// As many elements as both have.
template <typename Group, typename T>
void memcpy_async(const Group& group, T* to, std::size_t to_elements, const T* from, std::size_t from_elements) {
    memcpy_async(group, to, from, sizeof(T) * (to_elements < from_elements ? to_elements : from_elements));
}

// Waits for all copies of the group, or for all but those of the last `Keep` calls.
template <typename Group>
void wait(const Group& group, COOP_EMULATOR_HERE) {
    coop_emulator_finish_copies(0);
    group.sync(file, line);
}
template <unsigned Keep, typename Group>
void wait_prior(const Group& group, COOP_EMULATOR_HERE) {
    coop_emulator_finish_copies(Keep);
    group.sync(file, line);
}

}  // namespace cooperative_groups

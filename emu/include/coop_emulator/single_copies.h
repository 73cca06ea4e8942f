// Copies of a word each, as `cp.async` makes them.
#pragma once

COOP_EMULATOR_INLINE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, std::size_t bytes,
                                                  std::size_t zeros = 0) {
    const std::size_t places = reinterpret_cast<std::size_t>(to) | reinterpret_cast<std::size_t>(from);
    if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes) {
        coop_emulator_misuse("calls __pipeline_memcpy_async() with a size that is not 4, 8 or 16, or with more zeros than that");
    }
    if (places % bytes != 0) {
        coop_emulator_misuse("calls __pipeline_memcpy_async() with an address that is no multiple of the size");
    }
    coop_emulator_copy_later(to, from, bytes - zeros, nullptr);
    coop_emulator_copy_later(static_cast<char*>(to) + (bytes - zeros), nullptr, zeros, nullptr);
}
COOP_EMULATOR_INLINE void __pipeline_commit() { coop_emulator_close_copies(); }
// All batches but the last `keep` are there.
COOP_EMULATOR_INLINE void __pipeline_wait_prior(std::size_t keep) { coop_emulator_finish_copies(unsigned(keep)); }

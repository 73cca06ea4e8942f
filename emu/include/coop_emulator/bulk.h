// The C library's copies and fills, and printf(), when a kernel calls them: the same names for other functions, which check
// what they touch as any access of a kernel is checked. Those of host code do what they always do.
#pragma once

extern "C" {
void* memcpy(void* to, const void* from, std::size_t bytes) noexcept __asm__("coop_emulator_memcpy");
void* memmove(void* to, const void* from, std::size_t bytes) noexcept __asm__("coop_emulator_memmove");
void* memset(void* to, int value, std::size_t bytes) noexcept __asm__("coop_emulator_memset");
int printf(const char* format, ...) __asm__("coop_emulator_printf");
}

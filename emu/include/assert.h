// A kernel's assert ends its launch, not the process. No include guard: each inclusion looks at NDEBUG anew.
#ifndef COOP_EMULATED
#include_next <assert.h>
#else
extern "C" void coop_emulator_assert(const char* expression, const char* file, int line);
#undef assert
#ifdef NDEBUG
#define assert(...) static_cast<void>(0)
#else
#define assert(...) ((__VA_ARGS__) ? static_cast<void>(0) : coop_emulator_assert(#__VA_ARGS__, __FILE__, __LINE__))
#endif
#endif

// Vectors as CUDA has them: aligned by their size up to 16 bytes, with make_ functions. C has the types alone.
#pragma once

#ifdef __cplusplus
#define COOP_EMULATOR_VECTORS(name, type, size)                                                        \
    struct name##1 { type x; };                                                                        \
    struct alignas(2 * size) name##2 { type x, y; };                                                   \
    struct name##3 { type x, y, z; };                                                                  \
    struct alignas(size < 4 ? 4 * size : 16) name##4 { type x, y, z, w; };                             \
    inline constexpr name##1 make_##name##1(type x) { return {x}; }                                    \
    inline constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }                         \
    inline constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }              \
    inline constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
#else
#define COOP_EMULATOR_VECTORS(name, type, size)                                                        \
    typedef struct name##1 { type x; } name##1;                                                        \
    typedef struct name##2 { type x, y; } __attribute__((aligned(2 * size))) name##2;                  \
    typedef struct name##3 { type x, y, z; } name##3;                                                  \
    typedef struct name##4 { type x, y, z, w; } __attribute__((aligned(size < 4 ? 4 * size : 16))) name##4;
#endif

COOP_EMULATOR_VECTORS(char, signed char, 1)
COOP_EMULATOR_VECTORS(uchar, unsigned char, 1)
COOP_EMULATOR_VECTORS(short, short, 2)
COOP_EMULATOR_VECTORS(ushort, unsigned short, 2)
COOP_EMULATOR_VECTORS(int, int, 4)
COOP_EMULATOR_VECTORS(uint, unsigned, 4)
COOP_EMULATOR_VECTORS(long, long, 8)
COOP_EMULATOR_VECTORS(ulong, unsigned long, 8)
COOP_EMULATOR_VECTORS(longlong, long long, 8)
COOP_EMULATOR_VECTORS(ulonglong, unsigned long long, 8)
COOP_EMULATOR_VECTORS(float, float, 4)
COOP_EMULATOR_VECTORS(double, double, 8)

#undef COOP_EMULATOR_VECTORS

#ifdef __cplusplus
// Extents: what is not given is 1.
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
#else
typedef struct dim3 {
    unsigned x, y, z;
} dim3;
#endif

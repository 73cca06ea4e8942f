// What CUDA has and the emulator has not: whoever uses it is told its name by the compiler.
#pragma once

using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;

#define COOP_EMULATOR_MISSING(name)                      \
    template <typename T = void, typename... Arguments>  \
    T name(Arguments&&...) = delete;
COOP_EMULATOR_MISSING(tex1Dfetch)
COOP_EMULATOR_MISSING(tex1D)
COOP_EMULATOR_MISSING(tex2D)
COOP_EMULATOR_MISSING(tex2DLod)
COOP_EMULATOR_MISSING(tex2DLayered)
COOP_EMULATOR_MISSING(tex2Dgather)
COOP_EMULATOR_MISSING(tex3D)
COOP_EMULATOR_MISSING(texCubemap)
COOP_EMULATOR_MISSING(surf1Dread)
COOP_EMULATOR_MISSING(surf1Dwrite)
COOP_EMULATOR_MISSING(surf2Dread)
COOP_EMULATOR_MISSING(surf2Dwrite)
COOP_EMULATOR_MISSING(surf3Dread)
COOP_EMULATOR_MISSING(surf3Dwrite)
#undef COOP_EMULATOR_MISSING

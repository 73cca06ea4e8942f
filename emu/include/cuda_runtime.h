// What nvcc includes on its own into every .cu: the language's device side, and the runtime's declarations.
//
// For the host's C++ compiler, with its thread-sanitizer instrumentation. Where a name is missing here, the kernel does
// not compile: nothing is accepted that would not be done.
#pragma once

#ifndef COOP_EMULATED
// A file that has no kernels: what it declares for device and host is for the host.
#include <coop_emulator/host_words.h>
#include <cuda_runtime_api.h>
#else

#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <type_traits>
#include <utility>

#include <coop_emulator/qualifiers.h>
#include <coop_emulator/vector_types.h>
#include <coop_emulator/interface.h>
#include <coop_emulator/bulk.h>
#include <coop_emulator/builtins.h>
#include <coop_emulator/synchronization.h>
#include <coop_emulator/dependent.h>
#include <coop_emulator/warp.h>
#include <coop_emulator/atomics.h>
#include <coop_emulator/bits.h>
#include <coop_emulator/rounding.h>
#include <coop_emulator/mathematics.h>
#include <coop_emulator/caches.h>
#include <coop_emulator/host_api.h>
#include <coop_emulator/launch.h>
#include <coop_emulator/code.h>
#include <coop_emulator/ptx.h>
#include <coop_emulator/missing.h>
#endif

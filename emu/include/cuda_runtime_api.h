// The runtime's functions. A program in C or C++ that links the emulator includes this; a kernel's file has all of CUDA with it.
#pragma once

#ifdef COOP_EMULATED
#include <cuda_runtime.h>
#else
#include <coop_emulator/host_api.h>
#endif

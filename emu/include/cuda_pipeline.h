// Copies to shared memory that a thread begins and waits for later, in batches: `__pipeline_memcpy_async()` and its kin.
#pragma once

#include <cuda_runtime.h>
#ifndef COOP_EMULATED
#error "<cuda_pipeline.h> is for files with kernels: compile this one as such (-x cu)"
#endif

#include <coop_emulator/single_copies.h>

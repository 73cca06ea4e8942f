// The properties of a device that CUDA 12 had and CUDA 13 has as attributes only: in C++, after all others.
#pragma once

#define COOP_EMULATOR_EARLIER_PROPERTIES                                                                               \
    int clockRate, memoryClockRate; /* kHz */                                                                          \
    int deviceOverlap, kernelExecTimeoutEnabled, computeMode;                                                          \
    int singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;

#error "the emulator does not have <nvml.h>: a library of NVIDIA's; keep code that calls it out of the emulated build (#ifndef COOP_EMULATED)"

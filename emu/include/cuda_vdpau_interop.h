#error "the emulator does not have <cuda_vdpau_interop.h>: graphics; keep code that shares memory with it out of the emulated build (#ifndef COOP_EMULATED)"

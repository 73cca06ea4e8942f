#error "the emulator does not have <cuda_fp8.h>: numbers of 8 bits"

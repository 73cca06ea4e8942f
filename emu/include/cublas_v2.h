#error "the emulator does not have <cublas_v2.h>: cuBLAS; keep code that calls it out of the emulated build (#ifndef COOP_EMULATED)"

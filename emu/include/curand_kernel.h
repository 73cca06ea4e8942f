#error "the emulator does not have <curand_kernel.h>: cuRAND's device functions"

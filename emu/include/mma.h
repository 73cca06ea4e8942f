#error "the emulator does not have <mma.h>: nvcuda::wmma"

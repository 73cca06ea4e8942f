#error "the emulator does not have <cuda_pipeline.h>: __pipeline_memcpy_async() and its kin"

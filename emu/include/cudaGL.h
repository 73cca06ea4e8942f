#error "the emulator does not have <cudaGL.h>: graphics; keep code that shares memory with it out of the emulated build (#ifndef COOP_EMULATED)"

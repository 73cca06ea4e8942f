// The dynamic shared memory of the calling thread's block: as much as any device lets a block have. Every `extern __shared__`
// array of a kernel is this variable by another name. Pages that are not touched take no memory.
_Alignas(1024) _Thread_local unsigned char coop_emulator_dynamic[227 << 10];

void *coop_emulator_dynamic_shared(void) { return coop_emulator_dynamic; }

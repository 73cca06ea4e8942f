// The dynamic shared memory of the calling thread's block: as much as any device lets a block have. Every `extern __shared__`
// array of a kernel is this variable by another name. Pages that are not touched take no memory.
_Alignas(1024) _Thread_local unsigned char coop_emulator_dynamic[227 << 10];

void *coop_emulator_dynamic_shared(void) { return coop_emulator_dynamic; }

// The section of `__constant__` variables, which the linker marks; there is none if no kernel has any.
extern unsigned char __start_coop_constant[] __attribute__((weak, visibility("hidden")));
extern unsigned char __stop_coop_constant[] __attribute__((weak, visibility("hidden")));

void coop_emulator_constants(void **begin, void **end) {
    *begin = __start_coop_constant;
    *end = __stop_coop_constant;
}

// What kernels call where it matters who called: the frame of this function leads to its callers, since kernels and this are
// compiled with frame pointers. Rust has no way to ask for it.
#define FRAME __builtin_frame_address(0)

unsigned coop_emulator_block_barrier_from(unsigned barrier, int kind, int predicate, const char *file, int line,
                                          const void *frame);
unsigned long long coop_emulator_warp_from(int collective, unsigned mask, unsigned long long value, unsigned source,
                                           const char *file, int line, const void *frame);
unsigned coop_emulator_active_mask_from(const char *file, int line, const void *frame);

unsigned coop_emulator_block_barrier(unsigned barrier, int kind, int predicate, const char *file, int line) {
    return coop_emulator_block_barrier_from(barrier, kind, predicate, file, line, FRAME);
}

unsigned long long coop_emulator_warp(int collective, unsigned mask, unsigned long long value, unsigned source,
                                      const char *file, int line) {
    return coop_emulator_warp_from(collective, mask, value, source, file, line, FRAME);
}

unsigned coop_emulator_active_mask(const char *file, int line) {
    return coop_emulator_active_mask_from(file, line, FRAME);
}

// Who called whom, as the unwinding library tells. It reads where the stack says that callers are, and a kernel may have written
// over that, by an index far outside a local array: then reading faults, and what was found until there is all.
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

// Where the calling thread goes on if reading faults; null while it does not read.
static _Thread_local sigjmp_buf *way_out;

struct found {
    uintptr_t *addresses;
    size_t most;
    size_t *count;
};

static _Unwind_Reason_Code note(struct _Unwind_Context *frame, void *data) {
    const struct found *found = data;
    if (*found->count == found->most) return _URC_END_OF_STACK;
    found->addresses[(*found->count)++] = _Unwind_GetIP(frame);
    return _URC_NO_REASON;
}

// Writes at most `most` return addresses, the innermost first, and how many they are.
void coop_emulator_calls_here(uintptr_t *addresses, size_t most, size_t *count) {
    sigjmp_buf here;
    struct found found = {addresses, most, count};
    *count = 0;
    if (sigsetjmp(here, 0) == 0) {
        way_out = &here;
        _Unwind_Backtrace(note, &found);
    }
    way_out = NULL;
}

// For a handler of SIGSEGV and SIGBUS, which does not come back if the function above caused it.
void coop_emulator_calls_fault(void) {
    if (way_out != NULL) siglongjmp(*way_out, 1);
}

// The few PTX instructions that kernels write in `asm`, as macros of the assembler. Any other is refused by it, by name.
//
// The functions behind them save every register, because a kernel's `asm` does not say that it calls anything.
#pragma once

#if defined(__x86_64__)
// A compiler may emit this into several functions of a file, and a file is assembled once: define each macro once.
__asm__(R"(
.ifndef coop_emulator_ptx_is_defined
.set coop_emulator_ptx_is_defined, 1
.macro mov.u64 to, from:vararg
  .ifc \from, %globaltimer
    lea -136(%rsp), %rsp
    call coop_emulator_ptx_globaltimer@PLT
    mov (%rsp), \to
    lea 136(%rsp), %rsp
  .else
    .error "the emulator does not know the PTX instruction: mov.u64 \to, \from"
  .endif
.endm
.macro barrier.sync name
    lea -136(%rsp), %rsp
    mov \name, (%rsp)
    call coop_emulator_ptx_barrier@PLT
    lea 136(%rsp), %rsp
.endm
.endif
)");
#endif

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
    sub $128, %rsp
    call coop_emulator_ptx_globaltimer@PLT
    mov -8(%rsp), \to
    add $128, %rsp
  .else
    .error "the emulator does not know the PTX instruction: mov.u64 \to, \from"
  .endif
.endm
.macro barrier.sync name
    sub $128, %rsp
    pushq %rax
    mov \name, %eax
    call coop_emulator_ptx_barrier@PLT
    popq %rax
    add $128, %rsp
.endm
.endif
)");
#endif

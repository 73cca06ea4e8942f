//! The functions behind `include/coop_emulator/ptx.h`. A kernel's `asm` does not say that it calls anything, so they keep
//! every register that a function may change.

use std::ffi::c_int;

use super::interface::{coop_emulator_block_barrier_from, coop_emulator_nanoseconds};

/// A barrier by number, from `asm`: where is not known.
extern "C" fn barrier(name: u32) {
    // SAFETY: no frame, whose callers would be told.
    unsafe {
        coop_emulator_block_barrier_from(
            name,
            0,
            0,
            c"asm".as_ptr(),
            name as c_int,
            std::ptr::null(),
        );
    }
}

/// `mov.u64 …, %globaltimer`: the result goes to the eight bytes above the return address.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub extern "C" fn coop_emulator_ptx_globaltimer() {
    std::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rax", "push rcx", "push rdx", "push rsi", "push rdi", "push r8", "push r9", "push r10", "push r11",
        "sub rsp, 528",
        "and rsp, -16",
        "fxsave64 [rsp]",
        "call {now}",
        "mov [rbp + 16], rax",
        "fxrstor64 [rsp]",
        "lea rsp, [rbp - 72]",
        "pop r11", "pop r10", "pop r9", "pop r8", "pop rdi", "pop rsi", "pop rdx", "pop rcx", "pop rax",
        "pop rbp",
        "ret",
        now = sym coop_emulator_nanoseconds,
    )
}

/// `barrier.sync name`: the number is in the eight bytes above the return address.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub extern "C" fn coop_emulator_ptx_barrier() {
    std::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rax", "push rcx", "push rdx", "push rsi", "push rdi", "push r8", "push r9", "push r10", "push r11",
        "sub rsp, 528",
        "and rsp, -16",
        "fxsave64 [rsp]",
        "mov edi, [rbp + 16]",
        "call {barrier}",
        "fxrstor64 [rsp]",
        "lea rsp, [rbp - 72]",
        "pop r11", "pop r10", "pop r9", "pop r8", "pop rdi", "pop rsi", "pop rdx", "pop rcx", "pop rax",
        "pop rbp",
        "ret",
        barrier = sym barrier,
    )
}

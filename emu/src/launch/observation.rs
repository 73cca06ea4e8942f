//! The registers and the stack of a running CUDA thread, as its own code finds them.

use super::block::Block;

/// Shows the thread's registers and stack to [`Block::observed`], which says whether it must stop now.
///
/// All registers that a function must keep are put onto the stack; what others hold, the caller has put there or does not
/// need. So the stack from here up is all that the thread's further way depends on, but for memory. What lies below is
/// cleared afterwards: variables that have no value yet would else hold remains that differ each time.
///
/// # Safety
///
/// `block` is the current block, called by code of its running thread.
#[unsafe(naked)]
#[cfg(target_arch = "x86_64")]
pub(crate) unsafe extern "C" fn observe(block: *mut Block) -> bool {
    std::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov rsi, rsp",
        "sub rsp, 8",
        "call {observed}",
        "movzx edx, al",
        "lea rdi, [rsp - {scrubbed}]",
        "mov ecx, {scrubbed} / 8",
        "xor eax, eax",
        "rep stosq",
        "mov eax, edx",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
        observed = sym observed,
        scrubbed = const SCRUBBED,
    )
}

/// As above.
///
/// # Safety
///
/// As above.
#[unsafe(naked)]
#[cfg(target_arch = "aarch64")]
pub(crate) unsafe extern "C" fn observe(block: *mut Block) -> bool {
    std::arch::naked_asm!(
        "stp x29, x30, [sp, #-160]!",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        "mov x1, sp",
        "bl {observed}",
        "mov x10, sp",
        "sub x9, x10, #{scrubbed}",
        "2:",
        "stp xzr, xzr, [x9], #16",
        "cmp x9, x10",
        "b.lo 2b",
        "ldp x29, x30, [sp], #160",
        "ret",
        observed = sym observed,
        scrubbed = const SCRUBBED,
    )
}

/// Bytes below the stack pointer that are cleared: more than a hook's own frames take, and less than is kept free.
const SCRUBBED: usize = 2048;

extern "C" fn observed(block: *mut Block, stack: usize) -> bool {
    // SAFETY: `observe`'s caller answers for the block; the stack from there up is the running thread's.
    unsafe { Block::observed(block, stack) }
}

//! What would end the process, or keep it for ever, while a kernel runs: it ends the launch in its place.
//!
//! The handlers are installed once, and hand everything on that is not of a kernel. In a kernel they change where its
//! thread goes on: at [`end`], on what is left of the thread's stack, whose frames nobody needs any more.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Once;

use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGURG, sigaction, siginfo_t, ucontext_t};
use once_cell::sync::OnceCell;

use super::block::Block;
use super::current_thread::current;
use crate::judge::Fault;

/// The last is the clock's of [`Watch`]: the one signal that is ignored where nobody asks for it.
const SIGNALS: [c_int; 6] = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGURG];

/// What was done with each of `SIGNALS` before.
static PREVIOUS: [OnceCell<Previous>; SIGNALS.len()] = [const { OnceCell::new() }; SIGNALS.len()];

struct Previous(sigaction);

// SAFETY: numbers and addresses of functions, never changed.
unsafe impl Send for Previous {}
// SAFETY: as above.
unsafe impl Sync for Previous {}

/// Makes faults of kernels ends of launches, from now on.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for (signal, previous) in SIGNALS.into_iter().zip(&PREVIOUS) {
            let mut old = MaybeUninit::<sigaction>::zeroed();
            // SAFETY: `handle` is of the type that SA_SIGINFO asks for; what was there before is noted first, so that the
            // handler finds it.
            unsafe {
                if sigaction(signal, ptr::null(), old.as_mut_ptr()) != 0 {
                    continue;
                }
                let _ = previous.set(Previous(old.assume_init()));
                let mut new = MaybeUninit::<sigaction>::zeroed().assume_init();
                new.sa_sigaction = handle as *const () as usize;
                new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
                libc::sigemptyset(&mut new.sa_mask);
                sigaction(signal, &new, ptr::null_mut());
            }
        }
    });
}

extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let block = current();
    // SAFETY: the system gives both pointers, valid until this returns. The block is the current one or null: its thread is
    // interrupted by this and runs nothing else, and what is read here it changes by single stores only.
    unsafe {
        let code = (*info).si_code;
        if signal == SIGURG && code == libc::SI_TIMER && (*info).si_value().sival_ptr == mark() {
            if !block.is_null() && is_stuck(block, context.cast()) {
                leave(block, signal, 0, context.cast());
            }
            return;
        }
        // What another process sends, or another thread, is none of the kernel's doing.
        let own = code > 0 || (code == libc::SI_TKILL && (*info).si_pid() == libc::getpid());
        // A second fault would be of the functions that end the launch.
        if block.is_null() || !own || signal == SIGURG || (*block).failure.is_some() {
            return hand_on(signal, info, context);
        }
        // Of an address that cannot be one the system does not tell.
        let known = signal != SIGABRT && code != libc::SI_KERNEL;
        let address = if known {
            (*info).si_addr() as usize
        } else {
            usize::MAX
        };
        leave(block, signal, address, context.cast());
    }
}

/// Does with the signal what would be done without these handlers.
///
/// # Safety
///
/// The arguments are a handler's.
unsafe fn hand_on(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let place = SIGNALS.iter().position(|&known| known == signal);
    let Some(Previous(previous)) = place.and_then(|place| PREVIOUS[place].get()) else {
        return;
    };
    // SAFETY: a handler that somebody installed, of the type that its flags tell, gets what this one got.
    unsafe {
        match previous.sa_sigaction {
            libc::SIG_DFL | libc::SIG_IGN if signal == SIGURG => {}
            action @ (libc::SIG_DFL | libc::SIG_IGN) => {
                sigaction(signal, previous, ptr::null_mut());
                // Comes when this returns, if what raised it does not come again.
                if action == libc::SIG_DFL {
                    libc::raise(signal);
                }
            }
            action if previous.sa_flags & libc::SA_SIGINFO != 0 => {
                let action: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) =
                    std::mem::transmute(action);
                action(signal, info, context);
            }
            action => {
                let action: extern "C" fn(c_int) = std::mem::transmute(action);
                action(signal);
            }
        }
    }
}

/// Where the interrupted thread is.
///
/// # Safety
///
/// `context` is a handler's.
unsafe fn instruction(context: *const ucontext_t) -> usize {
    // SAFETY: by the contract.
    #[cfg(target_arch = "x86_64")]
    return unsafe { (*context).uc_mcontext.gregs[libc::REG_RIP as usize] as usize };
    // SAFETY: by the contract.
    #[cfg(target_arch = "aarch64")]
    return unsafe { (*context).uc_mcontext.pc as usize };
}

/// Makes the interrupted thread go on in [`end`].
///
/// # Safety
///
/// `context` is a handler's, which interrupted a thread of `block`.
unsafe fn leave(block: *const Block, signal: c_int, address: usize, context: *mut ucontext_t) {
    // SAFETY: by the contract. What is above the yielder on the thread's stack brings it back to the scheduler; what is
    // below are the kernel's frames, to which nobody returns.
    unsafe {
        let threads = &(*block).threads;
        let top = (threads[(*block).current].yielder as usize - 256) & !15;
        let registers = &mut (*context).uc_mcontext;
        #[cfg(target_arch = "x86_64")]
        {
            // As after a call, from nowhere.
            let stack = top - 8;
            *(stack as *mut usize) = 0;
            registers.gregs[libc::REG_RSP as usize] = stack as i64;
            registers.gregs[libc::REG_RDI as usize] = i64::from(signal);
            registers.gregs[libc::REG_RSI as usize] = address as i64;
            registers.gregs[libc::REG_RIP as usize] = end as *const () as i64;
        }
        #[cfg(target_arch = "aarch64")]
        {
            registers.sp = top as u64;
            registers.regs[0] = signal as u64;
            registers.regs[1] = address as u64;
            registers.regs[30] = 0;
            registers.pc = end as *const () as u64;
        }
    }
}

/// Ends the launch. The address is `usize::MAX` where there is none.
extern "C" fn end(signal: c_int, address: usize) -> ! {
    let block = current();
    // SAFETY: the handler comes here only from code of the current block.
    let stacks = unsafe { &(*block).stacks };
    let (fault, what) = match signal {
        SIGURG => (
            Fault::Runaway,
            "a loop without any access or call does not end".to_owned(),
        ),
        SIGFPE => (
            Fault::Arithmetic,
            "an integer division by zero, or of the smallest integer by -1: a device gives an undefined number".into(),
        ),
        SIGABRT => (Fault::Trap, "called abort()".into()),
        SIGILL => (
            Fault::Trap,
            "ran an instruction that there is not, such as __builtin_trap()".into(),
        ),
        _ if stacks.contains(&address) => (Fault::StackOverflow, STACK_USED_UP.concat()),
        _ => {
            let place = match address {
                usize::MAX => "an address that none can be".to_owned(),
                address => format!("address {address:#x}"),
            };
            let what = format!(
                "touches {place}, in a way that no check sees: a null function pointer, an index far outside a local array, a \
                 bad string given to printf"
            );
            (Fault::Memory, what)
        }
    };
    // SAFETY: the current block; the reference above is not used any more.
    unsafe { Block::fail(block, fault, None, what) }
}

/// What is said of a stack overflow, however it was noticed.
pub(crate) const STACK_USED_UP: [&str; 2] = [
    "the thread's stack is used up",
    ": deep recursion, or large local arrays",
];

/// What a thread did when the clock last found it somewhere else.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    steps: (usize, u64, [u32; 2]),
    instruction: usize,
    looks: u32,
}

/// Looks in a row, at [`TICK`] of processor time each, that find a thread at the same place.
const LOOKS: u32 = 4;
const TICK: libc::timespec = libc::timespec {
    tv_sec: 0,
    tv_nsec: 500_000_000,
};
/// Bytes of code: a loop of more has a callback in it.
const LOOP: usize = 128;

/// Whether the running thread was long in a loop that calls nothing: the compiler puts no callback into an empty one.
///
/// # Safety
///
/// `block` is the current block, whose thread is interrupted; `context` is the handler's.
unsafe fn is_stuck(block: *mut Block, context: *const ucontext_t) -> bool {
    // SAFETY: by the contract. Nothing but this function uses `seen`.
    unsafe {
        let instruction = instruction(context);
        let steps = (
            (*block).current,
            (*block).statistics.steps,
            (*block).hot.taken_exactly(),
        );
        let seen = &mut (*block).seen;
        if seen.steps == steps && seen.instruction.abs_diff(instruction) <= LOOP {
            seen.looks += 1;
        } else {
            *seen = Seen {
                steps,
                instruction,
                looks: 0,
            };
        }
        seen.looks >= LOOKS && (*block).failure.is_none()
    }
}

/// Tells the clock's signals from others of that number.
fn mark() -> *mut c_void {
    (&raw const PREVIOUS).cast_mut().cast()
}

/// A clock of the calling thread's processor time, which looks after it, and the stack that handlers use.
///
/// Processor time, so that neither a busy machine nor a debugger makes a slow kernel look like one that hangs.
pub(crate) struct Watch {
    clock: Option<libc::timer_t>,
    /// Where the thread had none.
    stack: Option<Vec<u8>>,
}

const HANDLER_STACK: usize = 64 << 10;

impl Watch {
    /// For the thread that calls it, and drops it. Where the system has no clock left, there is none.
    pub(crate) fn of_this_thread() -> Self {
        let mut clock: libc::timer_t = ptr::null_mut();
        // SAFETY: plain structures, for which zero is a value; all pointers are to variables of this function. The stack is
        // given back before its memory is.
        unsafe {
            let mut stack = None;
            let mut now = MaybeUninit::<libc::stack_t>::zeroed().assume_init();
            if libc::sigaltstack(ptr::null(), &mut now) == 0 && now.ss_flags & libc::SS_DISABLE != 0
            {
                let mut memory = Vec::<u8>::with_capacity(HANDLER_STACK);
                let new = libc::stack_t {
                    ss_sp: memory.as_mut_ptr().cast(),
                    ss_flags: 0,
                    ss_size: HANDLER_STACK,
                };
                libc::sigaltstack(&new, ptr::null_mut());
                stack = Some(memory);
            }
            let mut event = MaybeUninit::<libc::sigevent>::zeroed().assume_init();
            event.sigev_notify = libc::SIGEV_THREAD_ID;
            event.sigev_signo = SIGURG;
            event.sigev_value.sival_ptr = mark();
            // The C library has a function for it from 2.30 on only.
            event.sigev_notify_thread_id = libc::syscall(libc::SYS_gettid) as libc::pid_t;
            let made = libc::timer_create(libc::CLOCK_THREAD_CPUTIME_ID, &mut event, &mut clock);
            if made == 0 {
                let every = libc::itimerspec {
                    it_interval: TICK,
                    it_value: TICK,
                };
                libc::timer_settime(clock, 0, &every, ptr::null_mut());
            }
            Watch {
                clock: (made == 0).then_some(clock),
                stack,
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // SAFETY: the clock and the stack of this thread, which `of_this_thread` made; no handler runs now.
        unsafe {
            if let Some(clock) = self.clock {
                libc::timer_delete(clock);
            }
            if self.stack.is_some() {
                let mut none = MaybeUninit::<libc::stack_t>::zeroed().assume_init();
                none.ss_flags = libc::SS_DISABLE;
                libc::sigaltstack(&none, ptr::null_mut());
            }
        }
    }
}

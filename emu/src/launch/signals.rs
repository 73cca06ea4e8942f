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
use super::clock::{EMPTY_LOOP, Found, long_way, look, mark};
use super::current_thread::current;
use super::frames::frames;
use crate::judge::Fault;
use crate::judge::source::{Told, Trace, calls_fault, calls_here};

/// The last is the clock's ([`super::clock`]): the one signal that is ignored where nobody asks for it.
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
                // To look who called the interrupted function may fault once more, in the handler.
                new.sa_flags =
                    libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART | libc::SA_NODEFER;
                libc::sigemptyset(&mut new.sa_mask);
                sigaction(signal, &new, ptr::null_mut());
            }
        }
    });
}

extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    if matches!(signal, SIGSEGV | SIGBUS) {
        // SAFETY: nothing has begun here that would have to end.
        unsafe { calls_fault() };
    }
    let block = current();
    // SAFETY: the system gives both pointers, valid until this returns. The block is the current one or null: its thread is
    // interrupted by this and runs nothing else, and what is read here it changes by single stores only.
    unsafe {
        let code = (*info).si_code;
        if signal == SIGURG && code == libc::SI_TIMER && (*info).si_value().sival_ptr == mark() {
            if !block.is_null()
                && let Some(found) = look(block, context.cast())
            {
                leave(block, Why::Clock(found), context.cast());
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
        leave(block, Why::Signal(signal, address), context.cast());
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

/// Makes the interrupted thread go on in [`end`], on an empty stack, and return from there to the scheduler.
///
/// # Safety
///
/// `context` is a handler's, which interrupted a thread of `block`.
unsafe fn leave(block: *const Block, why: Why, context: *mut ucontext_t) {
    // SAFETY: by the contract. The handler is that of the running coroutine. What is on its stack are the kernel's frames, to
    // which nobody returns, and the emulator's, which hold nothing that has to be dropped.
    unsafe {
        let Some(trap) = (*block).trap else { return };
        let stop = Stop {
            why,
            calls: calls(block, why, context),
        };
        let target = trap.setup_trap_handler(move || end(stop));
        let registers = &mut (*context).uc_mcontext;
        #[cfg(target_arch = "x86_64")]
        for (register, value) in [
            (libc::REG_RIP, target.rip),
            (libc::REG_RSP, target.rsp),
            (libc::REG_RBP, target.rbp),
            (libc::REG_RDI, target.rdi),
            (libc::REG_RSI, target.rsi),
        ] {
            registers.gregs[register as usize] = value as i64;
        }
        #[cfg(target_arch = "aarch64")]
        {
            registers.pc = target.pc;
            registers.sp = target.sp;
            registers.regs[0] = target.x0;
            registers.regs[1] = target.x1;
            registers.regs[29] = target.x29;
            registers.regs[30] = target.lr;
        }
    }
}

/// Why a thread goes no further, and where it was.
#[derive(Debug, Clone, Copy)]
struct Stop {
    why: Why,
    calls: [usize; CALLS],
}

#[derive(Debug, Clone, Copy)]
enum Why {
    /// A signal that it caused, and the address of it; `usize::MAX` where there is none.
    Signal(c_int, usize),
    /// What the clock found.
    Clock(Found),
}

const CALLS: usize = 40;

/// Where the interrupted thread was, and who called it, as return addresses; the rest is 0.
///
/// # Safety
///
/// As for [`leave`].
unsafe fn calls(block: *const Block, why: Why, context: *const ucontext_t) -> [usize; CALLS] {
    let mut calls = [0; CALLS];
    let mut left = calls.iter_mut();
    let mut note = |address: usize| match left.next() {
        Some(place) => {
            *place = address;
            true
        }
        None => false,
    };
    // SAFETY: by the contract; words of the thread's stack.
    unsafe {
        let registers = &(*context).uc_mcontext;
        #[cfg(target_arch = "x86_64")]
        let [pc, stack, frame] = [libc::REG_RIP, libc::REG_RSP, libc::REG_RBP]
            .map(|register| registers.gregs[register as usize] as usize);
        #[cfg(target_arch = "aarch64")]
        let [pc, stack, frame] = [
            registers.pc as usize,
            registers.sp as usize,
            registers.regs[29] as usize,
        ];
        let top = (*block).hot.stack_base();
        let stack = stack.max(top - super::stacks::STACK_BYTES);
        note(pc.wrapping_add(1));
        // A call of what is no function has left nothing but where it returns to.
        #[cfg(target_arch = "x86_64")]
        if stack + 8 <= top && stack % 8 == 0 {
            note(*(stack as *const usize));
        }
        #[cfg(target_arch = "aarch64")]
        note(registers.regs[30] as usize);
        // Code without frame pointers, such as the C library's. The clock interrupts at any place, where that may not be asked.
        if matches!(why, Why::Signal(..)) {
            let mut some = [0; CALLS / 2];
            let count = calls_here(&mut some);
            some[..count].iter().all(|&address| note(address));
        }
        if frame >= stack {
            frames(frame, top).all(note);
        }
    }
    calls
}

/// Ends the launch.
fn end(stop: Stop) {
    let block = current();
    // SAFETY: the handler comes here only from code of the current block.
    let stacks = unsafe { &(*block).stacks };
    let (signal, address) = match stop.why {
        Why::Signal(signal, address) => (signal, address),
        Why::Clock(_) => (SIGURG, usize::MAX),
    };
    let (fault, [before, after]) = match signal {
        SIGURG => match stop.why {
            Why::Clock(Found::Longer(seconds)) => (Fault::Runaway, long_way(seconds)),
            _ => (Fault::Deadlock, EMPTY_LOOP.map(str::to_owned)),
        },
        SIGFPE => (
            Fault::Arithmetic,
            [
                "an integer division by zero, or of the smallest integer by -1",
                ": a device gives an undefined number",
            ]
            .map(str::to_owned),
        ),
        SIGABRT => (Fault::Trap, ["called abort()".to_owned(), String::new()]),
        SIGILL => (
            Fault::Trap,
            [
                "ran an instruction that there is not, such as __builtin_trap()".to_owned(),
                String::new(),
            ],
        ),
        _ if stacks.contains(&address) => (Fault::StackOverflow, STACK_USED_UP.map(str::to_owned)),
        _ => {
            let place = match address {
                usize::MAX => "an address that none can be".to_owned(),
                address => format!("address {address:#x}"),
            };
            let after = ", in a way that no check sees: a null function pointer, an index far outside a local array, a bad \
                         string given to printf";
            (
                Fault::Memory,
                [format!("touches {place}"), after.to_owned()],
            )
        }
    };
    let what = Told::at(Trace::of(&stop.calls), &before, &after);
    // SAFETY: the current block; the reference above is not used any more.
    unsafe { (*block).failed(fault, None, what) }
}

/// What is said of a stack overflow, however it was noticed.
pub(crate) const STACK_USED_UP: [&str; 2] = [
    "the thread's stack is used up",
    ": deep recursion, or large local arrays",
];

//! A clock that looks after code without callbacks: the compiler puts none into an empty loop.
//!
//! Whether such a loop is endless is seen from two looks that find the same registers and the same stack; else it is given
//! some time.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

use libc::{SIGURG, ucontext_t};

use super::block::Block;

/// What was seen of a thread at the last look.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    steps: (usize, u64, [u32; 2]),
    state: State,
    looks: u32,
}

/// What the further way of code without callbacks depends on, as far as it can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    registers: [u64; 36],
    stack: u64,
}

/// What became of a loop.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Found {
    /// It comes back to the same registers and stack.
    Endless,
    /// It took that many seconds.
    Longer(u32),
}

/// Looks a second, in processor time of the thread.
const LOOKS_A_SECOND: u32 = 4;
const TICK: libc::timespec = libc::timespec {
    tv_sec: 0,
    tv_nsec: 1_000_000_000 / LOOKS_A_SECOND as i64,
};
/// Seconds without a callback that are let pass, and how many steps of a launch's bound stand for one.
const MOST_SECONDS: u64 = 15;
const STEPS_A_SECOND: u64 = 1 << 26;

/// What is said of a loop that was seen to come back to where it was.
pub(crate) const EMPTY_LOOP: [&str; 2] = [
    "a loop without any access or call does not end",
    ": it comes back to the same registers and stack",
];

/// What is said of one that was not.
pub(crate) fn long_way(seconds: u32) -> [String; 2] {
    [
        format!("ran for {seconds} s of processor time without reaching an access or a call"),
        format!(
            ", which is as long as it may: it may hang, or have more to do than {} allows",
            super::MAX_STEPS
        ),
    ]
}

/// Looks at the running thread, and tells if it was long, or will be for ever, in a loop that calls nothing.
///
/// # Safety
///
/// `block` is the current block, whose thread is interrupted; `context` is the handler's.
pub(crate) unsafe fn look(block: *mut Block, context: *const ucontext_t) -> Option<Found> {
    // SAFETY: by the contract. Nothing but this function uses `seen`.
    unsafe {
        if (*block).failure.is_some() {
            return None;
        }
        let steps = (
            (*block).current,
            (*block).statistics.steps,
            (*block).hot.taken_exactly(),
        );
        let base = (*block).hot.stack_base();
        let state = State::of(context, base);
        let most = ((*block).context().max_steps / STEPS_A_SECOND).clamp(1, MOST_SECONDS) as u32;
        let seen = &mut (*block).seen;
        if seen.steps != steps {
            *seen = Seen {
                steps,
                state,
                looks: 0,
            };
            return None;
        }
        seen.looks += 1;
        if seen.state == state {
            return Some(Found::Endless);
        }
        seen.state = state;
        (seen.looks >= most * LOOKS_A_SECOND).then_some(Found::Longer(most))
    }
}

impl Default for State {
    fn default() -> Self {
        State {
            registers: [0; 36],
            stack: 0,
        }
    }
}

impl State {
    /// That of an interrupted thread, whose stack ends at `base`.
    ///
    /// # Safety
    ///
    /// `context` is a handler's.
    unsafe fn of(context: *const ucontext_t, base: usize) -> Self {
        let mut state = State::default();
        // SAFETY: by the contract; the system's structure has these registers.
        let stack = unsafe {
            let machine = &(*context).uc_mcontext;
            #[cfg(target_arch = "x86_64")]
            {
                // The general ones, the instruction pointer and the flags come first; then what vectors and numbers are in.
                let general = &machine.gregs[..=libc::REG_EFL as usize];
                for (to, from) in state.registers.iter_mut().zip(general) {
                    *to = *from as u64;
                }
                if !machine.fpregs.is_null() {
                    for (to, from) in state.registers[20..]
                        .iter_mut()
                        .zip(&(*machine.fpregs)._xmm)
                    {
                        let words = from.element.map(u64::from);
                        *to = words.iter().fold(0, |sum, word| mix(sum ^ word));
                    }
                }
                machine.gregs[libc::REG_RSP as usize] as usize
            }
            #[cfg(target_arch = "aarch64")]
            {
                state.registers[..31].copy_from_slice(&machine.regs);
                state.registers[31] = machine.sp;
                state.registers[32] = machine.pc;
                state.registers[33] = machine.pstate;
                machine.sp as usize
            }
        };
        // What a function may use below its stack pointer counts, too.
        let low = (stack & !7).saturating_sub(RED_ZONE);
        if low < base && base - low <= super::stacks::STACK_BYTES {
            let words = (low..base).step_by(8);
            // SAFETY: words of the thread's stack.
            let word = |at: usize| unsafe { (at as *const u64).read_volatile() };
            state.stack = words.fold(0, |sum, at| mix(sum ^ word(at)));
        }
        state
    }
}

const RED_ZONE: usize = 128;

fn mix(word: u64) -> u64 {
    (word.rotate_left(23)).wrapping_mul(0x2545_f491_4f6c_dd1d) ^ (word >> 29)
}

static MARK: u8 = 0;

/// Tells the clock's signals from others of that number.
pub(crate) fn mark() -> *mut c_void {
    (&raw const MARK).cast_mut().cast()
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

//! The processor that the threads of a launch share.

/// The processor that the calling thread is on, where that can be said.
pub(crate) fn this_processor() -> Option<usize> {
    // SAFETY: a question.
    usize::try_from(unsafe { libc::sched_getcpu() }).ok()
}

/// Keeps the calling thread on one processor. As only one thread of a launch runs at a time this costs nothing, and
/// handing the turn on need not wake another processor, which takes ten times as long.
pub(crate) fn stay_on(processor: Option<usize>) {
    let Some(processor) = processor.filter(|&processor| processor < libc::CPU_SETSIZE as usize)
    else {
        return;
    };
    // SAFETY: a set of processors is plain bits, and the number is in its range. Where the system refuses, nothing is lost.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(processor, &mut set);
        libc::sched_setaffinity(0, size_of_val(&set), &set);
    }
}

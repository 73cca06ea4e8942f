//! What the headers in `include/coop_emulator` call: the other side of `interface.h`.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{Ordering, fence};
use std::time::Instant;

use crate::judge::Fault;
use crate::judge::barrier::Scope;
use crate::judge::collective::Collective;
use crate::judge::site::Site;
use crate::judge::source::Told;
use crate::judge::threads::{Answer, BlockBarrier, State, Threads};
use crate::launch::block::Block;
use crate::launch::current_thread::{Index, current, tick};
use crate::launch::frames::frames;

/// The current block. Host code must not come here: there is no block then.
pub(super) fn block() -> *mut Block {
    let block = current();
    if block.is_null() {
        eprintln!("device code was called by host code: only a launch runs it");
        std::process::abort();
    }
    block
}

/// Whether the code that runs is a kernel's.
pub(crate) fn runs_kernel() -> bool {
    !current().is_null()
}

/// Ends the launch if a kernel calls a function of the runtime. A device has some of them, for kernels that launch others.
pub(crate) fn refuse_in_kernel(function: &str) {
    if !current().is_null() {
        let what = format!(
            "calls {function}(): kernels that launch kernels, or ask the runtime, are not emulated"
        );
        fail(Fault::HostFunction, what);
    }
}

/// Reads something of the current block.
fn of_block<T>(read: impl FnOnce(&Block) -> T) -> T {
    // SAFETY: the current block, which only this thread touches; the reference ends before anything else runs.
    read(unsafe { &*block() })
}

pub(super) fn fail(fault: Fault, what: impl Into<Told>) -> ! {
    // SAFETY: called by the functions below, which hold no reference into the block.
    unsafe { Block::fail(block(), fault, None, what) }
}

/// What the judge says to the running thread, which others may have waited for.
fn answer(ask: impl FnOnce(&mut Threads, usize) -> Answer) {
    let block = block();
    // SAFETY: the current block; the reference ends before another thread goes on.
    let answer = unsafe {
        let block = &mut *block;
        block.moves();
        let answer = ask(&mut block.judge, block.current);
        block.order();
        answer
    };
    match answer {
        Answer::GoOn => {}
        // SAFETY: the current block, no reference into which is held.
        Answer::Wait => unsafe { Block::pause(block) },
        Answer::Fault(fault, what) => fail(fault, what),
    }
}

/// `threadIdx`.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_thread_index() -> Index {
    of_block(|block| block.hot.thread_index)
}

/// `blockIdx`.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_block_index() -> Index {
    of_block(|block| block.index)
}

/// `blockDim`.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_block_extent() -> Index {
    of_block(|block| block.context().launch.block.into())
}

/// `gridDim`.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_grid_extent() -> Index {
    of_block(|block| block.context().launch.grid.into())
}

/// The thread's number in its warp.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_lane() -> u32 {
    of_block(|block| block.hot.lane)
}

/// The multiprocessor that the block is on.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_multiprocessor() -> u32 {
    of_block(|block| (block.number % u64::from(block.context().multiprocessors.max(1))) as u32)
}

/// Whether the launch is a cooperative one.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_is_cooperative() -> c_int {
    of_block(|block| c_int::from(block.context().launch.cooperative))
}

/// Whether the code that runs was called by the host.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_on_host() -> c_int {
    c_int::from(!runs_kernel())
}

/// Where the function is called that has this frame, which `calls.c` tells.
///
/// # Safety
///
/// `frame` is a frame of the current thread, and what it is called by has frame pointers up to the kernel.
unsafe fn site(file: *const c_char, line: c_int, frame: *const c_void) -> Site {
    // SAFETY: the current block; the reference ends before other code runs. What is not of the kernel is above the yielder.
    unsafe {
        let block = &mut *block();
        let top = block.threads[block.current].yielder as usize;
        let calls = block.last_calls.of(frames(frame as usize, top));
        Site { file, line, calls }
    }
}

/// `__syncthreads()` and its kin. Returns in the lower half how many threads' predicate held, in the upper how many took part.
///
/// # Safety
///
/// As for [`site`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_block_barrier_from(
    barrier: u32,
    kind: c_int,
    predicate: c_int,
    file: *const c_char,
    line: c_int,
    frame: *const c_void,
) -> u32 {
    let kind = BlockBarrier::from_c(kind);
    // SAFETY: by the contract.
    let site = unsafe { site(file, line, frame) };
    // The group's barrier, which has halves, is number 0.
    if barrier == 0
        && let Answer::Fault(fault, what) =
            of_block(|block| block.judge.may_meet(block.current, kind, site))
    {
        fail(fault, what);
    }
    let state = State::Block {
        barrier,
        kind,
        predicate: predicate != 0,
        site,
    };
    // SAFETY: the current block, no reference into which is held.
    unsafe { Block::wait(block(), state) as u32 }
}

/// The first half of `grid.sync()`, or of a cluster's.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_arrive(scope: c_int, file: *const c_char, line: c_int) {
    let site = Site::new(file, line);
    let scope = Scope::from_c(scope);
    answer(|judge, thread| judge.arrive(thread, scope, site));
}

/// The second half of `grid.sync()`, or of a cluster's.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_wait(scope: c_int, file: *const c_char, line: c_int) {
    let (scope, site) = (Scope::from_c(scope), Site::new(file, line));
    answer(|judge, thread| judge.wait(thread, scope, site));
}

/// Blocks of a cluster.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_cluster_extent() -> Index {
    of_block(|block| block.context().clusters.extent.into())
}

/// Where block number `rank` of the cluster has what this block has at an address of its shared memory.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_map_shared(address: *const c_void, rank: u32) -> *mut c_void {
    let mapped = of_block(|block| {
        let clusters = &block.context().clusters;
        clusters.map(block.slot, &block.shared, address as usize, rank as usize)
    });
    match mapped {
        Ok(address) => address as *mut c_void,
        Err(what) => fail(Fault::Memory, what),
    }
}

/// The number of the cluster's block in whose shared memory an address is; -1 if in that of none.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_shared_rank(address: *const c_void) -> c_int {
    of_block(|block| {
        let clusters = &block.context().clusters;
        if block.shared.storage.contains(&(address as usize)) {
            return clusters.rank(block.slot) as c_int;
        }
        clusters
            .remote(block.slot, address as usize)
            .map_or(-1, |remote| remote.rank as c_int)
    })
}

/// A warp's collective function.
///
/// # Safety
///
/// As for [`site`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_warp_from(
    collective: c_int,
    mask: u32,
    value: u64,
    source: u32,
    file: *const c_char,
    line: c_int,
    frame: *const c_void,
) -> u64 {
    let collective = Collective::from_c(collective);
    // SAFETY: by the contract.
    let site = unsafe { site(file, line, frame) };
    let lane = of_block(|block| block.hot.lane);
    if mask >> lane & 1 == 0 {
        let what = format!(
            "lane {lane} calls {} at {} with the mask {mask:#010x}, in which it is not",
            collective.name(),
            site.text()
        );
        fail(Fault::WarpCollective, what);
    }
    let state = State::Warp {
        collective,
        mask,
        value,
        source,
        site,
    };
    // SAFETY: the current block, no reference into which is held.
    unsafe { Block::wait(block(), state) }
}

/// `__activemask()`: the lanes that are here together.
///
/// # Safety
///
/// As for [`site`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_active_mask_from(
    file: *const c_char,
    line: c_int,
    frame: *const c_void,
) -> u32 {
    // SAFETY: by the contract.
    let site = unsafe { site(file, line, frame) };
    // SAFETY: the current block, no reference into which is held.
    unsafe { Block::wait(block(), State::Active { site }) as u32 }
}

/// `clock64()`: goes on with the accesses of this block.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_clock() -> u64 {
    let block = block();
    // SAFETY: the current block; the reference ends before another thread goes on.
    let steps = unsafe {
        let block = &mut *block;
        block.moves(); // time goes by, whatever the thread waits for
        block.statistics.steps + u64::from(block.hot.taken())
    };
    // SAFETY: as above.
    unsafe { tick(block) };
    steps
}

/// The global timer: real nanoseconds.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_nanoseconds() -> u64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    let block = current();
    if !block.is_null() {
        // SAFETY: the current block; the reference ends before another thread goes on.
        unsafe {
            (*block).moves();
            tick(block);
        }
    }
    BEGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// `__nanosleep()`: another thread may go on.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_pause() {
    // SAFETY: the current block, no reference into which is held.
    unsafe { Block::pause(block()) };
}

/// `__threadfence()` and its kin: of the device and wider, or of the block.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_fence(of_device: c_int) {
    fence(Ordering::SeqCst);
    let block = current();
    if !block.is_null() {
        // SAFETY: the current block; the reference ends at once.
        unsafe { (*block).fences(of_device != 0) };
    }
}

/// The thread's atomic functions are of block scope from now on, or not any more.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_narrow(is_narrow: c_int) {
    let block = current();
    if !block.is_null() {
        // SAFETY: as above.
        unsafe { (*block).narrows(is_narrow != 0) };
    }
}

/// `__trap()`.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_trap() -> ! {
    fail(Fault::Trap, Told::here("called __trap()", ""));
}

/// A failed `assert`.
///
/// # Safety
///
/// Both are strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_assert(
    expression: *const c_char,
    file: *const c_char,
    line: c_int,
) {
    // SAFETY: by the contract.
    let expression = unsafe { CStr::from_ptr(expression) }.to_string_lossy();
    let place = Site::new(file, line).text();
    if current().is_null() {
        eprintln!("{place}: assertion `{expression}` failed in host code");
        std::process::abort();
    }
    fail(
        Fault::Assert,
        format!("assertion `{expression}` failed at {place}"),
    );
}

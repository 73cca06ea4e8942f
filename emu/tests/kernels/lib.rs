//! The kernels' records, by which the linker finds them.

use std::ffi::c_void;

use cudart_emu as _;

/// The beginning of `coop::kernel_record`.
#[repr(C)]
pub struct Record {
    version: u32,
    cooperative: u32,
    entry: *const c_void,
}

macro_rules! kernels {
    ($($name:ident = $symbol:ident;)*) => {
        unsafe extern "C" {
            $(fn $symbol() -> *const Record;)*
        }
        $(
            #[doc = concat!("The address of the kernel `", stringify!($name), "`.")]
            pub fn $name() -> *const c_void {
                // SAFETY: returns the record of the kernel, which lives as long as the program.
                unsafe { (*$symbol()).entry }
            }
        )*
    };
}

kernels! {
    two_pass = coop_kernel_two_pass;
    reduce_f32 = coop_kernel_reduce_f32;
    reduce_f64 = coop_kernel_reduce_f64;
    reversed_tile = coop_kernel_reversed_tile;
    reversed_tile_barrier = coop_kernel_reversed_tile_barrier;
    reversed_tile_return = coop_kernel_reversed_tile_return;
    exchange = coop_kernel_emu_exchange;
    split_barrier = coop_kernel_emu_split_barrier;
    counting_barriers = coop_kernel_emu_counting_barriers;
    many_barriers = coop_kernel_emu_many_barriers;
    block_returns = coop_kernel_emu_block_returns;
    thread_returns = coop_kernel_emu_thread_returns;
    more_barriers = coop_kernel_emu_more_barriers;
    grid_sync = coop_kernel_emu_grid_sync;
    divergent_barrier = coop_kernel_emu_divergent_barrier;
    uniform_barrier = coop_kernel_emu_uniform_barrier;
    dropped_threads = coop_kernel_emu_dropped_threads;
    missing_lanes = coop_kernel_emu_missing_lanes;
    foreign_mask = coop_kernel_emu_foreign_mask;
    spin_barrier = coop_kernel_emu_spin_barrier;
    waits_for_flag = coop_kernel_emu_waits_for_flag;
    write_at = coop_kernel_emu_write_at;
    read_misaligned = coop_kernel_emu_read_misaligned;
    dynamic_index = coop_kernel_emu_dynamic_index;
    runaway = coop_kernel_emu_runaway;
    endless_arithmetic = coop_kernel_emu_endless_arithmetic;
    deep_recursion = coop_kernel_emu_deep_recursion;
    trap = coop_kernel_emu_trap;
    failed_assert = coop_kernel_emu_failed_assert;
    atomics = coop_kernel_emu_atomics;
    warps = coop_kernel_emu_warps;
    tiles = coop_kernel_emu_tiles;
    globals = coop_kernel_emu_globals;
    assembly = coop_kernel_emu_assembly;
    touch_much = coop_kernel_emu_touch_much;
    block_barriers = coop_kernel_emu_block_barriers;
    generated = coop_kernel_emu_generated;
}

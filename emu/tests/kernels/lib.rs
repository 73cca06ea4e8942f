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

/// Variables of `memory.cu`, by their addresses.
pub mod variables {
    use std::ffi::c_void;

    unsafe extern "C" {
        static emu_constants: [u32; 4];
        static emu_variables: [u32; 4];
    }

    /// `__constant__ unsigned emu_constants[4]`.
    pub fn constants() -> *const c_void {
        (&raw const emu_constants).cast()
    }

    /// `__device__ unsigned emu_variables[4]`.
    pub fn variables() -> *const c_void {
        (&raw const emu_variables).cast()
    }
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
    read_at = coop_kernel_emu_read_at;
    add_to = coop_kernel_emu_add_to;
    read_tile = coop_kernel_emu_read_tile;
    read_dynamic_tile = coop_kernel_emu_read_dynamic_tile;
    copy_padded = coop_kernel_emu_copy_padded;
    write_constant = coop_kernel_emu_write_constant;
    write_literal = coop_kernel_emu_write_literal;
    use_variables = coop_kernel_emu_use_variables;
    in_one_go = coop_kernel_emu_in_one_go;
    fill_2000 = coop_kernel_emu_fill_2000;
    copy_64 = coop_kernel_emu_copy_64;
    fill_shared = coop_kernel_emu_fill_shared;
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
    divides = coop_kernel_emu_divides;
    local_400_kb = coop_kernel_emu_local_400_kb;
    local_80_kb = coop_kernel_emu_local_80_kb;
    beyond_local = coop_kernel_emu_beyond_local;
    calls_null = coop_kernel_emu_calls_null;
    aborts = coop_kernel_emu_aborts;
    empty_loop = coop_kernel_emu_empty_loop;
    empty_loop_of_one = coop_kernel_emu_empty_loop_of_one;
    failed_assert = coop_kernel_emu_failed_assert;
    atomics = coop_kernel_emu_atomics;
    warps = coop_kernel_emu_warps;
    tiles = coop_kernel_emu_tiles;
    globals = coop_kernel_emu_globals;
    assembly = coop_kernel_emu_assembly;
    touch_much = coop_kernel_emu_touch_much;
    block_barriers = coop_kernel_emu_block_barriers;
    generated = coop_kernel_emu_generated;
    cluster_totals = coop_kernel_cluster_totals;
    launches_kernel = coop_kernel_emu_launches_kernel;
    synchronizes_device = coop_kernel_emu_synchronizes_device;
    half_conversions = coop_kernel_emu_half_conversions;
    half_arithmetic = coop_kernel_emu_half_arithmetic;
    half_pairs = coop_kernel_emu_half_pairs;
    bit_functions = coop_kernel_emu_bit_functions;
    rounded_functions = coop_kernel_emu_rounded_functions;
    vector_types = coop_kernel_emu_vector_types;
    group_ranks = coop_kernel_emu_group_ranks;
    block_halves = coop_kernel_emu_block_halves;
    group_tiles = coop_kernel_emu_group_tiles;
    group_partitions = coop_kernel_emu_group_partitions;
    group_copies = coop_kernel_emu_group_copies;
    group_copy_not_waited = coop_kernel_emu_group_copy_not_waited;
    block_half_missing = coop_kernel_emu_block_half_missing;
    cluster_places = coop_kernel_emu_cluster_places;
    ring = coop_kernel_emu_ring;
    halves = coop_kernel_emu_halves;
    both_barriers = coop_kernel_emu_both_barriers;
    stated_cluster = coop_kernel_emu_stated_cluster;
    cluster_block_returns = coop_kernel_emu_cluster_block_returns;
    cluster_thread_returns = coop_kernel_emu_cluster_thread_returns;
    cluster_more_barriers = coop_kernel_emu_cluster_more_barriers;
    cluster_or_grid = coop_kernel_emu_cluster_or_grid;
    cluster_arrives_twice = coop_kernel_emu_cluster_arrives_twice;
    reads_returned = coop_kernel_emu_reads_returned;
    reads_at_once = coop_kernel_emu_reads_at_once;
    waits_for_peer = coop_kernel_emu_waits_for_peer;
    no_such_rank = coop_kernel_emu_no_such_rank;
    beyond_remote = coop_kernel_emu_beyond_remote;
    static_shared = coop_kernel_emu_static_shared;
    not_called = coop_kernel_emu_not_called;
    array_of_float_8 = coop_kernel_emu_array_of_float_8;
    array_of_short_160 = coop_kernel_emu_array_of_short_160;
    bounded = coop_kernel_emu_bounded;
    uses_elsewhere = coop_kernel_emu_uses_elsewhere;
    aligned = coop_kernel_emu_aligned;
}

/// Kernels that are launched by their addresses or by C++, in `code.cu`.
pub mod by_address {
    use std::ffi::c_void;

    unsafe extern "C" {
        fn emu_code_c_name();
        fn emu_code_by_macro();
        fn emu_code_local() -> *const c_void;
        fn emu_code_template() -> *const c_void;
        fn emu_code_in_header() -> *const c_void;
        fn emu_code_launch(out: *mut f32, stream: *mut c_void);
    }

    /// `const float*`, `double*`, `float`, `size_t`.
    pub fn c_name() -> *const c_void {
        emu_code_c_name as *const c_void
    }

    /// A kernel whose definition is made by a macro.
    pub fn by_macro() -> *const c_void {
        emu_code_by_macro as *const c_void
    }

    /// A kernel of its file alone, which takes a structure of 16 bytes and a pointer.
    pub fn local() -> *const c_void {
        // SAFETY: returns an address.
        unsafe { emu_code_local() }
    }

    /// A template's instance of its file alone: fives for `short*`, one for each thread.
    pub fn template() -> *const c_void {
        // SAFETY: returns an address.
        unsafe { emu_code_template() }
    }

    /// A kernel of a header: `double*`, `signed char`, `const float*`, `unsigned long long`.
    pub fn in_header() -> *const c_void {
        // SAFETY: returns an address.
        unsafe { emu_code_in_header() }
    }

    /// Launches kernels from C++: 8 sevens, a ten and 3 times minus one come to `out`.
    ///
    /// # Safety
    ///
    /// `out` is device memory for 12 floats, which lives until the device has been waited for.
    pub unsafe fn launch(out: *mut f32) {
        // SAFETY: by the contract; null is the default stream.
        unsafe { emu_code_launch(out, std::ptr::null_mut()) }
    }
}

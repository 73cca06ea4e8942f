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

/// What `touch_much` does to its words, in a loop of this processor: adds one to each, `rounds` times.
pub fn touch_natively(words: &mut [u32], rounds: u32) {
    for _ in 0..rounds {
        for word in &mut *words {
            // SAFETY: a reference; volatile, so that each is a load and a store.
            unsafe {
                std::ptr::write_volatile(word, std::ptr::read_volatile(word).wrapping_add(1))
            };
        }
    }
}

macro_rules! kernels {
    ($($name:ident = $symbol:ident;)*) => {
        mod records {
            use super::Record;

            unsafe extern "C" {
            $(
                #[link_name = concat!("coop_kernel_", env!("COOP_CRATE"), "__", stringify!($symbol))]
                pub fn $symbol() -> *const Record;
            )*
            }
        }
        $(
            #[doc = concat!("The address of the kernel `", stringify!($name), "`.")]
            pub fn $name() -> *const c_void {
                // SAFETY: returns the record of the kernel, which lives as long as the program.
                unsafe { (*records::$symbol()).entry }
            }
        )*
    };
}

kernels! {
    read_at = emu_read_at;
    add_to = emu_add_to;
    read_tile = emu_read_tile;
    read_dynamic_tile = emu_read_dynamic_tile;
    copy_padded = emu_copy_padded;
    write_constant = emu_write_constant;
    write_literal = emu_write_literal;
    use_variables = emu_use_variables;
    in_one_go = emu_in_one_go;
    fill_2000 = emu_fill_2000;
    copy_64 = emu_copy_64;
    fill_shared = emu_fill_shared;
    two_pass = two_pass;
    reduce_f32 = reduce_f32;
    reduce_f64 = reduce_f64;
    reversed_tile = reversed_tile;
    hazards = emu_hazards;
    twins = emu_twins;
    reversed_tile_barrier = reversed_tile_barrier;
    reversed_tile_return = reversed_tile_return;
    exchange = emu_exchange;
    split_barrier = emu_split_barrier;
    counting_barriers = emu_counting_barriers;
    many_barriers = emu_many_barriers;
    block_returns = emu_block_returns;
    thread_returns = emu_thread_returns;
    more_barriers = emu_more_barriers;
    grid_sync = emu_grid_sync;
    divergent_barrier = emu_divergent_barrier;
    uniform_barrier = emu_uniform_barrier;
    dropped_threads = emu_dropped_threads;
    missing_lanes = emu_missing_lanes;
    foreign_mask = emu_foreign_mask;
    spin_barrier = emu_spin_barrier;
    waits_for_flag = emu_waits_for_flag;
    write_at = emu_write_at;
    read_misaligned = emu_read_misaligned;
    dynamic_index = emu_dynamic_index;
    runaway = emu_runaway;
    endless_arithmetic = emu_endless_arithmetic;
    deep_recursion = emu_deep_recursion;
    trap = emu_trap;
    divides = emu_divides;
    local_400_kb = emu_local_400_kb;
    local_80_kb = emu_local_80_kb;
    beyond_local = emu_beyond_local;
    calls_null = emu_calls_null;
    aborts = emu_aborts;
    empty_loop = emu_empty_loop;
    empty_loop_of_one = emu_empty_loop_of_one;
    failed_assert = emu_failed_assert;
    atomics = emu_atomics;
    warps = emu_warps;
    tiles = emu_tiles;
    globals = emu_globals;
    assembly = emu_assembly;
    touch_much = emu_touch_much;
    block_barriers = emu_block_barriers;
    generated = emu_generated;
    cluster_totals = cluster_totals;
    launches_kernel = emu_launches_kernel;
    synchronizes_device = emu_synchronizes_device;
    half_conversions = emu_half_conversions;
    half_arithmetic = emu_half_arithmetic;
    half_pairs = emu_half_pairs;
    bit_functions = emu_bit_functions;
    rounded_functions = emu_rounded_functions;
    vector_types = emu_vector_types;
    group_ranks = emu_group_ranks;
    block_halves = emu_block_halves;
    group_tiles = emu_group_tiles;
    group_partitions = emu_group_partitions;
    group_copies = emu_group_copies;
    group_copy_not_waited = emu_group_copy_not_waited;
    block_half_missing = emu_block_half_missing;
    cluster_places = emu_cluster_places;
    ring = emu_ring;
    halves = emu_halves;
    both_barriers = emu_both_barriers;
    stated_cluster = emu_stated_cluster;
    cluster_block_returns = emu_cluster_block_returns;
    cluster_thread_returns = emu_cluster_thread_returns;
    cluster_more_barriers = emu_cluster_more_barriers;
    cluster_or_grid = emu_cluster_or_grid;
    cluster_arrives_twice = emu_cluster_arrives_twice;
    reads_returned = emu_reads_returned;
    reads_at_once = emu_reads_at_once;
    waits_for_peer = emu_waits_for_peer;
    no_such_rank = emu_no_such_rank;
    beyond_remote = emu_beyond_remote;
    static_shared = emu_static_shared;
    not_called = emu_not_called;
    array_of_float_8 = emu_array_of_float_8;
    array_of_short_160 = emu_array_of_short_160;
    bounded = emu_bounded;
    uses_elsewhere = emu_uses_elsewhere;
    aligned = emu_aligned;
    few_places = emu_few_places;
    table_walk = emu_table_walk;
    idle_maximum = emu_idle_maximum;
    waits_for_work = emu_waits_for_work;
    congruential = emu_congruential;
    collatz = emu_collatz;
    chain = emu_chain;
    chain_of_flags = emu_chain_of_flags;
    nothing = emu_nothing;
    hoisted_flag = emu_hoisted_flag;
    counted_wait = emu_counted_wait;
    writes_the_same = emu_writes_the_same;
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

/// A kernel of C++ with what launches it: its name, and a function.
pub type Named<F> = (&'static str, F);

#[repr(C)]
struct Entry<F> {
    name: *const std::ffi::c_char,
    run: F,
    next: *const Entry<F>,
}

/// All of a list: what `next` gives after null is the first.
fn all<F: Copy>(next: unsafe extern "C" fn(*const Entry<F>) -> *const Entry<F>) -> Vec<Named<F>> {
    let mut all = Vec::new();
    // SAFETY: the first one, and from each the next; they and their names live as long as the program.
    unsafe {
        let mut entry = next(std::ptr::null());
        while !entry.is_null() {
            let name = std::ffi::CStr::from_ptr((*entry).name);
            all.push((name.to_str().unwrap_or("?"), (*entry).run));
            entry = next(entry);
        }
    }
    all
}

/// Kernels in the ways of the textbooks, which have no fault; each function says whether what they computed is right.
pub fn samples() -> Vec<Named<unsafe extern "C" fn() -> bool>> {
    unsafe extern "C" {
        fn emu_sample(
            after: *const Entry<unsafe extern "C" fn() -> bool>,
        ) -> *const Entry<unsafe extern "C" fn() -> bool>;
    }
    all(emu_sample)
}

/// Kernels that do one thing wrong, of `faulty/`; each function launches one.
pub fn faulty() -> Vec<Named<unsafe extern "C" fn()>> {
    unsafe extern "C" {
        fn emu_faulty(
            after: *const Entry<unsafe extern "C" fn()>,
        ) -> *const Entry<unsafe extern "C" fn()>;
    }
    all(emu_faulty)
}

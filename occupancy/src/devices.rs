//! Devices known by name, to plan for one that is not at hand.
//!
//! Limits are those of the CUDA C++ Programming Guide for the compute capability; the number of
//! multiprocessors is the product's. A real device is always asked instead: parts of one name are
//! sold with fewer multiprocessors, and MIG slices have fewer still.

use super::DeviceLimits;

const KIB: u32 = 1024;

/// What all devices have in common since compute capability 6.0.
const COMMON: DeviceLimits = DeviceLimits {
    compute_capability: (0, 0),
    multiprocessors: 0,
    warp_size: 32,
    max_threads_per_block: 1024,
    max_block_dim: [1024, 1024, 64],
    max_grid_dim: [0x7fff_ffff, 0xffff, 0xffff],
    max_threads_per_multiprocessor: 2048,
    max_blocks_per_multiprocessor: 32,
    registers_per_block: 64 * KIB,
    registers_per_multiprocessor: 64 * KIB,
    shared_bytes_per_block: 48 * KIB,
    shared_bytes_per_block_optin: 48 * KIB,
    shared_bytes_per_multiprocessor: 64 * KIB,
    reserved_shared_bytes_per_block: 0,
    cooperative_launch: true,
    cluster_launch: false,
};

/// Tesla P100: Pascal, compute capability 6.0, 56 multiprocessors.
pub const P100: DeviceLimits = DeviceLimits {
    compute_capability: (6, 0),
    multiprocessors: 56,
    ..COMMON
};

/// Tesla V100: Volta, compute capability 7.0, 80 multiprocessors.
pub const V100: DeviceLimits = DeviceLimits {
    compute_capability: (7, 0),
    multiprocessors: 80,
    shared_bytes_per_block_optin: 96 * KIB,
    shared_bytes_per_multiprocessor: 96 * KIB,
    ..COMMON
};

/// T4: Turing, compute capability 7.5, 40 multiprocessors.
pub const T4: DeviceLimits = DeviceLimits {
    compute_capability: (7, 5),
    multiprocessors: 40,
    max_threads_per_multiprocessor: 1024,
    max_blocks_per_multiprocessor: 16,
    shared_bytes_per_block_optin: 64 * KIB,
    ..COMMON
};

/// A100: Ampere, compute capability 8.0, 108 multiprocessors.
pub const A100: DeviceLimits = DeviceLimits {
    compute_capability: (8, 0),
    multiprocessors: 108,
    shared_bytes_per_block_optin: 163 * KIB,
    shared_bytes_per_multiprocessor: 164 * KIB,
    reserved_shared_bytes_per_block: KIB,
    ..COMMON
};

/// GeForce RTX 3090: Ampere, compute capability 8.6, 82 multiprocessors.
pub const RTX_3090: DeviceLimits = DeviceLimits {
    compute_capability: (8, 6),
    multiprocessors: 82,
    max_threads_per_multiprocessor: 1536,
    max_blocks_per_multiprocessor: 16,
    shared_bytes_per_block_optin: 99 * KIB,
    shared_bytes_per_multiprocessor: 100 * KIB,
    ..A100
};

/// L4: Ada Lovelace, compute capability 8.9, 58 multiprocessors.
pub const L4: DeviceLimits = DeviceLimits {
    compute_capability: (8, 9),
    multiprocessors: 58,
    max_blocks_per_multiprocessor: 24,
    ..RTX_3090
};

/// H100 with SXM: Hopper, compute capability 9.0, 132 multiprocessors.
pub const H100: DeviceLimits = DeviceLimits {
    compute_capability: (9, 0),
    multiprocessors: 132,
    shared_bytes_per_block_optin: 227 * KIB,
    shared_bytes_per_multiprocessor: 228 * KIB,
    cluster_launch: true,
    ..A100
};

/// H200: Hopper, the limits of the H100.
pub const H200: DeviceLimits = H100;

/// B200: Blackwell, compute capability 10.0, 148 multiprocessors.
pub const B200: DeviceLimits = DeviceLimits {
    compute_capability: (10, 0),
    multiprocessors: 148,
    ..H100
};

/// GeForce RTX 5090: Blackwell, compute capability 12.0, 170 multiprocessors.
pub const RTX_5090: DeviceLimits = DeviceLimits {
    compute_capability: (12, 0),
    multiprocessors: 170,
    cluster_launch: true,
    ..L4
};

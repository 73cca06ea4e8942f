//! `csrc/test/occupancy_oracle.cpp` from Rust, with the same structures.

use coop::block_size::BlockSize;
use coop::occupancy::{DeviceLimits, KernelResources, Resource};
use std::ffi::c_int;

#[repr(C)]
pub struct Device {
    major: c_int,
    minor: c_int,
    multiprocessors: c_int,
    warp_size: c_int,
    max_threads_per_block: c_int,
    max_threads_per_multiprocessor: c_int,
    registers_per_block: c_int,
    registers_per_multiprocessor: c_int,
    shared_bytes_per_block: c_int,
    shared_bytes_per_block_optin: c_int,
    shared_bytes_per_multiprocessor: c_int,
    reserved_shared_bytes_per_block: c_int,
}

#[repr(C)]
pub struct Kernel {
    registers: c_int,
    static_shared_bytes: c_int,
    max_threads_per_block: c_int,
    max_dynamic_shared_bytes: c_int,
    barriers: c_int,
}

#[repr(C)]
#[derive(Default)]
pub struct Occupancy {
    pub blocks: c_int,
    pub by_threads: c_int,
    by_blocks: c_int,
    by_registers: c_int,
    by_shared: c_int,
    by_barriers: c_int,
    pub limiting: u32,
}

#[repr(C)]
#[derive(Default)]
struct RawBlockSize {
    threads: c_int,
    min_grid: c_int,
}

#[link(name = "coop_oracle", kind = "static")]
unsafe extern "C" {
    fn coop_oracle_occupancy(
        device: &Device,
        kernel: &Kernel,
        threads: c_int,
        dynamic_shared_bytes: c_int,
        out: &mut Occupancy,
    ) -> c_int;
    fn coop_oracle_block_size(
        device: &Device,
        kernel: &Kernel,
        dynamic_shared_bytes: c_int,
        out: &mut RawBlockSize,
    ) -> c_int;
    fn coop_oracle_block_size_variable(
        device: &Device,
        kernel: &Kernel,
        dynamic_shared_bytes_per_thread: c_int,
        out: &mut RawBlockSize,
    ) -> c_int;
}

/// The calculator's set of limiting resources.
pub mod limiting {
    use super::Resource;

    pub const THREADS: u32 = 1;

    pub fn bit(resource: Resource) -> u32 {
        match resource {
            Resource::Threads => THREADS,
            Resource::Registers => 2,
            Resource::SharedMemory => 4,
            Resource::Blocks => 8,
            Resource::Barriers => 16,
            _ => 0,
        }
    }
}

impl Device {
    /// Whether the calculator has the figures of this compute capability.
    pub fn is_known(&self) -> bool {
        const UNKNOWN_DEVICE: c_int = 2;
        let kernel = Kernel {
            registers: 16,
            static_shared_bytes: 0,
            max_threads_per_block: 1024,
            max_dynamic_shared_bytes: 0,
            barriers: 1,
        };
        let mut out = Occupancy::default();
        // SAFETY: as for `occupancy`.
        let status = unsafe { coop_oracle_occupancy(self, &kernel, 32, 0, &mut out) };
        status != UNKNOWN_DEVICE
    }

    pub fn occupancy(&self, kernel: &Kernel, threads: u32, dynamic: u32) -> Occupancy {
        let mut out = Occupancy::default();
        // SAFETY: the references are valid for the call, the structures are laid out as in
        // C++, and the function keeps none of them.
        let status =
            unsafe { coop_oracle_occupancy(self, kernel, int(threads), int(dynamic), &mut out) };
        assert_eq!(status, 0, "the calculator takes these figures");
        out
    }

    pub fn block_size(&self, kernel: &Kernel, dynamic: u32) -> Option<BlockSize> {
        let mut out = RawBlockSize::default();
        // SAFETY: as for `occupancy`.
        let status = unsafe { coop_oracle_block_size(self, kernel, int(dynamic), &mut out) };
        out.checked(status)
    }

    pub fn block_size_variable(&self, kernel: &Kernel, per_thread: u32) -> Option<BlockSize> {
        let mut out = RawBlockSize::default();
        // SAFETY: as for `occupancy`.
        let status =
            unsafe { coop_oracle_block_size_variable(self, kernel, int(per_thread), &mut out) };
        out.checked(status)
    }
}

impl Occupancy {
    /// In all, then by threads, blocks, registers, shared memory and barriers.
    pub fn limits(&self) -> [Option<u32>; 6] {
        [
            self.blocks,
            self.by_threads,
            self.by_blocks,
            self.by_registers,
            self.by_shared,
            self.by_barriers,
        ]
        .map(|limit| (limit != c_int::MAX).then(|| limit.cast_unsigned()))
    }

    /// The limiting resources; barriers alone where they allow fewer blocks than all the rest,
    /// for which the calculator still names what limited before it counted them.
    pub fn scarcest(&self) -> u32 {
        let others = [
            self.by_threads,
            self.by_blocks,
            self.by_registers,
            self.by_shared,
        ];
        if others.iter().all(|&limit| limit > self.by_barriers) {
            limiting::bit(Resource::Barriers)
        } else {
            self.limiting
        }
    }
}

impl RawBlockSize {
    fn checked(&self, status: c_int) -> Option<BlockSize> {
        assert_eq!(status, 0, "the calculator takes these figures");
        (self.threads != 0).then(|| BlockSize {
            threads: self.threads.cast_unsigned(),
            min_grid: u64::from(self.min_grid.cast_unsigned()),
        })
    }
}

impl From<&DeviceLimits> for Device {
    fn from(device: &DeviceLimits) -> Self {
        Self {
            major: int(device.compute_capability.0),
            minor: int(device.compute_capability.1),
            multiprocessors: int(device.multiprocessors),
            warp_size: int(device.warp_size),
            max_threads_per_block: int(device.max_threads_per_block),
            max_threads_per_multiprocessor: int(device.max_threads_per_multiprocessor),
            registers_per_block: int(device.registers_per_block),
            registers_per_multiprocessor: int(device.registers_per_multiprocessor),
            shared_bytes_per_block: int(device.shared_bytes_per_block),
            shared_bytes_per_block_optin: int(device.shared_bytes_per_block_optin),
            shared_bytes_per_multiprocessor: int(device.shared_bytes_per_multiprocessor),
            reserved_shared_bytes_per_block: int(device.reserved_shared_bytes_per_block),
        }
    }
}

impl From<&KernelResources> for Kernel {
    fn from(kernel: &KernelResources) -> Self {
        Self {
            registers: int(kernel.registers_per_thread),
            static_shared_bytes: int(kernel.static_shared_bytes),
            max_threads_per_block: int(kernel.max_threads_per_block),
            max_dynamic_shared_bytes: int(kernel.max_dynamic_shared_bytes),
            barriers: int(kernel.barriers),
        }
    }
}

fn int(figure: u32) -> c_int {
    assert!(i32::try_from(figure).is_ok(), "{figure} is no C int");
    figure.cast_signed()
}

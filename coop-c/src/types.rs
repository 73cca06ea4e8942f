//! The types that cross the border.

use core::ffi::{CStr, c_char};

/// Extents in x, y and z. Each is at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Dim3 {
    /// Extent in x, the fastest.
    pub x: u32,
    /// Extent in y.
    pub y: u32,
    /// Extent in z.
    pub z: u32,
}

impl From<Dim3> for coop::Block {
    fn from(Dim3 { x, y, z }: Dim3) -> Self {
        Self::xyz(x, y, z)
    }
}

impl From<Dim3> for coop::Grid {
    fn from(Dim3 { x, y, z }: Dim3) -> Self {
        Self::xyz(x, y, z)
    }
}

/// What a call came to. Numbers keep their meaning; later versions may add some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// Done.
    Success = 0,
    /// A null pointer, or a dimension of 0.
    InvalidArgument = 1,
    /// The grid has more blocks than can be resident at once.
    GridTooLarge = 2,
    /// Not even one block fits on a multiprocessor.
    NoResidentBlock = 3,
    /// The block has more threads than the device or the kernel allows, or a dimension beyond the device's.
    BlockTooLarge = 4,
    /// Static and dynamic shared memory together are beyond what a block may opt in to.
    SharedMemoryTooLarge = 5,
    /// Another number of arguments than the kernel takes.
    ArgumentCount = 6,
    /// The device has no cooperative launches, or cannot do it.
    NotSupported = 7,
    /// No driver, one older than the runtime, or the stub of a toolkit.
    NoDriver = 8,
    /// A driver, but no device that the process can see.
    NoDevice = 9,
    /// No code that the device can run, or no kernel that this runtime knows.
    NoCode = 10,
    /// An earlier kernel failed on the device: every later CUDA call of the process fails too.
    KernelFault = 11,
    /// Another error of CUDA; `coop_last_cuda_error` has its code.
    Cuda = 12,
    /// A bug of this library. It has printed where.
    Internal = 13,
}

/// What keeps one more block from fitting on a multiprocessor. Later versions may add some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum Resource {
    /// Something that this version has no name for.
    Other = 0,
    /// Resident threads.
    Threads = 1,
    /// Resident blocks.
    Blocks = 2,
    /// Registers.
    Registers = 3,
    /// Shared memory: static, dynamic and reserved.
    SharedMemory = 4,
    /// Barriers.
    Barriers = 5,
}

/// What fits on a device at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Residency {
    /// The most blocks that a cooperative grid can have: the product of the next two.
    pub max_blocks: u64,
    /// Blocks resident on one multiprocessor; at least 1.
    pub blocks_per_multiprocessor: u32,
    /// Multiprocessors of the device.
    pub multiprocessors: u32,
    /// The resource that is short.
    pub limited_by: Resource,
    /// Its name, such as `threads`. Static: never freed.
    pub limited_by_text: *const c_char,
    /// What would let more blocks fit, as one sentence without a full stop. Static: never freed.
    pub advice: *const c_char,
}

impl From<&coop::Residency> for Residency {
    fn from(residency: &coop::Residency) -> Self {
        let (limited_by, text, advice) = resource(residency.limited_by());
        Self {
            max_blocks: residency.max_blocks(),
            blocks_per_multiprocessor: residency.blocks_per_multiprocessor(),
            multiprocessors: residency.multiprocessors(),
            limited_by,
            limited_by_text: text.as_ptr(),
            advice: advice.as_ptr(),
        }
    }
}

/// The texts are those of `coop`, which a test compares: C wants them with a zero at the end.
fn resource(resource: coop::occupancy::Resource) -> (Resource, &'static CStr, &'static CStr) {
    use coop::occupancy::Resource as R;
    match resource {
        R::Threads => (
            Resource::Threads,
            c"threads",
            c"use a smaller block: more of them share the multiprocessor's threads",
        ),
        R::Blocks => (
            Resource::Blocks,
            c"resident blocks",
            c"use a larger block: each resident block then brings more threads",
        ),
        R::Registers => (
            Resource::Registers,
            c"registers",
            c"use fewer registers a thread (`__launch_bounds__`, `-maxrregcount`) or a smaller block",
        ),
        R::SharedMemory => (
            Resource::SharedMemory,
            c"shared memory",
            c"use less static or dynamic shared memory a block",
        ),
        R::Barriers => (
            Resource::Barriers,
            c"barriers",
            c"name fewer barriers in the kernel; device debugging (`-G`) takes all of them",
        ),
        _ => (
            Resource::Other,
            c"another resource",
            c"update this library, which has no name for the resource",
        ),
    }
}

/// 100 for 0.1.0.
pub(crate) const VERSION: u32 = 10_000 * number(env!("CARGO_PKG_VERSION_MAJOR"))
    + 100 * number(env!("CARGO_PKG_VERSION_MINOR"))
    + number(env!("CARGO_PKG_VERSION_PATCH"));

/// Cargo's decimal digits.
const fn number(digits: &str) -> u32 {
    let (digits, mut number, mut i) = (digits.as_bytes(), 0, 0);
    while i < digits.len() {
        number = 10 * number + (digits[i] - b'0') as u32;
        i += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_has_the_texts_that_coop_has() {
        use coop::occupancy::Resource as R;
        for known in [
            R::Threads,
            R::Blocks,
            R::Registers,
            R::SharedMemory,
            R::Barriers,
        ] {
            let (number, text, advice) = resource(known);
            assert_ne!(number, Resource::Other);
            assert_eq!(text.to_str().unwrap(), known.to_string());
            assert_eq!(advice.to_str().unwrap(), known.advice());
        }
    }

    #[test]
    fn a_version_is_read_digit_by_digit() {
        assert_eq!(number("0"), 0);
        assert_eq!(number("127"), 127);
    }
}

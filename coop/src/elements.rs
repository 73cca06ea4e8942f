//! Elements of buffers: how many bytes they are.

use bytemuck::{AnyBitPattern, NoUninit};

use crate::error::{Error, Result};

/// The size of `len` elements, where it fits. Elements have a size, and an alignment that every allocation has
/// (`cudaMalloc`: 256 bytes; CUDA C++ Programming Guide, "Device Memory Accesses").
pub(crate) fn bytes_of<T: AnyBitPattern + NoUninit>(len: usize) -> Result<usize> {
    const {
        assert!(size_of::<T>() != 0, "elements of a buffer have a size");
        assert!(
            align_of::<T>() <= 256,
            "elements of a buffer are aligned to at most 256 bytes"
        );
    }
    len.checked_mul(size_of::<T>())
        .filter(|&bytes| isize::try_from(bytes).is_ok())
        .ok_or(Error::TooManyElements {
            len,
            size: size_of::<T>(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_overflows_is_an_error_before_anything_is_asked() {
        let error = bytes_of::<f64>(usize::MAX / 4).unwrap_err();
        assert_eq!(
            error,
            Error::TooManyElements {
                len: usize::MAX / 4,
                size: 8
            }
        );
    }
}

//! What a buffer is made of, and how many bytes that is.

use bytemuck::Pod;

use crate::error::{Error, Result};

/// What a buffer can hold: plain data without padding ([`bytemuck::Pod`]), for which any bits are a value.
///
/// Every `Pod` type is one: the integers and floats, arrays of them, [`vector`](crate::vector) types, and structures declared
/// with `pod struct` in [`structs!`](crate::structs).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a buffer",
    label = "not plain data (`bytemuck::Pod`)",
    note = "declare a structure with `coop::structs! {{ pod struct Name {{ ... }} }}`: it is then an element and a kernel parameter",
    note = "`bool` and pointers are no plain data: take `u8`, or keep addresses as `u64`",
    note = "a structure of another crate is one where it implements `coop::bytemuck::Pod`"
)]
pub trait Element: Pod {}

#[diagnostic::do_not_recommend]
impl<T: Pod> Element for T {}

/// The size of `len` elements, where it fits. Elements have a size, and an alignment that every allocation has
/// (`cudaMalloc`: 256 bytes; CUDA C++ Programming Guide, "Device Memory Accesses").
pub(crate) fn bytes_of<T: Element>(len: usize) -> Result<usize> {
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

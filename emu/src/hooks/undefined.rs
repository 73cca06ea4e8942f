//! What the compiler's checks call where an address is no multiple of what its type needs, or an index is outside an
//! array: `-fsanitize=alignment,bounds`, with these in the place of the compiler's own library. They do nothing for host code.

use std::ffi::{CStr, c_char, c_void};

use crate::judge::Fault;
use crate::judge::site::Site;
use crate::launch::block::Block;
use crate::launch::current_thread::current;

/// Where the checked expression is, as the compiler lays it out.
#[repr(C)]
#[derive(Debug)]
pub struct Place {
    file: *const c_char,
    line: u32,
    /// Of the preprocessed text: nobody knows that.
    _column: u32,
}

/// A type: what kind it is, and its name.
#[repr(C)]
#[derive(Debug)]
pub struct Type {
    kind: u16,
    info: u16,
    name: [c_char; 0],
}

/// What is told of an address.
#[repr(C)]
#[derive(Debug)]
pub struct Mismatch {
    place: Place,
    of: *const Type,
    log_alignment: u8,
    kind: u8,
}

/// What is told of an index.
#[repr(C)]
#[derive(Debug)]
pub struct OutOfBounds {
    place: Place,
    array: *const Type,
    index: *const Type,
}

impl Place {
    fn text(&self) -> String {
        Site::new(self.file, self.line as i32).text()
    }
}

/// A type's name. The compiler gives it with quotes.
///
/// # Safety
///
/// A type of the compiler's.
unsafe fn name(of: *const Type) -> String {
    // SAFETY: by the contract; the name ends with a zero, and is there as long as the program.
    let name = unsafe { CStr::from_ptr((&raw const (*of).name).cast()) }.to_string_lossy();
    let bare = name.trim_matches('\'');
    let plain = ["struct ", "union "]
        .iter()
        .find_map(|word| bare.strip_prefix(word));
    plain.unwrap_or(bare).to_owned()
}

/// An address that is no multiple of what the type there needs, or null.
///
/// # Safety
///
/// `data` is the compiler's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __ubsan_handle_type_mismatch_v1(
    data: *const Mismatch,
    address: *const c_void,
) {
    let block = current();
    if block.is_null() || address.is_null() {
        return; // a null pointer is told by the access
    }
    // SAFETY: by the contract.
    let what = unsafe {
        let data = &*data;
        let does = match data.kind {
            0 => "a read of",
            1 => "a write of",
            2 => "a reference to",
            3 | 4 => "the use of a member of",
            5 => "the construction of",
            _ => "the use of",
        };
        format!(
            "{does} `{}` at {address:p}, {}, which is no multiple of {}",
            name(data.of),
            data.place.text(),
            1_u64 << data.log_alignment
        )
    };
    // SAFETY: the current block, no reference into which is held.
    unsafe { Block::fail(block, Fault::Misaligned, None, what) };
}

/// An index that an array does not have.
///
/// # Safety
///
/// `data` is the compiler's, `index` the value or, where that is wider than a pointer, where it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __ubsan_handle_out_of_bounds(data: *const OutOfBounds, index: usize) {
    let block = current();
    if block.is_null() {
        return;
    }
    // SAFETY: by the contract.
    let what = unsafe {
        let data = &*data;
        format!(
            "index {} of an array `{}`, {}",
            value(&*data.index, index),
            name(data.array),
            data.place.text()
        )
    };
    // SAFETY: the current block, no reference into which is held.
    unsafe { Block::fail(block, Fault::Memory, None, what) };
}

/// An integer, whose type tells its width and whether it has a sign.
fn value(of: &Type, bits: usize) -> i128 {
    let width = 1_u32 << (of.info >> 1).min(6);
    let shift = 64 - width;
    match of.info & 1 {
        1 => i128::from(((bits as u64) << shift) as i64 >> shift),
        _ => i128::from((bits as u64) << shift >> shift),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_as_wide_as_its_type_says_and_has_its_sign() {
        let integer = |log_width: u16, signed: u16| Type {
            kind: 0,
            info: log_width << 1 | signed,
            name: [],
        };
        assert_eq!(value(&integer(5, 1), 0xffff_ffff), -1);
        assert_eq!(value(&integer(5, 0), 0xffff_ffff), 0xffff_ffff);
        assert_eq!(value(&integer(6, 1), usize::MAX), -1);
        assert_eq!(value(&integer(3, 1), 0x80), -128);
        assert_eq!(value(&integer(5, 1), 64), 64);
    }
}

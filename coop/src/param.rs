//! What a kernel parameter is, in a form that Rust and C++ can compare.
//!
//! The codes are those of `coop/export.cuh`; nothing here calls CUDA.

use core::ffi::c_void;
use core::fmt;

/// A type that can be a kernel parameter, passed by value.
///
/// Implemented for the integers, the floats, `bool`, and raw pointers to these. Pointers are device pointers: on
/// the host they are only numbers, and nothing here dereferences one.
///
/// # Safety
///
/// The type's size, alignment and layout must be those of the C++ type that the kernel takes. For a struct of
/// your own that means `#[repr(C)]`, with the default [`TYPE`](Param::TYPE), which is compared by size and alignment:
///
/// ```
/// #[derive(Clone, Copy)]
/// #[repr(C)]
/// struct Grid2d { width: u32, height: u32 }
/// // SAFETY: the C++ side declares the same two 32-bit fields in this order.
/// unsafe impl coop::Param for Grid2d {}
/// ```
pub unsafe trait Param: 'static + Sized {
    /// What C++ must say of the same parameter.
    const TYPE: ParamType = ParamType::opaque::<Self>();
}

/// Kind, size and alignment of a kernel parameter; what both sides of the border state and compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct ParamType {
    code: u32,
    size: u32,
    alignment: u32,
    pointee_size: u32,
}

const OPAQUE: u32 = 0;
const VOID: u32 = 12;
const TO_MUTABLE: u32 = 1;
const TO_CONST: u32 = 2;

impl ParamType {
    const fn scalar<T>(kind: u32) -> Self {
        Self {
            code: kind,
            size: size_of::<T>() as u32,
            alignment: align_of::<T>() as u32,
            pointee_size: 0,
        }
    }

    /// A struct passed by value: `size_of::<T>()` bytes, of which C++ and Rust know no more in common.
    pub const fn opaque<T>() -> Self {
        Self::scalar::<T>(OPAQUE)
    }

    const fn pointer(level: u32, pointee: Self) -> Self {
        let kind = pointee.code & 0xff;
        let levels = ((pointee.code >> 8) << 2) | level;
        Self {
            code: kind | (levels << 8),
            size: size_of::<*const u8>() as u32,
            alignment: align_of::<*const u8>() as u32,
            pointee_size: if pointee.code == VOID {
                0
            } else {
                pointee.size
            },
        }
    }

    /// Bytes that the parameter takes.
    pub const fn size(&self) -> usize {
        self.size as usize
    }
}

/// `const double*`, `unsigned int`, `struct (16 B, align 8)`: the C++ name, with its Rust name beside it.
impl fmt::Display for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.code & 0xff;
        let mut levels = self.code >> 8;
        let mut stars = String::new();
        let mut rust = String::new();
        let mut base_is_const = false;
        while levels != 0 {
            let to_const = levels & 3 == TO_CONST;
            rust.push_str(if to_const { "*const " } else { "*mut " });
            // C++ writes the outermost pointer last, and `const` before what it points to.
            stars.insert_str(0, if base_is_const { "* const" } else { "*" });
            base_is_const = to_const;
            levels >>= 2;
        }
        let (cpp, name) = match kind {
            1 => ("signed char", "i8"),
            2 => ("short", "i16"),
            3 => ("int", "i32"),
            4 => ("long long", "i64"),
            5 => ("unsigned char", "u8"),
            6 => ("unsigned short", "u16"),
            7 => ("unsigned int", "u32"),
            8 => ("size_t", "u64"),
            9 => ("float", "f32"),
            10 => ("double", "f64"),
            11 => ("bool", "bool"),
            VOID => ("void", "c_void"),
            _ => ("struct", "struct"),
        };
        let constant = if base_is_const { "const " } else { "" };
        if kind == OPAQUE {
            let size = if stars.is_empty() {
                self.size
            } else {
                self.pointee_size
            };
            write!(
                f,
                "{constant}struct{stars} (struct of {size} B, align {})",
                self.alignment
            )
        } else {
            write!(f, "{constant}{cpp}{stars} ({rust}{name})")
        }
    }
}

macro_rules! scalars {
    ($($type:ty = $kind:literal),* $(,)?) => {$(
        // SAFETY: CUDA C++ has a fundamental type of this width, sign and alignment on every host it supports.
        unsafe impl Param for $type {
            const TYPE: ParamType = ParamType::scalar::<$type>($kind);
        }
    )*};
}

scalars!(
    i8 = 1,
    i16 = 2,
    i32 = 3,
    i64 = 4,
    u8 = 5,
    u16 = 6,
    u32 = 7,
    u64 = 8,
    f32 = 9,
    f64 = 10,
    bool = 11,
    c_void = 12,
);

// SAFETY: CUDA supports 64-bit hosts only, where these are `long long` and `size_t`.
unsafe impl Param for isize {
    const TYPE: ParamType = i64::TYPE;
}
// SAFETY: as above.
unsafe impl Param for usize {
    const TYPE: ParamType = u64::TYPE;
}
// SAFETY: a raw pointer to a sized type is an address, here and in C++.
unsafe impl<T: Param> Param for *const T {
    const TYPE: ParamType = ParamType::pointer(TO_CONST, T::TYPE);
}
// SAFETY: as above.
unsafe impl<T: Param> Param for *mut T {
    const TYPE: ParamType = ParamType::pointer(TO_MUTABLE, T::TYPE);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name<T: Param>() -> String {
        T::TYPE.to_string()
    }

    #[test]
    fn a_type_is_shown_in_both_languages() {
        assert_eq!(name::<u32>(), "unsigned int (u32)");
        assert_eq!(name::<*const f64>(), "const double* (*const f64)");
        assert_eq!(name::<*mut f32>(), "float* (*mut f32)");
        assert_eq!(name::<*mut c_void>(), "void* (*mut c_void)");
        assert_eq!(
            name::<*mut *const f64>(),
            "const double** (*mut *const f64)"
        );
        assert_eq!(
            name::<*const *mut f64>(),
            "double* const* (*const *mut f64)"
        );
    }

    #[test]
    fn types_that_differ_in_anything_have_different_codes() {
        let all = [
            i32::TYPE,
            u32::TYPE,
            i64::TYPE,
            u64::TYPE,
            f32::TYPE,
            f64::TYPE,
            bool::TYPE,
            u8::TYPE,
            <*const f32>::TYPE,
            <*mut f32>::TYPE,
            <*const f64>::TYPE,
            <*mut *mut f32>::TYPE,
            <*mut *const f32>::TYPE,
            <*const *mut f32>::TYPE,
            <*mut c_void>::TYPE,
            ParamType::opaque::<[u64; 2]>(),
            ParamType::opaque::<[u32; 4]>(),
            ParamType::opaque::<[u64; 3]>(),
        ];
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                assert_ne!(a, b, "{a} and {b}");
            }
        }
    }

    #[test]
    fn sizes_of_pointers_and_scalars_are_the_hosts() {
        assert_eq!(<*const f32>::TYPE.size(), 8);
        assert_eq!(usize::TYPE, u64::TYPE);
        assert_eq!(isize::TYPE, i64::TYPE);
        assert_eq!(u16::TYPE.size(), 2);
    }
}

//! What a kernel parameter is, in a form that Rust and C++ can compare.
//!
//! The codes are those of `coop/export.cuh`; nothing here calls CUDA.

use core::ffi::c_void;
use core::fmt;

/// A type that can be a kernel parameter, passed by value, or a member of one.
///
/// Implemented for the integers, the floats, `bool`, raw pointers to these, CUDA's [`vector`](crate::vector) types and, with the
/// feature `half`, the numbers of 16 bits of the crate `half`. Pointers are device pointers: on the host they are only numbers,
/// and nothing here dereferences one. A structure of your own is declared with [`structs!`](crate::structs).
///
/// # Safety
///
/// The type's size, alignment and layout must be those of the C++ type that the kernel takes. For a structure that
/// [`structs!`](crate::structs) cannot declare that means `#[repr(C)]`, with the default [`TYPE`](Param::TYPE), which is compared
/// by size and alignment.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a kernel",
    label = "not a kernel parameter",
    note = "a structure is declared with `coop::structs! {{ struct Name {{ ... }} }}`, as the C++ side has it",
    note = "memory is passed by its address: `*const T` and `buffer.as_ptr()`, or `*mut T` and `buffer.as_mut_ptr()`",
    note = "`half::f16` and `half::bf16` are parameters with the feature `half` of coop"
)]
pub unsafe trait Param: 'static + Sized {
    /// What C++ must say of the same parameter.
    const TYPE: ParamType = ParamType::opaque::<Self>();
}

/// Kind, size and alignment of a kernel parameter; what both sides of the border state and compare.
#[derive(Debug, Clone, Copy)]
pub struct ParamType {
    code: u32,
    size: u32,
    alignment: u32,
    pointee_size: u32,
    /// Of the structure that it is or points to; empty where it is not known.
    name: &'static str,
    members: &'static [Member],
}

/// Whether both sides can be one parameter. The names and members of structures are compared
/// [apart](crate::Error::StructMember), where both sides state them.
impl PartialEq for ParamType {
    fn eq(&self, other: &Self) -> bool {
        let of = |t: &Self| (t.code, t.size, t.alignment, t.pointee_size);
        of(self) == of(other)
    }
}

impl Eq for ParamType {}

/// A member of a structure: its name, where it is, and what.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    name: &'static str,
    offset: u32,
    of: ParamType,
}

impl Member {
    /// As Rust declares it, or as C++ states it: see [`structs!`](crate::structs).
    #[doc(hidden)]
    pub const fn new(name: &'static str, offset: usize, of: ParamType) -> Self {
        Self {
            name,
            offset: offset as u32,
            of,
        }
    }

    /// The name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it is; of an array its element, with the size of all of them.
    pub const fn of(&self) -> ParamType {
        self.of
    }

    /// Whether both sides mean the same: the same type in the same place, and a name that differs in style at most (`row_ptr`
    /// and `rowPtr`).
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        let plain = |name: &str| {
            name.trim_start_matches("r#")
                .replace('_', "")
                .to_lowercase()
        };
        self.offset == other.offset && self.of == other.of && plain(self.name) == plain(other.name)
    }
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.offset == other.offset && self.of == other.of
    }
}

impl Eq for Member {}

/// `` `mass`, 4 B of float (f32) at byte 12 ``.
impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, offset, of } = self;
        write!(f, "`{name}`, {} B of {of} at byte {offset}", of.size)
    }
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
            name: "",
            members: &[],
        }
    }

    /// As C++ states it.
    pub(crate) const fn stated(
        [code, size, alignment, pointee_size]: [u32; 4],
        name: &'static str,
    ) -> Self {
        Self {
            code,
            size,
            alignment,
            pointee_size,
            name,
            members: &[],
        }
    }

    /// As C++ would state it.
    #[cfg(test)]
    pub(crate) fn raw(&self) -> [u32; 4] {
        [self.code, self.size, self.alignment, self.pointee_size]
    }

    /// A structure whose members are known: see [`structs!`](crate::structs).
    #[doc(hidden)]
    pub const fn structure<T>(name: &'static str, members: &'static [Member]) -> Self {
        Self {
            name,
            members,
            ..Self::opaque::<T>()
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
            name: pointee.name,
            members: pointee.members,
        }
    }

    /// Bytes that the parameter takes.
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// The members of the structure that it is or points to, where they are known.
    pub(crate) const fn members(&self) -> &'static [Member] {
        self.members
    }

    /// The name of that structure; empty where it is not known.
    pub(crate) const fn name(&self) -> &'static str {
        self.name
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
            13 => ("__half", "f16"),
            14 => ("__nv_bfloat16", "bf16"),
            _ => ("struct", "struct"),
        };
        let constant = if base_is_const { "const " } else { "" };
        if kind == OPAQUE {
            let size = if stars.is_empty() {
                self.size
            } else {
                self.pointee_size
            };
            let name = if self.name.is_empty() {
                "struct"
            } else {
                self.name
            };
            write!(f, "{constant}{name}{stars} (struct of {size} B")?;
            // Of what a pointer points to, it is not known.
            if stars.is_empty() {
                write!(f, ", align {}", self.alignment)?;
            }
            f.write_str(")")
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

// SAFETY: an array is its elements, here and in C++. C++ has it as a member alone: a parameter would be a pointer, which is
// refused as another type.
unsafe impl<T: Param, const N: usize> Param for [T; N] {
    const TYPE: ParamType = ParamType {
        size: T::TYPE.size * N as u32,
        ..T::TYPE
    };
}

#[cfg(feature = "half")]
scalars!(half::f16 = 13, half::bf16 = 14);

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

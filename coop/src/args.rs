//! A kernel's arguments: a tuple, whose type is the kernel's signature.

use core::ffi::c_void;

use crate::param::{Param, ParamType};

/// The arguments of one launch, as a tuple of 0 to 16 [`Param`]s: `(n,)`, `(input, output, n)`.
///
/// Sealed: the launch relies on what the tuples do.
pub trait Args: Copy + sealed::Sealed {
    /// The signature that the tuple stands for, in order.
    const TYPES: &'static [ParamType];

    /// Calls `f` with what the runtime's launch functions want: an array of the arguments' addresses. They
    /// are valid until `f` returns; the runtime copies the arguments before a launch returns.
    #[doc(hidden)]
    fn with_addresses<R>(&self, f: impl FnOnce(*mut *mut c_void) -> R) -> R;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! tuple {
    ($($type:ident $field:tt),*) => {
        impl<$($type: Param + Copy),*> sealed::Sealed for ($($type,)*) {}

        impl<$($type: Param + Copy),*> Args for ($($type,)*) {
            const TYPES: &'static [ParamType] = &[$($type::TYPE),*];

            #[inline]
            fn with_addresses<R>(&self, f: impl FnOnce(*mut *mut c_void) -> R) -> R {
                // One more than there are, so that no argument is still an array; the runtime reads
                // as many as the kernel has. It only reads them, whatever its C type says.
                let mut addresses = [
                    $((&raw const self.$field).cast_mut().cast::<c_void>(),)*
                    core::ptr::null_mut::<c_void>(),
                ];
                f(addresses.as_mut_ptr())
            }
        }
    };
}

tuple!();
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_are_those_of_the_arguments_in_order() {
        let args = (7u32, 2.5f64, -1i64);
        args.with_addresses(|addresses| {
            // SAFETY: with_addresses gives one valid address an argument, of the argument's type.
            let read = unsafe {
                (
                    **addresses.cast::<*const u32>(),
                    **addresses.add(1).cast::<*const f64>(),
                    **addresses.add(2).cast::<*const i64>(),
                )
            };
            assert_eq!(read, args);
        });
    }

    #[test]
    fn a_tuple_states_the_types_in_order() {
        assert_eq!(<(u32, *const f64)>::TYPES, [u32::TYPE, <*const f64>::TYPE]);
        assert!(<()>::TYPES.is_empty());
    }
}

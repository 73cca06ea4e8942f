//! The arguments of a launch: one block of memory, each at an address that suits its type.

use std::ffi::c_void;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::kernels::{Parameter, offsets};

/// The arguments of a launch, copied when it was submitted.
#[derive(Clone)]
pub struct Arguments(Arc<Block>);

struct Block {
    /// Where the pointers go. Never written once it is filled.
    lines: Vec<Line>,
    pointers: Vec<*const c_void>,
    sizes: Vec<usize>,
}

/// As aligned as any parameter.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
struct Line([u8; 128]);

// SAFETY: the pointers are to `lines`, which nobody writes.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

impl Arguments {
    /// Copies the bytes of each argument, of which each parameter has one.
    ///
    /// # Panics
    ///
    /// If there are not as many, or one has not as many bytes as its parameter.
    pub fn new<'a>(
        parameters: &[Parameter],
        arguments: impl IntoIterator<Item = &'a [u8]>,
    ) -> Self {
        let (places, bytes) = offsets(parameters);
        let mut block = vec![0_u8; bytes];
        let mut arguments = arguments.into_iter();
        for (offset, parameter) in places.iter().zip(parameters) {
            let argument = arguments.next().unwrap_or_default();
            block[*offset..offset + parameter.size].copy_from_slice(argument);
        }
        assert!(arguments.next().is_none(), "more arguments than parameters");
        let mut lines = vec![Line([0; 128]); bytes.div_ceil(128).max(1)];
        for (line, bytes) in lines.iter_mut().zip(block.chunks(128)) {
            line.0[..bytes.len()].copy_from_slice(bytes);
        }
        let begin = lines.as_ptr().cast::<u8>();
        let pointers = places
            .iter()
            .map(|offset| begin.wrapping_add(*offset).cast())
            .collect();
        let sizes = parameters.iter().map(|parameter| parameter.size).collect();
        Arguments(Arc::new(Block {
            lines,
            pointers,
            sizes,
        }))
    }

    /// The argument that has an address, from which the kernel's call copies it.
    pub(crate) fn around(&self, address: usize) -> Option<Range<usize>> {
        let begins = self.0.pointers.iter().map(|pointer| *pointer as usize);
        let mut ranges = begins
            .zip(&self.0.sizes)
            .map(|(begin, size)| begin..begin + size);
        ranges.find(|range| range.contains(&address))
    }

    /// The argument, counted from 1, that points into a range, at or before an address of it: the nearest. A structure may have the
    /// pointer in it.
    pub(crate) fn of_range(&self, range: &Range<usize>, address: usize) -> Option<usize> {
        const WORD: usize = size_of::<usize>();
        let mut nearest: Option<(usize, usize)> = None;
        for (index, (begin, size)) in self.0.pointers.iter().zip(&self.0.sizes).enumerate() {
            for offset in (0..*size / WORD).map(|word| word * WORD) {
                // SAFETY: within the argument, of which any bytes are a number.
                let value = unsafe { begin.byte_add(offset).cast::<usize>().read_unaligned() };
                let nearer = nearest.is_none_or(|(_, before)| value > before);
                if range.contains(&value) && value <= address && nearer {
                    nearest = Some((index + 1, value));
                }
            }
        }
        nearest.map(|(argument, _)| argument)
    }

    /// A pointer to each argument. They stay for as long as these arguments, or a copy of them, do.
    #[must_use]
    pub fn pointers(&self) -> &[*const c_void] {
        &self.0.pointers
    }
}

impl fmt::Debug for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.lines.len() * size_of::<Line>();
        write!(f, "{} arguments in {bytes} bytes", self.0.pointers.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_argument_is_at_a_multiple_of_its_alignment_and_copies_share_the_block() {
        let parameters = [(1, 1), (8, 8), (64, 64), (4, 4)]
            .map(|(size, alignment)| Parameter { size, alignment });
        let bytes = [vec![7; 1], vec![8; 8], vec![9; 64], vec![10; 4]];
        let arguments = Arguments::new(&parameters, bytes.iter().map(Vec::as_slice));
        for ((pointer, parameter), bytes) in
            arguments.pointers().iter().zip(&parameters).zip(&bytes)
        {
            assert!((*pointer as usize).is_multiple_of(parameter.alignment));
            // SAFETY: as many bytes as the parameter has.
            let found = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), parameter.size) };
            assert_eq!(found, bytes);
        }
        assert_eq!(arguments.clone().pointers(), arguments.pointers());
        assert!(Arguments::new(&[], []).pointers().is_empty());
    }

    #[test]
    fn the_argument_that_points_to_an_address_is_the_nearest_before_it() {
        let parameters = [4, 8, 16, 8].map(|size| Parameter {
            size,
            alignment: size.min(8),
        });
        let pointer = |address: usize| address.to_ne_bytes().to_vec();
        let bytes = [
            vec![1; 4],
            pointer(0x1000),
            [pointer(7), pointer(0x2000)].concat(),
            pointer(0x1040),
        ];
        let arguments = Arguments::new(&parameters, bytes.iter().map(Vec::as_slice));
        for (range, address, expected) in [
            (0x1000..0x1080, 0x103c, Some(2)),
            (0x1000..0x1080, 0x1040, Some(4)),
            (0x2000..0x2080, 0x2004, Some(3)),
            (0x3000..0x3080, 0x3000, None),
        ] {
            assert_eq!(
                arguments.of_range(&range, address),
                expected,
                "{address:#x}"
            );
        }
    }
}

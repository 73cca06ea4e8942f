//! Parts of a buffer, by ranges of elements. Nothing here calls CUDA.

use core::ops::{Bound, RangeBounds};

use crate::error::{Error, Result};

/// Where a range of elements begins and how many they are, in a buffer of `len`.
pub(crate) fn resolve(range: impl RangeBounds<usize>, len: usize) -> Result<(usize, usize)> {
    let begin = match range.start_bound() {
        Bound::Included(&begin) => begin,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    };
    if begin <= end && end <= len {
        Ok((begin, end - begin))
    } else {
        Err(Error::Range { begin, end, len })
    }
}

/// That two sides of a copy have the same length.
pub(crate) const fn same_length(len: usize, given: usize) -> Result<()> {
    if given == len {
        Ok(())
    } else {
        Err(Error::Length { len, given })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_within_a_buffer_are_taken_and_all_others_are_told_with_their_numbers() {
        let of = |range: (Bound<usize>, Bound<usize>)| resolve(range, 10);
        assert_eq!(resolve(2..5, 10), Ok((2, 3)));
        assert_eq!(resolve(.., 10), Ok((0, 10)));
        assert_eq!(resolve(..=9, 10), Ok((0, 10)));
        assert_eq!(resolve(10.., 10), Ok((10, 0)));
        assert_eq!(of((Bound::Excluded(3), Bound::Unbounded)), Ok((4, 6)));
        let refused = |begin, end| {
            Err(Error::Range {
                begin,
                end,
                len: 10,
            })
        };
        assert_eq!(resolve(2..11, 10), refused(2, 11));
        assert_eq!(resolve(11.., 10), refused(11, 10));
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = resolve(5..2, 10);
        assert_eq!(reversed, refused(5, 2));
        assert_eq!(resolve(0..=usize::MAX, 10), refused(0, usize::MAX));
        let text = reversed.unwrap_err().to_string();
        assert!(text.contains("5 to 2") && text.contains("10"), "{text}");
    }
}

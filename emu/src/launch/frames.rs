//! Who called whom, by the frame pointers that kernels are compiled with.

/// More functions than that are not told of.
const MOST: usize = 16;

/// The return addresses of a frame and of those above it, the innermost first, up to the address `top` of the same stack.
///
/// # Safety
///
/// What is from `frame` to `top`, if that is above it, may be read, and is not changed while the iterator is used.
pub(crate) unsafe fn frames(frame: usize, top: usize) -> impl Iterator<Item = usize> + Clone {
    let (mut at, mut below) = (frame, 0);
    let next = move || {
        // What is no frame does not ascend.
        if at <= below || at % align_of::<usize>() != 0 || at > top.saturating_sub(FRAME) {
            return None;
        }
        // SAFETY: two words on the stack: the frame of the caller, and where it goes on.
        let [caller, address] = unsafe { *(at as *const [usize; 2]) };
        (below, at) = (at, caller);
        Some(address)
    };
    std::iter::from_fn(next).take(MOST)
}

const FRAME: usize = size_of::<[usize; 2]>();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_followed_while_they_ascend_on_one_stack() {
        let mut words = [0_usize; 12];
        let stack = std::hint::black_box(&mut words);
        let begin = stack.as_ptr() as usize;
        let word = |index: usize| begin + 8 * index;
        (stack[1], stack[2]) = (word(5), 11);
        (stack[5], stack[6]) = (word(8), 12);
        (stack[8], stack[9]) = (word(5), 13);
        let calls = |frame, top| {
            // SAFETY: words of the array.
            unsafe { frames(frame, top) }.collect::<Vec<_>>()
        };
        assert_eq!(calls(word(1), word(12)), [11, 12, 13]);
        assert_eq!(calls(word(1), word(8)), [11, 12]);
        assert_eq!(calls(word(1) + 1, word(12)), [0; 0]);
        assert_eq!(calls(0, word(12)), [0; 0]);
    }
}

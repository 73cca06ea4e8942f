//! Cooperative CUDA kernels with typed Rust handles, one module a kernel family.
//!
//! | module | kernel | what it computes in one launch |
//! |---|---|---|
//! | [`two_pass`] | csrc/two_pass.cu | every element less the mean of all |
//! | [`reduce`] | csrc/reduce.cu | the sum of all elements, the same bits on every device |
//! | [`cg`] | csrc/cg.cu | a whole solve of a sparse positive definite system |
//! | [`heat`] | csrc/heat.cu | thousands of sweeps of a two-dimensional stencil, the field on chip |
//! | [`membrane`] | csrc/phases.cu | a membrane that swings, in phases that are run every way |
//!
//! Each module declares its kernels with [`coop::kernels!`] and has a safe function that launches them.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

pub mod cg;
pub mod heat;
pub mod membrane;
pub mod reduce;
pub mod sparse;
pub mod two_pass;

pub use coop;

/// What the examples say at their end where the kernels ran on the CPU.
pub const EMULATION_NOTE: Option<&str> = match coop::EMULATED {
    true => Some("emulated on the CPU; on a GPU: the same command with --features cuda"),
    false => None,
};

/// Lets a closed pipe (`| head -1`) end an example as it ends other programs: at once, and without a word. First in `main`.
pub fn end_on_a_closed_pipe() {
    // SAFETY: the default action runs no code of this process.
    #[cfg(unix)]
    let _ = unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// The arguments of an example that takes at most `N` of them.
///
/// # Errors
///
/// A sentence about the first one too many.
pub fn arguments<const N: usize>() -> Result<[Option<String>; N], String> {
    first(std::env::args_os().skip(1))
}

fn first<const N: usize>(
    mut all: impl Iterator<Item = std::ffi::OsString>,
) -> Result<[Option<String>; N], String> {
    let shown = |argument: std::ffi::OsString| argument.to_string_lossy().into_owned();
    let taken = core::array::from_fn(|_| all.next().map(shown));
    match all.next() {
        None => Ok(taken),
        Some(more) => Err(format!(
            "`{}` is one too many: at most {N} argument{} can be given",
            shown(more),
            if N == 1 { "" } else { "s" }
        )),
    }
}

/// The number of elements, which is all that an example's command line says.
///
/// # Errors
///
/// A sentence about what is no number, or about an argument too many.
pub fn elements(default: usize) -> Result<usize, String> {
    let [elements] = arguments()?;
    elements.map_or(Ok(default), |text| {
        let wanted = |_| format!("`{text}` is no number of elements, such as {default}");
        text.parse().map_err(wanted)
    })
}

/// The first paragraph of what clap says of a wrong command line, on one line; usage and tips follow it.
#[must_use]
pub fn first_sentence(message: &str) -> String {
    let paragraph = message.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let line = words.join(" ");
    format!(
        "{} (--help tells what is allowed)",
        line.trim_start_matches("error: ")
    )
}

/// That a buffer is of the device it is to be used on.
fn same_device<T>(buffer: &coop::DeviceBuffer<T>, device: coop::Device) -> coop::Result<()> {
    if buffer.device() == device {
        return Ok(());
    }
    let what = String::from("the input buffer");
    Err(coop::Error::WrongDevice {
        what,
        owner: buffer.device(),
        current: device,
    })
}

#[cfg(test)]
mod tests {
    use super::{first, first_sentence};

    #[test]
    fn an_argument_too_many_is_refused_by_name_and_fewer_are_taken() {
        let given = |words: &[&str]| first::<2>(words.iter().map(Into::into));
        assert_eq!(given(&["a"]), Ok([Some("a".to_owned()), None]));
        assert!(given(&["a", "b"]).is_ok());
        assert_eq!(
            given(&["a", "b", "c", "d"]).unwrap_err(),
            "`c` is one too many: at most 2 arguments can be given"
        );
    }
    #[test]
    fn of_what_clap_says_the_first_paragraph_is_told_on_one_line() {
        let message = "error: one\n  two\n\nUsage: three\n";
        assert_eq!(
            first_sentence(message),
            "one two (--help tells what is allowed)"
        );
    }
}

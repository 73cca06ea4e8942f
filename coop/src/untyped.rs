//! Cooperative kernels whose argument types are not known here: what a binding to another language builds on.
//!
//! The checks are those of [`crate::CooperativeKernel`], but for the arguments: of them only the number is compared. In Rust,
//! declare the types.

use core::ffi::c_void;

use crate::error::{Error, Result};
use crate::kernel::mode::Mode;
use crate::kernel::prepare::Core;
use crate::kernel::query;
use crate::launch::cooperative;
use crate::launch::prepared::{Entry, Prepared};
use crate::residency::Residency;
use crate::shape::{Block, Grid, SharedBytes};
use crate::stream::Stream;

/// A kernel whose blocks wait for each other, known by its address.
#[derive(Debug)]
pub struct CooperativeKernel {
    core: Core,
    parameters: Option<usize>,
}

impl CooperativeKernel {
    /// Asks the runtime for the name of the kernel at `address` and how many parameters it has. Where the runtime cannot
    /// tell (before CUDA 12.4) the address is the name, and the number is not compared.
    ///
    /// Make one a kernel and keep it: it remembers what was prepared, and its name is never freed.
    ///
    /// # Errors
    ///
    /// That there is no driver or device, that the runtime of this crate knows no kernel of this address, or whatever else
    /// it answers.
    ///
    /// # Safety
    ///
    /// `address` is the host stub of a kernel of this process (or a `cudaKernel_t`), which is not unloaded while the value
    /// is used.
    pub unsafe fn at(address: *const c_void) -> Result<Self> {
        let entry = Entry(address);
        let sizes = query::parameter_sizes(entry)?;
        let name = query::name(entry)?.unwrap_or_else(|| format!("{address:p}"));
        Ok(Self {
            core: Core::untyped(Mode::Cooperative, name.leak(), entry),
            parameters: sizes.map(|sizes| sizes.len()),
        })
    }

    /// The runtime's name of the kernel: mangled, unless it is `extern "C"`.
    pub const fn name(&self) -> &'static str {
        self.core.name()
    }

    /// As [`CooperativeKernel::prepare`](crate::CooperativeKernel::prepare).
    ///
    /// # Errors
    ///
    /// The first check that fails, with what was given and what is allowed.
    #[inline]
    pub fn prepare(
        &self,
        block: impl Into<Block>,
        shared: SharedBytes,
    ) -> Result<CooperativeLaunch> {
        self.core
            .prepare(block.into(), shared, |prepared| CooperativeLaunch {
                prepared: *prepared,
                parameters: self.parameters,
            })
    }
}

/// A cooperative launch that was prepared on one device, for one block and amount of shared memory.
#[derive(Debug, Clone, Copy)]
pub struct CooperativeLaunch {
    prepared: Prepared,
    parameters: Option<usize>,
}

impl CooperativeLaunch {
    /// How large the grid can be, and what limits it.
    pub const fn residency(&self) -> &Residency {
        &self.prepared.residency
    }

    /// Launches the kernel on `grid`, in `stream`, with the arguments at these addresses. Does not wait for it.
    ///
    /// # Safety
    ///
    /// Each address is that of a value of the type of the kernel's parameter; the values are copied before the call
    /// returns. For the rest as [`CooperativeLaunch::launch`](crate::CooperativeLaunch::launch).
    ///
    /// # Errors
    ///
    /// [`Error::AddressCount`], and those of [`CooperativeLaunch::launch`](crate::CooperativeLaunch::launch).
    #[inline]
    pub unsafe fn launch(
        &self,
        grid: impl Into<Grid>,
        stream: &Stream,
        addresses: &[*mut c_void],
    ) -> Result<()> {
        let prepared = &self.prepared;
        check_count(prepared.kernel, addresses.len(), self.parameters)?;
        // SAFETY: one address a parameter, of the right type, as the caller promises. The runtime only reads the list.
        unsafe { cooperative(prepared, grid.into(), stream, addresses.as_ptr().cast_mut()) }
    }
}

fn check_count(kernel: &'static str, given: usize, parameters: Option<usize>) -> Result<()> {
    match parameters {
        Some(parameters) if parameters != given => Err(Error::AddressCount {
            kernel,
            given,
            parameters,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_and_too_many_arguments_are_told_with_both_numbers() {
        for given in [2, 4] {
            let text = check_count("k", given, Some(3)).unwrap_err().to_string();
            assert!(
                text.contains(&format!("{given} arguments")) && text.contains("takes 3"),
                "{text}"
            );
        }
        assert!(check_count("k", 3, Some(3)).is_ok());
    }

    #[test]
    fn a_runtime_that_cannot_tell_the_number_is_no_reason_to_refuse() {
        assert!(check_count("k", 2, None).is_ok());
    }
}

//! A kernel in a sequence, launched as it is or as a programmatic dependent launch.

use std::ffi::c_void;

use coop::cuda_sys::{
    cudaLaunchAttribute, cudaLaunchAttributeID, cudaLaunchConfig_t, cudaLaunchKernelExC,
};
use coop::{Args, Block, CudaError, Grid, Kernel, Launch, Residency, SharedBytes, Stream};

/// One kernel, ready to be launched.
pub struct Step<A> {
    launch: Launch<A>,
    entry: *const c_void,
    grid: Grid,
    dependent: bool,
}

impl<A: Args> Step<A> {
    /// With a grid that may depend on what is resident. A `dependent` kernel waits itself for the one before it.
    pub fn new(
        kernel: &Kernel<A>,
        block: impl Into<Block>,
        shared: SharedBytes,
        dependent: bool,
        grid: impl FnOnce(&Residency) -> Grid,
    ) -> coop::Result<Self> {
        let launch = kernel.prepare(block, shared)?;
        Ok(Self {
            launch,
            entry: kernel.as_raw()?,
            grid: grid(launch.residency()),
            dependent,
        })
    }

    /// # Safety
    ///
    /// As [`Launch::launch`].
    pub unsafe fn launch(&self, stream: &Stream, args: A) -> coop::Result<()> {
        if !self.dependent {
            // SAFETY: the caller's promise.
            return unsafe { self.launch.launch(self.grid, stream, args) };
        }
        // SAFETY: a structure and a union of integers, for which zero is valid.
        let mut attribute: cudaLaunchAttribute = unsafe { std::mem::zeroed() };
        attribute.id = cudaLaunchAttributeID::cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute.val.programmaticStreamSerializationAllowed = 1;
        let config = cudaLaunchConfig_t {
            gridDim: self.grid.as_raw(),
            blockDim: self.launch.block().as_raw(),
            dynamicSmemBytes: self.launch.shared().0 as usize,
            stream: stream.as_raw(),
            attrs: &mut attribute,
            numAttrs: 1,
        };
        args.with_addresses(|addresses| {
            // SAFETY: the entry is that of the kernel that was prepared; the rest is the caller's promise.
            let code = unsafe { cudaLaunchKernelExC(&config, self.entry, addresses) };
            Ok(CudaError::check("cudaLaunchKernelExC", code)?)
        })
    }
}

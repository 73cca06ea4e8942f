//! Prepared launches that call the driver's own function, which costs the host less than the runtime's.
//!
//! The runtime's launch looks up the kernel's handle by the address of its host stub, each time. `cudaGetFuncBySymbol`
//! gives that handle once, and `cudaGetDriverEntryPoint` the driver's function that takes it, without a link to libcuda.

use core::ffi::{CStr, c_void};
use core::{mem, ptr};

use cuda_sys::{
    cudaDriverEntryPointQueryResult, cudaError, cudaFunction_t, cudaGetDriverEntryPointFlags,
    cudaGetFuncBySymbol, cudaStream_t,
};

use crate::args::Args;
use crate::error::{Error, Result, check};
use crate::launch::prepared::Prepared;
use crate::launch::{CooperativeLaunch, Launch, check_cooperative, check_ordinary};
use crate::ordinal::Device;
use crate::shape::Grid;
use crate::stream::Stream;

/// A prepared launch that calls the driver: of [`CooperativeLaunch::resolve`] or [`Launch::resolve`].
///
/// It makes the checks of the prepared launch and has its errors, and costs the host what the driver's call costs: 4% less than
/// the runtime's on a fast host (`cargo bench --features cuda --bench launch_cost`: 3.13 against 3.25 us), more on a slow one. An
/// error of the driver is told as the runtime's of the same number: the two number alike what a launch can return. Unlike
/// the runtime's launch it leaves `cudaGetLastError` as it was.
///
/// Plain data: copy it, keep it, use it from any thread that has its device current.
#[derive(Debug, Clone, Copy)]
pub struct Resolved<L> {
    launch: L,
    function: cudaFunction_t,
    /// The driver's launch, a [`CuLaunchCooperativeKernel`] or [`CuLaunchKernel`] by what `L` is.
    driver: *mut c_void,
}

// SAFETY: the handle and the address are the driver's, which any thread may use.
unsafe impl<L: Send> Send for Resolved<L> {}
// SAFETY: as above.
unsafe impl<L: Sync> Sync for Resolved<L> {}

impl<L> Resolved<L> {
    /// `symbol` is the driver's launch for an `L`.
    fn new(launch: L, core: &Prepared, symbol: &CStr) -> Result<Self> {
        let current = Device::current()?;
        if current != core.device {
            return Err(Error::WrongDevice {
                what: format!("the prepared launch of kernel `{}`", core.kernel),
                owner: core.device,
                current,
            });
        }
        let mut function = ptr::null_mut();
        // SAFETY: writes one handle; the entry is a kernel's.
        check("cudaGetFuncBySymbol", unsafe {
            cudaGetFuncBySymbol(&mut function, core.entry.0)
        })?;
        Ok(Self {
            launch,
            function,
            driver: entry_point(symbol)?,
        })
    }

    /// The launch that was resolved: its device, block and residency.
    pub const fn prepared(&self) -> &L {
        &self.launch
    }

    /// The kernel's handle, a `CUfunction` of the device's primary context, for calls of the driver.
    pub const fn as_raw(&self) -> cudaFunction_t {
        self.function
    }
}

impl<A: Args> CooperativeLaunch<A> {
    /// The same launch by the driver's own function, which costs the host less: see [`Resolved`].
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] where another device is current, or whatever the runtime answers.
    pub fn resolve(&self) -> Result<Resolved<Self>> {
        Resolved::new(*self, &self.prepared, c"cuLaunchCooperativeKernel")
    }
}

impl<A: Args> Resolved<CooperativeLaunch<A>> {
    /// As [`CooperativeLaunch::launch`], by the driver's `cuLaunchCooperativeKernel`.
    ///
    /// # Safety
    ///
    /// As there; and the device has not been reset (`cudaDeviceReset`) since this was resolved: the handle ends with the
    /// device's primary context, as streams and memory do.
    ///
    /// # Errors
    ///
    /// As there.
    #[inline]
    pub unsafe fn launch(&self, grid: impl Into<Grid>, stream: &Stream, args: A) -> Result<()> {
        let (core, grid) = (&self.launch.prepared, grid.into());
        check_cooperative(core, grid, stream)?;
        let (raw, block) = (grid.as_raw(), core.block.as_raw());
        // SAFETY: what `resolve` asked the driver for.
        let launch: CuLaunchCooperativeKernel = unsafe { mem::transmute(self.driver) };
        args.with_addresses(|addresses| {
            // SAFETY: the handle is live, as the device was not reset; the addresses are those of arguments of the types in
            // `A`, as compared when it was prepared; the rest is the caller's promise.
            judge("cuLaunchCooperativeKernel", core.device, || unsafe {
                launch(
                    self.function,
                    raw.x,
                    raw.y,
                    raw.z,
                    block.x,
                    block.y,
                    block.z,
                    core.shared.0,
                    stream.as_raw(),
                    addresses,
                )
            })
        })
    }
}

impl<A: Args> Launch<A> {
    /// The same launch by the driver's own function, which costs the host less: see [`Resolved`].
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] where another device is current, or whatever the runtime answers.
    pub fn resolve(&self) -> Result<Resolved<Self>> {
        Resolved::new(*self, &self.prepared, c"cuLaunchKernel")
    }
}

impl<A: Args> Resolved<Launch<A>> {
    /// As [`Launch::launch`], by the driver's `cuLaunchKernel`.
    ///
    /// # Safety
    ///
    /// As there; and the device has not been reset (`cudaDeviceReset`) since this was resolved: the handle ends with the
    /// device's primary context, as streams and memory do.
    ///
    /// # Errors
    ///
    /// As there.
    #[inline]
    pub unsafe fn launch(&self, grid: impl Into<Grid>, stream: &Stream, args: A) -> Result<()> {
        let (core, grid) = (&self.launch.prepared, grid.into());
        check_ordinary(core, grid, stream)?;
        let (raw, block) = (grid.as_raw(), core.block.as_raw());
        // SAFETY: what `resolve` asked the driver for.
        let launch: CuLaunchKernel = unsafe { mem::transmute(self.driver) };
        args.with_addresses(|addresses| {
            // SAFETY: as in the cooperative launch.
            judge("cuLaunchKernel", core.device, || unsafe {
                launch(
                    self.function,
                    raw.x,
                    raw.y,
                    raw.z,
                    block.x,
                    block.y,
                    block.z,
                    core.shared.0,
                    stream.as_raw(),
                    addresses,
                    ptr::null_mut(),
                )
            })
        })
    }
}

// Both return a `CUresult`: like `cudaError` a C enumeration, whose numbers agree for what a launch returns (CUDA Runtime
// API, `cudaError_t`). A number that the runtime has no name for is kept as it is.
type CuLaunchCooperativeKernel = unsafe extern "system" fn(
    function: cudaFunction_t,
    grid_x: u32,
    grid_y: u32,
    grid_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    shared_bytes: u32,
    stream: cudaStream_t,
    arguments: *mut *mut c_void,
) -> cudaError;

type CuLaunchKernel = unsafe extern "system" fn(
    function: cudaFunction_t,
    grid_x: u32,
    grid_y: u32,
    grid_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    shared_bytes: u32,
    stream: cudaStream_t,
    arguments: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> cudaError;

/// Makes the call, and again where it found no context: the driver, unlike the runtime, makes none current by itself on a
/// thread that has called nothing yet.
#[inline]
fn judge(name: &'static str, device: Device, call: impl Fn() -> cudaError) -> Result<()> {
    match call() {
        cudaError::cudaErrorDeviceUninitialized => {
            device.make_current()?; // It is already, as was checked; this makes its context so.
            check(name, call())
        }
        code => check(name, code),
    }
}

/// The driver's function of this name, as of CUDA 12.0, whose null stream is the legacy default stream.
fn entry_point(symbol: &CStr) -> Result<*mut c_void> {
    let (mut address, mut found) = (
        ptr::null_mut(),
        cudaDriverEntryPointQueryResult::cudaDriverEntryPointSuccess,
    );
    let flags = u64::from(cudaGetDriverEntryPointFlags::cudaEnableLegacyStream.0);
    // SAFETY: writes one address and one number.
    #[cfg(cudart_12_5)]
    check("cudaGetDriverEntryPointByVersion", unsafe {
        cuda_sys::cudaGetDriverEntryPointByVersion(
            symbol.as_ptr(),
            &mut address,
            12000,
            flags,
            &mut found,
        )
    })?;
    // SAFETY: as above.
    #[cfg(not(cudart_12_5))]
    check("cudaGetDriverEntryPoint", unsafe {
        cuda_sys::cudaGetDriverEntryPoint(symbol.as_ptr(), &mut address, flags, &mut found)
    })?;
    if found != cudaDriverEntryPointQueryResult::cudaDriverEntryPointSuccess || address.is_null() {
        // The call succeeds, and says that there is no such function; every driver has those that are asked for.
        check(
            "cudaGetDriverEntryPoint",
            cudaError::cudaErrorSymbolNotFound,
        )?;
    }
    Ok(address)
}

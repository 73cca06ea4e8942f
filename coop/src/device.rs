//! Which devices there are, which one is current, and what they offer to a launch.

pub(crate) mod about;
mod peers;

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_occupancy::DeviceLimits;

use cuda_sys::{
    cudaDeviceAttr, cudaDeviceGetAttribute, cudaDeviceReset, cudaDeviceSynchronize, cudaGetDevice,
    cudaGetDeviceCount, cudaSetDevice,
};
use once_cell::sync::OnceCell;

use crate::error::{Error, Result, check};
use crate::ordinal::Device;

/// How often a device was reset: what was remembered of kernels before is not so after.
static RESETS: AtomicU32 = AtomicU32::new(0);

/// The number of [resets](Device::reset) so far, of any device.
#[inline]
pub(crate) fn resets() -> u32 {
    RESETS.load(Ordering::Relaxed)
}

impl Device {
    /// How many devices this process sees.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers; without a driver or a device that is an error, not 0.
    pub fn count() -> Result<i32> {
        let mut count = 0;
        // SAFETY: writes one int.
        check("cudaGetDeviceCount", unsafe {
            cudaGetDeviceCount(&mut count)
        })?;
        Ok(count)
    }

    /// The device of this ordinal, from 0.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchDevice`]; without a driver or any device, CUDA's own.
    pub fn new(ordinal: i32) -> Result<Self> {
        let count = Self::count()?;
        if (0..count).contains(&ordinal) {
            Ok(Self::from_raw(ordinal))
        } else {
            Err(Error::NoSuchDevice { ordinal, count })
        }
    }

    /// Every device, in the order of their ordinals.
    ///
    /// # Errors
    ///
    /// As [`Device::count`].
    pub fn all() -> Result<impl Iterator<Item = Self>> {
        Ok((0..Self::count()?).map(Self::from_raw))
    }

    /// This thread's current device. Asked of CUDA each time, unless the process sees only one.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers; without a driver or a device, that of [`count`](Self::count).
    #[inline]
    pub fn current() -> Result<Self> {
        // The number of devices is fixed when the runtime starts. Asking takes some 30 ns, a fifth of an occupancy query.
        static ONLY_ONE: OnceCell<bool> = OnceCell::new();
        if *ONLY_ONE.get_or_try_init(|| Self::count().map(|count| count == 1))? {
            return Ok(Self::from_raw(0));
        }
        let mut ordinal = 0;
        // SAFETY: writes one int.
        check("cudaGetDevice", unsafe { cudaGetDevice(&mut ordinal) })?;
        Ok(Self::from_raw(ordinal))
    }

    /// Makes this the current device of the calling thread.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn make_current(self) -> Result<()> {
        // SAFETY: takes an int; an ordinal out of range is an error.
        check("cudaSetDevice", unsafe { cudaSetDevice(self.as_raw()) })
    }

    /// That this is the calling thread's device, before something that belongs to it is used.
    #[inline]
    pub(crate) fn check_current(self, what: impl FnOnce() -> String) -> Result<()> {
        let current = Self::current()?;
        if current == self {
            return Ok(());
        }
        Err(Error::WrongDevice {
            what: what(),
            owner: self,
            current,
        })
    }

    /// Does `work` with this device current, and then has the thread as it was. Only for drops, which can refuse nothing.
    pub(crate) fn while_current<R>(self, work: impl FnOnce() -> R) -> R {
        let before = Self::current().ok().filter(|&before| before != self);
        // Where it cannot be made current, `work` fails too, and has nobody to tell.
        if before.is_some() {
            let _ = self.make_current();
        }
        let result = work();
        if let Some(before) = before {
            let _ = before.make_current();
        }
        result
    }

    /// Waits for everything that was started on this device, which must be the current one. This is where a kernel's fault shows.
    ///
    /// # Errors
    ///
    /// The fault of an earlier kernel, or that another device is current.
    pub fn synchronize(self) -> Result<()> {
        self.check_current(|| String::from("the device to wait for"))?;
        // SAFETY: no arguments.
        check("cudaDeviceSynchronize", unsafe { cudaDeviceSynchronize() })
    }

    /// Gives back everything that this process has on the device, which must be the current one: memory, streams, events,
    /// kernels' attributes. Launches are prepared anew afterwards; those prepared before may be refused by CUDA.
    ///
    /// After a [sticky](crate::CudaError::is_sticky) error CUDA promises nothing: the header says that only a new process
    /// goes on. [`testing`](crate::testing) has one for a test.
    ///
    /// # Safety
    ///
    /// No buffer, stream, event or graph of the device is used or dropped afterwards, by any thread:
    /// [`forget`](core::mem::forget) them, or drop them before.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`], or whatever the runtime answers, such as the fault of an earlier kernel.
    pub unsafe fn reset(self) -> Result<()> {
        self.check_current(|| String::from("the device to reset"))?;
        RESETS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: nothing of the device is used any more, as the caller promises.
        check("cudaDeviceReset", unsafe { cudaDeviceReset() })
    }

    /// One attribute, asked each time (about 40 ns); [`limits`](Device::limits) holds those that launches need.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn attribute(self, attribute: cudaDeviceAttr) -> Result<i32> {
        let mut value = 0;
        // SAFETY: writes one int.
        check("cudaDeviceGetAttribute", unsafe {
            cudaDeviceGetAttribute(&mut value, attribute, self.as_raw())
        })?;
        Ok(value)
    }

    /// What the device offers to a launch; asked once a device and process.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers the first time.
    pub fn limits(self) -> Result<&'static DeviceLimits> {
        static LIMITS: OnceCell<Vec<OnceCell<DeviceLimits>>> = OnceCell::new();
        let devices = LIMITS.get_or_try_init(|| {
            Ok::<_, Error>((0..Self::count()?).map(|_| OnceCell::new()).collect())
        })?;
        let slot = usize::try_from(self.as_raw())
            .ok()
            .and_then(|ordinal| devices.get(ordinal));
        let slot = slot.ok_or(Error::NoSuchDevice {
            ordinal: self.as_raw(),
            count: devices.len() as i32,
        })?;
        slot.get_or_try_init(|| self.ask_limits())
    }

    fn ask_limits(self) -> Result<DeviceLimits> {
        use cudaDeviceAttr as A;
        let ask = |attribute| self.attribute(attribute).map(i32::unsigned_abs);
        Ok(DeviceLimits {
            compute_capability: (
                ask(A::cudaDevAttrComputeCapabilityMajor)?,
                ask(A::cudaDevAttrComputeCapabilityMinor)?,
            ),
            multiprocessors: ask(A::cudaDevAttrMultiProcessorCount)?,
            warp_size: ask(A::cudaDevAttrWarpSize)?,
            max_threads_per_block: ask(A::cudaDevAttrMaxThreadsPerBlock)?,
            max_block_dim: [
                ask(A::cudaDevAttrMaxBlockDimX)?,
                ask(A::cudaDevAttrMaxBlockDimY)?,
                ask(A::cudaDevAttrMaxBlockDimZ)?,
            ],
            max_grid_dim: [
                ask(A::cudaDevAttrMaxGridDimX)?,
                ask(A::cudaDevAttrMaxGridDimY)?,
                ask(A::cudaDevAttrMaxGridDimZ)?,
            ],
            max_threads_per_multiprocessor: ask(A::cudaDevAttrMaxThreadsPerMultiProcessor)?,
            max_blocks_per_multiprocessor: ask(A::cudaDevAttrMaxBlocksPerMultiprocessor)?,
            registers_per_block: ask(A::cudaDevAttrMaxRegistersPerBlock)?,
            registers_per_multiprocessor: ask(A::cudaDevAttrMaxRegistersPerMultiprocessor)?,
            shared_bytes_per_block: ask(A::cudaDevAttrMaxSharedMemoryPerBlock)?,
            shared_bytes_per_block_optin: ask(A::cudaDevAttrMaxSharedMemoryPerBlockOptin)?,
            shared_bytes_per_multiprocessor: ask(A::cudaDevAttrMaxSharedMemoryPerMultiprocessor)?,
            reserved_shared_bytes_per_block: ask(A::cudaDevAttrReservedSharedMemoryPerBlock)?,
            cooperative_launch: ask(A::cudaDevAttrCooperativeLaunch)? != 0,
            cluster_launch: ask(A::cudaDevAttrClusterLaunch)? != 0,
        })
    }
}

//! What is asked of devices, and which one is current.

use cuda_occupancy::DeviceLimits;
use cuda_sys::{
    cudaDeviceAttr, cudaDeviceGetAttribute, cudaDeviceProp, cudaDeviceSynchronize, cudaGetDevice,
    cudaGetDeviceCount, cudaSetDevice,
};
use once_cell::sync::OnceCell;

use crate::error::{Error, Result, check};
use crate::ordinal::Device;

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

    /// Waits for everything that was started on the current device. This is where a kernel's fault shows.
    ///
    /// # Errors
    ///
    /// The fault of an earlier kernel, or that another device is current.
    pub fn synchronize(self) -> Result<()> {
        let current = Self::current()?;
        if current != self {
            return Err(Error::WrongDevice {
                what: String::from("the device to wait for"),
                owner: self,
                current,
            });
        }
        // SAFETY: no arguments.
        check("cudaDeviceSynchronize", unsafe { cudaDeviceSynchronize() })
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

    /// The device's name, such as `NVIDIA H200`. Slow (the whole property structure): for people, not for launches.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn name(self) -> Result<String> {
        #[cfg(cudart_13)]
        use cuda_sys::cudaGetDeviceProperties as properties;
        #[cfg(not(cudart_13))]
        use cuda_sys::cudaGetDeviceProperties_v2 as properties;
        let mut prop = core::mem::MaybeUninit::<cudaDeviceProp>::zeroed();
        // SAFETY: the runtime fills the structure, whose size is that of the headers it was compiled with; all
        // its fields are integers and arrays of integers, for which zero is valid.
        let prop = unsafe {
            check(
                "cudaGetDeviceProperties",
                properties(prop.as_mut_ptr(), self.as_raw()),
            )?;
            prop.assume_init()
        };
        let name: Vec<u8> = prop
            .name
            .iter()
            .map(|&c| c as u8)
            .take_while(|&c| c != 0)
            .collect();
        Ok(String::from_utf8_lossy(&name).into_owned())
    }
}

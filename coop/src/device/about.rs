//! What a device is, for people and for tools beside CUDA.

use core::ffi::c_char;
use core::fmt;
use core::mem::MaybeUninit;

use cuda_sys::{cudaDeviceGetPCIBusId, cudaDeviceProp, cudaMemGetInfo};

use crate::error::{Result, check};
use crate::ordinal::Device;

/// A device's identity, the same in every process and after a restart. Shown as `nvidia-smi` shows it, and as
/// `CUDA_VISIBLE_DEVICES` takes it: `GPU-` and the bytes in hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uuid(pub [u8; 16]);

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GPU")?;
        for (i, byte) in self.0.iter().enumerate() {
            if matches!(i, 0 | 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// The memory of a device, in bytes, that of other processes included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryInfo {
    /// Bytes that are free.
    pub free: usize,
    /// Bytes that there are.
    pub total: usize,
}

impl Device {
    /// The device's name, such as `NVIDIA H200`. Slow (the whole property structure): for people, not for launches.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn name(self) -> Result<String> {
        Ok(text(&self.properties()?.name))
    }

    /// The device's identity. Slow, as [`name`](Self::name) is.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn uuid(self) -> Result<Uuid> {
        let bytes = self.properties()?.uuid.bytes;
        Ok(Uuid(bytes.map(|byte| byte as u8)))
    }

    /// Where the device is on the PCI bus, as domain, bus, device and function: `0000:1b:00.0`.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn pci_bus_id(self) -> Result<String> {
        // The runtime asks for 13 characters at least.
        let mut id: [c_char; 32] = [0; 32];
        // SAFETY: writes at most as many characters as there are, with a NUL.
        check("cudaDeviceGetPCIBusId", unsafe {
            cudaDeviceGetPCIBusId(id.as_mut_ptr(), id.len() as i32, self.as_raw())
        })?;
        Ok(text(&id).to_lowercase())
    }

    /// How much memory the device has and how much of it is free, now. The device must be the current one.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`](crate::Error::WrongDevice), or whatever the runtime answers.
    pub fn memory_info(self) -> Result<MemoryInfo> {
        self.check_current(|| String::from("the device asked for its memory"))?;
        let mut info = MemoryInfo { free: 0, total: 0 };
        // SAFETY: writes two sizes.
        check("cudaMemGetInfo", unsafe {
            cudaMemGetInfo(&mut info.free, &mut info.total)
        })?;
        Ok(info)
    }

    fn properties(self) -> Result<cudaDeviceProp> {
        #[cfg(cudart_13)]
        use cuda_sys::cudaGetDeviceProperties as properties;
        #[cfg(not(cudart_13))]
        use cuda_sys::cudaGetDeviceProperties_v2 as properties;
        let mut prop = MaybeUninit::<cudaDeviceProp>::zeroed();
        // SAFETY: the runtime fills the structure, whose size is that of the headers it was compiled with; all
        // its fields are integers and arrays of integers, for which zero is valid.
        unsafe {
            check(
                "cudaGetDeviceProperties",
                properties(prop.as_mut_ptr(), self.as_raw()),
            )?;
            Ok(prop.assume_init())
        }
    }
}

/// The characters before the first NUL.
fn text(characters: &[c_char]) -> String {
    let bytes: Vec<u8> = characters
        .iter()
        .map(|&c| c as u8)
        .take_while(|&c| c != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_shown_as_nvidia_smi_shows_it() {
        let uuid = Uuid(core::array::from_fn(|i| 0xf0 + i as u8));
        assert_eq!(uuid.to_string(), "GPU-f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff");
    }
}

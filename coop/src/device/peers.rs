//! Which devices reach the memory of which.

use cuda_sys::{
    cudaDeviceCanAccessPeer, cudaDeviceDisablePeerAccess, cudaDeviceEnablePeerAccess, cudaError,
};

use crate::error::{Result, check};
use crate::ordinal::Device;

impl Device {
    /// Whether kernels of this device could use the memory of `peer`, if [allowed](Self::enable_peer_access). Copies between
    /// devices need neither; they are faster with it.
    ///
    /// # Errors
    ///
    /// Whatever the runtime answers.
    pub fn can_access_peer(self, peer: Self) -> Result<bool> {
        let mut can = 0;
        // SAFETY: writes one int.
        check("cudaDeviceCanAccessPeer", unsafe {
            cudaDeviceCanAccessPeer(&mut can, self.as_raw(), peer.as_raw())
        })?;
        Ok(can != 0)
    }

    /// Lets kernels of this device, which must be the current one, use the memory of `peer`; once more is no error. The other
    /// direction is the other device's.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`](crate::Error::WrongDevice), or whatever the runtime answers, such as
    /// `cudaErrorPeerAccessUnsupported`.
    pub fn enable_peer_access(self, peer: Self) -> Result<()> {
        self.check_current(|| String::from("the device that is to reach another"))?;
        // SAFETY: takes an int; the flags must be 0.
        match unsafe { cudaDeviceEnablePeerAccess(peer.as_raw(), 0) } {
            cudaError::cudaErrorPeerAccessAlreadyEnabled => Ok(()),
            code => check("cudaDeviceEnablePeerAccess", code),
        }
    }

    /// Takes back what [`enable_peer_access`](Self::enable_peer_access) allowed.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`](crate::Error::WrongDevice), or whatever the runtime answers, such as
    /// `cudaErrorPeerAccessNotEnabled`.
    pub fn disable_peer_access(self, peer: Self) -> Result<()> {
        self.check_current(|| String::from("the device that is to reach another"))?;
        // SAFETY: takes an int.
        check("cudaDeviceDisablePeerAccess", unsafe {
            cudaDeviceDisablePeerAccess(peer.as_raw())
        })
    }
}

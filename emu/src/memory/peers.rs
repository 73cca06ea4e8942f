//! Which device may reach the memory of which. It knows of no allocation.

use std::collections::BTreeSet;

use cuda_sys::cudaError;

use crate::outcome::Outcome;

/// Devices of one kind can reach each other's memory, as GPUs of one model in a machine do; a device does once it was allowed to.
#[derive(Debug)]
pub(crate) struct Peers {
    /// The kind of each device.
    kinds: Vec<String>,
    /// The device that reaches, and the one that has the memory.
    enabled: BTreeSet<(usize, usize)>,
}

impl Peers {
    pub(crate) fn new(kinds: Vec<String>) -> Self {
        Self {
            kinds,
            enabled: BTreeSet::new(),
        }
    }

    /// Whether the device could be allowed to reach the memory of `peer`.
    pub(crate) fn can(&self, device: usize, peer: usize) -> bool {
        device != peer && self.kinds[device] == self.kinds[peer]
    }

    /// Allows it.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidDevice` for the device itself, `cudaErrorPeerAccessUnsupported` for one of another kind,
    /// `cudaErrorPeerAccessAlreadyEnabled`.
    pub(crate) fn enable(&mut self, device: usize, peer: usize) -> Outcome {
        if device == peer {
            return Err(cudaError::cudaErrorInvalidDevice);
        }
        if !self.can(device, peer) {
            return Err(cudaError::cudaErrorPeerAccessUnsupported);
        }
        match self.enabled.insert((device, peer)) {
            true => Ok(()),
            false => Err(cudaError::cudaErrorPeerAccessAlreadyEnabled),
        }
    }

    /// Takes it back.
    ///
    /// # Errors
    ///
    /// `cudaErrorPeerAccessNotEnabled`.
    pub(crate) fn disable(&mut self, device: usize, peer: usize) -> Outcome {
        match self.enabled.remove(&(device, peer)) {
            true => Ok(()),
            false => Err(cudaError::cudaErrorPeerAccessNotEnabled),
        }
    }

    /// Forgets what a device was allowed, and what others were with it.
    pub(super) fn forget(&mut self, device: usize) {
        self.enabled
            .retain(|&(one, other)| one != device && other != device);
    }

    /// What kernels of the device see of the others.
    pub(super) fn of(&self, device: usize) -> Vec<Reach> {
        let reach = |peer| match (
            self.enabled.contains(&(device, peer)),
            self.can(device, peer),
        ) {
            (true, _) => Reach::Enabled,
            (false, true) => Reach::Possible,
            (false, false) => Reach::Never,
        };
        (0..self.kinds.len()).map(reach).collect()
    }
}

/// Whether a device reaches another's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Enabled,
    Possible,
    Never,
}

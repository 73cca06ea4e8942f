//! What one launch may touch: the memory that there was when it began.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use cuda_sys::cudaError;

use super::peers::Reach;
use super::{Allocation, Kind};
use crate::judge::{Access, Memory, MemoryFault, Shadow};

/// Allocations by address, as seen from one device. They are shared with the registry, which copies them if it has to change
/// them meanwhile.
#[derive(Debug)]
pub(crate) struct View {
    device: usize,
    /// Of each device.
    reach: Vec<Reach>,
    live: Arc<BTreeMap<usize, Allocation>>,
    freed: Arc<VecDeque<Allocation>>,
}

/// Addresses below this are a null pointer with an index added.
const NULL_PAGE: usize = 4096;

impl View {
    pub(super) fn new(
        device: usize,
        reach: Vec<Reach>,
        live: &Arc<BTreeMap<usize, Allocation>>,
        freed: &Arc<VecDeque<Allocation>>,
    ) -> Self {
        Self {
            device,
            reach,
            live: Arc::clone(live),
            freed: Arc::clone(freed),
        }
    }

    /// The last allocation that begins at the address or before it.
    fn before(&self, address: usize) -> Option<&Allocation> {
        let (_, found) = self.live.range(..=address).next_back()?;
        Some(found)
    }

    /// Whether kernels may use an allocation of another device's memory.
    fn check_peer(&self, found: &Allocation) -> Result<(), String> {
        let (device, peer) = (self.device, found.device);
        let why = match self.reach[peer] {
            Reach::Enabled if !found.pooled => return Ok(()),
            Reach::Enabled => {
                "which is of its pool (cudaMallocAsync): cudaDeviceEnablePeerAccess opens only what cudaMalloc allocates".to_owned()
            }
            Reach::Possible => format!(
                "which device {device} reaches only after cudaDeviceEnablePeerAccess({peer}, 0) with device {device} current"
            ),
            Reach::Never => format!(
                "which device {device} cannot access: they are of two kinds, and cudaDeviceCanAccessPeer says no"
            ),
        };
        Err(format!("memory of device {peer}, {why}"))
    }

    /// Why an address is in none of the allocations that may be touched.
    fn reason(&self, address: usize, before: Option<&Allocation>) -> String {
        if address < NULL_PAGE {
            return format!("{address:#x} is a null pointer, or an offset from one");
        }
        if let Some(freed) = self
            .freed
            .iter()
            .rev()
            .find(|freed| freed.contains(address))
        {
            let offset = address - freed.start;
            return format!(
                "byte {offset} of {} bytes of {} that were freed",
                freed.bytes, freed.kind
            );
        }
        let is_host = is_readable(address);
        // The nearer of its neighbours: as far as the inaccessible pages between allocations go, or, where there is nothing, as
        // a wrong index may lead.
        let most = if is_host { 2 * NULL_PAGE } else { FAR };
        let past = before.map(|before| (address - before.end(), "past the end of", before));
        let next = self.live.range(address.saturating_add(1)..).next();
        let next = next.map(|(_, next)| next);
        let short = next.map(|next| (next.start - address, "before", next));
        let near = past.into_iter().chain(short);
        if let Some((bytes, side, neighbour)) = near.min_by_key(|(bytes, ..)| *bytes)
            && bytes < most
        {
            let distance = match bytes {
                0 => "just".to_owned(),
                bytes => format!("{bytes} bytes"),
            };
            return format!(
                "{distance} {side} an allocation of {} bytes of {}",
                neighbour.bytes, neighbour.kind
            );
        }
        match is_host {
            true => "host memory that was not allocated by cudaMallocHost or cudaHostAlloc, and so no memory of the device",
            false => "no memory of the device, nor of the host: a pointer that was never valid",
        }
        .to_owned()
    }
}

/// Bytes from an allocation within which an address still is told as one beside it.
const FAR: usize = 1 << 30;

/// Whether the process can read there: as the system tells, so that nothing is touched.
fn is_readable(address: usize) -> bool {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    maps.lines().any(|line| {
        let mut words = line.split(' ');
        let range = words.next().and_then(|range| range.split_once('-'));
        let readable = words.next().is_some_and(|rights| rights.starts_with('r'));
        let number = |text| usize::from_str_radix(text, 16).unwrap_or(0);
        readable
            && range.is_some_and(|(begin, end)| (number(begin)..number(end)).contains(&address))
    })
}

fn illegal(reason: String) -> MemoryFault {
    MemoryFault {
        code: cudaError::cudaErrorIllegalAddress,
        reason,
    }
}

// SAFETY: allows what is in an allocation that was live when the launch began. Nothing is freed until it ends: freeing waits
// for it.
unsafe impl Memory for View {
    fn check(
        &self,
        address: usize,
        bytes: usize,
        _access: Access,
    ) -> Result<Range<usize>, MemoryFault> {
        let before = self.before(address);
        let Some(found) = before.filter(|found| found.start <= address && address < found.end())
        else {
            return Err(illegal(self.reason(address, before)));
        };
        if found.kind == Kind::Device && found.device != self.device {
            self.check_peer(found).map_err(illegal)?;
        }
        if bytes > found.end() - address {
            let past = bytes - (found.end() - address);
            return Err(illegal(format!(
                "its last {past} bytes are past the end of an allocation of {} bytes of {}",
                found.bytes, found.kind
            )));
        }
        Ok(found.start..found.end())
    }

    fn shadow(&self, range: &Range<usize>) -> Shadow {
        match self.live.get(&range.start).and_then(|found| found.shadow) {
            // SAFETY: a byte of shadow for each byte of the allocation, which is not freed while a launch runs; only what does
            // an operation touches them, and that is one thread at a time.
            Some(shadow) => unsafe { Shadow::new(range.start, shadow as *mut u8) },
            None => Shadow::NONE,
        }
    }

    fn host_writes(&self, address: usize) -> bool {
        self.before(address)
            .is_some_and(|found| found.kind != Kind::Device && address < found.end())
    }
}

//! The memory that the emulated devices can see: what is allocated, what was, and what a kernel or a copy may touch.

mod arena;
mod peers;
mod view;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;

use cuda_sys::cudaError;

use crate::judge::races::region;
use crate::outcome::Outcome;
use arena::Arena;
pub use arena::POISON;
use peers::Peers;
pub(crate) use view::View;

/// How many freed allocations are remembered, to tell of a use after free.
const REMEMBERED: usize = 4096;

/// What an allocation is, and so who may touch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Memory of one device.
    Device,
    /// Managed memory: the host's and every device's.
    Managed,
    /// Host memory that the runtime allocated: mapped for every device.
    Pinned,
    /// Host memory of the program, registered.
    Registered,
    /// A `__device__` or `__constant__` variable whose address was asked for, and what may be behind it.
    Variable,
}

impl Kind {
    /// Whether copies take it for host memory.
    pub(crate) fn is_host(self) -> bool {
        matches!(self, Kind::Pinned | Kind::Registered)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Device => "device memory",
            Kind::Managed => "managed memory",
            Kind::Pinned => "pinned host memory",
            Kind::Registered => "registered host memory",
            Kind::Variable => "variables of the program",
        })
    }
}

/// A piece of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Allocation {
    pub(crate) start: usize,
    pub(crate) bytes: usize,
    pub(crate) kind: Kind,
    /// Of the device, or the one that was current.
    pub(crate) device: usize,
    /// What `cudaHostAlloc` or `cudaHostRegister` was given.
    pub(crate) flags: u32,
    /// Whether a stream will free it.
    pub(crate) leaving: bool,
    /// Whether it is of the device's pool (`cudaMallocAsync`), which peer access does not open.
    pub(crate) pooled: bool,
    /// Where its shadow is.
    pub(crate) shadow: Option<usize>,
}

impl Allocation {
    fn end(&self) -> usize {
        self.start + self.bytes
    }

    fn contains(&self, address: usize) -> bool {
        // One without bytes has an address all the same.
        (self.start..self.end().max(self.start + 1)).contains(&address)
    }
}

/// What is at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Location {
    /// In this allocation.
    In(Allocation),
    /// Where this allocation was.
    Freed(Allocation),
    /// Beside any allocation, in address space of a device. The allocation before it, if there is one.
    Beside(Option<Allocation>),
    /// Host memory that the runtime does not know.
    Host,
}

/// All memory that the runtime has given out.
#[derive(Debug)]
pub(crate) struct Registry {
    capacities: Vec<usize>,
    pub(crate) peers: Peers,
    /// Whether it is noted what was written.
    shadowed: bool,
    /// Reserved when first needed: one for each device, and one for pinned memory.
    arenas: Vec<Option<Arena>>,
    /// Shared with the launch that runs, and copied where they are changed meanwhile.
    live: Arc<BTreeMap<usize, Allocation>>,
    freed: Arc<VecDeque<Allocation>>,
    /// What nodes of graphs allocate. It keeps its address while it is free.
    of_graphs: BTreeMap<usize, Allocation>,
}

impl Registry {
    /// For devices of that much memory each and of these kinds. With `shadowed`, it is noted which bytes of it were written.
    pub(crate) fn new(capacities: Vec<usize>, kinds: Vec<String>, shadowed: bool) -> Self {
        Self {
            peers: Peers::new(kinds),
            arenas: capacities.iter().map(|_| None).chain([None]).collect(),
            capacities,
            shadowed,
            live: Arc::default(),
            freed: Arc::default(),
            of_graphs: BTreeMap::new(),
        }
    }

    /// Bytes of memory of a device that are not allocated.
    pub(crate) fn available(&self, device: usize) -> usize {
        let used = |allocation: &&Allocation| {
            matches!(allocation.kind, Kind::Device | Kind::Managed) && allocation.device == device
        };
        let used: usize = self.live.values().filter(used).map(|a| a.bytes).sum();
        self.capacities[device].saturating_sub(used)
    }

    /// Fresh, poisoned memory, aligned to a page.
    ///
    /// # Errors
    ///
    /// `cudaErrorMemoryAllocation`, if there is not that much.
    pub(crate) fn allocate(
        &mut self,
        device: usize,
        bytes: usize,
        kind: Kind,
        flags: u32,
    ) -> Outcome<usize> {
        const FULL: cudaError = cudaError::cudaErrorMemoryAllocation;
        let (arena, available) = if kind.is_host() {
            (self.capacities.len(), host_memory())
        } else {
            (device, self.available(device).min(host_memory()))
        };
        if bytes > available {
            return Err(FULL);
        }
        if self.arenas[arena].is_none() {
            let capacity = self.capacities.get(arena).copied().unwrap_or_default();
            let shadowed = self.shadowed && !kind.is_host();
            self.arenas[arena] = Some(Arena::reserve(capacity, shadowed).map_err(|_| FULL)?);
        }
        let (live, of_graphs) = (&self.live, &self.of_graphs);
        let occupied = |address: usize, extent: usize| {
            let pieces = [&**live, of_graphs].map(|pieces| pieces.range(..address + extent));
            let last = pieces
                .into_iter()
                .filter_map(|mut pieces| pieces.next_back());
            let end = last.map(|(_, last)| last.end()).max()?;
            (end > address).then_some(end)
        };
        let start = self.arenas[arena]
            .as_mut()
            .and_then(|arena| arena.take(bytes, occupied))
            .ok_or(FULL)?;
        // What the host may write is written without the emulator's knowledge.
        let shadow = match (&self.arenas[arena], kind) {
            (Some(arena), Kind::Device) => arena.shadow_of(start),
            _ => None,
        };
        let allocation = Allocation {
            start,
            bytes,
            kind,
            device,
            flags,
            leaving: false,
            pooled: false,
            shadow,
        };
        let end = allocation.end();
        Arc::make_mut(&mut self.freed).retain(|freed| freed.end() <= start || end <= freed.start);
        Arc::make_mut(&mut self.live).insert(start, allocation);
        Ok(start)
    }

    /// As `allocate`, of device memory that a node of a graph allocates whenever it is reached.
    ///
    /// # Errors
    ///
    /// As `allocate`.
    pub(crate) fn allocate_for_graph(&mut self, device: usize, bytes: usize) -> Outcome<usize> {
        let start = self.allocate(device, bytes, Kind::Device, 0)?;
        let allocation = Allocation {
            pooled: true,
            ..self.live[&start]
        };
        Arc::make_mut(&mut self.live).insert(start, allocation);
        self.of_graphs.insert(start, allocation);
        Ok(start)
    }

    /// Makes memory of a graph fresh, whether it is free or was not freed since.
    ///
    /// # Errors
    ///
    /// `cudaErrorMemoryAllocation`, if there is not that much.
    pub(crate) fn allocate_again(&mut self, start: usize) -> Outcome {
        const FULL: cudaError = cudaError::cudaErrorMemoryAllocation;
        let allocation = *self.of_graphs.get(&start).ok_or(FULL)?;
        self.free(start, &[allocation.kind]);
        if allocation.bytes > self.available(allocation.device).min(host_memory()) {
            return Err(FULL);
        }
        let arena = self.arenas[allocation.device].as_mut().ok_or(FULL)?;
        arena.take_again(start, allocation.bytes).ok_or(FULL)?;
        Arc::make_mut(&mut self.freed).retain(|freed| freed.start != start);
        Arc::make_mut(&mut self.live).insert(start, allocation);
        Ok(())
    }

    /// Frees memory of a graph for good.
    pub(crate) fn forget_of_graph(&mut self, start: usize) {
        self.of_graphs.remove(&start);
        self.free(start, &[Kind::Device]);
    }

    /// The memory of graphs of a device: bytes that are allocated now.
    pub(crate) fn used_by_graphs(&self, device: usize) -> u64 {
        let live = |start| self.live.contains_key(start);
        let of_device = self
            .of_graphs
            .iter()
            .filter(|(_, found)| found.device == device);
        of_device
            .filter(|(start, _)| live(*start))
            .map(|(_, found)| found.bytes as u64)
            .sum()
    }

    /// The bytes of memory of a graph that starts there.
    pub(crate) fn bytes_of_graph(&self, start: usize) -> Option<usize> {
        Some(self.of_graphs.get(&start)?.bytes)
    }

    /// Takes note of host memory of the program.
    ///
    /// # Errors
    ///
    /// `cudaErrorHostMemoryAlreadyRegistered`, if some of it is known already.
    pub(crate) fn register(
        &mut self,
        start: usize,
        bytes: usize,
        device: usize,
        flags: u32,
    ) -> Outcome {
        let overlap = self
            .live
            .range(..start.saturating_add(bytes))
            .next_back()
            .is_some_and(|(_, last)| last.end() > start);
        if overlap {
            return Err(cudaError::cudaErrorHostMemoryAlreadyRegistered);
        }
        let allocation = Allocation {
            start,
            bytes,
            kind: Kind::Registered,
            device,
            flags,
            leaving: false,
            pooled: false,
            shadow: None,
        };
        Arc::make_mut(&mut self.live).insert(start, allocation);
        Ok(())
    }

    /// Takes note of a variable of the program, which may reach to `end`.
    pub(crate) fn variable(&mut self, start: usize, end: usize, device: usize) {
        if let Location::In(_) = self.place(start) {
            return;
        }
        // How long it is nobody knows; others may be known behind it.
        let next = self.live.range(start..).next();
        let end = next.map_or(end, |(&next, _)| end.min(next));
        let allocation = Allocation {
            start,
            bytes: end - start,
            kind: Kind::Variable,
            device,
            flags: 0,
            leaving: false,
            pooled: false,
            shadow: None,
        };
        Arc::make_mut(&mut self.live).insert(start, allocation);
    }

    /// Frees the allocation that starts there and is of one of these kinds. Returns `None`, and frees nothing, if there is
    /// none.
    pub(crate) fn free(&mut self, start: usize, kinds: &[Kind]) -> Option<Allocation> {
        let allocation = *self.live.get(&start)?;
        if !kinds.contains(&allocation.kind) {
            return None;
        }
        Arc::make_mut(&mut self.live).remove(&start);
        region::forget(start);
        if allocation.kind != Kind::Registered {
            if let Some(arena) = self
                .arenas
                .iter()
                .flatten()
                .find(|arena| arena.contains(start))
            {
                arena.give_back(start, allocation.bytes);
            }
            if self.freed.len() == REMEMBERED {
                Arc::make_mut(&mut self.freed).pop_front();
            }
            Arc::make_mut(&mut self.freed).push_back(allocation);
        }
        Some(allocation)
    }

    /// Frees everything that a device has, and closes it to others.
    pub(crate) fn reset(&mut self, device: usize) {
        self.peers.forget(device);
        self.of_graphs.retain(|_, found| found.device != device);
        let starts: Vec<usize> = self
            .live
            .values()
            .filter(|allocation| allocation.device == device)
            .map(|allocation| allocation.start)
            .collect();
        for start in starts {
            self.free(
                start,
                &[Kind::Device, Kind::Managed, Kind::Pinned, Kind::Registered],
            );
        }
    }

    /// The allocation that starts there, to be changed.
    pub(crate) fn starting_at(&mut self, start: usize) -> Option<&mut Allocation> {
        Arc::make_mut(&mut self.live).get_mut(&start)
    }

    /// What is at an address.
    pub(crate) fn place(&self, address: usize) -> Location {
        let before = self
            .live
            .range(..=address)
            .next_back()
            .map(|(_, found)| *found);
        if let Some(found) = before
            && found.contains(address)
        {
            return Location::In(found);
        }
        if let Some(freed) = self
            .freed
            .iter()
            .rev()
            .find(|freed| freed.contains(address))
        {
            return Location::Freed(*freed);
        }
        if let Some(arena) = self
            .arenas
            .iter()
            .flatten()
            .find(|arena| arena.contains(address))
        {
            return Location::Beside(before.filter(|found| arena.contains(found.start)));
        }
        Location::Host
    }

    /// Takes note that bytes were written, with values from `from` if that is known: device memory that was not written
    /// itself stays so.
    pub(crate) fn wrote(&self, to: usize, from: Option<usize>, bytes: usize) {
        let shadow = |address| match self.place(address) {
            Location::In(found) => Some((found.shadow? + (address - found.start)) as *mut u8),
            _ => None,
        };
        let Some(to) = shadow(to) else { return };
        match from.and_then(shadow) {
            // SAFETY: as many bytes of shadow as were copied, all within two allocations, which may be one.
            Some(from) => unsafe { std::ptr::copy(from, to, bytes) },
            // SAFETY: as many bytes of shadow as were written, all within an allocation.
            None => unsafe { to.write_bytes(1, bytes) },
        }
    }

    /// Whether nobody has written any of these bytes of device memory.
    pub(crate) fn lacks(&self, address: usize, bytes: usize) -> bool {
        match self.place(address) {
            Location::In(Allocation {
                shadow: Some(shadow),
                start,
                ..
            }) => {
                let begin = (shadow + (address - start)) as *const u8;
                // SAFETY: as many bytes of shadow as are read, all within an allocation.
                bytes > 0 && (0..bytes).all(|at| unsafe { *begin.add(at) } == 0)
            }
            _ => false,
        }
    }

    /// What is known now, for a launch on `device`.
    pub(crate) fn view(&self, device: usize) -> View {
        View::new(device, self.peers.of(device), &self.live, &self.freed)
    }
}

/// What one allocation may take of the host: the rest is for the program and the system.
fn host_memory() -> usize {
    // SAFETY: both take and return numbers.
    let (pages, page) = unsafe {
        (
            libc::sysconf(libc::_SC_AVPHYS_PAGES),
            libc::sysconf(libc::_SC_PAGESIZE),
        )
    };
    usize::try_from(pages.saturating_mul(page)).unwrap_or(usize::MAX)
}

#[cfg(test)]
#[path = "memory/memory_tests.rs"]
mod tests;

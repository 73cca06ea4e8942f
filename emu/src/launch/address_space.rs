//! What a thread's addresses are: which it may touch, and what is there.

use std::ops::Range;

use cuda_sys::cudaError;

use super::block::Block;
use super::cluster::Life;
use super::program_data::data_variable;
use super::shared_memory::SharedMemory;
use crate::judge::races::region::Cells;
use crate::judge::{Access, MemoryFault, Shadow, Uninitialised};

/// Addresses that may be touched, and what is kept of them.
#[derive(Debug, Clone)]
pub(crate) struct Allowed {
    pub(crate) range: Range<usize>,
    pub(crate) shadow: Shadow,
    pub(crate) cells: Cells,
}

impl Block {
    /// The addresses around `address` that may be touched; or why it may not be.
    pub(crate) fn allowed(
        &self,
        address: usize,
        bytes: usize,
        access: Access,
    ) -> Result<Allowed, MemoryFault> {
        let context = self.context();
        let end = address.saturating_add(bytes);
        let fault = |reason: String| MemoryFault {
            code: cudaError::cudaErrorIllegalAddress,
            reason,
        };
        if address < 4096 {
            return Err(fault("a null pointer".into()));
        }
        let variables = context.launch.kernel.shared_variables.as_deref();
        let dynamic = context.launch.dynamic_shared as usize;
        let shared = |memory: &SharedMemory| memory.around(variables, dynamic, address, bytes);
        if let Some(around) = shared(&self.shared) {
            let range = around.map_err(fault)?;
            return Ok(Allowed {
                range,
                shadow: self.shared.shadow(),
                // A guard is none of the program: all threads of a block set it.
                cells: match self.shared.is_of_a_guard(variables, address) {
                    true => Cells::default(),
                    false => self.shared_cells(),
                },
            });
        }
        if let Some(remote) = context.clusters.remote(self.slot, address) {
            let around = match remote.life {
                Life::Runs => shared(&remote.memory),
                Life::ToBegin => Some(Err("which has not begun: cluster.sync() first".into())),
                Life::Returned => Some(Err(
                    "which has returned: a cluster.sync() at its end would have kept its shared memory".into(),
                )),
            };
            if let Some(around) = around {
                let range = around.map_err(|reason| {
                    let rank = remote.rank;
                    fault(format!(
                        "shared memory of block {rank} of the cluster, {reason}"
                    ))
                })?;
                return Ok(Allowed {
                    range,
                    shadow: remote.shadow,
                    cells: remote.cells,
                });
            }
        }
        if self.hot.is_of_callers(address) {
            let reason = "beyond all of the thread's local variables: an index far outside of one";
            return Err(fault(reason.into()));
        }
        if self.stacks.contains(&address) {
            let reason = "a local variable of another thread, or no variable at all: on a device no thread can get at those of \
                          another";
            return Err(fault(reason.into()));
        }
        let variable = data_variable(address);
        if let Some(variable) = &variable
            && let Some(reason) = variable.refuses(address, bytes)
        {
            return Err(fault(reason));
        }
        let inside = |range: &Range<usize>| range.start <= address && end <= range.end;
        if let Some(data) = context.program_data.iter().find(|data| inside(&data.range)) {
            let around = match access {
                Access::Read => data.range.clone(),
                Access::Write | Access::Atomic => {
                    data.writable(address, bytes).map_err(|reason| {
                        fault(match &variable {
                            Some(variable) => variable.described(address) + ", " + reason,
                            None => reason.to_owned(),
                        })
                    })?
                }
            };
            let range = variable.map_or(around, |variable| variable.range);
            let writable = data.writable(address, bytes).is_ok();
            return Ok(Allowed {
                range,
                shadow: Shadow::NONE,
                // Of all the data: what is known of a variable must not depend on how it is touched.
                cells: self.global_cells(writable.then_some(&data.range)),
            });
        }
        if access == Access::Read
            && let Some(range) = context.launch.arguments.around(address)
            && end <= range.end
        {
            return Ok(Allowed {
                range,
                shadow: Shadow::NONE,
                cells: Cells::default(),
            });
        }
        if context.clusters.is_shared_memory(address) {
            let reason = "shared memory of another block: on a device only a cluster's blocks can get at each other's";
            return Err(fault(reason.into()));
        }
        let range = context.memory.check(address, bytes, access)?;
        let shadow = match context.uninitialised {
            Uninitialised::Off => Shadow::NONE,
            Uninitialised::Warn | Uninitialised::Error => context.memory.shadow(&range),
        };
        let cells = self.global_cells(Some(&range));
        Ok(Allowed {
            range,
            shadow,
            cells,
        })
    }

    fn global_cells(&self, range: Option<&Range<usize>>) -> Cells {
        let racing = self.context().racing.as_ref();
        racing
            .zip(range)
            .map_or(Cells::default(), |(racing, range)| racing.cells(range))
    }

    /// What memory is there.
    pub(crate) fn describe(&self, address: usize, bytes: usize, access: Access) -> String {
        let (dynamic, storage) = (&self.shared.dynamic, &self.shared.storage);
        if dynamic.contains(&address) {
            let offset = address - dynamic.start;
            return format!("byte {offset} of dynamic shared memory");
        }
        if storage.contains(&address) {
            let variables = self.context().launch.kernel.shared_variables.as_deref();
            return self.shared.describe(variables, address);
        }
        if let Some(remote) = self.context().clusters.remote(self.slot, address) {
            return format!("shared memory of block {} of the cluster", remote.rank);
        }
        if let Some(variable) = data_variable(address)
            && variable.range.contains(&address)
        {
            return variable.described(address);
        }
        match self.allowed(address, bytes, access) {
            Ok(Allowed { range, .. }) => {
                let (offset, bytes) = (address - range.start, range.len());
                let argument = self.context().launch.arguments.of_range(&range, address);
                let argument = argument.map(|number| format!(" (argument {number})"));
                let argument = argument.unwrap_or_default();
                format!("byte {offset} of an allocation of {bytes} bytes{argument}")
            }
            Err(fault) => fault.reason,
        }
    }
}

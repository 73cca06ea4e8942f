//! What C++ exports of phases. The layout is that of `coop/phases.cuh`.

use core::ffi::c_void;

use crate::error::{Error, Result};
use crate::kernel::KernelRecord;
use crate::kernel::mode::Mode;
use crate::kernel::prepare::Core;
use crate::kernel::record;
use crate::kernel::runtime;
use crate::param::ParamType;

/// `coop::phases_record` of `coop/phases.cuh`.
#[derive(Debug)]
#[repr(C)]
pub struct PhasesRecord {
    version: u32,
    count: u32,
    kernels: *const KernelRecord,
}

/// `COOP_PHASES_VERSION` of the header that this crate can read.
const VERSION: u32 = 1;

/// What every kernel takes first: `coop::detail::phase_run`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(super) struct Run {
    pub word: *mut c_void,
    pub first: u32,
    pub steps: u32,
}

/// The kernels of some phases: one a phase, twice, and one a scope.
#[derive(Debug)]
pub(super) struct Kernels {
    pub launched: Vec<Core>,
    pub dependent: Vec<Core>,
    pub block: Core,
    pub cluster: Core,
    pub grid: Core,
}

/// Reads the record, and compares the two sides of the border.
///
/// # Safety
///
/// `record` was returned by a function that `coop/phases.cuh` defines.
pub(super) unsafe fn read(
    name: &'static str,
    arguments: &'static [&'static str],
    types: &[ParamType],
    record: *const PhasesRecord,
) -> Result<Kernels> {
    // SAFETY: the version comes first in every version of the record.
    let version = unsafe { *record.cast::<u32>() };
    if version != VERSION {
        return Err(Error::RecordVersion {
            kernel: name,
            rust: VERSION,
            cpp: version,
        });
    }
    // SAFETY: of this version, so of this layout; it is static in C++.
    let record = unsafe { &*record };
    let count = record.count as usize;
    let core = |index: usize| {
        // SAFETY: so many there are, of coop/export.cuh's layout.
        let export = unsafe { record::read(name, record.kernels.add(index))? };
        runtime::check(name, export.runtime)?;
        let mode = if export.cooperative {
            Mode::Cooperative
        } else {
            Mode::Ordinary
        };
        // The first parameter is the run; the phases' own begin behind it.
        record::check(name, mode, arguments, types, &export.without_first())?;
        Ok(Core::checked(mode, name, &export))
    };
    let cores = |first: usize| (first..first + count).map(core).collect::<Result<_>>();
    Ok(Kernels {
        launched: cores(0)?,
        dependent: cores(count)?,
        block: core(2 * count)?,
        cluster: core(2 * count + 1)?,
        grid: core(2 * count + 2)?,
    })
}

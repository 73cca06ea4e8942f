//! What all blocks of a launch know of it.

use super::Launch;
use super::cluster::Clusters;
use super::program_data::ProgramData;
use super::racing::Racing;
use crate::judge::Memory;
use crate::judge::Uninitialised;
use crate::judge::threads::Kinds;
use crate::schedule::Schedule;

/// What all blocks of a launch know.
pub(crate) struct LaunchContext {
    pub(crate) launch: Launch,
    pub(crate) clusters: Clusters,
    pub(crate) multiprocessors: u32,
    pub(crate) schedule: Schedule,
    pub(crate) program_data: Vec<ProgramData>,
    pub(crate) uninitialised: Uninitialised,
    /// Where races are looked for.
    pub(crate) racing: Option<Racing>,
    pub(crate) max_steps: u64,
    pub(crate) memory: &'static dyn Memory,
}

impl LaunchContext {
    /// The barriers that the launch has.
    pub(crate) fn kinds(&self) -> Kinds {
        Kinds {
            grid: self.launch.cooperative,
            cluster: self.clusters.blocks() > 1,
        }
    }
}

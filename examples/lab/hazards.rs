//! The table of hazards, in the order in which docs/lessons.md goes through them.

mod tile;

mod divergent_barrier;
mod early_return;
mod hand_made_barrier;
mod leftovers;
mod missing_fence;
mod moved_barrier;
mod replicas;
mod reversed_tile;
mod shared_memory_shrinks_the_grid;
mod spinning_blocks;
mod tail_exit;
mod two_writers;

use super::hazard::Hazard;

pub const ALL: &[&Hazard] = &[
    &reversed_tile::HAZARD,
    &early_return::HAZARD,
    &divergent_barrier::HAZARD,
    &moved_barrier::HAZARD,
    &leftovers::HAZARD,
    &two_writers::HAZARD,
    &spinning_blocks::HAZARD,
    &tail_exit::HAZARD,
    &shared_memory_shrinks_the_grid::HAZARD,
    &replicas::HAZARD,
    &missing_fence::HAZARD,
    &hand_made_barrier::HAZARD,
];

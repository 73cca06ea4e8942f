//! The ways to run phases.

use core::fmt;

/// How phases are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// A launch a phase, in a stream.
    Launches,
    /// The same launches as a graph.
    Graph,
    /// The same, where each kernel is put in place while the one before it ends: programmatic dependent launch, on compute
    /// capability 9.0 and later.
    DependentGraph,
    /// One launch of one block, with `__syncthreads()` between phases.
    Block,
    /// One launch of one cluster of up to 16 blocks, with its barrier between phases; on compute capability 9.0 and later.
    Cluster,
    /// One cooperative launch, with a barrier of the grid between phases.
    Grid,
}

impl Way {
    /// Every way, from many launches to one.
    pub const ALL: [Self; 6] = [
        Self::Launches,
        Self::Graph,
        Self::DependentGraph,
        Self::Block,
        Self::Cluster,
        Self::Grid,
    ];

    /// In words, such as `one cooperative grid`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Launches => "stream launches",
            Self::Graph => "a graph",
            Self::DependentGraph => "a graph with dependent launches",
            Self::Block => "one block",
            Self::Cluster => "one cluster",
            Self::Grid => "one cooperative grid",
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

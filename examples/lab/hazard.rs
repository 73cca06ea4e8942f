//! What a hazard is: a name, a sentence, and parts to run, of which some are right and some are not.

use std::path::PathBuf;

/// One thing that goes wrong, beside how it is done right.
pub struct Hazard {
    pub name: &'static str,
    /// One line for the list.
    pub line: &'static str,
    pub parts: &'static [Part],
    /// Under which the emulator runs it, unless the environment says.
    pub schedule: &'static str,
    pub why: &'static str,
}

/// A run of its own.
pub struct Part {
    pub name: &'static str,
    /// Whether it is free of the hazard: then its answer is right and nothing is reported.
    pub is_right: bool,
    pub expected: &'static str,
    /// The sizes of block that it is run with; none where there is no choice.
    pub blocks: &'static [u32],
    /// Prints what is seen; whether the answer was right.
    pub run: fn(&Asked) -> coop::Result<bool>,
}

/// What the command line says of a run.
pub struct Asked {
    pub blocks: Vec<u32>,
    pub svg: Option<PathBuf>,
}

impl Asked {
    /// With what the part has where nothing is asked for.
    pub fn of(&self, part: &Part) -> Asked {
        let blocks = match self.blocks.is_empty() || part.blocks.is_empty() {
            true => part.blocks.to_vec(),
            false => self.blocks.clone(),
        };
        Asked {
            blocks,
            svg: self.svg.clone(),
        }
    }
}

impl Hazard {
    /// The parts of these names; all where there are none.
    pub fn choose(&self, names: &[String], asked: &Asked) -> Result<Vec<&Part>, String> {
        let of_name = |name: &String| {
            let found = self.parts.iter().find(|part| part.name == name);
            found.ok_or_else(|| {
                let parts: Vec<_> = self.parts.iter().map(|part| part.name).collect();
                let parts = parts.join(", ");
                format!("`{}` has no part `{name}`; it has {parts}", self.name)
            })
        };
        let chosen: Vec<&Part> = match names.is_empty() {
            true => self.parts.iter().collect(),
            false => names.iter().map(of_name).collect::<Result<_, _>>()?,
        };
        if !asked.blocks.is_empty() && chosen.iter().all(|part| part.blocks.is_empty()) {
            let name = self.name;
            return Err(format!(
                "`{name}` has no choice of blocks: leave --block out"
            ));
        }
        if asked.svg.is_some() && self.name != SHRINKS {
            return Err(format!("only `{SHRINKS}` has a plot: leave --svg out"));
        }
        Ok(chosen)
    }
}

/// The hazard that has a plot.
pub const SHRINKS: &str = "shared-memory-shrinks-the-grid";

/// As a GPU mostly does: what the lanes of a warp rely on by luck works.
pub const LOCKSTEP: &str = "lockstep";

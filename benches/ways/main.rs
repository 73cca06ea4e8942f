//! When is one launch worth it: the same iterations in every way there is, over sizes, on this device.
//!
//!     cargo bench --features cuda --bench ways [-- --plots DIR] [--only NAME] [--quick]
//!
//! All ways of a size are timed in one process, taking turns; a figure is a median, of what many iterations take more than few.
//! Launches are tuned first, each for itself. `--only` takes `phases`, `stencil` or `cg`; `--plots` writes the tables as pictures,
//! which docs/when.md shows; `--quick` runs every kernel as little as can be, for compute-sanitizer.

mod cg;
mod launches;
mod libraries;
mod phases;
mod plot;
mod stencil;
mod step;
mod system;
mod table;
mod timing;

use std::path::PathBuf;
use std::process::ExitCode;

use coop::Device;

use table::Table;
use timing::Extent;

/// A name, and what measures under it.
type Work = (&'static str, fn(Extent) -> Table);

/// What is measured, by name.
const WORK: [Work; 3] = [
    ("phases", phases::run),
    ("stencil", stencil::run),
    ("cg", cg::run),
];

fn main() -> ExitCode {
    let mut plots: Option<PathBuf> = None;
    let mut only: Option<String> = None;
    let mut extent = Extent { quick: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {} // Cargo's
            "--only" => only = arguments.next(),
            "--quick" => extent.quick = true,
            "--plots" => plots = arguments.next().map(PathBuf::from),
            other => {
                eprintln!("`{other}` is no option; there are --plots DIR, --only NAME and --quick");
                return ExitCode::FAILURE;
            }
        }
    }
    match Device::current().and_then(|device| device.name()) {
        Ok(name) => println!("{name}"),
        Err(error) => {
            println!("skipped: ways: {error}");
            let required = std::env::var_os("COOP_REQUIRE_GPU").is_some_and(|number| number != "0");
            return ExitCode::from(u8::from(required));
        }
    }
    for (name, run) in WORK {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let table = run(extent);
        if let Some(folder) = &plots {
            plot::write(&table, folder, name).expect("the plots can be written");
        }
    }
    ExitCode::SUCCESS
}

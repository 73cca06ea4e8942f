//! The progress bar, on a terminal.

use std::io::{self, IsTerminal};

use coop_kernels::cg::Progress;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::args::Args;

/// Shows how many of the wanted decades the residual has fallen by; gone when dropped.
pub struct Bar {
    bar: ProgressBar,
    tolerance: f64,
}

const STEPS: u64 = 1000;

/// A bar, unless nobody would see it or `--quiet` asks for none.
pub fn bar(args: &Args) -> Option<Bar> {
    if args.quiet || !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(STEPS).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {msg}") {
        bar.set_style(style);
    }
    Some(Bar {
        bar,
        tolerance: args.tolerance,
    })
}

impl Bar {
    pub fn show(
        &self,
        Progress {
            iteration,
            relative_residual,
            ..
        }: Progress,
    ) {
        let done = relative_residual.log10() / self.tolerance.log10();
        self.bar
            .set_position((done.clamp(0.0, 1.0) * STEPS as f64) as u64);
        self.bar.set_message(format!(
            "iteration {iteration}, residual {relative_residual:.1e}"
        ));
    }
}

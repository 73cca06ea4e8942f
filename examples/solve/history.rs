//! The residual of every iteration, as numbers and as a picture.

use std::error::Error;
use std::fmt::Write;
use std::fs::{self, OpenOptions};
use std::path::Path;

use plotters::prelude::*;

use crate::args::Args;

/// Fails where the history could not be written, before there is one to lose.
pub fn check_paths(args: &Args) -> Result<(), String> {
    if !args.names_a_system() && (args.csv.is_some() || args.svg.is_some()) {
        return Err(
            "--csv and --svg are for one system; name a Matrix Market file, or give --poisson N"
                .to_owned(),
        );
    }
    if args.csv.is_some() && args.csv == args.svg {
        return Err("--csv and --svg name the same file; give each its own".to_owned());
    }
    [&args.csv, &args.svg]
        .into_iter()
        .flatten()
        .try_for_each(|path| check_path(path))
}

fn check_path(path: &Path) -> Result<(), String> {
    let existed = path.exists();
    // Opened to append, an earlier file keeps its contents.
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| cannot(path, error))?;
    if existed {
        Ok(())
    } else {
        fs::remove_file(path).map_err(|error| cannot(path, error))
    }
}

/// Writes the files that were asked for. `history[i]` is the relative residual after `i` iterations.
pub fn write(args: &Args, history: &[f64]) -> Result<(), Box<dyn Error>> {
    if let Some(path) = &args.csv {
        fs::write(path, csv(history)).map_err(|error| cannot(path, error))?;
    }
    if let Some(path) = &args.svg {
        fs::write(path, svg(history)?).map_err(|error| cannot(path, error))?;
    }
    Ok(())
}

fn cannot(path: &Path, error: std::io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}

fn csv(history: &[f64]) -> String {
    let mut text = String::from("iteration,relative_residual\n");
    for (iteration, residual) in history.iter().enumerate() {
        let _ = writeln!(text, "{iteration},{residual:e}"); // a String takes everything
    }
    text
}

/// The residual over the iterations, with a logarithmic scale of whole decades.
fn svg(history: &[f64]) -> Result<String, Box<dyn Error>> {
    // A logarithm has no place for an exact zero or what is not finite.
    let points: Vec<(usize, f64)> = history
        .iter()
        .copied()
        .enumerate()
        .filter(|&(_, residual)| residual > 0.0 && residual.is_finite())
        .collect();
    let decade = |residual: f64| residual.log10().floor();
    let lowest = points.iter().map(|&(_, r)| decade(r)).fold(0.0, f64::min);
    let highest = points
        .iter()
        .map(|&(_, r)| decade(r) + 1.0)
        .fold(lowest + 1.0, f64::max);

    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (800, 500)).into_drawing_area();
        area.fill(&WHITE)?;
        let last = history.len().saturating_sub(1).max(1);
        let mut chart = ChartBuilder::on(&area)
            .margin(20)
            .x_label_area_size(50)
            .y_label_area_size(80)
            .build_cartesian_2d(
                0..last,
                (10f64.powf(lowest)..10f64.powf(highest)).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc("iteration")
            .y_desc("relative residual")
            .y_label_formatter(&|residual| format!("{residual:.0e}"))
            .light_line_style(TRANSPARENT)
            .label_style(("sans-serif", 16))
            .axis_desc_style(("sans-serif", 18))
            .draw()?;
        chart.draw_series(LineSeries::new(points, &BLUE))?;
        area.present()?;
    }
    Ok(text)
}

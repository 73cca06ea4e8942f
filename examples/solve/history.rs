//! The residual of every iteration, as numbers and as a picture.

use std::error::Error;
use std::fmt::Write;

use plotters::prelude::*;

/// `history[i]` is the relative residual after `i` iterations.
pub fn csv(history: &[f64]) -> String {
    let mut text = String::from("iteration,relative_residual\n");
    for (iteration, residual) in history.iter().enumerate() {
        let _ = writeln!(text, "{iteration},{residual:e}"); // a String takes everything
    }
    text
}

/// The residual over the iterations, with a logarithmic scale of whole decades.
pub fn svg(history: &[f64]) -> Result<String, Box<dyn Error>> {
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

//! The table as a picture: the largest grid over the size of the tile, in steps.

use std::error::Error;

use plotters::prelude::*;

/// Of tiles in KiB, in ascending order, and blocks.
pub fn svg(points: &[(u32, u64)]) -> Result<String, Box<dyn Error>> {
    let widest = points.last().map_or(1, |point| point.0 + 16);
    let most = points.iter().map(|point| point.1).max().unwrap_or(1);
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (800, 480)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(
                "The largest cooperative grid, blocks of 256 threads",
                ("sans-serif", 20),
            )
            .margin(16)
            .x_label_area_size(50)
            .y_label_area_size(70)
            .build_cartesian_2d(0..widest, 0..most + most / 8 + 1)?;
        chart
            .configure_mesh()
            .x_desc("shared memory of a block, KiB")
            .y_desc("blocks")
            .light_line_style(BLACK.mix(0.05))
            .bold_line_style(BLACK.mix(0.12))
            .label_style(("sans-serif", 15))
            .axis_desc_style(("sans-serif", 17))
            .draw()?;
        let style = RGBColor(31, 119, 180).stroke_width(2);
        chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
        let dots = points.iter();
        chart.draw_series(dots.map(|&point| Circle::new(point, 4, style.filled())))?;
        area.present()?;
    }
    Ok(text)
}

//! The tables as pictures: time over size, both logarithmic, a line a way, and where one way begins to be the fastest.

use std::error::Error;
use std::fs;
use std::path::Path;

use plotters::prelude::*;

use super::table::Table;

const COLOURS: [RGBColor; 8] = [
    RGBColor(31, 119, 180),
    RGBColor(255, 127, 14),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(140, 86, 75),
    RGBColor(127, 127, 127),
    RGBColor(23, 190, 207),
    RGBColor(188, 189, 34),
];

/// Ways whose name begins so are drawn thick.
const OURS: &str = "coop";

/// Writes `NAME.svg` into the folder.
pub fn write(table: &Table, folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let path = folder.join(name).with_extension("svg");
    fs::write(&path, svg(table)?)?;
    println!("\n{} written", path.display());
    Ok(())
}

fn svg(table: &Table) -> Result<String, Box<dyn Error>> {
    let sizes = || table.rows.iter().map(|row| row.size);
    let times = || {
        table
            .rows
            .iter()
            .flat_map(|row| row.times.iter().flatten().copied())
    };
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let x = least(&mut sizes()) / 1.3..most(&mut sizes()) * 1.3;
    let y = least(&mut times()) / 1.5..most(&mut times()) * 1.5;

    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (960, 600)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(&table.title, ("sans-serif", 20))
            .margin(16)
            .x_label_area_size(50)
            .y_label_area_size(70)
            .build_cartesian_2d(x.log_scale(), y.clone().log_scale())?;
        chart
            .configure_mesh()
            .x_desc(table.size)
            .y_desc("microseconds")
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| short(*y))
            .light_line_style(BLACK.mix(0.05))
            .bold_line_style(BLACK.mix(0.12))
            .label_style(("sans-serif", 15))
            .axis_desc_style(("sans-serif", 17))
            .draw()?;
        for crossing in crossings(table) {
            chart.draw_series(LineSeries::new(
                [(crossing.size, y.start), (crossing.size, y.end)],
                BLACK.mix(0.35),
            ))?;
            let label = format!("{}: {}", short(crossing.size), crossing.to);
            let place = (crossing.size * 1.02, y.start * 1.08);
            let style = ("sans-serif", 13)
                .into_text_style(&area)
                .transform(FontTransform::Rotate270);
            chart.draw_series([Text::new(label, place, style)])?;
        }
        for (index, way) in table.ways.iter().enumerate() {
            let points: Vec<(f64, f64)> = table
                .rows
                .iter()
                .filter_map(|row| row.times[index].map(|time| (row.size, time)))
                .collect();
            let colour = if way.starts_with(OURS) && index == 0 {
                RGBColor(214, 39, 40)
            } else {
                COLOURS[index % COLOURS.len()]
            };
            let width = if way.starts_with(OURS) { 3 } else { 2 };
            let style = colour.stroke_width(width);
            chart
                .draw_series(LineSeries::new(points.iter().copied(), style))?
                .label(way)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], style));
            chart.draw_series(
                points
                    .into_iter()
                    .map(|point| Circle::new(point, 3, colour.filled())),
            )?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .label_font(("sans-serif", 14))
            .draw()?;
        area.present()?;
    }
    Ok(text)
}

/// `262144` as `262k`, `0.5` as it is.
fn short(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.1}M", value / 1e6),
        value if value >= 1e4 => format!("{:.0}k", value / 1e3),
        value if value >= 10.0 => format!("{value:.0}"),
        value => format!("{value}"),
    }
}

/// A size from which on another way is the fastest.
struct Crossing {
    size: f64,
    to: String,
}

/// Between two sizes whose fastest ways differ, where the lines of the two meet, both axes being logarithmic.
fn crossings(table: &Table) -> Vec<Crossing> {
    let fastest = |times: &[Option<f64>]| {
        let had = times
            .iter()
            .enumerate()
            .filter_map(|(way, time)| time.map(|time| (way, time)));
        had.min_by(|a, b| a.1.total_cmp(&b.1)).map(|found| found.0)
    };
    let mut found = Vec::new();
    for pair in table.rows.windows(2) {
        let (Some(before), Some(after)) = (fastest(&pair[0].times), fastest(&pair[1].times)) else {
            continue;
        };
        if before == after {
            continue;
        }
        // By how much the later way is slower, as a logarithm, at both ends; a way that ends here crosses in the middle.
        let gap = |row: usize| {
            let time = |way: usize| pair[row].times[way];
            time(after)
                .zip(time(before))
                .map(|(after, before)| (after / before).ln())
        };
        let part = match (gap(0), gap(1)) {
            (Some(left), Some(right)) if left > right => left / (left - right),
            _ => 0.5,
        };
        let (left, right) = (pair[0].size.ln(), pair[1].size.ln());
        found.push(Crossing {
            size: (left + part * (right - left)).exp(),
            to: table.ways[after].clone(),
        });
    }
    found
}

//! The plate as a picture: black is cold, then red, yellow, and white where it is 100 degrees.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// A file that a picture is to be written to.
pub struct Picture {
    path: PathBuf,
    file: File,
}

/// Creates the file, before the work whose result it is to hold.
pub fn create(path: &Path) -> Result<Picture, String> {
    match File::create(path) {
        Ok(file) => Ok(Picture {
            path: path.to_owned(),
            file,
        }),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

impl Picture {
    /// Writes `ny` rows of `nx` cells.
    pub fn write<T: Into<f64> + Copy>(self, nx: u32, ny: u32, cells: &[T]) -> Result<(), String> {
        let Self { path, file } = self;
        let pixels: Vec<u8> = cells.iter().flat_map(|&cell| colour(cell.into())).collect();
        let mut encoder = png::Encoder::new(BufWriter::new(file), nx, ny);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder
            .write_header()
            .and_then(|mut writer| {
                writer.write_image_data(&pixels)?;
                writer.finish()
            })
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn colour(degrees: f64) -> [u8; 3] {
    let heat = degrees / 100.0 * 3.0;
    [heat, heat - 1.0, heat - 2.0].map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8)
}

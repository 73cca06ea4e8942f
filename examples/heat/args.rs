//! The command line.

use std::path::PathBuf;

use clap::Parser;
use clap::error::ErrorKind;

/// What the command line asks for.
pub enum Request {
    Run(Args),
    /// Help or version.
    Print(String),
}

/// Heat on a plate by Jacobi sweeps, all of them in one cooperative launch that keeps the plate on chip
#[derive(Parser)]
#[command(name = "heat", version, allow_negative_numbers = true)]
pub struct Args {
    /// Columns and rows of the plate, its fixed ring included [default: 2048x2048, emulated 80x50]
    #[arg(long, value_name = "NXxNY", value_parser = size, allow_hyphen_values = true, default_value = default_size(), hide_default_value = true)]
    pub size: Size,
    /// Sweeps [default: 10000, emulated 40]
    #[arg(long, value_name = "K", value_parser = sweeps, default_value_t = if coop::EMULATED { 40 } else { 10_000 }, hide_default_value = true)]
    pub sweeps: u64,
    /// Cells of double precision
    #[arg(long)]
    pub double: bool,
    /// Write the plate to this file as a PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Which CUDA device
    #[arg(long, value_name = "ORDINAL", default_value_t = 0, value_parser = ordinal)]
    pub device: i32,
}

/// Columns and rows.
#[derive(Clone, Copy)]
pub struct Size {
    pub nx: u32,
    pub ny: u32,
}

/// Days of a GPU.
const MOST_SWEEPS: u64 = 1_000_000_000_000;

const fn default_size() -> &'static str {
    if coop::EMULATED { "80x50" } else { "2048x2048" }
}

fn size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse().ok().filter(|n| (1..=65_536).contains(n));
    let sides = text.split_once('x').map(|(nx, ny)| (side(nx), side(ny)));
    match sides {
        Some((Some(nx), Some(ny))) => Ok(Size { nx, ny }),
        _ => Err("columns and rows from 1 to 65536 are wanted, as in 640x480".to_owned()),
    }
}

fn sweeps(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if (1..=MOST_SWEEPS).contains(&number) => Ok(number),
        _ => Err(format!("a whole number from 1 to {MOST_SWEEPS} is wanted")),
    }
}

fn ordinal(text: &str) -> Result<i32, String> {
    match text.parse() {
        Ok(number) if number >= 0 => Ok(number),
        _ => Err("the number of a device is wanted, from 0 on".to_owned()),
    }
}

/// Reads the command line; what is wrong with it comes back as one sentence.
pub fn parse() -> Result<Request, String> {
    match Args::try_parse() {
        Ok(args) => Ok(Request::Run(args)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Request::Print(error.to_string()))
            }
            _ => Err(coop_kernels::first_sentence(&error.to_string())),
        },
    }
}

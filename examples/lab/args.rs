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

/// What goes wrong when threads wait for each other, or forget to; without arguments, the list
#[derive(Parser)]
#[command(name = "lab", version)]
pub struct Args {
    /// A hazard, or `all`
    #[arg(value_name = "NAME")]
    pub hazard: Option<String>,
    /// Only these parts of it [default: all]
    #[arg(value_name = "PART")]
    pub parts: Vec<String>,
    /// Threads of a block, of the parts that let you choose; may be given more than once
    #[arg(long = "block", value_name = "N", value_parser = threads)]
    pub blocks: Vec<u32>,
    /// Write the plot of shared-memory-shrinks-the-grid to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Run in this process, without a time limit
    #[arg(long)]
    pub here: bool,
}

/// As many as divide the elements of the tiles.
fn threads(text: &str) -> Result<u32, String> {
    let threads = text.parse().ok();
    threads
        .filter(|n: &u32| n.is_power_of_two() && (2..=1024).contains(n))
        .ok_or_else(|| "a power of two from 2 to 1024 is wanted".to_owned())
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

//! The command line.

use std::path::{Path, PathBuf};

use clap::Parser;
use clap::error::ErrorKind;
use coop_kernels::cg::{Precision, Scope};
use coop_kernels::sparse::MOST_POINTS;

/// What the command line asks for.
pub enum Request {
    Solve(Box<Args>),
    /// Help or version.
    Print(String),
}

/// Conjugate gradients in one cooperative launch. Without a matrix and --poisson: the Poisson equation on 32 x 32 points, and
/// a small matrix that comes with the program
#[derive(Parser)]
#[command(name = "solve", version, allow_negative_numbers = true)]
pub struct Args {
    /// A symmetric positive definite matrix in Matrix Market format, compressed by gzip or not; - is standard input
    #[arg(conflicts_with = "poisson")]
    pub matrix: Option<PathBuf>,
    /// Instead, the Poisson equation on N x N points of the unit square
    #[arg(long, value_name = "N", value_parser = points)]
    pub poisson: Option<usize>,
    /// The right-hand side b: a Matrix Market array, or one number a line [default: the one of a known solution]
    #[arg(long, value_name = "FILE")]
    pub rhs: Option<PathBuf>,
    /// Where to begin: a vector as for --rhs [default: zeros]
    #[arg(long, value_name = "FILE")]
    pub guess: Option<PathBuf>,
    /// Write the solution x to this file as a Matrix Market array
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Relative residual |b - A x| / |b| to reach
    #[arg(long, value_name = "R", default_value = "1e-8", value_parser = tolerance)]
    pub tolerance: f64,
    /// Iterations after which to give up
    #[arg(long, value_name = "K", default_value_t = 100_000, value_parser = iterations)]
    pub max_iterations: u32,
    /// Threads of a block at most, a multiple of 32 [default: the solver's choice]
    #[arg(long, value_name = "THREADS", value_parser = block)]
    pub block: Option<u32>,
    /// Who solves it together: auto, block, cluster, grid (state on the chip) or streamed (state in memory)
    #[arg(long, value_name = "SCOPE", default_value = "auto", value_parser = scope)]
    pub scope: Wanted,
    /// Numbers of the iteration: double, or mixed (single precision, refined in double)
    #[arg(long, value_name = "PRECISION", default_value = "double", value_parser = precision)]
    pub precision: Precision,
    /// Which CUDA device
    #[arg(long, value_name = "ORDINAL", default_value_t = 0, value_parser = ordinal)]
    pub device: i32,
    /// Write the residual of every iteration to this file as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the residual of every iteration to this file as an SVG plot
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Show no progress bar
    #[arg(long)]
    pub quiet: bool,
}

/// A scope that is asked for, or the solver's choice.
#[derive(Debug, Clone, Copy)]
pub struct Wanted(pub Option<Scope>);

fn scope(text: &str) -> Result<Wanted, String> {
    let named = Scope::ALL.into_iter().find(|scope| scope.word() == text);
    match named {
        None if text != "auto" => {
            Err("auto, block, cluster, grid or streamed is wanted".to_owned())
        }
        _ => Ok(Wanted(named)),
    }
}

fn precision(text: &str) -> Result<Precision, String> {
    match text {
        "double" => Ok(Precision::Double),
        "mixed" => Ok(Precision::Mixed),
        _ => Err("double or mixed is wanted".to_owned()),
    }
}

impl Args {
    /// Checks what clap cannot: options that need one system, and files that have one use.
    fn check(&self) -> Result<(), String> {
        let named = self.matrix.is_some() || self.poisson.is_some();
        let of_one_system = [
            ("--rhs", &self.rhs),
            ("--guess", &self.guess),
            ("--output", &self.output),
            ("--csv", &self.csv),
            ("--svg", &self.svg),
        ];
        if let Some((option, _)) = of_one_system
            .iter()
            .find(|(_, path)| path.is_some() && !named)
        {
            return Err(format!(
                "{option} is for one system; name a Matrix Market file, or give --poisson N"
            ));
        }
        let inputs = [
            ("the matrix", &self.matrix),
            ("--rhs", &self.rhs),
            ("--guess", &self.guess),
        ];
        let standard = inputs
            .iter()
            .filter(|(_, path)| path.as_deref().is_some_and(is_standard_input));
        let names: Vec<&str> = standard.map(|&(name, _)| name).collect();
        if names.len() > 1 {
            return Err(format!(
                "{} are all from standard input; only one can be",
                names.join(" and ")
            ));
        }
        Ok(())
    }
}

/// Whether the path stands for standard input. A file of this name is `./-`.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

fn points(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=MOST_POINTS).contains(&n) => Ok(n),
        _ => Err(format!("a whole number from 1 to {MOST_POINTS} is wanted")),
    }
}

fn block(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(threads) if (32..=512).contains(&threads) && threads % 32 == 0 => Ok(threads),
        _ => Err("a multiple of 32 from 32 to 512 is wanted".to_owned()),
    }
}

fn iterations(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("a whole number from 1 to {} is wanted", u32::MAX)),
    }
}

fn ordinal(text: &str) -> Result<i32, String> {
    match text.parse() {
        Ok(number) if number >= 0 => Ok(number),
        _ => Err("the number of a device is wanted, from 0 on".to_owned()),
    }
}

fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number < 1.0 => Ok(number),
        _ => Err("a number between 0 and 1 is wanted".to_owned()),
    }
}

/// Reads the command line; what is wrong with it comes back as one sentence.
pub fn parse() -> Result<Request, String> {
    match Args::try_parse() {
        Ok(args) => args.check().map(|()| Request::Solve(Box::new(args))),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Request::Print(error.to_string()))
            }
            _ => Err(coop_kernels::first_sentence(&error.to_string())),
        },
    }
}

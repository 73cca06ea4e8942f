//! The system to solve, with its solution where that is known.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

use coop_kernels::sparse::matrix_market::{self, ReadError};
use coop_kernels::sparse::{Csr, Poisson, poisson};

use crate::args::{Args, is_standard_input};

/// A matrix that comes with the program.
const NETWORK: &str = include_str!("network.mtx");

/// What messages call standard input.
const STANDARD_INPUT: &str = "standard input";

/// `A x = rhs`.
pub struct Problem {
    name: String,
    pub matrix: Csr,
    pub rhs: Vec<f64>,
    /// Where to begin; else at 0.
    pub guess: Option<Vec<f64>>,
    /// The solution, where the right-hand side is ours.
    known: Option<Vec<f64>>,
    /// For a discretised equation, the distance between points.
    spacing: Option<f64>,
}

impl Problem {
    /// Reads or makes the system that the command line names, or else two small ones; refuses what conjugate gradients
    /// cannot solve.
    pub fn all(args: &Args) -> Result<Vec<Self>, Box<dyn Error>> {
        let problem = match (&args.matrix, args.poisson) {
            (Some(path), _) => {
                let (name, matrix) = read_matrix(path)?;
                match &args.rhs {
                    Some(path) => Self::of(name, matrix, |n| read_vector(path, n))?,
                    None => Self::of_ones(name, matrix)?,
                }
            }
            (None, Some(n)) => {
                let problem = Self::poisson(n)?;
                match &args.rhs {
                    Some(path) => Self::of(problem.name, problem.matrix, |n| read_vector(path, n))?,
                    None => problem,
                }
            }
            (None, None) => {
                let network = matrix_market::from_reader("network.mtx", NETWORK.as_bytes())?;
                return Ok(vec![
                    Self::poisson(32)?,
                    Self::of_ones("network.mtx".to_owned(), network)?,
                ]);
            }
        };
        let guess = args.guess.as_deref();
        let guess = guess.map(|path| read_vector(path, problem.matrix.n()));
        Ok(vec![Problem {
            guess: guess.transpose()?,
            ..problem
        }])
    }

    fn poisson(n: usize) -> Result<Self, Box<dyn Error>> {
        let Poisson {
            matrix,
            rhs,
            exact,
            spacing,
        } = poisson(n)?;
        let name = format!("Poisson equation on {n} x {n} points");
        Ok(Problem {
            name,
            matrix,
            rhs,
            guess: None,
            known: Some(exact),
            spacing: Some(spacing),
        })
    }

    /// With a right-hand side of the user's, of as many elements as the matrix has rows.
    fn of(
        name: String,
        matrix: Csr,
        rhs: impl FnOnce(usize) -> Result<Vec<f64>, ReadError>,
    ) -> Result<Self, Box<dyn Error>> {
        check(&name, &matrix)?;
        Ok(Problem {
            rhs: rhs(matrix.n())?,
            name,
            matrix,
            guess: None,
            known: None,
            spacing: None,
        })
    }

    /// The right-hand side is the one that ones solve.
    fn of_ones(name: String, matrix: Csr) -> Result<Self, Box<dyn Error>> {
        check(&name, &matrix)?;
        let known = vec![1.0; matrix.n()];
        let rhs = matrix.multiply(&known)?;
        if rhs.iter().all(|&element| element == 0.0) {
            return Err(format!("{name}: the matrix is singular: every row sums to 0").into());
        }
        Ok(Problem {
            name,
            matrix,
            rhs,
            guess: None,
            known: Some(known),
            spacing: None,
        })
    }

    /// How far `x` is from the known solution, in words.
    pub fn error(&self, x: &[f64]) -> Option<String> {
        let error = x
            .iter()
            .zip(self.known.as_ref()?)
            .map(|(x, known)| (x - known).abs())
            .fold(0.0, larger);
        Some(match self.spacing {
            None => format!("{error:.2e}, the largest |x - 1|"),
            Some(h) => format!(
                "{error:.2e}, the largest |x - u|, u solving the differential equation (h^2 is {:.2e})",
                h * h
            ),
        })
    }
}

/// The matrix, and its name for messages.
fn read_matrix(path: &Path) -> Result<(String, Csr), ReadError> {
    if is_standard_input(path) {
        let matrix = matrix_market::from_reader(STANDARD_INPUT, io::stdin().lock())?;
        return Ok((STANDARD_INPUT.to_owned(), matrix));
    }
    Ok((path.display().to_string(), matrix_market::read(path)?))
}

fn read_vector(path: &Path, n: usize) -> Result<Vec<f64>, ReadError> {
    if is_standard_input(path) {
        matrix_market::vector_from_reader(STANDARD_INPUT, io::stdin().lock(), n)
    } else {
        matrix_market::read_vector(path, n)
    }
}

/// What conjugate gradients cannot do without.
fn check(name: &str, matrix: &Csr) -> Result<(), String> {
    matrix
        .check_symmetric()
        .and_then(|()| matrix.check_diagonal())
        .map_err(|error| format!("{name}: {error}"))
}

/// The larger number; what is not a number counts as the largest.
fn larger(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: n = {}, nnz = {}",
            self.name,
            self.matrix.n(),
            self.matrix.nnz()
        )
    }
}

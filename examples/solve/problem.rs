//! The system to solve, with its solution.

use std::error::Error;
use std::fmt;

use coop_kernels::sparse::{Csr, Poisson, matrix_market, poisson};

use crate::args::Args;

/// A matrix that comes with the program.
const NETWORK: &str = include_str!("network.mtx");

/// `A x = rhs`, where `x` is known.
pub struct Problem {
    name: String,
    pub matrix: Csr,
    pub rhs: Vec<f64>,
    known: Vec<f64>,
    /// For a discretised equation, the distance between points.
    spacing: Option<f64>,
}

impl Problem {
    /// Reads or makes the system that the command line names, or else two small ones; refuses what conjugate gradients
    /// cannot solve.
    pub fn all(args: &Args) -> Result<Vec<Self>, Box<dyn Error>> {
        Ok(match (&args.matrix, args.poisson) {
            (Some(path), _) => {
                let matrix = matrix_market::read(path)?;
                vec![Self::of_ones(path.display().to_string(), matrix)?]
            }
            (None, Some(n)) => vec![Self::poisson(n)?],
            (None, None) => {
                let network = matrix_market::from_text("network.mtx", NETWORK)?;
                vec![
                    Self::poisson(32)?,
                    Self::of_ones("network.mtx".to_owned(), network)?,
                ]
            }
        })
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
            known: exact,
            spacing: Some(spacing),
        })
    }

    /// The right-hand side is the one that ones solve.
    fn of_ones(name: String, matrix: Csr) -> Result<Self, Box<dyn Error>> {
        matrix
            .check_symmetric()
            .and_then(|()| matrix.check_diagonal())
            .map_err(|error| format!("{name}: {error}"))?;
        let known = vec![1.0; matrix.n()];
        let rhs = matrix.multiply(&known)?;
        if rhs.iter().all(|&element| element == 0.0) {
            return Err(format!("{name}: the matrix is singular: every row sums to 0").into());
        }
        Ok(Problem {
            name,
            matrix,
            rhs,
            known,
            spacing: None,
        })
    }

    /// How far `x` is from the known solution, in words.
    pub fn error(&self, x: &[f64]) -> String {
        let error = x
            .iter()
            .zip(&self.known)
            .map(|(x, known)| (x - known).abs())
            .fold(0.0, larger);
        match self.spacing {
            None => format!("{error:.2e}, the largest |x - 1|"),
            Some(h) => format!(
                "{error:.2e}, the largest |x - u|, u solving the differential equation (h^2 is {:.2e})",
                h * h
            ),
        }
    }
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

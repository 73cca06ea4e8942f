//! The model problem: what its solution on a grid is worth.

mod support;

use coop_kernels::sparse::{Poisson, poisson};
use support::cg;

/// The largest error of the solution on an `n x n` grid, and the iterations it took.
fn solve(n: usize) -> (f64, u32) {
    let Poisson {
        matrix, rhs, exact, ..
    } = poisson(n).unwrap();
    let (x, iterations) = cg::solve(&matrix, &rhs, 1e-12, 10_000);
    assert!(matrix.relative_residual(&x, &rhs).unwrap() < 1e-11);
    let error = x
        .iter()
        .zip(&exact)
        .map(|(x, exact)| (x - exact).abs())
        .fold(0.0, f64::max);
    (error, iterations)
}

#[test]
fn halving_the_spacing_divides_the_error_by_four() {
    for n in [7, 15, 31, 63] {
        let ratio = solve(n).0 / solve(2 * n + 1).0;
        assert!(
            (3.7..4.3).contains(&ratio),
            "from {n} points a side: {ratio}"
        );
    }
}

#[test]
fn the_problem_takes_as_many_iterations_as_a_solver_needs_in_earnest() {
    let (_, iterations) = solve(63);
    assert!(iterations > 63, "{iterations}");
}

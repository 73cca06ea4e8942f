//! Conjugate gradients in one launch, held to the same method on the CPU and to solutions that are known.

mod support;

use coop_kernels::cg::{Error, Options, Precision, Progress, Scope, Solution, Solver, Status};
use coop_kernels::sparse::{Csr, Poisson, matrix_market, poisson};
use support::{cg as cpu, data};
use test_support::gpu;

const OPTIONS: Options = Options {
    tolerance: 1e-10,
    max_iterations: 10_000,
    block: None,
    scope: None,
    precision: Precision::Double,
    history: true,
};

/// Points in each direction of the problems below; fewer under the emulator, which is slow.
const MEDIUM: usize = if coop::EMULATED { 24 } else { 64 };
const LARGE: usize = if coop::EMULATED { 32 } else { 512 };

fn solve(matrix: &Csr, b: &[f64], options: &Options) -> Solution {
    let mut solver = Solver::new(matrix, options).unwrap();
    solver.solve(b, None, None).unwrap()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max)
}

/// That an iteration count is that of the CPU, up to what another order of the sums does.
fn assert_as_many(found: u32, wanted: u32, what: &str) {
    let slack = f64::from(wanted) * 0.02 + 2.0;
    assert!(
        (f64::from(found) - f64::from(wanted)).abs() <= slack,
        "{what}: {found} iterations, {wanted} wanted"
    );
}

/// That the history belongs to the solution: a number an iteration, the last the first that is small enough.
fn assert_history(solution: &Solution, tolerance: f64) {
    let history = &solution.history;
    assert_eq!(history.len(), solution.iterations as usize + 1);
    let (last, earlier) = history.split_last().unwrap();
    assert_eq!(*last, solution.relative_residual);
    assert!(*last <= tolerance, "{last}");
    assert!(earlier.iter().all(|residual| *residual > tolerance));
}

/// The matrix with 2 on the diagonal and -1 beside it: from one end to the other takes as many iterations as it has rows.
fn chain(n: u32) -> Csr {
    let (mut row_ptr, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
    for row in 0..n {
        for column in row.saturating_sub(1)..(row + 2).min(n) {
            columns.push(column);
            values.push(if column == row { 2.0 } else { -1.0 });
        }
        row_ptr.push(columns.len() as u32);
    }
    Csr::new(n as usize, row_ptr, columns, values).unwrap()
}

/// A dense matrix of two rows, which is symmetric.
fn two_by_two(a: f64, b: f64, c: f64) -> Csr {
    Csr::new(2, vec![0, 2, 4], vec![0, 1, 0, 1], vec![a, b, b, c]).unwrap()
}

#[test]
fn poisson_is_solved_as_on_the_cpu_with_every_block() {
    let Some(_) = gpu::device() else {
        return;
    };
    let sizes: &[usize] = if coop::EMULATED {
        &[1, 2, 16]
    } else {
        &[1, 2, 16, 64]
    };
    for &n in sizes {
        let Poisson { matrix, rhs, .. } = poisson(n).unwrap();
        let (wanted, iterations) = cpu::solve(&matrix, &rhs, OPTIONS.tolerance, 10_000);
        let scale = distance(&wanted, &vec![0.0; wanted.len()]);
        for block in [None, Some(32), Some(64), Some(256), Some(512)] {
            let what = format!("{n} x {n} points, block {block:?}");
            let options = Options { block, ..OPTIONS };
            let found = solve(&matrix, &rhs, &options);
            assert_eq!(found.status, Status::Converged, "{what}");
            assert_as_many(found.iterations, iterations, &what);
            assert_history(&found, OPTIONS.tolerance);
            assert!((found.history[0] - 1.0).abs() < 1e-14, "{what}");
            let residual = matrix.relative_residual(&found.x, &rhs).unwrap();
            assert!(residual < 1e-9, "{what}: {residual}");
            let error = distance(&found.x, &wanted);
            assert!(error < 1e-7 * scale, "{what}: {error} of {scale}");
        }
    }
}

#[test]
fn halving_the_spacing_divides_the_error_by_four() {
    let Some(_) = gpu::device() else {
        return;
    };
    let error = |n| {
        let Poisson {
            matrix, rhs, exact, ..
        } = poisson(n).unwrap();
        distance(&solve(&matrix, &rhs, &OPTIONS).x, &exact)
    };
    let sizes: &[usize] = if coop::EMULATED {
        &[7, 15, 31]
    } else {
        &[15, 31, 63, 127]
    };
    let errors: Vec<f64> = sizes.iter().copied().map(error).collect();
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((3.7..4.3).contains(&ratio), "{errors:?}");
    }
}

#[test]
fn a_solve_repeated_gives_the_same_bits() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(MEDIUM).unwrap();
    let mut solver = Solver::new(&matrix, &OPTIONS).unwrap();
    let first = solver.solve(&rhs, None, None).unwrap();
    // Something else in between, so that what it leaves would show.
    solver
        .solve(&vec![1e3; rhs.len()], Some(&rhs), None)
        .unwrap();
    let again = solver.solve(&rhs, None, None).unwrap();
    assert!(first.x == again.x && first.history == again.history);
    let (time, anew) = (again.time, solve(&matrix, &rhs, &OPTIONS));
    assert_eq!(Solution { time, ..anew }, again);
    assert!(time.as_nanos() > 0);
}

#[test]
fn a_first_guess_that_is_the_solution_takes_no_iteration_and_is_kept() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(16).unwrap();
    let strict = Options {
        tolerance: 1e-13,
        ..OPTIONS
    };
    let solution = solve(&matrix, &rhs, &strict).x;
    let mut solver = Solver::new(&matrix, &OPTIONS).unwrap();
    let again = solver.solve(&rhs, Some(&solution), None).unwrap();
    assert_eq!((again.status, again.iterations), (Status::Converged, 0));
    assert_eq!(again.x, solution);
    assert_history(&again, OPTIONS.tolerance);
}

#[test]
fn a_first_guess_that_is_near_takes_fewer_iterations() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(MEDIUM).unwrap();
    let coarse = Options {
        tolerance: 1e-5,
        ..OPTIONS
    };
    let near = solve(&matrix, &rhs, &coarse);
    let mut solver = Solver::new(&matrix, &OPTIONS).unwrap();
    let cold = solver.solve(&rhs, None, None).unwrap();
    let warm = solver.solve(&rhs, Some(&near.x), None).unwrap();
    assert!(
        0 < warm.iterations && warm.iterations < cold.iterations,
        "{} and {}",
        warm.iterations,
        cold.iterations
    );
    assert!(matrix.relative_residual(&warm.x, &rhs).unwrap() < 1e-9);
}

#[test]
fn a_right_hand_side_of_zero_has_the_solution_zero() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, .. } = poisson(16).unwrap();
    let zero = vec![0.0; matrix.n()];
    let mut solver = Solver::new(&matrix, &OPTIONS).unwrap();
    let at_once = solver.solve(&zero, None, None).unwrap();
    assert_eq!((at_once.status, at_once.iterations), (Status::Converged, 0));
    assert_eq!((at_once.x, at_once.relative_residual), (zero.clone(), 0.0));
    let ones = vec![1.0; matrix.n()];
    let found = solver.solve(&zero, Some(&ones), None).unwrap();
    assert_eq!(found.status, Status::Converged);
    assert!(distance(&found.x, &zero) < 1e-8);
}

#[test]
fn a_right_hand_side_so_small_that_its_residuals_vanish_is_refused_and_not_solved_by_zero() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(16).unwrap();
    for (scale, refused) in [
        (1e-140, false),
        (1e-150, true),
        (1e-200, true),
        (5e-324, true),
    ] {
        let small: Vec<f64> = rhs.iter().map(|b| b.signum() * scale).collect();
        for precision in [Precision::Double, Precision::Mixed] {
            let options = Options {
                precision,
                ..OPTIONS
            };
            let mut solver = Solver::new(&matrix, &options).unwrap();
            match solver.solve(&small, None, None) {
                Err(error) => {
                    let said = error.to_string();
                    assert!(
                        refused && said.contains(&format!("above {scale:e},")),
                        "{said}"
                    );
                }
                Ok(solution) => {
                    let residual = matrix.relative_residual(&solution.x, &small).unwrap();
                    assert!(
                        !refused && residual < 1e-9,
                        "{scale:e}, {precision:?}: {residual}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_matrix_that_is_not_positive_definite_is_found_out() {
    let Some(_) = gpu::device() else {
        return;
    };
    // Eigenvalues 3 and -1.
    let found = solve(&two_by_two(1.0, 2.0, 1.0), &[1.0, -1.0], &OPTIONS);
    assert_eq!(
        (found.status, found.iterations),
        (Status::NotPositiveDefinite, 0)
    );
    assert_eq!(found.history.len(), 1);
    // Eigenvalues 2 and 0, and a right-hand side that no x gives.
    let found = solve(&two_by_two(1.0, 1.0, 1.0), &[1.0, -1.0], &OPTIONS);
    assert_eq!(found.status, Status::NotPositiveDefinite);
}

#[test]
fn when_the_iterations_run_out_the_solve_ends_with_what_there_is() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(16).unwrap();
    for max_iterations in [0, 1, 5] {
        let options = Options {
            max_iterations,
            ..OPTIONS
        };
        let found = solve(&matrix, &rhs, &options);
        assert_eq!(
            (found.status, found.iterations),
            (Status::MaxIterations, max_iterations)
        );
        assert_eq!(found.history.len(), max_iterations as usize + 1);
        let (x, _) = cpu::solve(&matrix, &rhs, 0.0, max_iterations);
        assert!(distance(&found.x, &x) < 1e-12);
        let residual = matrix.relative_residual(&found.x, &rhs).unwrap();
        assert!((residual - found.relative_residual).abs() < 1e-12);
    }
}

#[test]
fn what_has_converged_has_that_residual_when_it_is_computed_anew() {
    let Some(_) = gpu::device() else {
        return;
    };
    // Large enough that the residual carried along drifts from b - A x.
    let Poisson { matrix, rhs, .. } = poisson(LARGE).unwrap();
    for tolerance in [1e-8, 1e-10, 2e-11] {
        let options = Options {
            tolerance,
            ..OPTIONS
        };
        let found = solve(&matrix, &rhs, &options);
        assert_eq!(found.status, Status::Converged, "{tolerance:e}");
        let residual = matrix.relative_residual(&found.x, &rhs).unwrap();
        assert!(residual <= tolerance, "{residual:e} for {tolerance:e}");
        assert!((residual / found.relative_residual - 1.0).abs() < 1e-6);
    }
}

#[test]
fn a_tolerance_beyond_double_precision_ends_as_stagnated() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(MEDIUM).unwrap();
    let options = Options {
        tolerance: 1e-18,
        ..OPTIONS
    };
    let found = solve(&matrix, &rhs, &options);
    assert_eq!(found.status, Status::Stagnated);
    assert!(found.relative_residual < 1e-12);
    let residual = matrix.relative_residual(&found.x, &rhs).unwrap();
    assert!((residual / found.relative_residual - 1.0).abs() < 1e-3);
}

#[test]
fn a_number_that_is_none_or_infinite_ends_the_solve() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(16).unwrap();
    let mut solver = Solver::new(&matrix, &OPTIONS).unwrap();
    for value in [f64::NAN, f64::INFINITY, f64::MAX] {
        let mut b = rhs.clone();
        b[100] = value;
        let found = solver.solve(&b, None, None).unwrap();
        assert_eq!(
            (found.status, found.iterations),
            (Status::NotFinite, 0),
            "{value} in b"
        );
        let mut x0 = rhs.clone();
        x0[100] = value;
        let found = solver.solve(&rhs, Some(&x0), None).unwrap();
        assert_eq!(found.status, Status::NotFinite, "{value} in x0");
    }
    let clean = solver.solve(&rhs, None, None).unwrap();
    assert_eq!(clean.status, Status::Converged);
}

#[test]
fn no_history_is_kept_unless_asked_for() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(16).unwrap();
    let without = Options {
        history: false,
        ..OPTIONS
    };
    let [with, without] = [&OPTIONS, &without].map(|options| solve(&matrix, &rhs, options));
    assert!(without.history.is_empty());
    assert!(with.x == without.x && with.iterations == without.iterations);
}

#[test]
fn a_vector_of_another_length_is_refused_with_both_lengths() {
    let Some(_) = gpu::device() else {
        return;
    };
    let Poisson { matrix, rhs, .. } = poisson(4).unwrap();
    let mut solver = Solver::new(&matrix, &OPTIONS).unwrap();
    let wrong = |given| Error::Length { n: 16, given };
    assert_eq!(solver.solve(&rhs[1..], None, None), Err(wrong(15)));
    assert_eq!(solver.solve(&rhs, Some(&[]), None), Err(wrong(0)));
    assert_eq!(solver.solve(&[0.0; 17], Some(&rhs), None), Err(wrong(17)));
    assert_eq!(
        wrong(15).to_string(),
        "a vector of 15 elements for a matrix of 16 rows"
    );
}

#[test]
fn progress_is_told_while_the_kernel_runs_and_changes_nothing() {
    let Some(_) = gpu::device() else {
        return;
    };
    // The right-hand side is at one end: as many iterations as rows, some tenths of a second.
    const ROWS: u32 = if coop::EMULATED { 400 } else { 40_000 };
    let matrix = chain(ROWS);
    let mut b = vec![0.0; ROWS as usize];
    b[0] = 1.0;
    let options = Options {
        max_iterations: ROWS / 2,
        ..OPTIONS
    };
    let mut solver = Solver::new(&matrix, &options).unwrap();
    let mut told: Vec<Progress> = Vec::new();
    let mut tell = |progress| told.push(progress);
    let watched = solver.solve(&b, None, Some(&mut tell)).unwrap();
    assert!(
        told.iter().any(|progress| progress.iteration > 0),
        "{told:?}"
    );
    assert!(told.is_sorted_by_key(|progress| progress.iteration));
    for Progress {
        iteration,
        relative_residual,
    } in told
    {
        assert!(iteration <= watched.iterations);
        // Each is of the history, or of the report before or after it where the device wrote between two reads.
        let reports = watched.history.iter().step_by(32);
        let mut nearby = reports
            .skip((iteration as usize / 32).saturating_sub(1))
            .take(3);
        assert!(
            nearby.any(|kept| *kept as f32 == relative_residual as f32),
            "{relative_residual} after {iteration}"
        );
    }
    let unwatched = solver.solve(&b, None, None).unwrap();
    assert!(watched.x == unwatched.x && watched.history == unwatched.history);
}

#[test]
fn a_block_that_is_no_number_of_whole_warps_is_refused_without_a_device() {
    let matrix = chain(4);
    for given in [0, 1, 31, 100, 513, 544, 1024] {
        let options = Options {
            block: Some(given),
            ..OPTIONS
        };
        let error = Solver::new(&matrix, &options).unwrap_err();
        assert_eq!(error, Error::Block { given });
        assert!(error.to_string().contains("multiples of 32 from 32 to 512"));
    }
}

#[test]
fn a_tolerance_that_is_negative_or_no_number_is_refused_without_a_device() {
    for tolerance in [-1e-300, f64::NEG_INFINITY, f64::NAN] {
        let options = Options {
            tolerance,
            ..OPTIONS
        };
        let error = Solver::new(&chain(4), &options).unwrap_err();
        assert!(matches!(error, Error::Tolerance { .. }), "{error}");
    }
}

#[test]
fn a_diagonal_element_that_cannot_be_divided_by_is_refused_with_its_row() {
    let absent = Csr::new(2, vec![0, 1, 2], vec![0, 0], vec![1.0, 1.0]).unwrap();
    let cases = [
        (two_by_two(1.0, 0.0, -3.0), -3.0),
        (two_by_two(1.0, 0.0, 0.0), 0.0),
        (two_by_two(1.0, 0.0, 1e-320), 1e-320),
        (absent, 0.0),
    ];
    for (matrix, value) in cases {
        let error = Solver::new(&matrix, &OPTIONS).unwrap_err();
        assert_eq!(error, Error::Diagonal { row: 2, value });
    }
}

#[test]
fn real_matrices_take_the_iterations_of_other_solvers_and_give_the_solution() {
    let Some(_) = gpu::device() else { return };
    let cases = [
        ("LFAT5", 7, 1e-6),
        ("bcsstk09", 180, 1e-6),
        ("1138_bus", 935, 1e-5),
        ("bcsstk13", 1364, 1e-2),
    ];
    // The others take the emulator minutes.
    let cases = if coop::EMULATED {
        &cases[..2]
    } else {
        &cases[..]
    };
    for &(name, iterations, tolerance) in cases {
        let Some(path) = data::matrix(name) else {
            return;
        };
        let matrix = matrix_market::read(path).unwrap();
        let ones = vec![1.0; matrix.n()];
        let b = matrix.multiply(&ones).unwrap();
        let options = Options {
            tolerance: 1e-8,
            ..OPTIONS
        };
        let found = solve(&matrix, &b, &options);
        assert_eq!(found.status, Status::Converged, "{name}");
        assert_as_many(found.iterations, iterations, name);
        assert_history(&found, options.tolerance);
        let error = distance(&found.x, &ones);
        assert!(error < tolerance, "{name}: {error}");
        let residual = matrix.relative_residual(&found.x, &b).unwrap();
        assert!(residual < 1e-7, "{name}: {residual}");
    }
}

#[test]
fn every_scope_takes_as_many_iterations_to_the_same_solution() {
    let Some(device) = gpu::device() else {
        return;
    };
    let clusters = device.limits().unwrap().cluster_launch;
    // Rows of one and of several slices, and lanes that share a row.
    let long_rows = {
        let n = 150;
        let dense = |row: usize| (0..n).filter(move |column| row.abs_diff(*column) < 12);
        let row_ptr = (0..=n)
            .map(|row| (0..row).map(|row| dense(row).count() as u32).sum())
            .collect();
        let columns = (0..n).flat_map(dense).map(|column| column as u32).collect();
        let values = (0..n)
            .flat_map(|row| dense(row).map(move |column| if row == column { 30.0 } else { -1.0 }))
            .collect();
        Csr::new(n, row_ptr, columns, values).unwrap()
    };
    for matrix in [poisson(20).unwrap().matrix, long_rows] {
        let b: Vec<f64> = (0..matrix.n()).map(|i| 1.0 + (i % 7) as f64).collect();
        let (x, wanted) = cpu::solve(&matrix, &b, 1e-10, 10_000);
        for scope in [Scope::Block, Scope::Cluster, Scope::Grid, Scope::Streamed] {
            if scope == Scope::Cluster && !clusters {
                continue;
            }
            let options = Options {
                scope: Some(scope),
                ..OPTIONS
            };
            let mut solver = Solver::new(&matrix, &options).unwrap();
            assert_eq!(solver.placement().scope(), scope);
            let found = solver.solve(&b, None, None).unwrap();
            assert_eq!(found.status, Status::Converged, "{scope:?}");
            assert_as_many(found.iterations, wanted, &format!("{scope:?}"));
            assert_history(&found, OPTIONS.tolerance);
            assert!(distance(&found.x, &x) < 1e-6, "{scope:?}");
            // What a solve leaves behind is no part of the next.
            assert!(
                solver.solve(&b, None, None).unwrap().x == found.x,
                "{scope:?}"
            );
        }
    }
}

#[test]
fn single_precision_inside_refinement_reaches_the_residual_of_double() {
    let Some(_) = gpu::device() else { return };
    let matrix = poisson(20).unwrap().matrix;
    for scale in [1.0, 1e-60, 1e60] {
        let b: Vec<f64> = (0..matrix.n())
            .map(|i| scale * (1.0 + (i % 7) as f64))
            .collect();
        for scope in [Scope::Grid, Scope::Streamed] {
            let options = Options {
                scope: Some(scope),
                precision: Precision::Mixed,
                ..OPTIONS
            };
            let found = solve(&matrix, &b, &options);
            assert_eq!(found.status, Status::Converged, "{scope:?}, {scale:e}");
            let residual = matrix.relative_residual(&found.x, &b).unwrap();
            assert!(residual <= OPTIONS.tolerance, "{residual:e}");
        }
    }
}

#[test]
fn a_scope_that_has_no_room_for_the_system_is_refused_with_its_name() {
    let Some(_) = gpu::device() else { return };
    let options = Options {
        scope: Some(Scope::Block),
        ..OPTIONS
    };
    let error = Solver::new(&poisson(33).unwrap().matrix, &options).unwrap_err();
    assert!(
        error.to_string().starts_with(
            "the system of 1089 rows and 5313 entries is too large for one block on this device; "
        ),
        "{error}"
    );
}

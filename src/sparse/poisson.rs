//! The Poisson equation on the unit square: a system of any size whose solution is known.

use super::{Csr, Error, LIMIT, room};

/// The most points a side for which the entries of the matrix stay within [`LIMIT`].
pub const MOST_POINTS: usize = 20_724;

/// Growth along x and along y of the solution. Unequal, so that no symmetry hides a mistake, and
/// not zero: then the solution would be close to an eigenvector of the matrix, which conjugate
/// gradients find in an iteration or two.
const GROWTH: [f64; 2] = [1.0, -2.0];

/// A discretised boundary value problem, as [`poisson`] makes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Poisson {
    /// The 5-point Laplacian times `-h^2`: 4 on the diagonal, -1 for each neighbour. `n^2` rows.
    pub matrix: Csr,
    /// The right-hand side, `h^2 f` at each point.
    pub rhs: Vec<f64>,
    /// The solution `u` of the differential equation at each point; that of the linear system
    /// differs by O(h^2).
    pub exact: Vec<f64>,
    /// The distance `h = 1 / (n + 1)` between neighbouring points.
    pub spacing: f64,
}

/// The equation `-laplace(u) = f` on the `n x n` interior points of a grid over the unit square,
/// with `u = 0` on the border.
///
/// `f` is made so that `u(x, y) = x (1 - x) e^x y (1 - y) e^(-2 y)` solves it. Point `(i, j)`,
/// counted from 0, lies at `x = (i + 1) h`, `y = (j + 1) h` and is unknown number `j n + i`.
///
/// # Errors
///
/// When `n` is 0 or the matrix exceeds [`LIMIT`] entries (`n` over 20724), and when there is no
/// memory for it.
pub fn poisson(n: usize) -> Result<Poisson, Error> {
    if !(1..=MOST_POINTS).contains(&n) {
        return Err(Error::Grid {
            given: n,
            most: MOST_POINTS,
        });
    }
    let spacing = 1.0 / (n + 1) as f64;
    let [along_x, along_y] = [factors(n, GROWTH[0])?, factors(n, GROWTH[1])?];
    let (mut rhs, mut exact) = (room(n * n)?, room(n * n)?);
    for &(v, v_second) in &along_y {
        for &(u, u_second) in &along_x {
            exact.push(u * v);
            rhs.push(-spacing * spacing * (u_second * v + u * v_second));
        }
    }
    Ok(Poisson {
        matrix: laplacian(n)?,
        rhs,
        exact,
        spacing,
    })
}

/// `g(t) = t (1 - t) e^(a t)` and its second derivative at the `n` interior points of the unit
/// interval.
fn factors(n: usize, a: f64) -> Result<Vec<(f64, f64)>, Error> {
    let mut factors = room(n)?;
    factors.extend((1..=n).map(|i| {
        let t = i as f64 / (n + 1) as f64;
        let (bubble, growth) = (t * (1.0 - t), (a * t).exp());
        (
            bubble * growth,
            (a * a * bubble + 2.0 * a * (1.0 - 2.0 * t) - 2.0) * growth,
        )
    }));
    Ok(factors)
}

/// The 5-point stencil on an `n x n` grid; `n` is from 1 to [`MOST_POINTS`], so that every index fits 32
/// bits.
fn laplacian(n: usize) -> Result<Csr, Error> {
    let points = n * n;
    let entries = 5 * points - 4 * n;
    let (mut row_ptr, mut columns, mut values) =
        (room(points + 1)?, room(entries)?, room(entries)?);
    row_ptr.push(0);
    for point in 0..points {
        let (i, j) = (point % n, point / n);
        let stencil = [
            (j > 0).then(|| (point - n, -1.0)),
            (i > 0).then(|| (point - 1, -1.0)),
            Some((point, 4.0)),
            (i + 1 < n).then_some((point + 1, -1.0)),
            (j + 1 < n).then_some((point + n, -1.0)),
        ];
        for (column, value) in stencil.into_iter().flatten() {
            columns.push(column as u32);
            values.push(value);
        }
        row_ptr.push(columns.len() as u32);
    }
    debug_assert!(entries <= LIMIT);
    Csr::new(points, row_ptr, columns, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_point_has_one_equation() {
        let one = poisson(1).unwrap();
        assert_eq!(
            (one.matrix.n(), one.matrix.values(), one.spacing),
            (1, &[4.0][..], 0.5)
        );
    }

    #[test]
    fn a_point_is_joined_to_the_neighbours_it_has() {
        let matrix = poisson(3).unwrap().matrix;
        assert_eq!(matrix.row_ptr(), [0, 3, 7, 10, 14, 19, 23, 26, 30, 33]);
        assert_eq!(matrix.columns()[14..19], [1, 3, 4, 5, 7]);
        assert_eq!(matrix.values()[14..19], [-1., -1., 4., -1., -1.]);
        matrix.check_symmetric().unwrap();
        matrix.check_diagonal().unwrap();
    }

    #[test]
    fn no_points_and_one_side_over_the_limit_are_refused_with_the_limit() {
        let refusal = |n| poisson(n).unwrap_err().to_string();
        let allowed = "allowed are 1 to 20724 points a side";
        assert_eq!(
            refusal(0),
            format!("a grid of 0 x 0 points was asked for; {allowed}")
        );
        assert!(refusal(MOST_POINTS + 1).contains(allowed));
        assert!(refusal(usize::MAX).contains(allowed));
    }

    #[test]
    fn the_largest_side_is_the_last_whose_entries_are_within_the_limit() {
        let entries = |n: usize| 5 * n * n - 4 * n;
        assert!(entries(MOST_POINTS) <= LIMIT && entries(MOST_POINTS + 1) > LIMIT);
    }

    #[test]
    fn the_exact_solution_satisfies_the_equations_to_the_fourth_order_of_the_spacing() {
        // h^2 f - A u is h^2 times the truncation error, which is O(h^2): halving h divides it by
        // 16.
        let defect = |n| {
            let Poisson {
                matrix, rhs, exact, ..
            } = poisson(n).unwrap();
            let product = matrix.multiply(&exact).unwrap();
            rhs.iter()
                .zip(product)
                .map(|(b, p)| (b - p).abs())
                .fold(0.0, f64::max)
        };
        let order = (defect(31) / defect(63)).log2();
        assert!((order - 4.0).abs() < 0.1, "order {order}");
    }
}

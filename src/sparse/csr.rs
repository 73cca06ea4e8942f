//! Compressed sparse rows, checked when made.

use super::Error;

/// The most rows, and the most entries, that a matrix may have: 2^31 - 1.
///
/// Kernels index with 32-bit unsigned integers and step by the size of a grid; below this limit
/// such a sum does not wrap.
pub const LIMIT: usize = i32::MAX as usize;

/// How far an entry may be from its mirror image, relative to the larger of the two, for the matrix
/// to be symmetric.
///
/// Room for the rounding of sums, far below any difference that is meant.
const SYMMETRY_TOLERANCE: f64 = 1e-12;

/// A square sparse matrix of `n` rows in compressed sparse row form, in double precision.
///
/// Row `i` holds the entries `row_ptr[i]..row_ptr[i + 1]` of `columns` and `values`. Columns ascend
/// within a row, each occurs once, and values are finite. A symmetric matrix is stored in full,
/// both triangles.
#[derive(Debug, Clone, PartialEq)]
pub struct Csr {
    row_ptr: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Csr {
    /// Makes a matrix of `n` rows from `n + 1` row offsets and, for each entry, its column (counted
    /// from 0) and value.
    ///
    /// # Errors
    ///
    /// When the parts do not form a matrix as [`Csr`] describes it, or exceed [`LIMIT`]: the first
    /// fault found.
    pub fn new(
        n: usize,
        row_ptr: Vec<u32>,
        columns: Vec<u32>,
        values: Vec<f64>,
    ) -> Result<Self, Error> {
        if !(1..=LIMIT).contains(&n) {
            return Err(Error::Rows { rows: n });
        }
        if values.len() > LIMIT {
            return Err(Error::Entries {
                entries: values.len(),
            });
        }
        if columns.len() != values.len() {
            return Err(Error::Lengths {
                columns: columns.len(),
                values: values.len(),
            });
        }
        if let Some(found) = fault_in_offsets(n, values.len(), &row_ptr) {
            return Err(Error::RowPointers {
                rows: n,
                entries: values.len(),
                found,
            });
        }
        let matrix = Csr {
            row_ptr,
            columns,
            values,
        };
        (0..n).try_for_each(|row| matrix.check_row(row))?;
        Ok(matrix)
    }

    fn check_row(&self, row: usize) -> Result<(), Error> {
        let mut previous = None;
        for (column, value) in self.row(row) {
            if column >= self.n() {
                return Err(Error::Column {
                    row,
                    column,
                    columns: self.n(),
                });
            }
            if let Some(previous) = previous.filter(|&previous| previous >= column) {
                return Err(Error::Order {
                    row,
                    previous,
                    column,
                });
            }
            if !value.is_finite() {
                return Err(Error::Value { row, column, value });
            }
            previous = Some(column);
        }
        Ok(())
    }

    /// Number of rows, and of columns.
    pub fn n(&self) -> usize {
        self.row_ptr.len() - 1
    }

    /// Number of stored entries, both triangles counted.
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// The `n + 1` offsets at which rows begin and end.
    pub fn row_ptr(&self) -> &[u32] {
        &self.row_ptr
    }

    /// The column of each entry, counted from 0.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The value of each entry.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The entries of one row as (column, value), columns ascending. `row` is below `n`.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.row_ptr[row] as usize..self.row_ptr[row + 1] as usize;
        self.columns[range.clone()]
            .iter()
            .map(|&column| column as usize)
            .zip(self.values[range].iter().copied())
    }

    /// The entry at `row` and `column`, both below `n`; 0 where nothing is stored.
    fn get(&self, row: usize, column: usize) -> f64 {
        let begin = self.row_ptr[row] as usize;
        let columns = &self.columns[begin..self.row_ptr[row + 1] as usize];
        columns
            .binary_search(&(column as u32))
            .map_or(0.0, |at| self.values[begin + at])
    }

    /// The `n` entries of the diagonal; 0 where nothing is stored.
    pub fn diagonal(&self) -> impl Iterator<Item = f64> {
        (0..self.n()).map(|row| self.get(row, row))
    }

    /// The product `A x`, each row summed in the order of its columns.
    ///
    /// # Errors
    ///
    /// When `x` does not have `n` elements, or there is no memory for the result.
    pub fn multiply(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        self.check_length(x)?;
        let mut product = super::room(self.n())?;
        product.extend((0..self.n()).map(|row| {
            self.row(row)
                .map(|(column, value)| value * x[column])
                .sum::<f64>()
        }));
        Ok(product)
    }

    /// The relative residual `|b - A x| / |b|` in the Euclidean norm; `|A x|` where `b` is zero.
    ///
    /// Each element of `b - A x` is summed with compensation, as if in twice the precision and then
    /// rounded. Plain sums would show their own rounding: near a solution `b` and `A x` cancel
    /// almost completely.
    ///
    /// # Errors
    ///
    /// When `x` or `b` does not have `n` elements, or there is no memory for the residual.
    pub fn relative_residual(&self, x: &[f64], b: &[f64]) -> Result<f64, Error> {
        self.check_length(x)?;
        self.check_length(b)?;
        let mut residual = super::room(self.n())?;
        residual.extend((0..self.n()).map(|row| {
            let mut sum = Compensated {
                sum: b[row],
                lost: 0.0,
            };
            self.row(row)
                .for_each(|(column, value)| sum.subtract_product(value, x[column]));
            sum.sum + sum.lost
        }));
        let (residual, scale) = (norm(&residual), norm(b));
        Ok(if scale == 0.0 {
            residual
        } else {
            residual / scale
        })
    }

    fn check_length(&self, vector: &[f64]) -> Result<(), Error> {
        if vector.len() == self.n() {
            Ok(())
        } else {
            Err(Error::VectorLength {
                given: vector.len(),
                rows: self.n(),
            })
        }
    }

    /// Checks that the matrix equals its transpose, up to the rounding of a sum (1e-12 relative to
    /// the entry).
    ///
    /// # Errors
    ///
    /// [`Error::NotSymmetric`] with the first entry, in the order of rows, that differs from its
    /// mirror image.
    pub fn check_symmetric(&self) -> Result<(), Error> {
        for row in 0..self.n() {
            for (column, value) in self.row(row) {
                let mirrored = self.get(column, row);
                if (value - mirrored).abs() > SYMMETRY_TOLERANCE * value.abs().max(mirrored.abs()) {
                    return Err(Error::NotSymmetric {
                        row,
                        column,
                        value,
                        mirrored,
                    });
                }
            }
        }
        Ok(())
    }

    /// Checks that every diagonal entry is positive, which a positive definite matrix cannot do
    /// without.
    ///
    /// # Errors
    ///
    /// [`Error::Diagonal`] with the first row that fails.
    pub fn check_diagonal(&self) -> Result<(), Error> {
        match self.diagonal().enumerate().find(|&(_, value)| value <= 0.0) {
            Some((row, value)) => Err(Error::Diagonal { row, value }),
            None => Ok(()),
        }
    }
}

/// What keeps `row_ptr` from being `n + 1` ascending offsets from 0 to `entries`.
fn fault_in_offsets(n: usize, entries: usize, row_ptr: &[u32]) -> Option<String> {
    if row_ptr.len() != n + 1 {
        return Some(format!("{} were given", row_ptr.len()));
    }
    if row_ptr[0] != 0 {
        return Some(format!("the first is {}", row_ptr[0]));
    }
    if row_ptr[n] as usize != entries {
        return Some(format!("the last is {}", row_ptr[n]));
    }
    let row = row_ptr.windows(2).position(|pair| pair[0] > pair[1])?;
    Some(format!(
        "{} is followed by {}",
        row_ptr[row],
        row_ptr[row + 1]
    ))
}

/// The Euclidean norm, scaled by the largest element so that no square overflows or vanishes.
fn norm(vector: &[f64]) -> f64 {
    let largest = vector
        .iter()
        .fold(0.0, |largest: f64, element| largest.max(element.abs()));
    if largest == 0.0 || largest.is_infinite() {
        return vector.iter().map(|element| element.abs()).sum(); // zero, infinite, or not a number
    }
    largest
        * vector
            .iter()
            .map(|element| (element / largest).powi(2))
            .sum::<f64>()
            .sqrt()
}

/// A running sum and the part of it that rounding has taken away.
struct Compensated {
    sum: f64,
    lost: f64,
}

impl Compensated {
    fn subtract_product(&mut self, a: f64, b: f64) {
        let product = -a * b;
        let product_lost = (-a).mul_add(b, -product);
        let sum = self.sum + product;
        let shifted = sum - self.sum;
        self.lost += (self.sum - (sum - shifted)) + (product - shifted) + product_lost;
        self.sum = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix [[2, -1, 0], [-1, 2, -1], [0, -1, 2]].
    fn second_difference() -> Csr {
        Csr::new(
            3,
            vec![0, 2, 5, 7],
            vec![0, 1, 0, 1, 2, 1, 2],
            vec![2., -1., -1., 2., -1., -1., 2.],
        )
        .unwrap()
    }

    fn two_by_two(values: [f64; 4]) -> Csr {
        Csr::new(2, vec![0, 2, 4], vec![0, 1, 0, 1], values.to_vec()).unwrap()
    }

    #[test]
    fn the_product_with_a_vector_is_the_sum_over_each_row() {
        assert_eq!(
            second_difference().multiply(&[1., 2., 4.]).unwrap(),
            [0., -1., 6.]
        );
    }

    #[test]
    fn a_vector_of_another_length_is_refused_with_both_numbers() {
        let refusal = second_difference().multiply(&[1.]).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "a vector of 1 elements was given to a matrix of 3 rows; the two must be equal"
        );
        assert!(
            second_difference()
                .relative_residual(&[1.; 3], &[1.; 4])
                .is_err()
        );
    }

    #[test]
    fn what_does_not_form_a_matrix_is_refused_with_the_first_fault() {
        let refusal = |n, row_ptr: &[u32], columns: &[u32], values: &[f64]| {
            Csr::new(n, row_ptr.to_vec(), columns.to_vec(), values.to_vec())
                .unwrap_err()
                .to_string()
        };
        assert!(refusal(0, &[0], &[], &[]).starts_with("a matrix of 0 rows"));
        assert!(refusal(LIMIT + 1, &[0], &[], &[]).contains("2147483648 rows"));
        assert!(refusal(1, &[0, 1], &[0, 0], &[1.]).starts_with("2 columns and 1 values"));
        assert!(refusal(2, &[0, 1], &[0], &[1.]).ends_with("2 were given"));
        assert!(refusal(1, &[1, 1], &[0], &[1.]).ends_with("the first is 1"));
        assert!(refusal(1, &[0, 2], &[0], &[1.]).ends_with("the last is 2"));
        assert!(refusal(2, &[0, 2, 1], &[0], &[1.]).ends_with("2 is followed by 1"));
        assert!(refusal(1, &[0, 1], &[1], &[1.]).contains("row 1 has an entry in column 2"));
        assert!(refusal(2, &[0, 2, 2], &[1, 0], &[1., 1.]).contains("column 1 follows column 2"));
        assert!(refusal(2, &[0, 2, 2], &[1, 1], &[1., 1.]).contains("column 2 follows column 2"));
        assert!(refusal(1, &[0, 1], &[0], &[f64::NAN]).starts_with("entry (1, 1) is NaN"));
    }

    #[test]
    fn a_symmetric_matrix_passes_and_another_is_refused_with_the_first_pair() {
        assert_eq!(second_difference().check_symmetric(), Ok(()));
        let refusal = two_by_two([1., 2., 3., 4.]).check_symmetric().unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "the matrix is not symmetric: entry (1, 2) is 2, but entry (2, 1) is 3"
        );
        let upper = Csr::new(2, vec![0, 2, 3], vec![0, 1, 1], vec![1., 5., 1.]).unwrap();
        let expected = Error::NotSymmetric {
            row: 0,
            column: 1,
            value: 5.,
            mirrored: 0.,
        };
        assert_eq!(upper.check_symmetric(), Err(expected));
    }

    #[test]
    fn a_difference_of_one_rounding_counts_as_symmetric_and_a_millionth_does_not() {
        assert!(
            two_by_two([1., 0.1 + 0.2, 0.3, 1.])
                .check_symmetric()
                .is_ok()
        );
        assert!(
            two_by_two([1., 0.3000003, 0.3, 1.])
                .check_symmetric()
                .is_err()
        );
    }

    #[test]
    fn a_diagonal_entry_that_is_absent_zero_or_negative_is_refused_with_its_row() {
        assert_eq!(second_difference().check_diagonal(), Ok(()));
        let absent = Csr::new(2, vec![0, 2, 3], vec![0, 1, 0], vec![1., 2., 2.]).unwrap();
        assert_eq!(
            absent.check_diagonal(),
            Err(Error::Diagonal { row: 1, value: 0. })
        );
        let negative = two_by_two([-1., 0., 0., 0.]);
        assert_eq!(
            negative.check_diagonal(),
            Err(Error::Diagonal { row: 0, value: -1. })
        );
    }

    #[test]
    fn the_residual_of_the_exact_solution_is_zero_and_of_no_solution_one() {
        let matrix = second_difference();
        let b = matrix.multiply(&[1.; 3]).unwrap();
        assert_eq!(matrix.relative_residual(&[1.; 3], &b).unwrap(), 0.);
        assert_eq!(matrix.relative_residual(&[0.; 3], &b).unwrap(), 1.);
        assert_eq!(
            matrix.relative_residual(&[1.; 3], &[0.; 3]).unwrap(),
            2f64.sqrt()
        );
    }

    #[test]
    fn the_residual_survives_cancellation_that_a_plain_sum_does_not() {
        // 1 - (1e16 x 1 + 1 x 1 - 1e16 x 1) is 0; a plain sum loses the 1 beside 1e16.
        let matrix = Csr::new(3, vec![0, 3, 3, 3], vec![0, 1, 2], vec![1e16, 1., -1e16]).unwrap();
        assert_eq!(
            matrix.relative_residual(&[1.; 3], &[1., 0., 0.]).unwrap(),
            0.
        );
        assert_eq!(matrix.multiply(&[1.; 3]).unwrap()[0], 0.);
    }

    #[test]
    fn a_norm_neither_overflows_nor_hides_what_is_not_a_number() {
        assert!((norm(&[3e200, 4e200]) / 5e200 - 1.).abs() < 1e-15);
        assert!((norm(&[3e-200, 4e-200]) / 5e-200 - 1.).abs() < 1e-15);
        assert_eq!(norm(&[0., 0.]), 0.);
        assert!(norm(&[f64::NAN, 0.]).is_nan());
        assert!(norm(&[f64::NAN, 1.]).is_nan());
        assert_eq!(norm(&[f64::INFINITY, 1.]), f64::INFINITY);
    }
}

//! Entries in any order, gathered into compressed rows.

use super::{Csr, Error, LIMIT, room};

/// One entry: row and column, counted from 0, and value.
pub(super) type Entry = (u32, u32, f64);

/// The entries of a matrix as a file gives them.
#[derive(Debug, Default)]
pub(super) struct Entries {
    given: Vec<Entry>,
    off_diagonal: usize,
}

impl Entries {
    /// Takes one more entry.
    pub(super) fn push(&mut self, entry: Entry) -> Result<(), Error> {
        if self.given.len() == self.given.capacity() {
            self.given.try_reserve(1).map_err(|_| Error::Memory {
                bytes: self
                    .given
                    .len()
                    .saturating_mul(2)
                    .saturating_mul(size_of::<Entry>()),
            })?;
        }
        self.off_diagonal += usize::from(entry.0 != entry.1);
        self.given.push(entry);
        Ok(())
    }

    /// How many were given; those off the diagonal count twice where the other triangle is theirs, too.
    pub(super) fn count(&self, symmetric: bool) -> usize {
        self.given.len() + if symmetric { self.off_diagonal } else { 0 }
    }

    /// Calls `take` with every entry, and with its mirror image where that is meant.
    fn each(&self, symmetric: bool, mut take: impl FnMut(Entry)) {
        for &(row, column, value) in &self.given {
            take((row, column, value));
            if symmetric && row != column {
                take((column, row, value));
            }
        }
    }

    /// The matrix of `n` rows. Entries of one place are summed in the order given; each entry of a symmetric matrix stands in
    /// both triangles.
    ///
    /// Rows and columns are below `n`.
    pub(super) fn into_csr(self, n: usize, symmetric: bool) -> Result<Csr, Error> {
        let count = self.count(symmetric);
        if count > LIMIT {
            return Err(Error::Entries { entries: count });
        }
        // A counting sort by rows: how many each has, where each begins, and then each entry to its row.
        let mut row_ptr = filled(n + 1, 0u32)?;
        self.each(symmetric, |(row, _, _)| row_ptr[row as usize + 1] += 1);
        for row in 0..n {
            row_ptr[row + 1] += row_ptr[row];
        }
        let mut next = room(n)?;
        next.extend_from_slice(&row_ptr[..n]);
        let mut sorted = filled(count, (0u32, 0f64))?;
        self.each(symmetric, |(row, column, value)| {
            let next = &mut next[row as usize];
            sorted[*next as usize] = (column, value);
            *next += 1;
        });
        drop((next, self));
        let (columns, values) = sum_rows(&mut row_ptr, &mut sorted)?;
        Csr::new(n, row_ptr, columns, values)
    }
}

/// Sorts each row by its columns and sums what is in one place, in the order that it is in. `row_ptr` follows.
fn sum_rows(row_ptr: &mut [u32], sorted: &mut [(u32, f64)]) -> Result<(Vec<u32>, Vec<f64>), Error> {
    let (mut columns, mut values) = (room(sorted.len())?, room(sorted.len())?);
    let mut begin = 0;
    for end in &mut row_ptr[1..] {
        let row = &mut sorted[begin..*end as usize];
        begin = *end as usize;
        // Most files are sorted.
        if !row.is_sorted_by_key(|entry| entry.0) {
            row.sort_by_key(|entry| entry.0);
        }
        for places in row.chunk_by(|a, b| a.0 == b.0) {
            columns.push(places[0].0);
            values.push(places.iter().map(|entry| entry.1).sum());
        }
        *end = columns.len() as u32;
    }
    Ok((columns, values))
}

/// A vector of `len` equal elements, or an error instead of an abort.
fn filled<T: Clone>(len: usize, element: T) -> Result<Vec<T>, Error> {
    let mut vector = room(len)?;
    vector.resize(len, element);
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn csr(n: usize, symmetric: bool, given: &[Entry]) -> Csr {
        let mut entries = Entries::default();
        given
            .iter()
            .try_for_each(|&entry| entries.push(entry))
            .unwrap();
        entries.into_csr(n, symmetric).unwrap()
    }

    /// The same by adding up a table.
    fn table(n: usize, symmetric: bool, given: &[Entry]) -> Vec<Vec<Option<f64>>> {
        let mut table = vec![vec![None; n]; n];
        for &(row, column, value) in given {
            let (row, column) = (row as usize, column as usize);
            *table[row][column].get_or_insert(-0.0) += value;
            if symmetric && row != column {
                *table[column][row].get_or_insert(-0.0) += value;
            }
        }
        table
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn each_place_has_the_sum_of_what_is_given_for_it(
            n in 1..12u32,
            symmetric: bool,
            places in vec((0..144u32, -9..9i8), 0..200),
        ) {
            let given: Vec<Entry> =
                places.iter().map(|&(at, value)| (at / 12 % n, at % 12 % n, f64::from(value))).collect();
            let (n, matrix) = (n as usize, csr(n as usize, symmetric, &given));
            let mut found = vec![vec![None; n]; n];
            for (places, bounds) in found.iter_mut().zip(matrix.row_ptr().windows(2)) {
                for at in bounds[0] as usize..bounds[1] as usize {
                    places[matrix.columns()[at] as usize] = Some(matrix.values()[at]);
                }
            }
            prop_assert_eq!(found, table(n, symmetric, &given));
        }
    }
}

//! Conjugate gradients on the CPU, as the textbooks have them: what the kernel's result is held to.

use coop_kernels::sparse::Csr;

/// Solves `A x = b` with the Jacobi preconditioner from `x = 0`, until `|r| <= tolerance |b|`.
///
/// Returns `x` and the number of iterations, at most `most`.
pub fn solve(matrix: &Csr, b: &[f64], tolerance: f64, most: u32) -> (Vec<f64>, u32) {
    let inverse: Vec<f64> = matrix.diagonal().map(|value| 1.0 / value).collect();
    let precondition = |r: &[f64]| {
        r.iter()
            .zip(&inverse)
            .map(|(r, d)| r * d)
            .collect::<Vec<_>>()
    };
    let (mut x, mut r) = (vec![0.0; b.len()], b.to_vec());
    let mut p = precondition(&r);
    let mut rho = dot(&r, &p);
    let goal = tolerance * dot(b, b).sqrt();
    for iteration in 0..most {
        if dot(&r, &r).sqrt() <= goal {
            return (x, iteration);
        }
        let q = matrix.multiply(&p).expect("p has a row's length");
        let alpha = rho / dot(&p, &q);
        add(&mut x, alpha, &p);
        add(&mut r, -alpha, &q);
        let z = precondition(&r);
        let before = std::mem::replace(&mut rho, dot(&r, &z));
        p.iter_mut()
            .zip(&z)
            .for_each(|(p, z)| *p = z + rho / before * *p);
    }
    (x, most)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `y += factor x`.
fn add(y: &mut [f64], factor: f64, x: &[f64]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += factor * x);
}

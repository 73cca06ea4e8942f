//! A membrane that swings, held at its edge: the wave equation in two phases a step, written once and run every way.

use coop::phases::Shape;

coop::phases! {
    /// csrc/phases.cu. Heights `u` and speeds `v` at `side` x `side` points, row by row.
    pub fn membrane(u: *mut f32, v: *mut f32, side: u32);
}

/// A thread a point, in blocks of 256.
pub const fn shape(side: u32) -> Shape {
    Shape::new(side * side)
}

/// A bump off the middle, from which the membrane is let go.
pub fn plucked(side: u32) -> Vec<f32> {
    let at = |of: u32, middle: f32| {
        let distance = (of as f32 + 0.5) / side as f32 - middle;
        (-distance * distance * 200.0).exp()
    };
    (0..side * side)
        .map(|i| at(i % side, 0.35) * at(i / side, 0.6))
        .collect()
}

/// The same steps on the CPU, to the same bits.
pub fn on_host(u: &mut [f32], v: &mut [f32], side: u32, steps: u32) {
    const STIFFNESS: f32 = 0.25;
    let side = side as usize;
    for _ in 0..steps {
        for i in 0..u.len() {
            let (x, y) = (i % side, i / side);
            let height = |inside: bool, index: usize| if inside { u[index] } else { 0.0 };
            let neighbours = (height(x > 0, i.wrapping_sub(1)) + height(x + 1 < side, i + 1))
                + (height(y > 0, i.wrapping_sub(side)) + height(y + 1 < side, i + side));
            v[i] = STIFFNESS.mul_add((-4.0_f32).mul_add(u[i], neighbours), v[i]);
        }
        for (u, v) in u.iter_mut().zip(&*v) {
            *u += v;
        }
    }
}

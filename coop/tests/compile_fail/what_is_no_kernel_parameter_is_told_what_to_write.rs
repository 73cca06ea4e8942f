#[derive(Clone, Copy)]
struct Grid {
    width: u32,
}

coop::kernels! {
    unsafe of made_up;
    fn step(grid: Grid, n: u64);
    fn fill(x: &'static mut [f32], n: u64);
}

fn main() {
    let _ = Grid { width: 1 }.width;
}

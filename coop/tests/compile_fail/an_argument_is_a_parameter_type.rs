coop::kernels! {
    cooperative fn sum(x: &'static f32, n: u64);
}

fn main() {
    let _ = sum.name();
}

coop::kernels! {
    fn step(n: u64);
}

fn main() {}

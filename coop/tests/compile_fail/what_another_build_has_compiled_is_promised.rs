coop::kernels! {
    of made_up;
    fn step(n: u64);
}

coop::phases! {
    of made_up;
    fn steps(n: u64);
}

fn main() {}

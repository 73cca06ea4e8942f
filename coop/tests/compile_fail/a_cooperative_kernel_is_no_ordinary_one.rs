coop::kernels! {
    unsafe of made_up;
    cooperative fn sum(n: u64);
}

fn main() {
    let _kernel: &coop::Kernel<(u64,)> = &sum;
}

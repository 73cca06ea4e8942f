coop::kernels! {
    unsafe of made_up;
    cooperative fn sum(n: u64);
}

fn main() {
    let _launch: coop::Result<coop::Launch<(u64,)>> = sum.prepare(256, coop::SharedBytes(0));
}

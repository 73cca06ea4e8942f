coop::kernels! {
    unsafe of made_up;
    cooperative fn sum(n: u64);
}

fn main() -> coop::Result<()> {
    let stream = coop::Stream::new()?;
    let launch = sum.prepare(256, coop::SharedBytes(0))?;
    launch.launch(1, &stream, (8,))
}

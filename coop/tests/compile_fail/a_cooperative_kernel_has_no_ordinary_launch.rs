coop::kernels! {
    unsafe of made_up;
    cooperative fn sum(n: u64);
}

fn main() -> coop::Result<()> {
    let stream = coop::Stream::new()?;
    unsafe { sum.launch(1, &stream, (8,)) }
}

coop::kernels! {
    cooperative fn sum(n: u64);
}

fn main() -> coop::Result<()> {
    let _launch: coop::Launch<(u64,)> = sum.prepare(256, coop::SharedBytes(0))?;
    Ok(())
}

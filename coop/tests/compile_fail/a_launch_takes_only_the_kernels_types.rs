coop::kernels! {
    unsafe of made_up;
    cooperative fn sum(x: *const f32, n: u64);
}

fn main() -> coop::Result<()> {
    let stream = coop::Stream::new()?;
    let x = coop::DeviceBuffer::<f64>::zeroed(8)?;
    let launch = sum.prepare(256, coop::SharedBytes(0))?;
    unsafe { launch.launch(1, &stream, (x.as_ptr(), 8)) }
}

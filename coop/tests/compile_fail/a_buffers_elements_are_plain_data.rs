fn main() -> coop::Result<()> {
    let names = coop::DeviceBuffer::<Box<u32>>::zeroed(8)?;
    names.to_vec()?;
    Ok(())
}

fn clear(names: &mut coop::DeviceBuffer<Box<u32>>) -> coop::Result<()> {
    names.fill_zero()
}

fn main() {
    let _ = clear;
}

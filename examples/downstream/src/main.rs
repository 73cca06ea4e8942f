use coop::{DeviceBuffer, SharedBytes, Stream};

coop::kernels! {
    cooperative fn centre(x: *mut f32, partial: *mut f32, n: u32);
}

fn main() -> coop::Result<()> {
    let launch = centre.prepare(256, SharedBytes(0))?;
    println!("{}", launch.residency());

    let grid = launch.residency().max_grid();
    let mut x = DeviceBuffer::from_slice(&[1.0, 2.0, 6.0])?;
    let mut partial = DeviceBuffer::zeroed(grid.count() as usize)?;
    let args = (x.as_mut_ptr(), partial.as_mut_ptr(), 3);
    // SAFETY: x has 3 elements, partial one a block.
    unsafe { launch.launch(grid, &Stream::new()?, args)? };
    println!("{:?}", x.to_vec()?); // [-2.0, -1.0, 3.0]
    Ok(())
}

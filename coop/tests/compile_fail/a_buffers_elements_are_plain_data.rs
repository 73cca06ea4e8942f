#[derive(Clone, Copy)]
#[repr(C)]
struct Particle {
    position: [f32; 3],
    mass: f32,
}

fn main() {
    let particles = [Particle { position: [0.0; 3], mass: 1.0 }];
    let _ = coop::DeviceBuffer::from_slice(&particles);
    let _ = coop::PinnedBuffer::<Box<u32>>::zeroed(3);
}

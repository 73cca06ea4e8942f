coop::structs! {
    pod struct Padded { small: u8, large: u32 }
    pod struct Pointing { x: *mut f32 }
    struct Foreign { name: String }
}

fn main() {}

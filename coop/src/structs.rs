//! Structures that are kernel parameters.

/// Declares structures that kernels take by value or through pointers, and states their layout once.
///
/// `struct` is a kernel parameter ([`Param`](crate::Param)); `pod struct` is an [`Element`](crate::Element) of buffers too, for
/// which its members are plain data and there is no padding between them. Both are `#[repr(C)]`, `Copy`, and have whatever else
/// is derived for them.
///
/// Before the first launch size and alignment are compared with the C++ side's; and where a `COOP_STRUCT` line there names the
/// members, also the name, type and place of each, through pointers and inner structures. A difference is an error that names
/// the member.
///
/// ```
/// coop::structs! {
///     /// What the kernel is told of the grid.
///     #[derive(Debug)]
///     pub struct Grid2d {
///         pub width: u32,
///         pub height: u32,
///         pub cells: *mut f32,
///     }
///
///     #[derive(Debug, PartialEq)]
///     pub pod struct Particle {
///         pub position: [f32; 3],
///         pub mass: f32,
///     }
/// }
/// coop::kernels! {
///     fn step(grid: Grid2d, particles: *mut Particle, n: u64);
/// }
/// # #[unsafe(no_mangle)] extern "C" fn coop_kernel_coop__step() {}
/// # fn main() -> coop::Result<()> {
/// # if false {
/// let particles = coop::DeviceBuffer::from_slice(&[Particle { position: [0.0; 3], mass: 1.0 }])?;
/// # let _ = (particles, &step);
/// # }
/// # Ok(())
/// # }
/// ```
///
/// ```cuda
/// struct grid2d { unsigned width, height; float* cells; };
/// struct particle { float position[3]; float mass; };
/// __global__ void step(grid2d grid, particle* particles, size_t n) { /* ... */ }
/// COOP_STRUCT(grid2d, width, height, cells);
/// COOP_STRUCT(particle, position, mass);
/// COOP_KERNEL(step, step);
/// ```
///
/// A stricter alignment of the C++ side is written as `#[repr(align(16))]`.
#[macro_export]
macro_rules! structs {
    () => {};
    (
        $(#[$attribute:meta])*
        $visibility:vis pod struct $name:ident {
            $($(#[$of_member:meta])* $member_visibility:vis $member:ident: $type:ty),* $(,)?
        }
        $($rest:tt)*
    ) => {
        $crate::structs! {
            $(#[$attribute])*
            $visibility struct $name { $($(#[$of_member])* $member_visibility $member: $type),* }
        }
        const _: () = {
            ::core::assert!(
                0 $(+ ::core::mem::size_of::<$type>())* == ::core::mem::size_of::<$name>(),
                ::core::concat!(
                    "`pod struct ", ::core::stringify!($name), "` has padding, which no plain data has: ",
                    "make it members, such as `padding: [u8; 4]`, here and in C++; or take `struct`, which no buffer holds"
                )
            );
            const fn plain<T: $crate::Element>() {}
            $(plain::<$type>();)*
        };
        // SAFETY: its members are plain data, as asserted above, for which zero is valid.
        unsafe impl $crate::bytemuck::Zeroable for $name {}
        // SAFETY: laid out as in C, of members that are plain data, with nothing between them, as asserted above.
        unsafe impl $crate::bytemuck::Pod for $name {}
        $crate::structs! { $($rest)* }
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$of_member:meta])* $member_visibility:vis $member:ident: $type:ty),* $(,)?
        }
        $($rest:tt)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        #[repr(C)]
        $visibility struct $name { $($(#[$of_member])* $member_visibility $member: $type),* }
        // SAFETY: laid out as in C, and told member by member; both sides are compared before the first launch.
        unsafe impl $crate::Param for $name {
            const TYPE: $crate::ParamType = $crate::ParamType::structure::<Self>(
                ::core::stringify!($name),
                &[$($crate::Member::new(
                    ::core::stringify!($member),
                    ::core::mem::offset_of!(Self, $member),
                    <$type as $crate::Param>::TYPE,
                )),*],
            );
        }
        $crate::structs! { $($rest)* }
    };
}

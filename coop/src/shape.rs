//! Grid, block and cluster shapes, and dynamic shared memory. Plain data; nothing here calls CUDA.

use core::fmt;

use cuda_sys::dim3;

macro_rules! shape {
    ($(#[$doc:meta])* $name:ident, $of:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name {
            /// Extent in x, the fastest.
            pub x: u32,
            /// Extent in y.
            pub y: u32,
            /// Extent in z.
            pub z: u32,
        }

        impl $name {
            #[doc = concat!("One dimension: `x` ", $of, ".")]
            pub const fn x(x: u32) -> Self {
                Self { x, y: 1, z: 1 }
            }

            #[doc = concat!("Two dimensions: `x * y` ", $of, ".")]
            pub const fn xy(x: u32, y: u32) -> Self {
                Self { x, y, z: 1 }
            }

            #[doc = concat!("Three dimensions: `x * y * z` ", $of, ".")]
            pub const fn xyz(x: u32, y: u32, z: u32) -> Self {
                Self { x, y, z }
            }

            #[doc = concat!("How many ", $of, ": the product, which may pass 32 bits (and stops at `u64::MAX`).")]
            pub const fn count(self) -> u64 {
                (self.x as u64 * self.y as u64).saturating_mul(self.z as u64)
            }

            /// The shape as CUDA takes it.
            pub const fn as_raw(self) -> dim3 {
                dim3 { x: self.x, y: self.y, z: self.z }
            }

            /// The dimensions with their names, x first.
            pub(crate) const fn axes(self) -> [(char, u32); 3] {
                [('x', self.x), ('y', self.y), ('z', self.z)]
            }
        }

        impl From<u32> for $name {
            fn from(x: u32) -> Self {
                Self::x(x)
            }
        }

        /// `256`, `16 x 16`, `8 x 8 x 4`.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match (self.y, self.z) {
                    (1, 1) => write!(f, "{}", self.x),
                    (_, 1) => write!(f, "{} x {}", self.x, self.y),
                    _ => write!(f, "{} x {} x {}", self.x, self.y, self.z),
                }
            }
        }
    };
}

shape!(
    /// The blocks of a launch.
    Grid, "blocks"
);
shape!(
    /// The threads of a block.
    Block, "threads"
);
shape!(
    /// The blocks of a cluster, which share their shared memory (compute capability 9.0 and later).
    Cluster, "blocks"
);
shape!(
    /// A grid counted in clusters. Not a [`Grid`]: the two do not mix, and the launch multiplies.
    Clusters, "clusters"
);

/// Dynamic shared memory of a launch, in bytes a block, on top of what the kernel declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SharedBytes(pub u32);

impl fmt::Display for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} B dynamic", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_made_in_64_bits() {
        assert_eq!(
            Grid::xyz(u32::MAX, 65_535, 1).count(),
            u64::from(u32::MAX) * 65_535
        );
        assert_eq!(Grid::xyz(u32::MAX, u32::MAX, u32::MAX).count(), u64::MAX);
        assert_eq!(Grid::xy(0, 7).count(), 0);
    }

    #[test]
    fn a_shape_is_shown_with_as_many_dimensions_as_it_has() {
        assert_eq!(Block::x(256).to_string(), "256");
        assert_eq!(Block::xy(16, 8).to_string(), "16 x 8");
        assert_eq!(Block::xyz(1, 1, 4).to_string(), "1 x 1 x 4");
    }
}

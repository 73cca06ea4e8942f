//! The sum of all elements, the same bits on every device and with every grid.

use coop::{
    Block, CooperativeKernel, CooperativeLaunch, DeviceBuffer, Grid, Residency, Result,
    SharedBytes, Stream,
};

coop::kernels! {
    /// csrc/reduce.cu for `float`. `partial` has [`PARTS`] elements, `result` one.
    pub cooperative fn reduce_f32(input: *const f32, partial: *mut f64, result: *mut f64, n: u64);

    /// csrc/reduce.cu for `double`. `partial` has [`PARTS`] elements, `result` one.
    pub cooperative fn reduce_f64(input: *const f64, partial: *mut f64, result: *mut f64, n: u64);
}

/// Parts into which the elements are divided, whatever the grid (`reduce::parts`).
pub const PARTS: usize = 2048;

/// Threads of a block (`reduce::threads`).
pub const BLOCK: Block = Block::x(256);

/// `f32` or `f64`: what can be summed.
pub trait Element: coop::Param + bytemuck::Pod + sealed::Sealed {
    /// The kernel for this type.
    const KERNEL: &'static CooperativeKernel<Args<Self>>;
}

/// What the kernels take: elements, [`PARTS`] partial sums, the result, the number of elements.
pub type Args<T> = (*const T, *mut f64, *mut f64, u64);

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

impl Element for f32 {
    const KERNEL: &'static CooperativeKernel<Args<Self>> = &reduce_f32;
}

impl Element for f64 {
    const KERNEL: &'static CooperativeKernel<Args<Self>> = &reduce_f64;
}

/// A prepared sum over elements of `T`, with the memory that it needs, to be used any number of times.
#[derive(Debug)]
pub struct Sum<T> {
    launch: CooperativeLaunch<Args<T>>,
    grid: Grid,
    partial: DeviceBuffer<f64>,
    result: DeviceBuffer<f64>,
}

impl<T: Element> Sum<T> {
    /// Prepares the launch on the current device, with the largest grid that is of use.
    ///
    /// # Errors
    ///
    /// Whatever preparing the launch or allocating says.
    pub fn new() -> Result<Self> {
        let launch = T::KERNEL.prepare(BLOCK, SharedBytes(0))?;
        let blocks = launch.residency().max_grid().x.min(PARTS as u32);
        Self::prepared(launch, blocks)
    }

    /// As [`new`](Self::new), with a grid of `blocks`. The sum is the same.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new). A grid that is too large is refused by [`of`](Self::of).
    pub fn with_grid(blocks: u32) -> Result<Self> {
        Self::prepared(T::KERNEL.prepare(BLOCK, SharedBytes(0))?, blocks)
    }

    fn prepared(launch: CooperativeLaunch<Args<T>>, blocks: u32) -> Result<Self> {
        Ok(Self {
            launch,
            grid: Grid::x(blocks),
            partial: DeviceBuffer::uninit(PARTS)?,
            result: DeviceBuffer::uninit(1)?,
        })
    }

    /// How large the grid can be on this device.
    pub const fn residency(&self) -> &Residency {
        self.launch.residency()
    }

    /// The grid that is launched.
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The sum of all elements, added in double precision; 0 of no elements, without a launch. Waits for it.
    ///
    /// # Errors
    ///
    /// A grid that is too large; a buffer or stream of another device; whatever the launch says.
    pub fn of(&mut self, input: &DeviceBuffer<T>, stream: &Stream) -> Result<f64> {
        if input.is_empty() {
            return Ok(0.0);
        }
        self.start(input, stream)?;
        stream.synchronize()?;
        let mut sum = [0.0];
        self.result.copy_to_slice(&mut sum)?;
        Ok(sum[0])
    }

    /// Launches without waiting, for timing: the result stays on the device.
    fn start(&mut self, input: &DeviceBuffer<T>, stream: &Stream) -> Result<()> {
        crate::same_device(input, self.launch.device())?;
        let args = (
            input.as_ptr(),
            self.partial.as_mut_ptr(),
            self.result.as_mut_ptr(),
            input.len() as u64,
        );
        // SAFETY: `input` has as many elements as said, aligned to 256 bytes as all of cudaMalloc's memory; `partial` and
        // `result` are of the sizes that the kernel states and are used by nothing else; the caller waits for the stream
        // before any is freed. Every block reaches the one barrier.
        unsafe { self.launch.launch(self.grid, stream, args) }
    }

    /// The sum, and the device's time for it.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn timed(
        &mut self,
        input: &DeviceBuffer<T>,
        stream: &Stream,
    ) -> Result<(f64, core::time::Duration)> {
        let sum = self.of(input, stream)?; // warm
        let (start, end) = (coop::Event::new()?, coop::Event::new()?);
        start.record(stream)?;
        if !input.is_empty() {
            self.start(input, stream)?;
        }
        end.record(stream)?;
        end.synchronize()?;
        Ok((sum, end.elapsed_since(&start)?))
    }
}

/// The same sum on the host: the elements divided, and the parts added, in the kernel's order. Its bits are the kernel's.
#[must_use]
pub fn sum_on_host<T: Element + Into<f64>>(input: &[T]) -> f64 {
    let threads = BLOCK.x as usize;
    let width = 16 / size_of::<T>();
    let whole = input.len() / width;
    let part = |part: usize| {
        let of_thread = |thread: usize| {
            let first = part * threads + thread;
            let quads = (first..whole).step_by(PARTS * threads);
            let elements = quads.flat_map(|quad| &input[quad * width..(quad + 1) * width]);
            let sum = elements.fold(0.0, |sum, &element| sum + element.into());
            input
                .get(whole * width + first)
                .map_or(sum, |&element| sum + element.into())
        };
        block_sum((0..threads).map(of_thread))
    };
    let partial: Vec<f64> = (0..PARTS).map(part).collect();
    let of_thread = |thread: usize| {
        partial
            .iter()
            .skip(thread)
            .step_by(threads)
            .fold(0.0, |sum, &part| sum + part)
    };
    block_sum((0..threads).map(of_thread))
}

/// The order of `coop::block_sum`: a tree within each warp, then the warps one after the other.
fn block_sum(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    let of_warp = values.chunks(32).map(|warp| {
        let mut lanes = warp.to_vec();
        let mut distance = 16;
        while distance > 0 {
            // Ascending, as each lane reads its partner before that one changes.
            for lane in 0..lanes.len().saturating_sub(distance) {
                lanes[lane] += lanes[lane + distance];
            }
            distance /= 2;
        }
        lanes[0]
    });
    of_warp.reduce(|sum, warp| sum + warp).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_on_the_host_counts_every_element_once() {
        for n in [0, 1, 3, 4, 5, 1023, 100_003] {
            let ones = vec![1.0_f32; n];
            assert_eq!(sum_on_host(&ones), n as f64);
            let numbers: Vec<f64> = (0..n).map(|i| i as f64).collect();
            assert_eq!(sum_on_host(&numbers), (n * n.saturating_sub(1) / 2) as f64);
        }
    }

    #[test]
    fn a_block_sum_of_a_partly_filled_warp_adds_what_is_there() {
        for n in [1, 2, 31, 32, 33, 40, 256] {
            assert_eq!(
                block_sum((1..=n).map(f64::from)),
                f64::from(n * (n + 1) / 2)
            );
        }
    }
}

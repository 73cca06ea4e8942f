//! Heat on a plate: Jacobi sweeps over a two-dimensional field, all of them in one cooperative launch that keeps the field on chip.
//!
//! In a sweep every cell becomes a quarter of `(left + above) + (right + below)`; the outermost ring stays as it is. The field
//! is that of [`on_host`] to the last bit.

mod plan;
mod variant;

use std::time::Duration;

use coop::{CooperativeLaunch, Device, DeviceBuffer, Event, Grid, Residency, SharedBytes, Stream};

pub use plan::{Choice, Plan, Variant, choose};
pub use variant::*;

/// What keeps a field from being relaxed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// From CUDA, or from preparing the launch.
    #[error(transparent)]
    Coop(#[from] coop::Error),
    /// A field without cells.
    #[error("a field of {nx} x {ny} cells: both must be at least 1")]
    Empty {
        /// Columns.
        nx: u32,
        /// Rows.
        ny: u32,
    },
    /// A field that does not fit on the chip.
    #[error(
        "a field of {nx} x {ny} cells of {size} bytes does not fit in the registers and shared memory of this device, which have room \
         for a square of at most {most} x {most}{}",
        width(*nx, *multiple)
    )]
    TooLarge {
        /// Columns.
        nx: u32,
        /// Rows.
        ny: u32,
        /// Bytes of a cell.
        size: usize,
        /// Rows and columns of the largest square.
        most: u32,
        /// Fields whose width is a multiple of this have the most room.
        multiple: u32,
    },
    /// A variant and a depth that the field cannot be divided with, or that do not fit.
    #[error(
        "a field of {nx} x {ny} cells cannot be divided for the kernel {variant} with {depth} sweeps an exchange on this device"
    )]
    Plan {
        /// Columns.
        nx: u32,
        /// Rows.
        ny: u32,
        /// The kernel's name.
        variant: &'static str,
        /// Sweeps an exchange.
        depth: u32,
    },
    /// A buffer of another length than the field.
    #[error("a buffer of {given} cells for a field of {wanted}")]
    Length {
        /// Cells of the field.
        wanted: usize,
        /// Elements of the buffer.
        given: usize,
    },
}

/// A prepared relaxation of fields of one size, on one device.
#[derive(Debug)]
pub struct Relaxation<T: Cell> {
    launch: CooperativeLaunch<Args<T>>,
    choice: Choice,
    shown: DeviceBuffer<T>,
    flags: DeviceBuffer<u32>,
    /// The last step that `shown` and `flags` have seen.
    step: u32,
}

impl<T: Cell> Relaxation<T> {
    /// For fields of `ny` rows of `nx` cells on the current device, divided as [`choose`] says.
    ///
    /// # Errors
    ///
    /// A field without cells, or one that does not fit on the chip; what CUDA says.
    pub fn new(nx: u32, ny: u32) -> Result<Self, Error> {
        if nx == 0 || ny == 0 {
            return Err(Error::Empty { nx, ny });
        }
        // What has nothing to do with the field's size is told as it is.
        prepare::<T>(&T::KERNELS[0].0, 0)?;
        let limits = Device::current()?.limits()?;
        let optin = u64::from(limits.shared_bytes_per_block_optin);
        let chosen = |field| {
            let resident = |variant: &Variant, bytes: u64| match bytes <= optin {
                true => {
                    prepare::<T>(variant, bytes).map_or(0, |launch| launch.residency().max_blocks())
                }
                false => 0,
            };
            choose(
                &T::variants(),
                field,
                size_of::<T>(),
                limits.multiprocessors,
                resident,
            )
        };
        match chosen((nx, ny)) {
            Some(choice) => Self::with(choice),
            None => Err(Error::TooLarge {
                nx,
                ny,
                size: size_of::<T>(),
                most: largest(widest::<T>(), |n| chosen((n, n)).is_some()),
                multiple: widest::<T>(),
            }),
        }
    }

    /// As [`new`](Self::new), by a variant and with a number of sweeps an exchange that the caller names: for measuring.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and [`Error::Plan`] where that is not possible.
    pub fn forced(nx: u32, ny: u32, variant: &'static str, depth: u32) -> Result<Self, Error> {
        let refused = Error::Plan {
            nx,
            ny,
            variant,
            depth,
        };
        let named: Vec<Variant> = T::variants()
            .into_iter()
            .filter(|one| one.name == variant)
            .collect();
        let plans = named.first().into_iter().flat_map(|variant| {
            (0..=60)
                .filter_map(move |rows| Some((variant, Plan::new(variant, (nx, ny), depth, rows)?)))
        });
        for (&variant, plan) in plans {
            let fits = prepare::<T>(&variant, plan.shared_bytes(&variant, size_of::<T>()))
                .is_ok_and(|launch| plan.blocks() <= launch.residency().max_blocks());
            if fits {
                return Self::with(Choice { variant, plan });
            }
        }
        Err(refused)
    }

    fn with(choice: Choice) -> Result<Self, Error> {
        let Choice { variant, plan } = choice;
        let launch = prepare::<T>(&variant, plan.shared_bytes(&variant, size_of::<T>()))?;
        // One block exchanges nothing.
        let shown = if plan.blocks() > 1 { plan.shown() } else { 0 };
        Ok(Self {
            launch,
            choice,
            shown: DeviceBuffer::zeroed(shown as usize)?,
            flags: DeviceBuffer::zeroed(plan.flags() as usize)?,
            step: 0,
        })
    }

    /// How large the grid can be on this device.
    pub const fn residency(&self) -> &Residency {
        self.launch.residency()
    }

    /// By which kernel, and how the field is divided.
    pub const fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Makes `sweeps` sweeps over the field `before`, row after row, and waits for them. `after` becomes the result.
    ///
    /// # Errors
    ///
    /// A buffer of another length than the field or of another device; what the launch says.
    pub fn run(
        &mut self,
        before: &DeviceBuffer<T>,
        after: &mut DeviceBuffer<T>,
        sweeps: u64,
        stream: &Stream,
    ) -> Result<(), Error> {
        self.start(before, after, sweeps, stream)?;
        Ok(stream.synchronize()?)
    }

    /// As [`run`](Self::run), and the device's time for it.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn timed(
        &mut self,
        before: &DeviceBuffer<T>,
        after: &mut DeviceBuffer<T>,
        sweeps: u64,
        stream: &Stream,
    ) -> Result<Duration, Error> {
        let (start, end) = (Event::new()?, Event::new()?);
        start.record(stream)?;
        self.start(before, after, sweeps, stream)?;
        end.record(stream)?;
        stream.synchronize()?;
        Ok(end.elapsed_since(&start)?)
    }

    fn start(
        &mut self,
        before: &DeviceBuffer<T>,
        after: &mut DeviceBuffer<T>,
        sweeps: u64,
        stream: &Stream,
    ) -> Result<(), Error> {
        let Choice { plan, .. } = self.choice;
        let wanted = plan.nx as usize * plan.ny as usize;
        for given in [before.len(), after.len()] {
            if given != wanted {
                return Err(Error::Length { wanted, given });
            }
        }
        crate::same_device(before, self.launch.device())?;
        crate::same_device(after, self.launch.device())?;
        let args = (
            before.as_ptr(),
            after.as_mut_ptr(),
            plan,
            self.shown.as_mut_ptr(),
            self.flags.as_mut_ptr(),
            self.step,
            sweeps,
        );
        let grid = Grid::x(plan.blocks() as u32);
        // SAFETY: both fields have nx * ny cells and are not the same, as one is borrowed to be changed; `shown` and `flags` have as many
        // elements as the plan says and have seen the steps up to `step`; the caller waits for the stream before any is freed. One block a
        // tile: each waits for its neighbours alone, and as often as they for it.
        unsafe { self.launch.launch(grid, stream, args)? };
        // An exchange after every `depth` sweeps, but for the last ones.
        let exchanges = sweeps.div_ceil(u64::from(plan.depth)).saturating_sub(1);
        self.step = self.step.wrapping_add(exchanges as u32);
        Ok(())
    }
}

/// Prepares the kernel of a variant with so much shared memory.
fn prepare<T: Cell>(variant: &Variant, bytes: u64) -> coop::Result<CooperativeLaunch<Args<T>>> {
    let kernel = T::KERNELS.iter().find(|(one, _)| one == variant);
    let (_, kernel) = kernel.unwrap_or(&T::KERNELS[0]); // a variant is one of them
    kernel.prepare(variant.threads, SharedBytes(bytes as u32))
}

/// Columns of a thread, of the kernel that has the most.
fn widest<T: Cell>() -> u32 {
    let variants = T::variants();
    let columns = variants.iter().map(|variant| variant.columns);
    columns.max().unwrap_or(1)
}

/// What a message adds for a width that is not the multiple with the most room.
fn width(nx: u32, multiple: u32) -> String {
    match nx.is_multiple_of(multiple) {
        true => String::new(),
        false => format!("; there is the most room where the width is a multiple of {multiple}"),
    }
}

/// The largest number that `fits`, where of the multiples of `step` all smaller ones do.
fn largest(step: u32, fits: impl Fn(u32) -> bool) -> u32 {
    let most = step * largest_of_all(|number| fits(step * number));
    match (most + 1..most + step).rev().find(|&n| fits(n)) {
        Some(beyond) => beyond,
        None => most,
    }
}

/// The largest number that `fits`, where all smaller ones do.
fn largest_of_all(fits: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (0, 1);
    while fits(high) {
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle
        } else {
            high = middle
        }
    }
    low
}

/// The same sweeps on the CPU, plainly: the field after `sweeps` of them.
///
/// # Panics
///
/// If the field is not rows of `nx` cells.
#[must_use]
#[allow(clippy::panic, reason = "an argument that is wrong")]
pub fn on_host<T: Cell>(field: &[T], nx: usize, sweeps: u64) -> Vec<T> {
    assert!(
        nx > 0 && field.len().is_multiple_of(nx),
        "{} cells are no rows of {nx}",
        field.len()
    );
    let ny = field.len() / nx;
    let mut before = field.to_vec();
    let mut after = field.to_vec();
    for _ in 0..sweeps {
        for y in 1..ny.saturating_sub(1) {
            for at in y * nx + 1..((y + 1) * nx).saturating_sub(1) {
                after[at] = T::relaxed(
                    before[at - 1],
                    before[at - nx],
                    before[at + 1],
                    before[at + nx],
                );
            }
        }
        core::mem::swap(&mut before, &mut after);
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_the_host_a_sweep_spreads_heat_by_quarters_and_keeps_the_ring() {
        let mut field = vec![0.0_f64; 25];
        field[12] = 1.0;
        field[2] = 4.0;
        let once = on_host(&field, 5, 1);
        let mut wanted = vec![0.0; 25];
        wanted[2] = 4.0;
        for at in [11, 13, 17] {
            wanted[at] = 0.25;
        }
        wanted[7] = 1.25;
        assert_eq!(once, wanted);
    }

    #[test]
    fn fields_without_inner_cells_stay_as_they_are() {
        for (nx, cells) in [(1, 1), (1, 7), (7, 7), (2, 10), (5, 10)] {
            let field: Vec<f32> = (0..cells).map(|i| i as f32).collect();
            assert_eq!(on_host(&field, nx, 3), field);
        }
    }

    #[test]
    fn the_largest_number_that_fits_is_found() {
        for most in [0, 1, 2, 3, 100, 3071] {
            assert_eq!(largest(8, |n| n <= most), most);
            // What is no multiple has room for less.
            let fits = |n: u32| n <= if n.is_multiple_of(8) { most } else { most / 2 };
            assert_eq!(Some(largest(8, fits)), (0..4000).rev().find(|&n| fits(n)));
        }
    }
}

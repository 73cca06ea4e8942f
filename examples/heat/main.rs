//! Heat on a plate whose edge is hot in places: thousands of Jacobi sweeps in one launch, the plate on chip all the while.
//!
//! ```text
//! cargo run --example heat
//! cargo run --release --features cuda --example heat -- --size 3072x3072 --sweeps 100000 --png plate.png
//! ```
//!
//! Exit code 0: the field is the CPU's to the last bit. 1: bad input, or no device. 2: it is not.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod args;
mod picture;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use coop::{Device, DeviceBuffer, Stream};
use coop_kernels::heat::{Cell, Relaxation, on_host};

use args::{Args, Request};

/// Updates of a cell that the CPU does for the comparison, at most: about a second.
const CHECKED: u64 = 400_000_000;

fn main() -> ExitCode {
    coop_kernels::end_on_a_closed_pipe();
    let outcome = match args::parse() {
        Ok(Request::Run(args)) => match args.double {
            true => run::<f64>(&args),
            false => run::<f32>(&args),
        },
        Ok(Request::Print(text)) => print(&text).map(|()| None),
        Err(sentence) => Err(sentence.into()),
    };
    let (code, sentence) = match outcome {
        Ok(None) => return ExitCode::SUCCESS,
        Ok(Some(wrong)) => (2, format!("wrong: {wrong}")),
        Err(error) => (1, format!("error: {error}")),
    };
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{sentence}");
    ExitCode::from(code)
}

/// Relaxes the plate and reports. `Some` says in how many cells it differs from the CPU's.
fn run<T: Cell + Into<f64> + Plate>(args: &Args) -> Result<Option<String>, Box<dyn Error>> {
    let picture = args.png.as_deref().map(picture::create).transpose()?;
    let device = Device::new(args.device)?;
    device.make_current()?;
    let (nx, ny) = (args.size.nx, args.size.ny);
    let mut relaxation = Relaxation::<T>::new(nx, ny)?;
    print(&format!(
        "device              {}\n\
         field               {nx} x {ny} cells of {}, {} sweeps\n\
         residency           {}, {} launched\n\
         division            {}\n",
        device.name()?,
        T::NAME,
        args.sweeps,
        relaxation.residency(),
        relaxation.choice().plan.blocks(),
        relaxation.choice(),
    ))?;

    let plate = plate::<T>(nx as usize, ny as usize);
    let before = DeviceBuffer::from_slice(&plate)?;
    let mut after = DeviceBuffer::zeroed(plate.len())?;
    let stream = Stream::new()?;
    let checked = args.sweeps.min((CHECKED / plate.len() as u64).max(1));
    relaxation.run(&before, &mut after, checked, &stream)?;
    let wrong = differing(&after.to_vec()?, &on_host(&plate, nx as usize, checked));
    print(&format!(
        "comparison          {}\n",
        match wrong {
            0 => format!("{checked} sweeps on the CPU, equal to the last bit"),
            _ => format!("{checked} sweeps on the CPU, {wrong} cells differ"),
        }
    ))?;

    let time = relaxation.timed(&before, &mut after, args.sweeps, &stream)?;
    let seconds = time.as_secs_f64();
    print(&format!(
        "time                {:.3} ms, {:.0} sweeps/s, {:.3e} cells/s\n",
        seconds * 1e3,
        args.sweeps as f64 / seconds,
        args.sweeps as f64 * plate.len() as f64 / seconds,
    ))?;
    if let (Some(picture), Some(path)) = (picture, &args.png) {
        picture.write(nx, ny, &after.to_vec()?)?;
        print(&format!("picture             {}\n", path.display()))?;
    }
    if let Some(note) = coop_kernels::EMULATION_NOTE {
        print(&format!("\n{note}\n"))?;
    }
    Ok((wrong > 0).then(|| format!("{wrong} of {} cells are not the CPU's", plate.len())))
}

/// A type that a plate's cells can have.
trait Plate {
    const NAME: &'static str;
    fn degrees(degrees: f64) -> Self;
    fn same(self, other: Self) -> bool;
}

macro_rules! plate_of {
    ($type:ty) => {
        impl Plate for $type {
            const NAME: &'static str = stringify!($type);
            fn degrees(degrees: f64) -> Self {
                degrees as Self
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits()
            }
        }
    };
}
plate_of!(f32);
plate_of!(f64);

/// Cold inside; the ring is as hot as waves along its edges say, from 0 to 100 degrees.
fn plate<T: Plate>(nx: usize, ny: usize) -> Vec<T> {
    let cell = |x: usize, y: usize| {
        let inner = x > 0 && y > 0 && x + 1 < nx && y + 1 < ny;
        let along = x as f64 / nx as f64 + y as f64 / ny as f64;
        let wave = (along * 3.0 * std::f64::consts::PI).sin();
        T::degrees(if inner { 0.0 } else { 100.0 * wave * wave })
    };
    (0..ny)
        .flat_map(|y| (0..nx).map(move |x| (x, y)))
        .map(|(x, y)| cell(x, y))
        .collect()
}

fn differing<T: Plate + Copy>(one: &[T], other: &[T]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.filter(|&(&a, &b)| !a.same(b)).count()
}

/// Writes to standard output at once. A closed pipe is an error and no panic.
fn print(text: &str) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| format!("standard output: {error}").into())
}

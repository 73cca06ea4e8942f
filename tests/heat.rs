//! The field is the CPU's to the last bit: for every kernel, every depth of ghosts, fields of all kinds of sizes, both types, on
//! every schedule, and from launch to launch.

use coop::{DeviceBuffer, Stream};
use coop_kernels::heat::{Cell, Error, Plan, Relaxation, Variant, on_host};
use test_support::gpu;

/// Numbers without a pattern, of both signs and many magnitudes.
trait Number: Cell + PartialEq + std::fmt::Debug {
    fn number(bits: u64) -> Self;
    fn same(self, other: Self) -> bool;
}

impl Number for f32 {
    fn number(bits: u64) -> Self {
        (bits as i32 as Self) * 2.0_f32.powi((bits >> 40 & 31) as i32 - 40)
    }
    fn same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl Number for f64 {
    fn number(bits: u64) -> Self {
        (bits as i64 as Self) * 2.0_f64.powi((bits >> 40 & 63) as i32 - 90)
    }
    fn same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

fn field<T: Number>(nx: u32, ny: u32) -> Vec<T> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ (u64::from(nx) << 32 | u64::from(ny));
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..nx as usize * ny as usize)
        .map(|_| T::number(next()))
        .collect()
}

/// Runs so many sweeps in each of the launches and compares the field after each with the CPU's.
fn is_the_cpus<T: Number>(mut relaxation: Relaxation<T>, launches: &[u64], schedule: &str) {
    let Plan { nx, ny, .. } = relaxation.choice().plan;
    let stream = Stream::new().unwrap();
    let mut wanted = field::<T>(nx, ny);
    let mut before = DeviceBuffer::from_slice(&wanted).unwrap();
    for (launch, &sweeps) in launches.iter().enumerate() {
        // What no block writes would show.
        let mut after = DeviceBuffer::from_slice(&field::<T>(ny, nx)).unwrap();
        relaxation
            .run(&before, &mut after, sweeps, &stream)
            .unwrap();
        wanted = on_host(&wanted, nx as usize, sweeps);
        let found = after.to_vec().unwrap();
        let wrong: Vec<usize> = (0..found.len())
            .filter(|&at| !found[at].same(wanted[at]))
            .collect();
        assert!(
            wrong.is_empty(),
            "{nx} x {ny}, launch {launch} of {sweeps} sweeps, {schedule}, {}: {} cells wrong, the first at column {}, row {}",
            relaxation.choice(),
            wrong.len(),
            wrong[0] % nx as usize,
            wrong[0] / nx as usize,
        );
        before = after;
    }
}

/// The depths of ghosts that a variant takes, small, middle and large.
fn depths(variant: &Variant) -> [u32; 3] {
    let multiple = |n: u32| n.next_multiple_of(variant.columns);
    [multiple(1), multiple(3), multiple(7)]
}

/// Fields that have at least two tiles in each direction, and ones that have less; of the sizes that a variant takes.
fn fields(variant: &Variant) -> Vec<(u32, u32)> {
    let width = 32 * variant.columns;
    let height = (variant.rows + u32::from(variant.shared)) * variant.threads / 32;
    if variant.masked {
        return vec![
            (width + 13, height + 9),
            (2 * width - 1, 5),
            (3, 2 * height),
            (17, 11),
        ];
    }
    vec![
        (width, height),
        (width + 3 * variant.columns, height),
        (width, height + 5),
        (2 * width - 2 * variant.columns, height + 7),
    ]
}

fn every_variant<T: Number>() {
    let Some(_device) = gpu::device() else {
        return;
    };
    gpu::each_schedule(|schedule| {
        for variant in T::variants() {
            // What the emulator does thread after thread takes it a while: the large tiles on one schedule, a depth a field.
            let large = variant.columns * variant.rows * variant.threads > 32 * 96;
            if coop::EMULATED && large && schedule != "random:1" {
                continue;
            }
            let mut run = 0;
            for (i, (nx, ny)) in fields(&variant).into_iter().enumerate() {
                let depths = depths(&variant);
                let tried = if coop::EMULATED {
                    &depths[i % 3..=i % 3]
                } else {
                    &depths[..]
                };
                for &depth in tried {
                    // Not every depth goes with every field.
                    let Ok(relaxation) = Relaxation::<T>::forced(nx, ny, variant.name, depth)
                    else {
                        continue;
                    };
                    let depth = u64::from(depth);
                    let launches = match coop::EMULATED {
                        true => vec![depth + 1],
                        false => vec![0, 1, depth, depth + 1, 5 * depth + 3],
                    };
                    is_the_cpus(relaxation, &launches, schedule);
                    run += 1;
                }
            }
            assert!(
                run > 1,
                "{} fields were tried with the kernel {}",
                run,
                variant.name
            );
        }
    });
}

#[test]
fn every_kernel_gives_the_cpus_bits_in_single_precision() {
    every_variant::<f32>();
}

#[test]
fn every_kernel_gives_the_cpus_bits_in_double_precision() {
    every_variant::<f64>();
}

#[test]
fn fields_of_any_size_give_the_cpus_bits_as_they_are_divided_by_themselves() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let sizes: &[(u32, u32)] = match coop::EMULATED {
        true => &[(1, 1), (1, 9), (2, 2), (3, 3), (40, 1), (67, 45), (96, 33)],
        false => &[
            (1, 1),
            (2, 900),
            (3, 3),
            (5000, 3),
            (3, 5000),
            (256, 256),
            (257, 255),
            (1000, 777),
            (1024, 1024),
            (1023, 1025),
            (2048, 1999),
        ],
    };
    gpu::each_schedule(|schedule| {
        for &(nx, ny) in sizes {
            let sweeps = if coop::EMULATED { 9 } else { 77 };
            is_the_cpus(Relaxation::<f32>::new(nx, ny).unwrap(), &[sweeps], schedule);
            is_the_cpus(Relaxation::<f64>::new(nx, ny).unwrap(), &[sweeps], schedule);
        }
    });
}

#[test]
fn launch_after_launch_goes_on_where_the_last_one_ended() {
    let Some(_device) = gpu::device() else {
        return;
    };
    gpu::each_schedule(|schedule| {
        // An odd and an even number of exchanges in a launch: the two fields are used in turn from one to the next.
        let relaxation = Relaxation::<f32>::forced(70, 61, "2x12_masked", 2).unwrap();
        assert!(relaxation.choice().plan.blocks() > 1);
        is_the_cpus(relaxation, &[5, 3, 1, 0, 8, 2, 7], schedule);
    });
}

#[test]
fn the_largest_fields_that_fit_on_an_h200_give_the_cpus_bits() {
    let Some(device) = gpu::real_device("the fields are too large to be swept in a test") else {
        return;
    };
    if device.limits().unwrap().multiprocessors < 132 {
        return gpu::skipped("the device has fewer multiprocessors than an H200");
    }
    is_the_cpus(
        Relaxation::<f32>::new(3072, 3072).unwrap(),
        &[50, 51],
        "on a device",
    );
    is_the_cpus(
        Relaxation::<f64>::new(2048, 2048).unwrap(),
        &[50, 51],
        "on a device",
    );
}

#[test]
fn what_cannot_be_done_is_refused_with_what_was_given_and_what_could() {
    let Some(_device) = gpu::device() else {
        return;
    };
    let error = Relaxation::<f32>::new(0, 7).unwrap_err();
    assert_eq!(error, Error::Empty { nx: 0, ny: 7 });

    let error = Relaxation::<f64>::new(60_000, 60_000).unwrap_err();
    let Error::TooLarge { most, .. } = error else {
        panic!("another error: {error}");
    };
    assert!(Relaxation::<f64>::new(most, most).is_ok(), "{error}");
    let too_large = Relaxation::<f64>::new(most + 1, most + 1).unwrap_err();
    assert!(matches!(too_large, Error::TooLarge { .. }), "{too_large}");

    let error = Relaxation::<f32>::forced(64, 64, "2x12", 3).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("kernel 2x12 with 3 sweeps an exchange"),
        "{error}"
    );

    let mut relaxation = Relaxation::<f32>::new(8, 4).unwrap();
    let short = DeviceBuffer::<f32>::zeroed(31).unwrap();
    let mut right = DeviceBuffer::<f32>::zeroed(32).unwrap();
    let error = relaxation.run(&short, &mut right, 1, &Stream::new().unwrap());
    assert_eq!(
        error,
        Err(Error::Length {
            wanted: 32,
            given: 31
        })
    );
}

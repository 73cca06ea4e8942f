//! Phases: every way has the same result, on every shape; what a device does not have is told or left out.

use coop::phases::{Phases, Shape, Way};
use coop::{DeviceBuffer, Error, Stream};
use coop_kernels::membrane::{self, membrane};
use test_support::gpu;

const SECONDS: u64 = 20;

type Test = (*mut u32, *mut u32, *mut u32, u32);

coop::phases! {
    // csrc/test/phases.cu
    fn spread_gather_sum(x: *mut u32, y: *mut u32, total: *mut u32, n: u32);
    fn spread_alone(x: *mut u32, y: *mut u32, total: *mut u32, n: u32);
}

/// The same phases declared as C++ does not have them.
mod wrongly {
    coop::phases! {
        pub fn spread_alone(x: *mut u32, y: *mut u32, total: *mut u32, n: i32);
    }
}

fn first(n: u32) -> Vec<u32> {
    (0..n).map(|i| i.wrapping_mul(2_654_435_761)).collect()
}

/// What `x` and the total are after so many steps.
fn on_host(n: u32, steps: u32) -> (Vec<u32>, u32) {
    let (mut x, mut total) = (first(n), 0_u32);
    for step in 0..steps {
        let y: Vec<u32> = (0..n)
            .map(|i| x[(i.wrapping_mul(7).wrapping_add(step) % n) as usize].wrapping_add(i))
            .collect();
        x = (0..n)
            .map(|i| y[((n - 1 - i) % n) as usize] ^ step)
            .collect();
        let sum = x.iter().fold(0, |sum: u32, &x| sum.wrapping_add(x));
        total = total.wrapping_add(sum.wrapping_mul(step + 1));
    }
    (x, total)
}

/// Memory of the test's phases.
struct Memory(DeviceBuffer<u32>, DeviceBuffer<u32>, DeviceBuffer<u32>);

impl Memory {
    fn new(n: u32) -> Self {
        let zeroed = |n: u32| DeviceBuffer::zeroed(n as usize).unwrap();
        Self(
            DeviceBuffer::from_slice(&first(n)).unwrap(),
            zeroed(n),
            zeroed(1),
        )
    }

    fn args(&mut self) -> Test {
        let n = self.0.len() as u32;
        (
            self.0.as_mut_ptr(),
            self.1.as_mut_ptr(),
            self.2.as_mut_ptr(),
            n,
        )
    }
}

/// The ways that the current device has.
fn ways(phases: &Phases<Test>) -> Vec<Way> {
    let had = Way::ALL.into_iter().filter(|&way| phases.has(way).unwrap());
    had.collect()
}

#[test]
fn every_way_has_the_result_of_the_cpu_for_every_shape_and_schedule() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    // Sizes and blocks: less than a warp, tails, more than all ways but one have threads for.
    let shapes: &[(u32, u32, u32)] = match coop::EMULATED {
        true => &[(1, 32, 3), (33, 32, 3), (200, 64, 4)],
        false => &[
            (1, 256, 3),
            (31, 32, 9),
            (1000, 256, 50),
            (100_003, 256, 20),
            (1 << 20, 1024, 7),
        ],
    };
    gpu::each_schedule(|schedule| {
        for &(items, block, steps) in shapes {
            let wanted = on_host(items, steps);
            for way in ways(&spread_gather_sum) {
                let mut memory = Memory::new(items);
                let shape = Shape { items, block };
                let bound = spread_gather_sum
                    .bind(way, shape, steps, memory.args())
                    .unwrap();
                assert_eq!((bound.way(), bound.steps()), (way, steps));
                // SAFETY: `items` elements each, and one; they live until the stream was waited for.
                unsafe { bound.launch(&stream).unwrap() };
                gpu::wait(&stream, SECONDS).unwrap();
                let found = (memory.0.to_vec().unwrap(), memory.2.to_vec().unwrap()[0]);
                assert!(
                    found == wanted,
                    "{items} items in blocks of {block}, {way}, {schedule}"
                );
            }
        }
    });
}

#[test]
fn a_shape_that_says_less_work_than_there_is_is_slow_and_right() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    let wanted = on_host(300, 3);
    for items in [0, 1, 40] {
        for way in ways(&spread_gather_sum) {
            let mut memory = Memory::new(300);
            let shape = Shape { items, block: 32 };
            let bound = spread_gather_sum
                .bind(way, shape, 3, memory.args())
                .unwrap();
            // SAFETY: 300 elements each, and one.
            unsafe { bound.launch(&stream).unwrap() };
            gpu::wait(&stream, SECONDS).unwrap();
            assert_eq!(memory.0.to_vec().unwrap(), wanted.0, "{items}, {way}");
            assert_eq!(memory.2.to_vec().unwrap(), [wanted.1], "{items}, {way}");
        }
    }
}

#[test]
fn phases_are_launched_again_and_do_as_many_steps_more_from_step_0() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::non_blocking().unwrap();
    let side = 12;
    let (mut height, mut speed) = (membrane::plucked(side), vec![0.0; (side * side) as usize]);
    membrane::on_host(&mut height, &mut speed, side, 3 * 5);
    for way in Way::ALL
        .into_iter()
        .filter(|&way| membrane.has(way).unwrap())
    {
        let mut u = DeviceBuffer::from_slice(&membrane::plucked(side)).unwrap();
        let mut v = DeviceBuffer::zeroed(u.len()).unwrap();
        let args = (u.as_mut_ptr(), v.as_mut_ptr(), side);
        let bound = membrane.bind(way, membrane::shape(side), 5, args).unwrap();
        // The stream is ordered with nothing, so not with the zeroes either.
        stream.device().synchronize().unwrap();
        for _ in 0..3 {
            // SAFETY: side x side elements each; one after the other in the stream.
            unsafe { bound.launch(&stream).unwrap() };
        }
        gpu::wait(&stream, SECONDS).unwrap();
        assert_eq!(u.to_vec().unwrap(), height, "{way}");
        assert_eq!(v.to_vec().unwrap(), speed, "{way}");
    }
}

#[test]
fn no_steps_change_nothing() {
    let Some(_) = gpu::device() else {
        return;
    };
    let stream = Stream::new().unwrap();
    for way in ways(&spread_alone) {
        let mut memory = Memory::new(50);
        let bound = spread_alone
            .bind(way, Shape::new(50), 0, memory.args())
            .unwrap();
        // SAFETY: 50 elements each, and one.
        unsafe { bound.launch(&stream).unwrap() };
        gpu::wait(&stream, SECONDS).unwrap();
        assert_eq!(memory.1.to_vec().unwrap(), [0; 50], "{way}");
    }
}

#[test]
fn the_fastest_way_is_measured_once_and_told() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut memory = Memory::new(64);
    let shape = Shape {
        items: 64,
        block: 32,
    };
    let args = memory.args();
    // SAFETY: 64 elements each, and one; it waits for every launch.
    let measured = unsafe { spread_gather_sum.measure(shape, 4, args).unwrap() };
    let after = memory.2.to_vec().unwrap();
    assert_ne!(after, [0], "the phases were done");
    let mut told: Vec<Way> = measured.times().iter().map(|&(way, _)| way).collect();
    assert_eq!(told[0], measured.fastest());
    assert!(
        measured
            .times()
            .windows(2)
            .all(|pair| pair[0].1 <= pair[1].1)
    );
    let mut had = ways(&spread_gather_sum);
    told.sort_by_key(|way| way.name());
    had.sort_by_key(|way| way.name());
    assert_eq!(told, had);
    // SAFETY: as above.
    let again = unsafe { spread_gather_sum.measure(shape, 4, memory.args()).unwrap() };
    assert_eq!(again, measured);
    assert_eq!(memory.2.to_vec().unwrap(), after, "not measured again");
}

#[test]
fn a_declaration_that_differs_is_refused_with_the_argument() {
    let error = wrongly::spread_alone.count().unwrap_err();
    assert!(matches!(error, Error::ArgumentType { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("`spread_alone`, argument 4 (`n`)"), "{text}");
    assert_eq!(spread_gather_sum.count().unwrap(), 3);
}

#[test]
fn a_block_that_is_too_large_is_refused_as_elsewhere() {
    let Some(_) = gpu::device() else {
        return;
    };
    let mut memory = Memory::new(50);
    for way in [Way::Launches, Way::Graph, Way::Grid] {
        for (block, wanted) in [(0, "dimension is 0"), (2048, "at most 1024")] {
            let shape = Shape { items: 50, block };
            let error = spread_alone.bind(way, shape, 1, memory.args()).unwrap_err();
            assert!(error.to_string().contains(wanted), "{way}: {error}");
        }
    }
}

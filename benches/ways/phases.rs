//! Two phases a step whose state is in global memory (csrc/phases.cu), in each way of `coop::phases`: what the barrier of each
//! scope costs where nothing is kept on the chip.

use coop::phases::Way;
use coop::{DeviceBuffer, Event, Stream};
use coop_kernels::membrane::{membrane, plucked, shape};

use crate::table::Table;
use crate::timing::{self, Effort, Extent, microseconds};

const SIDES: [u32; 9] = [8, 16, 32, 64, 128, 256, 512, 1024, 2048];
const ROUNDS: usize = 7;

pub fn run(extent: Extent) -> Table {
    let mut table = Table::new(
        "Two phases a step, state in global memory: microseconds a step",
        "points",
    );
    for side in extent.of(&SIDES) {
        let points = f64::from(side * side);
        let effort = extent.effort(1.0, 3.0 + points / 1e5, 8, ROUNDS);
        table.add(
            &format!("{side}²"),
            points,
            &row(side, effort),
            String::new(),
        );
    }
    table.print();
    table
}

fn row(side: u32, effort: Effort) -> Vec<(String, f64)> {
    let mut u = DeviceBuffer::from_slice(&plucked(side)).expect("the field fits");
    let mut v = DeviceBuffer::<f32>::zeroed(u.len()).expect("the field fits");
    let args = (u.as_mut_ptr(), v.as_mut_ptr(), side);
    let stream = Stream::new().expect("a stream can be made");
    let had = |way: &Way| membrane.has(*way).expect("the device can be asked");
    let mut ways: Vec<timing::Way<'_>> = Way::ALL
        .into_iter()
        .filter(had)
        .map(|way| {
            let bind = |steps| membrane.bind(way, shape(side), steps, args);
            let few = bind(effort.few).expect("the way is had");
            let many = bind(effort.many).expect("the way is had");
            let stream = &stream;
            timing::Way::new(way.name(), move |steps| {
                let bound = if steps == few.steps() { &few } else { &many };
                let run = || {
                    let (start, end) = (Event::new()?, Event::new()?);
                    start.record(stream)?;
                    // SAFETY: side x side elements each, which outlive the wait.
                    unsafe { bound.launch(stream)? };
                    end.record(stream)?;
                    end.synchronize()?;
                    end.elapsed_since(&start)
                };
                run().expect("the steps are done")
            })
        })
        .collect();
    let times = microseconds(&mut ways, effort);
    ways.iter().map(|way| way.name.clone()).zip(times).collect()
}

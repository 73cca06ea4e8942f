//! A device's memory for tests of launches, and a launch in one line.
#![allow(dead_code)] // not every test uses all of it
use std::ffi::c_void;
use std::ops::Range;
use std::sync::mpsc;
use std::time::Duration;

use cuda_sys::cudaError;
use cudart_emu::launch::{
    Access, Arguments, Completion, Launch, Limits, Memory, MemoryFault, Shadow, Statistics, kernel,
    run,
};
use cudart_emu::{Races, Report, Schedule, Uninitialised};

/// Every schedule, `random` with three seeds.
pub const SCHEDULES: [Schedule; 6] = [
    Schedule::InOrder,
    Schedule::Reverse,
    Schedule::Lockstep,
    Schedule::Random(1),
    Schedule::Random(2),
    Schedule::Random(3),
];

/// Elements that kernels may touch; everything else, they may not.
pub struct Buffer<T> {
    elements: Vec<T>,
    /// For each byte, whether it was written.
    shadow: Vec<u8>,
}

impl<T: Copy> Buffer<T> {
    pub fn new(elements: Vec<T>) -> Self {
        let shadow = vec![1; size_of_val(elements.as_slice())];
        Buffer { elements, shadow }
    }

    /// What nobody has written, as far as kernels are told.
    pub fn unwritten(value: T, count: usize) -> Self {
        let mut buffer = Buffer::filled(value, count);
        buffer.shadow.fill(0);
        buffer
    }

    pub fn filled(value: T, count: usize) -> Self {
        Buffer::new(vec![value; count])
    }

    pub fn address(&mut self) -> *mut T {
        self.elements.as_mut_ptr()
    }

    /// What is in it, read as memory that others have written.
    pub fn read(&self) -> Vec<T> {
        // SAFETY: initialised elements of a living vector; the launch that wrote them is over.
        (0..self.elements.len())
            .map(|i| unsafe { self.elements.as_ptr().add(i).read_volatile() })
            .collect()
    }

    pub fn write(&mut self, index: usize, value: T) {
        // SAFETY: an element of a living vector, which no launch uses now.
        unsafe { self.elements.as_mut_ptr().add(index).write_volatile(value) };
    }

    pub fn range(&self) -> Range<usize> {
        let range = self.elements.as_ptr_range();
        range.start as usize..range.end as usize
    }

    fn shadow(&mut self) -> Shadow {
        let (begin, shadow) = (self.range().start, self.shadow.as_mut_ptr());
        // SAFETY: as many as the buffer has bytes, which launches end before.
        unsafe { Shadow::new(begin, shadow) }
    }
}

/// Memory that is nothing but some ranges.
pub struct Ranges(pub Vec<(Range<usize>, Shadow)>);

// SAFETY: the ranges are of buffers that live while the launch runs, and so are their shadows.
unsafe impl Memory for Ranges {
    fn check(
        &self,
        address: usize,
        bytes: usize,
        _access: Access,
    ) -> Result<Range<usize>, MemoryFault> {
        self.0
            .iter()
            .map(|(range, _)| range.clone())
            .find(|range| range.start <= address && address + bytes <= range.end)
            .ok_or_else(|| MemoryFault {
                code: cudaError::cudaErrorIllegalAddress,
                reason: "outside every allocation".into(),
            })
    }

    fn shadow(&self, range: &Range<usize>) -> Shadow {
        let found = self.0.iter().find(|(known, _)| known == range);
        found.map_or(Shadow::NONE, |(_, shadow)| *shadow)
    }
}

/// An argument's bytes.
pub fn argument<T: Copy>(value: T) -> Vec<u8> {
    let bytes = size_of::<T>();
    // SAFETY: the arguments of these tests are numbers and pointers, all of whose bytes are initialised.
    unsafe { std::slice::from_raw_parts((&raw const value).cast::<u8>(), bytes) }.to_vec()
}

/// One launch to be.
pub struct Case {
    pub entry: *const c_void,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cluster: Option<[u32; 3]>,
    pub cooperative: bool,
    pub dynamic_shared: u32,
    pub arguments: Vec<Vec<u8>>,
    pub memory: Vec<(Range<usize>, Shadow)>,
    pub resident_blocks: u32,
    pub max_steps: u64,
    pub uninitialised: Uninitialised,
    pub races: Races,
}

impl Case {
    pub fn new(entry: *const c_void, grid: u32, block: u32) -> Self {
        Case {
            entry,
            grid: [grid, 1, 1],
            block: [block, 1, 1],
            cluster: None,
            cooperative: false,
            dynamic_shared: 0,
            arguments: Vec::new(),
            memory: Vec::new(),
            resident_blocks: 16,
            max_steps: 2_000_000_000,
            uninitialised: Uninitialised::Warn,
            races: Races::Warn,
        }
    }

    pub fn cooperative(mut self) -> Self {
        self.cooperative = true;
        self
    }

    /// A race ends it.
    pub fn without_races(mut self) -> Self {
        self.races = Races::Error;
        self
    }

    pub fn number<T: Copy>(mut self, value: T) -> Self {
        self.arguments.push(argument(value));
        self
    }

    pub fn buffer<T: Copy>(mut self, buffer: &mut Buffer<T>) -> Self {
        self.arguments.push(argument(buffer.address()));
        let range = buffer.range();
        self.memory.push((range, buffer.shadow()));
        self
    }

    /// The kernel reaches it by a pointer in another argument.
    pub fn reaches<T: Copy>(mut self, buffer: &mut Buffer<T>) -> Self {
        let range = buffer.range();
        self.memory.push((range, buffer.shadow()));
        self
    }

    /// Runs it. Nothing here may take longer than the deadline, and nothing could be done about it but to end the process.
    pub fn run(&self, schedule: Schedule) -> Result<Statistics, Report> {
        self.complete(schedule).map(|done| done.statistics)
    }

    /// The same, with the warning.
    pub fn complete(&self, schedule: Schedule) -> Result<Completion, Report> {
        let (done, watch) = mpsc::channel::<()>();
        let watchdog = std::thread::spawn(move || {
            if watch.recv_timeout(DEADLINE) == Err(mpsc::RecvTimeoutError::Timeout) {
                eprintln!("a launch took longer than {DEADLINE:?} under the schedule {schedule}");
                std::process::exit(101);
            }
        });
        let code = kernel(self.entry).expect("the kernel is registered");
        let sizes = code.parameters.iter().map(|parameter| parameter.size);
        assert!(
            sizes.eq(self.arguments.iter().map(Vec::len)),
            "{:?}",
            code.name
        );
        let launch = Launch {
            kernel: code,
            grid: self.grid,
            block: self.block,
            cluster: self.cluster,
            dynamic_shared: self.dynamic_shared,
            cooperative: self.cooperative,
            resident_blocks: self.resident_blocks,
            arguments: Arguments::new(&code.parameters, self.arguments.iter().map(Vec::as_slice)),
        };
        let limits = Limits {
            warp_size: 32,
            multiprocessors: 4,
            max_steps: self.max_steps,
            uninitialised: self.uninitialised,
            races: self.races,
        };
        // SAFETY: the tests give each kernel what it takes.
        let result = unsafe { run(&launch, &limits, schedule, &Ranges(self.memory.clone())) };
        drop(done);
        watchdog.join().expect("the watchdog ends");
        result
    }

    /// Runs what must go well.
    pub fn runs(&self, schedule: Schedule) -> Statistics {
        self.run(schedule)
            .unwrap_or_else(|report| panic!("{report}"))
    }
}

/// For a debug build of the tests on a busy machine; most take milliseconds.
const DEADLINE: Duration = Duration::from_secs(60);

/// Whether the symbols `cudaMalloc` and so on are the emulator's, which is not so in a build with a real runtime: the test is
/// skipped then.
pub fn has_the_symbols() -> bool {
    if !cfg!(cudart_symbols) {
        test_support::skipped("what C++ calls is a real runtime in this build");
    }
    cfg!(cudart_symbols)
}

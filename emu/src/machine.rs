//! The one emulated machine of a process: its devices, its memory, its work.

mod at_exit;
pub(crate) mod callback;
pub(crate) mod configuration;
pub(crate) mod description;
pub(crate) mod device_attribute;
mod idle;
pub(crate) mod open_capture;
mod operation;
pub(crate) mod pools;
mod queue;
pub(crate) mod residency;
pub(crate) mod streams;
mod submission;
pub(crate) mod work;
pub(crate) mod work_graph;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cuda_sys::cudaError;
use once_cell::sync::OnceCell;

use crate::hooks::printf;
use crate::judge::{Fault, Races, Report, Uninitialised};
use crate::launch::{KernelCode, Launch, Limits};
use crate::machine::configuration::{Configuration, RACES, REGISTERS, UNINITIALISED};
use crate::machine::description::Description;
use crate::machine::open_capture::Capture;
use crate::machine::pools::Pools;
use crate::machine::residency::Settings;
use crate::machine::streams::{Event, Stream, StreamKey};
use crate::machine::work::{Copy, HostCall, Queue, Work};
use crate::machine::work_graph::{Executable, Graph};
use crate::memory::{Kind, Registry};
use crate::outcome::Outcome;
use crate::schedule::Schedule;
use callback::{callback, in_callback};

/// How long work waits for somebody to wait for it, before it is done all the same: a program may watch mapped memory
/// without a call.
pub(crate) const IDLE: Duration = Duration::from_millis(50);

/// As many operations wait at most; with more, the oldest are done first.
const MOST_PENDING: usize = 1024;

/// What ended the work of a device.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: cudaError,
    /// Whether a call has told it. From then on every call does.
    pub(crate) told: bool,
}

/// What changes.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) schedule: Schedule,
    pub(crate) max_steps: u64,
    races_mode: Races,
    pub(crate) memory: Registry,
    pub(crate) queue: Queue,
    pub(crate) streams: BTreeMap<StreamKey, Stream>,
    pub(crate) events: HashMap<usize, Event>,
    pub(crate) captures: BTreeMap<u64, Capture>,
    pub(crate) graphs: HashMap<usize, Graph>,
    pub(crate) executables: HashMap<usize, Executable>,
    /// What was set for a kernel, by device and entry.
    pub(crate) functions: HashMap<(usize, usize), Settings>,
    pub(crate) failures: Vec<Option<Failure>>,
    pub(crate) limits: Vec<BTreeMap<u32, usize>>,
    pub(crate) pools: Pools,
    /// Operations that a question was asked about: to be begun at once.
    wanted: Vec<u64>,
    report: Option<Report>,
    warning: Option<Report>,
    races: Vec<Report>,
    /// Races that were printed, and kernels of which it was printed how many there were.
    raced: BTreeSet<String>,
    /// Kernels of which a warning was printed.
    warned: BTreeSet<&'static str>,
    handles: usize,
    /// When work was last submitted or done.
    active: Instant,
}

impl State {
    /// A number that no other stream, event, graph or node has.
    pub(crate) fn new_handle(&mut self) -> usize {
        self.handles += 16;
        self.handles
    }
}

/// Devices and what happens on them.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) devices: Vec<Description>,
    registers: BTreeMap<String, u32>,
    uninitialised: Uninitialised,
    /// Held by who does work: one operation at a time is done, of all devices. Taken before `state`.
    execution: Mutex<()>,
    state: Mutex<State>,
    /// Told when work is submitted.
    submitted: Condvar,
    /// Of the process that made it. A fork has the memory but none of the threads.
    process: i32,
}

static CONFIGURED: OnceCell<Configuration> = OnceCell::new();
static MACHINE: OnceCell<Machine> = OnceCell::new();

/// The emulator is running already, with the configuration it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the emulator has its configuration already: configure it once, before the first call of the runtime"
)]
pub struct AlreadyConfigured;

/// Sets what is emulated, in place of what the environment says.
///
/// # Errors
///
/// [`AlreadyConfigured`], after the first call of the runtime or of this.
pub fn configure(configuration: Configuration) -> Result<(), AlreadyConfigured> {
    let mut taken = false;
    let set = CONFIGURED.get_or_init(|| {
        taken = true;
        configuration
    });
    let _ = set;
    taken.then_some(()).ok_or(AlreadyConfigured)
}

/// Sets the order in which threads run, from the next operation on.
///
/// # Errors
///
/// The runtime's code, if it cannot be initialized.
pub fn set_schedule(schedule: Schedule) -> Result<(), cudaError> {
    machine()?.state().schedule = schedule;
    Ok(())
}

/// Sets what becomes of races, from the next operation on.
///
/// # Errors
///
/// The runtime's code, if it cannot be initialized.
pub fn set_races(races: Races) -> Result<(), cudaError> {
    machine()?.state().races_mode = races;
    Ok(())
}

/// The report of the latest launch of any device that went wrong.
#[must_use]
pub fn last_report() -> Option<Report> {
    MACHINE.get()?.state().report.clone()
}

/// The first read of memory that nobody had written, of the latest launch of any device that had one and went on
/// ([`Uninitialised::Warn`]).
#[must_use]
pub fn last_warning() -> Option<Report> {
    MACHINE.get()?.state().warning.clone()
}

/// The first races of the latest launch of any device that had some and went on ([`Races::Warn`]), each of other lines.
#[must_use]
pub fn last_races() -> Vec<Report> {
    MACHINE
        .get()
        .map_or_else(Vec::new, |machine| machine.state().races.clone())
}

/// The machine, which the first call makes.
///
/// # Errors
///
/// `cudaErrorInitializationError`, if the environment says what cannot be emulated, and stderr says what; or in a process
/// that was forked after the first call, as on a device. `cudaErrorNoDevice`, if there is no device.
pub(crate) fn machine() -> Outcome<&'static Machine> {
    if in_callback() {
        return Err(cudaError::cudaErrorNotPermitted);
    }
    let machine = MACHINE.get_or_try_init(|| {
        let configuration = CONFIGURED.get_or_try_init(configuration)?;
        tell_unknown(&configuration.registers);
        at_exit::install();
        Ok(Machine::new(configuration.clone()))
    })?;
    if machine.process != process() {
        return Err(cudaError::cudaErrorInitializationError);
    }
    if machine.devices.is_empty() {
        return Err(cudaError::cudaErrorNoDevice);
    }
    Ok(machine)
}

/// Says which names of kernels are none.
fn tell_unknown(registers: &BTreeMap<String, u32>) {
    let known = crate::launch::names();
    for name in registers.keys().filter(|name| !known.contains(*name)) {
        let all: Vec<&str> = known.iter().map(String::as_str).collect();
        eprintln!(
            "cudart-emu: {REGISTERS} names `{name}`, which no kernel of the program has; there are: {}",
            all.join(", ")
        );
    }
}

fn process() -> i32 {
    // SAFETY: takes nothing and returns a number.
    unsafe { libc::getpid() }
}

#[cfg(not(test))]
fn configuration() -> Outcome<Configuration> {
    Configuration::from_environment().map_err(|error| {
        eprintln!("cudart-emu: {error}");
        cudaError::cudaErrorInitializationError
    })
}

/// What the unit tests share: one device for those that break it, and one of each kind.
#[cfg(test)]
fn configuration() -> Outcome<Configuration> {
    Ok(Configuration {
        devices: ["small", "small", "t4", "no-cooperative", "h200"]
            .map(|device| device.parse().unwrap())
            .into(),
        schedule: Schedule::InOrder,
        max_steps: 1 << 24,
        uninitialised: Uninitialised::Error,
        races: Races::Error,
        registers: BTreeMap::new(),
    })
}

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// The current device of this thread.
pub(crate) fn current() -> usize {
    CURRENT.get()
}

/// Makes a device the current one of this thread.
pub(crate) fn set_current(device: usize) {
    CURRENT.set(device);
}

/// The machine and the current device, for a call that needs it to be sound.
///
/// # Errors
///
/// As [`machine`]; and the code of what ended the work of the device, once a call has told it.
pub(crate) fn context() -> Outcome<(&'static Machine, usize)> {
    let (machine, device) = (machine()?, current());
    machine.state().sound(device)?;
    Ok((machine, device))
}

impl State {
    fn sound(&self, device: usize) -> Outcome {
        match &self.failures[device] {
            Some(failure) if failure.told => Err(failure.code),
            _ => Ok(()),
        }
    }

    /// As [`State::sound`], by a call that waits and so finds out.
    fn tell(&mut self, device: usize) -> Outcome {
        match &mut self.failures[device] {
            Some(failure) => {
                failure.told = true;
                Err(failure.code)
            }
            None => Ok(()),
        }
    }
}

impl Machine {
    fn new(configuration: Configuration) -> Self {
        let devices = configuration.devices;
        let memory = devices.iter().map(|device| device.memory_bytes).collect();
        let kinds = devices.iter().map(|device| device.name.clone()).collect();
        let uninitialised = configuration.uninitialised;
        Self {
            registers: configuration.registers,
            execution: Mutex::new(()),
            state: Mutex::new(State {
                schedule: configuration.schedule,
                max_steps: configuration.max_steps,
                races_mode: configuration.races,
                memory: Registry::new(memory, kinds, uninitialised != Uninitialised::Off),
                queue: Queue::default(),
                streams: BTreeMap::new(),
                events: HashMap::new(),
                captures: BTreeMap::new(),
                graphs: HashMap::new(),
                executables: HashMap::new(),
                functions: HashMap::new(),
                failures: devices.iter().map(|_| None).collect(),
                pools: Pools::new(devices.len()),
                limits: devices.iter().map(|_| BTreeMap::new()).collect(),
                wanted: Vec::new(),
                report: None,
                warning: None,
                races: Vec::new(),
                raced: BTreeSet::new(),
                warned: BTreeSet::new(),
                handles: 0x1000_0000,
                active: Instant::now(),
            }),
            devices,
            uninitialised,
            submitted: Condvar::new(),
            process: process(),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be called when work was put into the queue.
    pub(crate) fn submitted(&'static self) {
        let mut state = self.state();
        state.active = Instant::now();
        let oldest = state.queue.beyond(MOST_PENDING);
        drop(state);
        self.start_idler();
        self.submitted.notify_all();
        if !oldest.is_empty() {
            self.run(&oldest);
        }
    }

    /// Does what must be done so that these are done, and tells whether the device is sound.
    ///
    /// # Errors
    ///
    /// The code of what ended the work of the device.
    pub(crate) fn finish(&self, device: usize, numbers: &[u64]) -> Outcome {
        self.run(numbers);
        printf::flush();
        self.state().tell(device)
    }

    /// Whether these are done. Where they are not, they are begun beside this thread, as a device would have.
    ///
    /// # Errors
    ///
    /// The code of what ended the work of the device; `cudaErrorNotReady` if something is left to do.
    pub(crate) fn advance(&'static self, device: usize, numbers: &[u64]) -> Outcome {
        let mut state = self.state();
        state.tell(device)?;
        let open = numbers
            .iter()
            .filter(|number| state.queue.is_pending(**number));
        let open: Vec<u64> = open.copied().collect();
        if open.is_empty() {
            return Ok(());
        }
        state.wanted.extend(&open);
        drop(state);
        if self.start_idler() {
            self.submitted.notify_all();
        } else {
            self.run(&open);
        }
        Err(cudaError::cudaErrorNotReady)
    }

    fn run(&self, numbers: &[u64]) {
        let _execution = self
            .execution
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let state = self.state();
        let order = state.queue.order(numbers, state.schedule);
        drop(state);
        for number in order {
            self.run_one(number);
        }
    }

    /// Does one operation that nothing comes before. The caller holds `execution`, not `state`.
    fn run_one(&self, number: u64) {
        let mut state = self.state();
        let Some(operation) = state.queue.get(number) else {
            return;
        };
        let (device, work) = (operation.device, operation.work.clone());
        let failed = state.failures[device].is_some();
        let outcome = match work {
            // It is told what failed.
            Work::Host(call @ HostCall::Callback { .. }) => {
                let status = state.failures[device].as_ref().map(|failure| failure.code);
                state = self.call_host(&call, status, state);
                Ok(())
            }
            // Of a device that failed nothing is done any more.
            _ if failed => Ok(()),
            Work::Copy(copy) => {
                if copy.reads_unwritten(&state.memory) {
                    self.unwritten(&copy, &mut state);
                }
                copy.run(&state.memory)
            }
            Work::Fill(fill) => fill.run(&state.memory),
            Work::Empty => Ok(()),
            Work::Record(handle) => {
                if let Some(event) = state.events.get_mut(&handle)
                    && event.recorded == Some(number)
                {
                    event.time = Some(Instant::now());
                }
                Ok(())
            }
            Work::Allocate(start) => state.memory.allocate_again(start),
            Work::Free(start) => {
                state.memory.free(start, &[Kind::Device, Kind::Managed]);
                Ok(())
            }
            Work::Host(call) => {
                state = self.call_host(&call, None, state);
                Ok(())
            }
            Work::Kernel(call) => {
                let outcome = self.launch(device, &call, state);
                state = self.state();
                outcome.map_err(|report| {
                    eprintln!("cudart-emu: {report}");
                    let code = report.code;
                    state.report = Some(*report);
                    code
                })
            }
        };
        if let Err(code) = outcome {
            state.failures[device] = Some(Failure { code, told: false });
        }
        state.queue.done(number);
        state.active = Instant::now();
    }

    /// Tells of a copy of memory that nobody has written. What it ends is no launch, so that it is a warning in any case.
    fn unwritten(&self, copy: &Copy, state: &mut State) {
        if self.uninitialised == Uninitialised::Off {
            return;
        }
        let bytes = copy.width * copy.height;
        let report = Report {
            code: cudaError::cudaErrorLaunchFailure,
            fault: Fault::Uninitialised,
            kernel: "",
            schedule: state.schedule,
            device: String::new(),
            block: None,
            thread: None,
            what: format!(
                "a copy to the host of {bytes} bytes at {:#x}, of which nobody has written any",
                copy.from
            ),
            waiting: Vec::new(),
        };
        eprintln!("cudart-emu: warning: {report}");
        state.warning = Some(report);
    }

    /// Calls a function of the program. It goes on without the lock.
    fn call_host<'a>(
        &'a self,
        call: &HostCall,
        failed: Option<cudaError>,
        state: MutexGuard<'a, State>,
    ) -> MutexGuard<'a, State> {
        drop(state);
        callback(|| {
            // SAFETY: the function and its argument were given together, to be called so.
            unsafe { call.call(failed.unwrap_or(cudaError::cudaSuccess)) }
        });
        self.state()
    }

    /// Registers of a thread of the kernel, where the configuration says.
    pub(crate) fn registers(&self, kernel: &KernelCode) -> Option<u32> {
        let of = |name: &str| self.registers.get(name).copied();
        of(kernel.name.to_str().ok()?).or_else(|| of(kernel.shown))
    }

    fn launch(
        &self,
        device: usize,
        launch: &Launch,
        state: MutexGuard<'_, State>,
    ) -> Result<(), Box<Report>> {
        let view = state.memory.view(device);
        let (schedule, max_steps, races) = (state.schedule, state.max_steps, state.races_mode);
        // The host goes on while a kernel runs.
        drop(state);
        let of_device = &self.devices[device].limits;
        let limits = Limits {
            warp_size: of_device.warp_size,
            multiprocessors: of_device.multiprocessors,
            max_steps,
            uninitialised: self.uninitialised,
            races,
        };
        // SAFETY: the arguments were copied for this kernel, by the contract of the call that launched it; the view allows what
        // is allocated, and that stays as long as an operation is done.
        let done = unsafe { crate::launch::run(launch, &limits, schedule, &view) };
        let shown = |report| Report {
            device: self.shown(device),
            ..report
        };
        let done = done.map_err(|report| Box::new(shown(report)))?;
        if let Some(warning) = done.warning {
            self.warn(shown(warning), done.statistics.uninitialised_reads);
        }
        if !done.races.is_empty() {
            self.tell_races(done.races, done.statistics.races);
        }
        Ok(())
    }

    /// How a report names a device.
    fn shown(&self, device: usize) -> String {
        let asked_for = &self.devices[device].asked_for;
        match self.devices.len() {
            1 => asked_for.clone(),
            _ => format!("{asked_for} (number {device})"),
        }
    }

    /// Keeps races that ended nothing, and prints each pair of lines of a kernel once.
    fn tell_races(&self, races: Vec<Report>, count: u64) {
        let mut state = self.state();
        for race in &races {
            // The same two accesses by other threads are the same race.
            let lines = race.what.split(',').filter(|part| part.contains(".cu"));
            let name = format!("{} {}", race.kernel, lines.collect::<Vec<_>>().join(","));
            if state.raced.insert(name) {
                eprintln!("cudart-emu: warning: {race}");
            }
        }
        let kernel = races.first().map_or("", |race| race.kernel);
        if state.raced.insert(format!("{kernel}: count")) {
            eprintln!(
                "cudart-emu: {count} accesses of this launch of `{kernel}` raced with an earlier one; with {RACES}=error the \
                 first ends it, with =off none is looked for"
            );
        }
        state.races = races;
    }

    /// Keeps a warning, and prints the first of each kernel.
    fn warn(&self, warning: Report, count: u64) {
        let mut state = self.state();
        if state.warned.insert(warning.kernel) {
            eprintln!(
                "cudart-emu: warning: {warning}\n  {count} reads of uninitialised memory in this launch; with \
                 {UNINITIALISED}=error the first ends it, with =off none is looked for"
            );
        }
        state.warning = Some(warning);
    }

    /// Waits for all work of a device, then makes it as new: nothing allocated, nothing failed.
    pub(crate) fn reset(&self, device: usize) {
        let pending = self.state().queue.of_device(device);
        self.run(&pending);
        printf::flush();
        let mut state = self.state();
        state.memory.reset(device);
        state.failures[device] = None;
        state.limits[device].clear();
        state.functions.retain(|(of, _), _| *of != device);
        state.streams.retain(|_, stream| stream.device != device);
        state.events.retain(|_, event| event.device != device);
    }
}

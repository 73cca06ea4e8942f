//! A part in a process of its own, under a time limit: a kernel that hangs can only be ended with its process.
//!
//! Knows nothing of what the parts do.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::hazard::{Asked, Hazard, Part};

/// From the line on that says which device it has.
pub const LIMIT: Duration = Duration::from_secs(if coop::EMULATED { 60 } else { 5 });

/// Until that line: a process's first call to a driver takes seconds on a large machine.
const START: Duration = Duration::from_secs(60);

/// How a child ended.
pub struct Ended {
    /// What it printed, its device first.
    pub lines: Vec<String>,
    /// What it, or the emulator in it, had to object.
    pub errors: String,
    /// `None` where it was not done in time.
    pub status: Option<ExitStatus>,
}

impl Ended {
    /// Whether its answer was right.
    pub fn is_right(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs a part of a hazard.
///
/// # Errors
///
/// When the process cannot be started, and when it finds no device.
pub fn run(hazard: &Hazard, part: &Part, asked: &Asked) -> io::Result<Ended> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--here", hazard.name, part.name]);
    for threads in &asked.blocks {
        command.arg(format!("--block={threads}"));
    }
    if let Some(svg) = &asked.svg {
        command.arg("--svg").arg(svg);
    }
    if std::env::var_os("COOP_EMU_SCHEDULE").is_none() {
        command.env("COOP_EMU_SCHEDULE", hazard.schedule);
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let printed = lines_of(child.stdout.take());
    let objected = lines_of(child.stderr.take());
    let (lines, in_time) = until(&printed);
    let status = end(&mut child, in_time)?;
    let errors: Vec<String> = objected.into_iter().collect();
    let errors = errors.join("\n");
    match lines.is_empty() {
        true => Err(io::Error::other(errors)),
        false => Ok(Ended {
            lines,
            errors,
            status,
        }),
    }
}

/// The lines, as they come; read aside, so that a full pipe holds nobody up.
fn lines_of(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let lines = pipe
            .into_iter()
            .flat_map(|pipe| BufReader::new(pipe).lines());
        for line in lines.map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// What is printed until the child ends, and whether it does before the limit.
fn until(printed: &Receiver<String>) -> (Vec<String>, bool) {
    let mut lines = Vec::new();
    let mut end = Instant::now() + START;
    loop {
        match printed.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                if lines.is_empty() {
                    end = Instant::now() + LIMIT;
                }
                lines.push(line);
            }
            Err(RecvTimeoutError::Disconnected) => return (lines, true),
            Err(RecvTimeoutError::Timeout) => return (lines, false),
        }
    }
}

/// Its status, where it ended by itself.
fn end(child: &mut Child, in_time: bool) -> io::Result<Option<ExitStatus>> {
    if !in_time {
        child.kill()?;
    }
    let status = child.wait()?;
    Ok(in_time.then_some(status))
}

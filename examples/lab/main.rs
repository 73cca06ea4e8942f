//! The lab: what goes wrong when threads wait for each other, or forget to, one hazard at a time.
//!
//! ```text
//! cargo run --example lab                                         # the hazards
//! cargo run --example lab -- reversed-tile --block 32 --block 64  # one of them: expected, seen, why
//! cargo run --example lab -- all
//! ```
//!
//! Each part of a hazard runs in a process of its own, under a time limit, so that one that hangs on a GPU is shown and survived.
//! `--here` runs it in this one, as NVIDIA's tools want it: `compute-sanitizer --tool racecheck lab --here reversed-tile no-barrier`.
//!
//! Exit code 0: what is wrong was named, on the emulator, or survived, on a GPU; what is right was right. 1: bad input, or no
//! device. 2: otherwise.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod args;
mod child;
mod hazard;
mod hazards;
mod show;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, Request};
use hazard::{Asked, Hazard, Part};

fn main() -> ExitCode {
    coop_kernels::end_on_a_closed_pipe();
    let outcome = match args::parse() {
        Ok(Request::Run(args)) => run(&args),
        Ok(Request::Print(text)) => {
            print!("{text}");
            Ok(true)
        }
        Err(sentence) => Err(sentence.into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all that was run came out as it may.
fn run(args: &Args) -> Result<bool, Box<dyn Error>> {
    let Some(name) = &args.hazard else {
        show::list();
        return Ok(true);
    };
    let asked = Asked {
        blocks: args.blocks.clone(),
        svg: args.svg.clone(),
    };
    let mut as_expected = true;
    for (index, hazard) in chosen(name)?.into_iter().enumerate() {
        if index > 0 {
            println!();
        }
        let parts = hazard.choose(&args.parts, &asked)?;
        as_expected &= match args.here {
            true => here(&parts, &asked)?,
            false => in_children(hazard, &parts, &asked)?,
        };
    }
    if let (false, Some(note)) = (args.here, coop_kernels::EMULATION_NOTE) {
        println!("\n{note}");
    }
    Ok(as_expected)
}

fn chosen(name: &str) -> Result<Vec<&'static Hazard>, String> {
    let all = hazards::ALL.iter().copied();
    let chosen: Vec<_> = all
        .filter(|hazard| name == "all" || hazard.name == name)
        .collect();
    match chosen.is_empty() {
        true => Err(format!(
            "there is no hazard `{name}`; without arguments, `lab` lists them"
        )),
        false => Ok(chosen),
    }
}

/// Runs the parts in this process.
fn here(parts: &[&Part], asked: &Asked) -> Result<bool, Box<dyn Error>> {
    let device = coop::Device::new(0)?;
    device.make_current()?;
    // The parent counts the time from this line on.
    println!("{device}: {}", device.name()?);
    let mut right = true;
    for part in parts {
        right &= match (part.run)(&asked.of(part)) {
            Ok(right) => right,
            Err(error) => {
                // The emulator's report follows in the text, and is on standard error already.
                let text = error.to_string();
                println!("{}", text.lines().next().unwrap_or_default());
                false
            }
        };
    }
    Ok(right)
}

/// Runs each part in a child, and tells what was expected, what was seen, and why.
fn in_children(hazard: &Hazard, parts: &[&Part], asked: &Asked) -> Result<bool, Box<dyn Error>> {
    show::begin(hazard);
    let mut as_expected = true;
    for part in parts {
        let ended = child::run(hazard, part, asked)?;
        as_expected &= show::part(part, &ended);
    }
    show::end(hazard);
    Ok(as_expected)
}

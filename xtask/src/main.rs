//! `cargo xtask`: the chores of this workspace that are not a build.
//!
//! Each command is a module. All of them end with exit code 0, or with one sentence on standard error and
//! exit code 1. Standard output carries only what another program reads.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod bindings;
mod bundle;
mod deny;
mod headers;
mod install;
mod project;
mod toolkit;
mod wheels;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the coop workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Toolkit(toolkit::Arguments),
    Bindings(bindings::Arguments),
    Bundle(bundle::Arguments),
    Deny(deny::Arguments),
    Headers(headers::Arguments),
    Install(install::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Toolkit(arguments) => toolkit::run(&arguments),
        Command::Bindings(arguments) => bindings::run(&arguments),
        Command::Bundle(arguments) => bundle::run(&arguments),
        Command::Deny(arguments) => deny::run(&arguments),
        Command::Headers(arguments) => headers::run(&arguments),
        Command::Install(arguments) => install::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

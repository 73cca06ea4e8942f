//! Solves a symmetric positive definite system by conjugate gradients, all iterations in one launch.
//!
//! The matrix is a Matrix Market file, or the Poisson equation on a grid; without arguments, a small one of each. The right-hand
//! side is a file too, or else one whose solution is known:
//!
//! ```text
//! cargo run --example solve
//! cargo run --release --features cuda --example solve -- stiffness.mtx.gz --rhs load.txt --output x.mtx
//! cargo run --release --features cuda --example solve -- 1138_bus.mtx --svg history.svg
//! cargo run --release --features cuda --example solve -- --poisson 1024 --tolerance 1e-10
//! ```
//!
//! Exit code 0: solved. 1: bad input, or no device. 2: not converged; what is written is then as far as it came.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod args;
mod history;
mod outputs;
mod problem;
mod progress;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use coop::Device;
use coop_kernels::cg::{self, Options, Progress, Solution, Solver, Status};

use args::{Args, Request};
use problem::Problem;

/// What a shell says of a program that was ended by the signal of a closed pipe.
const CLOSED_PIPE: u8 = 128 + 13;

fn main() -> ExitCode {
    let outcome = match args::parse() {
        Ok(Request::Solve(args)) => run(&args),
        Ok(Request::Print(text)) => print(&text).map(|()| None).map_err(Into::into),
        Err(sentence) => Err(sentence.into()),
    };
    let (code, sentence) = match outcome {
        Ok(None) => return ExitCode::SUCCESS,
        Ok(Some(not_converged)) => (2, format!("not converged: {not_converged}")),
        Err(error) if is_closed_pipe(&*error) => return ExitCode::from(CLOSED_PIPE),
        Err(error) => (1, format!("error: {error}")),
    };
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{sentence}");
    ExitCode::from(code)
}

/// Solves one system after the other. `Some` says why the solver stopped short of the tolerance.
fn run(args: &Args) -> Result<Option<String>, Box<dyn Error>> {
    outputs::check(args)?;
    for (number, problem) in Problem::all(args)?.iter().enumerate() {
        if number > 0 {
            print("\n")?;
        }
        let not_converged = solve(args, problem)?;
        if not_converged.is_some() {
            return Ok(not_converged);
        }
    }
    if let Some(note) = coop_kernels::EMULATION_NOTE {
        print(&format!("\n{note}\n"))?;
    }
    Ok(None)
}

/// Solves and reports, as [`run`] does.
fn solve(args: &Args, problem: &Problem) -> Result<Option<String>, Box<dyn Error>> {
    let device = Device::new(args.device)?;
    device.make_current()?;
    let options = Options {
        tolerance: args.tolerance,
        max_iterations: args.max_iterations,
        block: args.block,
        scope: args.scope.0,
        precision: args.precision,
        history: args.csv.is_some() || args.svg.is_some(),
    };
    let mut solver =
        Solver::new(&problem.matrix, &options).map_err(|error| refused(args, error))?;
    print(&format!(
        "system              {problem}\n\
         device              {}\n\
         scope               {}\n\
         residency           {}\n",
        device.name()?,
        solver.placement(),
        residency(&solver),
    ))?;

    let solution = {
        let bar = progress::bar(args);
        let mut show = bar.as_ref().map(|bar| |progress| bar.show(progress));
        let on_progress = show.as_mut().map(|show| show as &mut dyn FnMut(Progress));
        solver.solve(&problem.rhs, problem.guess.as_deref(), on_progress)
    }?;

    let residual = problem
        .matrix
        .relative_residual(&solution.x, &problem.rhs)?;
    // Before the report, which a closed pipe ends.
    outputs::write(args, &format!("x of {problem}"), &solution)?;
    print(&format!(
        "iterations          {}\n\
         relative residual   {residual:.2e}, recomputed on the CPU ({:.2e} by the kernel)\n",
        solution.iterations, solution.relative_residual,
    ))?;
    if let Some(error) = problem.error(&solution.x) {
        print(&format!("error               {error}\n"))?;
    }
    let milliseconds = solution.time.as_secs_f64() * 1e3;
    print(&format!("time                {milliseconds:.3} ms\n"))?;
    Ok(shortfall(args, &solution, residual))
}

/// The error, after the options that are its cause.
fn refused(args: &Args, error: cg::Error) -> Box<dyn Error> {
    use cg::Error as E;
    let scope = || {
        args.scope
            .0
            .map(|scope| format!("--scope {}", scope.word()))
    };
    let cause = match &error {
        E::SmallBlocks { threads, .. } => Some(format!("--block {threads}")),
        E::MixedPrecision { .. } => scope().map(|scope| format!("{scope} with --precision mixed")),
        E::NoClusters | E::TooLarge { .. } => scope(),
        _ => None,
    };
    match cause {
        Some(cause) => format!("{cause}: {error}").into(),
        None => error.into(),
    }
}

/// How many blocks, or clusters, are resident at once.
fn residency(solver: &Solver) -> String {
    match (solver.residency(), solver.cluster_residency()) {
        (Some(residency), _) => residency.to_string(),
        (None, Some(residency)) => residency.to_string(),
        (None, None) => String::new(),
    }
}

/// Why the system is not solved, if it is not.
fn shortfall(args: &Args, solution: &Solution, residual: f64) -> Option<String> {
    let (tolerance, iterations) = (args.tolerance, solution.iterations);
    match solution.status {
        Status::Converged => None,
        Status::Stagnated => Some(format!(
            "the relative residual is {residual:.2e}, above {tolerance:e}, and no longer falls: this is as far \
             as double precision goes for this system; ask for less with --tolerance"
        )),
        Status::MaxIterations => Some(format!(
            "the relative residual is {residual:.2e} after {iterations} iterations, above \
             {tolerance:e}; allow more with --max-iterations, or ask for less with --tolerance"
        )),
        Status::NotPositiveDefinite => Some(format!(
            "the matrix is not positive definite, as iteration {} found, and conjugate gradients \
             need one that is",
            iterations + 1
        )),
        Status::NotFinite => Some(format!(
            "a number left the range of double precision in iteration {iterations}; scale the matrix"
        )),
    }
}

/// Writes to standard output at once.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| io::Error::new(error.kind(), format!("standard output: {error}")))
}

/// Whether whoever read standard output has gone, so that nobody is left to tell.
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

//! The files that are written: the solution, and the residual of every iteration.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter};
use std::path::Path;

use coop_kernels::cg::Solution;
use coop_kernels::sparse::matrix_market;

use crate::args::{Args, is_standard_input};
use crate::history;

/// Fails where what is asked for could not be written, before there is something to lose.
pub fn check(args: &Args) -> Result<(), String> {
    let outputs = [
        ("--output", &args.output),
        ("--csv", &args.csv),
        ("--svg", &args.svg),
    ];
    for (at, (option, path)) in outputs.iter().enumerate() {
        let Some(path) = path else { continue };
        if let Some((other, _)) = outputs[..at].iter().find(|(_, other)| {
            let other = other.as_ref();
            other.is_some_and(|other| other == path || is_one_file(other, path))
        }) {
            return Err(format!(
                "{other} and {option} name the same file; give each its own"
            ));
        }
        if is_standard_input(path) {
            return Err(format!(
                "{option} takes the name of a file; write `./-` for one of this name, or /dev/stdout"
            ));
        }
        let inputs = [
            ("the matrix", &args.matrix),
            ("--rhs", &args.rhs),
            ("--guess", &args.guess),
        ];
        let lost = inputs
            .iter()
            .find(|(_, input)| input.as_ref().is_some_and(|input| is_one_file(input, path)));
        if let Some((input, _)) = lost {
            return Err(format!(
                "{option} would write over {input}, {}; name another file",
                path.display()
            ));
        }
        check_path(path).map_err(|error| cannot(path, error))?;
    }
    Ok(())
}

/// Whether two paths lead to one file, by whatever links.
fn is_one_file(one: &Path, other: &Path) -> bool {
    let same = |(one, other)| one == other;
    let whole = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    whole(one).zip(whole(other)).is_some_and(same)
}

fn check_path(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        // A pipe would be waited for, and closed again.
        Ok(found) if !found.is_file() && !found.is_dir() => Ok(()),
        // Opened to append, a file keeps its contents.
        Ok(_) => OpenOptions::new().append(true).open(path).map(drop),
        Err(_) => {
            File::create(path)?;
            fs::remove_file(path)
        }
    }
}

/// Writes the files that were asked for.
pub fn write(args: &Args, about: &str, solution: &Solution) -> Result<(), Box<dyn Error>> {
    if let Some(path) = &args.output {
        File::create(path)
            .and_then(|file| matrix_market::write_vector(BufWriter::new(file), about, &solution.x))
            .map_err(|error| cannot(path, error))?;
    }
    if let Some(path) = &args.csv {
        fs::write(path, history::csv(&solution.history)).map_err(|error| cannot(path, error))?;
    }
    if let Some(path) = &args.svg {
        let picture = history::svg(&solution.history)?;
        fs::write(path, picture).map_err(|error| cannot(path, error))?;
    }
    Ok(())
}

fn cannot(path: &Path, error: io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}

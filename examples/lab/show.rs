//! What is printed: the list, and of each part what was expected, what was seen, and why.

use super::child::{Ended, LIMIT};
use super::hazard::{Hazard, Part};
use super::hazards;

/// Columns of a line.
const WIDTH: usize = 110;

/// Columns of what stands before the text.
const INDENT: usize = 12;

pub fn list() {
    println!("Hazards of threads that wait for each other, or forget to:\n");
    for Hazard {
        name, line, parts, ..
    } in hazards::ALL
    {
        let parts: Vec<_> = parts.iter().map(|part| part.name).collect();
        println!("{name}\n    {line}\n    parts: {}", parts.join(", "));
    }
    println!("\n`lab NAME` runs one, `lab NAME PART` a part of it, `lab all` all of them.");
    if let Some(note) = coop_kernels::EMULATION_NOTE {
        println!("{note}");
    }
}

pub fn begin(hazard: &Hazard) {
    println!("{}: {}", hazard.name, hazard.line);
    println!("csrc/lab/{}.cu", hazard.name.replace('-', "_"));
}

/// Tells of a part. Whether it came out as it may: what is right is right, and what is wrong is named by the emulator.
pub fn part(part: &Part, ended: &Ended) -> bool {
    println!("\n{}", part.name);
    field("expected", part.expected);
    let [device, seen @ ..] = ended.lines.as_slice() else {
        return false;
    };
    field("on", device);
    for (index, line) in seen.iter().enumerate() {
        field(if index == 0 { "seen" } else { "" }, line);
    }
    let reports = reports(&ended.errors);
    if let Some(first) = reports.first() {
        for (index, line) in first.lines().enumerate() {
            field(if index == 0 { "report" } else { "" }, line);
        }
    }
    if let Some(more @ 1..) = reports.len().checked_sub(1) {
        field("", &format!("and {more} more; --here shows all"));
    }
    if ended.status.is_none() {
        let sentence = format!("not done in {} s, and ended: it hangs", LIMIT.as_secs());
        field(if seen.is_empty() { "seen" } else { "" }, &sentence);
    }
    let as_it_may = match part.is_right {
        true => ended.is_right() && reports.is_empty(),
        false => !coop::EMULATED || !reports.is_empty(),
    };
    if !as_it_may {
        field("but", "this part was to come out otherwise");
    }
    as_it_may
}

pub fn end(hazard: &Hazard) {
    println!();
    field("why", hazard.why);
}

/// What begins with the emulator's name begins another report. The counts at the end of a launch are none.
fn reports(errors: &str) -> Vec<String> {
    let mut reports: Vec<String> = Vec::new();
    for line in errors.lines() {
        let counts = line.contains("accesses of this launch") || line.contains(" in this launch;");
        match (line.starts_with("cudart-emu: "), reports.last_mut()) {
            _ if counts => {}
            (false, Some(last)) => *last += &format!("\n{line}"),
            _ => reports.push(line.to_owned()),
        }
    }
    reports
}

/// A name and its text, which goes on below its own beginning.
fn field(name: &str, text: &str) {
    let mut first = name;
    for line in wrapped(text) {
        println!("{:INDENT$}{line}", format!("  {first}"));
        first = "";
    }
}

/// The text in lines that fit, with its indentation. What has columns stays a line.
fn wrapped(text: &str) -> Vec<String> {
    let words = text.trim_start();
    let indent = &text[..text.len() - words.len()];
    if words.contains("  ") {
        return vec![text.to_owned()];
    }
    let mut lines = vec![indent.to_owned()];
    for word in words.split_whitespace() {
        let last = lines.last().map_or(0, String::len);
        if last > indent.len() && last + 1 + word.len() > WIDTH - INDENT {
            lines.push(indent.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

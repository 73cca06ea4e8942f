//! docs/lessons.md is true: it goes through the hazards of the example `lab`, and shows what the lab prints. On a GPU all hazards
//! are run, and survived.

use std::path::Path;
use std::process::Command;

use test_support::gpu;

const LESSONS: &str = include_str!("../docs/lessons.md");
const COMMAND: &str = "$ cargo run --example lab -- ";

/// The lab, as a user has it: with the emulator's defaults.
fn lab() -> Option<Command> {
    let mut lab = gpu::example_on_a_device("lab")?;
    for variable in ["DEVICES", "SCHEDULE", "UNINITIALISED", "RACES"] {
        lab.env_remove(format!("COOP_EMU_{variable}"));
    }
    Some(lab)
}

/// What the lab prints, where there is a device, and whether all came out as it may.
fn printed(arguments: &[&str]) -> Option<(String, bool)> {
    let output = lab()?
        .args(arguments)
        .output()
        .expect("the lab can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "", "{arguments:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((text, output.status.success()))
}

/// The names of the hazards, as the lab lists them.
fn hazards() -> Option<Vec<String>> {
    let (list, _) = printed(&[])?;
    let names = list.lines().filter(|line| {
        let mut letters = line.chars();
        !line.is_empty() && letters.all(|c| c.is_ascii_lowercase() || c == '-')
    });
    Some(names.map(str::to_owned).collect())
}

/// Without addresses, which differ from run to run, and without the last line.
fn shown(text: &str) -> String {
    let mut parts = text.split("0x");
    let first = parts.next().unwrap_or_default().to_owned();
    let whole = parts.fold(first, |whole, part| {
        whole + "0x" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit())
    });
    let whole = whole.split("\n\nemulated on the CPU").next();
    whole.unwrap_or_default().trim_end().to_owned() + "\n"
}

#[test]
fn the_lessons_go_through_all_hazards_in_the_order_of_the_lab() {
    let Some(hazards) = hazards() else {
        return;
    };
    let sections = LESSONS.lines().filter_map(|line| {
        let name = line.strip_prefix("## `")?;
        name.strip_suffix('`')
    });
    assert!(hazards.len() > 10, "{hazards:?}");
    assert_eq!(sections.collect::<Vec<_>>(), hazards);
}

#[test]
fn every_hazard_comes_out_as_it_may_and_emulated_the_lessons_show_what_is_printed() {
    let Some(hazards) = hazards() else {
        return;
    };
    if !coop::EMULATED {
        for hazard in hazards {
            let (text, as_it_may) = printed(&[&hazard]).expect("there is a device");
            assert!(as_it_may, "{text}");
        }
        return;
    }
    let mut blocks = LESSONS.split("```text\n");
    let mut found = blocks.next().unwrap_or_default().to_owned();
    let mut commands = 0;
    for block in blocks {
        let (_, rest) = block.split_once("```").expect("a block ends");
        let command = block.lines().next().unwrap_or_default();
        found += "```text\n";
        let Some(arguments) = command.strip_prefix(COMMAND) else {
            found += block;
            continue;
        };
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let (text, as_it_may) = printed(&arguments).expect("there is a device");
        assert!(as_it_may, "{text}");
        found += &format!("{command}\n{}```{rest}", shown(&text));
        commands += 1;
    }
    assert!(commands >= hazards.len(), "{commands} commands");
    if std::env::var_os("COOP_OVERWRITE").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lessons.md");
        return std::fs::write(path, found).expect("the lessons can be written");
    }
    let differ = LESSONS.lines().zip(found.lines()).find(|(a, b)| a != b);
    assert!(
        LESSONS == found,
        "COOP_OVERWRITE=1 writes docs/lessons.md anew; the first difference: {differ:#?}"
    );
}

#[test]
fn what_the_lab_does_not_have_is_refused_with_one_sentence() {
    for (arguments, said) in [
        (&["no-such"][..], "there is no hazard `no-such`"),
        (&["tail-exit", "no-such"], "it has exit, stay"),
        (&["tail-exit", "--block", "64"], "has no choice of blocks"),
        (&["tail-exit", "--svg", "x.svg"], "has a plot"),
        (&["reversed-tile", "--block", "48"], "a power of two"),
    ] {
        let Some(mut lab) = lab() else {
            return;
        };
        let output = lab
            .args(arguments)
            .output()
            .expect("the lab can be started");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(
            errors.contains(said) && errors.lines().count() == 1,
            "{errors}"
        );
    }
}

#[test]
fn the_plot_is_a_picture_with_the_largest_grid_of_each_tile() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("plot.svg");
    let text = path.to_str().expect("the path is text");
    let arguments = ["shared-memory-shrinks-the-grid", "table", "--svg", text];
    let Some((text, as_it_may)) = printed(&arguments) else {
        return;
    };
    assert!(as_it_may, "{text}");
    let is_row = |line: &&str| {
        let line = line.trim_start();
        line.starts_with(|c: char| c.is_ascii_digit()) && line.contains("  ")
    };
    let rows = text.lines().filter(is_row).count();
    let picture = std::fs::read_to_string(&path).expect("it was written");
    assert!(picture.starts_with("<svg") && rows > 3, "{text}");
    assert_eq!(picture.matches("<circle").count(), rows, "{text}");
}

#[test]
fn a_part_runs_in_the_process_of_a_tool() {
    let Some((text, as_it_may)) = printed(&["--here", "reversed-tile", "barrier", "--block", "64"])
    else {
        return;
    };
    assert!(as_it_may && text.contains("     64  0\n"), "{text}");
}

//! The examples as a user runs them, to the same answers on a GPU and emulated.

use test_support::gpu;

/// What the example prints, where there is a device and `cargo test` has built the example beside the tests.
fn output(example: &str, arguments: &[&str]) -> Option<String> {
    let mut program = gpu::example_on_a_device(example)?;
    let output = program
        .args(arguments)
        .output()
        .expect("the example can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}: {errors}\n{text}",
        output.status
    );
    let emulated = text.contains("emulated on the CPU");
    assert_eq!(
        emulated,
        coop::EMULATED,
        "which of the two it ran on: {text}"
    );
    Some(text)
}

/// The numbers after the lines' first word.
fn numbers<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = f64> + 'a {
    let lines = text.lines().filter_map(move |line| line.strip_prefix(word));
    lines.map(|rest| {
        let number = rest.split_whitespace().next().expect("something follows");
        number.parse().expect("a number follows")
    })
}

#[test]
fn solve_without_arguments_takes_the_same_iterations_on_a_gpu_and_emulated() {
    let Some(text) = output("solve", &[]) else {
        return;
    };
    let iterations: Vec<f64> = numbers(&text, "iterations").collect();
    assert_eq!(iterations.len(), 2, "{text}");
    // Those of an H200. Another grid adds up in another order.
    for (found, wanted) in iterations.iter().zip([97.0, 79.0]) {
        assert!(
            (found - wanted).abs() <= 2.0,
            "{found} for {wanted}: {text}"
        );
    }
    // The discretisation's error, and what the tolerance leaves.
    let errors: Vec<f64> = text
        .lines()
        .filter_map(|line| line.strip_prefix("error"))
        .map(|rest| rest.trim().split(',').next().unwrap().parse().unwrap())
        .collect();
    assert!(
        (errors[0] - 5.70e-5).abs() < 1e-7 && errors[1] < 1e-8,
        "{text}"
    );
}

#[test]
fn two_pass_has_nothing_wrong_whatever_the_number_of_elements() {
    for elements in ["1", "1000", "65537"] {
        let Some(text) = output("two_pass", &[elements]) else {
            return;
        };
        assert!(text.contains(", 0 wrong"), "{text}");
    }
}

#[test]
fn reduce_has_the_bits_of_one_block_and_of_the_host() {
    let Some(text) = output("reduce", &["30001"]) else {
        return;
    };
    let equal = text.matches("all three are equal to the last bit").count();
    assert_eq!(equal, 2, "{text}");
}

#[test]
fn device_info_shows_every_device_and_what_limits_its_grids() {
    let Some(text) = output("device_info", &[]) else {
        return;
    };
    for part in [
        "device 0: ",
        "cooperative launch",
        "kernel `two_pass`",
        "limited by",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn phases_has_the_result_of_the_cpu_in_every_way_and_tells_the_fastest() {
    let Some(text) = output("phases", &["24", "6"]) else {
        return;
    };
    let ways = coop::phases::Way::ALL.len();
    let (right, missing) = (
        text.matches("as on the CPU").count(),
        text.matches("not on this device").count(),
    );
    assert!(right >= 3 && right + missing == ways, "{text}");
    assert!(text.contains("is the fastest"), "{text}");
}

#[test]
fn arguments_that_make_no_sense_are_refused_in_one_sentence() {
    let too_many = "is one too many: at most";
    let sweeps = "'--sweeps <K>': a whole number from 1 to 1000000000000 is wanted";
    let cases: [(&str, &str, &str); 14] = [
        (
            "phases",
            "8 2 3",
            "`3` is one too many: at most 2 arguments can be given",
        ),
        (
            "two_pass",
            "1 2",
            "`2` is one too many: at most 1 argument can be given",
        ),
        ("reduce", "1 2", too_many),
        ("device_info", "0 0", too_many),
        ("phases", "-8", "`-8` is no number from 1 to 4096"),
        ("phases", "8 0", "`0` is no number from 1 to 4096"),
        (
            "two_pass",
            "-1",
            "`-1` is no number of elements, such as 1000000",
        ),
        (
            "reduce",
            "1.5",
            "`1.5` is no number of elements, such as 10000000",
        ),
        ("device_info", "-1", "`-1` is no device number, such as 0"),
        ("heat", "--sweeps=-1", sweeps),
        ("heat", "--sweeps -1", sweeps),
        ("heat", "--sweeps 0", sweeps),
        (
            "heat",
            "--device -1",
            "the number of a device is wanted, from 0 on",
        ),
        (
            "heat",
            "--size -8x8",
            "columns and rows from 1 to 65536 are wanted, as in 640x480",
        ),
    ];
    for (name, arguments, says) in cases {
        let Some(mut program) = gpu::example(name) else {
            return;
        };
        let output = program.args(arguments.split(' ')).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{name} {arguments}: {message}"
        );
        assert!(message.contains(says), "{name} {arguments}: {message}");
        assert_eq!(message.lines().count(), 1, "{name} {arguments}: {message}");
        assert!(output.stdout.is_empty(), "{name} {arguments}");
    }
}

/// Every example, with arguments that keep it short.
const EXAMPLES: [(&str, &[&str]); 7] = [
    ("device_info", &[]),
    ("heat", &["--size", "64x64", "--sweeps", "10"]),
    ("lab", &[]),
    ("phases", &["8", "2"]),
    ("reduce", &["1000"]),
    ("solve", &["--poisson", "4"]),
    ("two_pass", &["1000"]),
];

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_every_example_without_a_word() {
    use std::os::unix::process::ExitStatusExt;

    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    if let Ok(entries) = std::fs::read_dir(folder) {
        // A package of its own is no example of this one. Where only the programs are, there is nothing to compare.
        let entries = entries.map(|entry| entry.unwrap().path());
        let sources = entries.filter(|path| path.is_file() || path.join("main.rs").is_file());
        let mut names: Vec<_> = sources
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        assert_eq!(names, EXAMPLES.map(|(name, _)| name));
    }
    for (name, arguments) in EXAMPLES {
        let Some(mut program) = gpu::example_on_a_device(name) else {
            return;
        };
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program.args(arguments).stdout(writer).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        let status = output.status;
        let of_a_shell = status.code().or(status.signal().map(|signal| 128 + signal));
        assert_eq!(of_a_shell, Some(141), "{name}: {status}");
    }
}

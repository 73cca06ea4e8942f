//! The `run` script, on bundles whose programs are shell scripts.

use std::process::{Command, Output};

use super::*;

/// A bundle of fake programs, each a name and the body of a shell script.
struct Bundle(tempfile::TempDir);

impl Bundle {
    fn new(programs: &[(&str, &str)]) -> Self {
        // A space, so that the script is tested with one in its path.
        let directory = tempfile::Builder::new()
            .prefix("a bundle ")
            .tempdir()
            .unwrap();
        let bundle = Self(directory);
        let mut manifest = String::new();
        for (name, body) in programs {
            bundle.program(name, &format!("#!/bin/sh\n{body}\n"));
            manifest += &format!("{name} 1234\n");
        }
        bundle.program("run", RUN);
        write(&bundle.path().join(MANIFEST), &manifest).unwrap();
        bundle
    }

    fn path(&self) -> &Utf8Path {
        Utf8Path::from_path(self.0.path()).unwrap()
    }

    fn program(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Through a second name: a file that another thread's child holds open for writing cannot be run.
        let draft = path.with_extension("draft");
        write(&draft, text).unwrap();
        fs::set_permissions(&draft, fs::Permissions::from_mode(0o755)).unwrap();
        let status = Command::new("cp").args([&draft, &path]).status().unwrap();
        assert!(status.success());
    }

    /// Runs the script; all that it prints, and whether it ended well.
    fn run(&self, arguments: &[&str]) -> (String, bool) {
        let Output {
            status,
            stdout,
            stderr,
        } = Command::new(self.path().join("run"))
            .args(arguments)
            .env("COOP_REQUIRE_GPU", "1")
            .env_remove("COOP_DATA")
            .output()
            .unwrap();
        let text = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
        (text, status.success())
    }
}

/// What libtest prints for a program whose tests all pass.
const TWO_PASS: &str = "echo; echo 'running 2 tests'; echo 'test one ... ok'; echo 'test two ... ok'; \
    echo 'test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'";

/// Asserts the last line of a run and whether it ended well.
fn check(bundle: &Bundle, arguments: &[&str], summary: &str, success: bool) -> String {
    let (text, ok) = bundle.run(arguments);
    assert_eq!(text.lines().last(), Some(summary), "{text}");
    assert_eq!(ok, success, "{text}");
    text
}

#[test]
fn the_results_of_all_programs_are_summed() {
    let bundle = Bundle::new(&[
        ("tests/a", TWO_PASS),
        ("tests/b", TWO_PASS),
        ("examples/c", "echo fine"),
    ]);
    check(&bundle, &[], "5 passed, 0 failed, 0 skipped", true);
}

#[test]
fn a_failing_test_fails_the_run_and_its_output_is_shown() {
    let failing = "echo 'test one ... ok'; echo 'test two ... FAILED'; echo 'because of this'; \
        echo 'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s'; exit 101";
    let bundle = Bundle::new(&[("tests/a", failing), ("tests/b", TWO_PASS)]);
    let text = check(&bundle, &[], "3 passed, 1 failed, 0 skipped", false);
    assert!(
        text.contains("because of this") && text.contains("FAILED   tests/a"),
        "{text}"
    );
}

#[test]
fn a_test_that_says_skipped_is_not_counted_as_passed() {
    let skipping = "echo 'test one ... skipped: one: no CUDA device'; echo ok; echo 'test two ... '; \
        echo 'skipped: first matrix'; echo 'skipped: second matrix'; echo ok; echo 'test three ... ok'; \
        echo 'test four ... ignored'; \
        echo 'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s'";
    let bundle = Bundle::new(&[("tests/a", skipping)]);
    let text = check(&bundle, &[], "1 passed, 0 failed, 3 skipped", true);
    assert!(text.contains("1 tests skipped: no CUDA device"), "{text}");
}

#[test]
fn a_program_that_hangs_is_ended_with_its_children_and_fails() {
    let bundle = Bundle::new(&[
        ("tests/a", "echo 'test one ... '; sleep 600"),
        ("tests/b", TWO_PASS),
    ]);
    for arguments in [&["-t", "1"][..], &["-v", "-t", "1"]] {
        let text = check(&bundle, arguments, "2 passed, 1 failed, 0 skipped", false);
        assert!(
            text.contains("over the time limit of 1 s") && text.contains("test one ..."),
            "{text}"
        );
    }
}

#[test]
fn a_program_that_crashes_is_one_failure_with_its_signal() {
    let bundle = Bundle::new(&[
        ("tests/a", "echo 'test one ... '; kill -SEGV $$"),
        ("tests/b", TWO_PASS),
    ]);
    let text = check(&bundle, &[], "2 passed, 1 failed, 0 skipped", false);
    assert!(text.contains("killed by signal 11"), "{text}");
}

#[test]
fn a_program_that_passes_its_tests_and_then_fails_is_a_failure() {
    let bundle = Bundle::new(&[("tests/a", &format!("{TWO_PASS}; exit 3"))]);
    let text = check(&bundle, &[], "2 passed, 1 failed, 0 skipped", false);
    assert!(text.contains("exit code 3"), "{text}");
}

#[test]
fn a_test_program_that_ends_well_but_without_a_result_is_a_failure() {
    let bundle = Bundle::new(&[("tests/a", "echo 'running 1 test'")]);
    let text = check(&bundle, &[], "0 passed, 1 failed, 0 skipped", false);
    assert!(text.contains("ended without a result"), "{text}");
}

#[test]
fn only_the_last_result_of_a_program_counts() {
    // A test that starts its own program again has that one's result in its output.
    let bundle = Bundle::new(&[("tests/a", &format!("{TWO_PASS}; {TWO_PASS}"))]);
    check(&bundle, &[], "2 passed, 0 failed, 0 skipped", true);
}

#[test]
fn a_program_of_the_manifest_that_is_missing_is_a_failure() {
    let bundle = Bundle::new(&[("tests/a", TWO_PASS), ("tests/b", TWO_PASS)]);
    fs::remove_file(bundle.path().join("tests/a")).unwrap();
    check(&bundle, &[], "2 passed, 1 failed, 0 skipped", false);
}

#[test]
fn tests_run_in_one_thread_with_their_output_and_further_arguments() {
    let bundle = Bundle::new(&[("tests/a", &format!("echo \"got $*\"; {TWO_PASS}"))]);
    let text = check(
        &bundle,
        &["-v", "tests", "a", "one"],
        "2 passed, 0 failed, 0 skipped",
        true,
    );
    assert!(
        text.contains("got --test-threads=1 --nocapture one"),
        "{text}"
    );
}

#[test]
fn programs_are_selected_by_kind_and_by_name() {
    let programs = [
        ("tests/grid", TWO_PASS),
        ("tests/other", TWO_PASS),
        ("examples/grid", ""),
        ("benches/grid", "exit 1"),
    ];
    let bundle = Bundle::new(&programs);
    check(
        &bundle,
        &["tests", "grid"],
        "2 passed, 0 failed, 0 skipped",
        true,
    );
    check(
        &bundle,
        &["examples"],
        "1 passed, 0 failed, 0 skipped",
        true,
    );
    check(
        &bundle,
        &["all", "grid"],
        "3 passed, 1 failed, 0 skipped",
        false,
    );
    let (text, ok) = bundle.run(&["tests", "nothing"]);
    assert!(!ok && text.contains("no program of 'tests'"), "{text}");
    let (text, ok) = bundle.run(&["everything"]);
    assert!(!ok && text.contains("usage:"), "{text}");
}

#[test]
fn solve_runs_once_for_each_matrix_that_is_there() {
    let bundle = Bundle::new(&[("examples/solve", "echo \"with $* in $COOP_DATA\"")]);
    check(&bundle, &[], "1 passed, 0 failed, 0 skipped", true);
    fs::create_dir(bundle.path().join("data")).unwrap();
    write(&bundle.path().join("data/LFAT5.mtx"), "").unwrap();
    let text = check(&bundle, &["-v"], "2 passed, 0 failed, 0 skipped", true);
    let data = bundle.path().join("data");
    assert!(
        text.contains(&format!("with data/LFAT5.mtx in {data}")),
        "{text}"
    );
}

#[test]
fn residency_is_one_test_that_fails_where_the_profiles_differ() {
    let same = [
        ("dev/device_info", "echo 8 blocks"),
        ("release/device_info", "echo 8 blocks"),
    ];
    check(
        &Bundle::new(&same),
        &["residency"],
        "1 passed, 0 failed, 0 skipped",
        true,
    );
    let differs = [
        ("dev/device_info", "echo 4 blocks"),
        ("release/device_info", "echo 8 blocks"),
    ];
    let text = check(
        &Bundle::new(&differs),
        &[],
        "0 passed, 1 failed, 0 skipped",
        false,
    );
    assert!(
        text.contains("< 4 blocks") && text.contains("> 8 blocks"),
        "{text}"
    );
    let fails = [
        ("dev/device_info", "exit 1"),
        ("release/device_info", "exit 1"),
    ];
    check(
        &Bundle::new(&fails),
        &[],
        "0 passed, 1 failed, 0 skipped",
        false,
    );
}

#[test]
fn output_is_kept_in_the_folder_that_was_asked_for() {
    let bundle = Bundle::new(&[("tests/a", TWO_PASS), ("examples/b", "echo kept")]);
    let logs = tempfile::tempdir().unwrap();
    check(
        &bundle,
        &["-o", logs.path().to_str().unwrap()],
        "3 passed, 0 failed, 0 skipped",
        true,
    );
    assert_eq!(
        fs::read_to_string(logs.path().join("examples_b.log")).unwrap(),
        "kept\n"
    );
    assert!(!bundle.path().join("logs").exists());
}

#[test]
fn a_folder_that_is_no_bundle_is_never_cleared() {
    let directory = tempfile::tempdir().unwrap();
    let folder = Utf8Path::from_path(directory.path()).unwrap();
    write(&folder.join("precious"), "").unwrap();
    assert!(
        clear(folder)
            .unwrap_err()
            .to_string()
            .contains("is no bundle")
    );
    assert!(folder.join("precious").exists());
    write(&folder.join(MANIFEST), "").unwrap();
    clear(folder).unwrap();
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
    clear(&folder.join("new/nested")).unwrap();
}

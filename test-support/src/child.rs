//! Runs this test again in a process of its own, for what can only be seen from outside: a trap, a fork, a missing driver, a
//! hang.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const NAME: &str = "COOP_TEST_CHILD";

/// Whether this process is the child that is to do what this test is about.
pub fn is() -> bool {
    std::env::var_os(NAME).is_some_and(|name| name == *crate::name())
}

/// Runs this test in a child, with more environment, and returns what it printed.
///
/// # Panics
///
/// Where the child fails, does not find the test, or is not done after `seconds`, when it is killed.
pub fn passes(environment: &[(&str, &str)], seconds: u64) -> String {
    let (output, in_time) = run(environment, seconds);
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = text.concat();
    assert!(in_time, "{environment:?}: not done in {seconds} s:\n{text}");
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{environment:?}: {}:\n{text}",
        output.status
    );
    text
}

/// The child's output, and whether it was done in time.
fn run(environment: &[(&str, &str)], seconds: u64) -> (Output, bool) {
    let test = crate::name();
    let program = std::env::current_exe().expect("the test program has a path");
    let mut child = Command::new(program)
        .args(["--exact", &test, "--include-ignored", "--nocapture"])
        .env(NAME, test)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the test program can be started again");
    let in_time = wait(&mut child, seconds);
    if !in_time {
        child.kill().expect("a child can be killed");
    }
    let output = child
        .wait_with_output()
        .expect("what the child printed can be read");
    (output, in_time)
}

fn wait(child: &mut Child, seconds: u64) -> bool {
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        if child.try_wait().expect("a child can be asked").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_child_is_another_process_with_more_environment() {
        const MORE: &str = "COOP_TEST_MORE";
        if is() {
            return println!("in the child: {}", std::env::var(MORE).unwrap());
        }
        let said = passes(&[(MORE, "some")], 60);
        assert!(said.contains("in the child: some"), "{said}");
    }

    #[test]
    #[should_panic(expected = "not done in 1 s")]
    fn a_child_that_hangs_is_killed_and_fails_the_test() {
        if is() {
            std::thread::sleep(Duration::from_secs(600));
        }
        passes(&[], 1);
    }

    #[test]
    #[should_panic(expected = "meant to fail")]
    fn a_child_that_fails_fails_the_test_with_what_it_printed() {
        if is() {
            // Past the attribute, which makes a success of a panic.
            crate::say("meant to fail");
            std::process::exit(1);
        }
        passes(&[], 60);
    }
}

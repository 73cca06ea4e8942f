//! Runs one test of this program again in a process of its own, for what can only be seen from outside: a trap, a fork, a
//! missing driver, a hang.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const NAME: &str = "COOP_TEST_CHILD";

/// Whether this process is the child that is to do what `test` is about.
pub fn is(test: &str) -> bool {
    std::env::var_os(NAME).is_some_and(|name| name == test)
}

/// Runs `test` (its whole path, as the harness prints it) in a child, with more environment, and returns what it printed
/// and how it ended. A child that is not done after `seconds` is killed, and that is an `Err` with what it printed.
pub fn run(test: &str, environment: &[(&str, &str)], seconds: u64) -> Result<Output, Output> {
    let program = std::env::current_exe().expect("the test program has a path");
    let mut child = Command::new(program)
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
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
    if in_time { Ok(output) } else { Err(output) }
}

/// Both streams of a child, as text.
pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
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

//! A process of its own for a test whose kernel may fail.
//!
//! After a [sticky](crate::CudaError::is_sticky) error every later CUDA call of the process fails, and so would every later
//! test of the same program. What can cause one is tested in a child:
//!
//! ```no_run
//! # /*
//! #[test]
//! # */
//! fn an_index_past_the_end_is_a_fault() {
//!     coop::testing::in_own_process(60, || {
//!         // Launch what fails, and look at the error.
//!     });
//! }
//! ```

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Names the test that a child is to run.
const CHILD: &str = "COOP_TEST_OWN_PROCESS";

/// Runs `body` in a child process: this program, told to run the one test that calls this. The test is the innermost function
/// around `body`, and calls this once. Returns what the child printed.
///
/// # Panics
///
/// If the child fails, with what it printed; if it is not done after `seconds`, which is what a hanging kernel looks like; if
/// the test was not found in it.
#[allow(clippy::panic, reason = "how a test fails")]
pub fn in_own_process<F: FnOnce()>(seconds: u64, body: F) -> String {
    let test = test_around::<F>();
    if std::env::var_os(CHILD).is_some_and(|child| child == test) {
        body();
        return String::new();
    }
    let started = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args([
                "--exact",
                test,
                "--include-ignored",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(CHILD, test)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    });
    let mut child = started
        .unwrap_or_else(|error| panic!("a process for `{test}` could not be started: {error}"));
    let (out, err) = (read(child.stdout.take()), read(child.stderr.take()));
    let ended = wait(&mut child, seconds);
    if ended.is_none() {
        // Gone already, or killed: either will do.
        let _ = child.kill();
        let _ = child.wait();
    }
    let said = [out, err]
        .map(|reader| reader.join().unwrap_or_default())
        .concat();
    match ended {
        None => panic!(
            "`{test}` in its own process was not done after {seconds} s; it printed:\n{said}"
        ),
        Some(false) => panic!("`{test}` failed in its own process, which printed:\n{said}"),
        Some(true) => assert!(
            said.contains("1 passed"),
            "`{test}` did not run in its own process, which printed:\n{said}"
        ),
    }
    said
}

/// The path of the test that the closure is written in, as the test harness has it.
fn test_around<F>() -> &'static str {
    let name = core::any::type_name::<F>();
    let name = name.split("::{{closure}}").next().unwrap_or(name);
    // The program's own name comes first.
    name.split_once("::").map_or(name, |(_, test)| test)
}

fn read(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is what there is to tell.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Whether the child succeeded; `None` after so many seconds.
fn wait(child: &mut Child, seconds: u64) -> Option<bool> {
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) => thread::sleep(Duration::from_millis(5)),
            Err(_) => return Some(false),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_runs_in_another_process_and_what_it_prints_is_returned() {
        let parent = std::process::id().to_string();
        let said = in_own_process(60, || println!("here: {}", std::process::id()));
        // In the child there is nobody to return it to.
        if std::env::var_os(CHILD).is_none() {
            let here = said.split("here: ").nth(1).unwrap_or_default();
            assert!(!here.is_empty() && !here.starts_with(&parent), "{said}");
        }
    }

    #[test]
    #[should_panic(expected = "failed in its own process")]
    fn a_child_that_fails_fails_the_test() {
        in_own_process(60, || assert_eq!(1, 2, "meant"));
        // The child panics as is expected of it, and so succeeds: what fails is that this line says what the parent does.
        assert!(std::env::var_os(CHILD).is_some());
    }

    #[test]
    #[should_panic(expected = "was not done after 1 s")]
    fn a_child_that_hangs_is_ended() {
        in_own_process(1, || thread::sleep(Duration::from_secs(600)));
    }
}

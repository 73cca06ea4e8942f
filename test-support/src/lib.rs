//! What the tests of several crates need, and knows nothing of what they test.
//!
//! Whatever names a test takes its name from the thread, which the test harness names: call it from the test's own thread.

pub mod child;
#[cfg(feature = "gpu")]
pub mod gpu;

use std::io::Write;

/// The test that runs on this thread, as the harness prints it.
///
/// # Panics
///
/// On a thread that is no test's.
pub fn name() -> String {
    let thread = std::thread::current();
    let name = thread.name().filter(|name| *name != "main");
    name.expect("called from the thread that the harness made for a test")
        .to_owned()
}

/// A line on standard error, past the harness, which captures what `eprintln!` prints.
pub fn say(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Says that this test was not run, and why not. CI and a bundle's `run` count these lines.
pub fn skipped(why: &str) {
    say(&format!("skipped: {}: {}", name(), why.replace('\n', " ")));
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_test_has_the_name_that_the_harness_prints() {
        assert_eq!(
            super::name(),
            "tests::a_test_has_the_name_that_the_harness_prints"
        );
    }

    #[test]
    fn a_thread_that_a_test_started_is_no_test() {
        assert!(std::thread::spawn(super::name).join().is_err());
    }
}

//! Wheels of PyPI into a folder, all or nothing, and of the content that is pinned in `wheels.txt`.
//!
//! pip fills a new folder beside the destination; only when it is complete, and says so in a file, does it take
//! the destination's name. An interrupted run leaves nothing that a later one could take for complete.

use std::fs;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use cargo_metadata::camino::Utf8Path;

/// The content of every wheel that this project takes.
const CONTENTS: &str = include_str!("wheels.txt");

/// Says what is installed: the requirements, one a line. Written last.
const STAMP: &str = "installed.txt";

/// Makes `folder` hold exactly these wheels, each `name==version`; does nothing if it does already. `what` is what they
/// make, for messages.
///
/// # Errors
///
/// As a sentence that says what to do: no Python, no pip, no network, no such wheel, a folder that cannot be written.
pub fn ensure(folder: &Utf8Path, what: &str, wheels: &[String]) -> Result<()> {
    let stamp = stamp(wheels);
    if is_complete(folder, &stamp) {
        return Ok(());
    }
    let parent = folder
        .parent()
        .with_context(|| format!("{folder} has no parent folder"))?;
    fs::create_dir_all(parent).with_context(|| format!("cannot create {parent}"))?;
    let directory = tempfile::Builder::new()
        .prefix(".wheels-")
        .tempdir_in(parent)
        .with_context(|| format!("cannot write in {parent}"))?;
    let scratch = Utf8Path::from_path(directory.path())
        .context("the target directory's path is not UTF-8")?;
    let fresh = scratch.join("new");

    eprintln!("installing {what} into {folder}");
    fs::create_dir(&fresh).with_context(|| format!("cannot write in {scratch}"))?;
    let requirements = scratch.join("requirements.txt");
    fs::write(&requirements, pinned(wheels)?)
        .with_context(|| format!("cannot write in {scratch}"))?;
    pip(&fresh, &requirements, &[])?;
    fs::write(fresh.join(STAMP), &stamp).with_context(|| format!("cannot write in {fresh}"))?;
    replace(folder, &fresh, &scratch.join("old"), &stamp)
}

/// What pip reads: each wheel with the contents that it may have.
fn pinned(wheels: &[String]) -> Result<String> {
    let mut text = String::new();
    for wheel in wheels {
        let contents = CONTENTS
            .lines()
            .find_map(|line| line.strip_prefix(wheel.as_str())?.strip_prefix(' '))
            .with_context(|| format!("xtask/src/wheels.txt does not say what is in {wheel}"))?;
        text.push_str(wheel);
        for content in contents.split(' ') {
            text.push_str(&format!(" --hash=sha256:{content}"));
        }
        text.push('\n');
    }
    Ok(text)
}

/// What the stamp of a complete installation says.
fn stamp(wheels: &[String]) -> String {
    wheels.join("\n") + "\n"
}

fn is_complete(folder: &Utf8Path, stamp: &str) -> bool {
    fs::read_to_string(folder.join(STAMP)).is_ok_and(|found| found == stamp)
}

/// Gives the complete folder `fresh` the name `folder`. What was there is renamed to `old`, whole, so that programs which
/// have its files open keep them.
fn replace(folder: &Utf8Path, fresh: &Utf8Path, old: &Utf8Path, stamp: &str) -> Result<()> {
    match fs::rename(folder, old) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot replace {folder}"));
        }
        _ => {}
    }
    settle(folder, fresh, stamp)
}

/// Renames `fresh` to `folder`, where nothing should be.
fn settle(folder: &Utf8Path, fresh: &Utf8Path, stamp: &str) -> Result<()> {
    match fs::rename(fresh, folder) {
        // Another run of this command was faster, with the same result.
        Err(_) if is_complete(folder, stamp) => Ok(()),
        result => result.with_context(|| format!("cannot rename {fresh} to {folder}")),
    }
}

/// Runs pip. Its progress, on its standard output, goes to our standard error.
fn pip(folder: &Utf8Path, requirements: &Utf8Path, more: &[&str]) -> Result<()> {
    let output = Command::new("python3")
        .args(["-m", "pip", "install", "--no-deps", "--only-binary=:all:", "--no-input", "--no-compile"])
        .args(["--disable-pip-version-check", "--target", folder.as_str()])
        .args(["--require-hashes", "--requirement", requirements.as_str()])
        .args(more)
        // A module of the caller's folder must not stand in for one of pip's.
        .current_dir(folder)
        .env("PYTHONUNBUFFERED", "1")
        // Nothing outside `folder` changes, whoever runs this.
        .env("PIP_ROOT_USER_ACTION", "ignore")
        .stdin(Stdio::null())
        .stdout(io::stderr())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                anyhow!("python3 is not on PATH; wheels are installed with pip (Debian: apt-get install python3-pip)")
            }
            _ => anyhow!("cannot run python3: {error}"),
        })?;
    let errors = String::from_utf8_lossy(&output.stderr);
    // Warnings of a run that went well, or all that pip has to say of one that did not.
    io::stderr().write_all(errors.as_bytes())?;
    if !output.status.success() {
        bail!(
            "{}",
            diagnose(&errors)
                .unwrap_or_else(|| format!("pip failed ({}); it says why above", output.status))
        );
    }
    Ok(())
}

/// The cause of a failure that a user can do something about, from what pip wrote.
fn diagnose(errors: &str) -> Option<String> {
    let has = |text: &str| errors.contains(text);
    if has("No module named pip") {
        return Some("this python3 has no pip (Debian: apt-get install python3-pip, elsewhere: python3 -m ensurepip)".into());
    }
    if has("DO NOT MATCH THE HASHES") {
        let wheel = errors.lines().find_map(|line| {
            Some(line.split_once(" from ")?.0.trim()).filter(|name| name.contains("=="))
        });
        return Some(format!(
            "{} is not the file that this project knows by its content (xtask/src/wheels.txt): it was changed on the way, or on the \
             package index; nothing of it was installed",
            wheel.unwrap_or("a wheel")
        ));
    }
    if has("No space left on device") {
        return Some("the disk is full: a toolkit takes up to 500 MB, and as much again while it is installed".into());
    }
    if has("NewConnectionError")
        || has("Failed to establish a new connection")
        || has("ConnectTimeoutError")
        || has("ProxyError")
    {
        return Some("the Python package index cannot be reached: check the network and pip's proxy settings, then run this again".into());
    }
    let missing = errors
        .lines()
        .find_map(|line| line.split_once("satisfies the requirement "))?
        .1;
    let (wheel, found) = missing.split_once(" (from versions: ")?;
    Some(match found.trim_end_matches(')') {
        "none" => format!(
            "the package index has no {wheel} for this platform and this Python, or pip could not reach it"
        ),
        found => format!(
            "{wheel} is no longer on the package index, or not for this platform; it has {found}"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheels(version: &str) -> Vec<String> {
        ["one", "two"]
            .map(|name| format!("{name}=={version}"))
            .to_vec()
    }

    fn utf8(directory: &tempfile::TempDir) -> &Utf8Path {
        Utf8Path::from_path(directory.path()).unwrap()
    }

    #[test]
    fn a_folder_is_complete_only_with_the_stamp_of_the_same_wheels() {
        let directory = tempfile::tempdir().unwrap();
        let folder = utf8(&directory);
        let wanted = stamp(&wheels("13.0"));
        assert!(!is_complete(folder, &wanted));
        fs::write(folder.join(STAMP), stamp(&wheels("13.1"))).unwrap();
        assert!(!is_complete(folder, &wanted));
        fs::write(folder.join(STAMP), &wanted[..wanted.len() - 2]).unwrap();
        assert!(!is_complete(folder, &wanted));
        fs::write(folder.join(STAMP), &wanted).unwrap();
        assert!(is_complete(folder, &wanted));
    }

    #[test]
    fn every_wheel_of_every_toolkit_is_pinned_by_its_content() {
        let toolkits =
            crate::toolkit::Release::all().flat_map(crate::toolkit::Release::requirements);
        let others = crate::bundle::WHEELS
            .iter()
            .chain(&crate::deny::WHEELS)
            .map(|wheel| (*wheel).to_owned());
        for wheel in toolkits.chain(others) {
            let text = pinned(std::slice::from_ref(&wheel)).unwrap();
            let contents: Vec<&str> = text.split_whitespace().skip(1).collect();
            assert!((1..=2).contains(&contents.len()), "{text}");
            for content in contents {
                assert_eq!(content.len(), "--hash=sha256:".len() + 64, "{text}");
            }
        }
        assert!(pinned(&["libclang==1.0".to_owned()]).is_err());
    }

    #[test]
    fn a_wheel_of_another_content_is_refused_by_name() {
        let directory = tempfile::tempdir().unwrap();
        let [folder, index, requirements] =
            ["new", "index", "requirements.txt"].map(|name| utf8(&directory).join(name));
        fs::create_dir(&folder).unwrap();
        fs::create_dir(&index).unwrap();
        fs::write(
            index.join("libclang-18.1.1-py3-none-any.whl"),
            "another content",
        )
        .unwrap();
        let wheels = ["libclang==18.1.1".to_owned()];
        fs::write(&requirements, pinned(&wheels).unwrap()).unwrap();
        let error = pip(
            &folder,
            &requirements,
            &[
                "--no-index",
                "--no-cache-dir",
                "--find-links",
                index.as_str(),
            ],
        )
        .unwrap_err()
        .to_string();
        assert!(
            error.starts_with("libclang==18.1.1 is not the file that this project knows"),
            "{error}"
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn a_complete_folder_is_left_alone_without_python_or_network() {
        let directory = tempfile::tempdir().unwrap();
        let wheels = wheels("13.0");
        fs::write(directory.path().join(STAMP), stamp(&wheels)).unwrap();
        ensure(utf8(&directory), "a toolkit", &wheels).unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_new_folder_replaces_an_old_one_whole() {
        let directory = tempfile::tempdir().unwrap();
        let [folder, fresh, old] = ["13.0", "new", "old"].map(|name| utf8(&directory).join(name));
        for (path, file) in [(&folder, "first"), (&fresh, "second")] {
            fs::create_dir(path).unwrap();
            fs::write(path.join(file), "").unwrap();
        }
        replace(&folder, &fresh, &old, "stamp").unwrap();
        assert!(folder.join("second").exists() && !folder.join("first").exists());
        assert!(old.join("first").exists() && !fresh.exists());
    }

    #[test]
    fn losing_a_race_to_another_run_with_the_same_wheels_is_a_success() {
        let directory = tempfile::tempdir().unwrap();
        let [folder, fresh] = ["13.0", "new"].map(|name| utf8(&directory).join(name));
        for path in [&folder, &fresh] {
            fs::create_dir(path).unwrap();
            fs::write(path.join(STAMP), "stamp").unwrap();
        }
        settle(&folder, &fresh, "stamp").unwrap();
        assert!(
            settle(&folder, &fresh, "another stamp")
                .unwrap_err()
                .to_string()
                .contains("cannot rename")
        );
    }

    #[test]
    fn each_failure_of_pip_gets_its_own_sentence() {
        let cases = [
            ("/usr/bin/python3: No module named pip\n", "has no pip"),
            (
                "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...): Failed to establish \
                 a new connection: [Errno -3] Temporary failure in name resolution')\nERROR: Could not find a version that \
                 satisfies the requirement libclang==18.1.1 (from versions: none)\n",
                "cannot be reached",
            ),
            (
                "ERROR: Could not find a version that satisfies the requirement libclang==1.2 (from versions: 9.0, 18.1.1)\n\
                 ERROR: No matching distribution found for libclang==1.2\n",
                "libclang==1.2 is no longer on the package index, or not for this platform; it has 9.0, 18.1.1",
            ),
            (
                "ERROR: Could not find a version that satisfies the requirement nvidia-nvvm==13.0.88 (from versions: none)\n",
                "no nvidia-nvvm==13.0.88 for this platform",
            ),
            (
                "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
                "disk is full",
            ),
        ];
        for (errors, expected) in cases {
            let sentence = diagnose(errors).unwrap();
            assert!(sentence.contains(expected), "{sentence}");
        }
        assert_eq!(diagnose("Traceback: something else\n"), None);
    }
}

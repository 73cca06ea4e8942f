//! The example `solve` as a user runs it, where it must refuse: exit code 1 and one sentence.

mod support;

use support::data;
use support::solve::refuses;
use test_support::gpu;

use std::path::PathBuf;

#[test]
fn arguments_that_make_no_sense_are_refused_with_a_sentence() {
    let cases: [(&[&str], &str); 15] = [
        (&["--csv", "a.csv"], "--csv is for one system"),
        (&["--poisson"], "a value is required for '--poisson <N>'"),
        (
            &["--poisson", "many"],
            "invalid value 'many' for '--poisson <N>': a whole number from 1 to 20724 is wanted",
        ),
        (
            &["--poisson", "0"],
            "a whole number from 1 to 20724 is wanted",
        ),
        (
            &["--poisson", "20725"],
            "a whole number from 1 to 20724 is wanted",
        ),
        (&["--poisson", "4", "a.mtx"], "cannot be used with"),
        (
            &["--poisson", "4", "--tolerance", "1"],
            "a number between 0 and 1 is wanted",
        ),
        (
            &["--poisson", "4", "--max-iterations", "0"],
            "a whole number from 1 to 4294967295 is wanted",
        ),
        (
            &["--poisson", "4", "--block", "100"],
            "a multiple of 32 from 32 to 512 is wanted",
        ),
        (
            &["--poisson", "-4"],
            "a whole number from 1 to 20724 is wanted",
        ),
        (
            &["--poisson", "4", "--tolerance", "-1"],
            "a number between 0 and 1 is wanted",
        ),
        (
            &["--poisson", "4", "--max-iterations=-1"],
            "a whole number from 1 to 4294967295 is wanted",
        ),
        (
            &["--poisson", "4", "--block", "-32"],
            "a multiple of 32 from 32 to 512 is wanted",
        ),
        (
            &["--poisson", "4", "--device", "-1"],
            "the number of a device is wanted, from 0 on",
        ),
        (
            &["--poisson", "4", "--fast"],
            "unexpected argument '--fast'",
        ),
    ];
    for (arguments, says) in cases {
        let Some(program) = gpu::example("solve") else {
            return;
        };
        refuses(program, arguments, says);
    }
}

#[test]
fn a_system_that_a_device_cannot_hold_is_refused_by_the_option_that_is_its_cause() {
    if !coop::EMULATED {
        return gpu::skipped("the devices are emulated");
    }
    let cases: [(&str, &str, &str); 8] = [
        (
            "small",
            "--poisson 40 --scope block",
            "error: --scope block: the system of 1600 rows and 7840 entries is too large for one block on this device; \
             one cluster (`cluster`) has room for it",
        ),
        (
            "t4",
            "--poisson 40 --scope block",
            "; the grid with its state on the chip (`grid`) has room for it",
        ),
        (
            "small",
            "--poisson 250 --scope grid",
            "error: --scope grid: the system of 62500 rows and 311500 entries is too large for the grid with its state on \
             the chip on this device; the grid with its state in memory (`streamed`) has room for it",
        ),
        (
            "small",
            "--poisson 40 --scope cluster --block 64",
            "error: --block 64: blocks of at most 64 threads are too small for the system of 1600 rows and 7840 entries \
             in one cluster; larger ones are not",
        ),
        (
            "small",
            "--poisson 4 --scope block --precision mixed",
            "error: --scope block with --precision mixed: one block does not solve in mixed precision, on any device",
        ),
        (
            "t4",
            "--poisson 4 --scope cluster --precision mixed",
            "error: --scope cluster with --precision mixed: one cluster does not solve in mixed precision, on any device",
        ),
        (
            "t4",
            "--poisson 4 --scope cluster",
            "error: --scope cluster: this device has no clusters, which need compute capability 9.0 or later",
        ),
        (
            "small:shared_bytes_per_block_optin=24576",
            "--poisson 300",
            "error: the system of 90000 rows and 448800 entries is too large for every scope on this device",
        ),
    ];
    for (device, arguments, says) in cases {
        let Some(mut program) = gpu::example("solve") else {
            return;
        };
        program.env(cudart_emu::DEVICES, device);
        let arguments: Vec<&str> = arguments.split(' ').collect();
        refuses(program, &arguments, says);
    }
}

#[test]
fn files_that_hold_no_matrix_are_refused_with_a_sentence_each() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let banner = "%%MatrixMarket matrix coordinate real symmetric\n";
    let ten: String = (1..=10).map(|i| format!("{i} {i} 1\n")).collect();
    let cases = [
        (folder.path().join("absent"), "the file cannot be read"),
        (folder.path().to_owned(), "this is a directory"),
        (file("empty", ""), "the file is empty"),
        (
            file("claim", &format!("{banner}10 10 250000000\n{ten}")),
            "after 10 of the 250000000",
        ),
        (
            file("cut", &format!("{banner}10 10 11\n{ten}10 9")),
            "line 13: the file ends within",
        ),
        (
            file("zero", &format!("{banner}1 1 1\n1 1 -2\n")),
            "not positive definite: diagonal",
        ),
        (
            file("sums", &format!("{banner}2 2 3\n1 1 1\n2 1 -1\n2 2 1\n")),
            "singular",
        ),
    ];
    for (path, says) in cases {
        let Some(program) = gpu::example("solve") else {
            return;
        };
        refuses(program, &[path], says);
    }
}

#[test]
fn matrices_that_cannot_be_solved_are_refused_for_their_own_reasons() {
    for (name, says) in [
        ("west0067", "the matrix is not symmetric: entry (1, "),
        ("west0067_noheader", "line 1: the banner is missing"),
        ("mesh3e1", "line 3: the column index is `0`"),
    ] {
        let (Some(path), Some(program)) = (data::matrix(name), gpu::example("solve")) else {
            return;
        };
        refuses(program, &[path], says);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_solving() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("absent/history");
    for option in ["--csv", "--svg"] {
        for path in [&inside, &folder.path().to_owned()] {
            let Some(program) = gpu::example("solve") else {
                return;
            };
            let arguments = [
                "--poisson".as_ref(),
                "4".as_ref(),
                option.as_ref(),
                path.as_os_str(),
            ];
            refuses(program, &arguments, "cannot be written");
        }
    }
}

#[test]
fn what_a_file_held_survives_a_solve_that_fails_and_no_file_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old.csv"), folder.path().join("new.svg"));
    std::fs::write(&old, "kept").unwrap();
    let Some(program) = gpu::example("solve") else {
        return;
    };
    let arguments = ["absent.mtx".as_ref(), "--csv".as_ref(), old.as_os_str()];
    let arguments = [&arguments[..], &["--svg".as_ref(), new.as_os_str()]].concat();
    refuses(program, &arguments, "absent.mtx");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "kept");
    assert!(!new.exists());
}

#[test]
fn without_a_device_there_is_one_sentence() {
    let Some(mut program) = gpu::example("solve") else {
        return;
    };
    program.env("CUDA_VISIBLE_DEVICES", "");
    program.env("COOP_EMU_DEVICES", "none");
    refuses(program, &["--poisson", "64"], "cudaGetDeviceCount returned");
}

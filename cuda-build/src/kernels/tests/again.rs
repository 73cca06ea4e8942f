//! A build script that runs again compiles what has changed, and only that.

use std::time::SystemTime;

use super::*;

struct Build {
    package: Package,
    toolkit: Toolkit,
    kernels: Kernels,
}

impl Build {
    /// `one.cu`, which includes `h.cuh` and is warned of, and `two.cu`; built.
    fn new() -> Option<Self> {
        let toolkit = toolkit()?;
        let package = Package::new();
        package.file("h.cuh", "#pragma once\n");
        let one = "#include \"h.cuh\"\n__global__ void one() { int unused; }";
        let files = [
            package.file("one.cu", one),
            package.file("two.cu", "__global__ void two() {}"),
        ];
        let kernels = kernels("test_again").files(files);
        let build = Build {
            package,
            toolkit,
            kernels,
        };
        build.run();
        Some(build)
    }

    fn run(&self) -> Vec<String> {
        let env = self.package.env();
        self.kernels.compile_in(&env, &self.toolkit).unwrap()
    }

    /// When each of the two objects was written.
    fn written(&self) -> [SystemTime; 2] {
        [0, 1].map(|index| {
            let object = self.package.out().join(format!("test_again-{index}.o"));
            fs::metadata(object).unwrap().modified().unwrap()
        })
    }
}

#[test]
fn nothing_is_compiled_again_when_nothing_changed_and_warnings_are_repeated() {
    let Some(build) = Build::new() else {
        return;
    };
    let before = build.written();
    let lines = build.run();
    assert_eq!(build.written(), before);
    assert!(
        lines.iter().any(|line| line.contains("unused")),
        "{lines:?}"
    );
}

#[test]
fn a_changed_header_compiles_the_files_that_include_it_and_no_other() {
    let Some(build) = Build::new() else {
        return;
    };
    let [one, two] = build.written();
    build.package.file("h.cuh", "#pragma once\n// changed\n");
    build.run();
    let [one_now, two_now] = build.written();
    assert!(one_now > one);
    assert_eq!(two_now, two);
}

#[test]
fn another_flag_compiles_everything_again() {
    let Some(mut build) = Build::new() else {
        return;
    };
    let [one, two] = build.written();
    build.kernels = build.kernels.define("CHANGED", None);
    build.run();
    let [one_now, two_now] = build.written();
    assert!(one_now > one && two_now > two);
}

#[test]
fn what_did_not_compile_is_compiled_again_though_an_older_object_is_there() {
    let Some(build) = Build::new() else {
        return;
    };
    build
        .package
        .file("two.cu", "__global__ void two() { wrong; }");
    for _ in 0..2 {
        let env = build.package.env();
        let message = build
            .kernels
            .compile_in(&env, &build.toolkit)
            .unwrap_err()
            .to_string();
        assert!(message.contains("wrong"), "{message}");
    }
}

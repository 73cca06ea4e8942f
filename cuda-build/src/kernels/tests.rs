//! Kernels compiled for real, where a toolkit with nvcc is there, and the rules that need none.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use super::*;

mod again;
mod archives;
mod emulated;
mod export_lines;

/// A package with a space in its path, and the environment of its build script.
struct Package {
    dir: tempfile::TempDir,
    profile: [(&'static str, OsString); 3],
    more: Vec<(&'static str, OsString)>,
}

impl Package {
    fn new() -> Self {
        let dir = tempfile::Builder::new()
            .prefix("a package ")
            .tempdir()
            .unwrap();
        fs::create_dir(dir.path().join("out dir")).unwrap();
        let profile = [
            ("PROFILE", "release".into()),
            ("OPT_LEVEL", "3".into()),
            ("DEBUG", "false".into()),
        ];
        Package {
            dir,
            profile,
            more: vec![("CUDA_ARCHS", "90".into())],
        }
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn out(&self) -> PathBuf {
        self.dir.path().join("out dir")
    }

    fn env(&self) -> Env {
        let target: OsString = format!("{}-unknown-linux-gnu", std::env::consts::ARCH).into();
        let cargo = [
            ("OUT_DIR", self.out().into()),
            ("TARGET", target.clone()),
            ("HOST", target),
        ];
        Env::made_up(
            cargo
                .into_iter()
                .chain(self.profile.clone())
                .chain(self.more.clone()),
            &[],
        )
    }
}

/// The toolkit of this machine, if it can compile. If not, that is said.
fn toolkit() -> Option<Toolkit> {
    let toolkit = Toolkit::find_in(&Env::of_process())
        .ok()
        .filter(|toolkit| toolkit.nvcc().is_ok());
    if toolkit.is_none() {
        test_support::skipped("no nvcc");
    }
    toolkit
}

/// The symbols that an archive defines (` T `) or needs (` U `).
fn symbols(archive: &Path) -> String {
    let output = Command::new("nm").arg(archive).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The same toolkit, by way of a link.
fn reached_by_a_path_with_a_space(package: &Package, toolkit: &Toolkit) -> Toolkit {
    let link = package.dir.path().join("a toolkit");
    std::os::unix::fs::symlink(toolkit.root(), &link).unwrap();
    Toolkit::at(&link).unwrap()
}

const ADD: &str = r#"
#include "shared.cuh"
extern "C" __global__ void add(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += STEP * SCALE;
}
"#;

#[test]
fn toolkit_sources_and_output_may_have_spaces_in_their_paths_and_headers_are_watched() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let toolkit = reached_by_a_path_with_a_space(&package, &toolkit);
    let source = package.file("csrc/add.cu", ADD);
    let header = package.file("my headers/shared.cuh", "#include \"deeper.cuh\"\n");
    let deeper = package.file("my headers/deeper.cuh", "#define STEP 1.0f\n");
    let kernels = kernels("test_add")
        .file(&source)
        .include(package.dir.path().join("my headers"))
        .define("SCALE", "2.0f");
    let lines = kernels.compile_in(&package.env(), &toolkit).unwrap();

    for watched in [&source, &header, &deeper] {
        assert!(
            lines.contains(&format!("rerun-if-changed={}", watched.display())),
            "{lines:#?}"
        );
    }
    let in_toolkit = toolkit.include_dirs()[0].display().to_string();
    assert!(
        !lines
            .iter()
            .any(|line| line.contains(&in_toolkit) || line.contains("/usr/include")),
        "{lines:#?}"
    );
    assert!(lines.contains(&"rustc-link-lib=static=test_add".to_owned()));
    assert!(
        !lines
            .iter()
            .any(|line| line.contains("cudart") || line.ends_with("=stdc++")),
        "{lines:#?}"
    );
    assert!(symbols(&package.out().join("libtest_add.a")).contains(" T add\n"));
}

#[test]
fn several_files_without_separate_compilation_need_no_device_link() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let files = ["one", "two"].map(|name| {
        package.file(
            &format!("{name}.cu"),
            &format!("extern \"C\" __global__ void {name}(int *p) {{ *p = 1; }}"),
        )
    });
    kernels("test_several")
        .files(files)
        .compile_in(&package.env(), &toolkit)
        .unwrap();
    let symbols = symbols(&package.out().join("libtest_several.a"));
    assert!(symbols.contains(" T one\n") && symbols.contains(" T two\n"));
    assert!(!symbols.contains("__cudaRegisterLinkedBinary"), "{symbols}");
}

#[test]
fn separate_compilation_links_device_code_across_files() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let caller = "__device__ int helper(int);\nextern \"C\" __global__ void caller(int *p) { *p = helper(2); }";
    let files = [
        package.file("caller.cu", caller),
        package.file(
            "helper.cu",
            "__device__ int helper(int x) { return x + 1; }",
        ),
    ];
    let lines = kernels("test_rdc")
        .files(files)
        .separate_compilation(true)
        .compile_in(&package.env(), &toolkit);
    let symbols = symbols(&package.out().join("libtest_rdc.a"));
    let mut needed: Vec<&str> = symbols
        .lines()
        .filter(|line| line.contains("U __cudaRegisterLinkedBinary"))
        .filter_map(last_word)
        .collect();
    let defined: Vec<&str> = symbols
        .lines()
        .filter(|line| line.contains("T __cudaRegisterLinkedBinary"))
        .filter_map(last_word)
        .collect();
    assert_eq!(needed.len(), 2, "{symbols}");
    needed.retain(|symbol| !defined.contains(symbol));
    assert!(
        needed.is_empty(),
        "not defined by the device link: {needed:?}"
    );
    assert!(
        lines
            .unwrap()
            .iter()
            .any(|line| line.ends_with("=cudadevrt"))
    );
}

fn last_word(line: &str) -> Option<&str> {
    line.split_whitespace().last()
}

#[test]
fn a_compiler_error_is_shown_with_its_place_and_an_error_of_another_file_is_not_in_it() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let wrong = package.file(
        "wrong.cu",
        "__global__ void k(int *p) {\n    *p = unheard_of;\n}\n",
    );
    let fine = package.file("fine.cu", "__global__ void k(int *p) { *p = 1; }");
    let error = kernels("test_wrong")
        .files([fine, wrong])
        .compile_in(&package.env(), &toolkit)
        .unwrap_err();
    let Error::Compile {
        what,
        errors,
        advice: None,
    } = &error
    else {
        panic!("{error:?}")
    };
    assert!(what.ends_with("wrong.cu"));
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("wrong.cu(2): error: identifier \"unheard_of\" is undefined"),
        "{errors:?}"
    );
}

#[test]
fn a_compiler_warning_is_one_warning_of_cargo() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let file = package.file(
        "warn.cu",
        "__global__ void k(int *p) { int unused; *p = 1; }",
    );
    let lines = kernels("test_warn")
        .file(file)
        .compile_in(&package.env(), &toolkit)
        .unwrap();
    let warnings: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("warning="))
        .collect();
    assert_eq!(warnings.len(), 1, "{lines:#?}");
    assert!(warnings[0].contains("\"unused\" was declared but never referenced"));
}

#[test]
fn a_host_compiler_that_is_not_there_is_an_error_that_says_how_to_get_one() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let file = package.file("k.cu", "__global__ void k() {}");
    let error = kernels("test_host")
        .file(file)
        .flag("-ccbin=/nowhere/g++")
        .compile_in(&package.env(), &toolkit);
    let message = error.unwrap_err().to_string();
    assert!(message.contains("NVCC_CCBIN"), "{message}");
}

#[test]
fn a_host_compiler_newer_than_the_toolkit_takes_is_an_error_that_names_the_one_to_set() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let wrapper =
        "#!/bin/sh\nexec c++ -Wno-builtin-macro-redefined -U__GNUC__ -D__GNUC__=99 \"$@\"\n";
    let newer = package.file("g++", wrapper);
    fs::set_permissions(&newer, fs::Permissions::from_mode(0o755)).unwrap();
    let error = kernels("test_newer")
        .file(package.file("k.cu", "__global__ void k() {}"))
        .flag(format!("-ccbin={}", newer.display()))
        .compile_in(&package.env(), &toolkit);
    let message = error.unwrap_err().to_string();
    assert!(message.contains("unsupported GNU version"), "{message}");
    assert!(message.contains("NVCC_CCBIN=g++-"), "{message}");
}

#[test]
fn headers_of_this_crate_are_found_without_being_asked_for() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let settings = kernels("test_own")
        .settings(&package.env(), &toolkit)
        .unwrap();
    assert_eq!(settings.includes, [PathBuf::from(OWN_HEADERS)]);
    assert!(PathBuf::from(OWN_HEADERS).join("coop").is_dir());
}

#[test]
fn flags_are_the_same_in_every_profile_of_cargo() {
    let (made_up, toolkit) = made_up_toolkit();
    let mut package = Package::new();
    let release = kernels("test_profile")
        .settings(&package.env(), &toolkit)
        .unwrap();
    for (profile, opt_level, debug) in [
        ("debug", "0", "true"),
        ("debug", "s", "1"),
        ("release", "3", "true"),
    ] {
        package.profile = [
            ("PROFILE", profile.into()),
            ("OPT_LEVEL", opt_level.into()),
            ("DEBUG", debug.into()),
        ];
        assert_eq!(
            kernels("test_profile")
                .settings(&package.env(), &toolkit)
                .unwrap(),
            release
        );
    }
    assert!(!release.device_debug);
    drop(made_up);
}

#[test]
fn device_debug_is_on_by_its_variable_only_and_is_warned_of() {
    let (made_up, toolkit) = made_up_toolkit();
    let mut package = Package::new();
    package.more.push(("COOP_DEVICE_DEBUG", "1".into()));
    let kernels = kernels("test_debug");
    assert!(
        kernels
            .settings(&package.env(), &toolkit)
            .unwrap()
            .device_debug
    );
    let lines = kernels.notes(&[], toolkit.include_dirs(), true);
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("warning=COOP_DEVICE_DEBUG=1"))
    );
    drop(made_up);
}

#[test]
fn the_callers_architectures_win_over_the_environment_and_that_over_the_default() {
    let (made_up, toolkit) = made_up_toolkit();
    let mut package = Package::new();
    let flags = |kernels: &Kernels, package: &Package| {
        kernels.targets(&package.env(), &toolkit).unwrap().flags()
    };
    assert_eq!(
        flags(&kernels("k").archs("80-real"), &package),
        ["-gencode=arch=compute_80,code=sm_80"]
    );
    assert_eq!(flags(&kernels("k"), &package).len(), 2);
    package.more.clear();
    assert_eq!(flags(&kernels("k"), &package).len(), 8);
    package.more.push(("CUDA_ARCHS", "sm_90".into()));
    let message = kernels("k")
        .targets(&package.env(), &toolkit)
        .unwrap_err()
        .to_string();
    assert!(
        message.starts_with("CUDA_ARCHS has the architecture `sm_90`"),
        "{message}"
    );
    drop(made_up);
}

#[test]
fn nvcc_ccbin_is_left_to_nvcc() {
    let mut package = Package::new();
    assert!(host::compiler(&package.env()).unwrap().0.is_some());
    package.more.push(("NVCC_CCBIN", "g++-12".into()));
    assert_eq!(host::compiler(&package.env()).unwrap(), (None, vec![]));
}

#[test]
fn words_around_the_compiler_in_nvcc_ccbin_are_no_part_of_its_path() {
    for (named, words) in [
        ("ccache g++", vec![]),
        ("g++ --sysroot=/nowhere", vec!["--sysroot=/nowhere".into()]),
        (
            "/usr/bin/ccache g++ -DA -DB",
            vec!["-DA".into(), "-DB".into()],
        ),
    ] {
        let mut package = Package::new();
        package.more.push(("NVCC_CCBIN", named.into()));
        let compiler = host::compiler(&package.env()).unwrap();
        assert_eq!(compiler, (Some("g++".into()), words), "{named}");
    }
}

#[test]
fn the_cpp_library_is_linked_only_when_asked_for() {
    let mut package = Package::new();
    assert_eq!(kernels("k").cpp_library(&package.env()), "supc++");
    let with = kernels("k").cpp_stdlib(true);
    assert_eq!(with.cpp_library(&package.env()), "stdc++");
    package.more.push(("CXXSTDLIB", "c++".into()));
    assert_eq!(with.cpp_library(&package.env()), "c++");
}

#[test]
fn a_name_that_is_none_for_an_archive_is_refused() {
    for name in ["", "a b", "../a", "a/b", "a.b", "é"] {
        let message = kernels(name).file("a.cu").check().unwrap_err().to_string();
        assert!(
            message.starts_with(&format!("`{name}` cannot name an archive")),
            "{message}"
        );
    }
}

#[test]
fn no_file_and_a_file_that_is_not_there_are_refused() {
    let message = kernels("k").check().unwrap_err().to_string();
    assert!(
        message.contains("no source file was given for the kernels `k`"),
        "{message}"
    );
    let message = kernels("k")
        .file("csrc/none.cu")
        .check()
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("csrc/none.cu of the kernels `k` does not exist"),
        "{message}"
    );
}

#[test]
fn outside_a_build_script_compiling_is_an_error() {
    let message = host::out_dir(&Env::made_up([("TARGET", "x")], &[]))
        .unwrap_err()
        .to_string();
    assert!(message.starts_with("OUT_DIR is not set"), "{message}");
}

/// A toolkit of headers alone, enough for what does not run nvcc.
fn made_up_toolkit() -> (tempfile::TempDir, Toolkit) {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("include")).unwrap();
    fs::write(
        dir.path().join("include/cuda_runtime_api.h"),
        "#define CUDART_VERSION 13000\n",
    )
    .unwrap();
    let toolkit = Toolkit::at(dir.path()).unwrap();
    (dir, toolkit)
}

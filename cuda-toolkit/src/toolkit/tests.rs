//! Discovery on made-up trees: a toolkit is a header that tells its version, a library, and nvcc, in the right places.

use std::ffi::OsString;
use std::fs;

use super::*;

/// A directory to build trees in, and what the build's environment says.
struct Machine {
    dir: tempfile::TempDir,
    variables: Vec<(&'static str, OsString)>,
    usual_places: Vec<PathBuf>,
}

impl Machine {
    fn new() -> Self {
        let variables = vec![
            ("CARGO_CFG_TARGET_ARCH", "x86_64".into()),
            ("TARGET", "x86_64-unknown-linux-gnu".into()),
        ];
        Machine {
            dir: tempfile::tempdir().unwrap(),
            variables,
            usual_places: Vec::new(),
        }
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.dir.path().join(relative)
    }

    fn file(&self, relative: &str, text: &str) -> PathBuf {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A toolkit of version 13.`minor` in the layout of NVIDIA's installer; tests tell toolkits by their version.
    fn toolkit(&self, root: &str, minor: u32) -> PathBuf {
        self.header(&format!("{root}/include"), 13_000 + minor * 10);
        self.file(&format!("{root}/lib64/libcudart_static.a"), "");
        self.file(&format!("{root}/bin/nvcc"), "");
        self.path(root)
    }

    fn header(&self, include: &str, version: u32) {
        self.file(
            &format!("{include}/cuda_runtime_api.h"),
            &format!("#define CUDART_VERSION {version}\n"),
        );
    }

    fn set(&mut self, name: &'static str, value: impl Into<OsString>) {
        self.variables.push((name, value.into()));
    }

    fn env(&self) -> Env {
        Env::made_up(self.variables.clone(), &self.usual_places)
    }

    fn find(&self) -> Result<Toolkit, Error> {
        Toolkit::find_in(&self.env())
    }

    fn found_minor(&self) -> u32 {
        self.find().unwrap().version().minor
    }
}

/// A layout: what is in the tree, what is named, and what must be found, all relative to the tree.
struct Row {
    layout: &'static str,
    arch: &'static str,
    header: &'static str,
    others: &'static [&'static str],
    named: &'static str,
    include: &'static [&'static str],
    lib: &'static str,
    nvcc: Option<&'static str>,
}

const ROWS: &[Row] = &[
    Row {
        layout: "NVIDIA installer",
        arch: "x86_64",
        header: "cuda/include",
        others: &[
            "cuda/lib64/libcudart_static.a",
            "cuda/lib64/stubs/libcuda.so",
            "cuda/bin/nvcc",
        ],
        named: "cuda",
        include: &["cuda/include"],
        lib: "cuda/lib64",
        nvcc: Some("cuda/bin/nvcc"),
    },
    Row {
        layout: "NVIDIA installer, by target",
        arch: "aarch64",
        header: "cuda/targets/sbsa-linux/include",
        others: &[
            "cuda/targets/sbsa-linux/lib/libcudart_static.a",
            "cuda/bin/nvcc",
        ],
        named: "cuda",
        include: &["cuda/targets/sbsa-linux/include"],
        lib: "cuda/targets/sbsa-linux/lib",
        nvcc: Some("cuda/bin/nvcc"),
    },
    Row {
        layout: "Debian, Ubuntu",
        arch: "x86_64",
        header: "usr/include",
        others: &[
            "usr/lib/x86_64-linux-gnu/libcudart_static.a",
            "usr/bin/nvcc",
            "usr/lib64/ld-linux.so",
        ],
        named: "usr",
        include: &["usr/include"],
        lib: "usr/lib/x86_64-linux-gnu",
        nvcc: Some("usr/bin/nvcc"),
    },
    Row {
        layout: "conda",
        arch: "x86_64",
        header: "env/targets/x86_64-linux/include",
        others: &[
            "env/lib/libcudart.so",
            "env/lib/stubs/libcuda.so",
            "env/bin/nvcc",
        ],
        named: "env",
        include: &["env/targets/x86_64-linux/include"],
        lib: "env/lib",
        nvcc: Some("env/bin/nvcc"),
    },
    Row {
        layout: "PyPI wheels 13.x",
        arch: "x86_64",
        header: "nvidia/cu13/include",
        others: &["nvidia/cu13/lib/libcudart.so.13", "nvidia/cu13/bin/nvcc"],
        named: "nvidia/cu13",
        include: &["nvidia/cu13/include"],
        lib: "nvidia/cu13/lib",
        nvcc: Some("nvidia/cu13/bin/nvcc"),
    },
    Row {
        layout: "PyPI wheels 13.x, from their common folder",
        arch: "x86_64",
        header: "nvidia/cu13/include",
        others: &["nvidia/cu13/lib/libcudart.so.13", "nvidia/cu13/bin/nvcc"],
        named: "nvidia",
        include: &["nvidia/cu13/include"],
        lib: "nvidia/cu13/lib",
        nvcc: Some("nvidia/cu13/bin/nvcc"),
    },
    Row {
        layout: "PyPI wheels 12.x",
        arch: "x86_64",
        header: "nvidia/cuda_runtime/include",
        others: &[
            "nvidia/cuda_runtime/lib/libcudart.so.12",
            "nvidia/cuda_nvcc/include/crt/host_defines.h",
        ],
        named: "nvidia/cuda_runtime",
        include: &[
            "nvidia/cuda_runtime/include",
            "nvidia/cuda_runtime/../cuda_nvcc/include",
        ],
        lib: "nvidia/cuda_runtime/lib",
        nvcc: None,
    },
    Row {
        layout: "PyPI wheels 12.x, from their common folder",
        arch: "x86_64",
        header: "nvidia/cuda_runtime/include",
        others: &[
            "nvidia/cuda_runtime/lib/libcudart.so.12",
            "nvidia/cuda_nvcc/include/crt/host_defines.h",
        ],
        named: "nvidia",
        include: &["nvidia/cuda_runtime/include", "nvidia/cuda_nvcc/include"],
        lib: "nvidia/cuda_runtime/lib",
        nvcc: None,
    },
    Row {
        layout: "Windows",
        arch: "x86_64",
        header: "CUDA/v13.0/include",
        others: &["CUDA/v13.0/lib/x64/cudart_static.lib"],
        named: "CUDA/v13.0",
        include: &["CUDA/v13.0/include"],
        lib: "CUDA/v13.0/lib/x64",
        nvcc: None,
    },
];

#[test]
fn every_layout_is_recognised_also_below_a_directory_with_a_space() {
    for row in ROWS {
        for parent in ["", "with space/"] {
            let machine = Machine::new();
            machine.header(&format!("{parent}{}", row.header), 13_000);
            for other in row.others {
                machine.file(&format!("{parent}{other}"), "");
            }
            let at = |relative: &str| machine.path(&format!("{parent}{relative}"));
            let toolkit = Toolkit::at_for(&at(row.named), row.arch, None).unwrap();
            assert_eq!(toolkit.layout(), row.layout);
            assert_eq!(
                toolkit.version(),
                Version {
                    major: 13,
                    minor: 0
                },
                "{}",
                row.layout
            );
            assert_eq!(
                toolkit.include_dirs(),
                row.include.iter().map(|dir| at(dir)).collect::<Vec<_>>()
            );
            assert_eq!(toolkit.lib_dir(), at(row.lib), "{}", row.layout);
            assert_eq!(toolkit.nvcc().ok(), row.nvcc.map(at), "{}", row.layout);
        }
    }
}

#[test]
fn a_toolkit_of_headers_alone_is_a_toolkit() {
    let machine = Machine::new();
    machine.header("cuda/include", 12_040);
    let toolkit = Toolkit::at_for(&machine.path("cuda"), "x86_64", None).unwrap();
    assert_eq!(
        toolkit.version(),
        Version {
            major: 12,
            minor: 4
        }
    );
    assert!(!toolkit.lib_dir().is_dir());
}

#[test]
fn a_header_newer_than_any_known_version_is_accepted() {
    let machine = Machine::new();
    machine.header("cuda/include", 17_430);
    let toolkit = Toolkit::at_for(&machine.path("cuda"), "x86_64", None).unwrap();
    assert_eq!(
        toolkit.version(),
        Version {
            major: 17,
            minor: 43
        }
    );
}

#[test]
fn variables_are_asked_in_their_order_and_before_any_place() {
    let mut machine = Machine::new();
    machine.usual_places = vec![machine.toolkit("place", 9)];
    assert_eq!(machine.found_minor(), 9);
    machine.set("PATH", machine.toolkit("path", 8).join("bin"));
    assert_eq!(machine.found_minor(), 8);
    for (minor, name) in [
        (4, "CUDA_TOOLKIT_ROOT_DIR"),
        (3, "CUDA_ROOT"),
        (2, "CUDA_HOME"),
        (1, "CUDA_PATH"),
    ] {
        machine.set(name, machine.toolkit(name, minor));
        assert_eq!(machine.found_minor(), minor, "{name}");
    }
    machine.set(
        "x86_64_unknown_linux_gnu_CUDA_PATH",
        machine.toolkit("prefixed", 5),
    );
    assert_eq!(machine.found_minor(), 5);
    machine.set("DEP_COOP_ROOT", machine.toolkit("that coop hands on", 7));
    assert_eq!(machine.found_minor(), 7);
    machine.set("DEP_CUDART_ROOT", machine.toolkit("of cuda-sys", 6));
    assert_eq!(machine.found_minor(), 6);
}

#[test]
fn conda_comes_before_the_usual_places_and_after_nvcc_on_path() {
    let mut machine = Machine::new();
    machine.usual_places = vec![machine.toolkit("place", 9)];
    machine.set("CONDA_PREFIX", machine.toolkit("conda", 7));
    assert_eq!(machine.found_minor(), 7);
    machine.set("PATH", machine.toolkit("path", 8).join("bin"));
    assert_eq!(machine.found_minor(), 8);
}

#[test]
fn a_variable_that_names_no_toolkit_is_an_error_that_names_it_though_others_would_do() {
    for name in [
        "CUDA_PATH",
        "CUDA_TOOLKIT_ROOT_DIR",
        "x86_64_unknown_linux_gnu_CUDA_HOME",
        "DEP_CUDART_ROOT",
        "DEP_COOP_ROOT",
    ] {
        let mut machine = Machine::new();
        machine.usual_places = vec![machine.toolkit("place", 9)];
        let wrong = machine
            .file("wrong/README", "")
            .parent()
            .unwrap()
            .to_owned();
        machine.set(name, wrong.clone());
        let message = machine.find().unwrap_err().to_string();
        assert!(
            message.contains(&format!("{name} is set to {}", wrong.display())),
            "{message}"
        );
        assert!(message.contains("include/cuda_runtime_api.h"), "{message}");
        assert!(message.contains("/usr/local/cuda"), "{message}");
    }
}

#[test]
fn a_variable_that_names_nothing_that_exists_says_so() {
    let mut machine = Machine::new();
    machine.set("CUDA_HOME", machine.path("no such"));
    let message = machine.find().unwrap_err().to_string();
    assert!(
        message.contains("CUDA_HOME") && message.contains("is not a directory"),
        "{message}"
    );
}

#[test]
fn a_variable_set_to_nothing_is_not_set() {
    let mut machine = Machine::new();
    machine.set("CUDA_PATH", "");
    machine.set("CUDA_HOME", machine.toolkit("cuda", 3));
    assert_eq!(machine.found_minor(), 3);
}

#[test]
fn every_variable_that_was_asked_for_is_watched_and_no_other() {
    let mut machine = Machine::new();
    machine.set("CUDA_HOME", machine.toolkit("cuda", 3));
    let env = machine.env();
    Toolkit::find_in(&env).unwrap();
    let expected = [
        "x86_64_unknown_linux_gnu_CUDA_PATH",
        "CUDA_PATH",
        "x86_64_unknown_linux_gnu_CUDA_HOME",
        "CUDA_HOME",
    ];
    assert_eq!(env.variables_read(), expected);
}

#[cfg(unix)]
#[test]
fn links_of_nvcc_on_path_are_followed_and_a_wrapper_is_passed_over() {
    use std::os::unix::fs::symlink;
    let mut machine = Machine::new();
    let ccache = machine.file("usr/bin/ccache", "");
    fs::create_dir_all(machine.path("wrappers")).unwrap();
    symlink(ccache, machine.path("wrappers/nvcc")).unwrap();
    let real = machine.toolkit("real cuda", 4).join("bin/nvcc");
    fs::create_dir_all(machine.path("links")).unwrap();
    symlink(real, machine.path("links/nvcc")).unwrap();
    let path = std::env::join_paths([machine.path("wrappers"), machine.path("links")]).unwrap();
    machine.set("PATH", path);
    let toolkit = machine.find().unwrap();
    assert_eq!(toolkit.version().minor, 4);
    assert_eq!(
        toolkit.root(),
        machine.path("real cuda").canonicalize().unwrap()
    );
}

#[cfg(unix)]
#[test]
fn an_include_directory_may_be_a_link_as_the_installer_makes_it() {
    let machine = Machine::new();
    machine.header("cuda/targets/x86_64-linux/include", 13_000);
    std::os::unix::fs::symlink("targets/x86_64-linux/include", machine.path("cuda/include"))
        .unwrap();
    machine.file("cuda/lib64/libcudart_static.a", "");
    let toolkit = Toolkit::at_for(&machine.path("cuda"), "x86_64", None).unwrap();
    assert_eq!(toolkit.layout(), "NVIDIA installer");
}

#[test]
fn no_toolkit_is_an_error_that_lists_what_was_looked_at_and_what_to_install() {
    let mut machine = Machine::new();
    machine.usual_places = vec![machine.path("one"), machine.path("two")];
    let message = machine.find().unwrap_err().to_string();
    for wanted in [
        "one",
        "two",
        "CUDA_PATH",
        "nvidia-cuda-toolkit",
        "nvidia-cuda-nvcc",
        "cargo xtask toolkit",
    ] {
        assert!(message.contains(wanted), "{wanted} is not in: {message}");
    }
}

#[test]
fn a_header_without_a_version_is_an_error_that_names_it() {
    let machine = Machine::new();
    machine.file("cuda/include/cuda_runtime_api.h", "/* nothing */");
    let message = Toolkit::at_for(&machine.path("cuda"), "x86_64", None)
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("cuda_runtime_api.h does not define CUDART_VERSION"),
        "{message}"
    );
}

#[test]
fn a_toolkit_without_nvcc_says_which_toolkits_have_one() {
    let machine = Machine::new();
    machine.header("cuda/include", 12_090);
    let toolkit = Toolkit::at_for(&machine.path("cuda"), "x86_64", None).unwrap();
    let message = toolkit.nvcc().unwrap_err().to_string();
    assert!(
        message.contains("CUDA 12.9 toolkit has no nvcc") && message.contains("wheels of CUDA 13"),
        "{message}"
    );
}

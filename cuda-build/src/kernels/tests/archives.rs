//! Libraries that others made with nvcc, linked into a build.

use super::*;

const CALLER: &str =
    "__device__ int helper(int);\n__global__ void caller(int *p) { *p = helper(2); }";
const HELPER: &str = "__device__ int helper(int x) { return x + 1; }";

/// `libforeign.a` of these sources, each compiled by a plain nvcc for sm_90.
fn library(package: &Package, toolkit: &Toolkit, sources: &[&str], flags: &[&str]) -> PathBuf {
    let path = package.dir.path().join("libforeign.a");
    let mut objects = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let file = package.file(&format!("foreign/{index}.cu"), source);
        let object = file.with_extension("o");
        let mut nvcc = Command::new(toolkit.nvcc().unwrap());
        nvcc.args(["-arch=sm_90", "-c", "-o"])
            .args([&object, &file])
            .args(flags);
        assert!(nvcc.status().unwrap().success());
        objects.push(object);
    }
    let mut ar = Command::new("ar");
    assert!(
        ar.arg("rcs")
            .arg(&path)
            .args(objects)
            .status()
            .unwrap()
            .success()
    );
    path
}

fn registrations(symbols: &str, kind: &str) -> Vec<String> {
    let pattern = format!(" {kind} __cudaRegisterLinkedBinary_");
    let lines = symbols.lines().filter(|line| line.contains(&pattern));
    let mut names: Vec<String> = lines.filter_map(last_word).map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn relocatable_device_code_of_a_library_is_linked_in_a_copy() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let library = library(&package, &toolkit, &[CALLER, HELPER], &["-rdc=true"]);
    let before = fs::read(&library).unwrap();
    let lines = kernels("test_archive")
        .archive(&library)
        .compile_in(&package.env(), &toolkit)
        .unwrap();
    assert_eq!(fs::read(&library).unwrap(), before);

    let at = |wanted: &str| lines.iter().position(|line| line == wanted);
    let linked = at("rustc-link-lib=static=foreign_device_linked");
    let support = lines.iter().position(|line| line.ends_with("c++"));
    assert!(linked.is_some() && linked < support, "{lines:?}");
    assert!(
        lines.iter().any(|line| line.ends_with("=cudadevrt")),
        "{lines:?}"
    );
    assert!(
        at(&format!("rerun-if-changed={}", library.display())).is_some(),
        "{lines:?}"
    );

    let copy = package
        .out()
        .join("test_archive-archives/libforeign_device_linked.a");
    let symbols = symbols(&copy);
    let needed = registrations(&symbols, "U");
    assert_eq!(needed.len(), 2, "{symbols}");
    assert_eq!(registrations(&symbols, "T"), needed);
}

#[test]
fn a_library_without_relocatable_device_code_is_linked_as_it_is() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let library = library(&package, &toolkit, &["__global__ void k() {}"], &[]);
    let lines = kernels("test_plain")
        .archive(&library)
        .compile_in(&package.env(), &toolkit)
        .unwrap();
    assert_eq!(
        lines[0],
        format!("rustc-link-search=native={}", package.dir.path().display())
    );
    assert_eq!(lines[1], "rustc-link-lib=static=foreign");
    assert!(
        !lines.iter().any(|line| line.ends_with("=cudadevrt")),
        "{lines:?}"
    );
}

#[test]
fn a_library_without_code_for_an_architecture_of_the_build_is_refused_with_both() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let library = library(&package, &toolkit, &[CALLER, HELPER], &["-rdc=true"]);
    let result = kernels("test_archs")
        .archive(library)
        .archs("80,90")
        .compile_in(&package.env(), &toolkit);
    let message = result.unwrap_err().to_string();
    assert!(
        message.contains("libforeign.a has no code for sm_80"),
        "{message}"
    );
    assert!(message.contains("CUDA_ARCHS"), "{message}");
}

#[test]
fn a_device_function_that_is_nowhere_is_named() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let library = library(&package, &toolkit, &[CALLER], &["-rdc=true"]);
    let result = kernels("test_nowhere")
        .archive(library)
        .compile_in(&package.env(), &toolkit);
    let message = result.unwrap_err().to_string();
    assert!(
        message.contains("libforeign.a into one") && message.contains("helper"),
        "{message}"
    );
}

#[test]
fn relocatable_device_code_by_a_flag_is_refused_with_what_to_say_instead() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    let result = kernels("test_flag")
        .file(package.file("k.cu", "__global__ void k() {}"))
        .flag("-rdc=true")
        .compile_in(&package.env(), &toolkit);
    let message = result.unwrap_err().to_string();
    assert!(message.contains("separate_compilation(true)"), "{message}");
}

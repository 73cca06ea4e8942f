//! Wrong export lines, with nvcc and for the emulator: each is told at the user's file and line, with what to write.

use super::*;

/// What stands before the line that is wrong, line 8.
const BEFORE: &str = "\
#include <coop/export.cuh>
__global__ void a(int* x) { *x = 1; }
template <typename T> __global__ void s(T* x) { *x = 1; }
__global__ void o(int* x) { *x = 1; }
__global__ void o(float* x) { *x = 1; }
__device__ int d(int x) { return x; }
struct pair { int first, second; };
";

/// The line, and what is in the message beside its place; nothing where it is right.
const LINES: [(&str, &[&str]); 11] = [
    ("COOP_KERNEL(a, a)", &[]),
    ("COOP_KERNEL(a, a);", &[]),
    (
        "COOP_KERNEL(t, s<float>) COOP_COOPERATIVE_KERNEL(b, a)",
        &[],
    ),
    ("COOP_KERNEL(o, static_cast<void (*)(float*)>(o))", &[]),
    ("COOP_STRUCT(pair, first, second)", &[]),
    ("COOP_KERNEL(t, s);", &["scale<float>"]),
    ("COOP_KERNEL(o, o);", &["static_cast<void (*)(float*)>"]),
    ("COOP_KERNEL(d, d);", &["one `__global__` function"]),
    ("COOP_KERNEL(n, nosuch);", &["nosuch"]),
    (
        "COOP_KERNEL(a, a) COOP_KERNEL(a, a)",
        &["Two export lines have one name"],
    ),
    (
        "COOP_STRUCT(pair, third);",
        &["third", "names every member"],
    ),
];

/// Tries every line with what `compile` makes of the file.
fn try_lines(package: &Package, compile: impl Fn(PathBuf) -> Result<Vec<String>, Error>) {
    for (line, says) in LINES {
        let text = format!("{BEFORE}{line}\n__global__ void after() {{}}\n");
        let result = compile(package.file("src/k.cu", &text)).map_err(|error| error.to_string());
        match (result, says) {
            (Ok(_), []) => {}
            (Err(error), [_, ..]) => {
                let places = ["src/k.cu:8:", "src/k.cu(8): "];
                let first = error.lines().nth(1).unwrap();
                assert!(
                    places.iter().any(|place| first.contains(place)),
                    "{line}: {error}"
                );
                for part in says {
                    assert!(error.contains(part), "{line}: {part} in {error}");
                }
            }
            (result, _) => panic!("{line}: {result:?}"),
        }
    }
}

#[test]
fn for_the_emulator() {
    let package = Package::new();
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../emu/include");
    try_lines(&package, |file| {
        kernels("test_lines")
            .file(file)
            .define("COOP_CRATE", "test")
            .compile_emulated(&package.env(), headers.clone())
    });
}

#[test]
fn with_nvcc() {
    let Some(toolkit) = toolkit() else {
        return;
    };
    let package = Package::new();
    try_lines(&package, |file| {
        kernels("test_lines")
            .file(file)
            .define("COOP_CRATE", "test")
            .compile_in(&package.env(), &toolkit)
    });
}

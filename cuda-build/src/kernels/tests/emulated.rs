//! Kernels compiled for the emulator, with headers that have just what these tests need.

use super::*;

/// Headers of an emulator: launches only compile.
const HEADER: &str = r#"
#define __launch_bounds__(n) __attribute__((patchable_function_entry((n), (n))))
extern "C" __attribute__((const)) int coop_emulator_on_host();
namespace coop_emulator {
template <typename... P> struct signature { static const int value; };
template <typename... P> const int signature<P...>::value = 1;
template <typename... P> __attribute__((noinline)) void queue(P...) { asm volatile("" : : "r"(&signature<P...>::value)); }
inline void configure(int, int) {}
}
"#;

/// Builds files of that text, each with its name, and returns what Cargo is told.
fn build(package: &Package, files: &[(&str, &str)]) -> Result<Vec<String>, Error> {
    let headers = package.file("emulator/cuda_runtime.h", HEADER);
    let headers = headers.parent().unwrap().to_owned();
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(name, text)| package.file(name, text))
        .collect();
    let env = package.env();
    kernels("test_emulated")
        .files(paths)
        .compile_emulated(&env, headers)
}

/// The assembly of a file with the table of its kernels.
fn table(package: &Package, index: usize) -> String {
    let path = package.out().join(format!("test_emulated-{index}.table.s"));
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_kernels_launch_bound_and_shared_variables_are_in_the_table_of_its_object() {
    let package = Package::new();
    let one = "
        int elsewhere(int);
        extern __shared__ int tile[];
        namespace {
        __device__ __attribute__((noinline)) int helper(int i) { __shared__ double x[3]; x[i] = i; return x[0]; }
        __global__ void __launch_bounds__(96) bounded(int* p) { __shared__ char c[7]; c[*p] = 1; *p = helper(c[0]) + tile[0]; }
        }
        extern \"C\" __global__ void calls(int* p) { *p = elsewhere(*p); }
        __global__ void nothing() {}
        __global__ void __launch_bounds__(64) declared(int* p);
        __global__ void declared(int* p) { *p = 1; }
        template <int N> __launch_bounds__(N) __global__ void instance(int* p) { *p = 1; }
        template __global__ void instance<32>(int* p);";
    let two = "__device__ int elsewhere(int i) { __shared__ long y[5]; y[i] = i; return y[0]; }";
    build(&package, &[("one.cu", one), ("two.cu", two)]).unwrap();
    let table = table(&package, 0);
    for row in [
        "\t.4byte 31, 96\n\t.8byte .Lcoop_variables",
        "\t.8byte calls, .Lcoop_name1\n\t.4byte 40, 0\n\t.8byte 0, 0, 0\n\t.8byte _ZN13coop_emulator9signatureIJPiEE5valueE\n",
        "\t.8byte _Z7nothingv, .Lcoop_name4\n\t.4byte 0, 0\n\t.8byte .Lcoop_variables4, 0, ",
        "\t.8byte _Z8declaredPi, .Lcoop_name2\n\t.4byte 0, 64\n",
        "\t.8byte _Z8instanceILi32EEvPi, .Lcoop_name3\n\t.4byte 0, 32\n",
        "\t.set tile, coop_emulator_dynamic\n",
    ] {
        assert!(table.contains(row), "{row} in {table}");
    }
}

#[test]
fn a_rewritten_file_finds_the_headers_beside_it_and_is_named_where_it_is_wrong() {
    let package = Package::new();
    package.file("src/beside.h", "#define GRID 2\n");
    let text =
        "#include \"beside.h\"\n__global__ void k(int) {}\nvoid f() { k<<<GRID, 3>>>(1); }\n";
    let lines = build(&package, &[("src/k.cu", text)]).unwrap();
    let out = package.out().display().to_string();
    let watched: Vec<_> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("rerun-if-changed="))
        .collect();
    for name in ["src/k.cu", "src/beside.h", "emulator/cuda_runtime.h"] {
        assert!(
            watched.iter().any(|path| path.ends_with(name)),
            "{watched:?}"
        );
    }
    // What the build script itself writes would make Cargo run it every time.
    assert!(
        !watched.iter().any(|path| path.starts_with(&out)),
        "{watched:?}"
    );

    let wrong = text.replace("(1)", "(1, 2)");
    let error = build(&package, &[("src/k.cu", &wrong)]).unwrap_err();
    assert!(error.to_string().contains("src/k.cu:3:"), "{error}");
}

#[test]
fn a_kernel_with_more_static_shared_memory_than_any_device_has_is_refused() {
    let package = Package::new();
    let text = |bytes: u32| {
        format!(
            "__global__ void k(char* p) {{ __shared__ char c[{bytes}]; c[*p] = 1; __asm__ volatile(\"\" ::: \"memory\"); *p = c[0]; }}"
        )
    };
    let build = |bytes| build(&package, &[("k.cu", &text(bytes))]);
    build(48 * 1024).unwrap();
    let error = build(48 * 1024 + 1).unwrap_err().to_string();
    for part in ["k.cu", "_Z1kPc has 49153 bytes", "49152", "dynamic"] {
        assert!(error.contains(part), "{part} in {error}");
    }
}

#[test]
fn what_the_emulator_does_not_have_is_told_with_what_to_do() {
    let package = Package::new();
    let cub = build(&package, &[("k.cu", "#include <cub/cub.cuh>\n")]).unwrap_err();
    assert!(cub.to_string().contains("#ifndef COOP_EMULATED"), "{cub}");
}

#[test]
fn flags_for_nvcc_count_or_are_refused_by_name() {
    let package = Package::new();
    let source = package.file(
        "k.cu",
        "#if X != 3 || __cplusplus < 202002L\n#error lost\n#endif\n__global__ void k() {}\n",
    );
    let headers = package.file("emulator/cuda_runtime.h", HEADER);
    let headers = headers.parent().unwrap().to_owned();
    let with = |flags: &[&str]| {
        let kernels = flags
            .iter()
            .fold(kernels("test_flags"), |kernels, flag| kernels.flag(flag));
        kernels
            .file(&source)
            .compile_emulated(&package.env(), headers.clone())
    };
    with(&["-DX=3", "-std=c++20", "-lineinfo", "-O3"]).unwrap();
    let lost = with(&["-DX=3"]).unwrap_err().to_string();
    assert!(lost.contains("lost"), "{lost}");
    let refused = with(&["-ptx"]).unwrap_err().to_string();
    assert!(refused.contains("-ptx cannot be followed"), "{refused}");
}

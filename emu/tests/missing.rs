//! What CUDA has and the emulator has not: it does not compile, or ends the launch, and is named.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};

use cuda_sys::cudaError;
use cudart_emu::Fault;
use cudart_emu_test_kernels as kernels;
use support::{Buffer, Case, SCHEDULES};

/// What the compiler says of a file; empty if it takes it.
fn complaint(text: &str) -> String {
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/include");
    let flags = ["-xc++", "-std=c++17", "-fsyntax-only", "-DCOOP_EMULATED"];
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let mut compiler = Command::new(compiler)
        .args(flags)
        .args(["-include", "cuda_runtime.h", include, "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = compiler.stdin.take().unwrap();
    // What the build makes of these words, as far as it matters here.
    let words = "#undef __global__\n#define __global__\n#undef __shared__\n#define __shared__ thread_local\n";
    stdin.write_all(words.as_bytes()).unwrap();
    stdin.write_all(text.as_bytes()).unwrap();
    drop(stdin);
    let output = compiler.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.success(), said.is_empty(), "{said}");
    said
}

#[test]
fn what_is_not_emulated_does_not_compile_and_is_named() {
    let groups = "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;\n";
    let in_kernel = |body: &str| format!("{groups}__global__ void k(float* p) {{ {body} }}\n");
    for (text, name) in [
        (
            in_kernel("*p = tex2D<float>(cudaTextureObject_t(1), 0.5f, 0.5f);"),
            "tex2D",
        ),
        (
            in_kernel("*p = tex1Dfetch<float>(cudaTextureObject_t(1), 3);"),
            "tex1Dfetch",
        ),
        (
            in_kernel("surf2Dwrite(*p, cudaSurfaceObject_t(1), 0, 0);"),
            "surf2Dwrite",
        ),
        (
            in_kernel("cg::this_multi_grid().sync();"),
            "this_multi_grid",
        ),
        (
            in_kernel("cg::reduce_store_async(cg::this_thread(), p, 1.0f, cg::plus<float>());"),
            "reduce_store_async",
        ),
        (
            in_kernel("cg::reduce(cg::this_thread_block(), 1, cg::plus<int>());"),
            "a tile or a coalesced group",
        ),
        (
            in_kernel("cg::tiled_partition<1024>(cg::this_thread_block());"),
            "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512",
        ),
        (
            "#include <cuda/barrier>\n__global__ void k() { __shared__ cuda::barrier<cuda::thread_scope_block> b; \
             cuda::device::barrier_native_handle(b); }"
                .into(),
            "barrier_native_handle",
        ),
        ("#include <cuda/ptx>".into(), "cuda::ptx"),
        ("#include <mma.h>".into(), "nvcuda::wmma"),
    ] {
        let said = complaint(&text);
        assert!(
            said.contains("error") && said.contains(name),
            "{name}: {said}"
        );
    }
    let fine = in_kernel(
        "*p = cg::reduce(cg::tiled_partition<8>(cg::this_thread_block()), *p, cg::plus<float>());",
    );
    assert_eq!(complaint(&fine), "");
}

#[test]
fn a_kernel_that_launches_a_kernel_or_calls_the_runtime_is_at_fault() {
    if !support::has_the_symbols() {
        return;
    }
    for (entry, name) in [
        (kernels::launches_kernel(), "cudaLaunchKernel"),
        (kernels::synchronizes_device(), "cudaDeviceSynchronize"),
    ] {
        for schedule in SCHEDULES {
            let mut out = Buffer::filled(0u32, 1);
            let case = Case::new(entry, 2, 32).buffer(&mut out);
            let report = case.run(schedule).unwrap_err();
            let text = report.to_string();
            assert_eq!(report.fault, Fault::HostFunction, "{text}");
            assert_eq!(report.code, cudaError::cudaErrorNotSupported);
            assert!(text.contains(name), "{text}");
            assert_eq!(out.read(), [0]);
        }
    }
}

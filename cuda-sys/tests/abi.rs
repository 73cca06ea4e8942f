//! The bindings against a C++ compiler: each size, alignment, offset, type, signature and value that bindgen wrote is
//! turned back into C++ and asserted beside the headers.

mod common;
#[path = "abi/cpp.rs"]
mod cpp;

use common::{BINDINGS, compiler, headers};

/// Compiles the assertions that `bindings` amount to.
fn check(bindings: &str, include: &[std::path::PathBuf]) -> Result<usize, String> {
    let assertions = cpp::assertions(bindings);
    let mut source = String::from(cpp::PRELUDE);
    for assertion in &assertions {
        source.push_str(assertion);
        source.push('\n');
    }
    let args = [
        "-std=c++17",
        "-fsyntax-only",
        "-fmax-errors=20",
        "-w",
        "-x",
        "c++",
    ];
    compiler("c++", &args, include, &source).map(|_| assertions.len())
}

#[test]
fn layouts_types_signatures_and_values_are_those_of_the_headers() {
    let Some(include) = headers() else {
        return;
    };
    match check(BINDINGS, &include) {
        Ok(count) => assert!(count > 2000, "only {count} assertions"),
        Err(complaints) => panic!("{complaints}"),
    }
}

#[test]
fn every_kind_of_difference_is_found() {
    let Some(include) = headers() else {
        return;
    };
    let bindings = cpp::canonical(BINDINGS);
    for (right, wrong, complaint) in [
        (
            "cudaHostAllocMapped : u32 = 2",
            "cudaHostAllocMapped : u32 = 3",
            "value of cudaHostAllocMapped",
        ),
        (
            "InvalidValue : cudaError = cudaError (1",
            "InvalidValue : cudaError = cudaError (2",
            "value of cudaErrorInvalidValue",
        ),
        (
            "struct cudaError (pub libc :: c_uint)",
            "struct cudaError (pub libc :: c_int)",
            "type of cudaError",
        ),
        (
            "size_of :: < dim3 > () - 12usize",
            "size_of :: < dim3 > () - 16usize",
            "Size of dim3",
        ),
        (
            "align_of :: < dim3 > () - 4usize",
            "align_of :: < dim3 > () - 8usize",
            "Alignment of dim3",
        ),
        (
            "offset_of ! (dim3 , y) - 4usize",
            "offset_of ! (dim3 , y) - 8usize",
            "Offset of field: dim3::y",
        ),
        (
            "struct dim3 { pub x : libc :: c_uint",
            "struct dim3 { pub x : libc :: c_int",
            "type of dim3::x",
        ),
        (
            "cudaStream_t = * mut CUstream_st",
            "cudaStream_t = * const CUstream_st",
            "type of cudaStream_t",
        ),
        (
            "cudaFree (devPtr : * mut libc",
            "cudaFree (devPtr : * const libc",
            "type of cudaFree",
        ),
    ] {
        assert!(bindings.contains(right), "{right}");
        let complaints = check(&bindings.replacen(right, wrong, 1), &include).unwrap_err();
        assert!(complaints.contains(complaint), "{complaints}");
    }
}

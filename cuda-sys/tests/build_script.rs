//! The rules of the build script: which bindings, and how the runtime is linked.

#[path = "../build/bindings.rs"]
mod bindings;
#[path = "../build/functions.rs"]
mod functions;
#[path = "../build/link.rs"]
mod link;
#[path = "../build/names.rs"]
mod names;
#[path = "../build/per_thread.rs"]
mod per_thread;

use std::ffi::OsStr;
use std::fs;

use bindings::Source;
use cuda_toolkit::Version;
use link::Link;

const CUDA_12_4: Version = Version {
    major: 12,
    minor: 4,
};
const CUDA_13_0: Version = Version {
    major: 13,
    minor: 0,
};

fn lib_dir(files: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::Builder::new()
        .prefix("a toolkit ")
        .tempdir()
        .unwrap();
    for file in files {
        fs::write(dir.path().join(file), "").unwrap();
    }
    dir
}

fn libraries(link: Link, version: Version, files: &[&str]) -> Result<Vec<String>, String> {
    let dir = lib_dir(files);
    let mut lines = link::lines(link, dir.path(), version)?;
    if !lines.is_empty() {
        assert_eq!(
            lines.remove(0),
            format!("rustc-link-search=native={}", dir.path().display())
        );
    }
    Ok(lines)
}

#[test]
fn static_wins_over_dynamic_and_neither_is_external() {
    let choose = |static_, dynamic| Link::choose(None, static_, dynamic).unwrap();
    assert_eq!(choose(true, true), Link::Static);
    assert_eq!(choose(true, false), Link::Static);
    assert_eq!(choose(false, true), Link::Dynamic);
    assert_eq!(choose(false, false), Link::External);
}

#[test]
fn the_variable_wins_over_the_features() {
    for link in [Link::Static, Link::Dynamic, Link::External] {
        for features in [(true, true), (false, false)] {
            let variable = link.to_string();
            assert_eq!(
                Link::choose(Some(OsStr::new(&variable)), features.0, features.1),
                Ok(link)
            );
        }
    }
    assert_eq!(
        Link::choose(Some(OsStr::new("")), false, true),
        Ok(Link::Dynamic)
    );
}

#[test]
fn an_emulator_is_the_runtime_only_where_no_real_one_is_asked_for() {
    let runtime = |link, linked| link::is_emulated(link, true, linked);
    assert!(runtime(Link::External, false));
    // The program brings a real one, for which a feature was on; or the variable says which.
    assert!(!runtime(Link::External, true));
    assert!(!runtime(Link::Static, false) && !runtime(Link::Dynamic, true));
    assert!(!link::is_emulated(Link::External, false, false));
}

#[test]
fn another_value_of_the_variable_is_refused_with_those_allowed() {
    let message = Link::choose(Some(OsStr::new("Static")), true, false).unwrap_err();
    assert!(message.contains("CUDART_LINK is `Static`"), "{message}");
    assert!(
        message.contains("`static`, `dynamic` or `external`"),
        "{message}"
    );
}

#[test]
fn the_static_runtime_brings_what_it_needs_and_no_cpp_library() {
    let lines = libraries(
        Link::Static,
        CUDA_13_0,
        &["libcudart_static.a", "libcudart.so"],
    )
    .unwrap();
    let expected = [
        "static=cudart_static",
        "dylib=dl",
        "dylib=pthread",
        "dylib=rt",
    ];
    assert_eq!(lines, expected.map(|lib| format!("rustc-link-lib={lib}")));
}

#[test]
fn the_shared_runtime_of_a_wheel_is_linked_by_its_full_name() {
    let lines = |files: &[&str]| libraries(Link::Dynamic, CUDA_13_0, files).unwrap();
    assert_eq!(
        lines(&["libcudart.so.13", "libcudart_static.a"]),
        ["rustc-link-lib=dylib:+verbatim=libcudart.so.13"]
    );
    assert_eq!(
        lines(&["libcudart.so.13", "libcudart.so"]),
        ["rustc-link-lib=dylib=cudart"]
    );
    assert_eq!(lines(&["cudart.lib"]), ["rustc-link-lib=dylib=cudart"]);
}

#[test]
fn an_external_runtime_has_no_link_line() {
    assert_eq!(
        libraries(Link::External, CUDA_13_0, &["libcudart_static.a"]).unwrap(),
        [] as [&str; 0]
    );
}

#[test]
fn a_missing_runtime_is_refused_with_where_it_was_looked_for_and_the_other_way() {
    let message = libraries(Link::Static, CUDA_12_4, &["libcudart.so.12"]).unwrap_err();
    assert!(
        message.contains("CUDA 12.4 toolkit has no static runtime"),
        "{message}"
    );
    assert!(
        message.contains("a toolkit ") && message.contains("CUDART_LINK=dynamic"),
        "{message}"
    );
    let message = libraries(
        Link::Dynamic,
        CUDA_12_4,
        &["libcudart_static.a", "libcudart.so.11.0"],
    )
    .unwrap_err();
    assert!(
        message.contains("neither libcudart.so nor libcudart.so.12"),
        "{message}"
    );
    assert!(message.contains("CUDART_LINK=static"), "{message}");
}

#[test]
fn a_static_runtime_with_glibc_inside_is_warned_of_and_nothing_else_is() {
    let features = "fxsr,crt-static";
    let warning = link::warning(Link::Static, "gnu", features).unwrap();
    assert!(
        warning.contains("crt-static") && warning.contains("glibc"),
        "{warning}"
    );
    for (link, environment, features) in [
        (Link::Static, "musl", features),
        (Link::External, "gnu", features),
        (Link::Static, "gnu", "fxsr"),
    ] {
        assert_eq!(link::warning(link, environment, features), None);
    }
}

#[test]
fn enumerations_print_their_c_names_and_unknown_values_their_numbers() {
    use cuda_sys::{cudaError, cudaMemcpyKind};
    assert_eq!(
        format!("{:?}", cudaError::cudaErrorInvalidValue),
        "cudaErrorInvalidValue"
    );
    assert_eq!(format!("{:?}", cudaError::cudaSuccess), "cudaSuccess");
    assert_eq!(format!("{:?}", cudaError(54_321)), "cudaError(54321)");
    let kind = cudaMemcpyKind::cudaMemcpyDeviceToHost;
    assert_eq!(format!("{:?}", Some(kind)), "Some(cudaMemcpyDeviceToHost)");
}

#[test]
fn functions_of_per_thread_default_streams_are_linked_under_their_names_in_the_library() {
    let header = "    #define cudaMemcpy                     __CUDART_API_PTDS(cudaMemcpy)\n\
                  #define cudaLaunchKernel __CUDART_API_PTSZ(cudaLaunchKernel)\n\
                  #define __CUDART_API_PTDS(api) api\n#define CUDART_VERSION 13000\n";
    let renamed = per_thread::renamed(header);
    assert_eq!(
        renamed,
        [
            ("cudaMemcpy", "cudaMemcpy_ptds".to_owned()),
            ("cudaLaunchKernel", "cudaLaunchKernel_ptsz".to_owned())
        ]
    );
    let text = "extern \"C\" { pub fn cudaMemcpy (a : u32) ; pub fn cudaMemcpy2D(a: u32); }";
    assert_eq!(
        per_thread::linked(text, &renamed),
        "extern \"C\" { #[link_name = \"cudaMemcpy_ptds\"] pub fn cudaMemcpy (a : u32) ; pub fn cudaMemcpy2D(a: u32); }"
    );
}

#[test]
fn only_enumerations_get_names_however_bindings_are_laid_out() {
    for text in [
        "impl E { pub const A: E = E(1); pub const B: E = E(1); } #[derive(Debug, Copy, Clone)] pub struct E(pub u32); \
         #[derive(Debug)] pub struct S(u32); pub const N: u32 = 3;",
        "impl E { pub const A : E = E (1) ; } # [derive (Debug , Copy , Clone)] pub struct E (pub u32) ; \
         # [derive (Debug)] pub struct S { pub a : E }",
    ] {
        let named = names::with_names(text);
        assert_eq!(
            named.matches("impl ::core::fmt::Debug for E").count(),
            1,
            "{named}"
        );
        assert_eq!(named.matches("Debug").count(), 2, "{named}");
        assert!(
            named.contains("(E::A, \"A\")") && named.contains("Copy"),
            "{named}"
        );
    }
}

#[test]
fn a_shared_runtime_is_refused_in_a_program_that_is_linked_statically() {
    let features = "fxsr,crt-static,sse2";
    let message = link::check_target(Link::Dynamic, "linux", features).unwrap_err();
    assert!(
        message.contains("`crt-static`") && message.contains("CUDART_LINK=static"),
        "{message}"
    );
    for (link, os, features) in [
        (Link::Static, "linux", features),
        (Link::External, "linux", features),
        (Link::Dynamic, "linux", "fxsr,sse2"),
        // There it is about the C runtime alone.
        (Link::Dynamic, "windows", features),
    ] {
        assert_eq!(link::check_target(link, os, features), Ok(()));
    }
}

#[test]
fn bindings_are_generated_where_they_can_be_and_else_those_of_the_major_version_are_taken() {
    assert_eq!(Source::choose(true, Some(CUDA_12_4)), Ok(Source::Headers));
    assert_eq!(
        Source::choose(false, Some(CUDA_12_4)),
        Ok(Source::CheckedIn("cuda12.rs"))
    );
    let unheard_of = Version {
        major: 13,
        minor: 99,
    };
    assert_eq!(
        Source::choose(false, Some(unheard_of)),
        Ok(Source::CheckedIn("cuda13.rs"))
    );
    assert_eq!(
        Source::choose(false, None),
        Ok(Source::CheckedIn("cuda13.rs"))
    );
}

#[test]
fn a_major_version_without_bindings_is_refused_with_what_to_do() {
    let message = Source::choose(
        false,
        Some(Version {
            major: 17,
            minor: 1,
        }),
    )
    .unwrap_err();
    assert!(
        message.contains("CUDA 17.1") && message.contains("feature `bindgen`"),
        "{message}"
    );
}

#[test]
fn bindings_that_are_checked_in_are_of_their_major_version_and_have_no_comments() {
    for (major, file) in [(12, "cuda12.rs"), (13, "cuda13.rs")] {
        let text = Source::CheckedIn(file).checked_in().unwrap();
        assert_eq!(bindings::version(&text).unwrap() / 1000, major);
        assert!(functions::names(&text).len() > 250);
        assert!(
            !text.contains("//") && !text.contains("/*") && !text.contains("doc ="),
            "{file} has comments"
        );
    }
}

#[test]
fn the_version_and_the_functions_are_read_however_bindings_are_laid_out() {
    for text in [
        "pub const CUDART_VERSION : u32 = 13000 ; extern \"C\" { pub fn cudaOne () ; pub fn other () ; }",
        "pub const CUDART_VERSION: u32 = 13000;\nextern \"C\" {\n    pub fn cudaOne();\n    pub fn other();\n}\n",
    ] {
        assert_eq!(bindings::version(text), Some(13000));
        assert_eq!(functions::names(text), ["cudaOne"]);
        assert!(
            functions::table(&["cudaOne"])
                .contains("(\"cudaOne\", cuda_sys::cudaOne as *const ())")
        );
    }
    assert_eq!(bindings::version("pub const OTHER: u32 = 1;"), None);
}

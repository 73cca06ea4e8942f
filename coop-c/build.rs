//! Names the shared library for the loader: a program finds the version that it was linked with, and no other.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let part = |name: &str| std::env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    // Before 1.0 a minor version may change what a program relies on.
    let (major, minor) = (part("MAJOR"), part("MINOR"));
    let name = if major == "0" {
        format!("{major}.{minor}")
    } else {
        major
    };
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libcoop_c.so.{name}");
    }
}

//! Finds the toolkit, takes its bindings, links its runtime, and tells dependents which toolkit it was.

#[cfg(feature = "bindgen")]
mod generate;

use std::path::PathBuf;

fn main() {
    if let Err(message) = run() {
        eprintln!("error: {message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let toolkit = cuda_build::Toolkit::find().map_err(|error| error.to_string())?;
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?).join("bindings.rs");
    #[cfg(feature = "bindgen")]
    let text = generate::bindings(toolkit.include_dirs())?;
    std::fs::write(&out, text).map_err(|error| format!("{}: {error}", out.display()))?;
    println!(
        "cargo::rustc-link-search=native={}",
        toolkit.lib_dir().display()
    );
    println!("cargo::rustc-link-lib=static=cudart_static");
    for lib in ["dl", "pthread", "rt"] {
        println!("cargo::rustc-link-lib=dylib={lib}");
    }
    println!("cargo::metadata=root={}", toolkit.root().display());
    println!(
        "cargo::metadata=include={}",
        toolkit.include_dirs()[0].display()
    );
    println!("cargo::metadata=lib={}", toolkit.lib_dir().display());
    println!(
        "cargo::metadata=version={}",
        toolkit.version().cudart_version()
    );
    println!("cargo::metadata=link=static");
    Ok(())
}

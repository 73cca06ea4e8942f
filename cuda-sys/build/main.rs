//! Finds the toolkit, takes bindings, links the runtime, and tells dependents which toolkit it was.
//!
//! Without a toolkit that is needed the package is checked and documented all the same: what is compiled to machine code says
//! what is missing.
//!
//! One question a file: `bindings` (from where), `generate` (with bindgen), `functions` (which there are), `link` (how),
//! `names` (what enumerations print), `per_thread` (which default stream).

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod bindings;
mod functions;
#[cfg(feature = "bindgen")]
mod generate;
mod link;
mod names;
mod per_thread;

use std::path::{Path, PathBuf};

use cuda_toolkit::{Error, Toolkit};

use bindings::Source;
use link::Link;

fn main() {
    if let Err(message) = run() {
        eprintln!("error: {message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=bindings");
    println!("cargo::rerun-if-env-changed={}", link::VARIABLE);

    let wanted = std::env::var_os(link::VARIABLE);
    let link = Link::choose(
        wanted.as_deref(),
        cfg!(feature = "static"),
        cfg!(feature = "dynamic"),
    )?;
    let of_target = |name: &str| std::env::var(name).unwrap_or_default();
    link::check_target(
        link,
        &of_target("CARGO_CFG_TARGET_OS"),
        &of_target("CARGO_CFG_TARGET_FEATURE"),
    )?;
    if let Some(warning) = link::warning(
        link,
        &of_target("CARGO_CFG_TARGET_ENV"),
        &of_target("CARGO_CFG_TARGET_FEATURE"),
    ) {
        println!("cargo::warning={warning}");
    }
    let generate = cfg!(feature = "bindgen");
    let needed = link != Link::External || generate;
    let emulated = link::is_emulated(
        link,
        cfg!(feature = "emu"),
        cfg!(feature = "static") || cfg!(feature = "dynamic"),
    );
    let (toolkit, missing) = if emulated && !needed {
        (None, None)
    } else {
        find_toolkit(needed)?
    };
    let generate = generate && toolkit.is_some();

    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: Cargo sets it")?);
    let version = write_bindings(&out, toolkit.as_ref(), generate)?;
    tell_own_sources(link, version);
    if let Some(toolkit) = &toolkit {
        for line in link::lines(link, toolkit.lib_dir(), toolkit.version())? {
            println!("cargo::{line}");
        }
        tell_dependents_where(toolkit)?;
    }
    write(&out.join("missing.rs"), &format!("{missing:?}"))?;
    let bindings = out.join("bindings.rs");
    println!("cargo::metadata=bindings={}", bindings.display());
    println!("cargo::metadata=version={version}");
    println!("cargo::metadata=link={link}");
    println!("cargo::metadata=emulated={}", u8::from(emulated));
    Ok(())
}

/// The toolkit of this build, or what its absence is to be told with. Where nothing needs one it may be absent, but not wrongly
/// named.
fn find_toolkit(needed: bool) -> Result<(Option<Toolkit>, Option<String>), String> {
    match Toolkit::find() {
        Ok(toolkit) => Ok((Some(toolkit), None)),
        Err(Error::NotFound { .. }) if !needed => Ok((None, None)),
        Err(error @ Error::NotFound { .. }) => {
            // What is absent has changed, for Cargo: it is looked for each time, until there is one.
            if let Error::NotFound { probed } = &error {
                for root in probed {
                    let header = root.join("include/cuda_runtime_api.h");
                    println!("cargo::rerun-if-changed={}", header.display());
                }
            }
            println!(
                "cargo::warning=no CUDA toolkit found: this can be checked and documented, not built"
            );
            let missing = format!(
                "{error}\nTo build without a toolkit, switch off the features `bindgen`, `static` and `dynamic` of cuda-sys: \
                 the bindings that are checked in are taken then, and the program must bring the runtime."
            );
            Ok((None, Some(missing)))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Writes the bindings and the table of their functions. Returns the version of the runtime: the toolkit's, where there
/// is one, and else that of the bindings.
fn write_bindings(out: &Path, toolkit: Option<&Toolkit>, generate: bool) -> Result<u32, String> {
    let source = Source::choose(generate, toolkit.map(Toolkit::version))?;
    let text = match (source, toolkit) {
        #[cfg(feature = "bindgen")]
        (Source::Headers, Some(toolkit)) => generate::bindings(toolkit.include_dirs())?,
        (source, _) => source.checked_in()?,
    };
    let of_bindings =
        bindings::version(&text).ok_or("the bindings do not define CUDART_VERSION")?;
    let version = toolkit.map_or(of_bindings, |toolkit| toolkit.version().cudart_version());
    // A runtime older than the bindings that are checked in lacks some of their functions, which matters to who calls them.
    let functions = if of_bindings == version {
        functions::names(&text)
    } else {
        Vec::new()
    };
    write(&out.join("bindings.rs"), &text)?;
    let mut named = names::with_names(&text);
    if let (true, Some(toolkit)) = (cfg!(feature = "per-thread-default-stream"), toolkit) {
        let path = toolkit.header();
        let header = std::fs::read(&path)
            .map_err(|error| format!("{} could not be read: {error}", path.display()))?;
        let header = String::from_utf8_lossy(&header);
        let renamed = per_thread::renamed(&header);
        if renamed.is_empty() {
            return Err(format!(
                "{} does not say which functions have a form for per-thread default streams: switch off the feature \
                 `per-thread-default-stream` of cuda-sys",
                path.display()
            ));
        }
        named = per_thread::linked(&named, &renamed);
        println!("cargo::metadata=per_thread=1");
    }
    write(&out.join("named.rs"), &named)?;
    write(&out.join("functions.rs"), &functions::table(&functions))?;
    Ok(version)
}

/// Cfgs for the sources and tests of this package.
fn tell_own_sources(link: Link, version: u32) {
    println!(
        "cargo::rustc-check-cfg=cfg(cudart_link, values(\"static\", \"dynamic\", \"external\"))"
    );
    println!("cargo::rustc-check-cfg=cfg(cuda_major, values(any()))");
    println!("cargo::rustc-cfg=cudart_link=\"{link}\"");
    println!("cargo::rustc-cfg=cuda_major=\"{}\"", version / 1000);
}

/// Metadata for dependents (`DEP_CUDART_ROOT`, …), and the include directories for this package's tests.
fn tell_dependents_where(toolkit: &Toolkit) -> Result<(), String> {
    let include = std::env::join_paths(toolkit.include_dirs())
        .map_err(|error| format!("the path of the headers cannot be handed on: {error}"))?;
    let include = include.display();
    println!("cargo::metadata=root={}", toolkit.root().display());
    println!("cargo::metadata=include={include}");
    println!("cargo::metadata=lib={}", toolkit.lib_dir().display());
    if let Ok(nvcc) = toolkit.nvcc() {
        println!("cargo::metadata=nvcc={}", nvcc.display());
    }
    println!("cargo::rustc-env=CUDA_SYS_TEST_INCLUDE={include}");
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text)
        .map_err(|error| format!("{} could not be written: {error}", path.display()))
}

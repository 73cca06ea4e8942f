//! Reads the bindings: the name of every error code, and the functions that are left to refuse.

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use quote::ToTokens;

fn main() -> Result<(), Box<dyn Error>> {
    // cuda-sys tells its dependents.
    let emulated = env::var("DEP_CUDART_EMULATED")? == "1";
    let major = env::var("DEP_CUDART_VERSION")?.parse::<u32>()? / 1000;
    println!("cargo::rustc-check-cfg=cfg(cudart_symbols)");
    println!("cargo::rustc-check-cfg=cfg(cuda_major, values(any()))");
    println!("cargo::rustc-cfg=cuda_major=\"{major}\"");
    // Where there is a real runtime it has the symbols.
    if emulated {
        if env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
            println!(
                "cargo::warning=the emulator is built without optimisation: it is slow, and may not find that a kernel hangs; in \
                 Cargo.toml: [profile.dev.package.cudart-emu] opt-level = 3"
            );
        }
        println!("cargo::rustc-cfg=cudart_symbols");
        // By this, cuda-build compiles the kernels of packages that depend on this one, or on coop, for the emulator.
        println!(
            "cargo::metadata=include={}/include",
            env::var("CARGO_MANIFEST_DIR")?
        );
    }

    let bindings = bindings(major);
    println!("cargo::rerun-if-changed={}", bindings.display());
    println!("cargo::rerun-if-changed=src/api");
    println!("cargo::rerun-if-changed=build.rs");
    let text = fs::read_to_string(&bindings)
        .map_err(|error| format!("{} could not be read: {error}", bindings.display()))?;
    let file = syn::parse_file(&text)?;

    for (name, cfg) in OPTIONAL {
        println!("cargo::rustc-check-cfg=cfg({cfg})");
        if declared(&file).any(|signature| signature.ident == name) {
            println!("cargo::rustc-cfg={cfg}");
        }
    }

    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: Cargo sets it")?);
    fs::write(out.join("error_names.rs"), error_names(&file))?;
    let defined = defined(Path::new("src/api"))?;
    fs::write(out.join("unsupported.rs"), unsupported(&file, &defined))?;
    fs::write(out.join("functions.rs"), functions(&file))?;
    in_c()
}

/// Functions that are emulated and that not every header has, with the cfg that says whether this one does.
const OPTIONAL: [(&str, &str); 2] = [
    ("cudaGetDriverEntryPoint", "has_driver_entry_point"),
    (
        "cudaGetDriverEntryPointByVersion",
        "has_driver_entry_point_by_version",
    ),
];

/// What Rust does not have: a thread-local variable without a constructor, a block's dynamic shared memory; a section's ends,
/// that of `__constant__` variables; a call's variable arguments, and its frame.
fn in_c() -> Result<(), Box<dyn Error>> {
    let sources = [
        "src/launch/variables.c",
        "src/judge/calls_here.c",
        "src/hooks/printf/arguments.c",
        "src/hooks/calls.c",
    ];
    for source in sources {
        println!("cargo::rerun-if-changed={source}");
    }
    cc::Build::new()
        .files(sources)
        .flag("-fno-omit-frame-pointer")
        .flag("-fno-optimize-sibling-calls")
        .try_compile("coop_emulator_in_c")?;
    Ok(())
}

/// The bindings that cuda-sys was compiled with, where it says; else those that are checked in for the major version.
fn bindings(major: u32) -> PathBuf {
    println!("cargo::rerun-if-env-changed=DEP_CUDART_BINDINGS");
    env::var_os("DEP_CUDART_BINDINGS").map_or_else(
        || PathBuf::from(format!("../cuda-sys/bindings/cuda{major}.rs")),
        PathBuf::from,
    )
}

/// A Rust expression: number and name of each code of `cudaError`, in the order of the bindings, which is by number.
fn error_names(file: &syn::File) -> String {
    let mut rows = String::new();
    for item in &file.items {
        let syn::Item::Impl(item) = item else {
            continue;
        };
        if item.self_ty.to_token_stream().to_string() != "cudaError" {
            continue;
        }
        for constant in &item.items {
            if let syn::ImplItem::Const(constant) = constant {
                let name = &constant.ident;
                rows += &format!("    (cuda_sys::cudaError::{name}, c\"{name}\"),\n");
            }
        }
    }
    format!("&[\n{rows}]\n")
}

/// The functions that the sources under `dir` define: what follows `fn cuda` in a line.
fn defined(dir: &Path) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        // Tests are in a folder of their own.
        if path.is_dir() {
            continue;
        }
        for line in fs::read_to_string(path)?.lines() {
            if let Some((_, rest)) = line.split_once("fn cuda")
                && let Some((name, _)) = rest.split_once('(')
            {
                names.insert(format!("cuda{name}"));
            }
        }
    }
    // CUDA 12 has old functions under these names in its library; the headers rename the new ones to them.
    if names.contains("cudaGetDeviceProperties") {
        names.insert("cudaGetDeviceProperties_v2".to_owned());
    }
    Ok(names)
}

/// The functions that the bindings declare.
fn declared(file: &syn::File) -> impl Iterator<Item = &syn::Signature> {
    let functions = file.items.iter().flat_map(|item| match item {
        syn::Item::ForeignMod(block) => block.items.as_slice(),
        _ => &[],
    });
    functions.filter_map(|item| match item {
        syn::ForeignItem::Fn(function) if function.sig.ident.to_string().starts_with("cuda") => {
            Some(&function.sig)
        }
        _ => None,
    })
}

/// A definition that refuses, for each function of the bindings that is not among `defined`.
fn unsupported(file: &syn::File, defined: &BTreeSet<String>) -> String {
    let mut text = String::from("unsupported! {\n");
    for signature in declared(file) {
        let (name, inputs) = (signature.ident.to_string(), &signature.inputs);
        let returns_code = signature.output.to_token_stream().to_string() == "-> cudaError_t";
        if returns_code && !defined.contains(&name) {
            text += &format!("    fn {name}({});\n", inputs.to_token_stream());
        }
    }
    text + "}\n"
}

/// A Rust expression: name and address of each function of the bindings, by which a test links them all.
fn functions(file: &syn::File) -> String {
    let row = |signature: &syn::Signature| {
        let name = &signature.ident;
        format!("    (\"{name}\", cuda_sys::{name} as *const ()),\n")
    };
    format!("&[\n{}]\n", declared(file).map(row).collect::<String>())
}

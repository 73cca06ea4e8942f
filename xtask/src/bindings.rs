//! `cargo xtask bindings`: the bindings that are checked in, for builds without libclang.
//!
//! They are what a build of `cuda-sys` generates from the pinned headers, taken from there: one generator, one result.

use std::fs;

use anyhow::{Context, Result, bail};
use cargo_metadata::Message;
use cargo_metadata::camino::Utf8Path;
use similar::TextDiff;

use crate::project::{self, Project};
use crate::toolkit;

/// A file under `cuda-sys/bindings` and the release whose headers it is made from: the last of 12, and the first of 13,
/// which is the one that the workspace is tested with. Within a major version functions are only added.
const FILES: &[(&str, &str)] = &[("cuda12.rs", "12.9"), ("cuda13.rs", "13.0")];

/// Lines of a difference that are shown; the rest is for `git diff`.
const SHOWN: usize = 20;

/// Regenerate the bindings under cuda-sys/bindings from the headers of the pinned toolkits.
///
/// Installs those toolkits first, as `cargo xtask toolkit` does.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Change nothing; fail, with the first differences, if a file is not what would be generated
    #[arg(long)]
    check: bool,
}

/// Runs the command.
///
/// # Errors
///
/// When a toolkit cannot be installed, when bindings cannot be generated, and, with `--check`, when they differ.
pub fn run(arguments: &Arguments) -> Result<()> {
    let project = Project::find()?;
    // One libclang for all: bindgen is compiled again for another.
    let libclang =
        toolkit::ensure(&project.target, toolkit::find(toolkit::DEFAULT)?)?.libclang_path;
    let mut stale = Vec::new();
    for &(name, version) in FILES {
        let generated = generate(&project, version, &libclang)?;
        let path = project.root.join("cuda-sys/bindings").join(name);
        if !arguments.check {
            fs::write(&path, generated).with_context(|| format!("cannot write {path}"))?;
            eprintln!("{name}: written, from the headers of CUDA {version}");
            continue;
        }
        let found = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        if found == generated {
            eprintln!("{name}: as generated from the headers of CUDA {version}");
        } else {
            eprintln!("{}", short_diff(&found, &generated, name));
            stale.push(name);
        }
    }
    if !stale.is_empty() {
        bail!(
            "not as generated: {}; run `cargo xtask bindings` and commit the result",
            stale.join(" and ")
        );
    }
    Ok(())
}

/// The bindings that a build of `cuda-sys` generates with the toolkit of that version.
fn generate(project: &Project, version: &str, libclang: &Utf8Path) -> Result<String> {
    let toolkit = toolkit::ensure(&project.target, toolkit::find(version)?)?;
    let mut cargo = project.cargo();
    cargo
        // Without a link feature: bindings alone, and a build that others have no use for.
        .args([
            "build",
            "--package",
            "cuda-sys",
            "--no-default-features",
            "--features",
            "bindgen",
        ])
        .env("CUDA_PATH", toolkit.cuda_path)
        .env("LIBCLANG_PATH", libclang)
        .env_remove("BINDGEN_EXTRA_CLANG_ARGS");
    let messages = project::build(cargo)
        .with_context(|| format!("no bindings from the headers of CUDA {version}"))?;
    let out_dir = messages.into_iter().find_map(|message| match message {
        Message::BuildScriptExecuted(script) if script.package_id.repr.contains("/cuda-sys#") => {
            Some(script.out_dir)
        }
        _ => None,
    });
    let path = out_dir
        .context("cargo did not say where cuda-sys has its bindings")?
        .join("bindings.rs");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    layout(&text).with_context(|| format!("cannot parse {path}"))
}

/// The text with one item a line or more, so that a difference can be read: bindgen is told not to look for a formatter.
fn layout(text: &str) -> Result<String> {
    Ok(prettyplease::unparse(&syn::parse_file(text)?))
}

/// The first lines of a difference.
fn short_diff(found: &str, generated: &str, name: &str) -> String {
    let diff = TextDiff::from_lines(found, generated);
    let text = diff
        .unified_diff()
        .context_radius(1)
        .header(name, "generated")
        .to_string();
    let mut lines: Vec<_> = text.lines().collect();
    let more = lines.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    let mut short = lines.join("\n");
    if more > 0 {
        short += &format!("\n... and {more} lines more");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_shown_with_its_place_and_cut_short() {
        let found = "pub fn a();\npub fn b();\n";
        let diff = short_diff(found, "pub fn a();\npub fn c();\n", "cuda13.rs");
        assert!(
            diff.starts_with("--- cuda13.rs\n+++ generated\n@@ -1,2 +1,2 @@"),
            "{diff}"
        );
        assert!(diff.contains("-pub fn b();\n+pub fn c();"), "{diff}");

        let long: String = (0..1000).map(|line| format!("line {line}\n")).collect();
        let diff = short_diff("", &long, "cuda13.rs");
        assert_eq!(diff.lines().count(), SHOWN + 1);
        assert!(diff.ends_with("lines more"), "{diff}");
    }

    #[test]
    fn bindings_are_laid_out_an_item_a_line_and_stay_so() {
        let text = layout("pub const A : u32 = 1 ; pub const B : u32 = 2 ;").unwrap();
        assert_eq!(text, "pub const A: u32 = 1;\npub const B: u32 = 2;\n");
        assert_eq!(layout(&text).unwrap(), text);
    }

    #[test]
    fn every_file_is_made_from_a_pinned_release_of_its_major_version() {
        for (name, version) in FILES {
            toolkit::find(version).unwrap();
            assert_eq!(
                name.trim_start_matches("cuda").trim_end_matches(".rs"),
                version.split('.').next().unwrap()
            );
        }
    }
}

//! What the programs of a bundle have inside that others wrote, and on which terms.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use cargo_metadata::camino::Utf8Path;
use cargo_metadata::{
    CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId, TargetKind,
};

use crate::project::Project;

/// What is inside beside crates.
const OTHERS: &str = "\
The Rust standard library: MIT OR Apache-2.0, https://www.rust-lang.org
libsupc++ and libgcc of the C++ compiler: GPL-3.0 with the GCC Runtime Library Exception, https://gcc.gnu.org
The CUDA runtime, libcudart_static.a: NVIDIA CUDA Toolkit EULA, https://docs.nvidia.com/cuda/eula
";

/// The list, with the text of every licence that comes with a crate.
///
/// # Errors
///
/// When cargo cannot tell what is built, or a text cannot be read.
pub fn list(project: &Project) -> Result<String> {
    let metadata = MetadataCommand::new()
        .manifest_path(project.root.join("Cargo.toml"))
        .features(CargoOpt::NoDefaultFeatures)
        .features(CargoOpt::SomeFeatures(vec!["cuda".to_owned()]))
        .other_options([
            "--locked".to_owned(),
            "--filter-platform".to_owned(),
            platform(),
        ])
        .exec()
        .context("cannot read the workspace")?;
    let mut list = String::from("These programs have the following inside.\n\n");
    list += OTHERS;
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in inside(&metadata)? {
        let name = format!("{} {}", package.name, package.version);
        let terms = package.license.as_deref().unwrap_or("see its text");
        let place = package.repository.as_deref().unwrap_or("crates.io");
        list += &format!("{name}: {terms}, {place}\n");
        let folder = package
            .manifest_path
            .parent()
            .context("a manifest is in a folder")?;
        for text in texts_in(folder)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in &texts {
        list += &format!("\n---- {}\n\n{text}\n", names.join(", "));
    }
    Ok(list)
}

/// This machine's, which the programs are for.
fn platform() -> String {
    format!("{}-unknown-linux-gnu", std::env::consts::ARCH)
}

/// The crates of others that are linked into the root package's programs, tests included: not what only builds them.
fn inside(metadata: &Metadata) -> Result<Vec<&Package>> {
    let resolve = metadata
        .resolve
        .as_ref()
        .context("cargo resolved nothing")?;
    let nodes: BTreeMap<&PackageId, _> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let root = metadata
        .root_package()
        .context("there is no root package")?;
    let mut found = BTreeSet::new();
    let mut waiting = vec![&root.id];
    while let Some(id) = waiting.pop() {
        if !found.insert(id) {
            continue;
        }
        for dependency in &nodes[id].deps {
            let linked = dependency.dep_kinds.iter().any(|kind| match kind.kind {
                DependencyKind::Normal => true,
                DependencyKind::Development => *id == root.id,
                _ => false,
            });
            let is_macro = |package: &Package| {
                package
                    .targets
                    .iter()
                    .any(|target| target.kind.contains(&TargetKind::ProcMacro))
            };
            if linked && !is_macro(&metadata[&dependency.pkg]) {
                waiting.push(&dependency.pkg);
            }
        }
    }
    let packages = metadata.packages.iter();
    let mut others: Vec<&Package> = packages
        .filter(|package| found.contains(&package.id) && package.source.is_some())
        .collect();
    others.sort_by_key(|package| (package.name.clone(), package.version.clone()));
    Ok(others)
}

/// The licences in a crate's folder.
fn texts_in(folder: &Utf8Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in folder
        .read_dir_utf8()
        .with_context(|| format!("cannot read {folder}"))?
    {
        let path = entry?.into_path();
        let name = path.file_name().unwrap_or_default().to_ascii_uppercase();
        let begins = |start: &str| name.starts_with(start);
        if path.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
                .into_iter()
                .any(begins)
        {
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
            texts.push(text.trim().to_owned());
        }
    }
    texts.sort();
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_listed_with_its_terms_and_what_only_builds_is_not() {
        let list = list(&Project::find().unwrap()).unwrap();
        let (names, texts) = list.split_once("\n---- ").unwrap();
        let has = |name: &str| {
            names
                .lines()
                .any(|line| line.starts_with(&format!("{name} ")))
        };
        for name in ["once_cell", "thiserror", "clap", "flate2"] {
            assert!(has(name), "{name} in {names}");
        }
        for name in ["bindgen", "syn", "thiserror-impl", "coop", "cuda-build"] {
            assert!(!has(name), "{name} in {names}");
        }
        assert!(!names.contains("see its text"), "{names}");
        assert!(texts.contains("Permission is hereby granted"));
    }
}

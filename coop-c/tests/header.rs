//! `include/coop/coop.h` is what the sources say.
//!
//! `COOP_HEADER=overwrite cargo test -p coop-c --test header` writes it.

use std::path::Path;

const PATH: &str = "include/coop/coop.h";

/// What cbindgen cannot take from the sources.
fn additions() -> String {
    let [major, minor, patch] = [
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    ];
    format!(
        "
/** The version of this header; `coop_version` has that of the library. */
#define COOP_VERSION_MAJOR {major}
#define COOP_VERSION_MINOR {minor}
#define COOP_VERSION_PATCH {patch}
#define COOP_VERSION (10000 * COOP_VERSION_MAJOR + 100 * COOP_VERSION_MINOR + COOP_VERSION_PATCH)

/** What a cudaStream_t points to. */
struct CUstream_st;"
    )
}

#[test]
fn the_header_is_generated_from_the_sources_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config::from_root_or_default(root);
    config.after_includes = Some(additions());
    let mut generated = Vec::new();
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(root.join("src/types.rs"))
        .with_src(root.join("src/lib.rs"))
        .generate()
        .unwrap()
        .write(&mut generated);
    let generated = String::from_utf8(generated).unwrap();

    let path = root.join(PATH);
    if std::env::var_os("COOP_HEADER").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &generated).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    let first = found
        .lines()
        .zip(generated.lines())
        .position(|(found, generated)| found != generated);
    assert!(
        found == generated,
        "{PATH} is not what the sources say, from line {} on; \
         run `COOP_HEADER=overwrite cargo test -p coop-c --test header` and commit the result",
        first.map_or(
            found.lines().count().min(generated.lines().count()),
            |line| line
        ) + 1
    );
}

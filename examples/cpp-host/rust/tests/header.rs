//! `include/gridscan.h` is what the source says. `GRIDSCAN_HEADER=overwrite cargo test --test header` writes it.

use std::path::Path;

#[test]
fn the_header_is_generated_from_the_source_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut generated = Vec::new();
    cbindgen::Builder::new()
        .with_config(cbindgen::Config::from_root_or_default(root))
        .with_src(root.join("src/lib.rs"))
        .generate()
        .unwrap()
        .write(&mut generated);
    let generated = String::from_utf8(generated).unwrap();

    let path = root.join("include/gridscan.h");
    if std::env::var_os("GRIDSCAN_HEADER").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &generated).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(
        found == generated,
        "{} is not what src/lib.rs says: run `GRIDSCAN_HEADER=overwrite cargo test --test header`",
        path.display()
    );
}

//! `cargo xtask bindings`
use anyhow::Result;
/// Regenerate.
#[derive(clap::Args)]
pub struct Arguments {}
pub fn run(_: &Arguments) -> Result<()> {
    let p = crate::project::Project::find()?;
    println!(
        "{:?} {}",
        p.cargo(),
        crate::toolkit::ensure(&p.target, crate::toolkit::find("12.9")?)?.cuda_path
    );
    Ok(())
}

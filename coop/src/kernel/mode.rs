//! How a kernel may be launched.

/// Of a kernel as Rust declares it, and as C++ exports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Ordinary,
    Cooperative,
}

//! Where a toolkit keeps its parts, as a table: one row a kind of installation.

use std::path::{Path, PathBuf};

/// The header that makes a directory the include directory of a CUDA runtime.
pub(crate) const HEADER: &str = "cuda_runtime_api.h";

/// One kind of installation. Paths are relative to its root; `{target}` stands for NVIDIA's name of the target
/// (`x86_64-linux`), `{multiarch}` for Debian's (`x86_64-linux-gnu`).
#[derive(Debug)]
struct Layout {
    /// Whose layout it is.
    name: &'static str,
    /// Include directories; the first has [`HEADER`], and all of them must be there.
    include: &'static [&'static str],
    /// The directory with the runtime's libraries.
    lib: &'static str,
    /// The directory with nvcc.
    bin: &'static str,
}

/// Every layout, the more particular before the more general.
const LAYOUTS: &[Layout] = &[
    Layout {
        name: "PyPI wheels 12.x",
        include: &["include", "../cuda_nvcc/include"],
        lib: "lib",
        bin: "../cuda_nvcc/bin",
    },
    Layout {
        name: "PyPI wheels 12.x, from their common folder",
        include: &["cuda_runtime/include", "cuda_nvcc/include"],
        lib: "cuda_runtime/lib",
        bin: "cuda_nvcc/bin",
    },
    Layout {
        name: "NVIDIA installer",
        include: &["include"],
        lib: "lib64",
        bin: "bin",
    },
    Layout {
        name: "NVIDIA installer, by target",
        include: &["targets/{target}/include"],
        lib: "targets/{target}/lib",
        bin: "bin",
    },
    Layout {
        name: "conda",
        include: &["targets/{target}/include"],
        lib: "lib",
        bin: "bin",
    },
    Layout {
        name: "Windows",
        include: &["include"],
        lib: "lib/x64",
        bin: "bin",
    },
    Layout {
        name: "Debian, Ubuntu",
        include: &["include"],
        lib: "lib/{multiarch}",
        bin: "bin",
    },
    Layout {
        name: "PyPI wheels 13.x",
        include: &["include"],
        lib: "lib",
        bin: "bin",
    },
    Layout {
        name: "PyPI wheels 13.x, from their common folder",
        include: &["cu13/include"],
        lib: "cu13/lib",
        bin: "cu13/bin",
    },
];

/// The parts of one installation, as paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Whose layout it is.
    pub(crate) layout: &'static str,
    /// Include directories, the runtime's own first.
    pub(crate) include: Vec<PathBuf>,
    /// The directory of the runtime's libraries.
    pub(crate) lib: PathBuf,
    /// The directory of nvcc.
    pub(crate) bin: PathBuf,
}

impl Layout {
    fn parts(&self, root: &Path, arch: &str) -> Parts {
        let at = |relative: &str| root.join(fill_in(relative, arch));
        Parts {
            layout: self.name,
            include: self.include.iter().map(|dir| at(dir)).collect(),
            lib: at(self.lib),
            bin: at(self.bin),
        }
    }
}

impl Parts {
    fn has_headers(&self) -> bool {
        self.include.iter().all(|dir| dir.is_dir()) && self.include[0].join(HEADER).is_file()
    }

    fn has_runtime(&self) -> bool {
        let Ok(entries) = self.lib.read_dir() else {
            return false;
        };
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libcudart") || name.starts_with("cudart")
        })
    }
}

/// The parts of the installation at `root`: of the first layout that has headers and a runtime library there, or else
/// of the first that has headers.
pub(crate) fn recognise(root: &Path, arch: &str) -> Option<Parts> {
    let with_headers: Vec<Parts> = LAYOUTS
        .iter()
        .map(|layout| layout.parts(root, arch))
        .filter(Parts::has_headers)
        .collect();
    with_headers
        .iter()
        .find(|parts| parts.has_runtime())
        .or(with_headers.first())
        .cloned()
}

/// The headers that [`recognise`] looks for, relative to a root, without repetition.
pub(crate) fn headers_probed(arch: &str) -> Vec<String> {
    let mut probed = Vec::new();
    for layout in LAYOUTS {
        let header = format!("{}/{HEADER}", fill_in(layout.include[0], arch));
        if !probed.contains(&header) {
            probed.push(header);
        }
    }
    probed
}

fn fill_in(relative: &str, arch: &str) -> String {
    let target = match arch {
        "aarch64" => "sbsa-linux".to_owned(),
        other => format!("{other}-linux"),
    };
    relative
        .replace("{target}", &target)
        .replace("{multiarch}", &format!("{arch}-linux-gnu"))
}

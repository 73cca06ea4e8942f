//! Which wheels make up a toolkit: one row a CUDA release, each wheel at one exact version. `wheels.txt` has what is in them.

use anyhow::{Result, anyhow};

/// One CUDA release as wheels.
#[derive(Debug)]
pub struct Release {
    /// Major and minor version, as users write it.
    pub version: &'static str,
    runtime: &'static str,
    /// Of `nvidia-cuda-nvcc`; in 13 `crt` and `nvvm` are wheels of their own at the same version.
    nvcc: &'static str,
    /// Only in 13: what nvcc includes by itself.
    cccl: Option<&'static str>,
}

/// bindgen reads headers through it; any CUDA release goes with it.
const LIBCLANG: &str = "18.1.1";

const fn cuda12(version: &'static str, runtime: &'static str, nvcc: &'static str) -> Release {
    Release {
        version,
        runtime,
        nvcc,
        cccl: None,
    }
}

const fn cuda13(
    version: &'static str,
    runtime: &'static str,
    nvcc: &'static str,
    cccl: &'static str,
) -> Release {
    Release {
        version,
        runtime,
        nvcc,
        cccl: Some(cccl),
    }
}

/// The last patch of every minor version, as the wheel `cuda-toolkit` of that version requires them.
const RELEASES: &[Release] = &[
    cuda12("12.0", "12.0.146", "12.0.140"),
    cuda12("12.1", "12.1.105", "12.1.105"),
    cuda12("12.2", "12.2.140", "12.2.140"),
    cuda12("12.3", "12.3.101", "12.3.107"),
    cuda12("12.4", "12.4.127", "12.4.131"),
    cuda12("12.5", "12.5.39", "12.5.40"),
    cuda12("12.6", "12.6.77", "12.6.85"),
    cuda12("12.8", "12.8.90", "12.8.93"),
    cuda12("12.9", "12.9.79", "12.9.86"),
    cuda13("13.0", "13.0.96", "13.0.88", "13.0.85"),
    cuda13("13.1", "13.1.80", "13.1.115", "13.1.115"),
    cuda13("13.2", "13.2.86", "13.2.86", "13.2.86"),
    cuda13("13.3", "13.3.29", "13.3.73", "13.3.3.4.1"),
    cuda13("13.4", "13.4.92", "13.4.92", "13.3.4.3.1"),
    cuda13("13.5", "13.5.37", "13.5.37", "13.3.5.0.6"),
];

/// The release of that version.
///
/// # Errors
///
/// When it is not pinned, with the list of those that are.
pub fn find(version: &str) -> Result<&'static Release> {
    RELEASES
        .iter()
        .find(|release| release.version == version)
        .ok_or_else(|| {
            let known: Vec<_> = RELEASES.iter().map(|release| release.version).collect();
            anyhow!(
                "no toolkit is pinned for CUDA {version:?}; pinned are {}",
                known.join(", ")
            )
        })
}

impl Release {
    /// Every release that is pinned.
    #[cfg(test)]
    pub fn all() -> impl Iterator<Item = &'static Self> {
        RELEASES.iter()
    }

    /// Whether the wheels hold nvcc.
    pub fn compiles(&self) -> bool {
        self.cccl.is_some()
    }

    /// Where below the installed folder the toolkit's root is.
    pub fn cuda_path(&self) -> &'static str {
        if self.compiles() {
            "nvidia/cu13"
        } else {
            "nvidia/cuda_runtime"
        }
    }

    /// What pip is asked for, each as `name==version`.
    pub fn requirements(&self) -> Vec<String> {
        let &Self {
            runtime,
            nvcc,
            cccl,
            ..
        } = self;
        let mut wheels = match cccl {
            Some(cccl) => vec![
                ("nvidia-cuda-nvcc", nvcc),
                ("nvidia-cuda-crt", nvcc),
                ("nvidia-nvvm", nvcc),
                ("nvidia-cuda-runtime", runtime),
                ("nvidia-cuda-cccl", cccl),
            ],
            // nvcc's wheel is needed for the headers under `crt`.
            None => vec![
                ("nvidia-cuda-nvcc-cu12", nvcc),
                ("nvidia-cuda-runtime-cu12", runtime),
            ],
        };
        wheels.push(("libclang", LIBCLANG));
        wheels
            .into_iter()
            .map(|(name, version)| format!("{name}=={version}"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_release_is_pinned_and_compiles() {
        assert!(find(crate::toolkit::DEFAULT).unwrap().compiles());
    }

    #[test]
    fn the_default_release_asks_pip_for_these_wheels() {
        assert_eq!(
            find("13.0").unwrap().requirements(),
            [
                "nvidia-cuda-nvcc==13.0.88",
                "nvidia-cuda-crt==13.0.88",
                "nvidia-nvvm==13.0.88",
                "nvidia-cuda-runtime==13.0.96",
                "nvidia-cuda-cccl==13.0.85",
                "libclang==18.1.1",
            ]
        );
    }

    #[test]
    fn cuda_12_has_headers_but_no_compiler() {
        let release = find("12.9").unwrap();
        assert!(!release.compiles());
        assert_eq!(
            release.requirements(),
            [
                "nvidia-cuda-nvcc-cu12==12.9.86",
                "nvidia-cuda-runtime-cu12==12.9.79",
                "libclang==18.1.1"
            ]
        );
    }

    #[test]
    fn every_wheel_but_cccl_is_of_its_release_and_versions_are_unique_and_sorted() {
        for release in RELEASES {
            let prefix = format!("{}.", release.version);
            assert!(release.runtime.starts_with(&prefix), "{release:?}");
            assert!(release.nvcc.starts_with(&prefix), "{release:?}");
            // CCCL counts from its own version after the major since 13.3.
            assert_eq!(
                release.cccl.is_some_and(|cccl| cccl.starts_with("13.")),
                release.version.starts_with("13.")
            );
        }
        let number = |release: &Release| {
            let (major, minor) = release.version.split_once('.').unwrap();
            (major.parse::<u32>().unwrap(), minor.parse::<u32>().unwrap())
        };
        assert!(RELEASES.is_sorted_by(|a, b| number(a) < number(b)));
    }

    #[test]
    fn an_unknown_version_lists_the_known_ones() {
        for version in ["", "13", "11.8", "13.0.1", "../13.0"] {
            let error = find(version).unwrap_err().to_string();
            assert!(error.contains(&format!("{version:?}")), "{error}");
            assert!(
                error.contains("12.0, 12.1,") && error.ends_with("13.5"),
                "{error}"
            );
        }
    }
}

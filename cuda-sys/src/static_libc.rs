//! Fully static programs (`+crt-static`) of glibc, which say at their start where they will not be able to load the driver.
//!
//! The CUDA runtime loads the driver with `dlopen`. In a static program that brings a second C library in, the machine's own,
//! and where the two are of different versions the program crashes, with no word of why. It may never come to that, if there is
//! no driver or CUDA is not used, so this is a warning and no end.

use core::ffi::{CStr, c_char, c_void};

/// Where the machine's own glibc is, for the `dlopen` of a static program.
const PLACES: [&CStr; 4] = [
    if cfg!(target_arch = "aarch64") {
        c"/lib/aarch64-linux-gnu/libc.so.6"
    } else {
        c"/lib/x86_64-linux-gnu/libc.so.6"
    },
    c"/lib64/libc.so.6",
    c"/usr/lib64/libc.so.6",
    c"/usr/lib/libc.so.6",
];

/// Comes before the version in the text that `libc.so.6` prints of itself, and after every distribution's own words.
const BANNER: &[u8] = b"stable release version ";

#[used]
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = warn_of_another_libc;

extern "C" fn warn_of_another_libc() {
    // SAFETY: a static string of the C library.
    let inside = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) }.to_bytes();
    let machines = PLACES.iter().find_map(|place| {
        let file = Mapped::open(place)?;
        // What the file says is gone with the mapping.
        let mut copy = [0; 16];
        let version = version(file.bytes())?;
        let length = version.len().min(copy.len());
        copy[..length].copy_from_slice(&version[..length]);
        Some((copy, length))
    });
    if let Some((machines, length)) = machines
        && &machines[..length] != inside
    {
        say(&[
            b"warning: this program has glibc ",
            inside,
            b" inside (+crt-static), and this machine has ",
            &machines[..length],
            b": loading the NVIDIA driver crashes between two versions of glibc. Build without \
              `-C target-feature=+crt-static`: the CUDA runtime and the kernels are inside all the same.\n",
        ]);
    }
}

/// The version in the text of a `libc.so.6`, such as `2.36`.
fn version(library: &[u8]) -> Option<&[u8]> {
    // SAFETY: both ranges are slices.
    let found = unsafe {
        libc::memmem(
            library.as_ptr().cast(),
            library.len(),
            BANNER.as_ptr().cast(),
            BANNER.len(),
        )
    };
    if found.is_null() {
        return None;
    }
    let begin = found.addr() - library.as_ptr().addr() + BANNER.len();
    let rest = &library[begin..];
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let length = rest.iter().take_while(|byte| is_part(byte)).count();
    // The sentence's own full stop is none of the version.
    let version = rest[..length].strip_suffix(b".").unwrap_or(&rest[..length]);
    (!version.is_empty()).then_some(version)
}

fn say(parts: &[&[u8]]) {
    for part in parts {
        // SAFETY: the range is a slice; a standard error that is closed is no reason to stop.
        let _ = unsafe { libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len()) };
    }
}

/// A file in memory, to read.
struct Mapped {
    address: *mut c_void,
    length: usize,
}

impl Mapped {
    fn open(path: &CStr) -> Option<Self> {
        let path: *const c_char = path.as_ptr();
        // SAFETY: the path is NUL-terminated; the structure, for which zero is valid, is written; the mapping is new, and
        // stays when the descriptor is closed.
        unsafe {
            let file = libc::open(path, libc::O_RDONLY | libc::O_CLOEXEC);
            if file < 0 {
                return None;
            }
            let mut status: libc::stat = core::mem::zeroed();
            let known = libc::fstat(file, &mut status) == 0 && status.st_size > 0;
            let length = status.st_size as usize;
            let address = if known {
                let null = core::ptr::null_mut();
                libc::mmap(null, length, libc::PROT_READ, libc::MAP_PRIVATE, file, 0)
            } else {
                libc::MAP_FAILED
            };
            libc::close(file);
            (address != libc::MAP_FAILED).then_some(Self { address, length })
        }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: mapped to read with that length, until `self` is dropped. An installed C library is not written to:
        // a new one takes its place.
        unsafe { core::slice::from_raw_parts(self.address.cast(), self.length) }
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: the mapping is this one's, and nothing of it is borrowed any more.
        unsafe { libc::munmap(self.address, self.length) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_what_distributions_write() {
        for (text, expected) in [
            (
                "\0GNU C Library (Debian GLIBC 2.36-9+deb12u7) stable release version 2.36.\nCopyright",
                Some("2.36"),
            ),
            (
                "GNU C Library (GNU libc) stable release version 2.28.\n",
                Some("2.28"),
            ),
            ("stable release version 2.40", Some("2.40")),
            (
                "GNU C Library development release version 2.39.9000.\n",
                None,
            ),
            ("stable release version .", None),
            ("", None),
        ] {
            assert_eq!(
                version(text.as_bytes()),
                expected.map(str::as_bytes),
                "{text}"
            );
        }
    }

    #[test]
    fn the_machines_own_libc_tells_the_version_that_this_program_runs_with() {
        // SAFETY: a static string of the C library.
        let ours = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) }.to_bytes();
        let file = PLACES.iter().find_map(|place| Mapped::open(place)).unwrap();
        assert_eq!(version(file.bytes()), Some(ours));
        assert!(Mapped::open(c"/nowhere/libc.so.6").is_none());
    }
}

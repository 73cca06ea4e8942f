//! An error code of the CUDA runtime, with the call that returned it.

use core::ffi::CStr;
use core::fmt;

use cuda_sys::{
    cudaDriverGetVersion, cudaError, cudaGetErrorName, cudaGetErrorString, cudaRuntimeGetVersion,
};

/// What a call of the CUDA runtime returned: the code, its name and text, and the call.
///
/// A code that this version of the headers does not know is kept as its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CudaError {
    code: cudaError,
    call: &'static str,
}

/// The kinds of [`CudaError`] that programs tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No driver, a driver older than the runtime, or the stub that toolkits ship to link against.
    Driver,
    /// No device is visible.
    NoDevice,
    /// Device or pinned memory is exhausted.
    OutOfMemory,
    /// An argument was not accepted.
    InvalidValue,
    /// A handle is not one, or is of another device.
    InvalidHandle,
    /// No code for this device, PTX that the driver cannot compile, or a kernel unknown to this runtime.
    NoCode,
    /// The grid of a cooperative launch does not fit.
    CooperativeLaunchTooLarge,
    /// Not done yet (from a query); nothing is wrong.
    NotReady,
    /// Device or driver cannot do it.
    NotSupported,
    /// A kernel failed on the device: see [`CudaError::is_sticky`].
    KernelFault,
    /// Anything else; match on [`CudaError::code`].
    Other,
}

impl CudaError {
    /// An error of your own calls through `cuda_sys`, with this crate's texts. `call` names the function.
    ///
    /// # Errors
    ///
    /// The code, unless it is `cudaSuccess`.
    #[inline]
    pub fn check(call: &'static str, code: cudaError) -> Result<(), Self> {
        if code == cudaError::cudaSuccess {
            Ok(())
        } else {
            Err(Self { code, call })
        }
    }

    /// The code as CUDA gave it.
    pub const fn code(&self) -> cudaError {
        self.code
    }

    /// The runtime function that returned it.
    pub const fn call(&self) -> &'static str {
        self.call
    }

    /// CUDA's name of the code, such as `cudaErrorInvalidValue`; the number where CUDA has none.
    pub fn name(&self) -> String {
        // SAFETY: any value may be asked; the answer is a static string.
        let name = text(unsafe { cudaGetErrorName(self.code) });
        if name.starts_with("cuda") {
            name
        } else {
            format!("error {}", self.code.0)
        }
    }

    /// CUDA's text for the code.
    pub fn text(&self) -> String {
        // SAFETY: any value may be asked; the answer is a static string.
        text(unsafe { cudaGetErrorString(self.code) })
    }

    /// The kind, for matching.
    pub fn kind(&self) -> ErrorKind {
        use cudaError as E;
        match self.code {
            E::cudaErrorInsufficientDriver
            | E::cudaErrorStubLibrary
            | E::cudaErrorCallRequiresNewerDriver
            | E::cudaErrorSystemDriverMismatch => ErrorKind::Driver,
            E::cudaErrorNoDevice => ErrorKind::NoDevice,
            E::cudaErrorMemoryAllocation => ErrorKind::OutOfMemory,
            E::cudaErrorInvalidValue => ErrorKind::InvalidValue,
            E::cudaErrorInvalidResourceHandle => ErrorKind::InvalidHandle,
            E::cudaErrorNoKernelImageForDevice
            | E::cudaErrorInvalidDeviceFunction
            | E::cudaErrorUnsupportedPtxVersion
            | E::cudaErrorInvalidPtx
            | E::cudaErrorInvalidKernelImage
            | E::cudaErrorJitCompilerNotFound => ErrorKind::NoCode,
            E::cudaErrorCooperativeLaunchTooLarge => ErrorKind::CooperativeLaunchTooLarge,
            E::cudaErrorNotReady => ErrorKind::NotReady,
            E::cudaErrorNotSupported => ErrorKind::NotSupported,
            _ if self.is_sticky() => ErrorKind::KernelFault,
            _ => ErrorKind::Other,
        }
    }

    /// What the emulator found in the kernel that failed with this code: kernel, block, thread, who waits and who is
    /// missing. `None` on a device, and for what no kernel did.
    pub fn report(&self) -> Option<String> {
        #[cfg(emulated)]
        return cudart_emu::last_report()
            .filter(|report| report.code == self.code)
            .map(|report| report.to_string());
        #[cfg(not(emulated))]
        None
    }

    /// Whether every later call of this process fails with the same code: a kernel trapped, ran off its
    /// memory, or was stopped, and the context is lost. These are the codes of which the header says that the process must be
    /// terminated and relaunched (CUDA Runtime API, `cudaError_t`), and uncorrectable errors of memory and NVLink, which end the
    /// context too. By number, since older headers do not name them all.
    pub fn is_sticky(&self) -> bool {
        STICKY.iter().any(|&(code, _)| code == self.code.0)
    }
}

/// Codes after which nothing works, and their names.
const STICKY: [(u32, &str); 15] = [
    (214, "cudaErrorECCUncorrectable"),
    (220, "cudaErrorNvlinkUncorrectable"),
    (226, "cudaErrorContained"),
    (700, "cudaErrorIllegalAddress"),
    (702, "cudaErrorLaunchTimeout"),
    (710, "cudaErrorAssert"),
    (714, "cudaErrorHardwareStackError"),
    (715, "cudaErrorIllegalInstruction"),
    (716, "cudaErrorMisalignedAddress"),
    (717, "cudaErrorInvalidAddressSpace"),
    (718, "cudaErrorInvalidPc"),
    (719, "cudaErrorLaunchFailure"),
    (721, "cudaErrorTensorMemoryLeak"),
    (810, "cudaErrorMpsClientTerminated"),
    (911, "cudaErrorExternalDevice"),
];

impl fmt::Debug for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "CudaError({} {} from {})",
            self.code.0,
            self.name(),
            self.call
        )
    }
}

/// `cudaFree returned 1 (cudaErrorInvalidValue): invalid argument`; where the code has one usual cause, that comes first, with
/// what to do about it.
impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, code, name) = (self.call, self.code.0, self.name());
        if let Some(advice) = advice(self.code, call, versions()) {
            return write!(f, "{advice} ({call} returned {code}, {name})");
        }
        write!(f, "{call} returned {code} ({name}): {}", self.text())?;
        if self.is_sticky() {
            f.write_str("; it is sticky: every later CUDA call of this process fails too, so start a new process")?;
        }
        if let Some(report) = self.report() {
            write!(f, "\n{report}")?;
        }
        Ok(())
    }
}

impl std::error::Error for CudaError {}

fn text(static_text: *const core::ffi::c_char) -> String {
    if static_text.is_null() {
        return String::from("unrecognized error code");
    }
    // SAFETY: the runtime returns NUL-terminated strings that live as long as the process.
    unsafe { CStr::from_ptr(static_text) }
        .to_string_lossy()
        .into_owned()
}

/// The CUDA version that the driver supports (0 without a driver) and the runtime's, as 1000 major + 10 minor.
fn versions() -> (i32, i32) {
    let (mut driver, mut runtime) = (0, 0);
    // SAFETY: both write one int and need no device; on failure the 0 stays.
    unsafe {
        let _ = cudaDriverGetVersion(&mut driver);
        let _ = cudaRuntimeGetVersion(&mut runtime);
    }
    (driver, runtime)
}

const UNKNOWN_KERNEL: &str = "The runtime does not know this kernel: the usual cause is two copies of the CUDA runtime in one \
     process; link one (static, dynamic or external, for all parts)";

/// What the user can do about a code that has one usual cause.
fn advice(code: cudaError, call: &str, (driver, runtime): (i32, i32)) -> Option<String> {
    use cudaError as E;
    let version = |v: i32| format!("{}.{}", v / 1000, v % 1000 / 10);
    Some(match code {
        E::cudaErrorInitializationError if cfg!(emulated) => String::from(
            "The emulator cannot start: a variable COOP_EMU_... has a value that it cannot have, as standard error says; or this process was forked after its parent used CUDA: start a new process (exec), or fork before the first CUDA call",
        ),
        E::cudaErrorNoDevice if cfg!(emulated) => {
            String::from("No device is emulated: COOP_EMU_DEVICES is `none`")
        }
        E::cudaErrorInsufficientDriver if driver == 0 => String::from(
            "No NVIDIA driver was found on this machine: install the driver (the toolkit is not enough), or run where there is a GPU",
        ),
        E::cudaErrorInsufficientDriver => format!(
            "The NVIDIA driver supports CUDA {}, this program was built with CUDA {}: update the driver, or build with a toolkit of CUDA {} or older",
            version(driver),
            version(runtime),
            version(driver),
        ),
        E::cudaErrorStubLibrary => String::from(
            "The libcuda.so that was loaded is the toolkit's stub, which is only for linking: take the toolkit's `stubs` folder off LD_LIBRARY_PATH so that the driver's own is found",
        ),
        E::cudaErrorNoDevice => String::from(
            "A driver is there, but no device is visible: check `nvidia-smi` and CUDA_VISIBLE_DEVICES",
        ),
        // The first before there is a context; the second once there is one, of a question that names nothing but a kernel.
        E::cudaErrorInvalidDeviceFunction => String::from(UNKNOWN_KERNEL),
        E::cudaErrorInvalidResourceHandle
            if call.starts_with("cudaFunc") || call.starts_with("cudaOccupancy") =>
        {
            String::from(UNKNOWN_KERNEL)
        }
        E::cudaErrorNoKernelImageForDevice => String::from(
            "The program has no code for this device: add its compute capability to CUDA_ARCHS and rebuild",
        ),
        E::cudaErrorUnsupportedPtxVersion => format!(
            "The PTX is of a newer CUDA than the driver ({}) can compile: add this device's compute capability to CUDA_ARCHS so that machine code is included, or update the driver",
            version(driver),
        ),
        E::cudaErrorInitializationError => String::from(
            "A process forked after its parent used CUDA cannot use it: start a new process (exec), or fork before the first CUDA call",
        ),
        E::cudaErrorInvalidResourceHandle => String::from(
            "A stream, event or kernel was used with another device current, or after it was destroyed",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: cudaError) -> CudaError {
        CudaError::check("cudaTest", code).unwrap_err()
    }

    #[test]
    fn no_driver_old_driver_and_stub_driver_are_three_sentences() {
        let none = advice(
            cudaError::cudaErrorInsufficientDriver,
            "cudaTest",
            (0, 13000),
        )
        .unwrap();
        let old = advice(
            cudaError::cudaErrorInsufficientDriver,
            "cudaTest",
            (12040, 13000),
        )
        .unwrap();
        let stub = advice(cudaError::cudaErrorStubLibrary, "cudaTest", (0, 13000)).unwrap();
        assert!(none.contains("No NVIDIA driver"), "{none}");
        assert!(
            old.contains("supports CUDA 12.4") && old.contains("built with CUDA 13.0"),
            "{old}"
        );
        assert!(stub.contains("stub"), "{stub}");
    }

    #[test]
    fn a_kernel_that_the_runtime_does_not_know_is_told_whichever_code_says_so() {
        let advice = |code, call| advice(code, call, (13000, 13000)).unwrap();
        let handle = cudaError::cudaErrorInvalidResourceHandle;
        let function = cudaError::cudaErrorInvalidDeviceFunction;
        assert_eq!(advice(handle, "cudaFuncGetAttributes"), UNKNOWN_KERNEL);
        assert_eq!(advice(function, "cudaLaunchKernel"), UNKNOWN_KERNEL);
        let stream = advice(handle, "cudaStreamSynchronize");
        assert!(stream.contains("another device"), "{stream}");
    }

    #[test]
    fn an_unknown_code_is_kept_and_printed_as_its_number() {
        let error = error(cudaError(54_321));
        assert_eq!(error.code().0, 54_321);
        assert_eq!(error.kind(), ErrorKind::Other);
        assert!(error.to_string().contains("54321"), "{error}");
        assert_eq!(error.name(), "error 54321");
    }

    #[test]
    fn a_known_code_has_its_cuda_name_its_text_and_its_call() {
        let text = error(cudaError::cudaErrorInvalidValue).to_string();
        let (call, text_of_cuda) = text.split_once(": ").unwrap();
        assert_eq!(call, "cudaTest returned 1 (cudaErrorInvalidValue)");
        assert!(text_of_cuda.contains("argument"), "{text}");
    }

    #[test]
    fn a_fault_of_a_kernel_is_marked_as_sticky() {
        let fault = error(cudaError::cudaErrorLaunchFailure);
        assert!(fault.is_sticky());
        assert_eq!(fault.kind(), ErrorKind::KernelFault);
        assert!(fault.to_string().contains("sticky"), "{fault}");
        assert!(!error(cudaError::cudaErrorInvalidValue).is_sticky());
    }

    #[test]
    fn every_sticky_code_has_its_name_and_no_call_that_failed_is_one() {
        for (code, name) in STICKY {
            let fault = error(cudaError(code));
            assert!(
                fault.is_sticky() && fault.kind() == ErrorKind::KernelFault,
                "{code}"
            );
            // Of a code that the runtime is too old for, it has no name.
            assert!(
                [name.to_owned(), format!("error {code}")].contains(&fault.name()),
                "{fault}"
            );
        }
        for code in [
            1, 2, 100, 400, 600, 701, 704, 709, 712, 720, 800, 801, 900, 912,
        ] {
            assert!(!error(cudaError(code)).is_sticky(), "{code}");
        }
    }

    #[test]
    fn the_header_asks_for_a_new_process_after_sticky_codes_and_no_other() {
        let Some(include) = option_env!("COOP_CUDART_INCLUDE") else {
            test_support::skipped("there is no toolkit");
            return;
        };
        let header = std::env::split_paths(include)
            .find_map(|dir| std::fs::read_to_string(dir.join("driver_types.h")).ok())
            .unwrap();
        let mut named = 0;
        for comment in header.split("/**").skip(1) {
            let Some((text, after)) = comment.split_once("*/") else {
                continue;
            };
            let constant = after
                .split(',')
                .next()
                .and_then(|line| line.split_once('='));
            let Some((name, number)) = constant else {
                continue;
            };
            let (name, Ok(number)) = (name.trim(), number.trim().parse::<u32>()) else {
                continue;
            };
            let words = text
                .replace('*', " ")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            if name.starts_with("cudaError") && words.contains("must be terminated and relaunched")
            {
                assert!(STICKY.contains(&(number, name)), "{number} {name}");
                named += 1;
            }
        }
        assert!(named >= 9, "{named} codes found in the header");
    }

    #[test]
    fn success_is_no_error() {
        assert!(CudaError::check("cudaTest", cudaError::cudaSuccess).is_ok());
    }
}

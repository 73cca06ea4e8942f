//! Why a call failed, as C learns it.

use core::ffi::c_int;

use coop::{Error, ErrorKind};

use crate::Status;

/// A status with its text, and CUDA's code where CUDA was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub status: Status,
    pub text: String,
    pub cuda: c_int,
}

impl Failure {
    /// That a pointer is null.
    #[cold]
    pub(crate) fn null(name: &str) -> Self {
        Self {
            status: Status::InvalidArgument,
            text: format!("`{name}` is a null pointer"),
            cuda: 0,
        }
    }

    /// That something panicked, with what it said.
    #[cold]
    pub(crate) fn panic(message: &str) -> Self {
        Self {
            status: Status::Internal,
            text: format!("a bug of this library: {message}"),
            cuda: 0,
        }
    }
}

impl From<Error> for Failure {
    #[cold]
    fn from(error: Error) -> Self {
        Self {
            status: status(&error),
            text: error.to_string(),
            cuda: error.cuda().map_or(0, |cuda| cuda.code().0 as c_int),
        }
    }
}

fn status(error: &Error) -> Status {
    match error {
        Error::ZeroDimension { .. } => Status::InvalidArgument,
        Error::GridTooLarge { .. } => Status::GridTooLarge,
        Error::NoResidentBlock { .. } => Status::NoResidentBlock,
        // Of a cooperative grid no dimension is compared, only the number of blocks.
        Error::BlockTooLarge { .. } | Error::DimensionTooLarge { .. } => Status::BlockTooLarge,
        Error::SharedMemoryTooLarge { .. } => Status::SharedMemoryTooLarge,
        Error::AddressCount { .. } => Status::ArgumentCount,
        Error::CooperativeLaunchNotSupported { .. } => Status::NotSupported,
        Error::NoCode { .. } => Status::NoCode,
        Error::Cuda(error) => match error.kind() {
            ErrorKind::Driver => Status::NoDriver,
            ErrorKind::NoDevice => Status::NoDevice,
            ErrorKind::NoCode => Status::NoCode,
            ErrorKind::CooperativeLaunchTooLarge => Status::GridTooLarge,
            ErrorKind::NotSupported => Status::NotSupported,
            ErrorKind::KernelFault => Status::KernelFault,
            _ => Status::Cuda,
        },
        // The others are of types, clusters and buffers, which C has none of.
        _ => Status::Internal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coop::CudaError;
    use coop::cuda_sys::cudaError;

    fn of_cuda(code: cudaError) -> Failure {
        Error::from(CudaError::check("cudaTest", code).unwrap_err()).into()
    }

    #[test]
    fn an_error_of_cuda_keeps_its_code_and_has_the_kind_as_status() {
        let none = of_cuda(cudaError::cudaErrorInsufficientDriver);
        assert_eq!((none.status, none.cuda), (Status::NoDriver, 35));
        let fault = of_cuda(cudaError::cudaErrorIllegalAddress);
        assert_eq!((fault.status, fault.cuda), (Status::KernelFault, 700));
        let other = of_cuda(cudaError(54_321));
        assert_eq!((other.status, other.cuda), (Status::Cuda, 54_321));
    }

    #[test]
    fn a_refusal_has_a_status_of_its_own_and_no_code() {
        let count = Failure::from(Error::AddressCount {
            kernel: "k",
            given: 2,
            parameters: 3,
        });
        assert_eq!((count.status, count.cuda), (Status::ArgumentCount, 0));
        assert!(count.text.contains("takes 3"), "{}", count.text);
    }
}

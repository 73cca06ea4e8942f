//! `cuda_profiler_api.h`.

use crate::cudaError_t;

unsafe extern "C" {
    /// Has the profiler collect from here on, where it was started without doing so.
    pub fn cudaProfilerStart() -> cudaError_t;
    /// Has the profiler collect no longer.
    pub fn cudaProfilerStop() -> cudaError_t;
}

//! A system on the device with the vectors of an iteration, for the ways that are not the crate's own.

use coop::cuda_sys::{cudaMemcpyAsync, cudaMemcpyKind, cudaMemsetAsync};
use coop::{CudaError, DeviceBuffer, SharedBytes, Stream};
use coop_kernels::sparse::Csr;

coop::kernels! {
    // csrc/bench/cg_ways.cu
    fn bench_begin(
        n: u32, b: *const f64, inverse_diagonal: *const f64, x: *mut f64, r: *mut f64, z: *mut f64, p: *mut f64, rz: *mut f64,
    );
}

/// The matrix, the right-hand side and what the iteration keeps. Sums are in words that go round: of r.z the last, this and the
/// next one, of p.Ap this and the next one.
pub struct System {
    pub n: u32,
    pub row_ptr: DeviceBuffer<u32>,
    pub columns: DeviceBuffer<u32>,
    pub values: DeviceBuffer<f64>,
    pub inverse_diagonal: DeviceBuffer<f64>,
    pub b: DeviceBuffer<f64>,
    pub x: DeviceBuffer<f64>,
    pub r: DeviceBuffer<f64>,
    pub z: DeviceBuffer<f64>,
    pub p: [DeviceBuffer<f64>; 2],
    pub q: DeviceBuffer<f64>,
    pub sums: DeviceBuffer<f64>,
}

impl System {
    /// Words in `sums`.
    pub const SUMS: usize = 16;

    pub fn new(matrix: &Csr, b: &[f64]) -> coop::Result<Self> {
        let n = matrix.n();
        let inverse: Vec<f64> = matrix.diagonal().map(|value| 1.0 / value).collect();
        let vector = || DeviceBuffer::zeroed(n);
        Ok(Self {
            n: n as u32,
            row_ptr: DeviceBuffer::from_slice(matrix.row_ptr())?,
            columns: DeviceBuffer::from_slice(matrix.columns())?,
            values: DeviceBuffer::from_slice(matrix.values())?,
            inverse_diagonal: DeviceBuffer::from_slice(&inverse)?,
            b: DeviceBuffer::from_slice(b)?,
            x: vector()?,
            r: vector()?,
            z: vector()?,
            p: [vector()?, vector()?],
            q: vector()?,
            sums: DeviceBuffer::zeroed(Self::SUMS)?,
        })
    }

    /// The address of a sum.
    pub fn sum(&self, index: usize) -> *mut f64 {
        assert!(index < Self::SUMS);
        // SAFETY: within the buffer.
        unsafe { self.sums.as_ptr().add(index).cast_mut() }
    }

    /// Puts into the stream what brings everything to the beginning: x = 0.
    pub fn begin(&self, stream: &Stream) -> coop::Result<()> {
        let launch = bench_begin.prepare(256, SharedBytes(0))?;
        let blocks = self
            .n
            .div_ceil(256)
            .min(launch.residency().max_blocks() as u32);
        let zeroes = self.sums.as_ptr().cast_mut().cast();
        // SAFETY: the buffer has so many bytes, and is not used by the host.
        let code = unsafe { cudaMemsetAsync(zeroes, 0, 8 * Self::SUMS, stream.as_raw()) };
        CudaError::check("cudaMemsetAsync", code)?;
        let args = (
            self.n,
            self.b.as_ptr(),
            self.inverse_diagonal.as_ptr(),
            self.x.as_ptr().cast_mut(),
            self.r.as_ptr().cast_mut(),
            self.z.as_ptr().cast_mut(),
            self.p[0].as_ptr().cast_mut(),
            self.sum(1),
        );
        // SAFETY: n elements each; they live as long as the stream's work, for which every caller waits.
        unsafe { launch.launch(blocks, stream, args) }
    }

    /// Puts into the stream what makes the first direction the preconditioned residual.
    pub fn direction_is_gradient(&self, stream: &Stream) -> coop::Result<()> {
        copy(&self.z, &self.p[0], stream)
    }
}

/// Puts a copy between two buffers of one length into the stream.
pub fn copy<T>(from: &DeviceBuffer<T>, to: &DeviceBuffer<T>, stream: &Stream) -> coop::Result<()> {
    assert_eq!(from.len(), to.len());
    let bytes = size_of::<T>() * from.len();
    let (to, from) = (to.as_ptr().cast_mut().cast(), from.as_ptr().cast());
    let kind = cudaMemcpyKind::cudaMemcpyDeviceToDevice;
    // SAFETY: both have so many bytes, and are not used by the host.
    let code = unsafe { cudaMemcpyAsync(to, from, bytes, kind, stream.as_raw()) };
    Ok(CudaError::check("cudaMemcpyAsync", code)?)
}

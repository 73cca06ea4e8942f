//! The iteration by NVIDIA's libraries, in a graph: the product by cuSPARSE, sums and vectors by cuBLAS. Both are looked for when
//! the benchmark runs, as no part of the project needs them.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::transmute_copy;
use std::ptr::null_mut;
use std::time::Duration;

use coop::cuda_sys::cudaStream_t;
use coop::{DeviceBuffer, Event, Graph, GraphExec, SharedBytes, Stream};

use crate::system::System;

coop::kernels! {
    // csrc/bench/cg_ways.cu
    fn bench_quotient(over: *const f64, under: *const f64, plus: *mut f64, minus: *mut f64);
    fn bench_precondition(n: u32, inverse_diagonal: *const f64, r: *const f64, z: *mut f64);
}

/// A handle or description of a library's.
type Handle = *mut c_void;

/// A library that was found, for as long as the process lives.
struct Library(*mut c_void);

impl Library {
    /// The first of these that is found.
    fn open(names: &[&CStr]) -> Result<Self, String> {
        for name in names {
            // SAFETY: a library of NVIDIA's; what it does when loaded is its own.
            let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
            if !library.is_null() {
                return Ok(Self(library));
            }
        }
        Err(format!("{} is not found", names[0].to_string_lossy()))
    }

    /// The function of this name.
    ///
    /// # Safety
    ///
    /// It is of the type `F`, a function pointer.
    unsafe fn function<F>(&self, name: &str) -> Result<F, String> {
        let text = CString::new(name).map_err(|error| error.to_string())?;
        // SAFETY: the library is open; the type is the caller's promise.
        unsafe {
            let address = libc::dlsym(self.0, text.as_ptr().cast::<c_char>());
            if address.is_null() {
                return Err(format!("{name} is not there"));
            }
            Ok(transmute_copy(&address))
        }
    }
}

/// Calls a function of a library, whose code is 0 where all is well.
macro_rules! call {
    ($library:expr, $name:ident($($argument:expr => $type:ty),* $(,)?)) => {{
        let name = stringify!($name);
        // SAFETY: the types are those of the library's header; the arguments live through the call.
        let code = unsafe { ($library.function::<unsafe extern "C" fn($($type),*) -> c_int>(name)?)($($argument),*) };
        if code == 0 { Ok(()) } else { Err(format!("{name} returned {code}")) }
    }};
}

// Numbers of the headers cusparse.h, library_types.h and cublas_v2.h.
const INDEX_32: c_int = 2;
const REAL_64: c_int = 1;
const ON_DEVICE: c_int = 1;

/// Iterations of the graph: two, after which the sums are in their first places again.
pub const UNIT: u32 = 2;

/// The iteration by libraries, put together for a system.
pub struct Iteration<'a> {
    system: &'a System,
    stream: Stream,
    graph: GraphExec,
    _kept: Vec<DeviceBuffer<u8>>,
    _one: DeviceBuffer<f64>,
}

/// The libraries, and a system described to them.
struct Described {
    blas: Library,
    sparse: Library,
    blas_handle: Handle,
    sparse_handle: Handle,
    matrix: Handle,
    p: Handle,
    q: Handle,
    buffer: *mut c_void,
}

impl<'a> Iteration<'a> {
    /// `algorithm` is a `cusparseSpMVAlg_t`: 2 and 3 are those for CSR.
    ///
    /// # Errors
    ///
    /// What is not found, or what a library returned.
    pub fn new(system: &'a System, algorithm: c_int) -> Result<Self, String> {
        let told = |error: coop::Error| error.to_string();
        let stream = Stream::non_blocking().map_err(told)?;
        let blas = Library::open(&[c"libcublas.so.13", c"libcublas.so.12", c"libcublas.so"])?;
        let sparse = Library::open(&[
            c"libcusparse.so.12",
            c"libcusparse.so.13",
            c"libcusparse.so",
        ])?;
        let (mut blas_handle, mut sparse_handle) = (null_mut(), null_mut());
        call!(blas, cublasCreate_v2(&mut blas_handle => &mut Handle))?;
        call!(blas, cublasSetStream_v2(blas_handle => Handle, stream.as_raw() => cudaStream_t))?;
        call!(blas, cublasSetPointerMode_v2(blas_handle => Handle, ON_DEVICE => c_int))?;
        call!(sparse, cusparseCreate(&mut sparse_handle => &mut Handle))?;
        call!(sparse, cusparseSetStream(sparse_handle => Handle, stream.as_raw() => cudaStream_t))?;

        let (n, entries) = (i64::from(system.n), system.values.len() as i64);
        let (mut matrix, mut p, mut q) = (null_mut(), null_mut(), null_mut());
        call!(sparse, cusparseCreateCsr(
            &mut matrix => &mut Handle,
            n => i64, n => i64, entries => i64,
            system.row_ptr.as_ptr() => *const u32,
            system.columns.as_ptr() => *const u32,
            system.values.as_ptr() => *const f64,
            INDEX_32 => c_int, INDEX_32 => c_int, 0 => c_int, REAL_64 => c_int,
        ))?;
        for (vector, memory) in [(&mut p, &system.p[0]), (&mut q, &system.q)] {
            call!(sparse, cusparseCreateDnVec(
                vector => &mut Handle, n => i64, memory.as_ptr() => *const f64, REAL_64 => c_int,
            ))?;
        }
        let mut bytes = 0_usize;
        call!(sparse, cusparseSpMV_bufferSize(
            sparse_handle => Handle, 0 => c_int, &1.0 => &f64, matrix => Handle, p => Handle, &0.0 => &f64,
            q => Handle, REAL_64 => c_int, algorithm => c_int, &mut bytes => &mut usize,
        ))?;
        let buffer = DeviceBuffer::<u8>::zeroed(bytes.max(1)).map_err(told)?;
        // Of its own, so that cuBLAS takes none while it is captured.
        let workspace = DeviceBuffer::<u8>::zeroed(32 << 20).map_err(told)?;
        call!(blas, cublasSetWorkspace_v2(
            blas_handle => Handle, workspace.as_ptr() => *const u8, workspace.len() => usize,
        ))?;
        let one = DeviceBuffer::from_slice(&[1.0]).map_err(told)?;
        let described = Described {
            blas,
            sparse,
            blas_handle,
            sparse_handle,
            matrix,
            p,
            q,
            buffer: buffer.as_ptr().cast_mut().cast(),
        };
        // Once as it is, so that whatever the libraries load is there.
        let iteration = |stream: &Stream| {
            (0..UNIT as usize).try_for_each(|index| {
                described.enqueue(system, stream, index, one.as_ptr(), algorithm)
            })
        };
        iteration(&stream)?;
        stream.synchronize().map_err(told)?;
        let mut failed = None;
        let graph = Graph::capture(&stream, |stream| {
            failed = iteration(stream).err();
            Ok(())
        });
        if let Some(failed) = failed {
            return Err(failed);
        }
        let graph = graph.and_then(|graph| graph.instantiate()).map_err(told)?;
        Ok(Self {
            system,
            stream,
            graph,
            _kept: vec![buffer, workspace],
            _one: one,
        })
    }

    /// From the beginning, so many iterations, a multiple of [`UNIT`]; what they take.
    pub fn time(&self, iterations: u32) -> Duration {
        let run = || -> coop::Result<Duration> {
            let (start, end) = (Event::new()?, Event::new()?);
            // p = 0, and beta of the first iteration is rz / 0 times that: p = z by hand.
            self.system.begin(&self.stream)?;
            self.system.direction_is_gradient(&self.stream)?;
            start.record(&self.stream)?;
            for _ in 0..iterations / UNIT {
                // SAFETY: all that the graph uses lives as long as this.
                unsafe { self.graph.launch(&self.stream)? };
            }
            end.record(&self.stream)?;
            end.synchronize()?;
            end.elapsed_since(&start)
        };
        run().expect("the iterations are done")
    }
}

impl Described {
    /// Puts iteration number `index` into the stream. Sums: r.z in 1 and 2 by turns, p.Ap in 4; alpha and -alpha in 6 and 7, beta in 8.
    fn enqueue(
        &self,
        system: &System,
        stream: &Stream,
        index: usize,
        one: *const f64,
        algorithm: c_int,
    ) -> Result<(), String> {
        let told = |error: coop::Error| error.to_string();
        let (blas, n) = (&self.blas, system.n as c_int);
        let (rz, rz_new) = (system.sum(1 + index % 2), system.sum(1 + (index + 1) % 2));
        let (pq, alpha, minus_alpha, beta) =
            (system.sum(4), system.sum(6), system.sum(7), system.sum(8));
        let [x, r, z, p, q] = [&system.x, &system.r, &system.z, &system.p[0], &system.q]
            .map(|vector| vector.as_ptr().cast_mut());
        let dot = |a: *mut f64, b: *mut f64, sum: *mut f64| {
            call!(blas, cublasDdot_v2(
                self.blas_handle => Handle, n => c_int, a => *mut f64, 1 => c_int, b => *mut f64, 1 => c_int, sum => *mut f64,
            ))
        };
        let axpy = |factor: *const f64, a: *mut f64, b: *mut f64| {
            call!(blas, cublasDaxpy_v2(
                self.blas_handle => Handle, n => c_int, factor => *const f64, a => *mut f64, 1 => c_int, b => *mut f64, 1 => c_int,
            ))
        };
        let quotient = |over: *mut f64, under: *mut f64, plus: *mut f64, minus: *mut f64| {
            let launch = bench_quotient.prepare(1, SharedBytes(0))?;
            // SAFETY: four sums of the system's.
            unsafe {
                launch.launch(
                    1,
                    stream,
                    (over.cast_const(), under.cast_const(), plus, minus),
                )
            }
        };
        call!(self.sparse, cusparseSpMV(
            self.sparse_handle => Handle, 0 => c_int, &1.0 => &f64, self.matrix => Handle, self.p => Handle, &0.0 => &f64,
            self.q => Handle, REAL_64 => c_int, algorithm => c_int, self.buffer => *mut c_void,
        ))?;
        dot(p, q, pq)?;
        quotient(rz, pq, alpha, minus_alpha).map_err(told)?;
        axpy(alpha, p, x)?;
        axpy(minus_alpha, q, r)?;
        let precondition = bench_precondition
            .prepare(256, SharedBytes(0))
            .map_err(told)?;
        let args = (
            system.n,
            system.inverse_diagonal.as_ptr(),
            r.cast_const(),
            z,
        );
        // SAFETY: n elements each.
        unsafe { precondition.launch(system.n.div_ceil(256), stream, args) }.map_err(told)?;
        dot(r, z, rz_new)?;
        quotient(rz_new, rz, beta, system.sum(9)).map_err(told)?;
        call!(blas, cublasDscal_v2(
            self.blas_handle => Handle, n => c_int, beta => *const f64, p => *mut f64, 1 => c_int,
        ))?;
        axpy(one, z, p)
    }
}

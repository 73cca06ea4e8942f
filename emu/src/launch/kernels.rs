//! The kernels of this program. Static constructors of the kernels' objects put them here: what a build found out about the
//! code of each (`coop_emulator/code.h`) and how to call it (`coop_emulator/launch.h`), and what it is exported as
//! (`coop/export.cuh`).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::{CStr, c_char, c_void};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::judge::names;

/// Calls a kernel in the current CUDA thread: its address, and a pointer to each argument.
pub type Invoke = unsafe extern "C" fn(*const c_void, *const *const c_void);

/// The most threads of a block of a kernel that states no bound.
const MOST_THREADS: u32 = 1024;

/// A parameter of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Bytes.
    pub size: usize,
    /// Its address is a multiple of that many bytes.
    pub alignment: usize,
}

/// Where each parameter is in a block of arguments, one after the other at multiples of their alignment, and the bytes of all.
pub(crate) fn offsets(parameters: &[Parameter]) -> (Vec<usize>, usize) {
    let mut end = 0_usize;
    let place = |parameter: &Parameter| {
        let offset = end.next_multiple_of(parameter.alignment.max(1));
        end = offset + parameter.size;
        offset
    };
    let offsets = parameters.iter().map(place).collect();
    (offsets, end)
}

/// A static shared variable of a kernel.
#[derive(Debug, Clone)]
pub(crate) struct SharedVariable {
    /// In bytes from the beginning of dynamic shared memory.
    pub(crate) place: Range<isize>,
    pub(crate) symbol: &'static CStr,
}

impl SharedVariable {
    /// Whether the compiler made it, to note that another one's constructor has run: by the C++ ABI's name for it.
    pub(crate) fn is_guard(&self) -> bool {
        self.symbol.to_bytes().starts_with(b"_ZGV")
    }
}

/// A kernel, and how to call it.
#[derive(Debug)]
pub struct KernelCode {
    /// The name it is exported under, or the symbol of its function.
    pub name: &'static CStr,
    /// The same as people write it.
    pub shown: &'static str,
    /// What launches name it by.
    pub entry: *const c_void,
    /// Calls it.
    pub invoke: Invoke,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// Whether it is exported as a kernel that waits for the whole grid.
    pub cooperative: bool,
    /// Bytes of static shared memory.
    pub static_shared: u32,
    /// Its static shared variables; `None` if not known.
    pub(crate) shared_variables: Option<Vec<SharedVariable>>,
    /// The most threads of a block.
    pub max_threads: u32,
    /// Blocks of a cluster in x, y, z, where the kernel states them.
    pub cluster: Option<[u32; 3]>,
}

// SAFETY: the pointers are to code and constants of the program.
unsafe impl Send for KernelCode {}
// SAFETY: as above; nothing changes once it is registered.
unsafe impl Sync for KernelCode {}

/// How a kernel is called.
#[derive(Debug)]
struct Call {
    name: Option<&'static CStr>,
    cooperative: bool,
    invoke: Invoke,
    parameters: Vec<Parameter>,
}

/// By the address of each kernel.
#[derive(Debug, Default)]
struct Kernels {
    calls: HashMap<usize, Call>,
    code: BTreeMap<usize, Facts>,
    /// Those that were asked for.
    known: HashMap<usize, &'static KernelCode>,
}

static KERNELS: Mutex<Option<Kernels>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Kernels>> {
    KERNELS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The kernel at that address, where there is one that can be called.
pub fn kernel(entry: *const c_void) -> Option<&'static KernelCode> {
    let mut kernels = lock();
    let kernels = kernels.as_mut()?;
    let key = entry as usize;
    if let Some(kernel) = kernels.known.get(&key) {
        return Some(kernel);
    }
    let facts = kernels.code.get(&key);
    let of_symbol = || facts.and_then(|facts| facts.call.as_ref());
    let call = kernels.calls.get(&key).or_else(of_symbol)?;
    let name = call.name.or(facts.map(|facts| facts.symbol));
    let name = name.unwrap_or(c"a kernel");
    let kernel = KernelCode {
        name,
        shown: Box::leak(names::function(name).into_boxed_str()),
        entry,
        invoke: call.invoke,
        parameters: call.parameters.clone(),
        cooperative: call.cooperative,
        static_shared: facts.map_or(0, |facts| facts.static_shared),
        shared_variables: facts.and_then(|facts| facts.variables.clone()),
        max_threads: match facts.map(|facts| facts.max_threads) {
            None | Some(0) => MOST_THREADS,
            Some(bound) => bound,
        },
        cluster: facts.and_then(|facts| facts.cluster),
    };
    let kernel = Box::leak(Box::new(kernel));
    kernels.known.insert(key, kernel);
    Some(kernel)
}

/// All names by which the kernels of the program go: exported ones, symbols, and what people write.
pub(crate) fn names() -> BTreeSet<String> {
    let kernels = lock();
    let kernels = kernels.iter();
    let all = kernels.flat_map(|kernels| {
        let exported = kernels.calls.values().filter_map(|call| call.name);
        exported.chain(kernels.code.values().map(|facts| facts.symbol))
    });
    all.flat_map(|name| [name.to_string_lossy().into_owned(), names::function(name)])
        .collect()
}

/// What a build found out about a kernel's code.
#[derive(Debug)]
struct Facts {
    symbol: &'static CStr,
    static_shared: u32,
    max_threads: u32,
    variables: Option<Vec<SharedVariable>>,
    /// How it is called, where its object says so.
    call: Option<Call>,
    /// Blocks of a cluster in x, y, z, where it states them.
    cluster: Option<[u32; 3]>,
}

/// `coop::parameter` of `coop/export.cuh`.
#[repr(C)]
struct ExportedParameter {
    code: u32,
    size: u32,
    alignment: u32,
    pointee_size: u32,
}

/// The beginning of `coop::kernel_record`, which is the same in every version of it.
#[repr(C)]
pub struct Record {
    version: u32,
    cooperative: u32,
    entry: *const c_void,
    name: *const c_char,
    architectures: *const c_char,
    parameter_count: u64,
    parameters: *const ExportedParameter,
}

/// Called by a kernel's object before `main`, for a kernel that is exported.
///
/// # Safety
///
/// `record` and everything it points to live as long as the program, and `invoke` calls kernels with its parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_register(record: *const Record, invoke: Invoke) {
    // SAFETY: a valid record, by the contract; it has `parameter_count` parameters.
    let (record, name, parameters) = unsafe {
        let record = &*record;
        let parameters =
            std::slice::from_raw_parts(record.parameters, record.parameter_count as usize);
        (record, CStr::from_ptr(record.name), parameters)
    };
    let parameter = |parameter: &ExportedParameter| Parameter {
        size: parameter.size as usize,
        alignment: parameter.alignment as usize,
    };
    let call = Call {
        name: Some(name),
        cooperative: record.cooperative != 0,
        invoke,
        parameters: parameters.iter().map(parameter).collect(),
    };
    let mut kernels = lock();
    let calls = &mut kernels.get_or_insert_default().calls;
    // It is known by its first export.
    calls.entry(record.entry as usize).or_insert(call);
}

/// `coop_emulator::parameter` of `coop_emulator/launch.h`.
#[repr(C)]
pub struct FunctionParameter {
    size: u32,
    alignment: u32,
}

impl FunctionParameter {
    fn read(&self) -> Parameter {
        Parameter {
            size: self.size as usize,
            alignment: self.alignment as usize,
        }
    }
}

/// `coop_emulator::called` of `coop_emulator/launch.h`.
#[repr(C)]
pub struct Signature {
    invoke: Invoke,
    parameters: *const FunctionParameter,
    parameter_count: u64,
    cluster: [u32; 3],
}

/// The kernel that has the code at that address: the last one that begins before it.
pub(crate) fn with_code_at(address: *const c_void) -> Option<*const c_void> {
    let kernels = lock();
    let code = &kernels.as_ref()?.code;
    let begins = code.range(..=address as usize);
    begins.last().map(|(entry, _)| *entry as *const c_void)
}

/// `coop_emulator::shared_variable` of `coop_emulator/code.h`.
#[repr(C)]
pub struct SharedRow {
    offset: u64,
    bytes: u64,
    symbol: *const c_char,
}

/// `coop_emulator::kernel_code` of `coop_emulator/code.h`.
#[repr(C)]
pub struct CodeRow {
    entry: *const c_void,
    symbol: *const c_char,
    static_shared: u32,
    max_threads: u32,
    variables: *const SharedRow,
    variable_count: u64,
    dynamic_offset: u64,
    signature: *const Signature,
}

/// Called by every object with kernels before `main`.
///
/// # Safety
///
/// `table` is rows that end with one without an entry; they and what they point to live as long as the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn coop_emulator_register_code(table: *const CodeRow) {
    let mut kernels = lock();
    let code = &mut kernels.get_or_insert_default().code;
    // SAFETY: there is a row, or the last one, by the contract.
    let rows = (0..).map(|index| unsafe { &*table.add(index) });
    for row in rows.take_while(|row| !row.entry.is_null()) {
        // SAFETY: strings and lists of that length, by the contract.
        let (symbol, variables, signature) = unsafe {
            let variables = (!row.variables.is_null())
                .then(|| std::slice::from_raw_parts(row.variables, row.variable_count as usize));
            let signature = row.signature.as_ref().map(|signature| {
                let count = signature.parameter_count as usize;
                let parameters = std::slice::from_raw_parts(signature.parameters, count);
                (signature, parameters)
            });
            (CStr::from_ptr(row.symbol), variables, signature)
        };
        let call = |(signature, parameters): (&Signature, &[FunctionParameter])| Call {
            name: None,
            cooperative: false,
            invoke: signature.invoke,
            parameters: parameters.iter().map(FunctionParameter::read).collect(),
        };
        let cluster = signature.map(|(signature, _)| signature.cluster);
        let place = |variable: &SharedRow| {
            let begin = variable.offset.wrapping_sub(row.dynamic_offset) as isize;
            SharedVariable {
                place: begin..begin + variable.bytes as isize,
                // SAFETY: a string, by the contract.
                symbol: unsafe { CStr::from_ptr(variable.symbol) },
            }
        };
        let facts = Facts {
            symbol,
            static_shared: row.static_shared,
            max_threads: row.max_threads,
            variables: variables.map(|variables| variables.iter().map(place).collect()),
            call: signature.map(call),
            cluster: cluster.filter(|sides| sides[0] > 0),
        };
        code.insert(row.entry as usize, facts);
    }
}

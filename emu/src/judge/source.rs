//! From addresses of code to lines of the source, by the debug information that the kernels were compiled with.

use std::ffi::c_void;
use std::path::Path;

use super::names;

/// Return addresses, the innermost first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Trace(Vec<usize>);

/// A place in the source.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Location {
    file: String,
    line: u32,
    /// 0 where the compiler does not tell.
    column: u32,
    /// Whether it is in a class's constructor or assignment that copies or moves: mostly the compiler's, who takes the class's
    /// own line for it.
    copies: bool,
    /// Whether it is in a function of its file alone, which is named without its class: that may be such a constructor, too.
    is_local: bool,
}

/// A kernel's function is not further from the function that it calls here.
const MOST_FRAMES: usize = 24;

impl Trace {
    /// Who called this, as far as the functions tell.
    #[cold]
    #[inline(never)]
    pub(crate) fn here() -> Self {
        let mut addresses = [0; MOST_FRAMES];
        let count = calls_here(&mut addresses);
        Trace(addresses[..count].to_vec())
    }

    pub(crate) fn of(addresses: &[usize]) -> Self {
        Trace(addresses.to_vec())
    }

    /// Where the innermost function that the user wrote is.
    pub(crate) fn line(&self) -> Option<String> {
        // The first of them is mostly near: nothing is looked up that is not needed.
        with_much_stack(|| {
            self.0.iter().find_map(|&address| {
                let mut here = locations(address).into_iter();
                let innermost = here.find(|at| at.is_of_user() && !at.copies)?;
                let caller = here.find(|at| innermost.is_local && at.is_of_user());
                let caller = caller.map(|caller| format!(", called at {}", caller.short()));
                Some(innermost.short() + &caller.unwrap_or_default())
            })
        })
    }

    /// Where each function is, the innermost first, those that were expanded in place too. What is not compiled from C++ is
    /// left out. Empty where the debug information is gone.
    pub(crate) fn locations(&self) -> Vec<Location> {
        with_much_stack(|| {
            let all = self.0.iter().flat_map(|&address| locations(address));
            all.filter(|location| !location.is_rust()).collect()
        })
    }
}

unsafe extern "C" {
    fn coop_emulator_calls_here(addresses: *mut usize, most: usize, count: *mut usize);
    fn coop_emulator_calls_fault();
}

/// Who called this, as return addresses, the innermost first; how many there are. On a stack that a kernel has written over, as
/// many as are left. It takes no lock, and can be asked by a handler of a signal that the running code caused.
#[inline(never)]
pub(crate) fn calls_here(addresses: &mut [usize]) -> usize {
    let mut count = 0;
    // SAFETY: an array of that length.
    unsafe { coop_emulator_calls_here(addresses.as_mut_ptr(), addresses.len(), &raw mut count) };
    count
}

/// What a handler of SIGSEGV and SIGBUS does first: if it was [`calls_here`] that touched what is not there, it ends here.
///
/// # Safety
///
/// The calling function is that handler, and has nothing to drop.
pub(crate) unsafe fn calls_fault() {
    // SAFETY: by the contract. What is left, between the handler and `calls_here`, is code in C.
    unsafe { coop_emulator_calls_fault() }
}

/// Does it on an operating-system thread of its own: to read debug information takes more stack than a CUDA thread has. Where the
/// system has no thread left, nothing is found.
fn with_much_stack<T: Send + Default>(look: impl FnOnce() -> T + Send) -> T {
    const STACK: usize = 2 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let looking = thread.spawn_scoped(scope, look).ok();
        looking.and_then(|looking| looking.join().ok())
    })
    .unwrap_or_default()
}

/// The places that a return address stands for: of the function there, and of those into which it was expanded.
fn locations(address: usize) -> Vec<Location> {
    let mut found = Vec::new();
    backtrace::resolve(address as *mut c_void, |symbol| {
        if let (Some(file), Some(line)) = (symbol.filename(), symbol.lineno()) {
            let function = symbol.name().map(|name| name.to_string());
            let function = function.unwrap_or_default();
            found.push(Location {
                copies: copies(&function),
                is_local: !function.contains('('),
                file: file.to_string_lossy().into_owned(),
                line,
                column: symbol.colno().unwrap_or(0),
            });
        }
    });
    found
}

/// Whether a function, as it is named in full, copies or moves an object of its class.
fn copies(function: &str) -> bool {
    let function = &function.replace("(anonymous namespace)", "");
    // Without template arguments, of which the constructor's name has none.
    let mut depth = 0;
    let mut plain = String::new();
    for c in function.chars() {
        depth += i32::from(c == '<') - i32::from(c == '>');
        if depth == 0 && c != '>' {
            plain.push(c);
        }
    }
    let Some((plain, parameters)) = plain.split_once('(') else {
        return false;
    };
    let mut names = plain.rsplit("::");
    match (names.next(), names.next()) {
        (Some("operator="), Some(_)) => true,
        (Some(function), Some(class)) => {
            function == class && parameters.ends_with("&)") && !parameters.contains(',')
        }
        _ => false,
    }
}

impl Location {
    /// File and line.
    pub(crate) fn short(&self) -> String {
        format!("{}:{}", self.name(), self.line)
    }

    /// File, line and column.
    pub(crate) fn exact(&self) -> String {
        match self.column {
            0 => self.short(),
            column => format!("{}:{}:{column}", self.name(), self.line),
        }
    }

    fn name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or_default()
    }

    fn is_rust(&self) -> bool {
        Path::new(&self.file)
            .extension()
            .is_some_and(|end| end == "rs")
    }

    /// Neither the emulator's nor the libraries' of C and C++; kernels are no C.
    pub(crate) fn is_of_user(&self) -> bool {
        const NOT_THEIRS: [&str; 5] = [
            "/coop_emulator/",
            "/cooperative_groups/",
            concat!(env!("CARGO_MANIFEST_DIR"), "/include/"),
            "/usr/include/",
            "/usr/lib/",
        ];
        let is_c = [".c", ".S"].iter().any(|end| self.file.ends_with(end));
        !self.is_rust() && !is_c && !NOT_THEIRS.iter().any(|part| self.file.contains(part))
    }
}

/// A sentence about what threads did, with the lines where they did it once these are known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    text: String,
    /// Where in the text lines belong, in this order, and who tells them.
    lines: Vec<(usize, Trace)>,
}

impl Told {
    /// The line of the calling thread belongs between the two parts.
    pub(crate) fn here(before: &str, after: &str) -> Self {
        Told::at(Trace::here(), before, after)
    }

    pub(crate) fn at(trace: Trace, before: &str, after: &str) -> Self {
        Told::default().then(before).line(trace).then(after)
    }

    /// Goes on with this.
    pub(crate) fn then(mut self, text: &str) -> Self {
        self.text += text;
        self
    }

    /// Goes on with a line.
    pub(crate) fn line(mut self, trace: Trace) -> Self {
        self.lines.push((self.text.len(), trace));
        self
    }

    /// The sentence. The first look into the debug information takes time, and stack.
    pub(crate) fn text(&self) -> String {
        let mut text = self.text.clone();
        for (place, trace) in self.lines.iter().rev() {
            if let Some(line) = trace.line() {
                text.insert_str(*place, &format!(", {line}"));
            }
        }
        names::readable(&text)
    }
}

impl From<String> for Told {
    fn from(text: String) -> Self {
        Told {
            text,
            lines: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_knows_this_line_and_that_it_is_no_kernels() {
        let trace = Trace::here();
        let lines: Vec<Location> = trace.0.iter().flat_map(|&at| locations(at)).collect();
        assert!(
            lines.iter().any(|location| location.name() == "source.rs"),
            "{lines:?}"
        );
        assert!(!trace.locations().iter().any(Location::is_rust));
    }

    #[test]
    fn what_copies_an_object_is_told_from_other_functions() {
        for name in [
            "f2::f2(f2 const&)",
            "a::pair<int, b::c>::pair(a::pair<int, b::c>&&)",
            "float2::operator=(float2 const&)",
            "(anonymous namespace)::f2::f2((anonymous namespace)::f2 const&)",
        ] {
            assert!(copies(name), "{name}");
        }
        for name in [
            "k(f2 const&)",
            "f2::f2(float, float)",
            "f2::get(f2 const&)",
            "main",
        ] {
            assert!(!copies(name), "{name}");
        }
    }

    #[test]
    fn the_users_files_are_told_from_the_emulators_and_the_librarys() {
        let is_of_user = |file: &str| {
            let file = file.to_owned();
            Location {
                file,
                line: 1,
                column: 1,
                copies: false,
                is_local: false,
            }
            .is_of_user()
        };
        assert!(is_of_user("csrc/reduce.cu") && is_of_user("/somewhere/include/coop/sums.cuh"));
        for file in [
            "/x/include/coop_emulator/atomics.h",
            "/usr/include/c++/12/bits/stl_algo.h",
            "src/lib.rs",
            "src/hooks/calls.c",
            "./nptl/pthread_kill.c",
        ] {
            assert!(!is_of_user(file), "{file}");
        }
    }
}

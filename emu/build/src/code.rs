//! What compiled objects tell about their kernels: how many threads a block may have, and which static shared variables
//! the kernel and the functions that it calls have.
//!
//! Each function and each variable has a section of its own, so that the relocations of a section say what it uses. That of
//! a kernel is aligned as no other function is, and before the kernel's entry it has as many bytes as a block may have
//! threads, where that is bounded: `__global__` and `__launch_bounds__` of `coop_emulator/qualifiers.h` ask for both.

use std::collections::{BTreeSet, HashMap, HashSet};

use object::{
    Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget, SectionIndex,
    SectionKind, SymbolFlags, SymbolIndex, elf,
};

/// To how many bytes the section of a kernel is aligned. Another function may be, too: then nobody asks for what is found out.
const KERNEL_ALIGNMENT: u64 = 128;

/// A static shared variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variable {
    pub(crate) symbol: String,
    pub(crate) bytes: u64,
    pub(crate) alignment: u64,
}

impl Variable {
    /// Whether the compiler made it, to note that another one's constructor has run: by the C++ ABI's name for it.
    pub(crate) fn is_guard(&self) -> bool {
        self.symbol.starts_with("_ZGV")
    }
}

/// A variable of the program's data, such as one that is `__device__` or `__constant__`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Data {
    pub(crate) symbol: String,
    pub(crate) bytes: u64,
    /// Its section, if it is alone in it, so that something may be put after it.
    pub(crate) section: Option<String>,
}

/// A kernel's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kernel {
    pub(crate) symbol: String,
    /// The most threads of a block, where the kernel states it.
    pub(crate) max_threads: Option<u64>,
    /// The variables of its own object that it uses, itself or in functions that it calls.
    pub(crate) variables: Vec<Variable>,
    /// Those that functions of other objects use.
    pub(crate) elsewhere: Vec<Variable>,
    /// Whether it calls functions that none of the objects has, which may have variables of their own.
    pub(crate) is_open: bool,
    /// The symbol of what says how it is called: `coop_emulator/launch.h`.
    pub(crate) signature: Option<String>,
}

impl Kernel {
    /// Bytes of all variables, each at a multiple of its alignment, the most aligned first.
    pub(crate) fn static_shared(&self) -> u64 {
        let all = self.variables.iter().chain(&self.elsewhere);
        // A variable of a class with a constructor has another one, which tells whether that has run.
        let mut all: Vec<&Variable> = all.filter(|variable| !variable.is_guard()).collect();
        all.sort_by_key(|variable| std::cmp::Reverse(variable.alignment));
        all.iter().fold(0, |end: u64, variable| {
            end.next_multiple_of(variable.alignment.max(1)) + variable.bytes
        })
    }
}

/// What one object has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Code {
    pub(crate) kernels: Vec<Kernel>,
    /// Its `extern __shared__` arrays, which it refers to and nobody defines.
    pub(crate) dynamic: Vec<String>,
    /// Its variables in the program's data.
    pub(crate) data: Vec<Data>,
}

/// Reads the objects of one archive, whose functions may call each other.
pub(crate) fn read(objects: &[Vec<u8>]) -> object::Result<Vec<Code>> {
    let parsed: object::Result<Vec<_>> = objects.iter().map(|data| Parsed::new(data)).collect();
    let program = Program::new(parsed?);
    (0..program.objects.len())
        .map(|number| program.code(number))
        .collect()
}

/// A section of one of the objects.
type Place = (usize, SectionIndex);

struct Parsed<'d> {
    file: object::File<'d>,
    /// The symbols that a section's relocations name.
    uses: HashMap<SectionIndex, Vec<SymbolIndex>>,
}

impl<'d> Parsed<'d> {
    fn new(data: &'d [u8]) -> object::Result<Self> {
        let file = object::File::parse(data)?;
        let of_section = |section: object::Section<'_, '_>| {
            let targets =
                section
                    .relocations()
                    .filter_map(|(_, relocation)| match relocation.target() {
                        RelocationTarget::Symbol(symbol) => Some(symbol),
                        _ => None,
                    });
            (section.index(), targets.collect())
        };
        let uses = file.sections().map(of_section).collect();
        Ok(Parsed { file, uses })
    }
}

struct Program<'d> {
    objects: Vec<Parsed<'d>>,
    /// Where the functions and variables are that objects may refer to in each other.
    global: HashMap<Vec<u8>, (usize, SymbolIndex)>,
}

impl<'d> Program<'d> {
    fn new(objects: Vec<Parsed<'d>>) -> Self {
        let mut global = HashMap::new();
        for (number, object) in objects.iter().enumerate() {
            for symbol in object.file.symbols() {
                if symbol.is_global()
                    && symbol.is_definition()
                    && let Ok(name) = symbol.name_bytes()
                {
                    global
                        .entry(name.to_vec())
                        .or_insert((number, symbol.index()));
                }
            }
        }
        Program { objects, global }
    }

    fn code(&self, number: usize) -> object::Result<Code> {
        let file = &self.objects[number].file;
        let dynamic: object::Result<Vec<String>> = file
            .symbols()
            .filter(|symbol| symbol.is_undefined() && has_type(symbol, elf::STT_TLS))
            .map(|symbol| symbol.name().map(str::to_owned))
            .collect();
        Ok(Code {
            kernels: self.kernels(number)?,
            dynamic: dynamic?,
            data: data(file)?,
        })
    }

    fn kernels(&self, number: usize) -> object::Result<Vec<Kernel>> {
        let sections = self.objects[number].file.sections();
        let of_kernels = sections.filter(|section| {
            section.kind() == SectionKind::Text && section.align() == KERNEL_ALIGNMENT
        });
        of_kernels
            .filter_map(|section| self.kernel(number, section.index()).transpose())
            .collect()
    }

    /// The kernel that has that section.
    fn kernel(&self, number: usize, section: SectionIndex) -> object::Result<Option<Kernel>> {
        let functions = self.objects[number].file.symbols().filter(|symbol| {
            symbol.section_index() == Some(section) && has_type(symbol, elf::STT_FUNC)
        });
        let Some(entry) = functions.min_by_key(|symbol| symbol.address()) else {
            return Ok(None);
        };
        let mut kernel = Kernel {
            symbol: entry.name()?.to_owned(),
            max_threads: Some(entry.address()).filter(|&bound| bound > 0),
            variables: Vec::new(),
            elsewhere: Vec::new(),
            is_open: false,
            signature: self.signature(number, section)?,
        };
        let (variables, is_open) = self.variables((number, section))?;
        kernel.is_open = is_open;
        for (object, variable) in variables {
            match object == number {
                true => kernel.variables.push(variable),
                false => kernel.elsewhere.push(variable),
            }
        }
        Ok(Some(kernel))
    }

    /// The signature of the kernel that has that section: what the function names by which it is queued.
    fn signature(&self, number: usize, section: SectionIndex) -> object::Result<Option<String>> {
        let Some((_, queue)) = self.used(number, section, "_ZN13coop_emulator5queueI")? else {
            return Ok(None);
        };
        let found = self.used(number, queue, "_ZN13coop_emulator9signatureI")?;
        Ok(found.map(|(symbol, _)| symbol))
    }

    /// What a section uses of its own object in a section that is named for a symbol that begins so.
    fn used(
        &self,
        number: usize,
        section: SectionIndex,
        begin: &str,
    ) -> object::Result<Option<(String, SectionIndex)>> {
        let object = &self.objects[number];
        for &symbol in object.uses.get(&section).into_iter().flatten() {
            let symbol = object.file.symbol_by_index(symbol)?;
            let Some(section) = symbol.section_index() else {
                continue;
            };
            let name = object.file.section_by_index(section)?.name()?;
            if let Some(at) = name.find(begin) {
                return Ok(Some((name[at..].to_owned(), section)));
            }
        }
        Ok(None)
    }

    /// The thread-local variables that a section uses, or what it refers to uses, each with the object that has it; and whether
    /// there may be more, in functions that no object has.
    fn variables(&self, from: Place) -> object::Result<(BTreeSet<(usize, Variable)>, bool)> {
        let mut found = BTreeSet::new();
        let mut is_open = false;
        let mut seen = HashSet::from([from]);
        let mut ahead = vec![from];
        while let Some((number, section)) = ahead.pop() {
            let uses = self.objects[number].uses.get(&section);
            for &used in uses.into_iter().flatten() {
                let Some((number, symbol)) = self.definition(number, used)? else {
                    let symbol = self.objects[number].file.symbol_by_index(used)?;
                    is_open |= is_users(symbol.name()?) && !has_type(&symbol, elf::STT_TLS);
                    continue;
                };
                let Some(section) = symbol.section_index() else {
                    continue;
                };
                if has_type(&symbol, elf::STT_TLS) {
                    let section = self.objects[number].file.section_by_index(section)?;
                    let variable = variable(&symbol, section.align())?;
                    found.insert((number, variable));
                } else if seen.insert((number, section)) {
                    ahead.push((number, section));
                }
            }
        }
        Ok((found, is_open))
    }

    /// The symbol itself, or the one of that name in another object; `None` if no object has it.
    fn definition(
        &self,
        number: usize,
        symbol: SymbolIndex,
    ) -> object::Result<Option<(usize, object::Symbol<'d, '_>)>> {
        let symbol = self.objects[number].file.symbol_by_index(symbol)?;
        if !symbol.is_undefined() {
            return Ok(Some((number, symbol)));
        }
        let Some(&(number, index)) = self.global.get(symbol.name_bytes()?) else {
            return Ok(None);
        };
        let symbol = self.objects[number].file.symbol_by_index(index)?;
        Ok(Some((number, symbol)))
    }
}

/// Whether a symbol is a C++ function of the program's, and none of the C++ library.
fn is_users(symbol: &str) -> bool {
    const OF_THE_LIBRARY: [&str; 8] = ["St", "NSt", "NKSt", "Sa", "Ss", "nw", "na", "d"];
    symbol
        .strip_prefix("_Z")
        .is_some_and(|name| !OF_THE_LIBRARY.iter().any(|begin| name.starts_with(begin)))
}

/// The variables of an object that are no thread's own, and neither the emulator's nor the compiler's.
fn data(file: &object::File<'_>) -> object::Result<Vec<Data>> {
    const NOT_THEIRS: [&str; 6] = [
        "coop_emulator",
        "coop_registered_",
        "_ZTV",
        "_ZTI",
        "_ZTS",
        "_ZGV",
    ];
    let mut found = Vec::new();
    for symbol in file.symbols() {
        let Some(index) = symbol.section_index() else {
            continue;
        };
        let name = symbol.name()?;
        let is_theirs = !NOT_THEIRS.iter().any(|part| name.contains(part));
        if !has_type(&symbol, elf::STT_OBJECT) || symbol.size() == 0 || !is_theirs {
            continue;
        }
        let section = file.section_by_index(index)?;
        let is_alone = symbol.address() == 0
            && symbol.size() == section.size()
            && !symbol.is_weak()
            && [SectionKind::Data, SectionKind::UninitializedData].contains(&section.kind());
        found.push(Data {
            symbol: name.to_owned(),
            bytes: symbol.size(),
            section: is_alone
                .then(|| section.name().map(str::to_owned))
                .transpose()?,
        });
    }
    found.sort();
    Ok(found)
}

fn has_type(symbol: &object::Symbol<'_, '_>, wanted: elf::SymbolType) -> bool {
    matches!(symbol.flags(), SymbolFlags::Elf { st_info, .. } if st_info.st_type() == wanted)
}

fn variable(symbol: &object::Symbol<'_, '_>, of_section: u64) -> object::Result<Variable> {
    Ok(Variable {
        symbol: symbol.name()?.to_owned(),
        bytes: symbol.size(),
        alignment: alignment(symbol.size(), of_section),
    })
}

/// What a device aligns a variable to. The host's compiler aligns large arrays to as much as 32 bytes for its own sake;
/// nothing but a declared alignment is more.
fn alignment(bytes: u64, of_section: u64) -> u64 {
    const FOR_SPEED: u64 = 32;
    let natural = match bytes {
        0 => 1,
        bytes => 1 << bytes.trailing_zeros().min(4),
    };
    match of_section {
        declared if declared > FOR_SPEED => declared,
        of_section => natural.min(of_section.max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_sizes(variables: &[(u64, u64)]) -> u64 {
        let variable = |&(bytes, alignment)| Variable {
            symbol: String::new(),
            bytes,
            alignment,
        };
        let kernel = Kernel {
            symbol: String::new(),
            max_threads: None,
            variables: variables.iter().map(variable).collect(),
            elsewhere: Vec::new(),
            is_open: false,
            signature: None,
        };
        kernel.static_shared()
    }

    #[test]
    fn a_function_of_the_program_is_told_from_those_of_the_library() {
        for (symbol, expected) in [
            ("_Z5tablei", true),
            ("_ZN2ns1fIfEEvv", true),
            ("_ZSt4sqrtf", false),
            ("_ZNSt6vectorIiE4dataEv", false),
            ("_Znwm", false),
            ("_ZdlPvm", false),
            ("coop_emulator_lane", false),
            ("sinf", false),
        ] {
            assert_eq!(is_users(symbol), expected, "{symbol}");
        }
    }

    #[test]
    fn variables_lie_one_after_the_other_at_multiples_of_their_alignments() {
        assert_eq!(of_sizes(&[]), 0);
        assert_eq!(of_sizes(&[(1, 1), (8, 8), (4, 4)]), 13);
        assert_eq!(of_sizes(&[(12, 16), (1, 16)]), 17);
    }

    #[test]
    fn an_array_is_aligned_to_what_its_size_allows_unless_more_is_declared() {
        assert_eq!(alignment(40, 32), 8);
        assert_eq!(alignment(4096, 32), 16);
        assert_eq!(alignment(6, 2), 2);
        assert_eq!(alignment(12, 128), 128);
    }
}

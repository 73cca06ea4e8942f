//! What C++ exports of a kernel, and whether Rust's declaration agrees. The layout is that of `coop/export.cuh`.

use core::ffi::{CStr, c_char, c_void};

use super::mode::Mode;
use crate::error::{Error, Result};
use crate::param::{Member, ParamType};

/// `coop::kernel_record` of `coop/export.cuh`.
#[derive(Debug)]
#[repr(C)]
pub struct KernelRecord {
    version: u32,
    cooperative: u32,
    entry: *const c_void,
    name: *const c_char,
    architectures: *const c_char,
    parameter_count: u64,
    parameters: *const Parameter,
    runtime: *const c_void,
    structures: *const *const Structure,
}

/// `coop::parameter`: code, size, alignment, size of what a pointer points to.
type Parameter = [u32; 4];

/// `coop::structure`.
#[derive(Debug)]
#[repr(C)]
struct Structure {
    name: *const c_char,
    member_count: u64,
    members: *const StructureMember,
}

/// `coop::member`.
#[derive(Debug)]
#[repr(C)]
struct StructureMember {
    name: *const c_char,
    offset: u32,
    count: u32,
    of: Parameter,
    structure: *const Structure,
}

/// `COOP_RECORD_VERSION` of the header that this crate can read.
const VERSION: u32 = 3;

/// A record of the version that this crate reads, as Rust sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Export<'a> {
    pub entry: *const c_void,
    pub cooperative: bool,
    pub architectures: &'a CStr,
    pub parameters: &'a [Parameter],
    /// For each parameter what is known of the structure that it is or points to.
    structures: &'a [*const Structure],
    /// A function of the runtime that the kernel is registered with.
    pub runtime: *const c_void,
}

impl Export<'_> {
    /// The same without the first parameter, which no user declares.
    pub(crate) fn without_first(&self) -> Self {
        Self {
            parameters: self.parameters.get(1..).unwrap_or_default(),
            structures: self.structures.get(1..).unwrap_or_default(),
            ..*self
        }
    }
}

/// Reads a record, where its version is known.
///
/// # Safety
///
/// `record` was returned by a function that `coop/export.cuh` defines, or has the same layout and lives as long.
pub(crate) unsafe fn read(
    kernel: &'static str,
    record: *const KernelRecord,
) -> Result<Export<'static>> {
    // SAFETY: the version comes first in every version of the record.
    let version = unsafe { *record.cast::<u32>() };
    if version != VERSION {
        return Err(Error::RecordVersion {
            kernel,
            rust: VERSION,
            cpp: version,
        });
    }
    // SAFETY: of this version, so of this layout; it and what it points to are static in C++, and the count is that
    // of the table.
    unsafe {
        let record = &*record;
        Ok(Export {
            entry: record.entry,
            cooperative: record.cooperative != 0,
            architectures: CStr::from_ptr(record.architectures),
            parameters: core::slice::from_raw_parts(
                record.parameters,
                record.parameter_count as usize,
            ),
            structures: core::slice::from_raw_parts(
                record.structures,
                record.parameter_count as usize,
            ),
            runtime: record.runtime,
        })
    }
}

/// Compares the two sides of the border.
pub(crate) fn check(
    kernel: &'static str,
    mode: Mode,
    names: &'static [&'static str],
    rust: &[ParamType],
    cpp: &Export<'_>,
) -> Result<()> {
    let cooperative = mode == Mode::Cooperative;
    if cpp.cooperative != cooperative {
        return Err(Error::CooperativeMismatch {
            kernel,
            rust: cooperative,
        });
    }
    if rust.len() != cpp.parameters.len() {
        return Err(Error::ArgumentCount {
            kernel,
            rust: rust.len(),
            cpp: cpp.parameters.len(),
        });
    }
    let of_cpp = cpp.parameters.iter().zip(cpp.structures);
    for (i, (&rust, (&parameter, &structure))) in rust.iter().zip(of_cpp).enumerate() {
        let (index, name) = (i + 1, names.get(i).copied().unwrap_or_default());
        // SAFETY: null, or static in C++.
        let structure = unsafe { structure.as_ref() };
        let cpp = ParamType::stated(parameter, structure.map_or("", Structure::name));
        if rust != cpp {
            return Err(Error::ArgumentType {
                kernel,
                index,
                name,
                rust: Box::new(rust),
                cpp: Box::new(cpp),
            });
        }
        if let Some(structure) = structure
            && let Some(Difference { within, rust, cpp }) = difference(&rust, structure)
        {
            return Err(Error::StructMember {
                kernel,
                index,
                name,
                structure: within,
                rust: rust.map(Box::new),
                cpp: cpp.map(Box::new),
            });
        }
    }
    Ok(())
}

/// Where two structures differ first.
struct Difference {
    /// The structure's name in Rust.
    within: &'static str,
    rust: Option<Member>,
    cpp: Option<Member>,
}

/// Compares member for member, and the structures that these are. What Rust tells no members of is only known by its size.
fn difference(rust: &ParamType, cpp: &Structure) -> Option<Difference> {
    let (declared, stated) = (rust.members(), cpp.members());
    if declared.is_empty() {
        return None;
    }
    for i in 0..declared.len().max(stated.len()) {
        let (rust_member, cpp_member) = (declared.get(i), stated.get(i));
        match (rust_member, cpp_member) {
            (Some(rust), Some(cpp)) if rust.agrees(&cpp.shown()) => {
                // SAFETY: null, or static in C++.
                if let Some(inner) = unsafe { cpp.structure.as_ref() }
                    && let Some(found) = difference(&rust.of(), inner)
                {
                    return Some(found);
                }
            }
            _ => {
                return Some(Difference {
                    within: rust.name(),
                    rust: rust_member.copied(),
                    cpp: cpp_member.map(StructureMember::shown),
                });
            }
        }
    }
    None
}

impl Structure {
    fn name(&self) -> &'static str {
        // SAFETY: C++ has a string literal here.
        unsafe { literal(self.name) }
    }

    fn members(&self) -> &[StructureMember] {
        // SAFETY: the count is that of the table, which is static in C++.
        unsafe { core::slice::from_raw_parts(self.members, self.member_count as usize) }
    }
}

impl StructureMember {
    fn shown(&self) -> Member {
        let [code, size, alignment, pointee_size] = self.of;
        // SAFETY: null, or static in C++.
        let structure = unsafe { self.structure.as_ref() };
        let of = ParamType::stated(
            [
                code,
                size.saturating_mul(self.count),
                alignment,
                pointee_size,
            ],
            structure.map_or("", Structure::name),
        );
        // SAFETY: C++ has a string literal here.
        Member::new(unsafe { literal(self.name) }, self.offset as usize, of)
    }
}

/// # Safety
///
/// `name` is a string literal of C++.
unsafe fn literal(name: *const c_char) -> &'static str {
    // SAFETY: NUL-terminated, and static.
    unsafe { CStr::from_ptr(name) }.to_str().unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use crate::param::Param;

    const NAMES: &[&str] = &["data", "n"];

    /// What C++ would state of these types, with no word about members. Leaked, as C++ has it static.
    fn export(parameters: &[ParamType]) -> Export<'static> {
        let of = |_: &ParamType| core::ptr::null();
        Export {
            entry: core::ptr::null(),
            cooperative: true,
            architectures: c"900",
            parameters: Vec::leak(parameters.iter().map(ParamType::raw).collect()),
            structures: Vec::leak(parameters.iter().map(of).collect()),
            runtime: core::ptr::null(),
        }
    }

    fn compare<A: Args>(parameters: &[ParamType]) -> Result<()> {
        check("k", Mode::Cooperative, NAMES, A::TYPES, &export(parameters))
    }

    #[test]
    fn the_same_signature_agrees() {
        assert!(compare::<(*mut f32, u64)>(&[<*mut f32>::TYPE, u64::TYPE]).is_ok());
        assert!(compare::<()>(&[]).is_ok());
    }

    #[test]
    fn too_few_and_too_many_arguments_are_told_with_want_and_got() {
        let cpp = [<*mut f32>::TYPE, u64::TYPE];
        let few = compare::<(*mut f32,)>(&cpp).unwrap_err();
        assert_eq!(
            few,
            Error::ArgumentCount {
                kernel: "k",
                rust: 1,
                cpp: 2
            }
        );
        let many = compare::<(*mut f32, u64, u64)>(&cpp)
            .unwrap_err()
            .to_string();
        assert!(
            many.contains("Rust declares 3 arguments, the kernel takes 2"),
            "{many}"
        );
    }

    #[test]
    fn an_argument_of_another_type_is_named_with_both_types() {
        let cases: [(ParamType, ParamType, &str, &str); 5] = [
            (i32::TYPE, i64::TYPE, "int (i32)", "long long (i64)"),
            (f32::TYPE, f64::TYPE, "float (f32)", "double (f64)"),
            (
                <*mut f32>::TYPE,
                u64::TYPE,
                "float* (*mut f32)",
                "size_t (u64)",
            ),
            (
                <*mut f32>::TYPE,
                <*const f32>::TYPE,
                "float* (*mut f32)",
                "const float* (*const f32)",
            ),
            (u32::TYPE, i32::TYPE, "unsigned int (u32)", "int (i32)"),
        ];
        for (rust, cpp, rust_name, cpp_name) in cases {
            let both = [<*mut f32>::TYPE, rust];
            let error = check(
                "k",
                Mode::Cooperative,
                NAMES,
                &both,
                &export(&[<*mut f32>::TYPE, cpp]),
            )
            .unwrap_err();
            let text = error.to_string();
            assert!(text.contains("argument 2 (`n`)"), "{text}");
            assert!(
                text.contains(&format!(
                    "Rust declares {rust_name}, the kernel takes {cpp_name}"
                )),
                "{text}"
            );
        }
    }

    #[test]
    fn a_struct_is_compared_by_size_and_alignment() {
        let rust = [ParamType::opaque::<[u32; 4]>()];
        assert!(
            check(
                "k",
                Mode::Cooperative,
                &[],
                &rust,
                &export(&[ParamType::opaque::<[f32; 4]>()])
            )
            .is_ok()
        );
        assert!(
            check(
                "k",
                Mode::Cooperative,
                &[],
                &rust,
                &export(&[ParamType::opaque::<[u64; 2]>()])
            )
            .is_err()
        );
        assert!(
            check(
                "k",
                Mode::Cooperative,
                &[],
                &rust,
                &export(&[ParamType::opaque::<[u32; 5]>()])
            )
            .is_err()
        );
    }

    #[test]
    fn a_kernel_that_is_cooperative_on_one_side_only_is_refused() {
        let error = check("k", Mode::Ordinary, &[], &[], &export(&[])).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("is ordinary in Rust and cooperative in C++"),
            "{error}"
        );
    }

    #[test]
    fn a_record_of_another_version_is_not_read_further() {
        let version = 7_u32;
        // SAFETY: only the version is read of a record whose version is not known.
        let error = unsafe { read("k", (&raw const version).cast()) }.unwrap_err();
        assert_eq!(
            error,
            Error::RecordVersion {
                kernel: "k",
                rust: 3,
                cpp: 7
            }
        );
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() })]

        /// Of whatever C++ may state, as another compiler or a header of another day does.
        #[test]
        fn whatever_is_stated_of_a_parameter_agrees_or_is_told_in_a_line(
            parameter: Parameter,
            member: Parameter,
            offset: u32,
            count: u32,
        ) {
            let structure: &'static Structure = Box::leak(Box::new(Structure {
                name: c"pair".as_ptr(),
                member_count: 1,
                members: Box::leak(Box::new(StructureMember {
                    name: c"first".as_ptr(),
                    offset,
                    count,
                    of: member,
                    structure: core::ptr::null(),
                })),
            }));
            let stated = Export {
                parameters: Vec::leak(vec![parameter; 2]),
                structures: Vec::leak(vec![core::ptr::from_ref(structure), core::ptr::null()]),
                ..export(&[])
            };
            let rust = <(crate::vector::float2, *mut crate::vector::double3)>::TYPES;
            if let Err(error) = check("k", Mode::Cooperative, NAMES, rust, &stated) {
                let text = error.to_string();
                assert!(text.starts_with("kernel `k`") && text.lines().count() == 1, "{text}");
            }
        }
    }
}

//! `cargo xtask headers`: the runtime's declarations for C and C++ on the emulator, made of the same bindings that Rust has.
//!
//! What the bindings do not say is here: default arguments, which only C++ has. What is no declaration of C, typed templates
//! and what older releases had, is written by hand beside the generated file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result, bail};
use syn::{
    Expr, Fields, ForeignItem, GenericArgument, ImplItem, Item, Lit, PathArguments, ReturnType,
    Type,
};

use crate::project::Project;

/// The bindings, and the header that is made of them.
const BINDINGS: &str = "cuda-sys/bindings/cuda13.rs";
const HEADER: &str = "emu/include/coop_emulator/runtime_declarations.h";

/// What a parameter is in C++ if it is not given, by the function's name and how many parameters it concerns: the last ones.
const DEFAULTS: &[(&str, &[&str])] = &[
    ("cudaEventRecord", &["0"]),
    ("cudaEventRecordWithFlags", &["0", "0"]),
    ("cudaGetDriverEntryPoint", &["0"]),
    ("cudaGetDriverEntryPointByVersion", &["0"]),
    ("cudaGraphInstantiate", &["0"]),
    ("cudaGraphicsMapResources", &["0"]),
    ("cudaGraphicsUnmapResources", &["0"]),
    ("cudaLaunchCooperativeKernel", &["0", "0"]),
    ("cudaLaunchKernel", &["0", "0"]),
    ("cudaMalloc3DArray", &["0"]),
    ("cudaMallocArray", &["0", "0"]),
    ("cudaMallocManaged", &["cudaMemAttachGlobal"]),
    ("cudaMallocMipmappedArray", &["0"]),
    ("cudaMemPrefetchAsync", &["0"]),
    ("cudaMemcpy2DArrayToArray", &["cudaMemcpyDeviceToDevice"]),
    ("cudaMemcpy2DAsync", &["0"]),
    ("cudaMemcpy2DFromArrayAsync", &["0"]),
    ("cudaMemcpy2DToArrayAsync", &["0"]),
    ("cudaMemcpy3DAsync", &["0"]),
    ("cudaMemcpy3DPeerAsync", &["0"]),
    ("cudaMemcpyArrayToArray", &["cudaMemcpyDeviceToDevice"]),
    ("cudaMemcpyAsync", &["0"]),
    ("cudaMemcpyFromArrayAsync", &["0"]),
    ("cudaMemcpyFromSymbol", &["0", "cudaMemcpyDeviceToHost"]),
    ("cudaMemcpyFromSymbolAsync", &["0"]),
    ("cudaMemcpyPeerAsync", &["0"]),
    ("cudaMemcpyToArrayAsync", &["0"]),
    ("cudaMemcpyToSymbol", &["0", "cudaMemcpyHostToDevice"]),
    ("cudaMemcpyToSymbolAsync", &["0"]),
    ("cudaMemset2DAsync", &["0"]),
    ("cudaMemset3DAsync", &["0"]),
    ("cudaMemsetAsync", &["0"]),
    ("cudaSignalExternalSemaphoresAsync", &["0"]),
    ("cudaStreamAttachMemAsync", &["0", "cudaMemAttachSingle"]),
    ("cudaStreamGetCaptureInfo", &["0", "0", "0", "0", "0"]),
    ("cudaStreamWaitEvent", &["0"]),
    ("cudaWaitExternalSemaphoresAsync", &["0"]),
];

/// The structure to which C++ adds what earlier releases had (`earlier_releases.h`), and the function that fills it.
const PROPERTIES: (&str, &str) = ("cudaDeviceProp", "cudaGetDeviceProperties");

/// Types that the hand-written headers have, with what C++ adds to them.
const BY_HAND: [&str; 1] = ["dim3"];

/// Regenerate the emulator's declarations of the runtime for C and C++ from the bindings of cuda-sys.
#[derive(clap::Args)]
pub struct Arguments {
    /// Change nothing; fail if the file is not what would be generated
    #[arg(long)]
    check: bool,
}

/// Runs the command.
///
/// # Errors
///
/// When the bindings cannot be read or have something that is not known here, and, with `--check`, when the file differs.
pub fn run(arguments: &Arguments) -> Result<()> {
    let project = Project::find()?;
    let bindings = project.root.join(BINDINGS);
    let text = fs::read_to_string(&bindings).with_context(|| format!("cannot read {bindings}"))?;
    let generated = generate(&text).with_context(|| format!("in {bindings}"))?;
    let path = project.root.join(HEADER);
    if !arguments.check {
        fs::write(&path, generated).with_context(|| format!("cannot write {path}"))?;
        eprintln!("{HEADER}: written, from {BINDINGS}");
        return Ok(());
    }
    if fs::read_to_string(&path).ok().as_ref() != Some(&generated) {
        bail!("{HEADER} is not as generated; run `cargo xtask headers` and commit the result");
    }
    eprintln!("{HEADER}: as generated from {BINDINGS}");
    Ok(())
}

/// The header of those bindings.
fn generate(bindings: &str) -> Result<String> {
    let file = syn::parse_file(bindings)?;
    let mut header = Header::new(&file.items)?;
    for item in &file.items {
        header.item(item)?;
    }
    Ok(format!(
        "// Generated from {BINDINGS} by `cargo xtask headers`: change neither this file nor its order.\n#pragma once\n\n\
         #include <stddef.h>\n\n#include <coop_emulator/vector_types.h>\n\n\
         #ifdef __cplusplus\n#include <coop_emulator/earlier_properties.h>\n#define COOP_EMULATOR_OR(value) = value\n#else\n#define COOP_EMULATOR_OR(value)\n#endif\n\n{}\n\
         #ifdef __cplusplus\nextern \"C\" {{\n#endif\n{}#ifdef __cplusplus\n}}\n#endif\n\n#undef COOP_EMULATOR_OR\n",
        header.types, header.functions
    ))
}

struct Header<'b> {
    /// Members of structures and unions.
    records: BTreeMap<String, (&'static str, &'b syn::FieldsNamed)>,
    /// Those that have no members that anybody knows.
    opaque: BTreeSet<String>,
    enums: BTreeSet<String>,
    types: String,
    functions: String,
}

impl<'b> Header<'b> {
    fn new(items: &'b [Item]) -> Result<Self> {
        let (mut records, mut opaque) = (BTreeMap::new(), BTreeSet::new());
        let mut enums = BTreeSet::new();
        for item in items {
            match item {
                Item::Struct(item) => match &item.fields {
                    Fields::Named(fields) => {
                        let name = item.ident.to_string();
                        let is_opaque = fields.named.iter().any(|field| {
                            field.ident.as_ref().is_some_and(|name| name == "_unused")
                        });
                        if is_opaque {
                            opaque.insert(name.clone());
                        }
                        records.insert(name, ("struct", fields));
                    }
                    Fields::Unnamed(_) => drop(enums.insert(item.ident.to_string())),
                    Fields::Unit => bail!("{} is of no known kind", item.ident),
                },
                Item::Union(item) => {
                    records.insert(item.ident.to_string(), ("union", &item.fields));
                }
                _ => {}
            }
        }
        Ok(Header {
            records,
            opaque,
            enums,
            types: String::new(),
            functions: String::new(),
        })
    }

    fn item(&mut self, item: &Item) -> Result<()> {
        match item {
            Item::Const(item) if item.ident != "_" => {
                _ = writeln!(
                    self.types,
                    "#define {} {}u",
                    item.ident,
                    number(&item.expr)?
                );
            }
            Item::Impl(item) => {
                let name = path_name(&item.self_ty)?;
                let values = item.items.iter().filter_map(|item| match item {
                    ImplItem::Const(item) => Some(item),
                    _ => None,
                });
                let mut text = format!("enum {name} {{\n");
                for value in values {
                    let Expr::Call(call) = &value.expr else {
                        bail!("{} is no number", value.ident);
                    };
                    _ = writeln!(text, "    {} = {},", value.ident, number(&call.args[0])?);
                }
                _ = writeln!(self.types, "{text}}};\ntypedef enum {name} {name};");
            }
            Item::Struct(item) if matches!(item.fields, Fields::Named(_)) => {
                self.record(&item.ident.to_string())?;
            }
            Item::Union(item) => self.record(&item.ident.to_string())?,
            Item::Type(item) => {
                let declared = self.declare(&item.ty, &item.ident.to_string())?;
                _ = writeln!(self.types, "typedef {declared};");
            }
            Item::Use(item) => self.renamed(&item.tree)?,
            Item::ForeignMod(item) => {
                for item in &item.items {
                    if let ForeignItem::Fn(item) = item {
                        self.function(&item.sig)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `pub use self::cudaError as cudaError_t;`
    fn renamed(&mut self, tree: &syn::UseTree) -> Result<()> {
        match tree {
            syn::UseTree::Path(path) => self.renamed(&path.tree),
            syn::UseTree::Rename(rename) => {
                _ = writeln!(
                    self.types,
                    "typedef enum {} {};",
                    rename.ident, rename.rename
                );
                Ok(())
            }
            _ => bail!("a `use` of another kind"),
        }
    }

    /// A structure or union that has a name of its own: the others stand where they are used.
    fn record(&mut self, name: &str) -> Result<()> {
        if name.contains("__bindgen_ty") || BY_HAND.contains(&name) {
            return Ok(());
        }
        let kind = self.records[name].0;
        let body = match self.opaque.contains(name) {
            true => String::new(),
            false => format!(" {}", self.body(name, "")?),
        };
        _ = writeln!(
            self.types,
            "{kind} {name}{body};\ntypedef {kind} {name} {name};"
        );
        Ok(())
    }

    /// The members in braces.
    fn body(&self, name: &str, indent: &str) -> Result<String> {
        let inner = format!("{indent}    ");
        let mut text = String::from("{\n");
        for field in &self.records[name].1.named {
            let Some(member) = &field.ident else { continue };
            let member = member.to_string();
            let member = match member.as_str() {
                // A member that has no name, and words of Rust.
                unnamed if unnamed.starts_with("__bindgen_anon") => "",
                // A word of C, too.
                "default_" => "default_",
                word => word.trim_end_matches('_'),
            };
            let nested = path_name(&field.ty)
                .ok()
                .filter(|ty| ty.contains("__bindgen_ty"));
            let declared = match nested {
                Some(nested) => {
                    let (kind, body) = (self.records[&nested].0, self.body(&nested, &inner)?);
                    format!("{kind} {body} {member}")
                }
                None => self.declare(&field.ty, member)?,
            };
            _ = writeln!(text, "{inner}{};", declared.trim_end());
        }
        if name == PROPERTIES.0 {
            text += "#ifdef __cplusplus\n    COOP_EMULATOR_EARLIER_PROPERTIES\n#endif\n";
        }
        Ok(format!("{text}{indent}}}"))
    }

    fn function(&mut self, signature: &syn::Signature) -> Result<()> {
        let name = signature.ident.to_string();
        let defaults = DEFAULTS.iter().find(|(function, _)| *function == name);
        let defaults = defaults.map_or(&[][..], |(_, values)| values);
        let count = signature.inputs.len();
        let mut parameters = Vec::new();
        for (index, input) in signature.inputs.iter().enumerate() {
            let syn::FnArg::Typed(input) = input else {
                bail!("{name} has a parameter that is `self`");
            };
            let syn::Pat::Ident(parameter) = &*input.pat else {
                bail!("{name} has a parameter without a name");
            };
            let parameter = parameter.ident.to_string();
            let declared = self.declare(&input.ty, parameter.trim_end_matches('_'))?;
            parameters.push(match (index + defaults.len()).checked_sub(count) {
                Some(place) => format!("{declared} COOP_EMULATOR_OR({})", defaults[place]),
                None => declared,
            });
        }
        let parameters = match parameters.is_empty() {
            true => "void".to_owned(),
            false => parameters.join(", "),
        };
        let declared = match &signature.output {
            ReturnType::Default => format!("void {name}({parameters})"),
            ReturnType::Type(_, ty) => self.declare(ty, &format!("{name}({parameters})"))?,
        };
        if name == PROPERTIES.1 {
            let other = declared.replace(&name, "coop_emulator_properties");
            _ = writeln!(
                self.functions,
                "#ifdef __cplusplus\n{other} __asm__(\"{name}\");\n#else\n{declared};\n#endif"
            );
            return Ok(());
        }
        _ = writeln!(self.functions, "{declared};");
        Ok(())
    }

    /// `name` declared as of that type, as C has it.
    fn declare(&self, ty: &Type, name: &str) -> Result<String> {
        match ty {
            Type::Ptr(pointer) => {
                // What it points to is constant, not the pointer.
                let is_const = matches!(pointer.mutability, syn::PointerMutability::Const(_));
                let constant = if is_const { "const " } else { "" };
                match &*pointer.elem {
                    Type::Ptr(_) => self.declare(&pointer.elem, &format!("{constant}*{name}")),
                    _ => Ok(format!(
                        "{constant}{}",
                        self.declare(&pointer.elem, &format!("*{name}"))?
                    )),
                }
            }
            Type::Array(array) => {
                let length = number(&array.len)?;
                self.declare(&array.elem, &format!("{name}[{length}]"))
            }
            Type::Path(path) => {
                let last = path.path.segments.last().context("a type without a name")?;
                if last.ident == "Option" {
                    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                        bail!("an Option of nothing");
                    };
                    let Some(GenericArgument::Type(Type::FnPtr(function))) = arguments.args.first()
                    else {
                        bail!("an Option of no function");
                    };
                    return self.pointer_to_function(function, name);
                }
                let known = self.type_name(&last.ident.to_string())?;
                Ok(format!("{known} {name}"))
            }
            _ => bail!("{name} is of a type of no known kind"),
        }
    }

    fn pointer_to_function(&self, function: &syn::TypeFnPtr, name: &str) -> Result<String> {
        let parameters: Result<Vec<String>> = function
            .inputs
            .iter()
            .map(|input| Ok(self.declare(&input.ty, "")?.trim_end().to_owned()))
            .collect();
        let declarator = format!("(*{name})({})", parameters?.join(", "));
        match &function.output {
            ReturnType::Default => Ok(format!("void {declarator}")),
            ReturnType::Type(_, ty) => self.declare(ty, &declarator),
        }
    }

    /// What C calls a type of the bindings.
    fn type_name(&self, name: &str) -> Result<String> {
        const NAMES: [(&str, &str); 12] = [
            ("c_char", "char"),
            ("c_uchar", "unsigned char"),
            ("c_short", "short"),
            ("c_ushort", "unsigned short"),
            ("c_int", "int"),
            ("c_uint", "unsigned int"),
            ("c_long", "long"),
            ("c_longlong", "long long"),
            ("c_ulonglong", "unsigned long long"),
            ("c_void", "void"),
            ("usize", "size_t"),
            ("f32", "float"),
        ];
        if let Some((_, in_c)) = NAMES.iter().find(|(rust, _)| *rust == name) {
            return Ok((*in_c).to_owned());
        }
        if self.enums.contains(name) {
            return Ok(format!("enum {name}"));
        }
        match self.records.get(name) {
            Some((kind, _)) if !BY_HAND.contains(&name) => Ok(format!("{kind} {name}")),
            _ if ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"].contains(&name) => {
                bail!("{name} has no name in C here")
            }
            _ => Ok(name.to_owned()),
        }
    }
}

/// The last part of a path.
fn path_name(ty: &Type) -> Result<String> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last().context("a type without a name")?;
            Ok(last.ident.to_string())
        }
        _ => bail!("a type of another kind"),
    }
}

/// The text of an integer.
fn number(expr: &Expr) -> Result<String> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => Ok(int.base10_digits().to_owned()),
            _ => bail!("no integer"),
        },
        Expr::Unary(unary) => Ok(format!("-{}", number(&unary.expr)?)),
        _ => bail!("no number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_declaration_has_its_words_in_c() {
        let bindings = "
            pub const flag: u32 = 4;
            impl E { pub const A: E = E(0); pub const B: E = E(-1); }
            pub struct E(pub libc::c_int);
            pub use self::E as E_t;
            pub struct H { _unused: [u8; 0] }
            pub type H_t = *mut H;
            pub struct S { pub type_: E, pub u: S__bindgen_ty_1, pub n: [libc::c_int; 3usize] }
            pub union S__bindgen_ty_1 { pub p: *const libc::c_void, pub f: f32 }
            pub type call = ::core::option::Option<unsafe extern \"C\" fn(data: *mut libc::c_void)>;
            unsafe extern \"C\" {
                pub fn cudaEventRecord(event: H_t, fn_: call) -> E_t;
                pub fn names(list: *mut *const libc::c_char) -> *const libc::c_char;
            }";
        let header = generate(bindings).unwrap();
        for line in [
            "#define flag 4u",
            "enum E {\n    A = 0,\n    B = -1,\n};",
            "typedef enum E E_t;",
            "struct H;\ntypedef struct H H;\ntypedef struct H *H_t;",
            "struct S {\n    enum E type;\n    union {\n        const void *p;\n        float f;\n    } u;\n    int n[3];\n};",
            "typedef void (*call)(void *);",
            "E_t cudaEventRecord(H_t event, call fn COOP_EMULATOR_OR(0));",
            "const char *names(const char **list);",
        ] {
            assert!(header.contains(line), "{line}\n in {header}");
        }
    }

    #[test]
    fn what_has_no_name_in_c_is_refused() {
        let bindings = "pub struct S { pub n: u64 }";
        assert!(generate(bindings).unwrap_err().to_string().contains("u64"));
    }

    #[test]
    fn every_default_is_of_a_function_of_the_bindings() {
        let text = fs::read_to_string(format!("../{BINDINGS}")).unwrap();
        for (name, _) in DEFAULTS {
            assert!(text.contains(&format!("pub fn {name}(")), "{name}");
        }
    }
}

//! Bindings turned back into C++: one `static_assert` for each thing that bindgen says about the headers.

use std::collections::HashMap;

use quote::ToTokens;
use syn::{
    Expr, Fields, ForeignItem, GenericArgument, ImplItem, Item, Lit, PathArguments, ReturnType,
    Type, UseTree,
};

/// What stands before the assertions.
pub const PRELUDE: &str = "#include <cuda_runtime_api.h>\n#include <cstddef>\n#include <type_traits>\n#include <utility>\n\
     template <class T, std::size_t N> using array_of = T[N];\n";

/// The same bindings with exactly one space between tokens, however they were laid out.
pub fn canonical(bindings: &str) -> String {
    syn::parse_file(bindings)
        .unwrap()
        .into_token_stream()
        .to_string()
}

/// The assertions, one a line.
pub fn assertions(bindings: &str) -> Vec<String> {
    let file = syn::parse_file(bindings).unwrap();
    let headers = Headers::of(&file.items);
    let mut lines: Vec<String> = headers
        .owners
        .keys()
        .filter_map(|nested| headers.alias(nested))
        .collect();
    for item in &file.items {
        lines.extend(headers.of_item(item));
    }
    lines
}

/// Where a type without a name stands: bindgen calls it `Outer__bindgen_ty_1`, and C++ knows it by its member only.
struct Owner {
    outer: String,
    field: String,
    /// The field before it.
    previous: Option<String>,
    in_array: bool,
}

impl Owner {
    /// Whether not even the member has a name; its own members are then members of the structure around it.
    fn is_anonymous(&self) -> bool {
        self.field.starts_with("__bindgen_anon_")
    }
}

/// What must be known of all bindings to read one of them.
struct Headers {
    owners: HashMap<String, Owner>,
    alignments: HashMap<String, u64>,
}

impl Headers {
    fn of(items: &[Item]) -> Self {
        let mut headers = Headers {
            owners: HashMap::new(),
            alignments: HashMap::new(),
        };
        for item in items {
            let mut previous = None;
            for (outer, field, ty) in fields(item) {
                let (inner, in_array) = match ty {
                    Type::Array(array) => (&*array.elem, true),
                    other => (other, false),
                };
                let inner = inner.to_token_stream().to_string();
                if inner.contains("__bindgen_ty_") {
                    let owner = Owner {
                        outer,
                        field: field.clone(),
                        previous: previous.take(),
                        in_array,
                    };
                    headers.owners.insert(inner, owner);
                }
                previous = Some(field);
            }
            let alignments = layout(item).into_iter();
            headers
                .alignments
                .extend(alignments.filter_map(|(what, number)| {
                    Some((what.strip_prefix("Alignment of ")?.to_owned(), number))
                }));
        }
        headers
    }

    /// The C++ name of a structure, and a C++ expression for how far into it the Rust one begins.
    fn place(&self, name: &str) -> (String, String) {
        match self.owners.get(name) {
            None => (name.to_owned(), "0".to_owned()),
            Some(owner) if owner.is_anonymous() => {
                let (outer, base) = self.place(&owner.outer);
                let Some(previous) = owner.previous.as_deref().map(c_name) else {
                    return (outer, base);
                };
                // Nothing in C++ tells where an anonymous member begins: after the one before it, aligned.
                let align = self.alignments[name];
                let end = format!("offsetof({outer}, {previous}) + sizeof({outer}::{previous})");
                (outer, format!("({end} + {align} - 1) / {align} * {align}"))
            }
            Some(_) => (format!("nested_{name}"), "0".to_owned()),
        }
    }

    fn alias(&self, nested: &str) -> Option<String> {
        let owner = &self.owners[nested];
        (!owner.is_anonymous())
            .then(|| format!("using nested_{nested} = {};", self.by_member(owner)))
    }

    fn by_member(&self, owner: &Owner) -> String {
        let outer = match self.owners.get(&owner.outer) {
            Some(above) if !above.is_anonymous() => self.by_member(above),
            _ => self.place(&owner.outer).0,
        };
        let member = format!("decltype(std::declval<{outer}>().{})", c_name(&owner.field));
        if owner.in_array {
            format!("std::remove_extent_t<{member}>")
        } else {
            member
        }
    }

    fn of_item(&self, item: &Item) -> Vec<String> {
        match item {
            Item::Const(constant) if constant.ident == "_" => self.of_layout(item),
            Item::Const(constant) => vec![value(&constant.ident.to_string(), &constant.expr)],
            Item::Impl(block) => {
                let constants = block.items.iter().filter_map(|item| match item {
                    ImplItem::Const(constant) => Some(constant),
                    _ => None,
                });
                let named = |c: &syn::ImplItemConst| {
                    let name = c.ident.to_string();
                    [
                        value(&name, &c.expr),
                        same(&format!("decltype({name})"), &self.cpp(&c.ty), &name),
                    ]
                };
                constants.flat_map(named).collect()
            }
            Item::Type(alias) => {
                let name = alias.ident.to_string();
                vec![same(&name, &self.cpp(&alias.ty), &name)]
            }
            Item::Use(item) => renamed(&item.tree)
                .map(|(old, new)| same(&new, &old, &new))
                .into_iter()
                .collect(),
            Item::Struct(item) => match &item.fields {
                Fields::Unnamed(fields) => {
                    let name = item.ident.to_string();
                    vec![same(
                        &format!("std::underlying_type_t<{name}>"),
                        &self.cpp(&fields.unnamed[0].ty),
                        &name,
                    )]
                }
                _ => self.of_fields(item_fields(item.ident.to_string(), &item.fields)),
            },
            Item::Union(_) => self.of_fields(fields(item)),
            Item::ForeignMod(block) => block
                .items
                .iter()
                .map(|item| self.of_function(item))
                .collect(),
            other => panic!("nothing is known of {}", other.to_token_stream()),
        }
    }

    fn of_fields(&self, fields: Vec<(String, String, &Type)>) -> Vec<String> {
        let checked = fields
            .into_iter()
            .filter(|(_, field, _)| !field.starts_with('_'));
        checked
            .map(|(outer, field, ty)| {
                let member = format!("decltype({}::{})", self.place(&outer).0, c_name(&field));
                same(&member, &self.cpp(ty), &format!("{outer}::{field}"))
            })
            .collect()
    }

    fn of_layout(&self, item: &Item) -> Vec<String> {
        let mut lines = Vec::new();
        for (what, number) in layout(item) {
            let (measure, name) = what.split_once(" of ").unwrap();
            let (structure, field) = name
                .trim_start_matches("field: ")
                .split_once("::")
                .unwrap_or((name, ""));
            let (place, base) = self.place(structure);
            let anonymous = self.owners.get(structure).is_some_and(Owner::is_anonymous);
            let actual = match measure {
                // Of a type without a name and a member only its members can be measured.
                "Size" | "Alignment" if anonymous => continue,
                "Size" => format!("sizeof({place})"),
                "Alignment" => format!("alignof({place})"),
                "Offset" if field.starts_with("__bindgen_") => continue,
                "Offset" => format!("offsetof({place}, {})", c_name(field)),
                other => panic!("nothing is known of `{other}`"),
            };
            lines.push(format!(
                "static_assert({actual} == {base} + {number}, \"{what}\");"
            ));
        }
        lines
    }

    fn of_function(&self, item: &ForeignItem) -> String {
        let ForeignItem::Fn(function) = item else {
            panic!("nothing is known of {}", item.to_token_stream())
        };
        let name = function.sig.ident.to_string();
        let arguments = function.sig.inputs.iter().map(|argument| match argument {
            syn::FnArg::Typed(argument) => self.cpp(&argument.ty),
            receiver => panic!("{} in {name}", receiver.to_token_stream()),
        });
        let arguments: Vec<String> = arguments.collect();
        let pointer = format!(
            "{} (*)({})",
            self.returned(&function.sig.output),
            arguments.join(", ")
        );
        same(&format!("decltype(&{name})"), &pointer, &name)
    }

    fn returned(&self, output: &ReturnType) -> String {
        match output {
            ReturnType::Default => "void".to_owned(),
            ReturnType::Type(_, ty) => self.cpp(ty),
        }
    }

    /// A Rust type as C++.
    fn cpp(&self, ty: &Type) -> String {
        match ty {
            Type::Ptr(pointer) => {
                let pointee = self.cpp(&pointer.elem);
                let is_const = pointer.to_token_stream().to_string().starts_with("* const");
                if is_const {
                    format!("{pointee} const*")
                } else {
                    format!("{pointee}*")
                }
            }
            Type::Array(array) => {
                let length = array.len.to_token_stream().to_string();
                format!(
                    "array_of<{}, {}>",
                    self.cpp(&array.elem),
                    length.trim_end_matches("usize")
                )
            }
            Type::Path(path) => {
                let last = path.path.segments.last().unwrap();
                match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                        Some(GenericArgument::Type(Type::FnPtr(function))) => {
                            let inputs: Vec<String> = function
                                .inputs
                                .iter()
                                .map(|input| self.cpp(&input.ty))
                                .collect();
                            format!(
                                "std::add_pointer_t<{}({})>",
                                self.returned(&function.output),
                                inputs.join(", ")
                            )
                        }
                        other => panic!("nothing is known of {}", other.to_token_stream()),
                    },
                    _ => self.named(&last.ident.to_string()),
                }
            }
            other => panic!("nothing is known of {}", other.to_token_stream()),
        }
    }

    fn named(&self, rust: &str) -> String {
        const PLAIN: &[(&str, &str)] = &[
            ("c_void", "void"),
            ("c_char", "char"),
            ("c_uchar", "unsigned char"),
            ("c_short", "short"),
            ("c_ushort", "unsigned short"),
            ("c_int", "int"),
            ("c_uint", "unsigned int"),
            ("c_long", "long"),
            ("c_ulong", "unsigned long"),
            ("c_longlong", "long long"),
            ("c_ulonglong", "unsigned long long"),
            ("f32", "float"),
            ("f64", "double"),
            ("usize", "std::size_t"),
            ("u32", "unsigned int"),
            ("u64", "unsigned long"),
        ];
        match PLAIN.iter().find(|(name, _)| *name == rust) {
            Some((_, cpp)) => (*cpp).to_owned(),
            None => self.place(rust).0,
        }
    }
}

fn same(actual: &str, bound: &str, what: &str) -> String {
    format!("static_assert(std::is_same_v<{actual}, {bound}>, \"type of {what}\");")
}

/// `NAME = 3` and `NAME = Newtype(3)`.
fn value(name: &str, expr: &Expr) -> String {
    let number = match expr {
        Expr::Call(call) => call.args.to_token_stream().to_string(),
        other => other.to_token_stream().to_string(),
    };
    format!(
        "static_assert({name} == {}, \"value of {name}\");",
        number.trim_end_matches([' ', ','])
    )
}

/// A field's name in C: bindgen adds a `_` to what is a keyword of Rust.
fn c_name(field: &str) -> &str {
    let is_keyword = |name: &&str| syn::parse_str::<syn::Ident>(name).is_err();
    field.strip_suffix('_').filter(is_keyword).unwrap_or(field)
}

/// The name, the field and the type of each field of a structure or a union.
fn fields(item: &Item) -> Vec<(String, String, &Type)> {
    match item {
        Item::Struct(item) => item_fields(item.ident.to_string(), &item.fields),
        Item::Union(item) => item
            .fields
            .named
            .iter()
            .map(|field| {
                (
                    item.ident.to_string(),
                    field.ident.as_ref().unwrap().to_string(),
                    &field.ty,
                )
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn item_fields(name: String, fields: &Fields) -> Vec<(String, String, &Type)> {
    fields
        .iter()
        .filter_map(|field| Some((name.clone(), field.ident.as_ref()?.to_string(), &field.ty)))
        .collect()
}

/// What bindgen asserts of layouts, in an item such as
/// `const _: () = { ["Size of dim3"][size_of::<dim3>() - 12usize]; };`
fn layout(item: &Item) -> Vec<(String, u64)> {
    let Item::Const(constant) = item else {
        return Vec::new();
    };
    let Expr::Block(block) = &*constant.expr else {
        return Vec::new();
    };
    block
        .block
        .stmts
        .iter()
        .map(|statement| {
            let syn::Stmt::Expr(Expr::Index(index), _) = statement else {
                panic!("{}", statement.to_token_stream())
            };
            let (Expr::Array(what), Expr::Binary(difference)) = (&*index.expr, &*index.index)
            else {
                panic!("{}", statement.to_token_stream())
            };
            let Expr::Lit(what) = &what.elems[0] else {
                panic!("{}", what.to_token_stream())
            };
            let Lit::Str(what) = &what.lit else {
                panic!("{}", what.to_token_stream())
            };
            let number = difference.right.to_token_stream().to_string();
            (
                what.value(),
                number.trim_end_matches("usize").parse().unwrap(),
            )
        })
        .collect()
}

/// `self::old as new`.
fn renamed(tree: &UseTree) -> Option<(String, String)> {
    match tree {
        UseTree::Path(path) => renamed(&path.tree),
        UseTree::Rename(rename) => Some((rename.ident.to_string(), rename.rename.to_string())),
        _ => None,
    }
}

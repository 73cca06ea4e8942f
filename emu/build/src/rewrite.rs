//! What nvcc reads and a C++ compiler does not: `kernel<<<grid, block>>>(…)` becomes a call of the emulator's `launch`, and
//! after the definition of a kernel comes its registration, so that a launch by its address knows how to call it, and in what
//! clusters. `alignas` after `__shared__` becomes an attribute, which may stand there.
//!
//! Only the text of the file itself is read. What macros make, or is in headers, stays as it is.

use std::collections::HashMap;
use std::ops::Range;

use super::lexer::{Kind, Token, tokens};

/// The file's text as the emulator's C++ compiler takes it; `None` if that is as it is. Lines stay where they are.
pub(crate) fn rewrite(source: &str) -> Option<String> {
    let tokens = tokens(source);
    let mut edits = launches(&tokens);
    edits.extend(registrations(&tokens));
    edits.extend(alignments(&tokens));
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|edit| (edit.place.start, edit.place.end));
    let mut text = String::with_capacity(source.len() + 64 * edits.len());
    let mut end = 0;
    for edit in edits {
        text.push_str(&source[end..edit.place.start]);
        text.push_str(&edit.text);
        end = edit.place.end;
    }
    text.push_str(&source[end..]);
    Some(text)
}

/// What is put in the place of something.
#[derive(Debug)]
struct Edit {
    place: Range<usize>,
    text: String,
}

fn insert(at: usize, text: impl Into<String>) -> Edit {
    Edit {
        place: at..at,
        text: text.into(),
    }
}

/// nvcc takes `__shared__ alignas(16) float tile[64]`, where C++ wants the alignment first.
fn alignments(tokens: &[Token<'_>]) -> Vec<Edit> {
    let misplaced = tokens
        .windows(2)
        .filter(|pair| pair[0].is("__shared__") && pair[1].is("alignas"));
    misplaced
        .map(|pair| insert(pair[1].place.start, "coop_emulator_"))
        .collect()
}

fn launches(tokens: &[Token<'_>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for open in 0..tokens.len() {
        let Some(callee) = callee(tokens, open) else {
            continue;
        };
        let Some(close) = closing(tokens, open + 3) else {
            continue;
        };
        let begin = tokens[callee].place.start;
        edits.push(insert(begin, "::coop_emulator::launch("));
        edits.push(Edit {
            place: tokens[open].place.start..tokens[open + 2].place.end,
            text: ", ".to_owned(),
        });
        edits.push(Edit {
            place: tokens[close].place.start..tokens[close + 2].place.end,
            text: ")".to_owned(),
        });
    }
    edits
}

/// Whether the same character comes three times from token `at` on, without anything in between.
fn thrice(tokens: &[Token<'_>], at: usize, text: &str) -> bool {
    let Some([a, b, c]) = tokens.get(at..at + 3) else {
        return false;
    };
    [a, b, c].iter().all(|token| token.is(text))
        && a.place.end == b.place.start
        && b.place.end == c.place.start
}

/// The first token of the expression before the `<<<` that token `open` begins.
fn callee(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let before = open.checked_sub(1)?;
    if !thrice(tokens, open, "<") || tokens[before].is("<") || tokens[before].is("operator") {
        return None;
    }
    let mut begin = component(tokens, before)?;
    while let Some(link) = begin.checked_sub(1) {
        if ["::", ".", "->"].iter().any(|text| tokens[link].is(text)) {
            begin = match link.checked_sub(1).and_then(|end| component(tokens, end)) {
                Some(component) => component,
                None => link,
            };
            if begin == link {
                break;
            }
        } else {
            break;
        }
    }
    Some(begin)
}

/// The first token of a name, with template arguments, index or parentheses after it, that ends with token `end`.
fn component(tokens: &[Token<'_>], end: usize) -> Option<usize> {
    let last = &tokens[end];
    if last.is_name() {
        return (!KEYWORDS.contains(&last.text)).then_some(end);
    }
    let (open, close) = [("<", ">"), ("(", ")"), ("[", "]")]
        .into_iter()
        .find(|(_, close)| last.is(close))?;
    let begin = opening(tokens, end, open, close)?;
    match begin
        .checked_sub(1)
        .and_then(|before| component(tokens, before))
    {
        Some(name) => Some(name),
        None if close == ")" => Some(begin),
        None => None,
    }
}

/// Words that no kernel's name ends with: what follows is the whole expression.
const KEYWORDS: [&str; 6] = ["return", "else", "do", "case", "co_return", "throw"];

/// The token that opens what token `end` closes.
fn opening(tokens: &[Token<'_>], end: usize, open: &str, close: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut inside = 0_usize;
    for at in (0..=end).rev() {
        let token = &tokens[at];
        // Comparisons in parentheses open nothing.
        if close == ">" && token.is(")") {
            inside += 1;
        } else if close == ">" && token.is("(") {
            inside = inside.checked_sub(1)?;
        } else if inside > 0 {
        } else if token.is(close) {
            depth += 1;
        } else if token.is(open) {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        } else if token.is(";") {
            return None;
        }
    }
    None
}

/// The token that begins the `>>>` of a launch whose configuration begins with token `from`.
fn closing(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for at in from..tokens.len() {
        let token = &tokens[at];
        if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
            depth = depth.checked_sub(1)?;
        } else if depth == 0 && thrice(tokens, at, ">") {
            let called = tokens.get(at + 3).is_some_and(|next| next.is("("));
            return called.then_some(at);
        } else if token.is(";") {
            return None;
        }
    }
    None
}

/// A kernel's definition.
#[derive(Debug, PartialEq, Eq)]
struct Definition {
    /// As it is written: `ns::scale`.
    name: String,
    /// Where its body ends.
    end: usize,
    /// Where its `__cluster_dims__(…)` is, and what that says.
    cluster: Option<(Range<usize>, String)>,
}

fn registrations(tokens: &[Token<'_>]) -> Vec<Edit> {
    let kernels = (0..tokens.len()).filter(|&at| tokens[at].is("__global__"));
    let kernels: Vec<Definition> = kernels.filter_map(|at| definition(tokens, at)).collect();
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for kernel in &kernels {
        *uses.entry(&kernel.name).or_default() += 1;
    }
    // Of functions of one name, an address alone tells none.
    let kernels = kernels
        .iter()
        .filter(|kernel| uses[kernel.name.as_str()] == 1);
    kernels
        .enumerate()
        .flat_map(|(number, kernel)| {
            let name = &kernel.name;
            let (without, cluster) = match &kernel.cluster {
                None => (None, String::new()),
                Some((place, sides)) => (
                    Some(Edit {
                        place: place.clone(),
                        text: String::new(),
                    }),
                    format!("::coop_emulator::register_cluster(&{name}, {{{sides}}}), "),
                ),
            };
            let registration = insert(
                kernel.end,
                format!(
                    " [[maybe_unused]] static const int coop_emulator_knows_{number} = \
                     ({cluster}::coop_emulator::register_function(&{name}, \"{name}\"));"
                ),
            );
            without.into_iter().chain([registration])
        })
        .collect()
}

/// The definition of the kernel that has its `__global__` at token `at`; `None` for a declaration, a template, and where
/// directives make it unclear what belongs together.
fn definition(tokens: &[Token<'_>], at: usize) -> Option<Definition> {
    if tokens[at].in_directive {
        return None;
    }
    let ends =
        |token: &Token<'_>| token.in_directive || [";", "{", "}"].iter().any(|t| token.is(t));
    let before = tokens[..at].iter().rev().take_while(|token| !ends(token));
    if before.into_iter().any(|token| token.is("template")) {
        return None;
    }
    let parameters = parameters(tokens, at + 1)?;
    let mut first = parameters - 1;
    while first >= 2 && tokens[first - 1].is("::") && tokens[first - 2].is_name() {
        first -= 2;
    }
    let name = tokens[first..parameters]
        .iter()
        .map(|token| token.text)
        .collect();
    let mut body = matching(tokens, parameters)? + 1;
    if tokens.get(body)?.is("noexcept") {
        body += 1;
    }
    if !tokens.get(body)?.is("{") {
        return None;
    }
    let end = tokens[matching(tokens, body)?].place.end;
    let begin = at
        - tokens[..at]
            .iter()
            .rev()
            .take_while(|token| !ends(token))
            .count();
    let cluster = cluster(tokens, begin..parameters);
    Some(Definition { name, end, cluster })
}

/// The `__cluster_dims__(…)` among those tokens.
fn cluster(tokens: &[Token<'_>], among: Range<usize>) -> Option<(Range<usize>, String)> {
    let word = among
        .clone()
        .find(|&at| tokens[at].is("__cluster_dims__"))?;
    let close = matching(tokens, word + 1).filter(|close| among.contains(close))?;
    let sides: Vec<&str> = tokens[word + 2..close]
        .iter()
        .map(|token| token.text)
        .collect();
    let place = tokens[word].place.start..tokens[close].place.end;
    Some((place, sides.join(" ")))
}

/// The token that opens the parameters of the function whose declaration goes on at token `from`: the first parenthesis
/// after a name that is no attribute.
fn parameters(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    const WITH_ARGUMENTS: [&str; 6] = [
        "__launch_bounds__",
        "__attribute__",
        "__cluster_dims__",
        "__block_size__",
        "__maxnreg__",
        "alignas",
    ];
    let mut at = from;
    loop {
        let token = tokens.get(at)?;
        if token.is("[") {
            at = matching(tokens, at)?;
        } else if token.is("(") {
            let before = &tokens[at - 1];
            if WITH_ARGUMENTS.contains(&before.text) {
                at = matching(tokens, at)?;
            } else {
                return before.is_name().then_some(at);
            }
        } else if token.in_directive || [";", "{", "}", "="].iter().any(|text| token.is(text)) {
            return None;
        }
        at += 1;
    }
}

/// The token that closes what token `open` opens, if as many conditional directives end in between as begin.
fn matching(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let (mut depth, mut conditions) = (0_usize, 0_i32);
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if token.kind == Kind::Directive {
            conditions += match token.text {
                "if" | "ifdef" | "ifndef" => 1,
                "endif" => -1,
                // The branches may have braces that stand for each other.
                "else" | "elif" | "elifdef" | "elifndef" if conditions == 0 => return None,
                _ => 0,
            };
            if conditions < 0 {
                return None;
            }
        }
        if token.in_directive {
            continue;
        }
        if ["(", "[", "{"].iter().any(|text| token.is(text)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|text| token.is(text)) {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return (conditions == 0).then_some(at);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(source: &str, expected: &str) {
        assert_eq!(rewrite(source).as_deref(), Some(expected), "{source}");
    }

    #[test]
    fn an_alignment_after_shared_becomes_an_attribute_and_others_stay() {
        let text = "alignas(8) int a; __shared__ alignas(T) char b[4]; extern __shared__ alignas(16) char c[];";
        assert_eq!(
            rewrite(text).unwrap(),
            "alignas(8) int a; __shared__ coop_emulator_alignas(T) char b[4]; extern __shared__ coop_emulator_alignas(16) char c[];"
        );
        assert_eq!(rewrite("__shared__ int a; alignas(8) int b;"), None);
    }

    #[test]
    fn a_launch_becomes_a_call_with_the_kernel_as_its_first_argument() {
        becomes(
            "k<<<g, b>>>(x, 1);",
            "::coop_emulator::launch(k, g, b)(x, 1);",
        );
        becomes(
            "return ns::k <<< dim3(n >> 2, f<a>(1)), b, sizeof(float) * n, s >>> (x);",
            "return ::coop_emulator::launch(ns::k ,  dim3(n >> 2, f<a>(1)), b, sizeof(float) * n, s ) (x);",
        );
    }

    #[test]
    fn the_kernel_may_be_any_name_or_an_expression_in_parentheses() {
        for kernel in [
            "k<float, 4>",
            "::k",
            "::ns::k<std::pair<int, N<3>>>",
            "outer<int>::k",
            "table.row[i + 1]",
            "p->kernels[f(2)]",
            "(fast ? a : b)",
            "pick(3)",
            "k<(a > b)>",
        ] {
            becomes(
                &format!("{{ {kernel}<<<1, 32>>>(); }}"),
                &format!("{{ ::coop_emulator::launch({kernel}, 1, 32)(); }}"),
            );
        }
    }

    #[test]
    fn a_launch_in_a_macro_or_over_lines_keeps_its_lines() {
        becomes(
            "#define RUN(k) \\\n  k<<<1, 2>>>()\nk<<<1,\n 2>>>();",
            "#define RUN(k) \\\n  ::coop_emulator::launch(k, 1, 2)()\n::coop_emulator::launch(k, 1,\n 2)();",
        );
    }

    #[test]
    fn what_only_looks_like_a_launch_stays() {
        for source in [
            "// k<<<1, 2>>>()",
            "const char* s = \"k<<<1, 2>>>()\";",
            "/* k<<<1, 2>>>() */",
            "std::ostream& operator<<<int>(x);",
            "A<B<C<int>>>(x);",
            "x << y; a<b<c<d>>>(1);",
        ] {
            assert_eq!(rewrite(source), None, "{source}");
        }
    }

    #[test]
    fn the_definition_of_a_kernel_is_followed_by_its_registration() {
        let registration = |number, name: &str| {
            format!(
                " [[maybe_unused]] static const int coop_emulator_knows_{number} = \
                 (::coop_emulator::register_function(&{name}, \"{name}\"));"
            )
        };
        for head in [
            "__global__ void k(int* p)",
            "extern \"C\" __global__ void k()",
            "__global__ void __launch_bounds__(N * f(2), 3) k(int (&p)[3], void (*f)(int))",
            "static __global__ __attribute__((cold)) void k(int) noexcept",
            "[[deprecated(\"no\")]] __global__ [[gnu::cold]] void k(A<int> a = A<int>{1})",
        ] {
            let source = format!("{head} {{ if (x) {{ y('}}'); }} }}\nint z;");
            let expected = source.replace("\nint", &format!("{}\nint", registration(0, "k")));
            becomes(&source, &expected);
        }
        let two = "__global__ void a() {}\nvoid f() {}\n__global__ void n::b() {}";
        let expected = format!(
            "__global__ void a() {{}}{}\nvoid f() {{}}\n__global__ void n::b() {{}}{}",
            registration(0, "a"),
            registration(1, "n::b")
        );
        becomes(two, &expected);
    }

    #[test]
    fn templates_declarations_overloads_and_what_directives_split_are_left_alone() {
        for source in [
            "template <typename T> __global__ void k(T* p) { *p = 1; }",
            "template <> __global__ void k<int>(int* p) { *p = 1; }",
            "__global__ void k(int* p);",
            "__global__ void k(int) {}\n__global__ void k(long) {}",
            "#define KERNEL(name) __global__ void name() {}",
            "#if A\n__global__ void k(int a) {\n#else\n__global__ void k(long a) {\n#endif\n}",
        ] {
            assert_eq!(rewrite(source), None, "{source}");
        }
    }

    #[test]
    fn a_body_with_whole_conditions_in_it_is_one() {
        let source = "__global__ void k() {\n#ifdef A\n f();\n#else\n g();\n#endif\n}";
        assert!(rewrite(source).is_some_and(|text| text.starts_with(source)));
    }

    #[test]
    fn the_cluster_of_a_kernel_is_taken_out_and_registered() {
        let source = "__global__ void __cluster_dims__(2, N, 1) k(int* a) {}\n";
        let text = rewrite(source).unwrap();
        assert!(text.starts_with("__global__ void  k(int* a) {}"), "{text}");
        let registered = "::coop_emulator::register_cluster(&k, {2 , N , 1}), ";
        assert!(text.contains(registered), "{text}");
        // Whose it is cannot be told of a template: the header refuses what is left in.
        let template = "template <typename T> __global__ void __cluster_dims__(2) k(T* a) {}";
        assert!(rewrite(template).is_none());
    }
}

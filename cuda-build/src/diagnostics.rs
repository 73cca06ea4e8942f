//! What nvcc and the programs it runs have said: which part of it is an error, which a warning, and what helps.

/// One message of a compiler, with the source line it points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    pub(crate) severity: Severity,
    pub(crate) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Severity {
    Error,
    Warning,
}

impl Diagnostic {
    /// The first line: place and message.
    pub(crate) fn headline(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

/// The messages in what was printed, in order, each at the place that the user wrote. Counts, remarks and include chains are left
/// out.
pub(crate) fn parse(printed: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Said> = Vec::new();
    // Where the template was used whose code the next message is about.
    let mut required = None;
    for line in printed.lines() {
        if let Some(severity) = severity_of_headline(line) {
            found.push(Said {
                severity,
                headline: line.to_owned(),
                lines: Vec::new(),
                required: required.take(),
                expansion: None,
                part: Part::Message,
            });
        } else if let Some(place) = line.trim_end().strip_suffix("required from here") {
            required = Some(place.trim_end_matches([' ', ':']).to_owned());
        } else if let Some(last) = found.last_mut() {
            last.take(line);
        }
    }
    found.into_iter().map(Said::tell).collect()
}

/// A message, line by line.
struct Said {
    severity: Severity,
    headline: String,
    /// The source lines that it points at.
    lines: Vec<String>,
    required: Option<String>,
    /// The outermost macro that it is in: where that was used, and the source lines there.
    expansion: Option<(String, Vec<String>)>,
    part: Part,
}

/// What the next line belongs to.
enum Part {
    Message,
    Expansion,
    /// Nothing that is shown; a macro may follow.
    Between,
    /// Nothing: notes about something else.
    Over,
}

impl Said {
    fn take(&mut self, line: &str) {
        let is_source = line.starts_with(char::is_whitespace);
        match &mut self.part {
            Part::Message if is_source => self.lines.push(line.trim_end().to_owned()),
            Part::Expansion if is_source => {
                if let Some((_, lines)) = &mut self.expansion {
                    lines.push(line.trim_end().to_owned());
                }
            }
            Part::Over => {}
            _ if is_source => {}
            part => {
                *part = match line.split_once(": note: in expansion of macro") {
                    Some((place, _)) => {
                        self.expansion = Some((place.to_owned(), Vec::new()));
                        Part::Expansion
                    }
                    None if line.contains(": note: in definition of macro") => Part::Between,
                    None => Part::Over,
                }
            }
        }
    }

    /// A message in a header's macro is told where the macro was used.
    fn tell(mut self) -> Diagnostic {
        let expansion = self
            .expansion
            .filter(|(place, _)| file_of(place) != file_of(&self.headline));
        if let Some((place, lines)) = expansion
            && let Some(at) = self.headline.find(": ")
        {
            self.headline = format!("{place}{}", &self.headline[at..]);
            self.lines = lines;
        }
        let mut text = self.headline;
        for line in self.lines {
            text.push('\n');
            text.push_str(&line);
        }
        if let Some(place) = self.required
            && file_of(&place) != file_of(&text)
        {
            text.push_str(&format!("\n  required from {place}"));
        }
        Diagnostic {
            severity: self.severity,
            text,
        }
    }
}

/// The file in `file:3:1: error: …` and `file:3:1`.
fn file_of(place: &str) -> &str {
    place.split(':').next().unwrap_or_default()
}

/// `file(3): error: …`, `file:3:1: fatal error: …`, `file(3): warning #177-D: …`, `nvcc fatal   : …`,
/// `ptxas x.ptx, line 21; error   : …`
fn severity_of_headline(line: &str) -> Option<Severity> {
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    let is_headline = |word: &str| {
        line.match_indices(word).any(|(at, _)| {
            let rest = line[at + word.len()..].trim_start();
            line[..at].ends_with(' ') && (rest.starts_with(':') || rest.starts_with('#'))
        })
    };
    if ["error", "fatal"].into_iter().any(is_headline) {
        Some(Severity::Error)
    } else {
        is_headline("warning").then_some(Severity::Warning)
    }
}

/// What to do about an error whose reason is a known one.
pub(crate) fn advice(printed: &str, emulated: bool) -> Option<String> {
    if let Some((_, rest)) = printed.split_once("gcc versions later than ") {
        let newest: String = rest.chars().take_while(char::is_ascii_digit).collect();
        return Some(format!(
            "This toolkit takes g++ up to {newest}. Install that one and set NVCC_CCBIN=g++-{newest}, or use a newer \
             toolkit."
        ));
    }
    let of_emulator = if emulated { REASONS_OF_EMULATOR } else { &[] };
    of_emulator
        .iter()
        .chain(KNOWN_REASONS)
        .find(|(signs, _)| signs.iter().any(|sign| printed.contains(sign)))
        .map(|(_, advice)| (*advice).to_owned())
}

/// As [`KNOWN_REASONS`], where kernels are compiled for the emulator.
const REASONS_OF_EMULATOR: &[(&[&str], &str)] = &[
    (
        &["fatal error: cub/", "fatal error: thrust/"],
        "The emulator has neither CUB nor Thrust, whose kernels are written for nvcc: put what uses them under \
         `#ifndef COOP_EMULATED`, with another way beside it, or build with a toolkit.",
    ),
    (
        &[
            "unrecognized command-line option",
            "unrecognized command line option",
            "unknown argument",
        ],
        "Kernels for the emulator are compiled by g++ 12 or later: install it, and name it in CXX (CXX=g++-12).",
    ),
];

/// Signs of a reason, and what helps.
const KNOWN_REASONS: &[(&[&str], &str)] = &[
    (
        &[
            "record_of\" matches",
            "function for call to ‘record_of(",
            "function for call to 'record_of(",
            "no matches converting function",
        ],
        "An export line takes a name and one `__global__` function: of a template its arguments too \
         (`COOP_KERNEL(scale_f32, scale<float>)`), and of several of one name a cast \
         (`COOP_KERNEL(fill_f32, static_cast<void (*)(float*)>(fill))`).",
    ),
    (
        &[
            "redefinition of ‘const coop::kernel_record* coop_kernel_",
            "function \"coop_kernel_",
        ],
        "Two export lines have one name: the first argument is what Rust calls the kernel, once in a package.",
    ),
    (
        &["structure_of<"],
        "COOP_STRUCT(type, members...) names every member of the structure in its order, and stands outside of every namespace.",
    ),
    (
        &["unsupported clang version", "unsupported GNU version"],
        "This toolkit does not take the host's C++ compiler: set NVCC_CCBIN to one that it takes.",
    ),
    (
        &["Failed to preprocess host compiler properties"],
        "nvcc could not run the host's C++ compiler, which is what NVCC_CCBIN or else CXX names, or else `c++`. Correct the \
         variable if one is set; or install a compiler (Debian, Ubuntu: apt install g++).",
    ),
    (
        &["Unsupported gpu architecture"],
        "This nvcc does not know that architecture: change CUDA_ARCHS (`nvcc --list-gpu-arch` prints what it knows).",
    ),
    (
        &[
            "cicc: not found",
            "crt/host_config.h: No such file",
            "cuda_runtime.h: No such file",
            "nv/target: No such file",
        ],
        "The toolkit is incomplete. Of the PyPI wheels, nvidia-cuda-nvcc, nvidia-cuda-crt, nvidia-nvvm, \
         nvidia-cuda-runtime and nvidia-cuda-cccl belong together, all of one minor version.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_ERRORS: &str = "\
h.cuh(1): error: identifier \"wrong\" is undefined
  inline int q(){ return wrong; }
                         ^

a.cu(2): warning #177-D: variable \"z\" was declared but never referenced
  int z;
      ^

Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"

a.cu(2): error: a class is required
  A<int> a;
     ^
          detected during instantiation of class \"A<T> [with T=int]\" at line 1

2 errors detected in the compilation of \"a.cu\".
";

    #[test]
    fn each_message_is_one_diagnostic_with_its_source_lines_and_nothing_else() {
        let found = parse(TWO_ERRORS);
        let severities: Vec<Severity> = found.iter().map(|d| d.severity).collect();
        assert_eq!(
            severities,
            [Severity::Error, Severity::Warning, Severity::Error]
        );
        assert_eq!(found[0].text.lines().count(), 3);
        assert_eq!(
            found[0].headline(),
            "h.cuh(1): error: identifier \"wrong\" is undefined"
        );
        assert!(found[2].text.ends_with("at line 1"), "{}", found[2].text);
    }

    #[test]
    fn every_program_that_nvcc_runs_is_understood() {
        for line in [
            "inc.cu:1:10: fatal error: nope.h: No such file or directory",
            "ptxas /tmp/x.ptx, line 21; error   : Not a name of any known instruction: 'bogus'",
            "ptxas fatal   : Ptx assembly aborted due to errors",
            "nvcc fatal   : Unknown option '--bogus'",
            "nvlink error   : Undefined reference to 'f' in 'a.o'",
            "a.cu(3): error #20013: calling a constexpr function",
            "cc1plus: fatal error: none.cu: No such file or directory",
        ] {
            let found = parse(line);
            assert_eq!(found.len(), 1, "{line}");
            assert_eq!(found[0].severity, Severity::Error, "{line}");
        }
    }

    #[test]
    fn a_line_of_source_that_mentions_an_error_is_not_one() {
        assert_eq!(
            parse("  return error : fatal;\n2 errors detected in the compilation of \"a.cu\".\n"),
            []
        );
    }

    #[test]
    fn a_host_compiler_that_is_too_new_is_answered_with_the_one_to_install() {
        let printed = "#error -- unsupported GNU version! gcc versions later than 13 are not supported! The nvcc flag";
        assert!(advice(printed, false).is_some_and(|advice| advice.contains("NVCC_CCBIN=g++-13")));
    }

    #[test]
    fn a_missing_host_compiler_is_answered_with_how_to_get_one() {
        let printed = "nosuch: No such file or directory\nnvcc fatal   : Failed to preprocess host compiler properties.";
        assert!(advice(printed, false).is_some_and(|advice| advice.contains("apt install g++")));
    }

    #[test]
    fn an_ordinary_error_gets_no_advice() {
        assert_eq!(advice(TWO_ERRORS, false), None);
    }

    /// As g++ says it of an export line, in a header of this crate.
    const IN_A_MACRO: &str = "\
In file included from k.cu:1:
k.cu: In function ‘const coop::kernel_record* coop_kernel_x__t()’:
/headers/coop/export.cuh:305:38: error: no matches converting function ‘s’ to type ‘void (*)()’
  305 |             ::coop::detail::record_of(#exported, cooperative, __VA_ARGS__);
      |             ~~~~~~~~~~~~~~~~~~~~~~~~~^~~~~
/headers/coop/export.cuh:312:36: note: in expansion of macro ‘COOP_EXPORT_’
  312 | #define COOP_KERNEL(exported, ...) COOP_EXPORT_(exported, false, __VA_ARGS__)
      |                                    ^~~~~~~~~~~~
k.cu:7:1: note: in expansion of macro ‘COOP_KERNEL’
    7 | COOP_KERNEL(t, s);
      | ^~~~~~~~~~~
k.cu:3:39: note: candidate is: ‘template<class T> void s(T*)’
    3 | template <typename T> __global__ void s(T* x) { *x = 1; }
      |                                       ^
/headers/other.h:1:1: note: in expansion of macro ‘OTHER’
";

    #[test]
    fn a_message_in_a_headers_macro_is_told_where_the_user_wrote_the_macro() {
        let found = parse(IN_A_MACRO);
        assert_eq!(
            found[0].text,
            "k.cu:7:1: error: no matches converting function ‘s’ to type ‘void (*)()’\n    7 | COOP_KERNEL(t, s);\n      | ^~~~~~~~~~~"
        );
        assert!(advice(IN_A_MACRO, true).is_some_and(|advice| advice.contains("scale<float>")));
    }

    #[test]
    fn a_message_in_a_headers_template_is_told_with_the_place_that_required_it() {
        let found = parse(
            "/h/t.cuh: In instantiation of ‘void f() [with T = int]’:\nk.cu:8:5:   required from here\n/h/t.cuh:3:4: error: no\n  3 | x\n",
        );
        assert_eq!(
            found[0].text,
            "/h/t.cuh:3:4: error: no\n  3 | x\n  required from k.cu:8:5"
        );
    }

    #[test]
    fn what_the_emulator_does_not_have_is_told_for_the_emulator_alone() {
        let printed = "k.cu:1:10: fatal error: cub/cub.cuh: No such file or directory";
        assert!(advice(printed, true).is_some_and(|advice| advice.contains("COOP_EMULATED")));
        assert_eq!(advice(printed, false), None);
    }
}

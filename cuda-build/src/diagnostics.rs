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

/// The messages in what was printed, in order. Counts, remarks and include chains are left out.
pub(crate) fn parse(printed: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut open = false;
    for line in printed.lines() {
        if let Some(severity) = severity_of_headline(line) {
            found.push(Diagnostic {
                severity,
                text: line.to_owned(),
            });
            open = true;
        } else if !line.starts_with(char::is_whitespace) {
            open = false;
        } else if let (true, Some(last)) = (open, found.last_mut()) {
            last.text.push('\n');
            last.text.push_str(line.trim_end());
        }
    }
    found
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
pub(crate) fn advice(printed: &str) -> Option<String> {
    if let Some((_, rest)) = printed.split_once("gcc versions later than ") {
        let newest: String = rest.chars().take_while(char::is_ascii_digit).collect();
        return Some(format!(
            "This toolkit takes g++ up to {newest}. Install that one and set NVCC_CCBIN=g++-{newest}, or use a newer \
             toolkit."
        ));
    }
    KNOWN_REASONS
        .iter()
        .find(|(signs, _)| signs.iter().any(|sign| printed.contains(sign)))
        .map(|(_, advice)| (*advice).to_owned())
}

/// Signs of a reason, and what helps.
const KNOWN_REASONS: &[(&[&str], &str)] = &[
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
        assert!(advice(printed).is_some_and(|advice| advice.contains("NVCC_CCBIN=g++-13")));
    }

    #[test]
    fn a_missing_host_compiler_is_answered_with_how_to_get_one() {
        let printed = "nosuch: No such file or directory\nnvcc fatal   : Failed to preprocess host compiler properties.";
        assert!(advice(printed).is_some_and(|advice| advice.contains("apt install g++")));
    }

    #[test]
    fn an_ordinary_error_gets_no_advice() {
        assert_eq!(advice(TWO_ERRORS), None);
    }
}

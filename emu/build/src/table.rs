//! The table by which an object tells the emulator about its kernels, as assembly after the object's own.
//!
//! `coop_emulator/code.h` declares the rows, and has the object's static constructors hand them over.

use std::fmt::Write as _;

use super::code::{Code, Data, Kernel};

/// The one variable that every `extern __shared__` array is, in the emulator.
const DYNAMIC_SHARED: &str = "coop_emulator_dynamic";

/// Where the compiler notes which functions have bytes before their entry. Nobody reads it.
const NOTES: &str = "__patchable_function_entries";

/// The compiler's assembly with its notes in a section that no linker takes over: they refer to functions of which it
/// may keep another object's copy.
pub(crate) fn without_notes(assembly: &str) -> String {
    let excluded = "\t.section\t.coop_emulator_notes,\"e\",@progbits";
    let line = |line: &str| {
        let is_notes = line
            .trim_start()
            .strip_prefix(".section")
            .is_some_and(|rest| rest.trim_start().starts_with(NOTES));
        format!("{}\n", if is_notes { excluded } else { line })
    };
    assembly.lines().map(line).collect()
}

/// The table of an object, and the one name of its dynamic shared arrays. `offsets` says whether the assembler has a word for a
/// variable's place in thread-local storage.
pub(crate) fn assembly(code: &Code, offsets: bool) -> String {
    let mut text = String::new();
    for name in code.dynamic.iter().filter(|name| *name != DYNAMIC_SHARED) {
        _ = writeln!(text, "\t.set {name}, {DYNAMIC_SHARED}");
    }
    // Written to by the dynamic linker alone, which fills the addresses in.
    text += "\t.section .data.rel.ro.coop_emulator_kernels,\"aw\"\n\t.balign 8\ncoop_emulator_kernels:\n";
    for (number, kernel) in code.kernels.iter().enumerate() {
        row(&mut text, number, kernel, offsets);
    }
    // No entry: the end.
    text += "\t.zero 56\n";
    for (number, kernel) in code.kernels.iter().enumerate() {
        let symbol = &kernel.symbol;
        _ = writeln!(
            text,
            ".Lcoop_name{number}:\n\t.asciz \"{symbol}\"\n\t.balign 8"
        );
        if is_listed(kernel, offsets) {
            _ = writeln!(text, ".Lcoop_variables{number}:");
            for (index, variable) in kernel.variables.iter().enumerate() {
                let (symbol, bytes) = (&variable.symbol, variable.bytes);
                _ = writeln!(
                    text,
                    "\t.8byte {symbol}@dtpoff, {bytes}, .Lcoop_variable{number}_{index}"
                );
            }
            for (index, variable) in kernel.variables.iter().enumerate() {
                let symbol = &variable.symbol;
                _ = writeln!(
                    text,
                    ".Lcoop_variable{number}_{index}:\n\t.asciz \"{symbol}\""
                );
            }
            text += "\t.balign 8\n";
        }
    }
    data(&mut text, &code.data);
    text
}

/// Bytes after a variable that nothing else has: an access there is past its end.
const GAP: u64 = 64;

/// The table of the variables in the program's data.
fn data(text: &mut String, variables: &[Data]) {
    text.push_str("coop_emulator_data:\n");
    for (number, variable) in variables.iter().enumerate() {
        let Data {
            symbol,
            bytes,
            section,
        } = variable;
        let gap = section.as_ref().map_or(0, |_| GAP);
        _ = writeln!(
            text,
            "\t.8byte {symbol}, {bytes}, {gap}, .Lcoop_data{number}"
        );
    }
    text.push_str("\t.zero 32\n");
    for (number, Data { symbol, .. }) in variables.iter().enumerate() {
        _ = writeln!(text, ".Lcoop_data{number}:\n\t.asciz \"{symbol}\"");
    }
    for section in variables.iter().filter_map(|data| data.section.as_ref()) {
        _ = writeln!(text, "\t.section {section}\n\t.zero {GAP}");
    }
}

/// Whether every variable of the kernel can be listed: those of other objects cannot.
fn is_listed(kernel: &Kernel, offsets: bool) -> bool {
    offsets && kernel.elsewhere.is_empty() && !kernel.is_open
}

fn row(text: &mut String, number: usize, kernel: &Kernel, offsets: bool) {
    let symbol = &kernel.symbol;
    let bytes = u32::try_from(kernel.static_shared()).unwrap_or(u32::MAX);
    let threads = kernel.max_threads.unwrap_or(0);
    let (variables, dynamic) = match is_listed(kernel, offsets) {
        true => (
            format!(".Lcoop_variables{number}"),
            format!("{DYNAMIC_SHARED}@dtpoff"),
        ),
        false => ("0".to_owned(), "0".to_owned()),
    };
    let count = kernel.variables.len();
    let signature = kernel.signature.as_deref().unwrap_or("0");
    _ = writeln!(
        text,
        "\t.8byte {symbol}, .Lcoop_name{number}\n\t.4byte {bytes}, {threads}\n\t.8byte {variables}, {count}, {dynamic}\n\
         \t.8byte {signature}"
    );
}

#[cfg(test)]
mod tests {
    use super::super::code::Variable;
    use super::*;

    fn variable(symbol: &str) -> Variable {
        Variable {
            symbol: symbol.into(),
            bytes: 40,
            alignment: 8,
        }
    }

    #[test]
    fn a_kernel_has_a_row_and_its_variables_a_list() {
        let code = Code {
            kernels: vec![Kernel {
                symbol: "k".into(),
                max_threads: Some(256),
                variables: vec![variable("x")],
                elsewhere: Vec::new(),
                is_open: false,
                signature: Some("s".into()),
            }],
            dynamic: vec!["tile".into(), DYNAMIC_SHARED.into()],
            data: vec![Data {
                symbol: "table".into(),
                bytes: 16,
                section: Some(".bss.table".into()),
            }],
        };
        let text = assembly(&code, true);
        for part in [
            "coop_emulator_data:\n\t.8byte table, 16, 64, .Lcoop_data0\n",
            "\t.section .bss.table\n\t.zero 64\n",
            "\t.set tile, coop_emulator_dynamic\n",
            "\t.8byte k, .Lcoop_name0\n\t.4byte 40, 256\n\t.8byte .Lcoop_variables0, 1, coop_emulator_dynamic@dtpoff\n\t.8byte s\n",
            ".Lcoop_variables0:\n\t.8byte x@dtpoff, 40, .Lcoop_variable0_0\n.Lcoop_variable0_0:\n\t.asciz \"x\"\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains(".set coop_emulator_dynamic"), "{text}");
        assert!(!assembly(&code, false).contains("variables0"));
    }

    #[test]
    fn a_kernel_with_variables_of_other_objects_has_their_bytes_and_no_list() {
        let kernel = Kernel {
            symbol: "k".into(),
            max_threads: None,
            variables: vec![variable("x")],
            elsewhere: vec![variable("y")],
            is_open: false,
            signature: None,
        };
        let code = Code {
            kernels: vec![kernel],
            dynamic: Vec::new(),
            data: Vec::new(),
        };
        let text = assembly(&code, true);
        assert!(
            text.contains("\t.4byte 80, 0\n\t.8byte 0, 1, 0\n"),
            "{text}"
        );
    }

    #[test]
    fn the_compilers_notes_are_moved_and_nothing_else() {
        let given = "\t.text\n\t.section\t__patchable_function_entries,\"awo\",@progbits,.LPFE1\n\t.quad .LPFE1\n";
        let expected =
            "\t.text\n\t.section\t.coop_emulator_notes,\"e\",@progbits\n\t.quad .LPFE1\n";
        assert_eq!(without_notes(given), expected);
    }
}

//! PTX, as kernels write it in `asm`: from its text to calls of functions on bits, one an instruction. The registers are numbers of 64
//! bits; what type they hold, each instruction says.

use std::collections::HashSet;

use table::{arithmetic, is_hint, of_type, scope, special};

mod table;

/// What an operand of the `asm` is called in the block.
pub(super) fn operand(number: usize) -> String {
    format!("coop_ptx_{number}")
}

/// C++ statements that do what the text says; or what it is that is not known. Operands have numbers, and may have names.
pub(super) fn translate(text: &str, names: &[Option<&str>]) -> Result<String, String> {
    let mut block = Block {
        names,
        registers: HashSet::new(),
        code: String::new(),
    };
    for statement in without_comments(text).split(';') {
        block.statement(statement.trim())?;
    }
    Ok(block.code)
}

fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        kept += before;
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    kept += rest;
    let lines = kept.lines();
    let lines: Vec<&str> = lines
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    // An instruction may go on in the next line: only a semicolon ends it.
    lines.join(" ")
}

struct Block<'a> {
    names: &'a [Option<&'a str>],
    /// Those that are declared in the text.
    registers: HashSet<String>,
    code: String,
}

/// How memory is accessed.
#[derive(Default)]
struct Manner<'a> {
    order: &'a str,
    is_narrow: bool,
    is_shared: bool,
    width: usize,
    rest: Vec<&'a str>,
}

impl<'a> Manner<'a> {
    fn of(parts: &[&'a str]) -> Manner<'a> {
        let mut manner = Manner {
            order: "weak",
            width: 1,
            ..Manner::default()
        };
        for part in parts.iter().copied() {
            match part {
                "weak" | "relaxed" | "acquire" | "release" | "acq_rel" | "volatile" => {
                    manner.order = part;
                }
                "global" | "local" | "const" => {}
                "shared" | "shared::cta" => manner.is_shared = true,
                "v2" => manner.width = 2,
                "v4" => manner.width = 4,
                _ if is_hint(part) => {}
                _ => match scope(part) {
                    Some(is_narrow) => manner.is_narrow = is_narrow,
                    None => manner.rest.push(part),
                },
            }
        }
        manner
    }

    /// Arguments of the template.
    fn arguments(&self, of: &str) -> String {
        let Manner {
            order, is_narrow, ..
        } = self;
        format!("<{of}, ::coop_emulator::ptx::{order}_order, {is_narrow}>")
    }
}

impl Block<'_> {
    fn statement(&mut self, statement: &str) -> Result<(), String> {
        let mut statement = statement;
        while let Some(rest) = statement.strip_prefix(['{', '}']) {
            let is_open = statement.starts_with('{');
            self.code += if is_open { "{ " } else { "} " };
            statement = rest.trim();
        }
        let (statement, closes) = match statement.strip_suffix('}') {
            // Not the end of a vector.
            Some(rest) if !rest.contains('{') => (rest.trim(), true),
            _ => (statement, false),
        };
        if !statement.is_empty() {
            self.instruction(statement)
                .ok_or_else(|| statement.split_whitespace().collect::<Vec<_>>().join(" "))?;
        }
        if closes {
            self.code += "} ";
        }
        Ok(())
    }

    fn instruction(&mut self, statement: &str) -> Option<()> {
        let (mut name, mut rest) = word(statement);
        if name == ".reg" {
            let (_, registers) = word(rest);
            return self.declare(registers);
        }
        if let Some(predicate) = name.strip_prefix('@') {
            let (negation, predicate) = match predicate.strip_prefix('!') {
                Some(predicate) => ("!", predicate),
                None => ("", predicate),
            };
            let predicate = self.value(predicate, None)?;
            self.code += &format!("if ({negation}{predicate}) ");
            (name, rest) = word(rest);
        }
        let parts: Vec<&str> = name.split('.').collect();
        let arguments = arguments(rest);
        let code = self.call(&parts, &arguments)?;
        self.code += &code;
        self.code += "; ";
        Some(())
    }

    fn declare(&mut self, registers: &str) -> Option<()> {
        for register in registers.split(',').map(str::trim) {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
            let name = register.trim_start_matches('%');
            if name.is_empty() || !name.chars().all(plain) {
                return None;
            }
            self.registers.insert(register.replace("%%", "%"));
            self.code += &format!("unsigned long long {} = 0; ", local(register));
        }
        Some(())
    }

    /// An instruction by the parts of its name.
    fn call(&self, parts: &[&str], arguments: &[&str]) -> Option<String> {
        let (name, last) = (parts[0], *parts.last()?);
        let middle = parts.get(1..parts.len() - 1).unwrap_or_default();
        let function = |name: &str| format!("::coop_emulator::ptx::{name}");
        match name {
            "ld" | "ldu" | "st" => {
                self.access(name, &Manner::of(middle), of_type(last)?, arguments)
            }
            "atom" | "red" => self.atomic(name, &Manner::of(middle), of_type(last)?, arguments),
            "fence" | "membar" => {
                let of_block = parts[1..].iter().find_map(|part| match *part {
                    "gl" => Some(false),
                    part => scope(part),
                })?;
                let rest = parts[1..]
                    .iter()
                    .filter(|part| **part != "gl" && scope(part).is_none());
                let known = ["acq_rel", "sc", "acquire", "release"];
                let is_known = rest.clone().all(|part| known.contains(part));
                is_known.then(|| format!("coop_emulator_fence({})", i32::from(!of_block)))
            }
            "bar" | "barrier" => match (
                parts[1..].iter().rfind(|part| **part != "aligned")?,
                arguments,
            ) {
                (&"sync", [number]) if !parts.contains(&"warp") => Some(format!(
                    "{}(unsigned({}))",
                    function("barrier"),
                    self.value(number, None)?
                )),
                (&"sync", [mask]) => {
                    Some(format!("__syncwarp(unsigned({}))", self.value(mask, None)?))
                }
                _ => None,
            },
            "nanosleep" => Some("coop_emulator_pause()".into()),
            "trap" => Some("coop_emulator_trap()".into()),
            "prefetch" | "prefetchu" | "discard" | "applypriority" => {
                let [place, ..] = arguments else { return None };
                let address = self.address(place)?;
                Some(format!("static_cast<void>({address})"))
            }
            "activemask" => {
                let [to] = arguments else { return None };
                Some(format!("{} = __activemask()", self.register(to)?))
            }
            "cvta" => {
                let [to, from] = arguments else { return None };
                let from = self.value(from, None)?;
                let value = match (middle.contains(&"shared"), middle.contains(&"to")) {
                    (false, _) => from,
                    (true, true) => format!("{}({from})", function("to_shared")),
                    (true, false) => format!("{}({from})", function("of_shared")),
                };
                Some(format!("{} = {value}", self.register(to)?))
            }
            "mov" => self.moves(of_type(last)?, arguments),
            "cvt" => {
                let [to, from] = arguments else { return None };
                let [.., to_type, from_type] = parts else {
                    return None;
                };
                let (to_type, from_type) = (of_type(to_type)?, of_type(from_type)?);
                let rounding = &parts[1..parts.len() - 2];
                let is_exact = rounding
                    .iter()
                    .all(|part| ["rn", "rzi", "ftz"].contains(part));
                let from = self.value(from, Some(from_type))?;
                let by = format!("{}<{to_type}, {from_type}>", function("convert"));
                is_exact.then(|| Some(format!("{} = {by}({from})", self.register(to)?)))?
            }
            _ => {
                let (of, count, name) = arithmetic(parts)?;
                let (to, values) = arguments.split_first()?;
                if values.len() != count {
                    return None;
                }
                let of_value = |value: &&str| self.value(value, Some(of));
                let values: Option<Vec<String>> = values.iter().map(of_value).collect();
                let call = format!("{}<{of}>({})", function(&name), values?.join(", "));
                Some(format!("{} = {call}", self.register(to)?))
            }
        }
    }

    /// `ld` and `st`, also of several values.
    fn access(
        &self,
        name: &str,
        manner: &Manner<'_>,
        of: &str,
        arguments: &[&str],
    ) -> Option<String> {
        let [first, second] = arguments else {
            return None;
        };
        let is_load = name != "st";
        let (values, place) = if is_load {
            (first, second)
        } else {
            (second, first)
        };
        if !manner.rest.is_empty() || of == "bool" {
            return None;
        }
        let address = self.address_in(place, manner)?;
        let values: Vec<&str> = match values.strip_prefix('{') {
            Some(list) => list.strip_suffix('}')?.split(',').map(str::trim).collect(),
            None => vec![values],
        };
        if values.len() != manner.width {
            return None;
        }
        let template = manner.arguments(of);
        let mut code = format!(
            "{{ const unsigned long long coop_ptx_at = ::coop_emulator::ptx::at<{of}, {}>({address}); ",
            manner.width
        );
        for (number, value) in values.iter().enumerate() {
            let place = format!("coop_ptx_at + {number} * sizeof({of})");
            code += &match is_load {
                true => format!(
                    "{} = ::coop_emulator::ptx::load{template}({place}); ",
                    self.register(value)?
                ),
                false => format!(
                    "::coop_emulator::ptx::store{template}({place}, {}); ",
                    self.value(value, Some(of))?
                ),
            };
        }
        Some(code + "}")
    }

    /// `atom` and `red`.
    fn atomic(
        &self,
        name: &str,
        manner: &Manner<'_>,
        of: &str,
        arguments: &[&str],
    ) -> Option<String> {
        const OPERATIONS: [&str; 10] = [
            "add", "exch", "cas", "and", "or", "xor", "min", "max", "inc", "dec",
        ];
        let rest: Vec<&str> = manner
            .rest
            .iter()
            .copied()
            .filter(|part| *part != "noftz" && *part != "async")
            .collect();
        let [operation] = rest[..] else { return None };
        let (to, arguments) = match name {
            "atom" => {
                let (to, arguments) = arguments.split_first()?;
                (Some(*to), arguments)
            }
            _ => (None, arguments),
        };
        let (place, values) = arguments.split_first()?;
        let count = if operation == "cas" { 2 } else { 1 };
        if !OPERATIONS.contains(&operation) || values.len() != count || manner.width != 1 {
            return None;
        }
        let address = self.address_in(place, manner)?;
        let values: Option<Vec<String>> = values
            .iter()
            .map(|value| self.value(value, Some(of)))
            .collect();
        let order = if manner.order == "weak" {
            "relaxed"
        } else {
            manner.order
        };
        let call = format!(
            "::coop_emulator::ptx::atomic_{operation}<{of}, ::coop_emulator::ptx::{order}_order, {}>({address}, {})",
            manner.is_narrow,
            values?.join(", ")
        );
        Some(match to {
            Some("_") | None => format!("static_cast<void>({call})"),
            Some(to) => format!("{} = {call}", self.register(to)?),
        })
    }

    /// `mov`, of one register or of the halves of one.
    fn moves(&self, of: &str, arguments: &[&str]) -> Option<String> {
        let [to, from] = arguments else { return None };
        let list = |text: &str| -> Option<Vec<String>> {
            let list = text.strip_prefix('{')?.strip_suffix('}')?;
            Some(list.split(',').map(|part| part.trim().to_owned()).collect())
        };
        let bits = |parts: usize| match of {
            "unsigned long long" | "long long" | "double" => Some(64 / parts),
            "unsigned" | "int" | "float" => Some(32 / parts),
            _ => None,
        };
        if let Some(parts) = list(to) {
            let (each, from) = (bits(parts.len())?, self.value(from, Some(of))?);
            let mut code = format!("{{ const unsigned long long coop_ptx_whole = {from}; ");
            for (number, part) in parts.iter().enumerate().filter(|(_, part)| *part != "_") {
                let mask = u64::MAX >> (64 - each);
                let shift = number * each;
                code += &format!(
                    "{} = coop_ptx_whole >> {shift} & {mask}ull; ",
                    self.register(part)?
                );
            }
            return Some(code + "}");
        }
        if let Some(parts) = list(from) {
            let each = bits(parts.len())?;
            let mask = u64::MAX >> (64 - each);
            let mut whole = Vec::new();
            for (number, part) in parts.iter().enumerate() {
                let value = self.value(part, None)?;
                whole.push(format!("(({value} & {mask}ull) << {})", number * each));
            }
            return Some(format!("{} = {}", self.register(to)?, whole.join(" | ")));
        }
        Some(format!(
            "{} = {}",
            self.register(to)?,
            self.value(from, Some(of))?
        ))
    }

    /// The address that `[%1+16]` is.
    fn address(&self, text: &str) -> Option<String> {
        let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
        let (base, offset) = match inside.split_once('+') {
            Some((base, offset)) => (base.trim(), offset.trim().parse::<i64>().ok()?),
            None => (inside, 0),
        };
        let base = self.value(base, None)?;
        Some(format!("({base} + {offset})"))
    }

    /// The same, of shared memory where the access says so.
    fn address_in(&self, text: &str, manner: &Manner<'_>) -> Option<String> {
        let address = self.address(text)?;
        Some(match manner.is_shared {
            true => format!("::coop_emulator::ptx::of_shared({address})"),
            false => address,
        })
    }

    /// A register that is written.
    fn register(&self, text: &str) -> Option<String> {
        if let Some(rest) = text.strip_prefix('%') {
            if let Ok(number) = rest.parse::<usize>() {
                return (number < self.names.len()).then(|| operand(number));
            }
            if let Some(name) = rest
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
            {
                let number = self.names.iter().position(|known| *known == Some(name))?;
                return Some(operand(number));
            }
        }
        let text = text.replace("%%", "%");
        self.registers.contains(&text).then(|| local(&text))
    }

    /// What is read: a register, a special one, or a number, which for some types has a form of its own.
    fn value(&self, text: &str, of: Option<&str>) -> Option<String> {
        if let Some(register) = self.register(text) {
            return Some(register);
        }
        let name = text.trim_start_matches('%');
        if name.len() < text.len() {
            let value = special(name)?;
            return Some(format!("static_cast<unsigned long long>({value})"));
        }
        if let Some(bits) = text.strip_prefix("0f").or_else(|| text.strip_prefix("0F")) {
            let bits = u32::from_str_radix(bits, 16).ok()?;
            return Some(format!("{bits}ull"));
        }
        if let Some(bits) = text.strip_prefix("0d").or_else(|| text.strip_prefix("0D")) {
            return Some(format!("{}ull", u64::from_str_radix(bits, 16).ok()?));
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if let (Some("float" | "double"), Ok(number)) = (of, text.parse::<f64>())
            && text.contains('.')
        {
            return Some(match of {
                Some("float") => format!("{}ull", (number as f32).to_bits()),
                _ => format!("{}ull", number.to_bits()),
            });
        }
        let digits = digits.trim_end_matches(['U', 'u']);
        let number = match digits
            .strip_prefix("0x")
            .or_else(|| digits.strip_prefix("0X"))
        {
            Some(digits) => u64::from_str_radix(digits, 16).ok()?,
            None => digits.parse::<u64>().ok()?,
        };
        let number = if negative {
            number.wrapping_neg()
        } else {
            number
        };
        Some(format!("{number}ull"))
    }
}

/// A register of the text, in C++.
fn local(register: &str) -> String {
    let plain: String = register
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    format!("coop_ptx_of_{plain}")
}

/// The first word, and the rest.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

/// Arguments, of which one in braces or brackets is one.
fn arguments(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut depth, mut begin) = (0_i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                all.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    if !text[begin..].trim().is_empty() {
        all.push(text[begin..].trim());
    }
    all
}

#[cfg(test)]
mod tests;

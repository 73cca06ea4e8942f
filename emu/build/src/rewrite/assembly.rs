//! `asm` with PTX becomes C++: `asm("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p))` a block that calls functions of
//! `include/coop_emulator/ptx.h`. What the instructions are, `ptx.rs` knows. What it does not know is refused when it is assembled,
//! that is where it is used; `asm` of the host's own processor stays.

use std::ops::Range;

use super::{Edit, Token, apply, matching, ptx};

/// An operand: what it is called, whether it is read and written, and the expression.
struct Operand {
    name: Option<String>,
    is_read: bool,
    is_written: bool,
    place: Range<usize>,
}

/// Adds the edits of all `asm` statements; those that are about their operands go with these. `is_device` says of a token whether
/// it is in a function of the device alone.
pub(super) fn add(
    source: &str,
    tokens: &[Token<'_>],
    is_device: &dyn Fn(usize) -> bool,
    edits: &mut Vec<Edit>,
) {
    for at in 0..tokens.len() {
        let is_asm = ["asm", "__asm__", "__asm"]
            .iter()
            .any(|word| tokens[at].is(word));
        if tokens[at].in_directive || !is_asm {
            continue;
        }
        let open = tokens[at + 1..]
            .iter()
            .position(|token| !is_qualifier(token))
            .map(|ahead| at + 1 + ahead);
        let Some((open, close)) = open.and_then(|open| Some((open, matching(tokens, open)?)))
        else {
            continue;
        };
        let Some((text, operands)) = statement(tokens, open, close) else {
            continue;
        };
        if text.trim().is_empty() {
            continue;
        }
        let place = tokens[at].place.start..tokens[close].place.end;
        let inside = |edit: &Edit| place.start <= edit.place.start && edit.place.end <= place.end;
        let written = |edits: &[Edit], of: &Range<usize>| {
            let own = edits
                .iter()
                .filter(|edit| of.start <= edit.place.start && edit.place.end <= of.end);
            let moved = own.map(|edit| {
                let Range { start, end } = edit.place;
                Edit::replace(start - of.start..end - of.start, edit.text.clone())
            });
            let text = apply(&source[of.clone()], moved.collect());
            // On one line, and without markers of lines.
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.collect::<Vec<_>>().join(" ")
        };
        let names: Vec<Option<&str>> = operands.iter().map(|one| one.name.as_deref()).collect();
        match ptx::translate(&text, &names) {
            Ok(body) => {
                let mut block = String::from("({ ");
                for (number, operand) in operands.iter().enumerate() {
                    let value = match operand.is_read {
                        true => format!(
                            "::coop_emulator::ptx::bits({})",
                            written(edits, &operand.place)
                        ),
                        false => "0".into(),
                    };
                    block += &format!("unsigned long long {} = {value}; ", ptx::operand(number));
                }
                block += &body;
                for (number, operand) in operands.iter().enumerate() {
                    if operand.is_written {
                        let to = written(edits, &operand.place);
                        let from = ptx::operand(number);
                        block += &format!(" ::coop_emulator::ptx::give({to}, {from});");
                    }
                }
                block += " })";
                // The lines after it stay where they are.
                let lines = source[place.clone()].matches('\n').count();
                block += &"\n".repeat(lines);
                edits.retain(|edit| !inside(edit));
                edits.push(Edit::replace(place, block));
            }
            Err(unknown) if is_device(at) => {
                let said = format!(
                    "{}: the emulator does not know the PTX instruction: {unknown}",
                    position(source, place.start)
                );
                let said = said.replace(['\\', '"', '%', '{', '}', '|'], " ");
                // Without its operands, of which the host's compiler knows nothing.
                let lines = "\n".repeat(source[place.clone()].matches('\n').count());
                edits.retain(|edit| !inside(edit));
                edits.push(Edit::replace(
                    place,
                    format!("__asm__ volatile(\".error \\\"{said}\\\"\"){lines}"),
                ));
            }
            Err(_) => {}
        }
    }
}

fn is_qualifier(token: &Token<'_>) -> bool {
    ["volatile", "__volatile__", "__volatile", "inline", "goto"]
        .iter()
        .any(|word| token.is(word))
}

/// The text of an `asm` in parentheses, and its operands.
fn statement(tokens: &[Token<'_>], open: usize, close: usize) -> Option<(String, Vec<Operand>)> {
    let mut at = open + 1;
    let mut text = String::new();
    while at < close && tokens[at].kind == super::Kind::Literal {
        text += &literal(tokens[at].text)?;
        at += 1;
    }
    let mut operands = Vec::new();
    let mut part = 0;
    while at < close {
        if tokens[at].is(":") {
            part += 1;
        } else if tokens[at].is("::") {
            part += 2;
        } else if (part == 1 || part == 2) && !tokens[at].is(",") {
            let mut name = None;
            if tokens[at].is("[") {
                name = Some(tokens.get(at + 1)?.text.to_owned());
                at += 3;
            }
            let constraint = literal(tokens.get(at)?.text)?;
            let from = at + 1;
            let to = matching(tokens, from)?;
            operands.push(Operand {
                name,
                is_read: part == 2 || constraint.starts_with('+'),
                is_written: part == 1,
                place: tokens[from].place.start..tokens[to].place.end,
            });
            at = to;
        }
        at += 1;
    }
    Some((text, operands))
}

/// What a string literal stands for.
fn literal(text: &str) -> Option<String> {
    let begin = text.find('"')?;
    let inside = text.get(begin + 1..text.rfind('"')?)?;
    if text[..begin].contains('R') {
        let open = inside.find('(')?;
        return Some(inside.get(open + 1..inside.rfind(')')?)?.to_owned());
    }
    let mut value = String::new();
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next()? {
                'n' => value.push('\n'),
                't' | 'r' | 'v' => value.push(' '),
                other => value.push(other),
            },
            _ => value.push(c),
        }
    }
    Some(value)
}

/// The file and the line of a place, by the line markers.
fn position(source: &str, place: usize) -> String {
    let before = &source[..place];
    let marker = before.rfind("\n# ").map(|at| at + 1);
    let Some(marker) = marker.or(before.starts_with("# ").then_some(0)) else {
        return "?".into();
    };
    let line = before[marker..].split('\n').next().unwrap_or_default();
    let mut words = line[2..].splitn(2, ' ');
    let number = words.next().and_then(|number| number.parse::<usize>().ok());
    let file = words.next().and_then(|rest| rest.split('"').nth(1));
    let lines = before[marker..].matches('\n').count();
    match (file, number) {
        (Some(file), Some(number)) => {
            let name = file.rsplit('/').next().unwrap_or_default();
            format!("{name}:{}", number + lines.saturating_sub(1))
        }
        _ => "?".into(),
    }
}

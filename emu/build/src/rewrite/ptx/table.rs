//! What PTX has names for: types, special registers, scopes, and instructions on values alone.

/// The C++ type that a suffix stands for.
pub(super) fn of_type(suffix: &str) -> Option<&'static str> {
    Some(match suffix {
        "b8" | "u8" => "unsigned char",
        "s8" => "signed char",
        "b16" | "u16" => "unsigned short",
        "s16" => "short",
        "b32" | "u32" => "unsigned",
        "s32" => "int",
        "b64" | "u64" => "unsigned long long",
        "s64" => "long long",
        "f32" => "float",
        "f64" => "double",
        "pred" => "bool",
        _ => return None,
    })
}

/// Special registers, and what they are.
pub(super) fn special(name: &str) -> Option<&'static str> {
    Some(match name {
        "laneid" => "coop_emulator_lane()",
        "warpid" => "::coop_emulator::ptx::warp()",
        "nwarpid" => "32",
        "smid" => "coop_emulator_multiprocessor()",
        "clock" => "unsigned(coop_emulator_clock())",
        "clock_hi" => "unsigned(coop_emulator_clock() >> 32)",
        "clock64" => "coop_emulator_clock()",
        "globaltimer" => "coop_emulator_nanoseconds()",
        "globaltimer_lo" => "unsigned(coop_emulator_nanoseconds())",
        "globaltimer_hi" => "unsigned(coop_emulator_nanoseconds() >> 32)",
        "lanemask_eq" => "(1u << coop_emulator_lane())",
        "lanemask_lt" => "((1u << coop_emulator_lane()) - 1)",
        "lanemask_le" => "((2u << coop_emulator_lane()) - 1)",
        "lanemask_ge" => "~((1u << coop_emulator_lane()) - 1)",
        "lanemask_gt" => "~((2u << coop_emulator_lane()) - 1)",
        "tid.x" => "coop_emulator_thread_index().x",
        "tid.y" => "coop_emulator_thread_index().y",
        "tid.z" => "coop_emulator_thread_index().z",
        "ntid.x" => "coop_emulator_block_extent().x",
        "ntid.y" => "coop_emulator_block_extent().y",
        "ntid.z" => "coop_emulator_block_extent().z",
        "ctaid.x" => "coop_emulator_block_index().x",
        "ctaid.y" => "coop_emulator_block_index().y",
        "ctaid.z" => "coop_emulator_block_index().z",
        "nctaid.x" => "coop_emulator_grid_extent().x",
        "nctaid.y" => "coop_emulator_grid_extent().y",
        "nctaid.z" => "coop_emulator_grid_extent().z",
        _ => return None,
    })
}

/// Instructions that take values of one type and give one: name, number of values, and what may stand between name and type.
const ARITHMETIC: [(&str, usize, &[&str]); 59] = [
    ("add", 2, &["rn", "ftz", "sat"]),
    ("sub", 2, &["rn", "ftz"]),
    ("mul", 2, &["rn", "ftz"]),
    ("mul.lo", 2, &[]),
    ("mul.hi", 2, &[]),
    ("mul.wide", 2, &[]),
    ("mad.lo", 3, &[]),
    ("mad.hi", 3, &[]),
    ("mad.wide", 3, &[]),
    ("mad.rn", 3, &["ftz"]),
    ("fma.rn", 3, &["ftz"]),
    ("mul24.lo", 2, &[]),
    ("div", 2, &["rn", "approx", "full", "ftz"]),
    ("rem", 2, &[]),
    ("abs", 1, &["ftz"]),
    ("neg", 1, &["ftz"]),
    ("min", 2, &["ftz"]),
    ("max", 2, &["ftz"]),
    ("and", 2, &[]),
    ("or", 2, &[]),
    ("xor", 2, &[]),
    ("not", 1, &[]),
    ("cnot", 1, &[]),
    ("shl", 2, &[]),
    ("shr", 2, &[]),
    ("shf.l.wrap", 3, &[]),
    ("shf.r.wrap", 3, &[]),
    ("shf.l.clamp", 3, &[]),
    ("shf.r.clamp", 3, &[]),
    ("popc", 1, &[]),
    ("clz", 1, &[]),
    ("brev", 1, &[]),
    ("bfind", 1, &[]),
    ("bfind.shiftamt", 1, &[]),
    ("bfe", 3, &[]),
    ("bfi", 4, &[]),
    ("prmt", 3, &[]),
    ("lop3", 4, &[]),
    ("sad", 3, &[]),
    ("selp", 3, &[]),
    ("setp.eq", 2, &["ftz"]),
    ("setp.ne", 2, &["ftz"]),
    ("setp.lt", 2, &["ftz"]),
    ("setp.le", 2, &["ftz"]),
    ("setp.gt", 2, &["ftz"]),
    ("setp.ge", 2, &["ftz"]),
    ("setp.lo", 2, &[]),
    ("setp.ls", 2, &[]),
    ("setp.hi", 2, &[]),
    ("setp.hs", 2, &[]),
    ("sqrt", 1, &["rn", "approx", "ftz"]),
    ("rsqrt", 1, &["approx", "ftz"]),
    ("rcp", 1, &["rn", "approx", "ftz"]),
    ("ex2", 1, &["approx", "ftz"]),
    ("lg2", 1, &["approx", "ftz"]),
    ("sin", 1, &["approx", "ftz"]),
    ("cos", 1, &["approx", "ftz"]),
    ("tanh", 1, &["approx"]),
    ("copysign", 2, &[]),
];

/// What may be asked of caches, which there are none of.
pub(super) fn is_hint(part: &str) -> bool {
    let of_caches = ["ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc"];
    of_caches.contains(&part) || part.starts_with("L1::") || part.starts_with("L2::")
}

/// Whether a scope is of the block.
pub(super) fn scope(part: &str) -> Option<bool> {
    match part {
        "cta" => Some(true),
        "gpu" | "sys" | "cluster" => Some(false),
        _ => None,
    }
}

/// Type, number of values and name of an instruction of [`ARITHMETIC`].
pub(super) fn arithmetic(parts: &[&str]) -> Option<(&'static str, usize, String)> {
    let (last, before) = parts.split_last()?;
    let of = of_type(last)?;
    let full = before.join(".");
    let fits = |row: &&(&str, usize, &[&str])| {
        let rest = full.strip_prefix(row.0);
        rest.is_some_and(|rest| {
            let mut rest = rest.split('.').filter(|part| !part.is_empty());
            (full.len() == row.0.len() || full.as_bytes()[row.0.len()] == b'.')
                && rest.all(|part| row.2.contains(&part))
        })
    };
    // The longest name that fits.
    let row = ARITHMETIC
        .iter()
        .filter(fits)
        .max_by_key(|row| row.0.len())?;
    if full.contains("sat") && of != "float" {
        return None;
    }
    let saturates = if full.ends_with("sat") { "_sat" } else { "" };
    let name = match row.0 {
        // Words of C++.
        "and" | "or" | "xor" | "not" => format!("{}_", row.0),
        name => name.replace('.', "_") + saturates,
    };
    Some((of, row.1, name))
}

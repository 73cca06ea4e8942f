//! Lines for a POSIX shell.

/// A line that sets and exports `name`, whatever characters the value holds.
pub fn export(name: &str, value: &str) -> String {
    format!("export {name}={}", quote(value))
}

/// The value as one word. Nothing is special between single quotes but the single quote itself.
fn quote(value: &str) -> String {
    format!("'{}'", value.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_shell_reads_back_exactly_what_was_exported() {
        for value in [
            "/plain",
            "/with spaces/and  two",
            "it's",
            "''",
            "$HOME `id` \\ \" * ? # ; & | < >",
            "a\nb",
            "é",
            "",
        ] {
            let script = format!("{}\nprintf '[%s]' \"$VALUE\"", export("VALUE", value));
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(
                String::from_utf8(output.stdout).unwrap(),
                format!("[{value}]"),
                "{script}"
            );
        }
    }
}

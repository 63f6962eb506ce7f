//! A text between quotation marks, for messages.
use std::fmt::{self, Display, Write};

/// A text from outside between quotation marks, with invisible characters escaped. Mostly the same as `{:?}`, which needs
/// tables of all characters.
#[derive(Debug, Clone, Copy)]
pub struct Quoted<'a>(pub &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                _ if c.is_control() => write!(f, "{}", c.escape_unicode())?,
                _ => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::Quoted;

    #[test]
    fn texts_are_quoted_as_elsewhere() {
        for text in ["", "b3", "a \"b\"\\", "é €", "\n\u{1b}[2J", "\u{7f}"] {
            assert_eq!(Quoted(text).to_string(), format!("{text:?}"));
        }
    }
}

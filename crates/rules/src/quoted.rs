//! What someone else wrote, for messages: between quotation marks, or as it is; neither can disturb a terminal.
use std::fmt::{self, Display, Write};

/// A text on one line, in which control characters and what changes the direction of writing are escaped.
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a str);

/// The same between quotation marks. In most cases it looks as `{:?}` does, which needs tables of all characters.
#[derive(Debug, Clone, Copy)]
pub struct Quoted<'a>(pub &'a str);

/// Whether a terminal would obey a character instead of showing it: C0, C1, and the marks, embeddings, overrides and isolates of
/// writing in two directions.
pub fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escape(c: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match c {
        '\n' => f.write_str("\\n"),
        _ if is_obeyed(c) => write!(f, "{}", c.escape_unicode()),
        _ => f.write_char(c),
    }
}

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| escape(c, f))
    }
}

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                _ => escape(c, f)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::{Escaped, Quoted, is_obeyed};

    #[test]
    fn texts_are_quoted_as_elsewhere() {
        for text in ["", "b3", "a \"b\"\\", "é €", "\n\u{1b}[2J", "\u{7f}"] {
            assert_eq!(Quoted(text).to_string(), format!("{text:?}"));
        }
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let all: String = ('\0'..=char::MAX).collect();
        for escaped in [Escaped(&all).to_string(), Quoted(&all).to_string()] {
            assert!(!escaped.contains(is_obeyed));
        }
        let text = "\u{9b}31m\u{202e}evil\u{2069}\u{1b}]0;title\u{7}\r\n";
        let escaped = r"\u{9b}31m\u{202e}evil\u{2069}\u{1b}]0;title\u{7}\u{d}\n";
        assert_eq!(Escaped(text).to_string(), escaped);
        assert_eq!(Quoted(text).to_string(), format!("\"{escaped}\""));
        let names = "Zoë 多拉 مریم می\u{200c}خواهم 👩\u{200d}🌾";
        assert_eq!(Escaped(names).to_string(), names, "every script is shown as it is");
    }
}

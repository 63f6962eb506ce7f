//! Names that people give themselves and their tables: bounded, and plain text.

/// The most characters of a person's name.
pub const LONGEST_NAME: usize = 40;
/// The most characters of a table's name.
pub const LONGEST_TABLE_NAME: usize = 60;

/// A name without what disturbs others: no control characters, no changes of direction, single spaces. `None` if nothing is left or it is too long.
pub fn clean(name: &str, longest: usize) -> Option<String> {
    // Whoever sends megabytes does not mean a name.
    if name.len() > 16 * longest {
        return None;
    }
    let words: Vec<_> = name.split_whitespace().collect();
    let name = words.join(" ");
    let disturbing = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
    };
    let length = name.chars().count();
    (length > 0 && length <= longest && !name.chars().any(disturbing)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_text() {
        assert_eq!(clean("  Zoë   van  Dam ", 40).as_deref(), Some("Zoë van Dam"));
        assert_eq!(clean("<b>x</b>", 40).as_deref(), Some("<b>x</b>"), "shown as text only");
        for bad in ["", "   ", "a\u{0}b", "a\u{202e}b", &"x".repeat(41), &" ".repeat(100_000)] {
            assert_eq!(clean(bad, 40), None);
        }
    }
}

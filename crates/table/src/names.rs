//! Names that people give themselves and their tables: bounded, and plain text that can be seen.

/// The most characters of a person's name.
pub const LONGEST_NAME: usize = 40;
/// The most characters of a table's name.
pub const LONGEST_TABLE_NAME: usize = 60;
/// The most accents on one letter; Vietnamese has two, some scripts three.
const MOST_ACCENTS: usize = 4;

/// Returns a name without what disturbs others: nothing invisible, no changes of direction, single spaces. `None` if nothing is left or it is too long.
pub fn clean(name: &str, longest: usize) -> Option<String> {
    // Megabytes of text are not a name.
    if name.len() > 16 * longest {
        return None;
    }
    let words: Vec<_> = name.split_whitespace().collect();
    let name = words.join(" ");
    let length = name.chars().count();
    let fits = length > 0 && length <= longest;
    (fits && words.iter().all(|word| is_visible(word))).then_some(name)
}

/// Whether a word can be seen as it is written.
fn is_visible(word: &str) -> bool {
    let mut accents = 0;
    let mut before = None;
    for c in word.chars() {
        if is_hidden(c) {
            return false;
        }
        // They join or part what stands around them: families of emoji, Persian and Indic words. Alone they are nothing.
        let selected = before == Some('\u{fe0f}') && c == '\u{200d}';
        if is_joiner(c) && !selected && before.is_none_or(is_joiner) {
            return false;
        }
        accents = if is_accent(c) { accents + 1 } else { 0 };
        if accents > MOST_ACCENTS {
            return false;
        }
        before = Some(c);
    }
    // An emoji may end with the selector that asks for its picture.
    before.is_some_and(|last| !is_joiner(last) || last == '\u{fe0f}')
}

/// What has no shape of its own, or changes the direction of what follows.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
        )
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0e}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The joiner and the non-joiner of zero width, and the selector for an emoji's picture.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}')
}

/// Marks that are drawn onto the letter before them.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
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

    #[test]
    fn what_cannot_be_seen_is_no_name_and_every_script_has_its_own() {
        // A soft hyphen, Hangul and braille blanks, marks of direction, joiners without anything to join, a tower of accents.
        let tower = format!("a{}", "\u{301}".repeat(5));
        for hidden in [
            "\u{ad}",
            "\u{3164}",
            "\u{2800}",
            "\u{61c}",
            "Anna\u{61c}",
            "An\u{ad}na",
            "\u{200d}",
            "\u{200c}a",
            "a\u{200d}",
            "a\u{200d}\u{200d}b",
            "\u{200b}",
            "\u{2067}Anna",
            "\u{180e}",
            "\u{ffa0}",
            "\u{115f}",
            "\u{e0041}",
            "\u{fe0f}",
            &tower,
        ] {
            assert_eq!(clean(hidden, 40), None, "{hidden:?}");
        }
        // A family and a flag of joined emoji, a heart with its selector, Persian and Marathi with their joiners, Vietnamese, Thai.
        for name in [
            "👩\u{200d}👩\u{200d}👧",
            "🏳\u{fe0f}\u{200d}🌈",
            "❤\u{fe0f}",
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "Nguye\u{302}\u{303}n",
            "ที่นี่",
            "Иван",
            "多拉",
            "Łukasz",
        ] {
            assert_eq!(clean(name, 40).as_deref(), Some(name), "{name:?}");
        }
    }
}

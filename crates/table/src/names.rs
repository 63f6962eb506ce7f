//! Names that people give themselves and their tables: bounded, plain text that can be seen, and nobody else's.
//!
//! Who sits down under a name that reads like another person's at the table gets a number behind it, as "Zoe 2". A bot's name, in any of the
//! page's languages, is no person's name. Two names read alike if they have the same [skeleton]. What was stored before keeps its names.
use crate::refusal::Refusal;

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

/// Returns a person's name without what disturbs others, or why it is none.
pub fn person(name: &str) -> Result<String, Refusal> {
    let name = clean(name, LONGEST_NAME).ok_or(Refusal::BadName)?;
    if is_bots(&name) { Err(Refusal::BotsName) } else { Ok(name) }
}

/// Returns the name with a number behind it, if it reads like one of the others.
pub(crate) fn told_apart<'a>(name: &str, others: impl Iterator<Item = &'a str>) -> String {
    let others: Vec<_> = others.map(skeleton).collect();
    let is_free = |name: &String| !others.contains(&skeleton(name));
    let numbered = |number: usize| {
        let behind = format!(" {number}");
        let kept: String = name.chars().take(LONGEST_NAME - behind.len()).collect();
        format!("{}{behind}", kept.trim_end())
    };
    let name = name.to_owned();
    // Each of the others stands in the way of one number at most.
    let mut names = std::iter::once(name.clone()).chain((2..others.len() + 3).map(numbered));
    names.find(is_free).unwrap_or(name)
}

/// Whether a seat's name is this one, as it was written or with the number that tells it apart.
pub fn is_called(seat: &str, name: &str) -> bool {
    let number = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
    let behind = seat.rsplit_once(' ').filter(|(_, rest)| number(rest));
    // A long name was cut for its number.
    seat == name
        || behind.is_some_and(|(cut, _)| {
            name == cut || (name.chars().count() > LONGEST_NAME - 3 && name.starts_with(cut))
        })
}

/// The names of the bots' levels in the languages of `locales/`, which a test of the server compares with this list.
const BOTS: [&str; 29] = [
    "Random",
    "Breeze",
    "Brise",
    "Lüftchen",
    "Wietrzyk",
    "Sprout",
    "Bourgeon",
    "Keimling",
    "Kiełek",
    "Seedling",
    "Jeune pousse",
    "Setzling",
    "Sadzonka",
    "Gardener",
    "Jardinier",
    "Gärtner",
    "Ogrodnik",
    "Designer",
    "Garden designer",
    "Paysagiste",
    "Gartenplaner",
    "Projektant ogrodów",
    "Mason",
    "Maçon",
    "Steinmetz",
    "Kamieniarz",
    "Architect",
    "Architecte",
    "Architekt",
];

/// Whether a name reads like a bot's, with or without a number.
fn is_bots(name: &str) -> bool {
    let is_digit = |c: char| matches!(c, '0'..='9' | '０'..='９');
    let bare = name.trim_end_matches(|c: char| is_digit(c) || c.is_whitespace());
    let skeletons = [skeleton(name), skeleton(bare)];
    BOTS.iter().any(|bot| skeletons.contains(&skeleton(bot)))
}

/// What is left of a name when everything is taken away that the eye passes over: case, spaces, punctuation, joiners and accents, and which
/// script a letter is of, for the Greek and Cyrillic letters and the signs that look like Latin ones. Letters that look alike within a script
/// (`rn` and `m`), and whole words of other scripts that do, tell names apart.
fn skeleton(name: &str) -> String {
    let read = |c: char| !c.is_whitespace() && !is_joiner(c) && !is_accent(c) && !is_punctuation(c);
    let letters: String = name.chars().filter(|c| read(*c)).map(|c| plain(lower_case(c))).collect();
    // A name of signs alone is read as it is.
    if letters.is_empty() { name.to_owned() } else { letters }
}

/// The small letter of a capital one, in the scripts whose letters look alike. The standard library's table of all scripts is too large for
/// the page's module.
fn lower_case(c: char) -> char {
    let number = u32::from(c);
    let small = match c {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ϋ' | 'А'..='Я' => number + 32,
        'Ѐ'..='Џ' => number + 80,
        'Ÿ' => u32::from('ÿ'),
        // Here capital and small letters take turns.
        'Ĺ'..='ň' | 'Ź'..='ž' | 'Ǎ'..='ǜ' => number + number % 2,
        'Ā'..='ķ'
        | 'Ŋ'..='ŷ'
        | 'Ǟ'..='ǯ'
        | 'Ǹ'..='ȳ'
        | 'Ѡ'..='ѿ'
        | 'Ҋ'..='ҿ'
        | 'Ӑ'..='ԯ'
        | 'Ḁ'..='ẕ'
        | 'Ạ'..='ỿ' => number | 1,
        _ => number,
    };
    char::from_u32(small).unwrap_or(c)
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() && c != '|'
        || matches!(c, '\u{a1}'..='\u{bf}' | '\u{2010}'..='\u{205e}')
}

/// The small Latin letters, each with what looks like it, small or large: accented, full width, Greek, Cyrillic, digits.
const ALIKE: [(char, &str); 26] = [
    ('a', "àáâãäåāăąǎȧạαа"),
    ('b', "βвьƀ"),
    ('c', "çćĉċčсϲ"),
    ('d', "ďđԁ"),
    ('e', "èéêëēĕėęěẹεеёє"),
    ('f', "ƒϝ"),
    ('g', "ĝğġģǧɡ"),
    ('h', "ĥħнһ"),
    ('i', ""),
    ('j', "ĵјϳ"),
    ('k', "ķκкќ"),
    ('l', "iíìîïĩīĭįıĺļľŀłιіїӏ1|"),
    ('m', "мμ"),
    ('n', "ñńņňŉηпν"),
    ('o', "òóôõöøōŏőǒọοоσ0"),
    ('p', "ρрþ"),
    ('q', "ԛ"),
    ('r', "ŕŗřгг"),
    ('s', "śŝşšșѕ"),
    ('t', "ţťŧțτт"),
    ('u', "ùúûüũūŭůűųǔụυц"),
    ('v', "ѵ"),
    ('w', "ŵωшԝѡ"),
    ('x', "χх"),
    ('y', "ýÿŷγуўү"),
    ('z', "źżžζ"),
];

/// The letter that a small one looks like.
fn plain(c: char) -> char {
    let c = match c {
        // Full width, and the letters of mathematics in all their styles.
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c).to_ascii_lowercase()
        }
        '\u{1d400}'..='\u{1d6a3}' => {
            char::from(b"abcdefghijklmnopqrstuvwxyz"[(u32::from(c) as usize - 0x1d400) % 26])
        }
        _ => c,
    };
    ALIKE.iter().find(|(_, alike)| alike.contains(c)).map_or(c, |(plain, _)| *plain)
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

    #[test]
    fn names_that_read_alike_get_a_number() {
        let apart = |name: &str, others: &[&str]| told_apart(name, others.iter().copied());
        assert_eq!(apart("Zoe", &[]), "Zoe");
        for other in [
            "Zoe",
            "zoe",
            "Z o e",
            "Zoë",
            "Zoe\u{308}",
            "Zое",
            "ΖΟΕ",
            "Z0e",
            "Ｚｏｅ",
            "𝐙𝐨𝐞",
            "Z\u{200d}oe",
            "Zoe.",
        ] {
            assert_eq!(apart("Zoe", &[other]), "Zoe 2", "{other}");
            assert_eq!(apart(other, &["Zoe"]), format!("{other} 2"));
        }
        for other in ["Zoa", "Zoe 2", "Zo", "Zoey", "ゾエ"] {
            assert_eq!(apart("Zoe", &[other]), "Zoe", "{other}");
        }
        assert_eq!(apart("Zoe", &["Zoe", "Zoe 2", "zoe 3"]), "Zoe 4");
        assert_eq!(apart("Alice", &["AIice"]), "Alice 2");
        assert_eq!(apart("!!", &["!!"]), "!! 2");
        assert_eq!(apart("!!", &["??"]), "!!");
        let long = "x".repeat(LONGEST_NAME);
        let second = apart(&long, &[&long]);
        assert_eq!((second.chars().count(), second.ends_with(" 2")), (LONGEST_NAME, true));
        assert!(is_called(&second, &long) && is_called("Zoe 2", "Zoe") && is_called("Zoe", "Zoe"));
        assert!(
            !is_called("Zoe B", "Zoe") && !is_called("Zo 2", "Zoe") && !is_called("Zoe", "Zoe 2")
        );
    }

    #[test]
    fn a_bots_name_is_no_persons() {
        for bad in [
            "Architect",
            "ARCHITECT",
            "architect 2",
            "Arch itect",
            "Аrсhitect",
            "Ärchitekt",
            "Garden  Designer",
            "Mason1",
            "maçon",
        ] {
            assert_eq!(person(bad), Err(Refusal::BotsName), "{bad}");
        }
        for good in ["Archie", "Architect Anna", "Masona", "Zoë", "2", "Łukasz"] {
            assert_eq!(person(good).as_deref(), Ok(good));
        }
        assert_eq!(person(" "), Err(Refusal::BadName));
    }
}

//! Our own alphabet, drawn with a pen of even width, so that no picture needs a font. Other scripts are drawn by the system's fonts, where
//! there are some.
use crate::foreign::{Fonts, Outline};
use crate::shape::short;
use std::fmt::Write;

/// One stroke of the pen: where it starts, and how it goes on from there (relative path data).
type Stroke = (f64, f64, &'static str);

/// On which side of its point a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Right,
    Middle,
    Left,
}

/// How a text is written: its size (height of a line, capitals are 0.7 of it), its paint and its weight (1 is normal).
#[derive(Clone, Copy)]
pub(crate) struct Pen<'a> {
    pub(crate) size: f64,
    pub(crate) paint: &'a str,
    pub(crate) weight: f64,
}

/// Between two letters.
const GAP: f64 = 3.4;
/// What a space is wide.
const BLANK: f64 = 4.6;
/// Units of the glyphs in one size.
const EM: f64 = 20.0;

/// How wide a text is at this size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    if let Some(outline) = foreign(text, Fonts::system()) {
        return outline.width * size / EM;
    }
    let units: f64 = text.chars().map(|c| glyph(c).0 + GAP).sum();
    (units - GAP).max(0.0) * size / EM
}

/// Whether our own alphabet has a character.
fn is_ours(c: char) -> bool {
    c.is_whitespace() || plain(c).is_some() || parts(c).is_some()
}

/// A text that our alphabet cannot write, drawn by a font, in units of the glyphs.
fn foreign(text: &str, fonts: &Fonts) -> Option<Outline> {
    if text.chars().all(is_ours) { None } else { fonts.outline(text, EM) }
}

/// Whether a character is an emoji or another small picture, or belongs to one.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns a name as far as it can be drawn, by our own alphabet or by a font of the system; `None` if too little is left of it to be
/// a name. Nobody is shown as a row of boxes.
pub fn written(name: &str) -> Option<String> {
    written_by(name, Fonts::system())
}

fn written_by(name: &str, fonts: &Fonts) -> Option<String> {
    let only = |can: fn(char) -> bool| {
        let kept: String = name.chars().filter(|c| can(*c)).collect();
        kept.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let ours = only(is_ours);
    if letters(&ours) == letters(name) {
        return (letters(&ours) > 0).then_some(ours);
    }
    let theirs = only(|c| !is_picture(c));
    if foreign(&theirs, fonts).is_some() {
        return Some(theirs);
    }
    // One that loses most of its letters is another name.
    (letters(&ours) > 0 && 2 * letters(&ours) >= letters(name)).then_some(ours)
}

/// A text on one line, its baseline at y, standing on that side of x.
pub(crate) fn write(text: &str, x: f64, y: f64, side: Side, pen: Pen<'_>) -> String {
    let scale = pen.size / EM;
    let x = match side {
        Side::Right => x,
        Side::Middle => x - width(text, pen.size) / 2.0,
        Side::Left => x - width(text, pen.size),
    };
    let place = format!(
        "translate({} {}) scale({})",
        short(x),
        short(y),
        (scale * 1000.0).round() / 1000.0
    );
    if let Some(Outline { path, .. }) = foreign(text, Fonts::system()) {
        return format!(r#"<path transform="{place}" d="{path}" fill="{}"/>"#, pen.paint);
    }
    let mut path = String::new();
    let mut at = 0.0;
    for c in text.chars() {
        let (wide, strokes) = glyph(c);
        for (dx, dy, rest) in strokes {
            let _ = write!(path, "M{} {}{rest}", short(at + dx), short(dy));
        }
        at += wide + GAP;
    }
    if path.is_empty() {
        return path;
    }
    format!(
        r#"<path transform="{place}" d="{path}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round"/>"#,
        pen.paint,
        short(1.9 * pen.weight),
    )
}

/// A text cut with an ellipsis so that it is no wider than this.
pub(crate) fn fitted(text: &str, size: f64, widest: f64) -> String {
    if width(text, size) <= widest {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while kept.pop().is_some() {
        let cut = format!("{}…", kept.trim_end());
        if width(&cut, size) <= widest {
            return cut;
        }
    }
    String::new()
}

/// Width and strokes of a character, its accent included. What we cannot write becomes a small box.
fn glyph(c: char) -> (f64, Vec<Stroke>) {
    if c.is_whitespace() {
        return (BLANK, Vec::new());
    }
    if let Some((wide, strokes)) = plain(c) {
        return (wide, strokes.to_vec());
    }
    if let Some((base, accent)) = parts(c) {
        let bare = match base {
            'i' => Some((0.0, &[(0.0, -10.0, "v10")] as &[Stroke])),
            'j' => Some((2.0, &[(2.0, -10.0, "v11q0 3.2-3 3")] as &[Stroke])),
            _ => plain(base),
        };
        if let Some((wide, strokes)) = bare {
            let mut all = strokes.to_vec();
            let tall = base.is_uppercase() || "bdfhklt".contains(base);
            all.extend(accent_strokes(
                accent,
                base,
                wide / 2.0,
                if tall { -16.2 } else { -12.4 },
                wide,
            ));
            return (wide, all);
        }
    }
    (7.0, vec![(0.0, -10.0, "h7v10h-7z")])
}

/// Letters with accents, by accent: the letter, then what it stands on.
const ACCENTED: &[(char, &str)] = &[
    ('`', "àaèeìiòoùuÀAÈEÌIÒOÙU"),
    ('´', "áaéeíióoúuýyćcńnśsźzÁAÉEÍIÓOÚUÝYĆCŃNŚSŹZ"),
    ('^', "âaêeîiôoûuÂAÊEÎIÔOÛU"),
    ('~', "ãañnõoÃAÑNÕO"),
    ('¨', "äaëeïiöoüuÿyÄAËEÏIÖOÜUŸY"),
    ('°', "åaÅAůuŮU"),
    ('.', "żzŻZ"),
    ('ˇ', "čcďděeňnřršsťtžzČCĎDĚEŇNŘRŠSŤTŽZ"),
    ('¸', "çcÇCşsŞS"),
    (',', "ąaęeĄAĘE"),
    ('/', "łlŁLøoØO"),
];

fn parts(c: char) -> Option<(char, char)> {
    ACCENTED.iter().find_map(|&(accent, pairs)| {
        let all: Vec<char> = pairs.chars().collect();
        all.chunks_exact(2).find(|pair| pair[0] == c).map(|pair| (pair[1], accent))
    })
}

fn accent_strokes(accent: char, base: char, cx: f64, top: f64, wide: f64) -> Vec<Stroke> {
    match accent {
        '`' => vec![(cx - 1.8, top - 2.4, "l2.8 2.4")],
        '´' => vec![(cx - 1.0, top, "l2.8-2.4")],
        '^' => vec![(cx - 2.6, top, "l2.6-2.6 2.6 2.6")],
        'ˇ' => vec![(cx - 2.6, top - 2.6, "l2.6 2.6 2.6-2.6")],
        '~' => vec![(cx - 3.0, top, "c.8-2.4 2-2.2 3-1.2s2.2 1 3-1.2")],
        '¨' => vec![(cx - 2.2, top - 1.0, "v.1"), (cx + 2.2, top - 1.0, "v.1")],
        '°' => vec![(cx - 1.6, top - 1.0, "a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1-3.2 0")],
        '.' => vec![(cx, top - 1.0, "v.1")],
        '¸' => vec![(cx, 0.0, "l-.4 1.6q2.4 0 2.2 1.7q-.3 1.5-2.8 1.1")],
        // The ogonek hangs on the right foot.
        ',' => vec![(
            if base == 'e' { wide * 0.62 } else { wide },
            0.0,
            "q-2.4 1.8-1.6 3.2q.7 1.2 2.4.5",
        )],
        _ if base == 'o' || base == 'O' => vec![(
            wide + 0.2,
            if base == 'o' { -10.4 } else { -14.4 },
            if base == 'o' { "l-8.8 10.8" } else { "l-12.4 14.8" },
        )],
        _ => vec![(-2.2, if base == 'l' { -5.6 } else { -5.0 }, "l4.8-3.2")],
    }
}

/// Letters, digits and signs that stand for themselves.
fn plain(c: char) -> Option<(f64, &'static [Stroke])> {
    Some(match c {
        'A' => (11.0, &[(0.0, 0.0, "l5.5-14 5.5 14"), (1.9, -5.0, "h7.2")]),
        'B' => (9.0, &[(0.0, 0.0, "v-14h4.6a3.5 3.5 0 0 1 0 7h-4.6h5.2a3.5 3.5 0 0 1 0 7z")]),
        'C' => (
            10.5,
            &[(
                10.5,
                -11.3,
                "c-1-1.8-2.9-2.7-4.8-2.7c-3.3 0-5.7 3-5.7 7s2.4 7 5.7 7c1.9 0 3.8-.9 4.8-2.7",
            )],
        ),
        'D' => (10.5, &[(0.0, 0.0, "v-14h3.5c4.2 0 7 2.8 7 7s-2.8 7-7 7z")]),
        'E' => (8.0, &[(8.0, -14.0, "h-8v14h8"), (0.0, -7.2, "h6.5")]),
        'F' => (8.0, &[(8.0, -14.0, "h-8v14"), (0.0, -7.0, "h6.5")]),
        'G' => (
            11.0,
            &[(
                10.5,
                -11.3,
                "c-1-1.8-2.9-2.7-4.8-2.7c-3.3 0-5.7 3-5.7 7s2.4 7 5.7 7c3 0 5.3-2 5.3-6h-4.6",
            )],
        ),
        'H' => (10.0, &[(0.0, 0.0, "v-14"), (10.0, 0.0, "v-14"), (0.0, -7.2, "h10")]),
        'I' => (0.0, &[(0.0, 0.0, "v-14")]),
        'J' => (5.6, &[(5.6, -14.0, "v10a4 4 0 0 1-4 4q-1 0-1.6-.4")]),
        'K' => (9.4, &[(0.0, 0.0, "v-14"), (9.0, -14.0, "l-9 8.6"), (3.4, -8.6, "l6 8.6")]),
        'L' => (7.5, &[(0.0, -14.0, "v14h7.5")]),
        'M' => (12.0, &[(0.0, 0.0, "v-14l6 8 6-8v14")]),
        'N' => (10.0, &[(0.0, 0.0, "v-14l10 14v-14")]),
        'O' => (12.0, &[(6.0, -14.0, "c3.5 0 6 3 6 7s-2.5 7-6 7-6-3-6-7 2.5-7 6-7z")]),
        'P' => (9.0, &[(0.0, 0.0, "v-14h5a4 4 0 0 1 0 8h-5")]),
        'Q' => (
            12.0,
            &[
                (6.0, -14.0, "c3.5 0 6 3 6 7s-2.5 7-6 7-6-3-6-7 2.5-7 6-7z"),
                (7.5, -3.5, "l4.3 4.5"),
            ],
        ),
        'R' => (9.5, &[(0.0, 0.0, "v-14h5a4 4 0 0 1 0 8h-5"), (4.5, -6.0, "l5 6")]),
        'S' => (
            9.0,
            &[(
                8.6,
                -11.6,
                "c-.8-1.5-2.3-2.4-4.2-2.4c-2.3 0-4 1.4-4 3.4c0 4.6 8.4 2.5 8.4 7.2c0 2.1-1.9 3.4-4.3 3.4c-2 0-3.7-.9-4.5-2.6",
            )],
        ),
        'T' => (10.0, &[(0.0, -14.0, "h10"), (5.0, -14.0, "v14")]),
        'U' => (10.0, &[(0.0, -14.0, "v9a5 5 0 0 0 10 0v-9")]),
        'V' => (11.0, &[(0.0, -14.0, "l5.5 14 5.5-14")]),
        'W' => (15.0, &[(0.0, -14.0, "l3.8 14 3.7-13 3.7 13 3.8-14")]),
        'X' => (9.5, &[(0.0, -14.0, "l9.5 14"), (9.5, -14.0, "l-9.5 14")]),
        'Y' => (10.0, &[(0.0, -14.0, "l5 7.5 5-7.5"), (5.0, -6.5, "v6.5")]),
        'Z' => (9.0, &[(0.0, -14.0, "h9l-9 14h9")]),
        'a' => (8.0, &[(8.0, -10.0, "v10"), (8.0, -5.0, "a4 5 0 1 0-8 0a4 5 0 1 0 8 0")]),
        'b' => (8.0, &[(0.0, -14.0, "v14"), (0.0, -5.0, "a4 5 0 1 1 8 0a4 5 0 1 1-8 0")]),
        'c' => (7.2, &[(7.2, -8.0, "a4 5 0 1 0 0 6")]),
        'd' => (8.0, &[(8.0, -14.0, "v14"), (8.0, -5.0, "a4 5 0 1 0-8 0a4 5 0 1 0 8 0")]),
        'e' => (8.0, &[(0.0, -5.2, "h8a4 5 0 1 0-1 3.5")]),
        'f' => (5.0, &[(5.5, -14.0, "q-3.5 0-3.5 3.5v10.5"), (0.0, -9.6, "h5")]),
        'g' => (
            8.0,
            &[(8.0, -10.0, "v10.5a4 4 0 0 1-7.4 2"), (8.0, -5.0, "a4 5 0 1 0-8 0a4 5 0 1 0 8 0")],
        ),
        'h' => (7.6, &[(0.0, -14.0, "v14"), (0.0, -5.5, "q0-4.5 4-4.5q3.6 0 3.6 4.2v5.8")]),
        'i' => (0.0, &[(0.0, -10.0, "v10"), (0.0, -13.6, "v.1")]),
        'j' => (2.0, &[(2.0, -10.0, "v11q0 3.2-3 3"), (2.0, -13.6, "v.1")]),
        'k' => (7.0, &[(0.0, -14.0, "v14"), (6.6, -10.0, "l-6.6 6"), (2.4, -6.0, "l4.6 6")]),
        'l' => (2.0, &[(0.0, -14.0, "v11.8q0 2.2 2 2.2")]),
        'm' => (
            12.0,
            &[
                (0.0, -10.0, "v10"),
                (0.0, -6.0, "q0-4 3.2-4q2.8 0 2.8 4v6"),
                (6.0, -6.0, "q0-4 3.2-4q2.8 0 2.8 4v6"),
            ],
        ),
        'n' => (7.6, &[(0.0, -10.0, "v10"), (0.0, -5.5, "q0-4.5 4-4.5q3.6 0 3.6 4.2v5.8")]),
        'o' => (8.4, &[(0.0, -5.0, "a4.2 5 0 1 1 8.4 0a4.2 5 0 1 1-8.4 0")]),
        'p' => (8.0, &[(0.0, -10.0, "v14.5"), (0.0, -5.0, "a4 5 0 1 1 8 0a4 5 0 1 1-8 0")]),
        'q' => (8.0, &[(8.0, -10.0, "v14.5"), (8.0, -5.0, "a4 5 0 1 0-8 0a4 5 0 1 0 8 0")]),
        'r' => (4.4, &[(0.0, -10.0, "v10"), (0.0, -5.5, "q0-4.5 4.4-4.3")]),
        's' => (
            6.6,
            &[(
                6.2,
                -8.4,
                "c-.6-1-1.7-1.6-3-1.6c-1.7 0-2.9.9-2.9 2.3c0 3.3 6.3 1.7 6.3 5.1c0 1.6-1.4 2.6-3.3 2.6c-1.5 0-2.7-.6-3.3-1.7",
            )],
        ),
        't' => (5.0, &[(2.0, -13.0, "v10.2q0 2.8 3 2.8"), (0.0, -9.8, "h5")]),
        'u' => (7.6, &[(7.6, -10.0, "v10"), (0.0, -10.0, "v5.8q0 4.2 3.6 4.2q4 0 4-4.5")]),
        'v' => (8.0, &[(0.0, -10.0, "l4 10 4-10")]),
        'w' => (11.6, &[(0.0, -10.0, "l2.9 10 2.9-9 2.9 9 2.9-10")]),
        'x' => (7.0, &[(0.0, -10.0, "l7 10"), (7.0, -10.0, "l-7 10")]),
        'y' => (8.0, &[(0.0, -10.0, "l4 9.6"), (8.0, -10.0, "l-4.6 11.5q-1.1 2.8-3.4 2.6")]),
        'z' => (7.0, &[(0.0, -10.0, "h7l-7 10h7")]),
        _ => return sign(c),
    })
}

/// Digits, ligatures and punctuation.
fn sign(c: char) -> Option<(f64, &'static [Stroke])> {
    Some(match c {
        '0' => (8.4, &[(4.2, -14.0, "c2.8 0 4.2 3 4.2 7s-1.4 7-4.2 7-4.2-3-4.2-7 1.4-7 4.2-7z")]),
        '1' => (8.4, &[(1.6, -11.2, "l3.6-2.8v14")]),
        '2' => (
            8.4,
            &[(
                0.4,
                -10.4,
                "c.3-2.3 1.9-3.6 3.9-3.6c2.2 0 3.8 1.4 3.8 3.6c0 3.4-4.8 5.4-7.9 10.4h8.2",
            )],
        ),
        '3' => (
            8.4,
            &[(
                0.6,
                -14.0,
                "h7.2l-4.4 5.6c3 0 5 1.6 5 4.2c0 2.6-2 4.2-4.4 4.2c-1.7 0-3.2-.8-4-2.2",
            )],
        ),
        '4' => (8.4, &[(6.3, 0.0, "v-14l-6.3 10h8.6")]),
        '5' => (
            8.4,
            &[(
                7.6,
                -14.0,
                "h-6.2l-.7 6.2c.9-.7 2.1-1.1 3.4-1.1c2.6 0 4.4 1.8 4.4 4.4s-1.9 4.5-4.5 4.5c-1.6 0-3-.6-3.8-1.8",
            )],
        ),
        '6' => (
            8.4,
            &[(
                7.0,
                -14.0,
                "c-4 1.6-6.6 5.4-6.6 9.4c0 2.8 1.7 4.6 4 4.6s4-1.8 4-4.2-1.6-4-3.9-4c-2 0-3.6 1.2-4.1 3",
            )],
        ),
        '7' => (8.4, &[(0.2, -14.0, "h8l-5 14")]),
        '8' => (
            8.4,
            &[(
                4.2,
                -7.4,
                "c-2 0-3.4-1.4-3.4-3.3s1.4-3.3 3.4-3.3 3.4 1.4 3.4 3.3-1.4 3.3-3.4 3.3c-2.4 0-4 1.5-4 3.7s1.6 3.7 4 3.7 4-1.5 4-3.7-1.6-3.7-4-3.7z",
            )],
        ),
        '9' => (
            8.4,
            &[(
                1.4,
                0.0,
                "c4-1.6 6.6-5.4 6.6-9.4c0-2.8-1.7-4.6-4-4.6s-4 1.8-4 4.2 1.6 4 3.9 4c2 0 3.6-1.2 4.1-3",
            )],
        ),
        'ß' => (
            7.6,
            &[(
                0.0,
                0.0,
                "v-10.4c0-2.2 1.5-3.6 3.6-3.6s3.4 1.2 3.4 3c0 1.6-1 2.5-2.6 3.6c3 .8 3.6 2.2 3.6 3.7c0 2.2-1.6 3.7-4.4 3.5",
            )],
        ),
        'æ' => (13.6, &[(6.6, -5.0, "a3.3 5 0 1 0-6.6 0a3.3 5 0 1 0 6.6 0h7a3.5 5 0 1 0-1 3.4")]),
        'œ' => (14.2, &[(7.2, -5.0, "a3.6 5 0 1 0-7.2 0a3.6 5 0 1 0 7.2 0h7a3.5 5 0 1 0-1 3.4")]),
        'Æ' => (
            14.0,
            &[
                (14.0, -14.0, "h-7l-7 14"),
                (14.0, 0.0, "h-7v-14"),
                (2.6, -5.0, "h4.4"),
                (7.0, -7.4, "h6"),
            ],
        ),
        'Œ' => (
            15.0,
            &[
                (15.0, -14.0, "h-9c-3.5 0-6 3-6 7s2.5 7 6 7h9"),
                (8.0, 0.0, "v-14"),
                (8.0, -7.2, "h6"),
            ],
        ),
        '.' => (0.4, &[(0.2, -0.2, "v.1")]),
        '·' => (0.4, &[(0.2, -5.5, "v.1")]),
        ',' => (1.0, &[(0.8, -0.4, "q.2 1.8-.8 3")]),
        ':' => (0.4, &[(0.2, -0.2, "v.1"), (0.2, -8.0, "v.1")]),
        ';' => (1.0, &[(0.8, -0.4, "q.2 1.8-.8 3"), (0.8, -8.0, "v.1")]),
        '!' => (0.4, &[(0.2, -14.0, "v9"), (0.2, -0.4, "v.1")]),
        '?' => (
            7.0,
            &[
                (0.0, -11.0, "c.4-2 1.8-3 3.6-3c2 0 3.4 1.2 3.4 3.2c0 3-3.6 3-3.6 6"),
                (3.4, -0.4, "v.1"),
            ],
        ),
        '-' | '‐' => (5.0, &[(0.0, -5.4, "h5")]),
        '–' | '−' => (8.0, &[(0.0, -6.4, "h8")]),
        '—' => (13.0, &[(0.0, -5.6, "h13")]),
        '+' => (8.0, &[(0.0, -6.4, "h8"), (4.0, -10.4, "v8")]),
        '=' => (8.0, &[(0.0, -8.2, "h8"), (0.0, -4.4, "h8")]),
        '×' => (6.6, &[(0.0, -9.6, "l6.6 6.6"), (6.6, -9.6, "l-6.6 6.6")]),
        '/' => (6.0, &[(0.0, 1.0, "l6-16")]),
        '\'' | '’' => (0.6, &[(0.4, -14.0, "l-.2 3")]),
        '"' => (3.4, &[(0.2, -14.0, "v3"), (3.2, -14.0, "v3")]),
        '(' => (3.0, &[(3.0, -15.0, "q-6 8 0 17")]),
        ')' => (3.0, &[(0.0, -15.0, "q6 8 0 17")]),
        '…' => (8.0, &[(0.2, -0.2, "v.1"), (4.0, -0.2, "v.1"), (7.8, -0.2, "v.1")]),
        '%' => (
            12.0,
            &[
                (1.0, 0.0, "l10-14"),
                (0.0, -11.0, "a2.4 3 0 1 1 4.8 0a2.4 3 0 1 1-4.8 0"),
                (7.2, -3.0, "a2.4 3 0 1 1 4.8 0a2.4 3 0 1 1-4.8 0"),
            ],
        ),
        '_' => (8.0, &[(0.0, 1.5, "h8")]),
        '&' => (
            11.0,
            &[(
                10.6,
                0.0,
                "l-7.6-8.6c-2.4-2.6-.8-5.4 1.4-5.4c2.4 0 3.6 2.8 1.4 4.6c-1.4 1.2-5.8 2.8-5.8 5.8c0 5 7.4 4.6 10-2.6",
            )],
        ),
        '#' => (
            9.0,
            &[(2.0, 0.0, "l2-14"), (6.0, 0.0, "l2-14"), (0.6, -9.4, "h8.4"), (0.0, -4.6, "h8.4")],
        ),
        '@' => (
            13.0,
            &[(
                9.4,
                -5.6,
                "a3 3.4 0 1 0-6 0a3 3.4 0 1 0 6 0v-3q-.2 6 2 6c3 0 2.6-11-5-11a6.4 7.4 0 1 0 3.4 13.4",
            )],
        ),
        '*' => (6.0, &[(3.0, -14.0, "v6"), (0.4, -12.5, "l5.2 3"), (5.6, -12.5, "l-5.2 3")]),
        '→' => (11.0, &[(0.0, -6.4, "h11l-3.6-3.4m3.6 3.4l-3.6 3.4")]),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::tests::few;

    #[test]
    fn every_letter_of_the_four_languages_can_be_written() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\
            ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿÄÖÜäöüßĄĆĘŁŃÓŚŹŻąćęłńóśźż.,:;!?-–+'’()/…&·×%";
        for c in letters.chars() {
            assert!(plain(c).is_some() || parts(c).is_some(), "no glyph for {c}");
        }
        // Anything else still takes its place, as a box.
        assert_eq!(glyph('字').1.len(), 1);
    }

    #[test]
    fn a_long_name_is_cut_to_fit() {
        assert_eq!(fitted("Ana", 20.0, 200.0), "Ana");
        let cut = fitted("Maximiliane von und zu Gartenberg", 20.0, 120.0);
        assert!(cut.ends_with('…') && width(&cut, 20.0) <= 120.0, "{cut}");
        assert_eq!(fitted("Ana", 20.0, 1.0), "");
    }

    #[test]
    fn nobody_is_a_row_of_boxes() {
        let (none, few) = (Fonts::default(), few());
        for fonts in [&none, &few] {
            assert_eq!(written_by("Zoë Łukasz", fonts).as_deref(), Some("Zoë Łukasz"));
            assert_eq!(written_by("Anna 🌸", fonts).as_deref(), Some("Anna"));
            for other in ["多拉", "Дора", "می‌خواهم", "👩‍🌾", ""] {
                assert_eq!(written_by(other, fonts), None, "{other}");
            }
        }
        for name in ["Анна", "Νίκη", "مریم"] {
            assert_eq!(written_by(name, &none), None, "{name}: no font has it");
            assert_eq!(written_by(name, &few).as_deref(), Some(name));
            assert_eq!(written_by(&format!("{name} 🌸"), &few).as_deref(), Some(name));
        }
    }

    #[test]
    fn whatever_the_system_has_a_name_that_can_be_written_has_no_boxes() {
        for name in ["Anna", "Анна", "Νίκη", "مریم", "多拉", "ดอกไม้", "בן", "Dora 多拉"]
        {
            let Some(name) = written(name) else { continue };
            let pen = Pen { size: 20.0, paint: "#000", weight: 1.0 };
            let drawn = write(&name, 0.0, 0.0, Side::Right, pen);
            assert!(!drawn.is_empty() && !drawn.contains("h7v10h-7z"), "{name}");
            assert!(width(&name, 20.0) > 0.0);
        }
    }
}

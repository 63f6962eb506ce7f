//! Text: `<text>` elements, their widths, and names as far as fonts can draw them.
use crate::shape::short;
use resvg::usvg::{self, Node, fontdb};
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

/// The typeface of the page, in bold; `fonts/README.md` says where it comes from.
const TYPEFACE: &[u8] = include_bytes!("../fonts/quinta-bold.ttf");

/// What the root of a picture with text carries. Viewers of an SVG file rarely have our typeface: Carlito is the one that it was cut from,
/// and Calibri has the same widths.
pub(crate) const FONT: &str =
    r#" font-family="Quinta,Carlito,Calibri,Helvetica,Arial,sans-serif" font-weight="700""#;

/// Longer texts are cut before they are shaped, for shaping takes time: a name is at most 40 characters long at a table, but may be anything in
/// a record.
const LONGEST: usize = 64;

/// Which end of a text its position is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is drawn: its size (capitals are 0.65 of it) and its paint.
#[derive(Clone, Copy)]
pub(crate) struct Pen<'a> {
    pub(crate) size: f64,
    pub(crate) paint: &'a str,
}

/// The fonts to draw with.
struct Fonts(Arc<fontdb::Database>);

impl Fonts {
    /// Our typeface, and the fonts of the system for what it lacks. They are looked for once.
    fn all() -> &'static Self {
        static ALL: LazyLock<Fonts> = LazyLock::new(|| {
            let mut system = fontdb::Database::new();
            system.load_system_fonts();
            Fonts::with(&system)
        });
        &ALL
    }

    /// Our typeface and these fonts. The renderer takes the first one that has a character, so those like ours come first.
    fn with(others: &fontdb::Database) -> Self {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(TYPEFACE.to_vec());
        let mut others: Vec<_> = others.faces().cloned().collect();
        others.sort_by_key(|face| {
            let upright = face.style == fontdb::Style::Normal;
            (!upright, face.monospaced, face.weight.0.abs_diff(fontdb::Weight::BOLD.0))
        });
        for face in others {
            fonts.push_face_info(face);
        }
        Self(Arc::new(fonts))
    }

    fn options(&self) -> usvg::Options<'static> {
        usvg::Options {
            font_family: "Quinta".to_owned(),
            fontdb: self.0.clone(),
            ..usvg::Options::default()
        }
    }

    /// How wide a text is at this size, and whether there is a glyph for all of it.
    fn measure(&self, text: &str, size: f64) -> (f64, bool) {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"{FONT}><text font-size="{size}">{}</text></svg>"#,
            escaped(text)
        );
        let tree = usvg::Tree::from_str(&svg, &self.options());
        let nodes = tree.as_ref().map_or(&[][..], |tree| tree.root().children());
        let Some(Node::Text(text)) = nodes.first() else { return (0.0, false) };
        let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
        // Glyph 0 is the box that stands for what a font does not have.
        let whole = glyphs.all(|glyph| glyph.id.0 != 0);
        (f64::from(text.bounding_box().width()), whole)
    }

    fn can_draw(&self, text: &str) -> bool {
        self.measure(text, 20.0).1
    }

    fn drawable_name(&self, name: &str) -> Option<String> {
        let kept = |keep: &dyn Fn(char) -> bool| {
            let kept: String = name.chars().take(LONGEST).filter(|&c| keep(c)).collect();
            kept.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let whole = kept(&|c| !is_emoji(c));
        if letters(&whole) > 0 && self.can_draw(&whole) {
            return Some(whole);
        }
        // Of a script that a font has in part nothing is kept: only what is in our typeface.
        let ours = Self::with(&fontdb::Database::new());
        let drawn = kept(&|c| c.is_whitespace() || ours.can_draw(c.encode_utf8(&mut [0; 4])));
        // A name without most of its letters is another name.
        (letters(&drawn) > 0 && 2 * letters(&drawn) >= letters(&whole)).then_some(drawn)
    }
}

/// The renderer's options with all fonts.
pub(crate) fn options() -> usvg::Options<'static> {
    Fonts::all().options()
}

/// Whether a character is an emoji or belongs to one. Fonts draw them as images, if at all.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}' | '\u{e0000}'..='\u{e007f}')
}

/// How wide a text is at this size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    Fonts::all().measure(text, size).0
}

/// Returns a name as far as it can be drawn by our typeface and the fonts of the system, cut to 64 characters; `None` if too little is left
/// of it to be a name. Nobody is shown as a row of boxes.
pub fn drawable_name(name: &str) -> Option<String> {
    Fonts::all().drawable_name(name)
}

/// A text on one line, its baseline at y. It is as wide as in our typeface whatever font it is shown in.
pub(crate) fn write(text: &str, x: f64, y: f64, anchor: Anchor, pen: Pen<'_>) -> String {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => r#" text-anchor="middle""#,
        Anchor::End => r#" text-anchor="end""#,
    };
    let width = width(text, pen.size);
    if width <= 0.0 {
        return String::new();
    }
    format!(
        r#"<text x="{}" y="{}" font-size="{}" fill="{}"{anchor} textLength="{}" lengthAdjust="spacingAndGlyphs">{}</text>"#,
        short(x),
        short(y),
        short(pen.size),
        pen.paint,
        short(width),
        escaped(text)
    )
}

/// A text cut with an ellipsis so that it is no wider than this.
pub(crate) fn fitted(text: &str, size: f64, widest: f64) -> String {
    let ends = text.char_indices().map(|(start, _)| start).chain([text.len()]);
    let ends: Vec<usize> = ends.take(LONGEST + 1).collect();
    if ends.last() == Some(&text.len()) && width(text, size) <= widest {
        return text.to_owned();
    }
    let cut = |end: usize| format!("{}…", text[..end].trim_end());
    let fitting = ends.partition_point(|&end| width(&cut(end), size) <= widest);
    fitting.checked_sub(1).map(|last| cut(ends[last])).unwrap_or_default()
}

/// A text as it stands in XML, which has no place for control characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let _ = match c {
            '&' => write!(out, "&amp;"),
            '<' => write!(out, "&lt;"),
            '>' => write!(out, "&gt;"),
            '\u{fffe}' | '\u{ffff}' => Ok(()),
            c if c.is_control() => Ok(()),
            c => write!(out, "{c}"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our typeface and a font with the letters of a few names.
    fn few() -> Fonts {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../tests/fonts/test.ttf").to_vec());
        Fonts::with(&fonts)
    }

    fn ours() -> Fonts {
        Fonts::with(&fontdb::Database::new())
    }

    #[test]
    fn every_letter_of_the_four_languages_is_in_the_typeface() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\
            ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿÄÖÜäöüßĄĆĘŁŃÓŚŹŻąćęłńóśźżÅåØøČčĎďĚěŇňŘřŠšŤťŮůÑñÍí\
            .,:;!?-–—−+=_'’\"()/…&·×%#@*→";
        for c in letters.chars() {
            assert!(ours().can_draw(&c.to_string()), "no glyph for {c}");
        }
        assert!(!ours().can_draw("字"));
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
        let (ours, few) = (ours(), few());
        for fonts in [&ours, &few] {
            assert_eq!(fonts.drawable_name("Zoë Łukasz").as_deref(), Some("Zoë Łukasz"));
            assert_eq!(fonts.drawable_name("Anna 🌸").as_deref(), Some("Anna"));
            for other in ["多拉", "Дора", "می‌خواهم", "👩‍🌾", ""] {
                assert_eq!(fonts.drawable_name(other), None, "{other}");
            }
        }
        for name in ["Анна", "Νίκη", "مریم"] {
            assert_eq!(ours.drawable_name(name), None, "{name}: no font has it");
            assert_eq!(few.drawable_name(name).as_deref(), Some(name));
            assert_eq!(few.drawable_name(&format!("{name} 🌸")).as_deref(), Some(name));
        }
        // The letters of مریم are joined: alone they are wider.
        let alone: f64 = "مریم".chars().map(|c| few.measure(&c.to_string(), 20.0).0).sum();
        assert!(few.measure("مریم", 20.0).0 < alone);
    }

    #[test]
    fn whatever_the_system_has_a_drawable_name_has_no_boxes() {
        for name in ["Anna", "Анна", "Νίκη", "مریم", "多拉", "ดอกไม้", "בן", "Dora 多拉"]
        {
            let Some(name) = drawable_name(name) else { continue };
            assert!(Fonts::all().can_draw(&name), "{name}");
            assert!(width(&name, 20.0) > 0.0);
        }
    }

    /// Shaping 1,000 Arabic letters took 16 s, and measuring 100,000 Latin ones 30 s.
    #[test]
    fn an_endless_name_is_cut_before_it_is_shaped() {
        let begun = std::time::Instant::now();
        for letter in ["W", "م", "ا", "多", "\u{301}", "&"] {
            let name = letter.repeat(100_000);
            assert!(drawable_name(&name).is_none_or(|name| name.chars().count() == LONGEST));
            let cut = fitted(&name, 20.0, 300.0);
            assert!(cut.ends_with('…') && width(&cut, 20.0) <= 300.0, "{letter}");
        }
        assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    }

    #[test]
    fn any_text_is_well_formed() {
        let pen = Pen { size: 20.0, paint: "#000" };
        let drawn = write("<A&B>\u{1b}\u{0}\u{85}\u{ffff}", 1.0, 2.0, Anchor::End, pen);
        assert!(drawn.contains(">&lt;A&amp;B&gt;</text>"), "{drawn}");
        assert_eq!(write("", 0.0, 0.0, Anchor::Start, pen), "");
    }
}

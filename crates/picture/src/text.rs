//! Text: `<text>` elements, their widths, and names as far as fonts can draw them.
use crate::shape::short;
use resvg::usvg::{self, Node, fontdb};
use std::sync::{Arc, LazyLock};

/// The typeface of the page, in bold; `fonts/README.md` says where it comes from.
const TYPEFACE: &[u8] = include_bytes!("../fonts/quinta-bold.ttf");

/// The attributes of the root of a picture with text. Who views an SVG file rarely has our typeface: Carlito is what it
/// was cut from, and Calibri has the same widths.
pub(crate) const FONT: &str =
    r#" font-family="Quinta,Carlito,Calibri,Helvetica,Arial,sans-serif" font-weight="700""#;

/// The most characters of a text that are shaped, because shaping is slow. At a table names have at most 40, but those in
/// a record have no limit.
const LONGEST: usize = 64;

/// Which point of a text its x coordinate is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is drawn: the size of its font (capitals are 0.65 of it) and its paint.
#[derive(Clone, Copy)]
pub(crate) struct Pen<'a> {
    pub(crate) size: f64,
    pub(crate) paint: &'a str,
}

/// The fonts to draw with.
struct Fonts(Arc<fontdb::Database>);

impl Fonts {
    /// Our typeface and the fonts of the system, which are loaded once.
    fn all() -> &'static Self {
        static ALL: LazyLock<Fonts> = LazyLock::new(|| {
            let mut system = fontdb::Database::new();
            system.load_system_fonts();
            Fonts::with(&system)
        });
        &ALL
    }

    /// Our typeface and these fonts. The renderer falls back to the first font that has a character, so those most like
    /// ours come first.
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

    /// Returns the width of a text at this size, and whether the fonts have all of its glyphs.
    fn measure(&self, text: &str, size: f64) -> (f64, bool) {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"{FONT}><text font-size="{size}">{}</text></svg>"#,
            escaped(text)
        );
        let tree = usvg::Tree::from_str(&svg, &self.options());
        let nodes = tree.as_ref().map_or(&[][..], |tree| tree.root().children());
        let Some(Node::Text(text)) = nodes.first() else { return (0.0, false) };
        let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
        // Glyph 0 is the box for characters that a font lacks.
        let whole = glyphs.all(|glyph| glyph.id.0 != 0);
        (f64::from(text.bounding_box().width()), whole)
    }

    fn can_draw(&self, text: &str) -> bool {
        self.measure(text, 20.0).1
    }

    fn drawable_name(&self, name: &str) -> Option<String> {
        let kept = |keep: &dyn Fn(char) -> bool| {
            let kept: String = name.chars().take(LONGEST).filter(|&c| keep(c)).collect();
            // Emoji leave their joiners behind.
            let words = kept.split_whitespace().map(|word| word.trim_start_matches('\u{200d}'));
            words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let whole = kept(&|c| !is_emoji(c));
        if letters(&whole) > 0 && self.can_draw(&whole) {
            return Some(whole);
        }
        // A font may have a part of a script, but a part of a name in it is no use: only our typeface counts here.
        let ours = Self::with(&fontdb::Database::new());
        let drawn = kept(&|c| c.is_whitespace() || ours.can_draw(c.encode_utf8(&mut [0; 4])));
        // Without most of its letters it would be another name.
        (letters(&drawn) > 0 && 2 * letters(&drawn) >= letters(&whole)).then_some(drawn)
    }
}

/// Returns options for the renderer with all fonts.
pub(crate) fn options() -> usvg::Options<'static> {
    Fonts::all().options()
}

/// Whether a character is part of an emoji. Fonts have them as images, which are not drawn.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns the width of a text at this size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    Fonts::all().measure(text, size).0
}

/// Returns the part of a name that can be drawn with our typeface and the fonts of the system, at most 64 characters, or
/// `None` if too little is left to be a name. So no name is shown as a row of boxes.
pub fn drawable_name(name: &str) -> Option<String> {
    Fonts::all().drawable_name(name)
}

/// A line of text with its baseline at y. Viewers that lack our typeface stretch theirs to the same width.
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

/// Returns the text, or its beginning with an ellipsis, no wider than this.
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

/// Escapes a text for XML, which cannot represent control characters at all.
fn escaped(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let text: String = text.chars().filter(allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
            for name in ["Anna 🌸", "👩‍🌾 Anna"] {
                assert_eq!(fonts.drawable_name(name).as_deref(), Some("Anna"));
            }
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

//! Names that our own alphabet cannot write: the system's fonts draw them, as paths, so that a picture still needs no font.
use crate::shape::short;
use resvg::tiny_skia::{Path, PathSegment};
use resvg::usvg::{self, Group, Node, fontdb::Database};
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

/// The fonts that are there.
#[derive(Default)]
pub(crate) struct Fonts(Arc<Database>);

/// A text as a path, its baseline at 0 and its left edge too.
pub(crate) struct Outline {
    pub(crate) width: f64,
    pub(crate) path: String,
}

impl Fonts {
    /// Returns the system's fonts; they are looked for once.
    pub(crate) fn system() -> &'static Self {
        static SYSTEM: LazyLock<Fonts> = LazyLock::new(|| {
            let mut fonts = Database::new();
            fonts.load_system_fonts();
            Fonts(Arc::new(fonts))
        });
        &SYSTEM
    }

    /// Returns the text in letters of this height, if there is a glyph for each of them.
    pub(crate) fn outline(&self, text: &str, size: f64) -> Option<Outline> {
        let first = self.0.faces().next()?;
        // A face without serifs where there is one, and any for the letters that it lacks.
        let family = self.0.family_name(&usvg::fontdb::Family::SansSerif);
        let has = self.0.faces().any(|face| face.families.iter().any(|(name, _)| name == family));
        let family = if has { family } else { first.families.first()?.0.as_str() };
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text font-family="{}" font-size="{size}">{}</text></svg>"#,
            escaped(family),
            escaped(text)
        );
        let options = usvg::Options { fontdb: self.0.clone(), ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(&svg, &options).ok()?;
        let text = tree.root().children().iter().find_map(|node| match node {
            Node::Text(text) => Some(text),
            _ => None,
        })?;
        let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
        // Glyph 0 is the box that stands for what a font does not have.
        if glyphs.any(|glyph| glyph.id.0 == 0) {
            return None;
        }
        let mut paths = Vec::new();
        collect(text.flattened(), &mut paths)?;
        let edges = paths.iter().map(Path::bounds);
        let left = edges.clone().map(|edge| edge.left()).reduce(f32::min)?;
        let right = edges.map(|edge| edge.right()).reduce(f32::max)?;
        let mut path = String::new();
        for part in &paths {
            write(&mut path, part, left);
        }
        Some(Outline { width: f64::from(right - left), path })
    }
}

/// The paths of a text; `None` if it has anything else, such as the picture of an emoji.
fn collect(group: &Group, paths: &mut Vec<Path>) -> Option<()> {
    for node in group.children() {
        match node {
            Node::Group(inner) => collect(inner, paths)?,
            Node::Path(path) => paths.push(path.data().clone().transform(path.abs_transform())?),
            Node::Image(_) | Node::Text(_) => return None,
        }
    }
    Some(())
}

fn write(out: &mut String, path: &Path, left: f32) {
    let at = |point: usvg::tiny_skia_path::Point| {
        format!("{} {}", short(f64::from(point.x - left)), short(f64::from(point.y)))
    };
    for segment in path.segments() {
        let _ = match segment {
            PathSegment::MoveTo(to) => write!(out, "M{}", at(to)),
            PathSegment::LineTo(to) => write!(out, "L{}", at(to)),
            PathSegment::QuadTo(by, to) => write!(out, "Q{} {}", at(by), at(to)),
            PathSegment::CubicTo(a, b, to) => write!(out, "C{} {} {}", at(a), at(b), at(to)),
            PathSegment::Close => write!(out, "Z"),
        };
    }
}

/// A text as it stands in SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A font with the letters of a few names and nothing else.
    pub(crate) fn few() -> Fonts {
        let mut fonts = Database::new();
        fonts.load_font_data(include_bytes!("../tests/fonts/test.ttf").to_vec());
        Fonts(Arc::new(fonts))
    }

    #[test]
    fn a_font_draws_what_it_has_and_nothing_else() {
        let fonts = few();
        for name in ["Анна", "Νίκη", "مریم"] {
            let drawn = fonts.outline(name, 20.0).expect(name);
            assert!(drawn.width > 20.0 && drawn.width < 80.0, "{name}: {}", drawn.width);
            assert!(drawn.path.starts_with('M') && drawn.path.ends_with('Z'), "{name}");
        }
        // The letters of مریم are joined: alone they are wider.
        let alone: f64 = "مریم"
            .chars()
            .filter_map(|c| fonts.outline(&c.to_string(), 20.0))
            .map(|o| o.width)
            .sum();
        assert!(fonts.outline("مریم", 20.0).unwrap().width < alone);
        for other in ["多拉", "Анна 多", "👩‍🌾", "", " "] {
            assert!(fonts.outline(other, 20.0).is_none(), "{other}");
        }
        assert!(Fonts::default().outline("Анна", 20.0).is_none(), "without a font");
    }
}

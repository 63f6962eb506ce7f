//! A drawing composed of pieces: each piece is defined once and referred to by `<use>`.
use crate::shape::short;
use crate::svg::Svg;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The pieces by name, and the elements that use them.
#[derive(Default)]
pub(crate) struct Scene {
    pieces: BTreeMap<String, String>,
    body: String,
}

impl Scene {
    /// Puts the piece of this name with its centre at a point. `draw` is called only the first time.
    pub(crate) fn put(
        &mut self,
        name: &str,
        x: f64,
        y: f64,
        scale: f64,
        draw: impl FnOnce() -> Svg,
    ) {
        if !self.pieces.contains_key(name) {
            self.pieces.insert(name.to_owned(), draw().body().to_owned());
        }
        let _ = write!(
            self.body,
            r##"<use href="#{name}" transform="translate({} {})"##,
            short(x),
            short(y)
        );
        if (scale - 1.0).abs() > 1e-9 {
            let _ = write!(self.body, " scale({})", (scale * 1000.0).round() / 1000.0);
        }
        self.body += r#""/>"#;
    }

    /// Adds elements that are no piece.
    pub(crate) fn add(&mut self, elements: &str) {
        self.body += elements;
    }

    /// Moves and scales everything that `draw` adds.
    pub(crate) fn within(&mut self, x: f64, y: f64, scale: f64, draw: impl FnOnce(&mut Self)) {
        let scale = (scale * 1000.0).round() / 1000.0;
        let _ = write!(
            self.body,
            r#"<g transform="translate({} {}) scale({scale})">"#,
            short(x),
            short(y)
        );
        draw(self);
        self.body += "</g>";
    }

    /// Returns the drawing with this view box.
    pub(crate) fn finish(self, view: [f64; 4]) -> Svg {
        let mut body = String::from("<defs>");
        for (name, piece) in &self.pieces {
            let _ = write!(body, r#"<g id="{name}">{piece}</g>"#);
        }
        Svg::new(view, body + "</defs>" + &self.body)
    }
}

//! A drawing: what part of the plane it shows, and its elements.
use crate::shape::{Shape, short};
use crate::text::FONT;
use std::fmt;

/// A finished drawing. Its `Display` is a whole SVG document.
#[derive(Clone, Debug)]
pub struct Svg {
    /// Left, top, width, height of what is shown.
    view: [f64; 4],
    body: String,
}

impl Svg {
    pub(crate) fn new(view: [f64; 4], body: String) -> Self {
        Self { view, body }
    }

    /// Width and height in the drawing's own units.
    pub fn size(&self) -> (f64, f64) {
        (self.view[2], self.view[3])
    }

    /// The elements without the document around them.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The value of its `viewBox`.
    pub fn view_box(&self) -> String {
        self.view.map(short).join(" ")
    }

    /// As a `<symbol>` for a sprite.
    pub(crate) fn symbol(&self, id: &str) -> String {
        // Nothing is cut off at the box: a clip for every use would only cost a browser time.
        format!(
            r#"<symbol id="{id}" viewBox="{}" overflow="visible">{}</symbol>"#,
            self.view_box(),
            self.body
        )
    }

    /// As an element that can stand in another drawing: with its middle at this point, scaled.
    pub(crate) fn at(&self, x: f64, y: f64, scale: f64) -> String {
        let place = format!("translate({} {})", short(x), short(y));
        if (scale - 1.0).abs() < 1e-9 {
            format!(r#"<g transform="{place}">{}</g>"#, self.body)
        } else {
            let scale = (scale * 1000.0).round() / 1000.0;
            format!(r#"<g transform="{place} scale({scale})">{}</g>"#, self.body)
        }
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        let font = if self.body.contains("<text") { FONT } else { "" };
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{}"{font}>{}</svg>"#,
            short(width),
            short(height),
            self.view_box(),
            self.body
        )
    }
}

/// A filled shape.
pub(crate) fn fill(shape: &Shape, paint: &str) -> String {
    format!(r#"<path d="{shape}" fill="{paint}"/>"#)
}

/// A filled shape that lets through what is below it. (Not by `opacity`, which makes a browser paint each shape apart.)
pub(crate) fn veil(shape: &Shape, paint: &str, opacity: f64) -> String {
    format!(r#"<path d="{shape}" fill="{paint}" fill-opacity="{}"/>"#, hundredths(opacity))
}

/// A line along a shape, with round ends and corners.
pub(crate) fn line(shape: &Shape, paint: &str, width: f64) -> String {
    format!(
        r#"<path d="{shape}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round"/>"#,
        short(width)
    )
}

/// A line that lets through what is below it.
pub(crate) fn veil_line(shape: &Shape, paint: &str, width: f64, opacity: f64) -> String {
    format!(
        r#"<path d="{shape}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="{}"/>"#,
        short(width),
        hundredths(opacity)
    )
}

/// A row of beads along a shape: their width, and the distance from one to the next.
pub(crate) fn beads(shape: &Shape, paint: &str, width: f64, every: f64) -> String {
    format!(
        r#"<path d="{shape}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round" stroke-dasharray="0 {every:.3}"/>"#,
        short(width)
    )
}

fn hundredths(value: f64) -> String {
    format!("{value:.2}").trim_start_matches('0').trim_end_matches('0').to_owned()
}

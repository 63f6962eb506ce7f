//! A drawing with its view box, and the elements that most of them consist of.
use crate::shape::{Shape, short};
use crate::text::FONT;
use std::fmt;

/// A finished drawing, displayed as an SVG document.
#[derive(Clone, Debug)]
pub struct Svg {
    /// Left, top, width and height of the view box.
    view: [f64; 4],
    body: String,
}

impl Svg {
    pub(crate) fn new(view: [f64; 4], body: String) -> Self {
        Self { view, body }
    }

    /// Returns width and height in the units of the drawing.
    pub fn size(&self) -> (f64, f64) {
        (self.view[2], self.view[3])
    }

    /// Returns the elements without the document around them.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Returns the value of its `viewBox` attribute.
    pub fn view_box(&self) -> String {
        self.view.map(short).join(" ")
    }

    /// Returns the drawing as a `<symbol>` for a sprite.
    pub(crate) fn symbol(&self, id: &str) -> String {
        // Clipping to the view box would cost browsers time for every use, and nothing reaches beyond it.
        format!(
            r#"<symbol id="{id}" viewBox="{}" overflow="visible">{}</symbol>"#,
            self.view_box(),
            self.body
        )
    }

    /// Returns the drawing as an element of another one, with its origin at this point.
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

/// A translucent shape. Not by `opacity`, for which browsers paint each shape on a layer of its own.
pub(crate) fn fill_alpha(shape: &Shape, paint: &str, opacity: f64) -> String {
    format!(r#"<path d="{shape}" fill="{paint}" fill-opacity="{}"/>"#, hundredths(opacity))
}

/// A line along a shape, with round ends and corners.
pub(crate) fn line(shape: &Shape, paint: &str, width: f64) -> String {
    format!(
        r#"<path d="{shape}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round"/>"#,
        short(width)
    )
}

/// A translucent line.
pub(crate) fn line_alpha(shape: &Shape, paint: &str, width: f64, opacity: f64) -> String {
    format!(
        r#"<path d="{shape}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="{}"/>"#,
        short(width),
        hundredths(opacity)
    )
}

/// A dotted line: the width of its dots, and the distance from one to the next.
pub(crate) fn dotted_line(shape: &Shape, paint: &str, width: f64, every: f64) -> String {
    format!(
        r#"<path d="{shape}" fill="none" stroke="{paint}" stroke-width="{}" stroke-linecap="round" stroke-dasharray="0 {every:.3}"/>"#,
        short(width)
    )
}

fn hundredths(value: f64) -> String {
    format!("{value:.2}").trim_start_matches('0').trim_end_matches('0').to_owned()
}

//! Charts for the documents: bars, and a ladder of ratings. Labels are drawn with our own alphabet.
use crate::letters::{Pen, Side, fitted, width, write};
use crate::palette::{Theme, Tone, tile_colour};
use crate::shape::Shape;
use crate::svg::{Svg, fill, line};
use quinta_rules::Colour;

const WIDE: f64 = 760.0;
const LABEL: f64 = 17.0;

/// One row of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What it is about.
    pub label: String,
    /// How much.
    pub value: f64,
    /// How far off it may be, above and below; 0 where that is not known.
    pub error: f64,
}

/// A number as a person would write it: no more than two digits after the point, none that say nothing.
fn figure(value: f64) -> String {
    let text = format!("{value:.2}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

/// A step between lines that is easy to read: 1, 2 or 5 times a power of ten, so that there are about five.
fn easy_step(span: f64) -> f64 {
    let rough = (span / 5.0).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|n| n * power)
        .find(|&step| step >= rough)
        .unwrap_or(power)
}

struct Frame {
    left: f64,
    low: f64,
    scale: f64,
}

impl Frame {
    fn x(&self, value: f64) -> f64 {
        self.left + (value - self.low) * self.scale
    }
}

/// Title, lines and labels; what stands in the rows is drawn by the caller.
fn chart(
    title: &str,
    rows: &[Row],
    zero: bool,
    theme: Theme,
    draw: impl Fn(&Frame, &Row, f64) -> String,
) -> Svg {
    let paint = |tone| theme.paint(tone);
    let finite = || rows.iter().filter(|r| r.value.is_finite() && r.error.is_finite());
    let mut low = finite().map(|r| r.value - r.error).fold(f64::INFINITY, f64::min);
    let mut high = finite().map(|r| r.value + r.error).fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        (low, high) = (0.0, 1.0);
    }
    if zero {
        (low, high) = (low.min(0.0), high.max(0.0));
    }
    let step = easy_step((high - low).max(1e-9));
    low = (low / step).floor() * step;
    high = ((high / step).ceil() * step).max(low + step);
    let left =
        24.0 + rows.iter().map(|r| width(&r.label, LABEL)).fold(0.0, f64::max).min(230.0) + 14.0;
    let frame = Frame { left, low, scale: (WIDE - 70.0 - left) / (high - low) };
    let height = 86.0 + 34.0 * rows.len() as f64;
    let page =
        Shape::from(0.0, 0.0).to(WIDE, 0.0).to(WIDE, height + 18.0).to(0.0, height + 18.0).close();
    let mut body = fill(&page, paint(Tone::Paper));
    body += &write(
        title,
        24.0,
        36.0,
        Side::Right,
        Pen { size: 22.0, paint: paint(Tone::Ink), weight: 1.2 },
    );
    let small = Pen { size: 14.0, paint: paint(Tone::Soft), weight: 1.0 };
    let lines = ((high - low) / step).round() as i32;
    for i in 0..=lines {
        let value = low + step * f64::from(i);
        let x = frame.x(value);
        body += &line(&Shape::from(x, 58.0).to(x, height - 18.0), paint(Tone::PaperEdge), 1.0);
        body += &write(&figure(value), x, height + 2.0, Side::Middle, small);
    }
    for (i, row) in rows.iter().enumerate() {
        let y = 78.0 + 34.0 * i as f64;
        let pen = Pen { size: LABEL, paint: paint(Tone::Ink), weight: 1.05 };
        body += &write(&fitted(&row.label, LABEL, 230.0), left - 14.0, y + 6.0, Side::Left, pen);
        if row.value.is_finite() && row.error.is_finite() {
            body += &draw(&frame, row, y);
        }
    }
    Svg::new([0.0, 0.0, WIDE, height + 18.0], body)
}

/// How far off a value may be, as a whisker.
fn whisker(frame: &Frame, row: &Row, y: f64, paint: &str) -> String {
    if row.error <= 0.0 {
        return String::new();
    }
    let (a, b) = (frame.x(row.value - row.error), frame.x(row.value + row.error));
    let shape = Shape::from(a, y)
        .to(b, y)
        .and(Shape::from(a, y - 5.0).to(a, y + 5.0))
        .and(Shape::from(b, y - 5.0).to(b, y + 5.0));
    line(&shape, paint, 1.8)
}

/// Bars from zero, one for each row.
pub fn bar_chart(title: &str, rows: &[Row], theme: Theme) -> Svg {
    let pen = Pen { size: 15.0, paint: theme.paint(Tone::Ink), weight: 1.1 };
    chart(title, rows, true, theme, |frame, row, y| {
        let (zero, end) = (frame.x(0.0), frame.x(row.value));
        let bar = Shape::from(zero, y - 10.0)
            .to(end, y - 10.0)
            .to(end, y + 10.0)
            .to(zero, y + 10.0)
            .close();
        let beyond = frame.x(row.value + row.error).max(zero) + 8.0;
        fill(&bar, tile_colour(Colour::Blue))
            + &whisker(frame, row, y, theme.paint(Tone::Ink))
            + &write(&figure(row.value), beyond, y + 5.5, Side::Right, pen)
    })
}

/// A ladder: one dot for each row with its whisker, the strongest on top.
pub fn ladder_chart(title: &str, rows: &[Row], theme: Theme) -> Svg {
    let mut rows = rows.to_vec();
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    let pen = Pen { size: 15.0, paint: theme.paint(Tone::Ink), weight: 1.1 };
    chart(title, &rows, false, theme, |frame, row, y| {
        let x = frame.x(row.value);
        let dot = Shape::hexagon(9.0, 1.5).moved(x, y);
        whisker(frame, row, y, theme.paint(Tone::Soft))
            + &fill(&dot, tile_colour(Colour::Blue))
            + &write(
                &figure(row.value),
                frame.x(row.value + row.error).max(x + 6.0) + 9.0,
                y + 5.5,
                Side::Right,
                pen,
            )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_easy_to_read() {
        for (span, step) in [(100.0, 20.0), (7.0, 2.0), (0.3, 0.1), (1234.0, 500.0)] {
            assert!((easy_step(span) - step).abs() < 1e-9, "{span} {}", easy_step(span));
        }
        assert_eq!(figure(-3.0), "−3");
        assert_eq!(figure(12.50), "12.5");
        assert_eq!(figure(1200.0), "1200");
    }

    #[test]
    fn strange_numbers_do_no_harm() {
        let row = |label: &str, value: f64| Row { label: label.to_owned(), value, error: 0.0 };
        for rows in [
            vec![],
            vec![row("nan", f64::NAN)],
            vec![row("same", 5.0), row("same", 5.0)],
            vec![row("∞", f64::INFINITY), row("1", 1.0)],
        ] {
            for svg in [bar_chart("t", &rows, Theme::Light), ladder_chart("t", &rows, Theme::Dark)]
            {
                let svg = svg.to_string();
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                crate::png(&svg, 200).expect("it can be rendered");
            }
        }
    }
}

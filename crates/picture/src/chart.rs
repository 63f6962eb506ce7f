//! Charts. [`Chart`] draws what all kinds have in common: title, axes, grid and marks. A kind of chart is a function that
//! adds marks to one. Colour must not be all that distinguishes two series: give them different marks, or name them.
use crate::palette::{Theme, Tone, tile_colour};
use crate::shape::Shape;
use crate::svg::{Svg, fill, line};
use crate::text::{Anchor, Pen, fitted, width, write};
use quinta_rules::Colour;

const WIDTH: f64 = 760.0;
const MARGIN: f64 = 24.0;
/// The space above the area of the marks, for the title, and below it, for numbers.
const TOP: f64 = 61.0;
const BOTTOM: f64 = 43.0;
/// The space right of it, for the figures beside the last marks.
const RIGHT: f64 = 70.0;
/// The height of the area of the marks, where both axes have numbers.
const HEIGHT: f64 = 300.0;
/// The height of a row, where the vertical axis has labels.
const ROW: f64 = 34.0;
const LABEL: f64 = 18.0;
const LONGEST_LABEL: f64 = 230.0;

/// One row of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What the value is of.
    pub label: String,
    /// The value.
    pub value: f64,
    /// Half the width of the value's interval; 0 if it is not known.
    pub error: f64,
}

impl Row {
    fn is_finite(&self) -> bool {
        self.value.is_finite() && self.error.is_finite()
    }
}

/// An axis: the values at its ends, the left or lower one first, and the texts beside it.
struct Axis {
    from: f64,
    to: f64,
    ticks: Vec<(f64, String)>,
    /// Whether a line is drawn across the chart at each tick.
    grid: bool,
}

impl Axis {
    /// An axis for these numbers; it begins and ends at round ones.
    fn numbers(values: impl IntoIterator<Item = f64>) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (value.min(low), value.max(high))
        });
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let step = round_step((high - low).max(1e-9));
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let steps = ((last - first) as usize).max(1);
        let values = (0..=steps).map(|i| (first + i as f64) * step);
        let ticks: Vec<_> = values.map(|value| (value, figure(value))).collect();
        Self { from: ticks[0].0, to: ticks[steps].0, ticks, grid: true }
    }

    /// An axis of rows from top to bottom. Each is 1 high, so the first one is centred at 0.5.
    fn labels<'a>(labels: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let from = labels.len() as f64;
        let fitted = labels.map(|label| fitted(label, LABEL, LONGEST_LABEL));
        let ticks = fitted.enumerate().map(|(i, label)| (i as f64 + 0.5, label)).collect();
        Self { from, to: 0.0, ticks, grid: false }
    }

    /// Returns the position of a value along the axis, from 0 to 1.
    fn part(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }
}

/// A chart to which marks are added.
struct Chart {
    x: Axis,
    y: Axis,
    left: f64,
    height: f64,
    theme: Theme,
    body: String,
}

impl Chart {
    /// Draws the title, and the axes around an area of this height.
    fn new(title: &str, x: Axis, y: Axis, height: f64, theme: Theme) -> Self {
        let widest = y.ticks.iter().map(|(_, text)| width(text, LABEL)).fold(0.0, f64::max);
        let left = MARGIN + widest + 14.0;
        let mut chart = Self { x, y, left, height, theme, body: String::new() };
        let (right, bottom) = (WIDTH - RIGHT, TOP + height);
        let page = Shape::from(0.0, 0.0)
            .to(WIDTH, 0.0)
            .to(WIDTH, bottom + BOTTOM)
            .to(0.0, bottom + BOTTOM)
            .close();
        let [ink, soft, faint] =
            [Tone::Ink, Tone::Soft, Tone::PaperEdge].map(|tone| theme.paint(tone));
        let mut body = fill(&page, theme.paint(Tone::Paper));
        let pen = Pen { size: 24.0, paint: ink };
        body +=
            &write(&fitted(title, 24.0, WIDTH - 2.0 * MARGIN), MARGIN, 36.0, Anchor::Start, pen);
        for (value, text) in &chart.x.ticks {
            let (x, _) = chart.at(*value, chart.y.from);
            if chart.x.grid {
                body += &line(&Shape::from(x, TOP - 3.0).to(x, bottom + 7.0), faint, 1.0);
            }
            let pen = Pen { size: 15.0, paint: soft };
            body += &write(text, x, bottom + 27.0, Anchor::Middle, pen);
        }
        for (value, text) in &chart.y.ticks {
            let (_, y) = chart.at(chart.x.from, *value);
            if chart.y.grid {
                body += &line(&Shape::from(left, y).to(right, y), faint, 1.0);
            }
            let pen = Pen { size: LABEL, paint: ink };
            body += &write(text, left - 14.0, y + 6.0, Anchor::End, pen);
        }
        chart.body = body;
        chart
    }

    /// Returns the position of a pair of values in the drawing.
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let wide = WIDTH - RIGHT - self.left;
        (self.left + wide * self.x.part(x), TOP + self.height * (1.0 - self.y.part(y)))
    }

    /// A dot at these values.
    fn dot(&mut self, x: f64, y: f64) {
        let (x, y) = self.at(x, y);
        self.body += &fill(&Shape::hexagon(9.0, 1.5).moved(x, y), tile_colour(Colour::Blue));
    }

    /// A filled rectangle between two values of each axis.
    fn bar(&mut self, x: (f64, f64), y: (f64, f64)) {
        let ((left, top), (right, bottom)) = (self.at(x.0, y.0), self.at(x.1, y.1));
        let bar = Shape::from(left, top).to(right, top).to(right, bottom).to(left, bottom).close();
        self.body += &fill(&bar, tile_colour(Colour::Blue));
    }

    /// The interval of a value as a whisker, or nothing if it is not known.
    fn interval(&mut self, value: f64, error: f64, y: f64, tone: Tone) {
        if error <= 0.0 {
            return;
        }
        let ((from, y), (to, _)) = (self.at(value - error, y), self.at(value + error, y));
        let end = |x: f64| Shape::from(x, y - 5.0).to(x, y + 5.0);
        let whisker = Shape::from(from, y).to(to, y).and(end(from)).and(end(to));
        self.body += &line(&whisker, self.theme.paint(tone), 1.8);
    }

    /// A number right of these values.
    fn number(&mut self, value: f64, x: f64, y: f64, apart: f64) {
        let (x, y) = self.at(x, y);
        let pen = Pen { size: 16.0, paint: self.theme.paint(Tone::Ink) };
        self.body += &write(&figure(value), x + apart, y + 5.5, Anchor::Start, pen);
    }

    fn finish(self) -> Svg {
        Svg::new([0.0, 0.0, WIDTH, TOP + self.height + BOTTOM], self.body)
    }
}

/// A chart with a row for each value. `draw` gets the centre of the row; the horizontal axis also includes `reach`.
fn in_rows(
    title: &str,
    rows: &[Row],
    reach: Option<f64>,
    theme: Theme,
    draw: impl Fn(&mut Chart, &Row, f64),
) -> Svg {
    let finite = rows.iter().filter(|row| row.is_finite());
    let ends = finite.flat_map(|row| [row.value - row.error, row.value + row.error]);
    let x = Axis::numbers(ends.chain(reach));
    let y = Axis::labels(rows.iter().map(|row| row.label.as_str()));
    let mut chart = Chart::new(title, x, y, ROW * rows.len() as f64, theme);
    for (i, row) in rows.iter().enumerate().filter(|(_, row)| row.is_finite()) {
        draw(&mut chart, row, i as f64 + 0.5);
    }
    chart.finish()
}

/// Bars from zero, one for each row.
pub fn bar_chart(title: &str, rows: &[Row], theme: Theme) -> Svg {
    in_rows(title, rows, Some(0.0), theme, |chart, row, y| {
        chart.bar((0.0, row.value), (y - 0.3, y + 0.3));
        chart.interval(row.value, row.error, y, Tone::Ink);
        chart.number(row.value, (row.value + row.error).max(0.0), y, 8.0);
    })
}

/// A dot for each row with its interval, the highest on top.
pub fn ladder_chart(title: &str, rows: &[Row], theme: Theme) -> Svg {
    let mut rows = rows.to_vec();
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    in_rows(title, &rows, None, theme, |chart, row, y| {
        chart.interval(row.value, row.error, y, Tone::Soft);
        chart.dot(row.value, y);
        // Beside the dot, or beside the end of the interval if that is further away.
        chart.number(
            row.value,
            row.value + row.error,
            y,
            if row.error > 0.0 { 10.0 } else { 15.0 },
        );
    })
}

/// What is drawn as one line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What it is of.
    pub label: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A line for each series over numbers from zero, with its label at its highest point.
pub fn line_chart(title: &str, series: &[Series], theme: Theme) -> Svg {
    let is_finite = |(x, y): &&(f64, f64)| x.is_finite() && y.is_finite();
    let points = || series.iter().flat_map(|one| &one.points).filter(is_finite);
    let x = Axis::numbers(points().map(|(x, _)| *x).chain([0.0]));
    let y = Axis::numbers(points().map(|(_, y)| *y).chain([0.0]));
    let mut chart = Chart::new(title, x, y, HEIGHT, theme);
    let colours = [Colour::DarkPurple, Colour::Blue, Colour::DarkGreen];
    for (one, colour) in series.iter().zip(colours.into_iter().cycle()) {
        let mut places = one.points.iter().filter(is_finite).map(|(x, y)| chart.at(*x, *y));
        let Some((left, first)) = places.next() else { continue };
        let (mut shape, mut highest) = (Shape::from(left, first), (left, first));
        for (x, y) in places {
            shape = shape.to(x, y);
            highest = if y < highest.1 { (x, y) } else { highest };
        }
        chart.body += &line(&shape, tile_colour(colour), 2.5);
        let pen = Pen { size: 16.0, paint: theme.paint(Tone::Ink) };
        let half = width(&one.label, pen.size) / 2.0;
        let x = highest.0.clamp(chart.left + half, WIDTH - half);
        chart.body += &write(&one.label, x, highest.1 - 8.0, Anchor::Middle, pen);
    }
    chart.finish()
}

/// Formats a number with at most two decimals and without trailing zeros.
fn figure(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

/// Returns the distance between about five ticks: 1, 2 or 5 times a power of ten.
fn round_step(span: f64) -> f64 {
    let rough = (span / 5.0).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|times| times * power);
    steps.into_iter().find(|&step| step >= rough).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: &str, value: f64) -> Row {
        Row { label: label.to_owned(), value, error: 0.0 }
    }

    #[test]
    fn ticks_are_round_numbers() {
        for (span, step) in [(100.0, 20.0), (7.0, 2.0), (0.3, 0.1), (1234.0, 500.0)] {
            assert!((round_step(span) - step).abs() < 1e-9, "{span} {}", round_step(span));
        }
        assert_eq!(figure(-3.0), "−3");
        assert_eq!(figure(12.50), "12.5");
        assert_eq!(figure(1200.0), "1200");
        let ticks = Axis::numbers([-3.0, 7.5]).ticks;
        let ticks: Vec<&str> = ticks.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(ticks, ["−5", "0", "5", "10"]);
    }

    /// Numbers grow to the right and upwards, rows follow each other downwards.
    #[test]
    fn values_lie_where_the_axes_say() {
        let axis = || Axis::numbers([0.0, 10.0]);
        let chart = Chart::new("t", axis(), axis(), 300.0, Theme::Light);
        assert_eq!(chart.at(0.0, 0.0), (chart.left, TOP + 300.0));
        assert_eq!(chart.at(10.0, 10.0), (WIDTH - RIGHT, TOP));
        let rows = Axis::labels(["first", "second"].into_iter());
        let chart = Chart::new("t", axis(), rows, 2.0 * ROW, Theme::Light);
        assert_eq!(chart.at(0.0, 0.5), (chart.left, TOP + 0.5 * ROW));
        assert_eq!(chart.at(0.0, 1.5), (chart.left, TOP + 1.5 * ROW));
    }

    #[test]
    fn lines_go_through_their_points_and_have_names() {
        let series = |label: &str, points: &[(f64, f64)]| Series {
            label: label.to_owned(),
            points: points.to_vec(),
        };
        let strange = [(1.0, f64::NAN), (f64::INFINITY, 2.0)];
        let both = [
            series("before", &[(0.0, 20.0), (10.0, 800.0), (70.0, 500.0)]),
            series("now", &[(0.0, 20.0), (10.0, 60.0), (70.0, 21.0)]),
            series("empty", &[]),
            series("strange", &strange),
        ];
        let svg = line_chart("Memory, MB", &both, Theme::Light).to_string();
        assert!(svg.contains(">before<") && svg.contains(">now<") && !svg.contains(">empty<"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert_eq!(svg.matches(tile_colour(Colour::DarkPurple)).count(), 1, "a line, and no more");
        crate::png(&svg, 200).expect("it can be rendered");
    }

    #[test]
    fn strange_numbers_do_no_harm() {
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

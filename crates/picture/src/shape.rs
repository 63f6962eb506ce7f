//! A small builder for SVG path data that can be turned, mirrored and moved.
use std::fmt;

type Point = (f64, f64);

#[derive(Clone, Copy)]
enum Segment {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    /// Radius, whether it runs clockwise on the screen, and end. Always the smaller arc.
    Arc(f64, bool, Point),
    Close,
}

/// A path of one or more subpaths.
#[derive(Clone, Default)]
pub(crate) struct Shape(Vec<Segment>);

impl Shape {
    /// Starts a path at this point.
    pub(crate) fn from(x: f64, y: f64) -> Self {
        Self(vec![Segment::Move((x, y))])
    }

    /// Adds a straight line.
    pub(crate) fn to(mut self, x: f64, y: f64) -> Self {
        self.0.push(Segment::Line((x, y)));
        self
    }

    /// Adds a cubic Bézier curve, by two control points and its end.
    pub(crate) fn bend(mut self, a: Point, b: Point, end: Point) -> Self {
        self.0.push(Segment::Curve(a, b, end));
        self
    }

    /// Adds the smaller arc of a circle of this radius.
    pub(crate) fn arc(mut self, radius: f64, clockwise: bool, x: f64, y: f64) -> Self {
        self.0.push(Segment::Arc(radius, clockwise, (x, y)));
        self
    }

    /// Closes the path.
    pub(crate) fn close(mut self) -> Self {
        self.0.push(Segment::Close);
        self
    }

    /// Completes a path that begins and ends on the vertical axis by its mirror image.
    pub(crate) fn mirrored(mut self) -> Self {
        let there = self.0.clone();
        let end = |s: &Segment| match *s {
            Segment::Move(p)
            | Segment::Line(p)
            | Segment::Curve(_, _, p)
            | Segment::Arc(_, _, p) => p,
            Segment::Close => (0.0, 0.0),
        };
        let flip = |(x, y): Point| (-x, y);
        for pair in there.windows(2).rev() {
            let back = flip(end(&pair[0]));
            self.0.push(match pair[1] {
                Segment::Curve(a, b, _) => Segment::Curve(flip(b), flip(a), back),
                // Mirroring and reversing an arc each change its direction.
                Segment::Arc(radius, clockwise, _) => Segment::Arc(radius, clockwise, back),
                _ => Segment::Line(back),
            });
        }
        self.close()
    }

    /// A circle.
    pub(crate) fn circle(x: f64, y: f64, radius: f64) -> Self {
        Self::from(x - radius, y)
            .arc(radius, true, x + radius, y)
            .arc(radius, true, x - radius, y)
            .close()
    }

    /// A regular hexagon with a corner on top; `radius` is the distance to its corners, which are rounded by `rounding`.
    pub(crate) fn hexagon(radius: f64, rounding: f64) -> Self {
        let corner = |i: usize| polar(radius, 60.0 * i as f64);
        // How much of each side the rounding takes, at corners of 120 degrees.
        let cut = rounding * 30f64.to_radians().tan() / radius;
        let between = |a: Point, b: Point, t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        let mut shape = Self::default();
        for i in 0..6 {
            let (before, here, after) = (corner((i + 5) % 6), corner(i), corner((i + 1) % 6));
            let (start, end) = (between(here, before, cut), between(here, after, cut));
            shape.0.push(if i == 0 { Segment::Move(start) } else { Segment::Line(start) });
            if rounding > 0.0 {
                shape.0.push(Segment::Arc(rounding, true, end));
            }
        }
        shape.close()
    }

    /// Maps every point. `scale` applies to the radii of arcs, and `mirror` reverses their direction.
    fn map(mut self, scale: f64, mirror: bool, f: impl Fn(Point) -> Point) -> Self {
        for segment in &mut self.0 {
            *segment = match *segment {
                Segment::Move(p) => Segment::Move(f(p)),
                Segment::Line(p) => Segment::Line(f(p)),
                Segment::Curve(a, b, p) => Segment::Curve(f(a), f(b), f(p)),
                Segment::Arc(r, clockwise, p) => Segment::Arc(r * scale, clockwise != mirror, f(p)),
                Segment::Close => Segment::Close,
            };
        }
        self
    }

    /// Rotates clockwise around the origin, in degrees.
    pub(crate) fn turned(self, degrees: f64) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        self.map(1.0, false, |(x, y)| (x * cos - y * sin, x * sin + y * cos))
    }

    /// Scales.
    pub(crate) fn scaled(self, by: f64) -> Self {
        self.map(by, false, |(x, y)| (x * by, y * by))
    }

    /// Moves.
    pub(crate) fn moved(self, dx: f64, dy: f64) -> Self {
        self.map(1.0, false, |(x, y)| (x + dx, y + dy))
    }

    /// Mirrors left and right.
    pub(crate) fn flipped(self) -> Self {
        self.map(1.0, true, |(x, y)| (-x, y))
    }

    /// Adds another shape.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Adds the mirror image of this shape.
    pub(crate) fn and_flipped(self) -> Self {
        let other = self.clone().flipped();
        self.and(other)
    }

    /// Returns this many copies around the origin, beginning with this one.
    pub(crate) fn around(&self, count: usize) -> Self {
        (0..count).fold(Self::default(), |all, i| {
            all.and(self.clone().turned(360.0 * i as f64 / count as f64))
        })
    }
}

/// Returns the point at this distance from the origin, in degrees clockwise from the top.
pub(crate) fn polar(radius: f64, degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (radius * sin, -radius * cos)
}

/// Formats a number as short as SVG allows, with one decimal: enough where a cell is 100 units high.
pub(crate) fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    match text {
        "-0" => "0".to_owned(),
        _ => {
            text.replacen("0.", ".", usize::from(text.starts_with("0.") || text.starts_with("-0.")))
        }
    }
}

/// The value of a `d` attribute.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A minus sign separates numbers as well as a space does.
        let write = |f: &mut fmt::Formatter<'_>, letter: char, points: &[Point]| {
            write!(f, "{letter}")?;
            for (i, value) in points.iter().flat_map(|p| [p.0, p.1]).enumerate() {
                let text = short(value);
                let gap = if i == 0 || text.starts_with('-') { "" } else { " " };
                write!(f, "{gap}{text}")?;
            }
            Ok(())
        };
        for segment in &self.0 {
            match *segment {
                Segment::Move(p) => write(f, 'M', &[p])?,
                Segment::Line(p) => write(f, 'L', &[p])?,
                Segment::Curve(a, b, p) => write(f, 'C', &[a, b, p])?,
                Segment::Arc(r, clockwise, (x, y)) => {
                    let (r, sweep) = (short(r), u8::from(clockwise));
                    write!(f, "A{r} {r} 0 0 {sweep} {} {}", short(x), short(y))?;
                }
                Segment::Close => f.write_str("Z")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.04, "0"),
            (-0.04, "0"),
            (0.5, ".5"),
            (-0.5, "-.5"),
            (10.0, "10"),
            (10.06, "10.1"),
            (-3.25, "-3.2"),
        ] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn a_mirrored_outline_comes_back() {
        let leaf = Shape::from(0.0, 0.0).bend((5.0, 1.0), (5.0, 9.0), (0.0, 10.0)).mirrored();
        assert_eq!(leaf.to_string(), "M0 0C5 1 5 9 0 10C-5 9-5 1 0 0Z");
    }

    #[test]
    fn turning_by_a_sixth_six_times_changes_nothing() {
        let start = Shape::hexagon(40.0, 3.0);
        let turned = (0..6).fold(start.clone(), |s, _| s.turned(60.0));
        assert_eq!(start.to_string(), turned.to_string());
    }
}

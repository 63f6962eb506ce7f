//! Images for use outside the page: the favicon, the app icon and the card shown for a shared link.
use crate::garden::{Style, put_garden};
use crate::ornament::lattice;
use crate::palette::Theme;
use crate::scene::Scene;
use crate::shape::Shape;
use crate::svg::{Svg, fill, fill_alpha, line};
use crate::text::{Anchor, Pen, fitted, width, write};
use crate::tile::tile;
use crate::wordmark::wordmark;
use quinta_rules::{Colour, Garden, Kind, Pattern};

// The colours of the brand.
const GREEN: &str = "#24402f";
const GREEN_LIGHT: &str = "#2d4d39";
const CREAM: &str = "#f7efdc";
const GOLD: &str = "#f0bb2e";

/// The blue flower, the emblem of Quinta.
fn emblem() -> Svg {
    tile(Kind::new(Colour::Blue, Pattern::Flower))
}

fn square(side: f64) -> Shape {
    let h = side / 2.0;
    Shape::from(-h, -h).to(h, -h).to(h, h).to(-h, h).close()
}

/// The icon of a browser tab, with a golden dot when it is your turn.
pub fn favicon(your_turn: bool) -> Svg {
    let mut body = emblem().body().to_owned();
    if your_turn {
        body += &fill(&Shape::circle(28.0, -28.0, 22.0), "#fff");
        body += &fill(&Shape::circle(28.0, -28.0, 18.0), "#e08a00");
    }
    Svg::new([-48.0, -49.0, 96.0, 100.0], body)
}

/// The app icon. Systems crop it to different shapes, so the emblem lies within the circle that all of them keep.
pub fn app_icon() -> Svg {
    let ring = Shape::hexagon(36.0, 4.0).scaled(1.06);
    let body = fill(&square(100.0), GREEN)
        + &fill_alpha(&Shape::circle(0.0, 0.0, 39.0), GREEN_LIGHT, 0.9)
        + &line(&ring, GOLD, 1.4)
        + &emblem().at(0.0, 0.0, 0.72);
    Svg::new([-50.0, -50.0, 100.0, 100.0], body)
}

/// The card for a shared link, 1200 by 630: the wordmark, up to four lines below it (a text and a figure, which may be
/// empty), a small line at the foot, and a garden that extends beyond the edge.
pub fn social_card(lines: &[(String, String)], foot: &str, of: &Garden) -> Svg {
    let mut scene = Scene::default();
    scene.add(&fill(
        &Shape::from(0.0, 0.0).to(1200.0, 0.0).to(1200.0, 630.0).to(0.0, 630.0).close(),
        GREEN,
    ));
    scene.add(&lattice(1200.0, 630.0, GREEN_LIGHT));
    scene.within(930.0, 330.0, 0.92, |scene| {
        put_garden(scene, of, Style { theme: Theme::Light, numerals: false });
    });
    let many = lines.len() > 2;
    scene.add(&wordmark(CREAM, GOLD).at(78.0, if many { 232.0 } else { 262.0 }, 0.98));
    let (first, apart, size) = if many { (332.0, 46.0, 33.0) } else { (372.0, 52.0, 35.0) };
    let (left, right) = (80.0, 486.0);
    let pen = Pen { size, paint: CREAM };
    for (i, (text, figure)) in lines.iter().take(4).enumerate() {
        let y = first + apart * i as f64;
        let beside = if figure.is_empty() { -34.0 } else { width(figure, size) + 18.0 };
        scene.add(&write(&fitted(text, size, right - left - beside), left, y, Anchor::Start, pen));
        scene.add(&write(figure, right, y, Anchor::End, pen));
    }
    for (i, kind) in
        Colour::ALL.into_iter().zip(Pattern::ALL).map(|(c, p)| Kind::new(c, p)).enumerate()
    {
        let name = format!("tile-{kind}");
        scene.put(&name, 112.0 + 66.0 * i as f64, 546.0, 0.72, || tile(kind));
    }
    scene.add(&write(foot, 80.0, 612.0, Anchor::Start, Pen { size: 14.0, paint: CREAM }));
    scene.finish([0.0, 0.0, 1200.0, 630.0])
}

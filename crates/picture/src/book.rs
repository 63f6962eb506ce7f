//! The pictures of the rule book. They hold no words, so that every language has the same ones.
use crate::features::{feature as draw_feature, feature_name};
use crate::garden::{Style, put_expansion, put_garden, put_tile};
use crate::ground::{expansion_back, step};
use crate::palette::{Theme, Tone};
use crate::pieces::{blocked, chosen};
use crate::scene::Scene;
use crate::svg::{Svg, fill, line};
use crate::table::panel;
use crate::text::{Anchor, Pen, write};
use crate::tile::joker;
use crate::wheel::wheel;
use quinta_rules::{Area, Cell, Colour, Direction, Feature, Garden, Kind, Pattern, Rules};
use quinta_texts::book::example;

/// The names of the book's pictures.
pub const BOOK_PICTURES: [&str; 10] = [
    "kinds",
    "expansion",
    "garden",
    "display",
    "acquire",
    "pay",
    "fit",
    "surround",
    "wheel",
    "groups",
];

/// Returns a picture of the rule book by its name.
pub fn book_picture(name: &str, theme: Theme) -> Option<Svg> {
    let style = Style { theme, numerals: true };
    let framed = |width, height, draw: &dyn Fn(&mut Scene)| plate(width, height, theme, draw);
    Some(match name {
        "kinds" => framed(420.0, 400.0, &|scene| kinds(scene, style)),
        "expansion" => framed(620.0, 310.0, &|scene| {
            put_expansion(scene, kind(Colour::Blue, Pattern::Lily), 160.0, 155.0, 1.0, style);
            scene.put("expansion-back", 460.0, 155.0, 1.0, || expansion_back(theme));
        }),
        "garden" => framed(560.0, 560.0, &|scene| {
            scene.within(280.0, 280.0, 0.62, |scene| put_garden(scene, &begun(), style));
        }),
        "display" => framed(760.0, 270.0, &|scene| display(scene, 0.0, None, style)),
        "acquire" => framed(760.0, 500.0, &|scene| {
            display(scene, 0.0, Some(|kind| kind.colour() == Colour::Yellow), style);
            display(scene, 235.0, Some(|kind| kind.pattern() == Pattern::Flower), style);
        }),
        "pay" => framed(520.0, 250.0, &|scene| payments(scene, style)),
        "fit" => framed(760.0, 150.0, &|scene| fits(scene, style)),
        "surround" => framed(860.0, 290.0, &|scene| surrounded(scene, style)),
        "wheel" => wheel(&Rules::FRONT, None, theme),
        "groups" => framed(560.0, 560.0, &|scene| {
            scene.within(280.0, 280.0, 0.62, |scene| put_garden(scene, &example(), style));
        }),
        _ => return None,
    })
}

/// A picture on a panel of paper, so that it stands out on any page.
fn plate(width: f64, height: f64, theme: Theme, draw: &dyn Fn(&mut Scene)) -> Svg {
    let mut scene = Scene::default();
    let frame = panel(2.0, 2.0, width - 4.0, height - 4.0);
    scene.add(&fill(&frame, theme.paint(Tone::Paper)));
    scene.add(&line(&frame, theme.paint(Tone::PaperEdge), 1.5));
    draw(&mut scene);
    scene.finish([0.0, 0.0, width, height])
}

const fn kind(colour: Colour, pattern: Pattern) -> Kind {
    Kind::new(colour, pattern)
}

/// All kinds: a row for each colour, a column for each pattern.
fn kinds(scene: &mut Scene, style: Style) {
    for (row, colour) in Colour::ALL.into_iter().enumerate() {
        for (column, pattern) in Pattern::ALL.into_iter().enumerate() {
            let (x, y) = (50.0 + 64.0 * column as f64, 46.0 + 61.0 * row as f64);
            put_tile(scene, kind(colour, pattern), x, y, 0.62, style);
        }
    }
}

/// A garden after a few turns.
fn begun() -> Garden {
    let mut garden = Garden::default();
    let [east, _, north_west, ..] = Area::ALL;
    garden.lay_face_up(kind(Colour::DarkGreen, Pattern::Butterfly), east, Direction::ALL[3]);
    garden.lay_face_down(north_west);
    for (colour, pattern, (q, r)) in [
        (Colour::Yellow, Pattern::Butterfly, (1, 0)),
        (Colour::Yellow, Pattern::Tree, (1, -1)),
        (Colour::Yellow, Pattern::Flower, (0, -1)),
        (Colour::LightPurple, Pattern::Flower, (0, -2)),
    ] {
        if let Some(cell) = Cell::new(q, r) {
            garden.put(kind(colour, pattern), cell);
        }
    }
    garden
}

/// A display with the stack, an expansion with tiles on it, and one that lies face up. What is taken is framed and the
/// rest is faint.
fn display(scene: &mut Scene, top: f64, taken: Option<fn(Kind) -> bool>, style: Style) {
    let y = top + 130.0;
    let scale = 0.8;
    let tiles = |scene: &mut Scene, x: f64, on: &[Kind]| {
        for (&kind, petal) in on.iter().zip([2, 1, 4, 5]) {
            let (dx, dy) = step(Direction::ALL[petal]);
            let (x, y) = (x + dx * scale, y + dy * scale);
            faded(scene, taken.is_some_and(|taken| !taken(kind)), |scene| {
                put_tile(scene, kind, x, y, scale, style);
            });
            if taken.is_some_and(|taken| taken(kind)) {
                scene.put("chosen", x, y, scale * 1.06, || chosen(style.theme));
            }
        }
    };
    for below in (0..3).rev() {
        let y = y + 5.0 * f64::from(below);
        scene.put("expansion-back", 130.0, y, scale, || expansion_back(style.theme));
    }
    scene.put("expansion-back", 380.0, y, scale, || expansion_back(style.theme));
    tiles(
        scene,
        130.0,
        &[
            kind(Colour::Yellow, Pattern::Flower),
            kind(Colour::Blue, Pattern::Bird),
            kind(Colour::DarkGreen, Pattern::Flower),
            kind(Colour::DarkPurple, Pattern::Tree),
        ],
    );
    let left = [kind(Colour::Yellow, Pattern::Tree), kind(Colour::LightGreen, Pattern::Flower)];
    tiles(scene, 380.0, &left);
    let whole = kind(Colour::Yellow, Pattern::Bird);
    faded(scene, taken.is_some_and(|taken| !taken(whole)), |scene| {
        put_expansion(scene, whole, 630.0, y, scale, style);
    });
    if taken.is_some_and(|taken| taken(whole)) {
        let (dx, dy) = step(Direction::ALL[1]);
        scene.put("chosen", 630.0 + dx * scale, y + dy * scale, scale * 1.06, || {
            chosen(style.theme)
        });
    }
}

/// Draws something faintly, or as usual.
fn faded(scene: &mut Scene, faintly: bool, draw: impl FnOnce(&mut Scene)) {
    if faintly {
        scene.add(r#"<g opacity=".35">"#);
    }
    draw(scene);
    if faintly {
        scene.add("</g>");
    }
}

/// Two payments for the same flower: by its colour with a joker, and by its pattern.
fn payments(scene: &mut Scene, style: Style) {
    let flower = kind(Colour::Yellow, Pattern::Flower);
    let by_colour = [Pattern::Tree, Pattern::Bird].map(|p| Some(kind(Colour::Yellow, p)));
    let by_pattern = [Colour::Blue, Colour::DarkGreen, Colour::LightPurple]
        .map(|c| Some(kind(c, Pattern::Flower)));
    let rows = [[by_colour[0], by_colour[1], None], by_pattern];
    let pen = Pen { size: 43.0, paint: style.theme.paint(Tone::Ink) };
    for (row, paid) in rows.into_iter().enumerate() {
        let y = 70.0 + 110.0 * row as f64;
        put_tile(scene, flower, 80.0, y, 1.0, style);
        scene.put("chosen", 80.0, y, 1.06, || chosen(style.theme));
        scene.add(&write("+", 165.0, y + 14.0, Anchor::Middle, pen));
        for (i, paid) in paid.into_iter().enumerate() {
            let x = 245.0 + 95.0 * i as f64;
            match paid {
                Some(kind) => put_tile(scene, kind, x, y, 0.9, style),
                None => scene.put("joker", x, y, 0.9, joker),
            }
        }
    }
}

/// A tile beside others: in a golden frame where it fits, in a red one where it does not.
fn fits(scene: &mut Scene, style: Style) {
    let bird = kind(Colour::Yellow, Pattern::Bird);
    let tree = kind(Colour::Yellow, Pattern::Tree);
    let other = kind(Colour::Blue, Pattern::Butterfly);
    let (y, pitch) = (75.0, 86.6);
    for (left, stands, fits) in
        [(75.0, vec![tree], true), (300.0, vec![other], false), (510.0, vec![bird, tree], false)]
    {
        let at = left + pitch * stands.len() as f64;
        for (i, kind) in stands.into_iter().enumerate() {
            put_tile(scene, kind, left + pitch * i as f64, y, 1.0, style);
        }
        put_tile(scene, bird, at, y, 1.0, style);
        if fits {
            scene.put("chosen", at, y, 1.0, || chosen(style.theme));
        } else {
            scene.put("blocked", at, y, 1.0, blocked);
        }
    }
}

/// Each feature, surrounded by hexagons, with the number of jokers that it brings.
fn surrounded(scene: &mut Scene, style: Style) {
    let features = [Feature::Fountain, Feature::Statue, Feature::Bench, Feature::Pavilion];
    let colours = [Colour::Yellow, Colour::Blue, Colour::LightGreen, Colour::LightPurple];
    let pen = Pen { size: 37.0, paint: style.theme.paint(Tone::Ink) };
    for (i, (feature, colour)) in features.into_iter().zip(colours).enumerate() {
        let (x, y, scale) = (118.0 + 208.0 * i as f64, 115.0, 0.7);
        scene.put(feature_name(feature), x, y, scale, || draw_feature(feature, style.theme));
        for (direction, pattern) in Direction::ALL.into_iter().zip(Pattern::ALL) {
            let (dx, dy) = step(direction);
            put_tile(scene, kind(colour, pattern), x + dx * scale, y + dy * scale, scale, style);
        }
        let jokers = Rules::FRONT.jokers_for(feature).to_string();
        scene.add(&write(&jokers, x - 8.0, 266.0, Anchor::End, pen));
        scene.put("joker", x + 26.0, 254.0, 0.5, joker);
    }
}

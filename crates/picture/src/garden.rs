//! A whole garden, and an expansion.
use crate::features::{feature as draw_feature, feature_name};
use crate::ground::{
    EXPANSION_VIEW, GARDEN_VIEW, expansion_back, expansion_front, ground, parterre, position, step,
};
use crate::palette::Theme;
use crate::scene::Scene;
use crate::svg::Svg;
use crate::tile::{numeral, tile};
use quinta_rules::{Area, CellSet, Direction, Garden, Ground, Kind};

/// How pieces are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// Whether tiles show the number of their pattern.
    pub numerals: bool,
}

/// Puts a tile, with its number if the style has numerals.
pub(crate) fn put_tile(scene: &mut Scene, kind: Kind, x: f64, y: f64, scale: f64, style: Style) {
    scene.put(&format!("tile-{kind}"), x, y, scale, || tile(kind));
    if style.numerals {
        scene.put(&format!("numeral-{}", kind.value()), x, y, scale, || numeral(kind.value()));
    }
}

/// Puts an expansion face up, turned as it is in displays and storages: the printed hexagon in the north-east.
pub(crate) fn put_expansion(
    scene: &mut Scene,
    kind: Kind,
    x: f64,
    y: f64,
    scale: f64,
    style: Style,
) {
    scene.put("expansion-front", x, y, scale, || expansion_front(style.theme));
    let (dx, dy) = step(Direction::ALL[1]);
    put_tile(scene, kind, x + dx * scale, y + dy * scale, scale * 0.95, style);
}

/// Puts a garden with everything in it, the fountain at the origin.
pub(crate) fn put_garden(scene: &mut Scene, of: &Garden, style: Style) {
    scene.put("ground", 0.0, 0.0, 1.0, || ground(style.theme));
    for area in Area::ALL {
        let (x, y) = position(area.centre());
        match of.ground(area) {
            Ground::Free => scene.put("parterre", x, y, 1.0, || parterre(style.theme)),
            Ground::FaceDown => {
                scene.put("expansion-back", x, y, 1.0, || expansion_back(style.theme));
            }
            Ground::FaceUp(_) => {
                scene.put("expansion-front", x, y, 1.0, || expansion_front(style.theme));
            }
        }
    }
    // After the parterres, whose hedges extend under the statues and benches.
    for cell in CellSet::FIXED_FEATURES.iter() {
        if let Some(feature) = of.feature_at(cell) {
            let (x, y) = position(cell);
            scene.put(feature_name(feature), x, y, 1.0, || draw_feature(feature, style.theme));
        }
    }
    // From the back to the front, because the side of a tile overlaps the cell below it.
    let mut hexes: Vec<_> = of.hexes().iter().collect();
    hexes.sort_by_key(|cell| cell.coordinates().1);
    for cell in hexes {
        if let Some(kind) = of.kind_at(cell) {
            let (x, y) = position(cell);
            put_tile(scene, kind, x, y, if of.is_printed(cell) { 0.95 } else { 1.0 }, style);
        }
    }
}

/// A garden with everything in it.
pub fn garden(of: &Garden, style: Style) -> Svg {
    let mut scene = Scene::default();
    put_garden(&mut scene, of, style);
    scene.finish(GARDEN_VIEW)
}

/// An expansion face up, its printed hexagon in the north-east.
pub fn expansion(kind: Kind, style: Style) -> Svg {
    let mut scene = Scene::default();
    put_expansion(&mut scene, kind, 0.0, 0.0, 1.0, style);
    scene.finish(EXPANSION_VIEW)
}

//! A garden as it stands.
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
pub struct Look {
    /// By day, by night, or as the page says.
    pub theme: Theme,
    /// Whether each hexagon carries its number.
    pub numerals: bool,
}

/// Puts a tile, with its number where that is wanted.
pub(crate) fn put_tile(scene: &mut Scene, kind: Kind, x: f64, y: f64, scale: f64, look: Look) {
    scene.put(&format!("tile-{kind}"), x, y, scale, || tile(kind));
    if look.numerals {
        scene.put(&format!("numeral-{}", kind.value()), x, y, scale, || numeral(kind.value()));
    }
}

/// Puts an expansion face up, its printed hexagon in the north-east, as it lies in a display or a storage.
pub(crate) fn put_expansion(scene: &mut Scene, kind: Kind, x: f64, y: f64, scale: f64, look: Look) {
    scene.put("expansion-front", x, y, scale, || expansion_front(look.theme));
    let (dx, dy) = step(Direction::ALL[1]);
    put_tile(scene, kind, x + dx * scale, y + dy * scale, scale * 0.95, look);
}

/// Puts a garden with all that stands in it, the fountain in the middle.
pub(crate) fn put_garden(scene: &mut Scene, of: &Garden, look: Look) {
    scene.put("ground", 0.0, 0.0, 1.0, || ground(look.theme));
    for area in Area::ALL {
        let (x, y) = position(area.centre());
        match of.ground(area) {
            Ground::Free => scene.put("parterre", x, y, 1.0, || parterre(look.theme)),
            Ground::FaceDown => {
                scene.put("expansion-back", x, y, 1.0, || expansion_back(look.theme));
            }
            Ground::FaceUp(_) => {
                scene.put("expansion-front", x, y, 1.0, || expansion_front(look.theme));
            }
        }
    }
    // A parterre's hedge reaches under the statues and benches.
    for cell in CellSet::FIXED_FEATURES.iter() {
        if let Some(feature) = of.feature_at(cell) {
            let (x, y) = position(cell);
            scene.put(feature_name(feature), x, y, 1.0, || draw_feature(feature, look.theme));
        }
    }
    // From the back to the front, so that each tile stands before what is behind it.
    let mut hexes: Vec<_> = of.hexes().iter().collect();
    hexes.sort_by_key(|cell| cell.coordinates().1);
    for cell in hexes {
        if let Some(kind) = of.kind_at(cell) {
            let (x, y) = position(cell);
            put_tile(scene, kind, x, y, if of.is_printed(cell) { 0.95 } else { 1.0 }, look);
        }
    }
}

/// A garden with all that stands in it.
pub fn garden(of: &Garden, look: Look) -> Svg {
    let mut scene = Scene::default();
    put_garden(&mut scene, of, look);
    scene.finish(GARDEN_VIEW)
}

/// An expansion face up, its printed hexagon in the north-east.
pub fn expansion(kind: Kind, look: Look) -> Svg {
    let mut scene = Scene::default();
    put_expansion(&mut scene, kind, 0.0, 0.0, 1.0, look);
    scene.finish(EXPANSION_VIEW)
}

//! All pieces in one file, for pages to use by name.
use crate::features::feature;
use crate::ground::{
    expansion_back, expansion_front, expansion_slot, ground, parterre, slot, space,
};
use crate::palette::Theme;
use crate::pieces::{bag, blocked, chosen, glow, marker, tower};
use crate::tile::{colour_tile, glyph, joker, mark_glyph, numeral, page_tile, pattern_tile};
use crate::wheel::{wheel_base, wheel_mark};
use quinta_rules::{Colour, Feature, Kind, Pattern};

/// Every piece as a `<symbol>`, coloured by the custom properties of [`crate::theme_css`].
///
/// A symbol refers to nothing else and has no gradients, text or `style`, so `<use href="/art/sprite.svg#tile-b3"/>`
/// works in any document and under any content security policy. As an icon:
/// `<svg width="48" height="48"><use href="…#tile-b3"/></svg>`. In a garden, with its centre at a point:
/// `<use href="…#tile-b3" x="-50" y="-50" width="100" height="100" transform="translate(X Y)"/>`.
///
/// | names | size of the view box, its centre at the origin |
/// |---|---|
/// | `tile-b3`, `colour-b`, `mark-b`, `pattern-3`, `numeral-3`, `joker`, `fountain`, `statue`, `bench`, `pavilion`, `space`, `slot`, `bag`, `tower`, `marker`, `glow`, `chosen`, `blocked` | 100 × 100 |
/// | `glyph-3` | 72 × 72 |
/// | `expansion-front`, `expansion-back`, `expansion-slot`, `parterre` | 280 × 270 |
/// | `wheel`, `wheel-mark` | 410 × 410 |
/// | `ground` | 872 × 872 |
///
/// `colour-` and `pattern-` show an attribute by itself, `mark-` and `glyph-` only its lines in the colour of the text. A
/// numeral goes on top of its tile; `--q-mark: 0` hides the marks of the colours on tiles. The centre of a cell is at
/// x = 86.6 (q + r / 2), y = 75 r. A garden consists of `ground`, then in each area, at its central cell, `parterre`,
/// `expansion-front` or `expansion-back`, then fountain, statues and benches, then the tiles.
pub fn sprite() -> String {
    let theme = Theme::Page;
    let mut all: Vec<(String, crate::Svg)> = Vec::new();
    // By pattern, because drawings that repeat at a short distance compress well.
    for pattern in Pattern::ALL {
        for colour in Colour::ALL {
            let kind = Kind::new(colour, pattern);
            all.push((format!("tile-{kind}"), page_tile(kind)));
        }
        let number = pattern.value();
        all.push((format!("pattern-{number}"), pattern_tile(pattern)));
        all.push((format!("glyph-{number}"), glyph(pattern)));
        all.push((format!("numeral-{number}"), numeral(number)));
    }
    for colour in Colour::ALL {
        all.push((format!("colour-{}", colour.letter()), colour_tile(colour)));
        all.push((format!("mark-{}", colour.letter()), mark_glyph(colour)));
    }
    let named = [
        ("joker", joker()),
        ("fountain", feature(Feature::Fountain, theme)),
        ("statue", feature(Feature::Statue, theme)),
        ("bench", feature(Feature::Bench, theme)),
        ("pavilion", feature(Feature::Pavilion, theme)),
        ("space", space(theme)),
        ("slot", slot(theme)),
        ("expansion-front", expansion_front(theme)),
        ("expansion-back", expansion_back(theme)),
        ("expansion-slot", expansion_slot(theme)),
        ("parterre", parterre(theme)),
        ("ground", ground(theme)),
        ("bag", bag(theme)),
        ("tower", tower(theme)),
        ("marker", marker()),
        ("wheel", wheel_base(theme)),
        ("wheel-mark", wheel_mark(theme)),
        ("glow", glow(theme)),
        ("chosen", chosen(theme)),
        ("blocked", blocked()),
    ];
    all.extend(named.into_iter().map(|(name, svg)| (name.to_owned(), svg)));
    let symbols: String = all.iter().map(|(id, svg)| svg.symbol(id)).collect();
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>"#)
}

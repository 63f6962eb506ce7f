//! Quinta's own art.
mod features;
mod ground;
mod letters;
mod mark;
mod palette;
mod pattern;
mod png;
mod shape;
mod svg;
mod tile;

pub use features::feature;
pub use ground::{
    expansion_back, expansion_front, expansion_slot, ground, parterre, position, slot, space,
};
pub use palette::{Theme, theme_css, tile_colour};
pub use png::{PngError, png};
pub use svg::Svg;
pub use tile::{attribute_tile, colour_tile, joker, numeral, pattern_tile, tile};

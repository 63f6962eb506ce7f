//! Quinta's own art.
mod letters;
mod mark;
mod palette;
mod pattern;
mod png;
mod shape;
mod svg;
mod tile;

pub use palette::{Theme, theme_css, tile_colour};
pub use png::{PngError, png};
pub use svg::Svg;
pub use tile::{attribute_tile, colour_tile, joker, numeral, pattern_tile, tile};

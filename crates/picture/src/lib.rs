//! Quinta's own art.
mod card;
mod chart;
mod features;
mod garden;
mod ground;
mod letters;
mod mark;
mod ornament;
mod palette;
mod pattern;
mod pieces;
mod png;
mod scene;
mod shape;
mod sprite;
mod svg;
mod table;
mod tile;
mod wheel;
mod wordmark;

pub use card::{app_icon, favicon, social_card};
pub use chart::{Row, bar_chart, ladder_chart};
pub use features::feature;
pub use garden::{Look, expansion, garden};
pub use ground::{
    expansion_back, expansion_front, expansion_slot, ground, parterre, position, slot, space,
};
pub use ornament::ornament;
pub use palette::{Theme, theme_css, tile_colour};
pub use pieces::{bag, blocked, chosen, glow, marker, tower};
pub use png::{PngError, png};
pub use sprite::sprite;
pub use svg::Svg;
pub use table::table;
pub use tile::{attribute_tile, colour_tile, joker, numeral, pattern_tile, tile};
pub use wheel::wheel;
pub use wordmark::wordmark;

//! Quinta's art: tiles, gardens, whole tables and charts as SVG, and PNG rendered from it.
//!
//! All pieces have one scale: a cell is a hexagon 100 units high with its centre at the origin. PNG is rendered with an
//! embedded font, and with the fonts of the system for characters that it lacks; SVG files leave text to the viewer.
//!
//! ```
//! use quinta_picture::{Style, Theme, garden, png, tile};
//! use quinta_rules::{Cell, Garden};
//!
//! let mut green = Garden::default();
//! green.put("b3".parse()?, Cell::new(1, 0).ok_or("no such cell")?);
//! let picture = garden(&green, Style { theme: Theme::Dark, numerals: true }).to_string();
//! assert!(picture.starts_with("<svg") && picture.contains("#tile-b3"));
//!
//! let small = png(&tile("v6".parse()?).to_string(), 24)?;
//! assert_eq!(&small[1..4], b"PNG");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Pages use the pieces from one file, [`sprite`], with the colours of [`theme_css`].
mod book;
mod card;
mod chart;
mod features;
mod garden;
mod ground;
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
mod text;
mod tile;
mod wheel;
mod wordmark;

pub use book::{BOOK_PICTURES, book_picture};
pub use card::{app_icon, favicon, social_card};
pub use chart::{Row, Series, bar_chart, ladder_chart, line_chart};
pub use features::feature;
pub use garden::{Style, expansion, garden};
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
pub use text::drawable_name;
pub use tile::{attribute_tile, colour_tile, joker, numeral, pattern_tile, tile};
pub use wheel::wheel;
pub use wordmark::wordmark;

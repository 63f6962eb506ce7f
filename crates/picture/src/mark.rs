//! The marks of the colours, by which they can be told apart in greyscale.
use crate::shape::Shape;
use crate::svg::{dotted_line, fill, line};
use quinta_rules::Colour;

/// The mark of a colour, which lies along the rim of a tile.
pub(crate) fn mark(colour: Colour, ink: &str) -> String {
    match colour {
        Colour::Blue => line(&Shape::hexagon(41.0, 2.0), ink, 2.6),
        Colour::Yellow => dotted_line(&Shape::hexagon(41.0, 0.0), ink, 5.0, 41.0 / 5.0),
        Colour::DarkGreen => {
            line(&Shape::hexagon(43.0, 2.5), ink, 1.8) + &line(&Shape::hexagon(35.6, 1.5), ink, 1.8)
        }
        Colour::LightGreen => {
            let leaf = Shape::from(-11.0, -35.6)
                .bend((-5.0, -38.8), (5.0, -38.8), (11.0, -35.6))
                .bend((5.0, -32.6), (-5.0, -32.6), (-11.0, -35.6))
                .close();
            fill(&leaf.turned(30.0).around(6), ink)
        }
        Colour::DarkPurple => {
            let corner = Shape::from(0.0, -43.0)
                .to(11.5, -36.4)
                .bend((5.5, -36.5), (2.0, -36.0), (0.0, -31.5))
                .mirrored();
            fill(&corner.around(6), ink)
        }
        Colour::LightPurple => fill(&Shape::circle(0.0, -38.6, 3.7).around(6), ink),
    }
}

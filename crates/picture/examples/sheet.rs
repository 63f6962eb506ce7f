//! Draws a sheet of all tiles in several sizes to /tmp, to look at.
use quinta_picture::{png, tile};
use quinta_rules::kind::Kind;

fn main() {
    let mut body = String::from(r##"<rect width="1180" height="900" fill="#f6f3ea"/>"##);
    let mut x0 = 10.0;
    for size in [96.0, 48.0, 24.0, 13.0] {
        for kind in Kind::all() {
            let (r, c) = (kind.colour().index() as f64, kind.pattern().index() as f64);
            let svg = tile(kind);
            let (x, y) = (x0 + size / 2.0 + c * size * 0.95, 10.0 + size / 2.0 + r * size * 1.05);
            body += &format!(
                r#"<g transform="translate({x} {y}) scale({})">{}</g>"#,
                size / 100.0,
                svg.body()
            );
        }
        x0 += size * 6.0 + 10.0;
    }
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="1180" height="640" viewBox="0 0 1180 640">{body}</svg>"#
    );
    std::fs::create_dir_all("/tmp/art").unwrap();
    std::fs::write("/tmp/art/sheet.svg", &svg).unwrap();
    std::fs::write("/tmp/art/sheet.png", png(&svg, 1180).unwrap()).unwrap();
}

//! Draws our art into a folder, to look at: `cargo run --example sheet -- FOLDER`.
use quinta_picture as art;
use quinta_rules::{Area, Feature};
use quinta_rules::{Attribute, Kind};
use std::error::Error;
use std::fmt::Write;

fn put(body: &mut String, svg: &art::Svg, x: f64, y: f64, scale: f64) {
    let _ = write!(body, r#"<g transform="translate({x} {y}) scale({scale})">{}</g>"#, svg.body());
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).ok_or("name a folder")?);
    std::fs::create_dir_all(&folder)?;
    let save = |name: &str,
                width: f64,
                height: f64,
                back: &str,
                body: &str|
     -> Result<(), Box<dyn Error>> {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect width="100%" height="100%" fill="{back}"/>{body}</svg>"#
        );
        std::fs::write(folder.join(format!("{name}.png")), art::png(&svg, width as u32)?)?;
        Ok(())
    };

    let mut body = String::new();
    let mut left = 10.0;
    for size in [96.0, 48.0, 24.0, 13.0] {
        for kind in Kind::all() {
            let (row, column) = (kind.colour().index() as f64, kind.pattern().index() as f64);
            let (x, y) =
                (left + size / 2.0 + column * size * 0.95, 10.0 + size / 2.0 + row * size * 1.05);
            put(&mut body, &art::tile(kind), x, y, size / 100.0);
        }
        left += size * 6.0 + 10.0;
    }
    save("tiles", 1180.0, 640.0, "#f6f3ea", &body)?;

    for (name, theme, back) in [
        ("pieces-light", art::Theme::Light, "#fffbf2"),
        ("pieces-dark", art::Theme::Dark, "#191d1a"),
    ] {
        let mut body = String::new();
        for (i, of) in [Feature::Fountain, Feature::Statue, Feature::Bench, Feature::Pavilion]
            .into_iter()
            .enumerate()
        {
            put(&mut body, &art::feature(of, theme), 100.0 + 200.0 * i as f64, 100.0, 1.9);
            put(&mut body, &art::feature(of, theme), 860.0 + 60.0 * i as f64, 40.0, 0.5);
            put(&mut body, &art::feature(of, theme), 860.0 + 60.0 * i as f64, 90.0, 0.24);
        }
        for (i, of) in Attribute::all().enumerate() {
            put(&mut body, &art::attribute_tile(of), 60.0 + 90.0 * i as f64, 260.0, 0.8);
        }
        put(&mut body, &art::joker(), 100.0, 400.0, 1.9);
        put(&mut body, &art::joker(), 230.0, 360.0, 0.5);
        put(&mut body, &art::joker(), 230.0, 410.0, 0.24);
        put(&mut body, &art::slot(theme), 300.0, 360.0, 0.8);
        put(&mut body, &art::space(theme), 300.0, 450.0, 0.8);
        for i in 1..=6 {
            put(
                &mut body,
                &art::tile(Kind::from_index(usize::from(i) * 7 - 7).ok_or("kind")?),
                380.0 + 90.0 * f64::from(i),
                360.0,
                0.8,
            );
            put(&mut body, &art::numeral(i), 380.0 + 90.0 * f64::from(i), 360.0, 0.8);
        }
        put(&mut body, &art::expansion_front(theme), 150.0, 650.0, 1.0);
        put(&mut body, &art::expansion_back(theme), 450.0, 650.0, 1.0);
        put(&mut body, &art::expansion_slot(theme), 750.0, 650.0, 1.0);
        put(&mut body, &art::parterre(theme), 1050.0, 650.0, 1.0);
        save(name, 1200.0, 800.0, back, &body)?;
        let ground = art::ground(&Area::ALL[..5], theme);
        let mut body = String::new();
        put(&mut body, &ground, 436.0, 436.0, 1.0);
        save(&name.replace("pieces", "ground"), 872.0, 872.0, back, &body)?;
    }
    Ok(())
}

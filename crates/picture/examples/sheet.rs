//! Draws all pieces, and a few tables and charts, into a folder for inspection:
//! `cargo run -p quinta-picture --example sheet -- FOLDER`.
use quinta_deal::{Deal, Seed};
use quinta_picture as art;
use quinta_rules::{Action, Attribute, Feature, Garden, Kind, Rules, State};
use std::error::Error;
use std::fmt::Write;

fn put(body: &mut String, svg: &art::Svg, x: f64, y: f64, scale: f64) {
    let _ = write!(body, r#"<g transform="translate({x} {y}) scale({scale})">{}</g>"#, svg.body());
}

/// A position after this many actions of players who build whenever they can.
fn position(seats: usize, seed: u64, actions: usize) -> Result<State, Box<dyn Error>> {
    let rules = Rules::FRONT;
    let deal = Deal::new(&Seed::from_number(seed), &rules, seats).unwrap();
    let mut state = State::new(&rules, seats, deal.first())?;
    let mut pick = seed;
    for _ in 0..actions {
        while let Some(outcome) = deal.answer(&rules, &state) {
            state.chance(&rules, &outcome)?;
        }
        if state.is_over() {
            break;
        }
        let all: Vec<Action> = state.actions(&rules).collect();
        let builds: Vec<Action> = all
            .iter()
            .copied()
            .filter(|a| matches!(a, Action::Place { .. } | Action::Expand { .. }))
            .collect();
        let takes: Vec<Action> =
            all.iter().copied().filter(|a| matches!(a, Action::Acquire(_))).collect();
        pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let from = if builds.is_empty() {
            if takes.is_empty() { vec![Action::PASS] } else { takes }
        } else {
            builds
        };
        let action = from[(pick >> 33) as usize % from.len()];
        state.play(&rules, state.turn(), &action)?;
    }
    while let Some(outcome) = deal.answer(&rules, &state) {
        state.chance(&rules, &outcome)?;
    }
    Ok(state)
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
        let mut body = String::new();
        put(&mut body, &art::bag(theme), 100.0, 110.0, 1.9);
        put(&mut body, &art::tower(theme), 300.0, 110.0, 1.9);
        put(&mut body, &art::marker(), 500.0, 110.0, 1.9);
        put(&mut body, &art::glow(theme), 680.0, 60.0, 0.9);
        put(&mut body, &art::chosen(theme), 780.0, 60.0, 0.9);
        put(&mut body, &art::blocked(), 880.0, 60.0, 0.9);
        for (i, svg) in [art::bag(theme), art::tower(theme), art::marker()].iter().enumerate() {
            put(&mut body, svg, 650.0 + 70.0 * i as f64, 150.0, 0.48);
            put(&mut body, svg, 870.0 + 40.0 * i as f64, 150.0, 0.24);
        }
        put(&mut body, &art::wheel(&Rules::FRONT, Some(2), theme), 230.0, 450.0, 1.0);
        put(&mut body, &art::wheel(&Rules::BACK, None, theme), 680.0, 450.0, 0.6);
        put(
            &mut body,
            &art::wordmark(if name.ends_with("dark") { "#f4ecd8" } else { "#24402f" }, "#e0a100"),
            850.0,
            620.0,
            0.7,
        );
        save(&name.replace("pieces", "more"), 1200.0, 700.0, back, &body)?;
        let ground = art::garden(&Garden::default(), art::Style { theme, numerals: false });
        let mut body = String::new();
        put(&mut body, &ground, 436.0, 436.0, 1.0);
        save(&name.replace("pieces", "ground"), 872.0, 872.0, back, &body)?;
    }
    let names: Vec<String> = ["Ana", "Żółw Łukasz", "Maximiliane von und zu Gartenberg", "Élodie"]
        .map(str::to_owned)
        .to_vec();
    for (seats, seed, actions, theme) in
        [(2, 7, 46, art::Theme::Light), (3, 8, 60, art::Theme::Dark), (4, 5, 90, art::Theme::Light)]
    {
        let state = position(seats, seed, actions)?;
        let style = art::Style { theme, numerals: seats == 2 };
        let svg = art::table(&state, &Rules::FRONT, &names, "", style).to_string();
        std::fs::write(folder.join(format!("table-{seats}.png")), art::png(&svg, 1600)?)?;
        println!("table of {seats}: {} bytes", svg.len());
    }
    let state = position(2, 11, 70)?;
    let card = art::social_card(
        &["Maximiliane von und zu", "Przemysław", "Ana", "Architect"]
            .map(|name| (name.to_owned(), "128".to_owned())),
        "",
        &state.players()[0].garden,
    );
    std::fs::write(folder.join("card.png"), art::png(&card.to_string(), 1200)?)?;
    let mut body = String::new();
    put(&mut body, &art::app_icon(), 130.0, 130.0, 2.4);
    for (i, size) in [64.0, 32.0, 16.0].into_iter().enumerate() {
        put(&mut body, &art::favicon(false), 300.0 + 80.0 * i as f64, 60.0, size / 100.0);
        put(&mut body, &art::favicon(true), 300.0 + 80.0 * i as f64, 150.0, size / 100.0);
    }
    let rows: Vec<art::Row> = [
        ("random", 0.0, 0.0),
        ("greedy", 412.5, 18.0),
        ("Gardener (mcts 1 s)", 903.0, 31.0),
        ("Königin", 1050.0, 40.0),
    ]
    .map(|(label, value, error)| art::Row { label: label.to_owned(), value, error })
    .to_vec();
    put(&mut body, &art::bar_chart("Elo by player", &rows, art::Theme::Light), 20.0, 280.0, 0.7);
    put(&mut body, &art::ladder_chart("Elo by player", &rows, art::Theme::Dark), 570.0, 280.0, 0.7);
    save("icons", 1120.0, 480.0, "#dfe5d5", &body)?;
    std::fs::write(folder.join("sprite.svg"), art::sprite())?;
    Ok(())
}

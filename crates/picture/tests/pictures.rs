//! Pieces, the sprite, gardens and tables of real games can be drawn and rendered.
use quinta_deal::{Deal, Seed};
use quinta_picture::{Style, Theme, favicon, garden, png, social_card, sprite, table, theme_css};
use quinta_rules::{Action, Colour, Garden, Kind, Pattern, Rules, State};
use resvg::tiny_skia::Pixmap;
use std::collections::HashSet;

/// A game in which players build whenever they can, stopped after this many actions.
fn game(seats: usize, seed: u64, actions: usize) -> State {
    let rules = Rules::FRONT;
    let deal = Deal::new(&Seed::from_number(seed), &rules, seats).unwrap();
    let mut state = State::new(&rules, seats, deal.first()).expect("a table");
    let mut pick = seed;
    for _ in 0..actions {
        while let Some(outcome) = deal.answer(&rules, &state) {
            state.chance(&rules, &outcome).expect("it fits");
        }
        if state.is_over() {
            break;
        }
        let all: Vec<Action> = state.actions(&rules).collect();
        let mut from: Vec<&Action> = all
            .iter()
            .filter(|a| matches!(a, Action::Place { .. } | Action::Expand { .. }))
            .collect();
        if from.is_empty() {
            from = all.iter().filter(|a| matches!(a, Action::Acquire(_))).collect();
        }
        pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action =
            from.get((pick >> 33) as usize % from.len().max(1)).map_or(Action::PASS, |a| **a);
        state.play(&rules, state.turn(), &action).expect("a legal action");
    }
    state
}

fn assert_drawn(svg: &str, width: u32) -> Pixmap {
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    Pixmap::decode_png(&png(svg, width).expect("it can be rendered")).expect("our own PNG")
}

#[test]
fn the_sprite_has_every_piece_once_and_stays_small() {
    let sprite = sprite();
    let ids: Vec<&str> =
        sprite.split(r#"<symbol id=""#).skip(1).filter_map(|s| s.split('"').next()).collect();
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "a name stands twice");
    for kind in Kind::all() {
        assert!(ids.contains(&format!("tile-{kind}").as_str()), "{kind}");
    }
    for colour in Colour::ALL.map(Colour::letter) {
        assert!(
            ids.contains(&format!("mark-{colour}").as_str())
                && ids.contains(&format!("colour-{colour}").as_str())
        );
    }
    for number in Pattern::ALL.map(Pattern::value) {
        for name in ["pattern", "glyph", "numeral"] {
            assert!(ids.contains(&format!("{name}-{number}").as_str()), "{name}-{number}");
        }
    }
    for name in [
        "joker",
        "fountain",
        "statue",
        "bench",
        "pavilion",
        "expansion-front",
        "expansion-back",
        "parterre",
        "ground",
        "bag",
        "tower",
        "marker",
        "wheel",
    ] {
        assert!(ids.contains(&name), "{name}");
    }
    // `<use>` in another document would not find what a symbol refers to.
    assert!(!sprite.contains("url(") && !sprite.contains("<use"));
    // Text would have the font of that document.
    assert!(!sprite.contains("<text") && !sprite.contains("font"));
    // Compressed it is about a twelfth of that.
    assert!(sprite.len() < 300_000, "{} bytes", sprite.len());
}

#[test]
fn the_sprite_uses_only_properties_that_the_theme_sets() {
    let (sprite, css) = (sprite(), theme_css());
    let used: HashSet<&str> =
        sprite.split("var(").skip(1).filter_map(|s| s.split(',').next()).collect();
    assert!(used.len() > 15, "{used:?}");
    // --q-mark is a setting of the player's.
    for name in used.into_iter().filter(|&name| name != "--q-mark") {
        assert_eq!(css.matches(&format!("{name}:")).count(), 2, "{name} in light and dark");
    }
}

#[test]
fn every_table_can_be_drawn() {
    for (seats, actions, theme) in [
        (2, 0, Theme::Light),
        (2, 40, Theme::Dark),
        (3, 70, Theme::Light),
        (4, 10_000, Theme::Light),
    ] {
        let state = game(seats, 3, actions);
        let names = vec!["Ana".to_owned(), "Żółw & <Łukasz>".to_owned()];
        let svg = table(&state, &Rules::FRONT, &names, "", Style { theme, numerals: seats == 2 });
        let map = assert_drawn(&svg.to_string(), 500);
        assert_eq!(map.width(), 500);
        assert!(map.pixels().iter().all(|p| p.alpha() == 255), "the ground covers everything");
    }
}

/// It lies in the display until a player has it.
#[test]
fn the_marker_is_always_visible() {
    let mut free = 0;
    for actions in (0..60).chain([10_000]) {
        let state = game(2, 3, actions);
        let svg = table(&state, &Rules::FRONT, &[], "", Style::default()).to_string();
        assert_eq!(svg.matches(r##"href="#marker""##).count(), 1, "after {actions} actions");
        free += usize::from(state.marker().is_none());
    }
    assert!((10..60).contains(&free), "{free}");
}

#[test]
fn a_picture_shows_what_stands_in_the_garden() {
    let state = game(2, 7, 60);
    for player in state.players() {
        let svg = garden(&player.garden, Style::default()).to_string();
        for kind in Kind::all() {
            let count = svg.matches(&format!(r##"href="#tile-{kind}""##)).count();
            assert_eq!(count, player.garden.cells_of(kind).len(), "{kind}");
        }
        assert_eq!(svg.matches(r##"href="#pavilion""##).count(), 0, "it is part of the expansion");
        assert_eq!(
            svg.matches(r##"href="#parterre""##).count(),
            player.garden.free_areas().count()
        );
        assert_eq!(
            svg.matches(r##"href="#expansion-front""##).count(),
            player.garden.pavilions().len()
        );
        assert!(!svg.contains("numeral"));
    }
    assert!(state.players().iter().map(|p| p.garden.hexes().len()).sum::<usize>() > 8);
}

#[test]
fn a_tile_stands_where_its_cell_is() {
    let mut green = Garden::default();
    let cell = quinta_rules::Cell::new(-1, 0).expect("a cell");
    green.put("y1".parse().expect("a kind"), cell);
    let (empty, with) =
        (garden(&Garden::default(), Style::default()), garden(&green, Style::default()));
    let (empty, with) =
        (assert_drawn(&empty.to_string(), 872), assert_drawn(&with.to_string(), 872));
    let changed: Vec<(u32, u32)> = (0..872)
        .flat_map(|y| (0..872).map(move |x| (x, y)))
        .filter(|&(x, y)| empty.pixel(x, y) != with.pixel(x, y))
        .collect();
    // The cell west of the fountain: 87 units to the left of the middle.
    assert!(changed.len() > 4000);
    assert!(changed.iter().all(|&(x, y)| (304..=396).contains(&x) && (386..=488).contains(&y)));
}

#[test]
fn cards_and_icons_have_their_sizes() {
    let card =
        social_card(&[("A garden of tiles".to_owned(), String::new())], "", &Garden::default());
    assert_eq!(card.size(), (1200.0, 630.0));
    assert_eq!(assert_drawn(&card.to_string(), 1200).height(), 630);
    // However long the names are, every score is on it.
    let scored = |points: &str| {
        let line = ("W".repeat(40), points.to_owned());
        assert_drawn(
            &social_card(&vec![line; 4], "a line at the foot", &Garden::default()).to_string(),
            1200,
        )
    };
    let (one, other) = (scored("128"), scored("129"));
    for line in 0..4 {
        let rows = 300 + 46 * line..340 + 46 * line;
        let differs = |y: u32| (400..500).any(|x| one.pixel(x, y) != other.pixel(x, y));
        assert!(rows.into_iter().any(differs), "line {line}");
    }
    let (plain, badge) = (favicon(false).to_string(), favicon(true).to_string());
    assert_ne!(assert_drawn(&plain, 32).data(), assert_drawn(&badge, 32).data());
}

#[test]
fn what_cannot_be_rendered_is_refused() {
    assert!(png("not svg", 100).is_err());
    let svg = favicon(false).to_string();
    assert!(png(&svg, 0).is_err());
    assert!(png(&svg, 100_000).is_err());
}

#[test]
fn the_book_shows_all_of_its_pictures_and_no_others() {
    let blocks = quinta_texts::book::book(quinta_texts::Lang::En)
        .sections
        .iter()
        .flat_map(|section| &section.blocks);
    let shown: Vec<&str> = blocks
        .filter_map(|block| match block {
            quinta_texts::book::Block::Picture { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(shown, quinta_picture::BOOK_PICTURES);
    for name in shown {
        let [day, night] = [Theme::Light, Theme::Dark]
            .map(|theme| quinta_picture::book_picture(name, theme).expect(name).to_string());
        assert_ne!(day, night, "{name}");
        assert!(png(&day, 200).is_ok(), "{name}");
    }
    assert!(quinta_picture::book_picture("nothing", Theme::Light).is_none());
}

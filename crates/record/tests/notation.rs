//! The notation as a person types it.
mod common;

use quinta_record::notation::{parse, parse_full, print, print_full};
use quinta_record::{Recorder, Setup};
use quinta_rules::{Chance, Rules, Seat, State, Step, TopTiles};

/// A display with b1 on expansion 0 and, twice, g2 on expansions 0 and 1.
fn state() -> State {
    let seat = Seat::new(0).unwrap();
    let draw = |kinds: [&str; 4]| {
        let tiles = TopTiles::new(kinds.map(|kind| kind.parse().unwrap())).unwrap();
        Step::Chance(Chance::Draw(tiles))
    };
    let mut game = Recorder::new(Setup::hidden(Rules::FRONT, 2, seat).unwrap(), false).unwrap();
    game.step(&draw(["b1", "g2", "y3", "v4"])).unwrap();
    let action = parse("acquire yellow", game.state()).unwrap();
    game.step(&Step::Act(seat, action)).unwrap();
    game.step(&draw(["g2", "l5", "p6", "b6"])).unwrap();
    *game.state()
}

#[test]
fn what_people_type_is_understood() {
    let state = state();
    for (typed, short) in [
        ("acquire blue", "acquire blue"),
        ("ACQUIRE B", "acquire blue"),
        ("acquire tree", "acquire tree"),
        ("acquire 1", "acquire tree"),
        ("acquire dark-green with g2@1", "acquire dark green with g2@1"),
        ("acquire dark green with dark green bird @ 0", "acquire dark green with g2@0"),
        ("acquire bird taking g2@0", "acquire bird with g2@0"),
        ("acquire blue taking b6@1, b1@0", "acquire blue"),
        ("acquire blue taking b6@1", "acquire blue taking b6@1"),
        ("acquire blue taking nothing", "acquire blue taking nothing"),
        ("acquire blue with b1@1!", "acquire blue taking b1@1! b6@1"),
        ("place b3 at 1,0 paying b1 *", "place b3 at 1,0 paying b1 *"),
        ("Place Blue Butterfly at 1 , 0 paying *, blue tree", "place b3 at 1,0 paying b1 *"),
        ("place light-purple tulip at -1,1 paying *****", "place v6 at -1,1 paying * * * * *"),
        ("place y1 at 0,-1", "place y1 at 0,-1"),
        ("expand g4 on 2 facing 5 paying y4 b4! *", "expand g4 on 2 facing 5 paying y4 b4! *"),
        ("expand g4! on 2 facing 5 paying b4! y4 *", "expand g4 on 2 facing 5 paying y4 b4! *"),
        ("buy 3", "buy 3"),
        ("buy on 3", "buy 3"),
        ("pass", "pass"),
        ("  PASS  ", "pass"),
        ("pass discarding g4! b1 b1", "pass discarding b1 b1 g4!"),
    ] {
        let action = parse(typed, &state).unwrap_or_else(|e| panic!("{typed}: {e}"));
        assert_eq!(print(&action, &state), short, "{typed}");
        assert_eq!(parse(short, &state), Ok(action));
        assert_eq!(parse_full(&print_full(&action)), Ok(action));
    }
}

#[test]
fn errors_say_what_was_expected_where() {
    let state = state();
    for (typed, message) in [
        ("", r#"expected "acquire" or "place" or "expand" or "buy" or "pass" at the end"#),
        (
            "take blue",
            r#"expected "acquire" or "place" or "expand" or "buy" or "pass" at character 1, found "take""#,
        ),
        ("acquire", "expected a colour or a pattern (b or blue, 3 or butterfly, …) at the end"),
        (
            "acquire green",
            r#"expected a colour or a pattern (b or blue, 3 or butterfly, …) at character 9, found "green""#,
        ),
        (
            "acquire 7",
            r#"expected a colour or a pattern (b or blue, 3 or butterfly, …) at character 9, found "7""#,
        ),
        ("acquire dark green", "g2 is on offer more than once: say which, with g2@0 or g2@1"),
        (
            "acquire blue b1@0",
            r#"expected "taking", "with" or the end at character 14, found "b1""#,
        ),
        ("acquire blue with", "expected a hexagon (such as b1@0 or b1@0!) at the end"),
        ("acquire blue with b1", r#"expected "@" and the place of the b1 at the end"#),
        (
            "acquire blue with b1@8",
            r#"expected the place of an expansion in this round's stack (0 to 7) at character 22, found "8""#,
        ),
        ("acquire blue taking g2@0", "A dark green bird is not blue."),
        ("acquire blue taking b1@0 b1@0", "You take only one blue tree, not two."),
        ("place", "expected a tile (such as b3) at the end"),
        (
            "place blue at 1,0",
            r#"expected a pattern (such as butterfly) after "blue" at character 12, found "at""#,
        ),
        ("place b3 1,0", r#"expected "at" at character 10, found "1""#),
        ("place b3 at 1.0", r#"expected a comma at character 14, found ".""#),
        ("place b3 at 1,x", r#"expected the second number of a cell at character 15, found "x""#),
        ("place b3 at 9,9", "a garden has no cell 9,9"),
        (
            "place b3 at 1,0 paying",
            "expected a hexagon or a joker (b1 for a tile, b1! for an expansion, * for a joker) at the end",
        ),
        (
            "place b3 at 1,0 paying b1 b1",
            "A payment must not contain the same hexagon twice: blue tree.",
        ),
        ("expand g4 on 6 facing 5", r#"expected an area (0 to 5) at character 14, found "6""#),
        ("expand g4 on 2", r#"expected "facing" at the end"#),
        (
            "expand g4 on 2 facing -1",
            r#"expected a direction (0 to 5) at character 23, found "-1""#,
        ),
        ("buy 3 4", r#"expected the end at character 7, found "4""#),
        (
            "buy 99999999999999999999",
            r#"expected an area (0 to 5) at character 5, found "99999999999999999999""#,
        ),
        ("pass b1", r#"expected "discarding" or the end at character 6, found "b1""#),
        (
            "pass discarding *",
            r#"expected a hexagon (b1 for a tile, b1! for an expansion) at character 17, found "*""#,
        ),
        ("pass discarding b1 b1 b1 b1", "there are only three tiles of each kind"),
        ("pass discarding b1! b1!", "there is only one expansion of each kind"),
    ] {
        assert_eq!(parse(typed, &state).unwrap_err().to_string(), message, "{typed}");
    }
    assert_eq!(
        parse_full("acquire blue").unwrap_err().to_string(),
        "say which copies are taken: \"taking\" and then each of them, such as b1@0"
    );
    let jokers = format!("place b6 at 1,0 paying {}", "*".repeat(256));
    assert_eq!(parse_full(&jokers).unwrap_err().to_string(), "too many jokers");
}

/// Illegal actions can be written; the rules refuse them with a reason.
#[test]
fn illegal_actions_are_the_rules_business() {
    let (state, rules) = (state(), Rules::FRONT);
    let action = parse("acquire butterfly", &state).unwrap();
    let why = state.explain(&rules, state.turn(), &action).unwrap();
    assert_eq!(why.to_string(), "Nothing on offer is butterfly.");
}

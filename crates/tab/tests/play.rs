//! A game at the level of the rules, by requests alone: begun, played, refused, and written down.
mod common;

use common::Page;
use quinta_record::Record;
use quinta_rules::Rules;
use serde_json::{Value, json};

/// A game, and what it answers when something is played.
struct Game {
    page: Page,
    rules: Value,
    seed: String,
    standing: Value,
    played: Vec<Value>,
}

impl Game {
    fn begin(players: u32, rules: &Rules) -> Self {
        let (mut page, seed) = (Page::new(), "5a".repeat(32));
        let rules = json!(rules);
        let begin = json!({ "do": "begin", "players": players, "rules": rules, "seed": seed });
        let standing = page.ask(&begin);
        assert_eq!(standing["phase"], "act", "{standing}");
        Self { page, rules, seed, standing, played: Vec::new() }
    }

    /// Asks about the position as it is now.
    fn ask(&mut self, mut request: Value) -> Value {
        request["rules"] = self.rules.clone();
        request["position"] = self.standing["position"].clone();
        self.page.ask(&request)
    }

    fn play(&mut self, action: &Value) {
        let seed = self.seed.clone();
        let standing = self.ask(json!({ "do": "play", "action": action, "seed": seed }));
        assert!(standing["error"].is_null(), "{standing}");
        self.standing = standing;
        self.played.push(action.clone());
    }

    fn is_over(&self) -> bool {
        self.standing["phase"] == "over"
    }

    fn record(&mut self) -> Value {
        let (rules, seed, players) =
            (&self.rules, &self.seed, self.standing["position"]["seats"].as_array().unwrap().len());
        self.page.ask(&json!({
            "do": "write", "players": players, "rules": rules, "seed": seed, "actions": self.played,
        }))
    }
}

#[test]
fn whole_games_end_and_their_records_verify_as_dealt() {
    let house = Rules { floor_at_zero: false, ..Rules::FRONT };
    for (players, rules) in [(2, Rules::FRONT), (3, Rules::BACK), (4, house)] {
        let mut game = Game::begin(players, &rules);
        while !game.is_over() {
            let legal = game.ask(json!({ "do": "actions" }));
            let actions = legal["actions"].as_array().unwrap();
            let listed = ["acquire", "place", "expand", "buy"].map(|sort| &legal["counts"][sort]);
            let listed: u64 = listed.into_iter().map(|count| count.as_u64().unwrap()).sum();
            assert_eq!(actions.len() as u64, listed + 1, "{}", legal["counts"]);
            let few = game.ask(json!({ "do": "actions", "most": 2 }));
            assert_eq!(few["actions"], json!(actions[..actions.len().min(2)]));
            game.play(&actions[game.played.len() * 5 % actions.len()].clone());
        }
        let record = game.record();
        let verified = game.page.ask(&json!({ "do": "verify", "record": record.to_string() }));
        assert_eq!(verified["luck"], "dealt", "{verified}");
        assert_eq!(record["result"]["winners"], game.standing["winners"]);
        let read = Record::from_json(record.to_string()).unwrap();
        assert_eq!(read.setup.rules, rules);
        let events = read.events.len();
        let stood = json!({ "do": "stood", "record": record.to_string(), "events": events });
        assert_eq!(game.page.ask(&stood), game.standing);
    }
}

#[test]
fn a_record_can_be_had_at_any_time() {
    let mut game = Game::begin(2, &Rules::FRONT);
    for _ in 0..5 {
        let record = game.record();
        let verified = game.page.ask(&json!({ "do": "verify", "record": record.to_string() }));
        assert_eq!(verified["luck"], "dealt", "{verified}");
        let first = game.ask(json!({ "do": "actions", "most": 1 }))["actions"][0].clone();
        game.play(&first);
    }
}

#[test]
fn a_bot_thinks_about_the_position_of_a_game() {
    let mut game = Game::begin(2, &Rules::FRONT);
    let thought = game.ask(json!({ "do": "think", "level": "gardener", "budget": "10sims" }));
    game.play(&thought["action"]);
}

#[test]
fn without_a_seed_luck_is_left_open() {
    let mut game = Game::begin(2, &Rules::FRONT);
    let pass = json!({ "pass": {} });
    game.play(&pass);
    // The last pass of a round: tiles are to be drawn for the next one.
    let open = game.ask(json!({ "do": "play", "action": pass }));
    assert_eq!(open["phase"], "draw", "{open}");
    game.standing = open;
    for request in [
        json!({ "do": "actions" }),
        json!({ "do": "think", "level": "random", "budget": "1sims" }),
        json!({ "do": "play", "action": pass }),
    ] {
        assert!(game.ask(request.clone())["error"]["code"].is_string(), "{request}");
    }
}

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    let mut game = Game::begin(2, &Rules::FRONT);
    let unpaid = json!({ "place": "b1", "cell": [1, 0], "pay": {} });
    let refused = game.ask(json!({ "do": "play", "action": unpaid, "seed": game.seed }));
    assert_eq!(refused["error"]["code"], "not_in_storage", "{refused}");
    assert!(refused["error"]["message"].is_string() && refused["error"]["data"].is_object());
    game.played.push(unpaid);
    assert_eq!(game.record()["error"]["code"], "not_in_storage");
    let first = game.ask(json!({ "do": "actions", "most": 1 }))["actions"][0].clone();
    for (request, code) in [
        (json!({ "do": "begin", "players": 5, "seed": "07".repeat(32) }), "bad_request"),
        (json!({ "do": "begin", "players": 2, "seed": "luck" }), "bad_request"),
        (json!({ "do": "play", "action": first, "seed": "luck" }), "bad_request"),
        (json!({ "do": "stood", "record": "{}", "events": 0 }), "bad_record"),
    ] {
        assert_eq!(game.ask(request.clone())["error"]["code"], code, "{request}");
    }
    game.standing["position"]["bag"] = json!([]);
    let refused = game.ask(json!({ "do": "actions" }));
    assert_eq!(refused["error"]["code"], "bad_request", "{refused}");
}

#[test]
fn a_request_that_cannot_be_read_is_refused_with_what_is_wrong() {
    let mut game = Game::begin(2, &Rules::FRONT);
    for (request, why) in [
        (json!({ "do": "dance" }), "unknown variant `dance`"),
        (json!({ "do": "stood", "record": "{}" }), "missing field `events`"),
        (json!({ "do": "stood", "record": "{}", "events": "two" }), "invalid type: string \"two\""),
    ] {
        let refused = game.ask(request.clone());
        let message = refused["error"]["message"].as_str().unwrap();
        assert!(message.contains(why), "{request}: {message}");
    }
}

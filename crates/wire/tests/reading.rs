//! Reading what clients send: every form, and what is refused.
use quinta_rules::{Action, Seat};
use quinta_wire::{ClientMessage, Clock, Command, Level, Phrase, SeatPlan};
use serde_json::json;

#[test]
fn every_command_is_read_as_it_is_written() {
    let at = 3;
    let seat: Seat = serde_json::from_value(json!(1)).unwrap();
    let (name, level) = (String::from("Anna"), Level::Mason);
    let text = || String::from("pass");
    let commands = [
        Command::Act { at, seat: Some(seat), action: Action::PASS },
        Command::ActText { at, seat: None, text: text() },
        Command::Undo { at, to: Some(2) },
        Command::Sit { seat: None, invitation: Some(text()), name: Some(name.clone()) },
        Command::Leave { seat: Some(seat) },
        Command::Remove { seat },
        Command::SetBot { seat, level: None },
        Command::Ready { seat: None, luck: "c0ffee".into() },
        Command::Rename { seat, name },
        Command::Resign { seat: None },
        Command::TakeOver { seat, level },
        Command::Return { seat: Some(seat) },
        Command::OfferEnd { agrees: true },
        Command::Abandon { seat },
        Command::Say { phrase: Phrase::Oops },
        Command::Hint { level: Some(level) },
        Command::Weigh { at, action: Action::PASS },
        Command::Rematch {},
        Command::Ping {},
    ];
    for command in commands {
        let message = ClientMessage { id: "1".into(), command };
        let written = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<ClientMessage>(&written).unwrap(), message);
    }
}

#[test]
fn what_a_command_does_not_know_is_ignored() {
    let message = json!({ "id": "1", "type": "ping", "at": "noon", "new": {}, "seat": null });
    let read: ClientMessage = serde_json::from_value(message).unwrap();
    assert_eq!(read.command, Command::Ping {});
}

#[test]
fn what_is_no_message_is_refused_with_words() {
    for (message, error) in [
        (json!(3), "expected a map"),
        (json!(["1", "ping"]), "expected a map"),
        (json!({ "type": "ping" }), "missing field `id`"),
        (json!({ "id": "1" }), "missing field `type`"),
        (json!({ "id": "1", "type": "dance" }), "unknown variant `dance`"),
        (json!({ "id": "1", "type": "act", "action": { "pass": {} } }), "missing field `at`"),
        (json!({ "id": "1", "type": "act", "at": 3 }), "missing field `action`"),
        (json!({ "id": "1", "type": "remove" }), "missing field `seat`"),
        (json!({ "id": "1", "type": "say", "phrase": "boo" }), "unknown variant `boo`"),
    ] {
        let why = serde_json::from_value::<ClientMessage>(message).unwrap_err().to_string();
        assert!(why.contains(error), "{why}");
    }
}

#[test]
fn clocks_and_seats_have_their_own_fields_and_no_others() {
    for clock in [
        Clock::None,
        Clock::PerMove { seconds: 30 },
        Clock::PerGame { seconds: 600, increment: 5 },
        Clock::Days { days: 3 },
    ] {
        let written = serde_json::to_value(clock).unwrap();
        assert_eq!(serde_json::from_value::<Clock>(written).unwrap(), clock);
    }
    for seat in [
        SeatPlan::Me { name: Some("Bo".into()) },
        SeatPlan::Me { name: None },
        SeatPlan::Open {},
        SeatPlan::Bot { level: Level::Mason },
    ] {
        let written = serde_json::to_value(&seat).unwrap();
        assert_eq!(serde_json::from_value::<SeatPlan>(written).unwrap(), seat);
    }
    for clock in [
        json!({}),
        json!({ "type": "never" }),
        json!({ "type": "none", "days": 1 }),
        json!({ "type": "per_move" }),
        json!({ "type": "per_move", "seconds": 9, "increment": 9 }),
        json!({ "type": "days", "days": 3, "nights": 3 }),
    ] {
        assert!(serde_json::from_value::<Clock>(clock.clone()).is_err(), "{clock}");
    }
    for seat in [
        json!({}),
        json!({ "who": "bot" }),
        json!({ "who": "open", "name": "Bo" }),
        json!({ "who": "me", "level": "mason" }),
        json!({ "who": "me", "hat": true }),
    ] {
        assert!(serde_json::from_value::<SeatPlan>(seat.clone()).is_err(), "{seat}");
    }
}

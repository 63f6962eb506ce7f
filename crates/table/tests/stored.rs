//! Stored logs have types of their own: a rename in the API cannot change them.
use quinta_rules::{Action, Area, Board, Rules, Seat};
use quinta_table::log::{
    Access, BotLevel, Clock, EndReason, First, FirstSitter, Mark, Options, Phrase, Setting,
    Summary, SummarySeat, Undo,
};
use quinta_table::{Entry, LogEvent, Table};
use std::path::Path;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Every sort of event with the text under which version 2 stores it.
fn stored() -> Vec<(LogEvent, &'static str)> {
    let seat = seat(1);
    let kind = || "b3".parse().unwrap();
    let setting = Setting {
        name: "Sunday".into(),
        options: Options {
            board: Board::Back,
            rules: None,
            first: First::Seat(seat),
            access: Access::Open,
            clock: Clock::PerGame { seconds: 600, increment: 5 },
            undo: Undo::Free,
            hints: true,
            hint_limit: Some(3),
        },
        seats: vec![
            FirstSitter::Person { who: "w".into(), name: "Anna".into() },
            FirstSitter::Open,
            FirstSitter::Bot { level: BotLevel::Gardener },
        ],
        host: "w".into(),
        secret: "00".into(),
        invitation: "code".into(),
        begins_with: vec![
            LogEvent::Drawn { tiles: vec![kind()] },
            LogEvent::Turned { kind: kind() },
            LogEvent::Acted { seat, action: Action::PASS },
        ],
        tab: Some("tab-1".into()),
        from: Some("here".into()),
    };
    vec![
        (
            LogEvent::Created(Box::new(setting)),
            r#""type":"created","name":"Sunday","options":{"board":"back","first":{"seat":1},"access":"open","clock":{"type":"per_game","seconds":600,"increment":5},"undo":"free","hints":true,"hint_limit":3},"seats":[{"is":"person","who":"w","name":"Anna"},{"is":"open"},{"is":"bot","level":"gardener"}],"host":"w","secret":"00","invitation":"code","begins_with":[{"type":"drawn","tiles":["b3"]},{"type":"turned","kind":"b3"},{"type":"acted","seat":1,"action":{"pass":{"tiles":[],"expansions":[]}}}],"tab":"tab-1","from":"here""#,
        ),
        (
            LogEvent::Sat { seat, who: "w".into(), name: "Ben".into() },
            r#""type":"sat","seat":1,"who":"w","name":"Ben""#,
        ),
        (LogEvent::Left { seat, removed: true }, r#""type":"left","seat":1,"removed":true"#),
        (
            LogEvent::BotSat { seat, level: BotLevel::Architect },
            r#""type":"bot_sat","seat":1,"level":"architect""#,
        ),
        (
            LogEvent::Renamed { seat, name: "Ben".into() },
            r#""type":"renamed","seat":1,"name":"Ben""#,
        ),
        (LogEvent::Ready { seat, luck: "c0".into() }, r#""type":"ready","seat":1,"luck":"c0""#),
        (LogEvent::Started { first: seat }, r#""type":"started","first":1"#),
        (LogEvent::Drawn { tiles: vec![kind(), kind()] }, r#""type":"drawn","tiles":["b3","b3"]"#),
        (LogEvent::Turned { kind: kind() }, r#""type":"turned","kind":"b3""#),
        (
            LogEvent::Acted { seat, action: Action::Buy { area: Area::new(2).unwrap() } },
            r#""type":"acted","seat":1,"action":{"buy":2}"#,
        ),
        (
            LogEvent::Undone { seat, to: 7, fresh_luck: true },
            r#""type":"undone","seat":1,"to":7,"fresh_luck":true"#,
        ),
        (LogEvent::ClockHeld { milliseconds: 9 }, r#""type":"clock_held","milliseconds":9"#),
        (LogEvent::TimedOut { seat }, r#""type":"timed_out","seat":1"#),
        (LogEvent::Resigned { seat }, r#""type":"resigned","seat":1"#),
        (
            LogEvent::TakenOver { seat, level: BotLevel::Random },
            r#""type":"taken_over","seat":1,"level":"random""#,
        ),
        (LogEvent::Returned { seat }, r#""type":"returned","seat":1"#),
        (
            LogEvent::EndOffered { seat, agrees: true },
            r#""type":"end_offered","seat":1,"agrees":true"#,
        ),
        (
            LogEvent::Ended { reason: EndReason::Abandoned, winners: vec![seat] },
            r#""type":"ended","reason":"abandoned","winners":[1]"#,
        ),
        (LogEvent::Hinted { seat }, r#""type":"hinted","seat":1"#),
        (
            LogEvent::Said { seat, phrase: Phrase::Thanks },
            r#""type":"said","seat":1,"phrase":"thanks""#,
        ),
        (
            LogEvent::Rematch { table: "bcdefghjkm".into() },
            r#""type":"rematch","table":"bcdefghjkm""#,
        ),
    ]
}

#[test]
fn every_event_has_the_text_that_was_promised() {
    for (event, fields) in stored() {
        let by = Some(Mark { who: "w".into(), id: "c1".into(), from: None });
        let entry = Entry { number: 3, time: 5, by, event };
        let text =
            format!(r#"{{"v":2,"number":3,"time":5,"by":{{"who":"w","id":"c1"}},{fields}}}"#);
        assert_eq!(entry.write().unwrap(), text);
        assert_eq!(Entry::read(&text).unwrap(), entry);
    }
}

#[test]
fn a_table_in_short_has_the_text_that_was_promised() {
    let summary = Summary {
        name: "Sunday".into(),
        seats: vec![
            SummarySeat {
                who: Some("w".into()),
                name: Some("Anna".into()),
                level: None,
                score: Some(9),
                won: true,
            },
            SummarySeat {
                who: None,
                name: None,
                level: Some(BotLevel::Seedling),
                score: None,
                won: false,
            },
        ],
        clock: Clock::Days { days: 3 },
        turn: Some(seat(1)),
        round: Some(2),
        last: 5,
        ended: Some(EndReason::Agreed),
        host: Some("w".into()),
    };
    let text = r#"{"name":"Sunday","seats":[{"who":"w","name":"Anna","score":9,"won":true},{"level":"seedling"}],"clock":{"type":"days","days":3},"turn":1,"round":2,"last":5,"ended":"agreed","host":"w"}"#;
    assert_eq!(serde_json::to_string(&summary).unwrap(), text);
    assert_eq!(serde_json::from_str::<Summary>(text).unwrap(), summary);
}

#[test]
fn a_custom_board_without_its_numbers_is_not_taken_for_the_front() {
    let (LogEvent::Created(mut setting), _) = stored().remove(0) else { panic!("not created") };
    setting.secret = "07".repeat(32);
    setting.begins_with.clear();
    let mut open = |board, rules| {
        (setting.options.board, setting.options.rules) = (board, rules);
        let event = LogEvent::Created(setting.clone());
        Table::from_log("t1", [Entry { number: 1, time: 1, by: None, event }])
    };
    assert_eq!(*open(Board::Back, None).unwrap().rules(), Rules::BACK);
    let own = Rules { start_score: 20, ..Rules::FRONT };
    assert_eq!(*open(Board::Custom, Some(own.clone())).unwrap().rules(), own);
    let why = open(Board::Custom, None).unwrap_err().to_string();
    assert!(why.contains("a custom board without its numbers"), "{why}");
}

#[test]
fn the_log_does_not_lean_on_the_wire() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/log");
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let leans = ["quinta_wire", "crate::messages", "crate::view", "wire::"];
        assert!(!leans.iter().any(|word| text.contains(word)), "{}", path.display());
        files += 1;
    }
    assert!(files >= 4);
}

//! The dialogue in docs/protocol.md is what the engine says. `UPDATE_DIALOGUE=1 cargo test -p quinta-engine` writes it anew.
use quinta_engine::Session;
use std::path::Path;

const SAID: &[&str] = &[
    "info",
    "isready",
    "set bot gardener",
    "options",
    "# A game that the engine deals itself.",
    "newgame players 2 board front seed 7",
    "state",
    "legal",
    "go",
    "play buy 9",
    "play place b1 at 1,0",
    "play buy 3",
    "legal list",
    "perft 2",
    "undo",
    "legal",
    "# A game on a real table: someone says what chance brings.",
    "newgame players 3 board back first 2",
    "go",
    "chance draw g2 b1 g6 p5",
    "play acquire dark green",
    "chance draw y1 y2 y3",
    "chance draw y1 y2 y3 y4",
    "go",
    "record",
    "stop",
    "hello",
    "quit",
];

#[test]
fn the_documented_dialogue_is_what_the_engine_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = std::fs::read_to_string(&path).expect("docs/protocol.md");
    let begin = text.find("```dialogue\n").expect("a dialogue") + "```dialogue\n".len();
    let end = begin + text[begin..].find("```").expect("its end");
    let mut session = Session::new();
    let mut read = Vec::new();
    for line in SAID {
        read.push(format!("> {line}\n"));
        read.extend(session.line(line).into_iter().map(|answer| answer + "\n"));
    }
    let read = read.concat();
    assert!(session.ended());
    if std::env::var_os("UPDATE_DIALOGUE").is_some() {
        let anew = [&text[..begin], &read, &text[end..]].concat();
        std::fs::write(&path, anew).expect("docs/protocol.md can be written");
    } else {
        assert_eq!(&text[begin..end], read);
    }
}

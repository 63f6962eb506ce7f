//! `quinta picture`, run as a person would.
mod common;

use common::{Run, quinta, quinta_with};
use std::fs;

fn a_record() -> String {
    let Run { code, out, .. } = quinta(&["record", "--seed", "7", "--players", "3"]);
    assert_eq!(code, Some(0));
    out
}

#[test]
fn a_position_becomes_svg_or_png() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.json");
    fs::write(&record, a_record()).unwrap();
    let record = record.to_str().unwrap();
    let svg = folder.path().join("game.svg");
    let run = quinta(&["picture", record, "--event", "12", "-o", svg.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    // The end looks different, and night is not day.
    let again = |arguments: &[&str]| {
        let all = [&["picture", record, "-o", svg.to_str().unwrap()], arguments].concat();
        assert_eq!(quinta(&all).code, Some(0));
        fs::read_to_string(&svg).unwrap()
    };
    assert_ne!(again(&[]), drawn);
    assert_ne!(again(&["--dark"]), again(&[]));
    let png = folder.path().join("game.PNG");
    let run = quinta_with(
        &["picture", "-", "-o", png.to_str().unwrap(), "--width", "300"],
        a_record().as_bytes(),
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let bytes = fs::read(&png).unwrap();
    assert_eq!(&bytes[1..4], b"PNG");
    assert_eq!(bytes[16..20], 300u32.to_be_bytes());
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("x.svg");
    let to = to.to_str().unwrap();
    let run = quinta_with(&["picture", "-", "--event", "9999", "-o", to], a_record().as_bytes());
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("there is no event 9999"), "{}", run.err);
    let run = quinta_with(&["picture", "-", "-o", to], b"{}");
    assert_eq!(run.code, Some(1));
    let run = quinta(&["picture", "/nowhere.json", "-o", to]);
    assert_eq!(run.code, Some(1));
    let run = quinta(&["picture", "-", "-o", "picture.jpg"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains(".svg or .png"), "{}", run.err);
    assert!(!folder.path().join("x.svg").exists());
}

#[test]
fn a_picture_goes_to_standard_output() {
    let record = a_record();
    let svg = quinta_with(&["picture", "-", "-o", "-"], record.as_bytes());
    assert_eq!((svg.code, svg.err.as_str()), (Some(0), ""));
    assert!(svg.out.starts_with("<svg"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    fs::write(&file, record).unwrap();
    let png = common::command(&["picture", file.to_str().unwrap(), "-o", "-", "--format", "png"]);
    let png = { png }.output().unwrap().stdout;
    assert_eq!(&png[1..4], b"PNG");
}

/// What a picture of a finished game shows can be held against its record.
#[test]
fn a_finished_game_carries_its_commitment() {
    let record =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/logs/v1/records/two-front.json");
    let text = fs::read_to_string(record).unwrap();
    let told: serde_json::Value = serde_json::from_str(&text).unwrap();
    let commitment = told["fair"]["commitment"].as_str().unwrap();
    let drawn = quinta(&["picture", record, "-o", "-"]);
    assert_eq!((drawn.code, drawn.err.as_str()), (Some(0), ""));
    assert!(drawn.out.contains(&format!(">Commitment: {commitment}</text>")));
    // One that is no promise is not shown as one.
    let forged = text.replace(told["fair"]["seed"].as_str().unwrap(), &"7".repeat(64));
    let drawn = quinta_with(&["picture", "-", "-o", "-"], forged.as_bytes());
    assert!(drawn.code == Some(0) && !drawn.out.contains("Commitment"));
    assert!(
        !quinta_with(&["picture", "-", "-o", "-"], a_record().as_bytes())
            .out
            .contains("Commitment")
    );
}

/// Shaping 1,000 Arabic letters took 16 s once, and 100,000 Latin ones 30 s.
#[test]
fn long_names_are_drawn_in_no_time() {
    for letter in ["م", "W", "\u{301}"] {
        let mut record: serde_json::Value = serde_json::from_str(&a_record()).unwrap();
        record["names"] = serde_json::json!(vec![letter.repeat(1000); 3]);
        let begun = std::time::Instant::now();
        let drawn = quinta_with(&["picture", "-", "-o", "-"], record.to_string().as_bytes());
        assert_eq!((drawn.code, drawn.err.as_str()), (Some(0), ""));
        assert!(begun.elapsed().as_secs() < 10, "{letter}: {:?}", begun.elapsed());
    }
}

//! Replays every kept input: what was found once must not come back.
use std::path::Path;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("a corpus") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a file");
        // The name of a failing input is all that one needs to run it again.
        println!("{}", path.display());
        run(&bytes);
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}

#[test]
fn record() {
    replay("record", quinta_fuzz::record);
}

#[test]
fn notation() {
    replay("notation", quinta_fuzz::notation);
}

#[test]
fn actions() {
    replay("actions", quinta_fuzz::actions);
}

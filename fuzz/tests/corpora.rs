//! Replays every kept input: what was found once must not come back.
use flate2::read::GzDecoder;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tar::Archive;

fn replay(target: &str, run: fn(&[u8])) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("corpus/{target}.tar.gz"));
    let mut archive = Archive::new(GzDecoder::new(File::open(&path).expect("a corpus")));
    let mut count = 0;
    for entry in archive.entries().expect("an archive") {
        let mut entry = entry.expect("an entry");
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("a whole input");
        // The name of a failing input is all that one needs to run it again.
        println!("{}", entry.path().expect("a name").display());
        run(&bytes);
        count += 1;
    }
    assert!(count > 0, "{} is empty", path.display());
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

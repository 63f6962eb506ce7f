//! `quinta load` when it is asked for nonsense.
mod common;

use common::quinta;

#[test]
fn nonsense_is_refused() {
    for arguments in [
        &["--rate", "0"][..],
        &["--tables", "0"],
        &["--seconds", "0"],
        &["--steps", "0"],
        &["--level", "nobody"],
        &["--seats", "2", "--bots", "2"],
        &["--server", "192.0.2.1:80"],
    ] {
        let run = quinta(&[&["load"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}: {}", run.err);
    }
}

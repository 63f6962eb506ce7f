//! `quinta rules` prints the book, and `docs/rules.md` with its pictures is what it prints.
mod common;

use common::quinta;
use std::fs;
use std::path::Path;

/// What follows in `docs/rules.md` is for those who write programs, and by hand.
const MARK: &str = "<!-- The book ends here: `quinta rules` prints what stands above. -->\n";

#[test]
fn the_document_is_the_book() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let path = docs.join("rules.md");
    let book = quinta(&["rules"]).out;
    let kept = fs::read_to_string(&path).unwrap();
    let (kept, by_hand) = kept.split_once(MARK).expect("docs/rules.md has its mark");
    if std::env::var_os("UPDATE").is_some() {
        let pictures = docs.join("pictures/rules");
        assert_eq!(quinta(&["rules", "--pictures", pictures.to_str().unwrap()]).code, Some(0));
        fs::write(&path, format!("{book}\n{MARK}{by_hand}")).unwrap();
        return;
    }
    let current = kept.trim_end() == book.trim_end();
    assert!(current, "docs/rules.md is old: run UPDATE=1 cargo test -p quinta --test rules");
}

#[test]
fn the_pictures_of_the_document_are_current() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/rules");
    let folder = tempfile::tempdir().unwrap();
    let run = quinta(&["rules", "--lang", "pl", "--pictures", folder.path().to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("# Zasady\n"));
    let mut pictures = 0;
    for file in fs::read_dir(folder.path()).unwrap() {
        let name = file.unwrap().file_name();
        let old = "docs/pictures/rules is old: run UPDATE=1 cargo test -p quinta --test rules";
        let same = fs::read(kept.join(&name)).ok() == fs::read(folder.path().join(&name)).ok();
        assert!(same, "{name:?}: {old}");
        assert!(run.out.contains(&format!("/{})", name.to_str().unwrap())), "{name:?} is shown");
        pictures += 1;
    }
    assert_eq!(run.out.matches("\n![").count(), pictures);
}

#[test]
fn an_unknown_language_is_refused() {
    let run = quinta(&["rules", "--lang", "tlh"]);
    assert_eq!(run.code, Some(2));
    let codes = quinta_texts::Lang::codes();
    assert!(run.err.contains(&format!("expected {codes}")), "{}", run.err);
}

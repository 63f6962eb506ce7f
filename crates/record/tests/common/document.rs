//! The documents in `docs/`, and the code blocks in them.
use std::fs;
use std::path::Path;

/// A document's text.
pub(crate) fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

/// The code block that begins with this line.
pub(crate) fn block(text: &str, begin: &str) -> String {
    let begin = format!("```{begin}\n");
    let start = text.find(&begin).expect(&begin) + begin.len();
    text[start..start + text[start..].find("```").unwrap()].to_owned()
}

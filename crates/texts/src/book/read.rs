//! Parsing the book's source; `locales/README.md` describes its form. Nothing is refused: tests check the four sources.
use super::numbers::number;
use super::{Block, Book, Run, Section, tables};
use crate::{Lang, Value, text};

/// Reads a whole source.
pub(super) fn read(lang: Lang, source: &str) -> Book {
    let mut book = Book { title: String::new(), sections: Vec::new() };
    for line in source.lines().filter(|line| !line.is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            title.clone_into(&mut book.title);
        } else if let Some((anchor, title)) =
            line.strip_prefix("## ").and_then(|rest| rest.split_once(' '))
        {
            let (anchor, title) = (anchor.to_owned(), title.to_owned());
            book.sections.push(Section { anchor, title, blocks: Vec::new() });
        } else if let Some(section) = book.sections.last_mut() {
            add(lang, line, &mut section.blocks);
        }
    }
    book
}

/// Adds what a line stands for.
fn add(lang: Lang, line: &str, blocks: &mut Vec<Block>) {
    if let Some(item) = line.strip_prefix("- ") {
        let item = runs(&filled(lang, item));
        match blocks.last_mut() {
            Some(Block::List { items }) => items.push(item),
            _ => blocks.push(Block::List { items: vec![item] }),
        }
    } else if let Some((name, caption)) =
        line.strip_prefix('!').and_then(|rest| rest.split_once(' '))
    {
        blocks.push(Block::Picture { name: name.to_owned(), caption: filled(lang, caption) });
    } else if let Some(name) = line.strip_prefix('=') {
        blocks.extend(tables::table(lang, name));
    } else if let Some((anchor, words)) =
        line.strip_prefix('[').and_then(|rest| rest.split_once("] "))
    {
        blocks.push(Block::Text { anchor: anchor.to_owned(), runs: runs(&filled(lang, words)) });
    }
}

/// Puts in the numbers: `{price}` is the number, `{price points}` the number with its noun.
fn filled(lang: Lang, source: &str) -> String {
    let mut filled = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        filled += before;
        let (name, noun) = name.split_once(' ').map_or((name, None), |(n, noun)| (n, Some(noun)));
        match (number(name), noun) {
            (Some(n), None) => filled += &n.to_string(),
            (Some(n), Some(noun)) => {
                filled += &text(lang, &format!("count.{noun}"), &[("n", Value::from(n))]);
            }
            // Left as it is; a test finds it.
            (None, _) => filled.extend(["{", name, "}"]),
        }
        rest = after;
    }
    filled + rest
}

/// Splits a text into `**term**`, `[[anchor words]]` and plain runs.
fn runs(source: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut rest = source;
    while !rest.is_empty() {
        let next = rest.find("**").into_iter().chain(rest.find("[[")).min().unwrap_or(rest.len());
        let (plain, marked) = rest.split_at(next);
        if !plain.is_empty() {
            runs.push(Run::Plain { text: plain.to_owned() });
        }
        if let Some((text, after)) =
            marked.strip_prefix("**").and_then(|inner| inner.split_once("**"))
        {
            runs.push(Run::Strong { text: text.to_owned() });
            rest = after;
        } else if let Some(((to, text), after)) = marked
            .strip_prefix("[[")
            .and_then(|inner| inner.split_once("]]"))
            .and_then(|(link, after)| Some((link.split_once(' ')?, after)))
        {
            runs.push(Run::Link { to: to.to_owned(), text: text.to_owned() });
            rest = after;
        } else {
            if !marked.is_empty() {
                runs.push(Run::Plain { text: marked.to_owned() });
            }
            rest = "";
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart() {
        let plain = |text: &str| Run::Plain { text: text.to_owned() };
        assert_eq!(
            runs("a **b** c [[d.e f g]]."),
            [
                plain("a "),
                Run::Strong { text: "b".to_owned() },
                plain(" c "),
                Run::Link { to: "d.e".to_owned(), text: "f g".to_owned() },
                plain("."),
            ]
        );
        assert_eq!(runs("a ** b"), [plain("a "), plain("** b")]);
    }

    #[test]
    fn numbers_come_with_their_nouns() {
        assert_eq!(filled(Lang::Pl, "za {price points}, {price}."), "za 6 punktów, 6.");
    }
}

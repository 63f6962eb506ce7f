//! The book as Markdown, for `docs/rules.md` and for printing.
use super::{Block, Run, book};
use crate::Lang;
use std::fmt::Write;

/// Characters in a line, unless a word is longer.
const LINE: usize = 110;

/// Returns the book as Markdown, its pictures in this folder.
pub fn markdown(lang: Lang, pictures: &str) -> String {
    let book = book(lang);
    let mut out = format!("# {}\n\n", book.title);
    for section in &book.sections {
        add(&mut out, format_args!("- [{}](#{})\n", section.title, section.anchor));
    }
    for section in &book.sections {
        add(&mut out, format_args!("\n## {}{}\n", anchor(&section.anchor), section.title));
        for block in &section.blocks {
            add_block(&mut out, block, &section.anchor, pictures);
        }
    }
    out
}

/// Writing to a string does not fail.
fn add(out: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(what);
}

fn anchor(name: &str) -> String {
    format!(r#"<a id="{name}"></a>"#)
}

fn add_block(out: &mut String, block: &Block, section: &str, pictures: &str) {
    match block {
        Block::Text { anchor: name, runs } => {
            // The first paragraph of a section may carry its name.
            let mark = if name == section { String::new() } else { anchor(name) };
            add(out, format_args!("\n{}\n", wrapped(&format!("{mark}{}", words(runs)), "")));
        }
        Block::List { items } => {
            out.push('\n');
            for item in items {
                add(out, format_args!("- {}\n", wrapped(&words(item), "  ")));
            }
        }
        Block::Picture { name, caption } => {
            add(out, format_args!("\n![{caption}]({pictures}/{name}.svg)\n"));
        }
        Block::Table { head, rows } => {
            add(out, format_args!("\n| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len())));
            for row in rows {
                add(out, format_args!("| {} |\n", row.join(" | ")));
            }
        }
    }
}

/// A paragraph in lines of moderate length, those after the first one indented.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if width > 0 && width + 1 + letters > LINE {
            lines += "\n";
            lines += indent;
            width = indent.len();
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines += word;
        width += letters;
    }
    lines
}

fn words(runs: &[Run]) -> String {
    let word = |run: &Run| match run {
        Run::Plain { text } => text.clone(),
        Run::Strong { text } => format!("**{text}**"),
        Run::Link { to, text } => format!("[{text}](#{to})"),
    };
    runs.iter().map(word).collect()
}

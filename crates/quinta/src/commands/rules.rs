//! `quinta rules`: prints the rule book.
use crate::output::Output;
use crate::write_file::write_file;
use anyhow::{Context, Result};
use clap::Args;
use quinta_picture::{BOOK_PICTURES, Theme, book_picture};
use quinta_texts::{Lang, book};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Print the rules of the game as Markdown
///
/// The same book as on the page at /rules, with every number from the engine.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quinta rules
  quinta rules --lang fr --pictures pictures > regles.md

Exit codes:
  0    the book was printed
  1    a picture cannot be written
  2    the command line was not understood
  141  whoever read the output went away")]
pub(crate) struct Arguments {
    #[arg(long, value_name = "LANG", default_value = "en", help = format!("The language: {}", Lang::codes()))]
    lang: Lang,
    /// A folder to write the pictures into; the book then refers to it
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = match &arguments.pictures {
        Some(folder) => {
            write_pictures(folder)?;
            folder.display().to_string()
        }
        None => "pictures/rules".to_owned(),
    };
    Output::Stdout.write(book::markdown(arguments.lang, &folder).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn write_pictures(folder: &Path) -> Result<()> {
    let cannot = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    for name in BOOK_PICTURES {
        if let Some(picture) = book_picture(name, Theme::Light) {
            let path = folder.join(format!("{name}.svg"));
            write_file(&path, picture.to_string().as_bytes()).with_context(cannot)?;
        }
    }
    Ok(())
}

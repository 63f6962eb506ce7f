//! Draws a chart of ratings for the documents:
//! `cargo run -p quinta-picture --example ladder -- TITLE NAME=RATING,ERROR… > FILE.svg`.
use quinta_picture::{Row, Theme, ladder_chart};
use std::error::Error;

fn row(text: &str) -> Option<Row> {
    let (label, numbers) = text.split_once('=')?;
    let (value, error) = numbers.split_once(',')?;
    let (value, error) = (value.parse().ok()?, error.parse().ok()?);
    Some(Row { label: label.to_owned(), value, error })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let title = arguments.next().ok_or("the title is missing")?;
    let rows: Result<Vec<_>, _> =
        arguments.map(|text| row(&text).ok_or(format!("{text}: not NAME=RATING,ERROR"))).collect();
    println!("{}", ladder_chart(&title, &rows?, Theme::Light));
    Ok(())
}

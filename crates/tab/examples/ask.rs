//! Answers requests to a tab, one a line, from standard input; a file that is named is the net. `.ci/tab` compares it with the module.
use quinta_bots::clock::SystemClock;
use quinta_tab::Tab;
use std::io::{BufRead, Write};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut tab = Tab::new(Arc::new(SystemClock::default()));
    if let Some(net) = std::env::args_os().nth(1) {
        tab.learn(&std::fs::read(net)?)?;
    }
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", tab.ask(&line?))?;
    }
    Ok(())
}

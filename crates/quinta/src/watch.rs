//! Progress bars, and Ctrl-C that ends a long command with the results so far.
use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A bar on standard error, where someone sees it.
pub(crate) fn bar(length: u64, what: &str) -> ProgressBar {
    let watched = io::stderr().is_terminal();
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style =
        ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {what} {{eta}} left"));
    ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The exit code of a command that finished, or that Ctrl-C interrupted.
pub(crate) fn ended(interrupted: bool) -> ExitCode {
    if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

/// The exit code after Ctrl-C: 128 and the number of the signal, as shells have it.
const INTERRUPTED: u8 = 130;

/// Set at the first Ctrl-C; a second one ends the program at once.
pub(crate) fn stop_at_ctrl_c() -> Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    static HANDLER: OnceLock<()> = OnceLock::new();
    if HANDLER.get().is_none() {
        ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(INTERRUPTED));
            }
        })?;
        // Setting the handler twice would be a bug.
        let _ = HANDLER.set(());
    }
    Ok(&STOP)
}

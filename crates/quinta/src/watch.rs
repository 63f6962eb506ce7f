//! For people who watch a long command: a bar, and Ctrl-C or SIGTERM that end it with what there is.
use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// A bar on standard error, where someone sees it.
pub(crate) fn bar(length: u64, what: &str) -> ProgressBar {
    let watched = io::stderr().is_terminal();
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style =
        ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {what} {{eta}} left"));
    ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The exit code after the signal that ended it: 128 and the signal's number, as shells have it.
static SIGNAL: AtomicU8 = AtomicU8::new(INTERRUPTED);
/// After Ctrl-C.
const INTERRUPTED: u8 = 130;
/// After SIGTERM.
#[cfg(unix)]
const TERMINATED: u8 = 143;

/// How a command ends that went through to its end, or that Ctrl-C or SIGTERM ended before.
pub(crate) fn ended(interrupted: bool) -> ExitCode {
    if interrupted { ExitCode::from(SIGNAL.load(Ordering::Relaxed)) } else { ExitCode::SUCCESS }
}

/// Set at the first Ctrl-C or SIGTERM; a second one ends the program at once.
pub(crate) fn stop_at_ctrl_c() -> Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    static LISTENS: OnceLock<()> = OnceLock::new();
    if LISTENS.set(()).is_err() {
        return Ok(&STOP);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let inside = runtime.enter();
    let mut signals = Signals::listen()?;
    drop(inside);
    std::thread::spawn(move || {
        runtime.block_on(async {
            loop {
                let signal = signals.next().await;
                SIGNAL.store(signal, Ordering::Relaxed);
                if STOP.swap(true, Ordering::Relaxed) {
                    std::process::exit(i32::from(signal));
                }
            }
        });
    });
    Ok(&STOP)
}

/// The signals that ask a program to end. From the moment when this listens, they do nothing else.
#[cfg(unix)]
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Self> {
        let [interrupt, terminate] = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        Ok(Self { interrupt: interrupt?, terminate: terminate? })
    }

    /// The exit code for the next one.
    async fn next(&mut self) -> u8 {
        tokio::select! {
            _ = self.interrupt.recv() => INTERRUPTED,
            _ = self.terminate.recv() => TERMINATED,
        }
    }
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn listen() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn next(&mut self) -> u8 {
        self.0.recv().await;
        INTERRUPTED
    }
}

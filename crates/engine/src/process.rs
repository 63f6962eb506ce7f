//! Another program with its lines: nothing waits for it without a limit, and it ends with everything that it has started.
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read; what is longer comes in parts.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that may wait to be heard; a program that says more waits itself.
const WAITING: usize = 256;
/// How often somebody who waits for a line looks whether the program has ended. Another one may hold its pipes by then.
const LOOK: Duration = Duration::from_millis(100);

/// A running program.
pub(crate) struct Process {
    child: Child,
    say: Sender<String>,
    /// `None` once it says nothing any more, or does not listen.
    heard: Receiver<Option<String>>,
}

/// What there is to hear.
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// It has ended.
    End,
    /// Nothing in time.
    Nothing,
}

impl Process {
    /// Starts it in a process group of its own, so that Ctrl-C does not reach it.
    pub(crate) fn start(mut command: Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        // Threads of their own read and write: a pipe has no time limit.
        let (tell, heard) = sync_channel(WAITING);
        let (say, said) = channel();
        let ends = tell.clone();
        thread::spawn(move || write_lines(stdin, &said, &ends));
        thread::spawn(move || read_lines(stdout, &tell));
        Ok(Self { child, say, heard })
    }

    /// Says a line. Whether it is read shows in the answer.
    pub(crate) fn say(&self, line: &str) {
        // The writer has ended if the program does not listen any more, and has told so.
        let _ = self.say.send(format!("{line}\n"));
    }

    /// The next line, until this time.
    pub(crate) fn hear(&mut self, until: Instant) -> Heard {
        let mut ended = false;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(Some(line)) => return Heard::Line(line),
                Ok(None) | Err(RecvTimeoutError::Disconnected) => return Heard::End,
                // What it said at last may still have been on its way.
                Err(RecvTimeoutError::Timeout) if ended => return Heard::End,
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => ended = self.has_ended(),
            }
        }
    }

    /// Whether it has ended; its number stays its own until it is dropped.
    #[cfg(unix)]
    pub(crate) fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    /// Whether it has ended.
    #[cfg(not(unix))]
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Those that it has started and left behind end as well, unless they have a group of their own.
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        // Fails if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_lines(mut to: impl Write, said: &Receiver<String>, ends: &SyncSender<Option<String>>) {
    for line in said {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            let _ = ends.send(None);
            return;
        }
    }
}

fn read_lines(from: impl Read, tell: &SyncSender<Option<String>>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let said = matches!(read, Ok(1..)).then(|| {
            let line = String::from_utf8_lossy(&line);
            line.trim_end_matches(['\r', '\n']).to_owned()
        });
        let more = said.is_some();
        // Nobody listens any more, or there is nothing more to tell.
        if tell.send(said).is_err() || !more {
            return;
        }
    }
}

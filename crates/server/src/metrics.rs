//! Metrics for Prometheus: counters and histograms.
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of the histograms' buckets, in seconds.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// How long something took, counted by buckets.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    pub(crate) fn observe(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        if let Some(bucket) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            self.buckets[bucket].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            sum += bucket.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        let count = self.count.load(Relaxed);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {}", self.micros.load(Relaxed) as f64 / 1e6);
        let _ = writeln!(text, "{name}_count {count}");
    }
}

/// All metrics.
#[derive(Default)]
pub(crate) struct Metrics {
    /// What the tables in memory take, about.
    pub(crate) table_bytes: Arc<AtomicUsize>,
    pub(crate) sockets: AtomicU64,
    pub(crate) sockets_opened: AtomicU64,
    pub(crate) slow_readers: AtomicU64,
    pub(crate) requests: AtomicU64,
    pub(crate) refused_by_limit: AtomicU64,
    pub(crate) commands: AtomicU64,
    pub(crate) refusals: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) bot_moves: AtomicU64,
    pub(crate) bots_failed: AtomicU64,
    pub(crate) tables_made: AtomicU64,
    pub(crate) games_ended: AtomicU64,
    pub(crate) games_archived: AtomicU64,
    pub(crate) games_expired: AtomicU64,
    pub(crate) reviews: AtomicU64,
    pub(crate) store_failures: AtomicU64,
    pub(crate) pushes: AtomicU64,
    pub(crate) pushes_failed: AtomicU64,
    pub(crate) command_time: Histogram,
    pub(crate) store_time: Histogram,
    pub(crate) bot_time: Histogram,
}

pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

impl Metrics {
    /// In the text format of Prometheus.
    pub(crate) fn text(&self, tables: usize, bots_waiting: usize, bytes_waiting: usize) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        };
        one("quinta_tables", "gauge", "Tables in memory.", tables as u64);
        let bytes = self.table_bytes.load(Relaxed) as u64;
        one("quinta_table_bytes", "gauge", "Bytes that these tables take, about.", bytes);
        one("quinta_bots_waiting", "gauge", "Bots that wait for a thread.", bots_waiting as u64);
        let bytes = bytes_waiting as u64;
        one(
            "quinta_bytes_waiting",
            "gauge",
            "Bytes that wait to be read or to be worked on.",
            bytes,
        );
        one("quinta_sockets", "gauge", "Open sockets.", self.sockets.load(Relaxed));
        let counters = [
            ("quinta_sockets_opened_total", "Sockets opened.", &self.sockets_opened),
            (
                "quinta_slow_readers_total",
                "Sockets dropped because they read too slowly.",
                &self.slow_readers,
            ),
            ("quinta_requests_total", "HTTP requests.", &self.requests),
            (
                "quinta_limited_total",
                "Requests and messages refused by a limit.",
                &self.refused_by_limit,
            ),
            ("quinta_commands_total", "Commands carried out.", &self.commands),
            ("quinta_refusals_total", "Commands refused.", &self.refusals),
            ("quinta_moves_total", "Actions of persons.", &self.moves),
            ("quinta_bot_moves_total", "Actions of bots.", &self.bot_moves),
            (
                "quinta_bots_failed_total",
                "Bots that panicked; they passed instead.",
                &self.bots_failed,
            ),
            ("quinta_tables_made_total", "Tables made.", &self.tables_made),
            ("quinta_games_ended_total", "Games that came to an end.", &self.games_ended),
            (
                "quinta_games_archived_total",
                "Old games whose log was packed.",
                &self.games_archived,
            ),
            (
                "quinta_games_expired_total",
                "Games deleted because nobody went on with them.",
                &self.games_expired,
            ),
            ("quinta_reviews_total", "Games looked back at.", &self.reviews),
            (
                "quinta_store_failures_total",
                "Writes that the database refused.",
                &self.store_failures,
            ),
            ("quinta_pushes_total", "Push messages delivered.", &self.pushes),
            (
                "quinta_pushes_failed_total",
                "Push messages that could not be delivered.",
                &self.pushes_failed,
            ),
        ];
        for (name, help, counter) in counters {
            one(name, "counter", help, counter.load(Relaxed));
        }
        self.command_time.write(
            &mut text,
            "quinta_command_seconds",
            "From a command's arrival to its reply.",
        );
        self.store_time.write(
            &mut text,
            "quinta_store_seconds",
            "From a write's arrival to its commit.",
        );
        self.bot_time.write(&mut text, "quinta_bot_seconds", "How long a bot thought.");
        text
    }
}

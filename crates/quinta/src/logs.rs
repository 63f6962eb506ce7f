//! Where the server's logs and spans go: to standard error, and to a collector if there is one.
use quinta_rules::Escaped;
use std::fmt::{self, Debug};
use std::io::{self, IsTerminal};
use tracing::field::Field;
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use tracing_subscriber::{Layer, Registry};

/// Flushes spans to the collector when dropped.
pub(crate) struct Logs {
    #[cfg(feature = "otel")]
    _spans: Option<otel::Spans>,
}

/// Starts logging, once per process.
pub(crate) fn begin(filter: Targets, json: bool) -> anyhow::Result<Logs> {
    let log = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    let log: Box<dyn Layer<Registry> + Send + Sync> = if json {
        log.json().with_filter(filter).boxed()
    } else {
        log.fmt_fields(escaped_fields()).with_filter(filter).boxed()
    };
    let registry = tracing_subscriber::registry().with(log);
    #[cfg(feature = "otel")]
    {
        let spans = otel::Spans::from_environment()?;
        registry.with(spans.as_ref().map(otel::Spans::layer)).try_init()?;
        Ok(Logs { _spans: spans })
    }
    #[cfg(not(feature = "otel"))]
    {
        registry.try_init()?;
        Ok(Logs {})
    }
}

/// How what is logged looks as text: each field on the line of its message, whatever strangers wrote into it.
fn escaped_fields() -> impl for<'writer> FormatFields<'writer> + Send + Sync + 'static {
    debug_fn(|out: &mut Writer<'_>, field: &Field, value: &dyn Debug| -> fmt::Result {
        let value = format!("{value:?}");
        match field.name() {
            "message" => write!(out, "{}", Escaped(&value)),
            name => write!(out, "{name}={}", Escaped(&value)),
        }
    })
    .delimited(" ")
}

#[cfg(feature = "otel")]
mod otel {
    //! Spans for a collector of OpenTelemetry, by OTLP over HTTP.
    use opentelemetry::trace::TracerProvider;
    use opentelemetry_otlp::SpanExporter;
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing::Subscriber;
    use tracing_subscriber::Layer;
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::registry::LookupSpan;

    /// The places in which the environment may name a collector, as the standard has them.
    const NAMES: [&str; 2] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

    pub(super) struct Spans(SdkTracerProvider);

    impl Spans {
        /// Where the environment names a collector, it gets the spans.
        pub(super) fn from_environment() -> anyhow::Result<Option<Self>> {
            if NAMES.iter().all(|name| std::env::var_os(name).is_none()) {
                return Ok(None);
            }
            let exporter = SpanExporter::builder().with_http().build()?;
            let provider = SdkTracerProvider::builder()
                .with_resource(Resource::builder().with_service_name("quinta").build())
                .with_batch_exporter(exporter)
                .build();
            Ok(Some(Self(provider)))
        }

        /// Our own spans, and what is logged in them, down to `info`.
        pub(super) fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
        where
            S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
        {
            let ours = Targets::new().with_target("quinta_server", LevelFilter::INFO);
            tracing_opentelemetry::layer().with_tracer(self.0.tracer("quinta")).with_filter(ours)
        }
    }

    impl Drop for Spans {
        fn drop(&mut self) {
            // Spans that the collector refuses are lost; that is not an error of the server.
            let _ = self.0.shutdown();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_strangers_wrote_stays_on_its_line_and_is_escaped() {
        let kept = Kept::default();
        let out = kept.clone();
        let log = tracing_subscriber::fmt::layer()
            .with_writer(move || out.clone())
            .with_ansi(false)
            .without_time()
            .fmt_fields(escaped_fields());
        tracing::subscriber::with_default(Registry::default().with(log), || {
            let evil = "a\u{9b}2J\u{202e}b\n ERROR all is lost\u{1b}[31m";
            let span = tracing::error_span!("request", table = %evil, route = "here");
            span.in_scope(|| tracing::error!(why = %evil, number = 3, "it says {evil}"));
        });
        let said = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        let evil = r"a\u{9b}2J\u{202e}b\n ERROR all is lost\u{1b}[31m";
        let expected = format!(
            "ERROR request{{table={evil} route=\"here\"}}: quinta::logs::tests: it says {evil} why={evil} number=3\n"
        );
        assert_eq!(said, expected);
    }
}

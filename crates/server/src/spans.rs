//! A span for each request and each command: whatever is logged on the way tells the table and its number.
//!
//! They are on the level of errors, so that errors and warnings have them under every filter; what is told of each one when it is done
//! is on the level of debugging. No query is told, for it may hold a token or an invitation.
use axum::extract::{MatchedPath, Request};
use quinta_wire::{Command, Refused, Reply};
use std::time::Instant;
use tracing::field::Empty;
use tracing::{Span, error_span};

/// The span of a request: which way it takes, and to which table.
pub(crate) fn of_request(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>().map_or("files", MatchedPath::as_str);
    let mut table = None;
    if ["/api/tables/{id}", "/api/games/{id}"].iter().any(|start| route.starts_with(start)) {
        table = request.uri().path().split('/').nth(3);
    }
    error_span!("request", method = request.method().as_str(), route, table, number = Empty)
}

/// The span of a command.
pub(crate) fn of_command(table: &str, command: &Command) -> Span {
    error_span!("command", command = name(command), table, number = Empty)
}

/// The number of the table's last event, in the span that is open here.
pub(crate) fn number(number: u64) {
    Span::current().record("number", number);
}

/// A request has its answer.
pub(crate) fn answered(span: &Span, status: u16, began: Instant) {
    span.in_scope(|| tracing::debug!(status, ms = milliseconds(began), "answered"));
}

/// A command has its answer.
pub(crate) fn carried_out(span: &Span, result: &Result<Reply, Refused>, began: Instant) {
    let ms = milliseconds(began);
    match result {
        Ok(reply) => {
            span.record("number", reply.number);
            span.in_scope(|| tracing::debug!(ms, "carried out"));
        }
        Err(refused) => {
            span.in_scope(|| tracing::debug!(code = ?refused.error.code, ms, "refused"));
        }
    }
}

fn milliseconds(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}

fn name(command: &Command) -> &'static str {
    match command {
        Command::Act { .. } => "act",
        Command::ActText { .. } => "act_text",
        Command::Undo { .. } => "undo",
        Command::Sit { .. } => "sit",
        Command::Leave { .. } => "leave",
        Command::Remove { .. } => "remove",
        Command::SetBot { .. } => "set_bot",
        Command::Ready { .. } => "ready",
        Command::Rename { .. } => "rename",
        Command::Resign { .. } => "resign",
        Command::TakeOver { .. } => "take_over",
        Command::Return { .. } => "return",
        Command::OfferEnd { .. } => "offer_end",
        Command::Abandon { .. } => "abandon",
        Command::Say { .. } => "say",
        Command::Hint { .. } => "hint",
        Command::Weigh { .. } => "weigh",
        Command::Rematch { .. } => "rematch",
        Command::Ping { .. } => "ping",
    }
}

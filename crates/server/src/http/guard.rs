//! What every request passes: limits, the origin, time, and the headers of every answer.
use super::{assets, problem};
use crate::app::App;
use crate::metrics::count;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quinta_wire::Code;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// The client's address: a socket's limit and a request's count by it.
#[derive(Clone, Copy)]
pub(crate) struct Address(pub(crate) IpAddr);

/// A request may take so long; a long poll takes half a minute.
const LONGEST_REQUEST: Duration = Duration::from_secs(45);

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// For what is no page: should it be opened as one, it does nothing.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    count(&app.metrics.requests);
    let address = address(&app, peer, request.headers());
    // The client's own files come from memory and cost next to nothing; a page is some sixty of them, and a club has one address.
    let path = request.uri().path();
    let counts =
        !["/js/", "/css/", "/fonts/", "/art/", "/locales/"].iter().any(|of| path.starts_with(of));
    let runs = assets::runs(path);
    let mut response = if counts && !app.limiter.request(address) {
        count(&app.metrics.refused_by_limit);
        problem(Code::TooMany, "not so fast")
    } else if !from_here(&app, &request) {
        problem(Code::WrongOrigin, "that page may not speak to this server")
    } else {
        request.extensions_mut().insert(Address(address));
        match tokio::time::timeout(LONGEST_REQUEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => problem(Code::Timeout, "that took too long"),
        }
    };
    protect(response.headers_mut(), runs);
    response
}

/// The headers that keep a page to itself. Only what runs, a page or a worker, needs all of them; a page is some sixty files more.
fn protect(headers: &mut HeaderMap, runs: bool) {
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, if runs { POLICY } else { NOTHING });
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if runs {
        set(header::REFERRER_POLICY, "no-referrer");
        set(header::X_FRAME_OPTIONS, "DENY");
        set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    }
}

fn address(app: &App, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    if app.settings.behind_proxy {
        // The last one is what our own proxy saw; those before it anyone could have written.
        let told = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        let last = told.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
        if let Some(address) = last {
            return address;
        }
    }
    peer.ip()
}

fn host_of(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest).split('/').next().unwrap_or_default()
}

/// The host's name without its port.
fn bare(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Whether a request may do what it asks: it comes from no browser page, or from a page of this server.
///
/// A page elsewhere could give a name of its own the address of this machine; so the host itself must be one that this server is known by.
fn from_here(app: &App, request: &Request) -> bool {
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) && !upgrades {
        return true;
    }
    let Some(origin) = request.headers().get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let origin = host_of(origin);
    let public = app.settings.public_url.as_deref().map(host_of);
    if public == Some(origin) {
        return true;
    }
    let host = request.headers().get(HOST).and_then(|value| value.to_str().ok());
    host == Some(origin) && known_host(bare(origin))
}

fn known_host(name: &str) -> bool {
    let ending = name.rsplit('.').next();
    matches!(ending, Some("localhost" | "local"))
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Response {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "shutting down\n").into_response();
    }
    match app.store.ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(_) => {
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.metrics.text(app.table_count(), app.bots.waiting());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_apart() {
        assert_eq!(host_of("https://a.example:8443/x"), "a.example:8443");
        assert_eq!(bare("[::1]:4141"), "[::1]");
        assert_eq!(bare("a.example"), "a.example");
        for known in ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "pi.local"] {
            assert!(known_host(known), "{known}");
        }
        for strange in ["evil.example", "localhost.evil.example", ""] {
            assert!(!known_host(strange), "{strange}");
        }
    }
}

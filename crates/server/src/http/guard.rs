//! What every request passes: limits, the origin, time, and the headers of every answer.
use super::assets;
use super::response::error;
use crate::app::App;
use crate::limits::counted;
use crate::metrics::count;
use crate::spans;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quinta_wire::Code;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The client's address as it counts, a whole network in IPv6: for limits, and for the line in which bots wait.
#[derive(Clone, Copy)]
pub(crate) struct Address(pub(crate) IpAddr);

/// A request may take so long; a long poll takes half a minute.
const LONGEST_REQUEST: Duration = Duration::from_secs(45);

/// A page loads from here only. It may compile WebAssembly, its own table; it may not make code of text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
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
    let (span, began) = (spans::of_request(&request), Instant::now());
    let address = address(&app, peer, request.headers());
    // The client's own files come from memory and cost next to nothing; a first visit brings some sixty of them, and a club has one address.
    let path = request.uri().path();
    let files = ["/v/", "/js/", "/css/", "/fonts/", "/art/", "/locales/"];
    let counts = !files.iter().any(|of| path.starts_with(of));
    let runs = assets::runs(path);
    let mut response = if counts && !app.limiter.request(address) {
        count(&app.metrics.refused_by_limit);
        error(Code::TooMany, "not so fast")
    } else if !asked_by_name(&app, request.headers()) {
        let message = "this server is not known by that name: set its public URL";
        error(Code::WrongHost, message)
    } else if !from_here(&app, &request) {
        error(Code::WrongOrigin, "that page may not speak to this server")
    } else {
        request.extensions_mut().insert(Address(counted(address)));
        let answer = next.run(request).instrument(span.clone());
        match tokio::time::timeout(LONGEST_REQUEST, answer).await {
            Ok(response) => weighed(&app, address, response).await,
            Err(_) => error(Code::Timeout, "that took too long"),
        }
    };
    protect(response.headers_mut(), runs);
    spans::answered(&span, response.status().as_u16(), began);
    response
}

/// The headers that keep a page to itself. Only what runs, a page or a worker, needs all of them.
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

/// Counts what is to be sent until it is: who never reads does not fill the memory.
async fn weighed(app: &App, address: IpAddr, response: Response) -> Response {
    let (parts, body) = response.into_parts();
    // Every body is in memory as a whole; an upgrade has none.
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if bytes.is_empty() {
        return Response::from_parts(parts, Body::empty());
    }
    if let Some(bytes) = app.limiter.weigh(address, bytes) {
        return Response::from_parts(parts, Body::from(bytes));
    }
    count(&app.metrics.refused_by_limit);
    error(Code::Busy, "too much waits to be read")
}

/// The client's address: what the outermost of our own proxies saw. What stands before that, anyone could have written.
fn address(app: &App, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let told = if app.settings.behind_proxy { told(headers) } else { Vec::new() };
    let place = told.len().saturating_sub(usize::from(app.settings.trusted_proxies));
    told.get(place).copied().flatten().unwrap_or_else(|| peer.ip())
}

/// The addresses that proxies have told, the client's first; `None` for one that cannot be read.
fn told(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = |name: &str| -> Vec<String> {
        let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        lines.flat_map(|line| line.split(',')).map(|part| part.trim().to_owned()).collect()
    };
    let forwarded_for = lines("x-forwarded-for");
    if !forwarded_for.is_empty() {
        return forwarded_for.iter().map(|text| read_address(text)).collect();
    }
    let of = |element: &String| {
        element.split(';').find_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            name.trim().eq_ignore_ascii_case("for").then(|| read_address(value.trim()))
        })
    };
    lines("forwarded").iter().map(|element| of(element).flatten()).collect()
}

/// Reads `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`, each also in quotation marks.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
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

/// Whether the request was sent to a name that this server is known by. A page elsewhere could give a name of its own the address of this
/// machine, and then read what is answered.
fn asked_by_name(app: &App, headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let public = app.settings.public_url.as_deref().map(host_of);
    // A proxy in front decides about names, unless we know ours.
    known_host(bare(host))
        || public.map_or(app.settings.behind_proxy, |public| bare(public) == bare(host))
}

/// Whether a name leads to this machine or the local network wherever it is asked for.
pub(crate) fn known_host(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let ending = name.rsplit('.').next();
    matches!(ending, Some("localhost" | "local" | "lan" | "internal"))
        || (!name.is_empty() && !name.contains('.'))
        || name.ends_with(".home.arpa")
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Response {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "shutting down\n").into_response();
    }
    // A database that can be read and not written, on a full disk for instance, is of no use to a player.
    if app.can_store().await {
        return "ready\n".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, "the database cannot be written\n").into_response()
}

pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.metrics.text(app.table_count(), app.bots.waiting(), app.limiter.waiting());
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
        for known in ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "pi.local", "PI.lan", "pi"]
        {
            assert!(known_host(known), "{known}");
        }
        for strange in ["evil.example", "localhost.evil.example", ""] {
            assert!(!known_host(strange), "{strange}");
        }
    }

    #[test]
    fn proxies_tell_addresses_in_many_forms() {
        let headers = |lines: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(*name, HeaderValue::from_str(value).unwrap());
            }
            told(&headers)
        };
        let ip = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        let expected = [ip("1.2.3.4"), ip("2001:db8::7"), ip("5.6.7.8")];
        for lines in [
            &[("x-forwarded-for", "1.2.3.4, 2001:db8::7, 5.6.7.8")][..],
            &[("x-forwarded-for", "1.2.3.4:99"), ("x-forwarded-for", "[2001:db8::7]:80,5.6.7.8")],
            &[("x-forwarded-for", "1.2.3.4,[2001:db8::7]"), ("x-forwarded-for", "5.6.7.8")],
            &[
                ("forwarded", "for=1.2.3.4;proto=https, For=\"[2001:db8::7]:4711\""),
                ("forwarded", "by=9.9.9.9;for=5.6.7.8"),
            ],
        ] {
            assert_eq!(headers(lines), expected, "{lines:?}");
        }
        assert_eq!(headers(&[("forwarded", "for=unknown, for=_hidden")]), [None, None]);
        assert_eq!(headers(&[("x-forwarded-for", "nonsense, 1.2.3.4")]), [None, ip("1.2.3.4")]);
    }
}

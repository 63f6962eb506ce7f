//! What happens to every request: limits, checks of host and origin, a deadline, and the security headers of its answer.
use super::assets;
use super::body::Needed;
use super::response::error;
use crate::app::App;
use crate::client::{HTML, start_digest};
use crate::limits::{Scales, counted};
use crate::metrics::count;
use crate::settings::{ProxyHeader, Settings};
use crate::spans;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quinta_wire::Code;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The client's address for limits and for the bots' queue; in IPv6 it stands for a whole network.
#[derive(Clone, Copy)]
pub(crate) struct Address(pub(crate) IpAddr);

/// An answer whose bytes are kept anyway, however many read them.
#[derive(Clone, Copy)]
pub(super) struct Kept;

/// What a request without a body needs until it is answered, in bytes.
const REQUEST: usize = 16 * 1024;

/// The time for a request; a long poll takes half a minute.
const LONGEST_REQUEST: Duration = Duration::from_secs(45);

/// For pages and workers: they load from this server only, and run of the text of a page its first script alone. They may compile
/// WebAssembly, but not evaluate text.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '{}'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        start_digest()
    );
    HeaderValue::try_from(policy).unwrap_or(NO_POLICY)
});
/// For everything else: opened as a page, it can do nothing.
const NO_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    count(&app.metrics.requests);
    let (span, began) = (spans::of_request(&request), Instant::now());
    let address = address(&app, peer, request.headers());
    // The page's own files are not limited: they come from memory, a first visit loads many, and a club shares one address.
    let path = request.uri().path();
    let files = ["/v/", "/js/", "/css/", "/fonts/", "/art/", "/locales/"];
    let is_limited = !files.iter().any(|of| path.starts_with(of));
    let is_page_or_worker = assets::is_page_or_worker(path);
    let mut response = if is_limited && !app.limiter.request(address) {
        count(&app.metrics.refused_by_limit);
        error(Code::TooMany, "not so fast")
    } else if !host_is_allowed(&app, request.headers()) {
        let message = "this server is not known by that name: set its public URL";
        error(Code::WrongHost, message)
    } else if !origin_is_allowed(&app, &request) {
        error(Code::WrongOrigin, "that page may not speak to this server")
    } else {
        request.extensions_mut().insert(Address(counted(address)));
        let answer = carry_out(&app, address, request, next).instrument(span.clone());
        let answer = tokio::time::timeout(LONGEST_REQUEST, answer).await;
        answer.unwrap_or_else(|_| error(Code::Timeout, "that took too long"))
    };
    // So is the page that says that there is nothing at this address.
    let is_text = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == HTML);
    set_security_headers(response.headers_mut(), is_page_or_worker || is_text);
    spans::answered(&span, response.status().as_u16(), began);
    response
}

/// Sets the headers that isolate a page. Only pages and workers (`runs`) need all of them.
fn set_security_headers(headers: &mut HeaderMap, runs: bool) {
    let policy = if runs { POLICY.clone() } else { NO_POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if runs {
        set(header::REFERRER_POLICY, "no-referrer");
        set(header::X_FRAME_OPTIONS, "DENY");
        set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    }
}

/// Has a request carried out. What it needs is weighed until it is answered, and the answer until it is sent, so that clients that send
/// slowly or never read cannot fill the memory.
async fn carry_out(app: &App, address: IpAddr, mut request: Request, next: Next) -> Response {
    let too_much = || {
        count(&app.metrics.refused_by_limit);
        error(Code::Busy, "too much waits to be read or to be worked on")
    };
    let Some(Scales { waiting, buffers }) = app.limiter.scales(address) else { return too_much() };
    let (Some(own), Some(body)) = (buffers.weigh(REQUEST), waiting.weigh(0)) else {
        return too_much();
    };
    let needed = Needed::new(body);
    request.extensions_mut().insert(needed.clone());
    let (parts, body) = next.run(request).await.into_parts();
    drop((own, needed));
    // Every body is in memory as a whole; an upgrade has none.
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if bytes.is_empty() {
        return Response::from_parts(parts, Body::empty());
    }
    if parts.extensions.get::<Kept>().is_some() {
        return Response::from_parts(parts, Body::from(bytes));
    }
    match waiting.weigh(bytes.len()) {
        Some(weight) => Response::from_parts(parts, Body::from(weight.of(bytes))),
        None => too_much(),
    }
}

/// The client's address, as the outermost of our own proxies saw it. Anyone could have written the entries before that.
fn address(app: &App, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let Settings { behind_proxy, proxy_header, trusted_proxies, .. } = app.settings;
    let forwarded =
        if behind_proxy { forwarded_addresses(proxy_header, headers) } else { Vec::new() };
    let place = forwarded.len().saturating_sub(usize::from(trusted_proxies));
    forwarded.get(place).copied().flatten().unwrap_or_else(|| peer.ip())
}

/// The addresses in the header that our proxies write, the client's first; `None` for one that cannot be read. Proxies pass on other headers as
/// anyone wrote them.
fn forwarded_addresses(header: ProxyHeader, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all(header.name()).iter().filter_map(|value| value.to_str().ok());
    let entries = lines.flat_map(|line| line.split(',')).map(str::trim);
    let of = |element: &str| {
        element.split(';').find_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            name.trim().eq_ignore_ascii_case("for").then(|| read_address(value.trim()))
        })
    };
    match header {
        ProxyHeader::XForwardedFor => entries.map(read_address).collect(),
        ProxyHeader::Forwarded => entries.map(|element| of(element).flatten()).collect(),
    }
}

/// Reads `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`, each also in quotation marks.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim_matches('"');
    let address = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    address.parse().ok().or_else(with_port)
}

fn host_of(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest).split('/').next().unwrap_or_default()
}

/// The host's name without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Whether a request may change something: it comes from a page of this server, or from no page at all.
///
/// It is not enough that origin and host agree: another site could point a name of its own at this machine.
fn origin_is_allowed(app: &App, request: &Request) -> bool {
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
    host == Some(origin) && known_host(without_port(origin))
}

/// Whether the request was sent to a name of this server. Otherwise another site could point a name of its own at this machine, and read
/// the answers.
fn host_is_allowed(app: &App, headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let public = app.settings.public_url.as_deref().map(host_of);
    // Without a public URL it is up to the proxy in front which names it serves.
    known_host(without_port(host))
        || public
            .map_or(app.settings.behind_proxy, |public| without_port(public) == without_port(host))
}

/// Whether a name means this machine or the local network everywhere, so that no other site can own it.
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
    // With a database that cannot be written, as on a full disk, nobody can play.
    if app.can_store().await {
        let resuming = app.resuming.load(Ordering::Relaxed);
        let still = "ready; some bots and clocks of before the start still stand\n";
        return if resuming { still } else { "ready\n" }.into_response();
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
    fn hosts_are_distinguished() {
        assert_eq!(host_of("https://a.example:8443/x"), "a.example:8443");
        assert_eq!(without_port("[::1]:4141"), "[::1]");
        assert_eq!(without_port("a.example"), "a.example");
        for known in ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "pi.local", "PI.lan", "pi"]
        {
            assert!(known_host(known), "{known}");
        }
        for strange in ["evil.example", "localhost.evil.example", ""] {
            assert!(!known_host(strange), "{strange}");
        }
    }

    #[test]
    fn proxies_write_addresses_in_many_forms() {
        let by = |header: ProxyHeader, lines: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(*name, HeaderValue::from_str(value).unwrap());
            }
            forwarded_addresses(header, &headers)
        };
        let ip = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        let expected = [ip("1.2.3.4"), ip("2001:db8::7"), ip("5.6.7.8")];
        let (x, standard) = ("x-forwarded-for", "forwarded");
        for lines in [
            &[(x, "1.2.3.4, 2001:db8::7, 5.6.7.8")][..],
            &[(x, "1.2.3.4:99"), (x, "[2001:db8::7]:80,5.6.7.8"), (standard, "for=9.9.9.9")],
            &[(x, "1.2.3.4,[2001:db8::7]"), (x, "5.6.7.8")],
        ] {
            assert_eq!(by(ProxyHeader::XForwardedFor, lines), expected, "{lines:?}");
        }
        let lines = [
            (x, "9.9.9.9"),
            (standard, "for=1.2.3.4;proto=https, For=\"[2001:db8::7]:4711\""),
            (standard, "by=9.9.9.9;for=5.6.7.8"),
        ];
        assert_eq!(by(ProxyHeader::Forwarded, &lines), expected);
        let strange = [(standard, "for=unknown, for=_hidden")];
        assert_eq!(by(ProxyHeader::Forwarded, &strange), [None, None]);
        assert_eq!(by(ProxyHeader::XForwardedFor, &strange), []);
        let strange = [(x, "nonsense, 1.2.3.4")];
        assert_eq!(by(ProxyHeader::XForwardedFor, &strange), [None, ip("1.2.3.4")]);
    }
}

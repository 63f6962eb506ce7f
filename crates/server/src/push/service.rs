//! The push services that this server sends to, and how much may be under way to each of them.
use axum::http::Uri;
use std::fmt;
use std::str::FromStr;
use tokio::sync::Semaphore;

/// Messages under way to one service, those that wait for another try included; further ones are dropped.
const PENDING: usize = 512;
/// Connections to one service at once. Services have their own, so that one that is down delays no other.
const CONNECTIONS: usize = 32;
/// The longest endpoint, in bytes.
const LONGEST: usize = 1000;

/// A push service, as an entry of the setting `push_services` names it: a host, or `*.` and the end of one.
///
/// Messages go over https to the usual port. An entry with a scheme may say otherwise, which is for tests with a receiver on loopback:
/// `http://127.0.0.1:9000`, or `http://127.0.0.1:*` for any port.
#[derive(Debug)]
pub(crate) struct PushService {
    entry: String,
    scheme: &'static str,
    /// The host, or its end with the dot before it.
    host: String,
    any_subdomain: bool,
    port: Option<u16>,
    pub(super) pending: Semaphore,
    pub(super) connections: Semaphore,
}

impl FromStr for PushService {
    type Err = &'static str;

    fn from_str(entry: &str) -> Result<Self, Self::Err> {
        let why = "each entry is a host name, such as push.example.org, or *. and the end of one";
        let (scheme, rest) = match entry.split_once("://") {
            None | Some(("https", _)) => ("https", entry.trim_start_matches("https://")),
            Some(("http", rest)) => ("http", rest),
            Some(_) => return Err(why),
        };
        let (host, port) = match rest.rsplit_once(':') {
            None => (rest, Some(usual_port(scheme))),
            Some((host, "*")) => (host, None),
            Some((host, port)) => (host, Some(port.parse().map_err(|_| why)?)),
        };
        let any_subdomain = host.starts_with("*.");
        let host = host.trim_start_matches('*').to_ascii_lowercase();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
        if host.trim_matches('.').is_empty() || !host.bytes().all(allowed) {
            return Err(why);
        }
        let (pending, connections) = (Semaphore::new(PENDING), Semaphore::new(CONNECTIONS));
        Ok(Self {
            entry: entry.to_owned(),
            scheme,
            host,
            any_subdomain,
            port,
            pending,
            connections,
        })
    }
}

impl fmt::Display for PushService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.entry)
    }
}

impl PushService {
    /// Whether an endpoint belongs to this service.
    pub(super) fn has(&self, endpoint: &Endpoint) -> bool {
        let host = endpoint.host.to_ascii_lowercase();
        let same_host =
            if self.any_subdomain { host.ends_with(&self.host) } else { host == self.host };
        same_host
            && endpoint.scheme == self.scheme
            && self.port.is_none_or(|port| port == endpoint.port)
    }
}

fn usual_port(scheme: &str) -> u16 {
    if scheme == "https" { 443 } else { 80 }
}

/// The address that a browser wants its messages posted to.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(super) scheme: &'static str,
    /// The host, and the port if it is written.
    pub(super) authority: String,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) path: String,
}

impl Endpoint {
    /// Reads an endpoint; `None` if it is no address of a service, whichever it may be.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok().filter(|_| text.len() <= LONGEST)?;
        let scheme = ["https", "http"].into_iter().find(|name| uri.scheme_str() == Some(*name))?;
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
        Some(Self {
            scheme,
            host: authority.host().to_owned(),
            port: authority.port_u16().unwrap_or(usual_port(scheme)),
            path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
            authority: authority.to_string(),
        })
    }

    /// The origin, for the signature.
    pub(super) fn origin(&self) -> String {
        format!("{}://{}", self.scheme, self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_has_the_endpoints_of_its_entry_alone() {
        for (entry, endpoint, has) in [
            ("push.example.org", "https://push.example.org/abc?d=1", true),
            ("push.example.org", "https://PUSH.example.org:443/abc", true),
            ("push.example.org", "http://push.example.org/abc", false),
            ("push.example.org", "https://push.example.org:8443/abc", false),
            ("push.example.org", "https://push.example.org.evil.example/abc", false),
            ("push.example.org", "https://a.push.example.org/abc", false),
            ("push.example.org", "https://127.0.0.1/push.example.org", false),
            ("*.example.org", "https://a.b.example.org/abc", true),
            ("*.example.org", "https://example.org/abc", false),
            ("*.example.org", "https://evilexample.org/abc", false),
            ("http://127.0.0.1:9", "http://127.0.0.1:9/abc", true),
            ("http://127.0.0.1:9", "http://127.0.0.1:10/abc", false),
            ("http://127.0.0.1:9", "https://127.0.0.1:9/abc", false),
            ("http://127.0.0.1:*", "http://127.0.0.1:10/abc", true),
            ("http://127.0.0.1:*", "http://127.0.0.2:10/abc", false),
        ] {
            let service: PushService = entry.parse().unwrap();
            assert_eq!(service.has(&Endpoint::parse(endpoint).unwrap()), has, "{entry} {endpoint}");
        }
    }

    #[test]
    fn what_is_no_entry_or_no_endpoint_is_refused() {
        for entry in ["", "*", "*.", "ftp://a", "a/b", "a*.example.org", "https://", "a:b", "me@a"]
        {
            assert!(entry.parse::<PushService>().is_err(), "{entry}");
        }
        let long = format!("https://push.example.org/{}", "x".repeat(LONGEST));
        let user = "https://user@push.example.org/a";
        for text in ["", "https://", "push.example.org", "ftp://a/b", "javascript:a()", user, &long]
        {
            assert!(Endpoint::parse(text).is_none(), "{text}");
        }
        let endpoint = Endpoint::parse("https://push.example.org/a?b").unwrap();
        assert_eq!((endpoint.origin().as_str(), endpoint.port), ("https://push.example.org", 443));
    }
}

//! Where a browser wants its messages: an address on the internet, never one of inner hosts.
use axum::http::Uri;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The longest address of a push service.
const LONGEST: usize = 1000;

/// An endpoint that may be spoken to.
#[derive(Debug, Clone)]
pub(crate) struct Endpoint {
    pub(crate) uri: Uri,
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) tls: bool,
    /// Whether it may be on this machine or in the local network.
    local: bool,
}

impl Endpoint {
    /// Reads an endpoint; `local` allows plain http, any port and inner hosts, for tests.
    pub(crate) fn read(text: &str, local: bool) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let uri: Uri = text.parse().ok()?;
        let tls = match uri.scheme_str()? {
            "https" => true,
            "http" if local => false,
            _ => return None,
        };
        let authority = uri.authority()?;
        if authority.as_str().contains('@') {
            return None;
        }
        let port = authority.port_u16();
        if !local && port.is_some_and(|port| port != 443) {
            return None;
        }
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let endpoint = Self {
            port: port.unwrap_or(if tls { 443 } else { 80 }),
            tls,
            local,
            uri: uri.clone(),
            host,
        };
        // What an address says can be seen at once; what a name leads to is only known when it is asked for.
        let named = !endpoint.host.is_empty();
        let allowed = endpoint.host.parse().is_ok_and(|ip| endpoint.allows(ip));
        (named && (allowed || endpoint.host.parse::<IpAddr>().is_err())).then_some(endpoint)
    }

    fn allows(&self, ip: IpAddr) -> bool {
        self.local || is_public(ip)
    }

    /// The origin, as a signature names it.
    pub(crate) fn origin(&self) -> String {
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        format!("{}://{authority}", if self.tls { "https" } else { "http" })
    }

    /// The addresses behind it that may be spoken to. The connection goes to one of these and to no other: a name cannot lead elsewhere later.
    pub(crate) async fn addresses(&self) -> Vec<SocketAddr> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await;
        found
            .map_or(Vec::new(), |found| found.filter(|address| self.allows(address.ip())).collect())
    }
}

/// Whether an address is one of the internet at large.
fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let inner = ip.is_private() || ip.is_loopback() || ip.is_link_local();
    let special = ip.is_documentation() || ip.is_multicast() || a == 0 || a >= 240;
    let shared = a == 100 && (64..128).contains(&b);
    let assigned = (a, b, c) == (192, 0, 0) || (a == 198 && (18..20).contains(&b));
    !(inner || special || shared || assigned)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    // Addresses that carry another one inside (2001::/32, 2002::/16) could lead in; documentation leads nowhere.
    let global = a & 0xe000 == 0x2000;
    global && a != 0x2002 && !(a == 0x2001 && (b == 0 || b == 0xdb8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_hosts_are_out_of_reach() {
        for inner in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.0.7",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "198.18.0.1",
            "255.255.255.255",
            "224.0.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "ff02::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for public in ["9.9.9.9", "172.32.0.1", "100.128.0.1", "2620:fe::fe"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn only_https_on_its_own_port_is_an_endpoint() {
        for good in [
            "https://push.example.org/abc?d=1",
            "https://push.example.org:443/abc",
            "https://9.9.9.9/x",
        ] {
            assert!(Endpoint::read(good, false).is_some(), "{good}");
        }
        for bad in [
            "",
            "https://",
            "push.example.org",
            "http://push.example.org/a",
            "ftp://push.example.org/a",
            "https://push.example.org:8443/a",
            "https://user@push.example.org/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://192.168.1.1/a",
            "javascript:alert(1)",
        ] {
            assert!(Endpoint::read(bad, false).is_none(), "{bad}");
        }
        assert!(
            Endpoint::read(&format!("https://push.example.org/{}", "x".repeat(1000)), false)
                .is_none()
        );
        let local = Endpoint::read("http://127.0.0.1:9/x", true).unwrap();
        assert_eq!((local.origin().as_str(), local.port), ("http://127.0.0.1:9", 9));
    }
}

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

    /// The push service, as it is counted: upper and lower case are the same.
    pub(crate) fn service(&self) -> String {
        format!("{}:{}", self.host.to_ascii_lowercase(), self.port)
    }

    /// The addresses behind it that may be spoken to. The connection goes to one of these and to no other: a name cannot lead elsewhere later.
    pub(crate) async fn addresses(&self, resolver: &Resolver) -> Vec<SocketAddr> {
        let mut found = match self.host.parse::<IpAddr>() {
            Ok(ip) => vec![SocketAddr::new(ip, self.port)],
            Err(_) => resolver.look_up(&self.host, self.port).await,
        };
        found.retain(|address| self.allows(address.ip()));
        found
    }
}

/// Who knows what a name leads to.
pub(crate) enum Resolver {
    /// The system.
    System,
    /// A list of the test's own: nothing else is ever asked.
    #[cfg(test)]
    Fixed(Vec<SocketAddr>),
}

impl Resolver {
    async fn look_up(&self, host: &str, port: u16) -> Vec<SocketAddr> {
        match self {
            Self::System => {
                let found = tokio::net::lookup_host((host, port)).await;
                found.map_or(Vec::new(), Iterator::collect)
            }
            #[cfg(test)]
            Self::Fixed(found) => found.clone(),
        }
    }
}

/// The blocks that IANA lists for special purposes and that are no part of the internet at large, and those that carry an address of another
/// kind inside.
const SPECIAL_V4: [([u8; 4], u32); 17] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 31, 196, 0], 24),
    ([192, 52, 193, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([192, 175, 48, 0], 24),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Multicast, and what is reserved above it.
    ([224, 0, 0, 0], 3),
];

/// Only `2000::/3` is given out at all; these are the special blocks inside it.
const SPECIAL_V6: [([u16; 3], u32); 5] = [
    ([0x2001, 0, 0], 23),
    ([0x2001, 0xdb8, 0], 32),
    ([0x2002, 0, 0], 16),
    ([0x2620, 0x4f, 0x8000], 48),
    ([0x3fff, 0, 0], 20),
];

/// Whether an address is one of the internet at large.
fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let within = |(block, length): &([u8; 4], u32)| {
        (ip.to_bits() ^ u32::from_be_bytes(*block)).leading_zeros() >= *length
    };
    !SPECIAL_V4.iter().any(within)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let within = |([a, b, c], length): &([u16; 3], u32)| {
        let block = Ipv6Addr::new(*a, *b, *c, 0, 0, 0, 0, 0);
        (ip.to_bits() ^ block.to_bits()).leading_zeros() >= *length
    };
    ip.segments()[0] & 0xe000 == 0x2000 && !SPECIAL_V6.iter().any(within)
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
            "192.31.196.1",
            "192.52.193.255",
            "192.88.99.1",
            "192.175.48.6",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "100.127.255.255",
            "240.0.0.1",
            "64:ff9b:1::1",
            "100::1",
            "100:0:0:1::1",
            "2001::1",
            "2001:2::1",
            "2001:20::1",
            "2001:1ff:ffff::1",
            "2620:4f:8000::1",
            "3fff:fff::1",
            "5f00::1",
            "fec0::1",
            "fc00::1",
            "4000::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for public in [
            "9.9.9.9",
            "172.32.0.1",
            "100.128.0.1",
            "198.20.0.1",
            "2620:fe::fe",
            "2001:200::1",
            "2a00::1",
        ] {
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

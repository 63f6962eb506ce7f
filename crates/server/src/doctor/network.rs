//! What the server shows to others: its port, its public address, the proxy in front, push messages.
use super::{Check, Finding};
use crate::http::known_host;
use crate::settings::Settings;
use axum::http::Uri;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};

/// Whether the address can be listened on. `runs`: a server runs on the same database.
pub(super) fn port(settings: &Settings, runs: bool) -> Finding {
    let address = SocketAddr::new(settings.listen, settings.port);
    judge_port(address, runs, TcpListener::bind(address).map(drop))
}

fn judge_port(address: SocketAddr, runs: bool, bound: io::Result<()>) -> Finding {
    let check = Check::Port;
    let port = address.port();
    let Err(why) = bound else {
        let says =
            if port == 0 { "any free one is taken".into() } else { format!("{address} is free") };
        return Finding::ok(check, says);
    };
    let (says, advice) = match why.kind() {
        ErrorKind::AddrInUse if runs => {
            let says = format!(
                "{address} is in use, and a server runs on this database: this is its port"
            );
            return Finding::ok(check, says);
        }
        ErrorKind::AddrInUse => (
            format!("another program uses {address}"),
            format!("stop it (`ss -ltnp 'sport = {port}'` names it), or choose a port with --port"),
        ),
        ErrorKind::PermissionDenied => (
            format!("this user may not listen on {address}"),
            "choose a port from 1024 on with --port, and put a proxy in front for 443".into(),
        ),
        ErrorKind::AddrNotAvailable => (
            format!("this machine does not have the address {}", address.ip()),
            "choose one that it has with --listen: 127.0.0.1 behind a proxy, 0.0.0.0 for all"
                .into(),
        ),
        _ => (format!("cannot listen on {address}: {why}"), "see --listen and --port".into()),
    };
    Finding::error(check, says, advice)
}

const EXAMPLE: &str = "set --public-url to an address such as https://garden.example.org";

/// Whether the public address is one.
pub(super) fn public_url(settings: &Settings) -> Finding {
    let check = Check::PublicUrl;
    let Some(url) = &settings.public_url else {
        let whose =
            if settings.listen.is_loopback() { "on this machine" } else { "in the local network" };
        return Finding::ok(check, format!("none: links work {whose} alone"));
    };
    let uri = url.parse::<Uri>().ok().filter(|_| !url.contains(['@', '#']));
    let host = uri.as_ref().and_then(Uri::host).filter(|host| !host.is_empty());
    let scheme = uri.as_ref().and_then(Uri::scheme_str);
    let (Some(uri), Some(host), Some(scheme @ ("http" | "https"))) = (&uri, host, scheme) else {
        return Finding::error(check, format!("{url} is no address of a page"), EXAMPLE);
    };
    if uri.path() != "/" || uri.query().is_some() {
        let says = format!("{url} has a path, and the page works only at the root of a host");
        return Finding::error(check, says, "give Quinta a host name of its own at the proxy");
    }
    if scheme == "http" && !known_host(host) {
        let says = format!(
            "{url} is not encrypted: cookies can be read on the way, and there are no push messages"
        );
        return Finding::warning(check, says, "put a proxy with TLS in front and write https");
    }
    Finding::ok(check, url)
}

/// Whether the settings about proxies fit together.
pub(super) fn proxy(settings: &Settings) -> Vec<Finding> {
    let check = Check::Proxy;
    let https = is_https(settings);
    let mut found = Vec::new();
    if settings.behind_proxy {
        if !settings.listen.is_loopback() {
            let says =
                format!("whoever reaches {} past the proxy can claim any address", settings.listen);
            let advice = "listen on 127.0.0.1, or let only the proxy through to this port";
            found.push(Finding::warning(check, says, advice));
        }
        if settings.public_url.is_none() {
            let says = "behind a proxy without a public URL: any host name is accepted, and links have an address of this machine";
            found.push(Finding::warning(check, says, EXAMPLE));
        }
    } else {
        if https {
            let says = "https needs a proxy in front, and without --behind-proxy all its visitors count as one address for the limits";
            found.push(Finding::warning(check, says, "add --behind-proxy"));
        }
        if settings.trusted_proxies > 1 {
            let says = format!(
                "--trusted-proxies {} has no effect without --behind-proxy",
                settings.trusted_proxies
            );
            found.push(Finding::warning(check, says, "add --behind-proxy, or leave it out"));
        }
    }
    if found.is_empty() {
        let says = match (settings.behind_proxy, settings.trusted_proxies) {
            (false, _) => "none in front".to_owned(),
            (true, 1) => "the last address that it adds is believed".to_owned(),
            (true, n) => {
                format!("{n} one behind the other: the client's address is so many from the end")
            }
        };
        found.push(Finding::ok(check, says));
    }
    found
}

/// Whether push messages can go out and will be taken. `certificates`: how many this system trusts.
pub(super) fn push(settings: &Settings, certificates: usize) -> Vec<Finding> {
    let check = Check::Push;
    let mut found = Vec::new();
    if let Some(contact) = &settings.contact {
        let (mail, page) = (contact.strip_prefix("mailto:"), contact.strip_prefix("https://"));
        let usable = mail.is_some_and(|mail| mail.contains('@'))
            || page.is_some_and(|page| !page.is_empty());
        if !usable {
            let says = format!("{contact} is no contact that push services take");
            let advice = "set --contact to mailto:you@example.org or an https address";
            found.push(Finding::error(check, says, advice));
        }
    }
    if certificates == 0 {
        let says = "this system has no certificates, so no push service can be trusted: no messages are sent";
        found.push(Finding::warning(check, says, "install the package ca-certificates"));
    }
    if found.is_empty() {
        let says = match &settings.contact {
            _ if !is_https(settings) => {
                "on this machine's pages alone: elsewhere browsers ask for https".to_owned()
            }
            Some(contact) => format!("push services may write to {contact}"),
            None => "push services know the public URL as contact".to_owned(),
        };
        found.push(Finding::ok(check, says));
    }
    found
}

fn is_https(settings: &Settings) -> bool {
    settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn club() -> Settings {
        Settings {
            public_url: Some("https://garden.example.org".into()),
            behind_proxy: true,
            ..Settings::default()
        }
    }

    /// The levels, and everything that was said in one text.
    fn told(found: &[Finding]) -> (Vec<Level>, String) {
        let texts: Vec<_> = found.iter().map(|f| format!("{} {:?}\n", f.says, f.advice)).collect();
        (found.iter().map(|finding| finding.level).collect(), texts.concat())
    }

    #[test]
    fn a_port_that_is_free_is_free_afterwards_too() {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let settings = Settings { port: free, ..Settings::default() };
        for _ in 0..2 {
            assert_eq!(port(&settings, false).level, Level::Ok);
        }
        assert_eq!(port(&Settings { port: 0, ..settings }, false).says, "any free one is taken");
    }

    #[test]
    fn a_port_that_is_taken_is_an_error_unless_our_server_runs() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let settings =
            Settings { port: listener.local_addr().unwrap().port(), ..Settings::default() };
        let (levels, text) = told(&[port(&settings, false), port(&settings, true)]);
        assert_eq!(levels, [Level::Error, Level::Ok]);
        assert!(
            text.contains("another program uses 127.0.0.1:") && text.contains("--port"),
            "{text}"
        );
    }

    #[test]
    fn an_address_that_this_user_or_machine_cannot_have_is_an_error() {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 80);
        for (kind, word) in [
            (ErrorKind::PermissionDenied, "from 1024 on"),
            (ErrorKind::AddrNotAvailable, "--listen"),
            (ErrorKind::Other, "--port"),
        ] {
            let (levels, text) = told(&[judge_port(address, true, Err(kind.into()))]);
            assert_eq!(levels, [Level::Error], "{kind}");
            assert!(text.contains(word), "{text}");
        }
    }

    #[test]
    fn a_public_url_is_the_address_of_a_host() {
        let judge = |url: &str| public_url(&Settings { public_url: Some(url.into()), ..club() });
        for good in [
            "https://garden.example.org",
            "https://garden.example.org/",
            "http://club.lan:8080",
            "http://127.0.0.1",
        ] {
            assert_eq!(judge(good).level, Level::Ok, "{good}");
        }
        for (bad, word) in [
            ("garden.example.org", "is no address"),
            ("ftp://garden.example.org", "is no address"),
            ("https://me@garden.example.org", "is no address"),
            ("https://", "is no address"),
            ("", "is no address"),
            ("https://example.org/garden", "has a path"),
            ("https://example.org/?garden", "has a path"),
        ] {
            let (levels, text) = told(&[judge(bad)]);
            assert_eq!(levels, [Level::Error], "{bad}");
            assert!(text.contains(word), "{bad}: {text}");
        }
        let (levels, text) = told(&[judge("http://garden.example.org")]);
        assert_eq!(levels, [Level::Warning]);
        assert!(text.contains("not encrypted") && text.contains("https"), "{text}");
    }

    #[test]
    fn without_a_public_url_links_work_near_by() {
        assert!(public_url(&Settings::default()).says.contains("on this machine"));
        let lan = Settings { listen: IpAddr::V4(Ipv4Addr::UNSPECIFIED), ..Settings::default() };
        assert!(public_url(&lan).says.contains("in the local network"));
    }

    #[test]
    fn proxy_settings_that_fit_are_well() {
        assert_eq!(told(&proxy(&Settings::default())).0, [Level::Ok]);
        assert_eq!(told(&proxy(&club())).0, [Level::Ok]);
        let two = Settings { trusted_proxies: 2, ..club() };
        assert!(told(&proxy(&two)).1.contains("2 one behind the other"));
    }

    #[test]
    fn proxy_settings_that_do_not_fit_are_warnings() {
        let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        for (settings, word) in [
            (Settings { listen: everywhere, ..club() }, "can claim any address"),
            (Settings { public_url: None, ..club() }, "any host name is accepted"),
            (Settings { behind_proxy: false, ..club() }, "count as one address"),
            (Settings { trusted_proxies: 2, ..Settings::default() }, "has no effect"),
        ] {
            let (levels, text) = told(&proxy(&settings));
            assert_eq!(levels, [Level::Warning], "{text}");
            assert!(text.contains(word), "{text}");
        }
    }

    #[test]
    fn push_needs_certificates_and_a_contact_that_is_one() {
        let contact = |text: &str| Settings { contact: Some(text.into()), ..club() };
        assert_eq!(told(&push(&club(), 100)).0, [Level::Ok]);
        assert_eq!(told(&push(&contact("mailto:host@example.org"), 100)).0, [Level::Ok]);
        assert_eq!(told(&push(&contact("https://example.org/contact"), 100)).0, [Level::Ok]);
        for bad in ["host@example.org", "mailto:host", "http://example.org", "https://"] {
            let (levels, text) = told(&push(&contact(bad), 100));
            assert_eq!(levels, [Level::Error], "{bad}");
            assert!(text.contains("--contact"), "{text}");
        }
        let (levels, text) = told(&push(&club(), 0));
        assert_eq!(levels, [Level::Warning]);
        assert!(text.contains("ca-certificates"), "{text}");
        assert!(told(&push(&Settings::default(), 100)).1.contains("on this machine's pages alone"));
    }
}

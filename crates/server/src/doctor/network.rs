//! What the server shows to others: its port, its public address, the proxy in front, push messages.
use super::{Check, Finding};
use crate::http::known_host;
use crate::settings::{ProxyHeader, Settings};
use axum::http::Uri;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};

/// Whether the server can listen on its address. `in_use`: a server runs on the same database.
pub(super) fn port(settings: &Settings, in_use: bool) -> Finding {
    let check = Check::Port;
    let address = SocketAddr::new(settings.listen, settings.port);
    match TcpListener::bind(address) {
        Ok(_) if settings.port == 0 => Finding::ok(check, "any free one is taken"),
        Ok(_) => Finding::ok(check, format!("{address} is free")),
        Err(why) if why.kind() == ErrorKind::AddrInUse && in_use => {
            let says = format!("{address} is in use, by the server that runs on this database");
            Finding::ok(check, says)
        }
        Err(why) if why.kind() == ErrorKind::AddrInUse => {
            let port = settings.port;
            let advice = format!(
                "stop it (`ss -ltnp 'sport = {port}'` names it), or choose a port with --port"
            );
            Finding::error(check, format!("another program uses {address}"), advice)
        }
        Err(why) => {
            let advice = "choose an address of this machine with --listen, and a port from 1024 on with --port; for 443 put a proxy in front";
            Finding::error(check, format!("cannot listen on {address}: {why}"), advice)
        }
    }
}

const EXAMPLE: &str = "set --public-url to an address such as https://garden.example.org";

/// Whether the public URL is the address of a host, and encrypted.
pub(super) fn public_url(settings: &Settings) -> Finding {
    let check = Check::PublicUrl;
    let Some(url) = &settings.public_url else {
        let whose =
            if settings.listen.is_loopback() { "on this machine" } else { "in the local network" };
        return Finding::ok(check, format!("none: links work {whose} only"));
    };
    let uri = url.parse::<Uri>().ok().filter(|_| !url.contains(['@', '#']));
    let uri = uri.filter(|uri| uri.path() == "/" && uri.query().is_none());
    let host = uri.as_ref().and_then(Uri::host).filter(|host| !host.is_empty());
    match (uri.as_ref().and_then(Uri::scheme_str), host) {
        (Some("http"), Some(host)) if !known_host(host) => {
            let says = format!(
                "{url} is not encrypted: cookies can be read on the way, and there are no push messages"
            );
            Finding::warning(check, says, "put a proxy with TLS in front and write https")
        }
        (Some("http" | "https"), Some(_)) => Finding::ok(check, url),
        _ => {
            let says = format!("{url} is not the root of a host, and the page works only there");
            Finding::error(check, says, EXAMPLE)
        }
    }
}

/// Whether the settings about proxies fit together.
pub(super) fn proxy(settings: &Settings) -> Vec<Finding> {
    let check = Check::Proxy;
    let &Settings { behind_proxy, proxy_header, trusted_proxies, listen, .. } = settings;
    let past = "whoever reaches this port past the proxy can claim any address";
    let any_name =
        "without a public URL any host name is accepted, and links have an address of this machine";
    let one_address =
        "https needs a proxy in front, and to the limits all its visitors are one address";
    let header = proxy_header.name();
    let warnings = [
        (
            behind_proxy && !listen.is_loopback(),
            past,
            "listen on 127.0.0.1, or let only the proxy through to this port",
        ),
        (behind_proxy && settings.public_url.is_none(), any_name, EXAMPLE),
        (!behind_proxy && is_https(settings), one_address, "add --behind-proxy"),
        (
            !behind_proxy && trusted_proxies > 1,
            "--trusted-proxies has no effect without --behind-proxy",
            "add --behind-proxy, or leave it out",
        ),
        (
            !behind_proxy && proxy_header != ProxyHeader::default(),
            "--proxy-header has no effect without --behind-proxy",
            "add --behind-proxy, or leave it out",
        ),
    ];
    let warnings = warnings.into_iter().filter(|(found, ..)| *found);
    let mut findings: Vec<_> =
        warnings.map(|(_, says, advice)| Finding::warning(check, says, advice)).collect();
    if findings.is_empty() {
        findings.push(Finding::ok(
            check,
            match (behind_proxy, trusted_proxies) {
                (false, _) => "none in front".to_owned(),
                (true, 1) => format!("the client's address is the last one in {header}"),
                (true, n) => {
                    format!(
                        "{n} in a row: the client's address is so many from the end of {header}"
                    )
                }
            },
        ));
    }
    findings
}

/// Whether push messages can be sent and will be taken. `certificates`: how many this system trusts.
pub(super) fn push(settings: &Settings, certificates: usize) -> Vec<Finding> {
    let check = Check::Push;
    let mut findings = Vec::new();
    if let Some(entry) = settings.push_services.iter().find(|entry| entry.starts_with("http://")) {
        let says = format!("push messages go to {entry} without TLS");
        findings.push(Finding::warning(
            check,
            says,
            "leave it out of --push-services, if this is no test",
        ));
    }
    if let Some(contact) = &settings.contact {
        let (mail, page) = (contact.strip_prefix("mailto:"), contact.strip_prefix("https://"));
        if !mail.is_some_and(|mail| mail.contains('@')) && page.is_none_or(str::is_empty) {
            let says = format!("{contact} is no contact that push services take");
            let advice = "set --contact to mailto:you@example.org or an https address";
            findings.push(Finding::error(check, says, advice));
        }
    }
    if certificates == 0 {
        let says = "this system trusts no certificates, so no push messages are sent";
        findings.push(Finding::warning(check, says, "install the package ca-certificates"));
    }
    if findings.is_empty() {
        let says = match &settings.contact {
            _ if !is_https(settings) => {
                "only to pages on this machine: elsewhere browsers ask for https".to_owned()
            }
            Some(contact) => format!("push services may write to {contact}"),
            None => "push services get the public URL as contact".to_owned(),
        };
        findings.push(Finding::ok(check, says));
    }
    findings
}

fn is_https(settings: &Settings) -> bool {
    settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
}

#[cfg(test)]
mod tests {
    use super::super::Severity;
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn club() -> Settings {
        Settings {
            public_url: Some("https://garden.example.org".into()),
            behind_proxy: true,
            ..Settings::default()
        }
    }

    /// The severities, and all texts.
    fn summary(found: &[Finding]) -> (Vec<Severity>, String) {
        let texts: Vec<_> = found.iter().map(|f| format!("{} {:?}\n", f.says, f.advice)).collect();
        (found.iter().map(|finding| finding.severity).collect(), texts.concat())
    }

    #[test]
    fn a_port_that_is_free_is_free_afterwards_too() {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let settings = Settings { port: free, ..Settings::default() };
        for _ in 0..2 {
            assert_eq!(port(&settings, false).severity, Severity::Ok);
        }
        assert_eq!(port(&Settings { port: 0, ..settings }, false).says, "any free one is taken");
    }

    #[test]
    fn a_port_that_is_taken_is_an_error_unless_our_server_runs() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let settings =
            Settings { port: listener.local_addr().unwrap().port(), ..Settings::default() };
        let (severities, text) = summary(&[port(&settings, false), port(&settings, true)]);
        assert_eq!(severities, [Severity::Error, Severity::Ok]);
        assert!(
            text.contains("another program uses 127.0.0.1:") && text.contains("--port"),
            "{text}"
        );
    }

    #[test]
    fn an_address_that_this_machine_does_not_have_is_an_error() {
        // An address for examples, which nobody has.
        let listen = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
        let (severities, text) =
            summary(&[port(&Settings { listen, ..Settings::default() }, true)]);
        assert_eq!(severities, [Severity::Error]);
        assert!(text.contains("--listen"), "{text}");
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
            assert_eq!(judge(good).severity, Severity::Ok, "{good}");
        }
        for bad in [
            "garden.example.org",
            "ftp://garden.example.org",
            "https://me@garden.example.org",
            "https://",
            "",
            "https://example.org/garden",
            "https://example.org/?garden",
        ] {
            let (severities, text) = summary(&[judge(bad)]);
            assert_eq!(severities, [Severity::Error], "{bad}");
            assert!(text.contains("not the root of a host"), "{bad}: {text}");
        }
        let (severities, text) = summary(&[judge("http://garden.example.org")]);
        assert_eq!(severities, [Severity::Warning]);
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
        assert_eq!(summary(&proxy(&Settings::default())).0, [Severity::Ok]);
        assert_eq!(summary(&proxy(&club())).0, [Severity::Ok]);
        let two = Settings { trusted_proxies: 2, ..club() };
        assert!(summary(&proxy(&two)).1.contains("2 in a row"));
        let forwarded = Settings { proxy_header: ProxyHeader::Forwarded, ..club() };
        assert!(summary(&proxy(&forwarded)).1.contains("the last one in Forwarded"));
    }

    #[test]
    fn proxy_settings_that_do_not_fit_are_warnings() {
        let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        for (settings, word) in [
            (Settings { listen: everywhere, ..club() }, "can claim any address"),
            (Settings { public_url: None, ..club() }, "any host name is accepted"),
            (Settings { behind_proxy: false, ..club() }, "are one address"),
            (Settings { trusted_proxies: 2, ..Settings::default() }, "has no effect"),
            (
                Settings { proxy_header: ProxyHeader::Forwarded, ..Settings::default() },
                "--proxy-header has no effect",
            ),
        ] {
            let (severities, text) = summary(&proxy(&settings));
            assert_eq!(severities, [Severity::Warning], "{text}");
            assert!(text.contains(word), "{text}");
        }
    }

    #[test]
    fn push_needs_certificates_and_a_contact_that_is_one() {
        let contact = |text: &str| Settings { contact: Some(text.into()), ..club() };
        assert_eq!(summary(&push(&club(), 100)).0, [Severity::Ok]);
        assert_eq!(summary(&push(&contact("mailto:host@example.org"), 100)).0, [Severity::Ok]);
        assert_eq!(summary(&push(&contact("https://example.org/contact"), 100)).0, [Severity::Ok]);
        for bad in ["host@example.org", "mailto:host", "http://example.org", "https://"] {
            let (severities, text) = summary(&push(&contact(bad), 100));
            assert_eq!(severities, [Severity::Error], "{bad}");
            assert!(text.contains("--contact"), "{text}");
        }
        let (severities, text) = summary(&push(&club(), 0));
        assert_eq!(severities, [Severity::Warning]);
        assert!(text.contains("ca-certificates"), "{text}");
        assert!(
            summary(&push(&Settings::default(), 100)).1.contains("only to pages on this machine")
        );
    }
    #[test]
    fn push_without_tls_is_for_tests() {
        let push_services = vec!["http://127.0.0.1:*".to_owned()];
        let (severities, text) = summary(&push(&Settings { push_services, ..club() }, 100));
        assert_eq!(severities, [Severity::Warning]);
        assert!(text.contains("--push-services"), "{text}");
    }
}

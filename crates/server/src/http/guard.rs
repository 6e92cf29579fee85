//! Who the request is meant for: a page in a browser must not reach a server on the same machine by another name.
//!
//! What could be read in two ways is refused: a proxy before the server may have read it in the other one.

use hyper::Uri;
use hyper::header::{self, HeaderMap};

use super::ServerSettings;
use crate::{Code, Failure};

/// Names of the machine itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Refuses what is meant for another host, or comes from a page of another origin.
pub fn check(target: &Uri, headers: &HeaderMap, settings: &ServerSettings) -> Result<(), Failure> {
    let foreign = |what: &str| Err(Failure::new(Code::ForeignHost, what));
    refuse_two_hosts(headers)?;
    if target.authority().is_some_and(|named| !is_ours(named.as_str(), settings)) {
        return foreign("the request names a host that is not allowed; to allow it: omoide serve --allow-host NAME");
    }
    let Some(host) = headers.get(header::HOST).and_then(|value| value.to_str().ok()) else {
        return foreign("the request names no host");
    };
    if !is_ours(host, settings) {
        return foreign("the request names a host that is not allowed; to allow it: omoide serve --allow-host NAME");
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    if allowed_origin(origin.to_str().unwrap_or_default(), settings) {
        Ok(())
    } else {
        foreign("requests from this web origin are not allowed; to allow them: omoide serve --allow-origin ORIGIN")
    }
}

/// Refuses a request that names two hosts. Lengths that differ, folded lines and the like are refused before, where heads
/// are read.
fn refuse_two_hosts(headers: &HeaderMap) -> Result<(), Failure> {
    let hosts = headers.get_all(header::HOST).iter();
    if hosts.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')).count() > 1 {
        return Err(Failure::new(Code::BadRequest, "the request names more than one host"));
    }
    Ok(())
}

/// Whether a page of that origin may ask: one of our own, or one that was named.
pub fn allowed_origin(origin: &str, settings: &ServerSettings) -> bool {
    if settings.origins.iter().any(|named| named == origin) {
        return true;
    }
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    // The same port, too: another server on this machine is another's.
    host.is_some_and(|host| is_ours(host, settings) && port_of(host) == Some(settings.listen.port()))
}

fn is_ours(host: &str, settings: &ServerSettings) -> bool {
    let name = name_of(host);
    let here = settings.listen.ip();
    let is_here = !here.is_unspecified() && (name == here.to_string() || name == format!("[{here}]"));
    is_here
        || LOOPBACK.iter().any(|known| name.eq_ignore_ascii_case(known))
        || settings.hosts.iter().any(|known| name.eq_ignore_ascii_case(known) || host.eq_ignore_ascii_case(known))
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    if host.starts_with('[') {
        return host.find(']').map_or(host, |end| &host[..=end]);
    }
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

fn port_of(host: &str) -> Option<u16> {
    host.strip_prefix(name_of(host))?.strip_prefix(':')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(listen: &str, hosts: &[&str], origins: &[&str]) -> ServerSettings {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        ServerSettings {
            listen: listen.parse().expect("an address"),
            hosts: own(hosts),
            origins: own(origins),
            ..ServerSettings::on_loopback("unused".into())
        }
    }

    fn verdict(settings: &ServerSettings, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a value"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a value"));
        }
        check(&Uri::from_static("/"), &headers, settings).is_ok()
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let here = settings("127.0.0.1:8777", &["memory.example"], &[]);
        for host in ["localhost", "localhost:8777", "127.0.0.1:9", "[::1]:8777", "LOCALHOST", "memory.example:8777"] {
            assert!(verdict(&here, host, None), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "0.0.0.0", "[::2]", ""] {
            assert!(!verdict(&here, host, None), "{host}");
        }
        assert!(check(&Uri::from_static("/"), &HeaderMap::new(), &here).is_err());
    }

    #[test]
    fn only_pages_of_our_own_and_those_that_were_named_may_ask() {
        let here = settings("127.0.0.1:8777", &[], &["https://notes.example"]);
        for origin in ["http://localhost:8777", "http://127.0.0.1:8777", "https://notes.example"] {
            assert!(verdict(&here, "localhost:8777", Some(origin)), "{origin}");
        }
        for origin in
            ["http://localhost", "http://localhost:3000", "null", "https://evil.example", "https://notes.example.evil"]
        {
            assert!(!verdict(&here, "localhost:8777", Some(origin)), "{origin}");
        }
    }
}

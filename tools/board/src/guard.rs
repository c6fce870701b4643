//! Who may talk to the server: only pages that it has served itself to somebody who knows the address that it has printed. A site
//! elsewhere can make a browser connect to loopback; its `Origin` gives it away, and a name of its own that points here (DNS
//! rebinding) its `Host`. Other users of the machine do not know the token, which comes in the address once; the page keeps it in its own
//! origin, which unlike a cookie's includes the port, and says it when it connects. What is served besides is the same for all.

use axum::http::{HeaderMap, Uri, header};

/// Whether a request is for this server, on this port, by one of loopback's names, and comes from a page of its own.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn check(headers: &HeaderMap, port: u16) -> Result<(), &'static str> {
    let text = |name| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
    let mut hosts = text(header::HOST);
    match (hosts.next(), hosts.next()) {
        (Some(host), None) if is_here(host, port) => {}
        _ => return Err("this server answers only to loopback names"),
    }
    for origin in text(header::ORIGIN) {
        match origin.strip_prefix("http://") {
            Some(host) if is_here(host, port) => {}
            _ => return Err("pages of other origins are refused"),
        }
    }
    Ok(())
}

/// Whether a request carries the token in its address.
pub fn knows(uri: &Uri, token: &str) -> bool {
    uri.query().is_some_and(|query| query.split('&').any(|pair| pair.strip_prefix("token=") == Some(token)))
}

fn is_here(host: &str, port: u16) -> bool {
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
        host.strip_prefix(name).and_then(|rest| rest.strip_prefix(':')).is_some_and(|digits| {
            digits.parse() == Ok(port) && digits.bytes().all(|byte| byte.is_ascii_digit())
        }) || (port == 80 && host == *name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(host: &[&str], origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        for host in host {
            headers.append(header::HOST, host.parse().unwrap());
        }
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check(&headers, 4000).is_ok()
    }

    #[test]
    fn only_pages_of_this_server_are_let_in() {
        assert!(allowed(&["127.0.0.1:4000"], None));
        assert!(allowed(&["localhost:4000"], Some("http://localhost:4000")));
        assert!(allowed(&["[::1]:4000"], Some("http://127.0.0.1:4000")));
        for host in
            ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "127.0.0.1.evil.example:4000", "", "x"]
        {
            assert!(!allowed(&[host], None), "{host}");
        }
        assert!(!allowed(&[], None) && !allowed(&["localhost:4000", "evil.example"], None));
        for origin in
            ["null", "http://evil.example", "https://127.0.0.1:4000", "http://localhost:4000.evil.example"]
        {
            assert!(!allowed(&["127.0.0.1:4000"], Some(origin)), "{origin}");
        }
    }
}

//! The page, built in: HTML, style, modules, and three.js, each with its type.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};

macro_rules! asset {
    ($path:literal, $kind:literal) => {
        ($path, $kind, include_bytes!(concat!("../assets/", $path)))
    };
}

const HTML: &str = "text/html; charset=utf-8";
/// Every file that is served: path, type, content.
const FILES: &[(&str, &str, &[u8])] = &[
    asset!("index.html", "text/html; charset=utf-8"),
    asset!("style.css", "text/css; charset=utf-8"),
    asset!("main.js", "text/javascript; charset=utf-8"),
    asset!("link.js", "text/javascript; charset=utf-8"),
    asset!("texts.js", "text/javascript; charset=utf-8"),
    asset!("boards.js", "text/javascript; charset=utf-8"),
    asset!("cube.js", "text/javascript; charset=utf-8"),
    asset!("panels.js", "text/javascript; charset=utf-8"),
    asset!("dialogs.js", "text/javascript; charset=utf-8"),
    asset!("setup.js", "text/javascript; charset=utf-8"),
    asset!("work.js", "text/javascript; charset=utf-8"),
    asset!("teaching.js", "text/javascript; charset=utf-8"),
    asset!("memory.js", "text/javascript; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("vendor/three.core.min.js", "text/javascript; charset=utf-8"),
    asset!("vendor/three.module.min.js", "text/javascript; charset=utf-8"),
    asset!("vendor/LICENSE", "text/plain; charset=utf-8"),
];
/// What the page may load and connect to: itself alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src \
                      'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The answer to a request for a path.
pub fn answer(path: &str) -> Response<Body> {
    let wanted = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let found = FILES.iter().find(|(path, ..)| *path == wanted);
    let (status, kind, content) = match found {
        Some(&(_, kind, content)) => (StatusCode::OK, kind, content),
        None => (StatusCode::NOT_FOUND, HTML, &b"<!doctype html><title>Not here</title>Not here."[..]),
    };
    let mut response = Response::new(Body::from(content));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, header::HeaderValue::from_static(value));
    }
    response
}

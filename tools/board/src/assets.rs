//! The page, built in: HTML, style, modules, and three.js, each with its type.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};

macro_rules! assets {
    ($($path:literal),* ; $($game:literal),*) => { &[
        $(($path, include_bytes!(concat!("../assets/", $path))),)*
        $((concat!("leagues/", $game, ".md"), include_bytes!(concat!("../../../docs/research/", $game, "-league.md")))),*
    ] };
}

/// Every file that is served, path and content: the page, and the leagues of these games, from which it has its ratings.
pub(crate) const FILES: &[(&str, &[u8])] = assets![
    "index.html",
    "base.css",
    "board.css",
    "page.css",
    "main.js",
    "link.js",
    "transport.js",
    "look.js",
    "texts.js",
    "boards.js",
    "controls.js",
    "moving.js",
    "cube.js",
    "paints.js",
    "panels.js",
    "scene.js",
    "scores.js",
    "sounds.js",
    "people.js",
    "intro.js",
    "keeping.js",
    "lessons.js",
    "games.js",
    "dialogs.js",
    "setup.js",
    "sgf.js",
    "work.js",
    "teaching.js",
    "why.js",
    "proofs.js",
    "report.js",
    "memory.js",
    "icon.svg",
    "vendor/three.core.min.js",
    "vendor/three.module.min.js",
    "vendor/LICENSE" ;
    "qubic", "gomoku", "draughts"
];
/// What a page without a server has in place of these, and besides.
pub(crate) const STATIC: &[(&str, &[u8])] = &[
    ("transport.js", include_bytes!("../assets/static/transport.js")),
    ("session.js", include_bytes!("../assets/static/session.js")),
    ("engine.js", include_bytes!("../assets/static/engine.js")),
    ("module.js", include_bytes!("../assets/static/module.js")),
    ("sw.js", include_bytes!("../assets/static/sw.js")),
];
/// What the page may load and connect to: itself alone.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src \
                      'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The answer to a request for a path.
pub fn answer(path: &str) -> Response<Body> {
    let wanted = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let found = FILES.iter().find(|(path, ..)| *path == wanted);
    let (status, content) = match found {
        Some(&(_, content)) => (StatusCode::OK, content),
        None => (StatusCode::NOT_FOUND, &b"Not here."[..]),
    };
    let kind = match wanted.rsplit_once('.').filter(|_| found.is_some()).map(|(_, kind)| kind) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    dressed(status, kind, POLICY, Body::from(content))
}

/// The page of the papers, with the module that opens its boards and games in the board.
pub(crate) fn opening(report: &str) -> String {
    report.replacen("</body>", "<script type=\"module\" src=\"report.js\"></script></body>", 1)
}

/// That page, which has a style of its own, as an answer.
pub fn report(text: &str) -> Response<Body> {
    let policy = POLICY.replace("style-src 'self'", "style-src 'unsafe-inline'");
    dressed(StatusCode::OK, "text/html; charset=utf-8", &policy, Body::from(opening(text)))
}

fn dressed(status: StatusCode, kind: &str, policy: &str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        if let Ok(value) = header::HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
    response
}

//! Who is let in: pages of this server alone, to those who know its token.

use crate::common;
use crate::common::Board;
use std::time::Instant;

const UPGRADE: &str =
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let board = Board::start(&[]);
    assert!(board.host.starts_with("127.0.0.1:"), "{}", board.host);
    let port = board.host.split(':').nth(1).unwrap();
    let status = |host: &str, headers: &str| board.get("/", host, headers)[..12].to_owned();
    assert_eq!(status(&board.host, ""), "HTTP/1.1 200");
    assert_eq!(
        status(&format!("localhost:{port}"), &format!("Origin: http://{}\r\n", board.host)),
        "HTTP/1.1 200"
    );
    assert_eq!(status(&format!("evil.example:{port}"), ""), "HTTP/1.1 403");
    assert_eq!(status(&board.host, "Origin: http://evil.example\r\n"), "HTTP/1.1 403");
    let foreign = format!("Origin: https://evil.example\r\n{UPGRADE}");
    assert!(board.get("/socket", &board.host, &foreign).starts_with("HTTP/1.1 403"));
    let page = board.get("/", &board.host, "");
    assert!(
        page.contains("content-security-policy: default-src 'none'") && page.contains("<title>Fourscore")
    );
    assert!(board.get("/vendor/three.module.min.js", &board.host, "").contains("text/javascript"));
    assert!(board.get("/../Cargo.toml", &board.host, "").starts_with("HTTP/1.1 404"));
}

#[test]
fn nothing_is_answered_without_the_token_and_the_page_has_it_as_a_cookie() {
    let board = Board::start(&[]);
    let asked = |path: &str, more: &str| {
        board.answer(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n",
            board.host
        ))
    };
    for path in ["/", "/main.js", "/?token=", "/?token=0"] {
        let answer = asked(path, "Cookie: board=1\r\n");
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("has printed"), "{path}: {answer}");
    }
    assert!(asked("/socket", UPGRADE).starts_with("HTTP/1.1 403"));
    let page = board.get("/", &board.host, "");
    let (_, cookie) = page.split_once("set-cookie: ").unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: other=1; {}\r\n", cookie.split(';').next().unwrap());
    assert!(asked("/main.js", &cookie).starts_with("HTTP/1.1 200"));
    // Half a request is not waited for.
    let began = Instant::now();
    board.answer("GET / HTTP/1.1\r\nHost: ");
    assert!(began.elapsed() < common::PATIENCE / 2);
}

#[test]
fn a_port_that_is_asked_for_and_taken_is_refused() {
    let board = Board::start(&[]);
    let port = board.host.split(':').nth(1).unwrap();
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_fourscore-board"))
        .args(["--port", port])
        .output()
        .unwrap();
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains(port));
}

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
fn nobody_connects_without_the_token() {
    let board = Board::start(&[]);
    let asked = |path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", board.host);
        board.answer(&format!("{head}{UPGRADE}\r\n"))
    };
    for path in ["/socket", "/socket?token=", "/socket?token=0"] {
        let answer = asked(path);
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("has printed"), "{path}: {answer}");
    }
    // The page itself is no secret, and no cookie goes to other ports.
    let page = asked("/");
    assert!(page.starts_with("HTTP/1.1 200") && !page.contains("set-cookie"), "{page}");
    // Half a request is not waited for.
    let began = Instant::now();
    board.answer("GET / HTTP/1.1\r\nHost: ");
    assert!(began.elapsed() < common::PATIENCE / 2);
}

#[tokio::test]
async fn the_browser_is_given_a_file_and_not_the_token() {
    let config = board::config::Config::new(
        &Default::default(),
        &[],
        vec![common::program().display().to_string(), "engine".into()],
    );
    let server = board::server::Server::bind(config.unwrap()).await.unwrap();
    let (door, address) = (server.door().unwrap(), server.address());
    assert!(!door.contains("token") && std::fs::read_to_string(&door).unwrap().contains(&address));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::metadata(&door).unwrap().permissions();
        assert_eq!(permissions.mode() & 0o077, 0, "for nobody else");
    }
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

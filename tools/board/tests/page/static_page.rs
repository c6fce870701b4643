//! The page without a server: written by the program, served by a plain file host, and without a network after the first load.

use super::stories::tell_part;
use crate::common;
use crate::common::browser::Browser;
use crate::common::skip::skipped;
use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A page of the papers, with a game.
const REPORT: &str = "<body><main><pre>X1  111\nO1  222\nX2  333\nO2  444\nX3  112</pre></main></body>";

/// A host of files: it knows nothing but their names.
struct Host {
    url: String,
    served: JoinHandle<()>,
}

impl Host {
    async fn of(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/some/place/", listener.local_addr().unwrap());
        let answer = async move |uri: Uri| {
            let name = uri.path().strip_prefix("/some/place/").filter(|name| !name.is_empty());
            file(&folder.join(name.unwrap_or("index.html")))
        };
        let app = Router::new().fallback(answer);
        let served = tokio::spawn(async { axum::serve(listener, app).await.unwrap() });
        Self { url, served }
    }

    /// From now on nobody is answered.
    async fn cut(&mut self) {
        self.served.abort();
        assert!((&mut self.served).await.unwrap_err().is_cancelled());
    }
}

fn file(path: &Path) -> impl IntoResponse + use<> {
    let kind = match path.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    // No connection outlives the host.
    let head = [(header::CONTENT_TYPE, kind), (header::CONNECTION, "close")];
    std::fs::read(path).map(|bytes| (head, bytes)).map_err(|_| StatusCode::NOT_FOUND)
}

/// The folder as the program writes it; `None`, said on standard error, where it cannot be built.
fn written(folder: &Path) -> Option<PathBuf> {
    let (report, folder) = (folder.join("report.html"), folder.join("page"));
    std::fs::write(&report, REPORT).unwrap();
    let args = ["--report".as_ref(), report.as_os_str(), "--static".as_ref(), folder.as_os_str()];
    let run = Command::new(common::program()).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    if said.contains("rustup target add") {
        skipped("the page without a server; it is built for wasm32-unknown-unknown (rustup target add)");
        return None;
    }
    assert!(run.status.success(), "{said}");
    Some(folder)
}

/// The bytes of all files in a folder, compressed as hosts do.
fn compressed(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| if path.is_dir() { compressed(&path) } else { packed(&path) }).sum()
}

fn packed(path: &Path) -> u64 {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(&std::fs::read(path).unwrap()).unwrap();
    packer.finish().unwrap().len() as u64
}

/// A browser that has opened the page, with its host; `None` if something is not to be had here.
async fn opened(folder: &Path) -> Option<(Browser, Host)> {
    let browser = Browser::start(1280, 800).await?;
    let host = Host::of(written(folder)?).await;
    // It can be played on before all has been kept, and need not be loaded again for it.
    browser.open(&host.url).await;
    browser.value("navigator.serviceWorker.ready.then(() => { window.kept = true; }) && 1").await;
    browser
        .wait("window.kept === true && performance.getEntriesByType('navigation')[0].type === 'navigate'")
        .await;
    Some((browser, host))
}

#[tokio::test]
async fn without_a_network_a_game_is_won_a_position_is_proven_and_a_pattern_is_taught() {
    let place = tempfile::tempdir().unwrap();
    let Some((browser, mut host)) = opened(place.path()).await else { return };
    host.cut().await;
    let stories = [
        include_str!("stories/a_program_is_taught.js"),
        include_str!("stories/static/game.js"),
        include_str!("stories/static/proof.js"),
        include_str!("stories/static/offline.js"),
    ];
    // Not `refresh`: a browser that is driven may show the page of before its headers.
    for part in stories.into_iter().flat_map(|story| story.split("// reload\n")) {
        browser.open(&host.url).await;
        tell_part(&browser, part).await;
    }
    browser.open(&host.url).await;
    browser.click("header .papers").await;
    browser.wait("document.querySelector('.to-board') !== null").await;
    browser.click(".to-board").await;
    browser.wait("document.querySelectorAll('#list li').length === 5").await;
    browser.close().await;
    let page = place.path().join("page");
    let wanted = compressed(&page.join("files"));
    assert!(
        compressed(&page) - wanted < 6_000_000,
        "without the proofs of Go-Moku, which are fetched if wanted"
    );
}

/// `cargo test --release -p board --test page static_page -- --ignored --nocapture`
#[tokio::test]
#[ignore = "it measures"]
async fn how_fast_it_is_and_how_soon_it_stops() {
    let place = tempfile::tempdir().unwrap();
    let Some((browser, host)) = opened(place.path()).await else { return };
    browser.open(&host.url).await;
    let told = tell_part(&browser, include_str!("stories/static/speed.js")).await;
    println!("{}", serde_json::to_string_pretty(&told).unwrap());
    browser.close().await;
}

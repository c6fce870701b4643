//! A real browser: headless Chromium, driven over WebDriver. Tests that need it say that they are skipped where it is not
//! installed.

use super::Board;
use super::skip::skipped;
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A browser with one window, ended when this goes out of scope.
pub(crate) struct Browser {
    driver: Child,
    pub(crate) window: Client,
    profile: tempfile::TempDir,
}

/// The program of this name, where Debian and others have it.
fn program(names: &[&str]) -> Option<String> {
    let found = |name: &&&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    names.iter().find(found).map(|name| (*name).to_owned())
}

impl Browser {
    /// Starts a browser with a window of this size; `None`, said on standard error, if there is none here.
    pub(crate) async fn start(width: u32, height: u32) -> Option<Self> {
        let chrome = program(&["chromium", "chromium-browser", "google-chrome"]);
        let (Some(chrome), Some(driver)) = (chrome, program(&["chromedriver"])) else {
            skipped(
                "tests in the browser; none is found (on Debian: apt-get install chromium chromium-driver)",
            );
            return None;
        };
        let which = Command::new("sh").args(["-c", &format!("command -v {chrome}")]).output().unwrap().stdout;
        let mut child = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines
            .find_map(|line| {
                line.rsplit_once("successfully on port ")
                    .map(|(_, port)| port.trim_end_matches('.').to_owned())
            })
            .expect("chromedriver says its port");
        std::thread::spawn(move || lines.for_each(drop));
        let profile = tempfile::tempdir().unwrap();
        let args = [
            "--headless".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--enable-unsafe-swiftshader".to_owned(),
            "--disable-quic".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--hide-scrollbars".to_owned(),
            // So that a test can say how much memory the page holds.
            "--js-flags=--expose-gc".to_owned(),
            "--enable-precise-memory-info".to_owned(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", profile.path().display()),
        ];
        let mut options = json!({ "args": args, "binary": String::from_utf8_lossy(&which).trim() });
        if width < 500 {
            // No window is so narrow: a telephone is.
            options["mobileEmulation"] =
                json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2 } });
        }
        let mut wanted = serde_json::Map::new();
        wanted.insert("goog:chromeOptions".to_owned(), options);
        wanted.insert("timeouts".to_owned(), json!({ "script": 2 * super::PATIENCE.as_millis() as u64 }));
        let window = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("the browser starts");
        Some(Self { driver: child, window, profile })
    }

    /// A browser with a window of this size at the page of a server with these arguments; `None` if there is no browser.
    pub(crate) async fn at_board(width: u32, height: u32, args: &[&str]) -> Option<(Self, Board)> {
        let browser = Self::start(width, height).await?;
        let board = Board::start(args);
        browser.open(&board.url()).await;
        Some((browser, board))
    }

    /// Opens a page, and waits until it shows a game.
    pub(crate) async fn open(&self, url: &str) {
        self.window.goto(url).await.unwrap();
        self.wait("document.querySelectorAll('#flat .cell').length > 0 && Boolean(document.documentElement.dataset.begun)")
            .await;
    }

    /// The value of an expression in the page.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        self.window.execute(&format!("return {expression};"), Vec::new()).await.unwrap()
    }

    /// Waits until an expression is true in the page.
    pub(crate) async fn wait(&self, expression: &str) {
        let end = std::time::Instant::now() + super::PATIENCE;
        while self.value(expression).await != json!(true) {
            assert!(std::time::Instant::now() < end, "waited for {expression}; {}", self.status().await);
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }

    pub(crate) async fn find(&self, css: &str) -> Element {
        self.window.find(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// Clicks on an element, as a person would: it must be seen, and nothing must cover it.
    pub(crate) async fn click(&self, css: &str) {
        self.find(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Types into whatever has the focus.
    pub(crate) async fn keys(&self, text: &str) {
        self.window.active_element().await.unwrap().send_keys(text).await.unwrap();
    }

    /// What the live region says.
    pub(crate) async fn status(&self) -> String {
        self.value("document.getElementById('status').textContent").await.as_str().unwrap().to_owned()
    }

    /// What is true in the page once another game has begun than the one that is there now.
    async fn other_game(&self) -> String {
        format!(
            "document.documentElement.dataset.begun !== {}",
            self.value("document.documentElement.dataset.begun").await
        )
    }

    /// Turns to a game, and opens the dialog for another one of it.
    pub(crate) async fn choose_game(&self, game: &str) {
        let other = self.other_game().await;
        self.click(&format!("#games [data-game={game}]")).await;
        self.wait(&format!("document.documentElement.dataset.game === '{game}' && {other}")).await;
        self.click("#new").await;
    }

    /// Begins a game by the dialog: who plays, and how long engines think (`None`: as proposed).
    pub(crate) async fn new_game(&self, game: &str, seats: [&str; 2], limit: &str) {
        self.choose_game(game).await;
        for (player, who) in [(1, seats[0]), (2, seats[1])] {
            let value = if who == "human" { who.to_owned() } else { format!("fourscore|{who}") };
            self.find(&format!("#seat{player}")).await.select_by_value(&value).await.unwrap();
            if who != "human" {
                self.find(&format!("#limit{player}")).await.select_by_value(limit).await.unwrap();
            }
        }
        // The game that the page greets with may have the same seats.
        let other = self.other_game().await;
        self.click("#begin").await;
        let person = if seats == ["human"; 2] { "A person" } else { "You" };
        let who = seats.map(|seat| if seat == "human" { person } else { seat }).join(",");
        self.wait(&format!(
            "!document.querySelector('dialog[open]') && document.documentElement.dataset.game === '{game}' \
             && {other} \
             && [...document.querySelectorAll('.player .who')].map(who => who.textContent).join() === '{who}' \
             && document.querySelectorAll('#list li').length <= 1"
        ))
        .await;
    }

    /// Writes what the window shows to a file.
    pub(crate) async fn picture(&self, path: &std::path::Path) {
        tokio::time::sleep(Duration::from_millis(400)).await;
        std::fs::write(path, self.window.screenshot().await.unwrap()).unwrap();
    }

    pub(crate) async fn close(self) {
        let _ = self.window.clone().close().await;
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A test that has failed has not closed its window: a driver that is killed would leave its browser behind.
        let browsers = super::children(self.driver.id());
        let _ = Command::new("kill")
            .args(browsers)
            .arg(self.driver.id().to_string())
            .stderr(Stdio::null())
            .status();
        let _ = self.driver.wait();
        let _ = &self.profile;
    }
}

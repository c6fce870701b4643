//! The server as a process under test, and a page's end of its WebSocket.

pub(crate) mod browser;
#[path = "../../../../tests/common/skip.rs"]
pub(crate) mod skip;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing that is waited for takes this long, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The processes that a process has started and that live.
pub(crate) fn children(pid: u32) -> Vec<String> {
    // A process that has ended has none.
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
    lists.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The program: the tests' own build, or the one that `BOARD` names, of which measurements may be wanted.
pub(crate) fn program() -> PathBuf {
    std::env::var_os("BOARD").map_or_else(|| env!("CARGO_BIN_EXE_fourscore-board").into(), PathBuf::from)
}

/// A server, killed with its engines when this goes out of scope.
pub(crate) struct Board {
    child: Child,
    pub(crate) host: String,
    token: String,
}

impl Board {
    /// Starts a server with these arguments.
    pub(crate) fn start(args: &[&str]) -> Self {
        Self::start_by(Command::new(program()).args(["--port", "0"]).args(args))
    }

    /// Starts a server with these arguments, whose files for a while lie here.
    pub(crate) fn start_in(temporary: &Path, args: &[&str]) -> Self {
        Self::start_by(Command::new(program()).args(["--port", "0"]).args(args).env("TMPDIR", temporary))
    }

    fn start_by(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let rest = line.trim().strip_prefix("http://").and_then(|rest| rest.split_once("/?token="));
        let (host, token) = rest.expect("it prints its address");
        Self { child, host: host.to_owned(), token: token.to_owned() }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/?token={}", self.host, self.token)
    }

    pub(crate) fn socket(&self) -> String {
        format!("ws://{}/socket?token={}", self.host, self.token)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn engines(&self) -> Vec<String> {
        children(self.pid())
    }

    pub(crate) fn kill_engines(&self) {
        let engines = self.engines();
        assert!(!engines.is_empty());
        assert!(Command::new("kill").arg("-9").args(engines).status().unwrap().success());
    }

    /// Sends it this signal; says how it ended.
    pub(crate) fn signal(&mut self, signal: &str) -> std::process::ExitStatus {
        let sent = Command::new("kill").args([signal, &self.pid().to_string()]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap()
    }

    /// Its resident memory in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    }

    /// The answer to a GET that carries the token, with these header lines beside the usual ones.
    pub(crate) fn get(&self, path: &str, host: &str, headers: &str) -> String {
        let path = format!("{path}?token={}", self.token);
        self.answer(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"))
    }

    /// What comes, to the end, of these bytes.
    pub(crate) fn answer(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Opens a page's WebSocket, and reads up to its first state.
    pub(crate) async fn open(&self) -> Page {
        let (socket, _) = connect_async(self.socket()).await.expect("a page is let in");
        let mut page = Page { socket };
        page.until("state").await;
        page
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What page and server may say to each other, which both are held to.
pub(crate) const MESSAGES: &str = include_str!("../messages.json");

/// A message of the server that is as it should be.
fn known(message: Value) -> Value {
    let messages: Value = serde_json::from_str(MESSAGES).unwrap();
    let kind = message["type"].as_str().unwrap();
    let mut wanted: Vec<_> =
        messages["to_page"][kind].as_array().expect(kind).iter().filter_map(Value::as_str).collect();
    let mut found: Vec<_> =
        message.as_object().unwrap().keys().map(String::as_str).filter(|key| *key != "type").collect();
    wanted.sort_unstable();
    found.sort_unstable();
    assert_eq!(wanted, found, "{kind}");
    message
}

/// A page's end of the WebSocket.
pub(crate) struct Page {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
}

impl Page {
    /// Sends a message of this type.
    pub(crate) async fn send(&mut self, kind: &str, mut rest: Value) {
        rest["type"] = json!(kind);
        self.raw(rest.to_string()).await;
    }

    /// Sends any text.
    pub(crate) async fn raw(&mut self, text: String) {
        // A server that has closed the connection is found out by what comes back.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next message; `None` if the server has closed the connection.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("something is said");
        match message {
            Some(Ok(Message::Text(text))) => Some(known(serde_json::from_str(&text).unwrap())),
            _ => None,
        }
    }

    /// The next message of which this holds.
    pub(crate) async fn find(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the connection stays");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// The next message of this type.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        self.find(|message| message["type"] == kind).await
    }

    /// The next state, or the refusal that comes instead.
    pub(crate) async fn state(&mut self) -> Value {
        let message = self.find(|message| message["type"] == "state" || message["type"] == "refused").await;
        assert_eq!(message["type"], "state", "{message}");
        message
    }

    /// What is said when something is refused.
    pub(crate) async fn refusal(&mut self) -> String {
        self.until("refused").await["text"].as_str().unwrap().to_owned()
    }

    /// Sends a message that is refused, in these words among others.
    pub(crate) async fn refused(&mut self, kind: &str, rest: Value, words: &str) {
        self.send(kind, rest.clone()).await;
        let refusal = self.refusal().await;
        assert!(refusal.contains(words), "{kind} {rest}: {refusal}");
    }

    /// Sends a message; the state that comes of it.
    pub(crate) async fn after(&mut self, kind: &str, rest: Value) -> Value {
        self.send(kind, rest).await;
        self.state().await
    }

    /// Plays a move; the state that comes of it.
    pub(crate) async fn play(&mut self, m: &str) -> Value {
        self.after("play", json!({ "m": m })).await
    }

    /// Pastes a text; the state that comes of it.
    pub(crate) async fn paste(&mut self, text: &str, notation: &str) -> Value {
        self.after("paste", json!({ "text": text, "notation": notation })).await
    }

    /// Copies the game; its texts by name.
    pub(crate) async fn copied(&mut self, notation: &str) -> BTreeMap<String, String> {
        self.send("copy", json!({ "notation": notation })).await;
        serde_json::from_value::<Vec<(String, String)>>(self.until("texts").await["texts"].clone())
            .unwrap()
            .into_iter()
            .collect()
    }

    /// Begins a game between these seats.
    pub(crate) async fn begin(&mut self, game: &str, seats: [Value; 2]) -> Value {
        self.after("new", json!({ "game": game, "seats": seats })).await
    }
}

pub(crate) fn human() -> Value {
    json!({ "kind": "human" })
}

/// A seat for a strategy of the built-in engine.
pub(crate) fn engine(strategy: &str, limit: Value) -> Value {
    json!({ "kind": "engine", "engine": "fourscore", "strategy": strategy, "limit": limit })
}

/// The same, to be asked for something else than to play.
pub(crate) fn chosen(strategy: &str, limit: Value) -> Value {
    json!({ "engine": "fourscore", "strategy": strategy, "limit": limit })
}

/// An engine that answers the handshake, and `go` with `answer` (a line of shell).
pub(crate) fn fake_engine(folder: &Path, answer: &str) -> PathBuf {
    let path = folder.join("fake.sh");
    let script = format!(
        "while read -r word rest; do case \"$word\" in ugi) echo ugiok;; isready) echo readyok;; go) {answer};; quit) exit;; \
         esac; done"
    );
    std::fs::write(&path, script).unwrap();
    path
}

//! The server: the page over HTTP, and a WebSocket for each page that is open, on loopback only.

use crate::catalogue::Catalogue;
use crate::config::Config;
use crate::message::{FromPage, LONGEST, ToPage};
use crate::processes::Processes;
use crate::scratch::Scratch;
use crate::session::Event;
use crate::{assets, guard, running};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use crossbeam_channel::{Sender, TrySendError};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};

/// Messages that wait for a page which does not read: its session waits, too, then.
const WAITING: usize = 256;
/// How long pages and engines may take to end before the program ends without them.
const ENDING: Duration = Duration::from_secs(3);
/// How long a request's head may take.
const HEAD: Duration = Duration::from_secs(10);
/// How many ports are tried after the usual one.
const NEXT_PORTS: u16 = 10;

#[derive(Clone)]
struct Shared {
    config: Arc<Config>,
    catalogue: Arc<Catalogue>,
    scratch: Arc<Scratch>,
    pages: Arc<Semaphore>,
    port: u16,
    token: Arc<str>,
    /// Changes when all is to end.
    ending: watch::Receiver<bool>,
}

/// A server that has its port and can be run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: Arc<str>,
    app: Router,
    scratch: Arc<Scratch>,
    pages: (Arc<Semaphore>, u32),
    ending: watch::Sender<bool>,
}

impl Server {
    /// Takes the port, and asks the engines what they are.
    ///
    /// # Errors
    /// If the port cannot be had.
    pub async fn bind(config: Config) -> std::io::Result<Self> {
        let listener = listen(config.port).await?;
        let address = listener.local_addr()?;
        let random = || getrandom::u64().map_err(std::io::Error::from);
        let token: Arc<str> = format!("{:016x}{:016x}", random()?, random()?).into();
        let config = Arc::new(config);
        let asked = Arc::clone(&config);
        let catalogue = tokio::task::spawn_blocking(move || {
            // What they say while they think is nothing that a catalogue is made of.
            let (reports, _) = crossbeam_channel::bounded(0);
            let report = asked.report.is_some();
            Catalogue::new(&Processes::new(asked, reports), report)
        })
        .await?;
        for engine in catalogue.engines.iter().filter(|engine| !engine.trouble.is_empty()) {
            log::warn!("engine {}: {}", engine.name, engine.trouble);
        }
        let (pages, most) =
            (Arc::new(Semaphore::new(config.pages)), u32::try_from(config.pages).unwrap_or(0));
        let scratch = Arc::new(Scratch::new()?);
        let (ending, hear_ending) = watch::channel(false);
        let shared = Shared {
            config,
            catalogue: Arc::new(catalogue),
            scratch: Arc::clone(&scratch),
            pages: Arc::clone(&pages),
            port: address.port(),
            token: Arc::clone(&token),
            ending: hear_ending,
        };
        let app = Router::new()
            .route("/socket", get(socket))
            .route("/report.html", get(report))
            .fallback(get(|request: Request| async move { assets::answer(request.uri().path()) }))
            .layer(middleware::from_fn_with_state(shared.clone(), guarded))
            .with_state(shared);
        Ok(Self { listener, address, token, app, scratch, pages: (pages, most), ending })
    }

    /// The page's address, with the token without which nobody is let in.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// A file that leads to the address, to be opened instead of it: what a program is started with is seen by other users of the machine.
    ///
    /// # Errors
    /// A sentence, if the system refuses.
    pub fn door(&self) -> Result<String, String> {
        let page = format!(
            "<!doctype html><meta charset=\"utf-8\"><title>The board</title>\n<meta http-equiv=\"refresh\" content=\"0; url={}\">\n",
            self.address()
        );
        self.scratch.secret(".html", &page).map_err(|error| format!("no file can be written: {error}"))
    }

    /// Serves until the future `end` is done; then ends all pages with their engines, and removes what they have written for a while.
    ///
    /// # Errors
    /// If the system takes the port away.
    pub async fn serve(self, end: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        // Pages that are still open would keep a graceful end waiting for ever.
        let result = tokio::select! {
            () = accept(self.listener, self.app) => Ok(()),
            () = end => Ok(()),
        };
        self.ending.send_replace(true);
        let (pages, most) = self.pages;
        // A thread that does not end in time is left behind.
        let _ = tokio::time::timeout(ENDING, pages.acquire_many(most)).await;
        let _ = tokio::task::spawn_blocking(|| crate::live::wait(ENDING)).await;
        self.scratch.clear();
        result
    }
}

/// Takes the port; of the usual one, if it is taken, the next that is free.
async fn listen(port: Option<u16>) -> std::io::Result<TcpListener> {
    let usual = crate::config::PORT;
    let mut taken = None;
    for port in port.map_or(usual..=usual + NEXT_PORTS, |port| port..=port) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => {
                if taken.is_some() {
                    log::warn!(
                        "port {usual} is taken: this is {port}, where pages have settings of their own"
                    );
                }
                return Ok(listener);
            }
            Err(error) => taken = Some(error),
        }
    }
    Err(taken.unwrap_or_else(|| std::io::ErrorKind::AddrInUse.into()))
}

/// Answers for ever. A request that does not come to an end is not waited for.
async fn accept(listener: TcpListener, app: Router) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // There are too many open files: some will be closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    }
}

async fn guarded(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let (headers, uri) = (request.headers(), request.uri());
    if let Err(sentence) = guard::check(headers, shared.port) {
        return (StatusCode::FORBIDDEN, sentence).into_response();
    }
    if uri.path() == "/socket" && !guard::knows(uri, &shared.token) {
        let text = "open the address that 'board' has printed: it carries a token that this one lacks";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    next.run(request).await
}

/// The page of the papers, as it is now, with what opens its boards and games in the board.
async fn report(State(shared): State<Shared>) -> Response<Body> {
    match shared.config.report.as_ref().map(std::fs::read_to_string) {
        Some(Ok(text)) => assets::report(&text),
        Some(Err(error)) => {
            (StatusCode::NOT_FOUND, format!("the report cannot be read: {error}")).into_response()
        }
        None => assets::answer("/report.html"),
    }
}

async fn socket(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response<Body> {
    let Ok(permit) = Arc::clone(&shared.pages).try_acquire_owned() else {
        let text = format!("{} pages are open, as many as are allowed", shared.config.pages);
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(move |socket| async move {
        serve_page(socket, &shared).await;
        drop(permit);
    })
}

/// Passes messages between a page and its session until one of them has gone.
async fn serve_page(mut socket: WebSocket, shared: &Shared) {
    let (to_page, mut messages) = mpsc::channel(WAITING);
    let (config, catalogue) = (Arc::clone(&shared.config), Arc::clone(&shared.catalogue));
    let (scratch, mut ending) = (Arc::clone(&shared.scratch), shared.ending.clone());
    let started =
        tokio::task::spawn_blocking(move || running::start(&config, catalogue, scratch, to_page)).await;
    let session = match started {
        Ok(Ok(session)) => session,
        Ok(Err(text)) => {
            let _ = send(&mut socket, &ToPage::Refused { text }).await;
            return;
        }
        Err(_) => return,
    };
    log::info!("a page has opened");
    loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(message) = message else { break };
                // A page that does not read keeps nobody from ending.
                let sent = tokio::select! {
                    sent = send(&mut socket, &message) => sent,
                    () = ended(&mut ending) => false,
                };
                if !sent {
                    break;
                }
            }
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => {
                    if !take(&session, &mut socket, &text).await {
                        break;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => break,
            },
            () = ended(&mut ending) => break,
        }
    }
    log::info!("a page has gone");
    // The session may be waiting for this page to read: what it says now goes nowhere.
    drop(messages);
    let _ = tokio::task::spawn_blocking(move || session.send(Event::Closed)).await;
}

/// Waits until all is to end.
async fn ended(ending: &mut watch::Receiver<bool>) {
    // Without a sender, all has ended.
    let _ = ending.wait_for(|ends| *ends).await.map(drop);
}

/// Passes a message on; `false` if the session has ended.
async fn take(session: &Sender<Event>, socket: &mut WebSocket, text: &str) -> bool {
    log::trace!("page > {text}");
    let refusal = match serde_json::from_str::<FromPage>(text) {
        Err(error) => format!("this message is not understood: {error}"),
        Ok(message) => match session.try_send(Event::Page(Box::new(message))) {
            Ok(()) => return true,
            Err(TrySendError::Full(_)) => "too many messages at once: this one was dropped".to_owned(),
            Err(TrySendError::Disconnected(_)) => return false,
        },
    };
    send(socket, &ToPage::Refused { text: refusal }).await
}

/// Sends a message; `false` if the page has gone.
async fn send(socket: &mut WebSocket, message: &ToPage) -> bool {
    match serde_json::to_string(message) {
        Ok(text) => {
            log::trace!("page < {text}");
            socket.send(Message::Text(text.into())).await.is_ok()
        }
        Err(error) => {
            log::error!("a message cannot be written: {error}");
            true
        }
    }
}

#[cfg(test)]
mod tests {
    #[tokio::test]
    async fn of_the_usual_port_the_next_is_taken() {
        let [one, two] = [super::listen(None).await.unwrap(), super::listen(None).await.unwrap()];
        assert_ne!(one.local_addr().unwrap(), two.local_addr().unwrap());
    }
}

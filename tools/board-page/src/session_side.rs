//! The session of the page in a worker: its messages in and out, and the lines of the engines in other workers.

use crate::host::taken_text;
use board::catalogue::Catalogue;
use board::engines::Said;
use board::message::{FromPage, ToPage};
use board::scratch::{Scratch, is_scratch};
use board::session::{Event, Means, Session};
use board::workers::{Hearers, Port, Workers};
use search::host::Instant;
use std::cell::RefCell;
use std::sync::Arc;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// A message for the page, as JSON.
    safe fn message(text: *const u8, length: usize);
    /// Starts the worker of this number, and ends it.
    safe fn start(number: u32);
    safe fn end(number: u32);
    /// Lines for the engine of this number.
    safe fn send(number: u32, text: *const u8, length: usize);
    /// A file for the engine of this number.
    safe fn give(number: u32, path: *const u8, path_length: usize, bytes: *const u8, length: usize);
}

/// Workers are numbered by a module that runs for one page.
const PORT: Port = Port {
    start: begin_worker,
    send: |number, text| send(number as u32, text.as_ptr(), text.len()),
    end: |number| end(number as u32),
};

/// Starts a worker, which gets what lies in directories of a use: a memory among them.
fn begin_worker(number: u64) {
    let number = number as u32;
    start(number);
    for path in files::lent::paths().iter().filter_map(|path| path.to_str()).filter(|path| is_scratch(path)) {
        if let Ok(bytes) = files::read(path.as_ref()) {
            give(number, path.as_ptr(), path.len(), bytes.as_ptr(), bytes.len());
        }
    }
}

thread_local! {
    static SESSION: RefCell<Option<(Session, Hearers)>> = const { RefCell::new(None) };
}

fn tell(told: &ToPage) {
    if let Ok(text) = serde_json::to_string(told) {
        message(text.as_ptr(), text.len());
    }
}

/// Begins the session, which greets its page.
#[unsafe(no_mangle)]
extern "C" fn begin() {
    crate::host::begin();
    let workers = Workers::new(PORT);
    let hearers = workers.hearers();
    let catalogue = Arc::new(Catalogue::new(&workers, false));
    let page = Box::new(|told| {
        tell(&told);
        true
    });
    // The page keeps its memories itself.
    let (scratch, memories) = (Arc::new(Scratch::default()), None);
    let means = Means { engines: Box::new(workers), catalogue, scratch, memories, page };
    match Session::new(means) {
        Ok(session) => {
            let _ = session.greet();
            SESSION.set(Some((session, hearers)));
        }
        Err(text) => tell(&ToPage::Refused { text }),
    }
}

fn happens(event: impl FnOnce(&Hearers) -> Option<Event>) {
    SESSION.with_borrow_mut(|session| {
        let Some((session, hearers)) = session else { return };
        if let Some(event) = event(hearers) {
            let _ = session.happens(event);
        }
    });
}

/// The page's message in the buffer.
#[unsafe(no_mangle)]
extern "C" fn asks() {
    match serde_json::from_str::<FromPage>(&taken_text()) {
        Ok(message) => happens(|_| Some(Event::Page(Box::new(message)))),
        Err(error) => tell(&ToPage::Refused { text: format!("this message is not understood: {error}") }),
    }
}

/// The engine of this number has said the lines in the buffer.
#[unsafe(no_mangle)]
extern "C" fn hears(number: u32) {
    for line in taken_text().lines() {
        happens(|hearers| hearers.hear(number.into(), line, PORT).map(Event::Engine));
    }
}

/// The engine of this number has broken, in the words in the buffer.
#[unsafe(no_mangle)]
extern "C" fn loses(number: u32) {
    let words = taken_text();
    happens(|hearers| hearers.broke(number.into(), &words).map(Event::Engine));
}

/// Looks at the clocks of the game and of engines: to be called several times a second.
#[unsafe(no_mangle)]
extern "C" fn looks() {
    let late = SESSION.with_borrow_mut(|session| {
        let Some((session, hearers)) = session else { return Vec::new() };
        if session.falls().is_some_and(|flag| flag <= Instant::now()) {
            let _ = session.flag_falls();
        }
        hearers.look_at_the_clock(PORT)
    });
    late.into_iter().for_each(|said: Said| happens(|_| Some(Event::Engine(said))));
}

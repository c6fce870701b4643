//! A session as a thread of the server.

use crate::catalogue::Catalogue;
use crate::config::Config;
use crate::live;
use crate::message::ToPage;
use crate::processes::Processes;
use crate::scratch::Scratch;
use crate::session::{Event, Gone, Means, Session};
use crossbeam_channel::{Receiver, Sender, at, bounded, never, select_biased};
use std::sync::Arc;

/// Events of each kind that wait for the session: an engine that talks faster than the page reads has to wait, and what the page
/// says does not wait behind it.
const WAITING: usize = 256;

/// Starts a session's thread; events go to what is returned, messages to `page`.
///
/// # Errors
/// A sentence, if the engine that knows the rules does not start, or the system refuses a thread.
pub fn start(
    config: &Arc<Config>,
    catalogue: Arc<Catalogue>,
    scratch: Arc<Scratch>,
    page: tokio::sync::mpsc::Sender<ToPage>,
) -> Result<Sender<Event>, String> {
    let ((sender, wishes), (reports, heard)) = (bounded(WAITING), bounded(WAITING));
    let mut session = Session::new(Means {
        engines: Box::new(Processes::new(Arc::clone(config), reports)),
        catalogue,
        scratch,
        memories: config.memories.clone(),
        page: Box::new(move |message| page.blocking_send(message).is_ok()),
    })?;
    let live = live::begin();
    let thread = std::thread::Builder::new().name("session".to_owned()).spawn(move || {
        let run = session.greet().and_then(|()| run(&mut session, &wishes, &heard));
        // The engines are told to end before this thread has ended.
        drop((run, session, live));
    });
    thread.map_err(|error| error.to_string())?;
    Ok(sender)
}

fn run(session: &mut Session, wishes: &Receiver<Event>, heard: &Receiver<Event>) -> Result<(), Gone> {
    loop {
        let flag = session.falls().map_or_else(never, at);
        let event = select_biased! {
            recv(wishes) -> event => event,
            recv(heard) -> event => event,
            recv(flag) -> _ => {
                session.flag_falls()?;
                continue;
            }
        };
        session.happens(event.map_err(|_| Gone)?)?;
    }
}

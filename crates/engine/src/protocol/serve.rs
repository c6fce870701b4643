//! The loop of every protocol: waits for a line or for the searcher, has the server act, and writes what it has to say.

use super::lines::{Line, LineSource};
use crate::searcher::{JobId, perform};
use crate::{Engine, Event};
use crossbeam_channel::select;
use std::cell::RefCell;
use std::io::{self, Read, Write};

/// What a protocol makes of lines and events. It writes nothing itself: lines to be written wait in [`Server::parts`].
pub(super) trait Server {
    /// How its lines end.
    const END: &'static str = "\n";

    /// The engine, and the lines not yet written, each with its end.
    fn parts(&mut self) -> (&mut Engine, &mut String);

    /// Acts on a line; whether that was the last one.
    fn take_line(&mut self, line: &Line) -> bool;

    /// Passes on what the engine says.
    fn take_event(&mut self, event: Event);

    fn engine(&mut self) -> &mut Engine {
        self.parts().0
    }

    /// Has the engine do something, and passes on what it says to that.
    fn has<E: IntoIterator<Item = Event>>(&mut self, act: impl FnOnce(&mut Engine) -> E) {
        act(self.engine()).into_iter().for_each(|event| self.take_event(event));
    }

    fn say(&mut self, line: &str) {
        let (_, pending) = self.parts();
        pending.push_str(line);
        pending.push_str(Self::END);
    }
}

/// Serves until the last line or the end of input. A search or a count then ends at once, with its answer; lessons are
/// learned to their end.
pub(super) fn serve(
    mut server: impl Server,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> anyhow::Result<()> {
    let mut source = LineSource::new(input)?;
    while let Some(next) = next(&mut source, server.engine()) {
        match next {
            Next::Line(line) if server.take_line(&line) => break,
            Next::Line(_) => {}
            Next::Event(event) => pass_on(&mut server, event),
        }
        // What follows at once goes out in the same write.
        while let Ok(event) = server.engine().events().try_recv() {
            pass_on(&mut server, event);
        }
        if !write(server.parts().1, &mut output)? {
            return Ok(());
        }
    }
    loop {
        // Again and again: the answer may have begun another search.
        server.has(Engine::stop);
        if !step(&mut server, &mut output)? {
            return Ok(());
        }
    }
}

/// Acts on a line without threads: what it begins is done before this returns, and what is said is given to `out` as it comes.
/// Whether that was the last line.
pub(super) fn act(server: &mut impl Server, line: &Line, out: &dyn Fn(&str)) -> bool {
    let is_last = server.take_line(line);
    let server = RefCell::new(server);
    let write = || {
        let pending = std::mem::take(server.borrow_mut().parts().1);
        if !pending.is_empty() {
            out(&pending);
        }
    };
    let hear = |event| {
        pass_on(*server.borrow_mut(), event);
        write();
    };
    loop {
        // What has been said without a job goes out first.
        let said: Vec<_> = server.borrow_mut().engine().events().try_iter().collect();
        said.into_iter().for_each(hear);
        write();
        let job = server.borrow_mut().engine().searcher.take();
        let Some((id, job)) = job else { return is_last };
        perform(id, job, &hear);
    }
}

/// Writes what the jobs under way have to say, to their end, as long as anybody reads it.
pub(super) fn drain(server: &mut impl Server, mut output: impl Write) -> anyhow::Result<()> {
    while step(server, &mut output)? {}
    Ok(())
}

/// Writes what is pending and waits for an event; whether there was one.
fn step(server: &mut impl Server, output: &mut impl Write) -> io::Result<bool> {
    if !write(server.parts().1, output)? || !server.engine().has_unfinished_jobs() {
        return Ok(false);
    }
    let events = server.engine().wait();
    Ok(events.map(|events| server.has(|_| events)).is_some())
}

fn pass_on(server: &mut impl Server, event: (JobId, Event)) {
    server.has(|engine| engine.pass_on(event));
}

enum Next {
    Line(Line),
    Event((JobId, Event)),
}

/// Waits for a line or, while jobs run, for an event; `None` at the end of input.
fn next<R: Read + Send + 'static>(source: &mut LineSource<R>, engine: &Engine) -> Option<Next> {
    if !engine.has_unfinished_jobs() {
        return source.wait().map(Next::Line);
    }
    select! {
        recv(source.fetch()) -> answer => source.accept(answer.ok()?).map(Next::Line),
        recv(engine.events()) -> event => event.ok().map(Next::Event),
    }
}

/// Writes what is pending in one write; `false` if nobody reads any more.
fn write(pending: &mut String, output: &mut impl Write) -> io::Result<bool> {
    if pending.is_empty() {
        return Ok(true);
    }
    pending.lines().for_each(|line| log::trace!("< {line}"));
    let written = output.write_all(pending.as_bytes()).and_then(|()| output.flush());
    pending.clear();
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
    }
}

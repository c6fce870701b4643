//! The thread that thinks: it takes jobs one after the other and sends events tagged with the job's number. Where a program has
//! no threads, jobs wait for whoever serves the engine, who does them between two lines.

use super::event::Event;
use crossbeam_channel::{Receiver, Sender, unbounded};
use search::host::Instant;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Identifies a job; numbers are never used twice.
pub type JobId = u64;

/// Work for the searcher. Whatever happens inside, its [`Event::Finished`] follows, and if it breaks (a bug in a
/// strategy), `rescue` before it, so that no `go` stays without an answer.
pub struct Job {
    /// What it is, for the log.
    name: &'static str,
    run: Box<dyn FnOnce(&Sink<'_>) + Send>,
    rescue: Option<Event>,
    /// What it is about, should it break.
    about: Option<Box<dyn FnOnce() -> String + Send>>,
}

impl Job {
    /// A job of this name that does this.
    pub fn new(name: &'static str, run: impl FnOnce(&Sink<'_>) + Send + 'static) -> Self {
        Self { name, run: Box::new(run), rescue: None, about: None }
    }

    /// The same, with what is to be logged should it break.
    pub fn about(mut self, about: impl FnOnce() -> String + Send + 'static) -> Self {
        self.about = Some(Box::new(about));
        self
    }

    /// The same, with an answer to give should it break before it has answered.
    pub fn or_else(mut self, answer: Event) -> Self {
        self.rescue = Some(answer);
        self
    }
}

/// Where a job sends its events.
pub struct Sink<'a> {
    id: JobId,
    hear: &'a dyn Fn((JobId, Event)),
    /// Whether the job has given its answer.
    answered: Cell<bool>,
}

impl Sink<'_> {
    /// Sends an event.
    pub fn send(&self, event: Event) {
        if matches!(event, Event::BestMove(_)) {
            self.answered.set(true);
        }
        (self.hear)((self.id, event));
    }

    /// Sends the last thing that a count has to say.
    pub fn conclude(&self, event: Event) {
        self.send(Event::Last(Box::new(event)));
    }
}

/// The handle of the thread. It ends when the handle is dropped and the last job is done.
pub struct Searcher {
    jobs: Sender<(JobId, Job)>,
    /// Where jobs wait if there is no thread.
    waiting: Option<Receiver<(JobId, Job)>>,
    outbox: Sender<(JobId, Event)>,
    events: Receiver<(JobId, Event)>,
    next: JobId,
}

impl Searcher {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn start() -> std::io::Result<Self> {
        let mut searcher = Self::without_thread();
        let inbox = searcher.waiting.take().into_iter().flatten();
        let sender = searcher.outbox.clone();
        thread::Builder::new().name("searcher".into()).stack_size(16 << 20).spawn(move || {
            for (id, job) in inbox {
                perform(id, job, &into(&sender));
            }
        })?;
        Ok(searcher)
    }

    /// Without a thread: jobs wait to be taken.
    pub fn without_thread() -> Self {
        let (jobs, inbox) = unbounded();
        let (outbox, events) = unbounded();
        Self { jobs, waiting: Some(inbox), outbox, events, next: 0 }
    }

    /// The job that waits longest, to be performed by the one who asks.
    pub fn take(&self) -> Option<(JobId, Job)> {
        self.waiting.as_ref()?.try_recv().ok()
    }

    /// Queues a job behind those under way.
    pub fn submit(&mut self, job: Job) -> JobId {
        self.next += 1;
        if self.jobs.send((self.next, job)).is_err() {
            log::error!("the searcher thread is gone");
        }
        self.next
    }

    /// Does a job here and now, for strategies that need no time: waking the thread would cost more than they do.
    pub fn perform(&mut self, job: Job) -> JobId {
        self.next += 1;
        perform(self.next, job, &into(&self.outbox));
        self.next
    }

    /// What the jobs have to say.
    pub const fn events(&self) -> &Receiver<(JobId, Event)> {
        &self.events
    }
}

/// Nobody listens any more when the engine is shutting down, which is no concern of a job.
fn into(outbox: &Sender<(JobId, Event)>) -> impl Fn((JobId, Event)) {
    |event| drop(outbox.send(event))
}

/// Does a job; what it says is heard as it comes.
pub fn perform(id: JobId, job: Job, hear: &dyn Fn((JobId, Event))) {
    let sink = Sink { id, hear, answered: Cell::new(false) };
    let Job { name, run, rescue, about } = job;
    let begin = Instant::now();
    log::debug!("job {id}: {name} begins");
    if catch_unwind(AssertUnwindSafe(|| run(&sink))).is_err() {
        log::error!("job {id}: {name} failed: {}", about.map_or_else(String::new, |about| about()));
        let words = "internal error: the strategy failed; please report the position and the options";
        sink.send(Event::Message(words.into()));
        if !sink.answered.get() {
            rescue.into_iter().for_each(|event| sink.send(event));
        }
    }
    log::debug!("job {id}: {name} ends after {:?}", begin.elapsed());
    sink.send(Event::Finished);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_job_is_answered_and_the_next_one_runs() {
        let mut searcher = Searcher::start().unwrap();
        let bad = Job::new("a test", |_| panic!("on purpose")).or_else(Event::BestMove(Some("111".into())));
        let first = searcher.submit(bad);
        let second = searcher.submit(Job::new("a test", |sink| sink.send(Event::Ready)));
        let events: Vec<_> = searcher.events().iter().take(5).collect();
        assert!(
            matches!(&events[0], (id, Event::Message(m)) if *id == first && m.contains("internal error"))
        );
        assert_eq!(events[1], (first, Event::BestMove(Some("111".into()))));
        assert_eq!(events[2], (first, Event::Finished));
        assert_eq!(events[3..], [(second, Event::Ready), (second, Event::Finished)]);
    }
}

//! Searches: so many at once, each on a thread of its own, told line by line, and ended with whoever asked for them.

use std::cell::Cell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body::Frame;
use pathmax::Cancel;
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{sleep, timeout};

use crate::answer::catching;
use crate::error::ApiError;

/// How long a request waits for its turn.
const TURN: Duration = Duration::from_secs(2);
/// Searches keep their time themselves, and say so; this much later they are ended from outside.
const GRACE: Duration = Duration::from_secs(1);
/// Lines that wait to be sent.
const LINES: usize = 16;
const BETWEEN_PROGRESS: Duration = Duration::from_millis(80);
const BETWEEN_TRIES: Duration = Duration::from_millis(2);

/// The searches of a server.
pub struct Jobs {
    slots: Arc<Semaphore>,
    most: usize,
    /// How long one may take.
    time: Duration,
    /// How long a client may take to read on.
    patience: Duration,
    running: Arc<Running>,
    /// Ends all of them.
    cancel: Cancel,
}

/// The searches that can be stopped, by name.
type Running = Mutex<HashMap<String, Cancel>>;

fn lock(running: &Running) -> MutexGuard<'_, HashMap<String, Cancel>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// So many at once, each for so long, for clients that read on within `patience`; all ended by `cancel`.
    pub fn new(most: usize, time: Duration, patience: Duration, cancel: Cancel) -> Jobs {
        Jobs { slots: Arc::new(Semaphore::new(most)), most, time, patience, running: Arc::default(), cancel }
    }

    /// How many run, and how many may.
    pub fn count(&self) -> (usize, usize) {
        (self.most - self.slots.available_permits().min(self.most), self.most)
    }

    /// Ends a search; false if there is none of this name.
    pub fn stop(&self, name: &str) -> bool {
        lock(&self.running).get(name).map(Cancel::cancel).is_some()
    }

    /// Starts a search when it is its turn. `opening` is told first, then whatever `work` tells, and last what it gives.
    pub async fn start<O, R, W>(&self, opening: O, work: W) -> Result<Response, ApiError>
    where
        O: Serialize,
        R: Serialize,
        W: FnOnce(&Cancel, &Teller) -> Result<R, ApiError> + Send + 'static,
    {
        let slot = timeout(TURN, Arc::clone(&self.slots).acquire_owned()).await;
        let slot = slot.ok().and_then(Result::ok).ok_or_else(ApiError::busy)?;
        let name = format!("{:016x}", RandomState::new().hash_one(Instant::now()));
        let cancel = self.cancel.inner();
        let (lines, receiver) = mpsc::channel(LINES);
        let teller = Teller { lines, cancel: cancel.clone(), patience: self.patience, last_progress: Cell::new(None) };
        teller.offer(&Event::new("started", Started { job: &name, opening }));
        let running = Underway::new(&self.running, name, cancel.clone(), slot, self.time + GRACE);
        let switch = cancel.clone();
        spawn_blocking(move || {
            let result = catching(|| work(&switch, &teller));
            drop(running);
            match result {
                Ok(report) => teller.tell(&Event::new("report", report)),
                Err(error) => teller.tell(&Event::new("error", error.body())),
            }
        });
        let body = Body::new(Lines { receiver, cancel });
        Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
    }
}

#[derive(Serialize)]
struct Started<'n, O> {
    job: &'n str,
    #[serde(flatten)]
    opening: O,
}

/// A line of an answer.
#[derive(Serialize)]
pub struct Event<T> {
    event: &'static str,
    #[serde(flatten)]
    body: T,
}

impl<T: Serialize> Event<T> {
    pub fn new(event: &'static str, body: T) -> Event<T> {
        Event { event, body }
    }

    fn line(&self) -> Bytes {
        // Nothing here has a key that is not a text, so nothing can fail.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line.into()
    }
}

/// What is held while a search runs: its place among those that may, its name, and the clock that ends it.
struct Underway {
    running: Arc<Running>,
    name: String,
    clock: JoinHandle<()>,
    _slot: OwnedSemaphorePermit,
}

impl Underway {
    fn new(running: &Arc<Running>, name: String, cancel: Cancel, slot: OwnedSemaphorePermit, time: Duration) -> Self {
        lock(running).insert(name.clone(), cancel.clone());
        let clock = tokio::spawn(async move {
            sleep(time).await;
            cancel.cancel();
        });
        Underway { running: Arc::clone(running), name, clock, _slot: slot }
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        lock(&self.running).remove(&self.name);
        self.clock.abort();
    }
}

/// Tells a client how a search goes.
pub struct Teller {
    lines: mpsc::Sender<Bytes>,
    cancel: Cancel,
    patience: Duration,
    last_progress: Cell<Option<Instant>>,
}

impl Teller {
    /// Tells how far it has come, unless that was told just now or the client does not keep up.
    pub fn progress(&self, body: impl Serialize) {
        if self.last_progress.get().is_none_or(|last| last.elapsed() >= BETWEEN_PROGRESS) {
            self.last_progress.set(Some(Instant::now()));
            self.offer(&Event::new("progress", body));
        }
    }

    /// Tells something that may be lost.
    fn offer(&self, event: &Event<impl Serialize>) {
        let _ = self.lines.try_send(event.line());
    }

    /// Tells something that must not be lost. Waits for a client that does not keep up; one that does not read on at all
    /// is taken for gone, and the search ends.
    pub fn tell(&self, event: &Event<impl Serialize>) {
        let mut line = event.line();
        let begin = Instant::now();
        while let Err(TrySendError::Full(same)) = self.lines.try_send(line) {
            if begin.elapsed() >= self.patience {
                self.cancel.cancel();
                return;
            }
            line = same;
            std::thread::sleep(BETWEEN_TRIES);
        }
    }
}

/// The lines of an answer. Whoever drops them before their end ends the search.
struct Lines {
    receiver: mpsc::Receiver<Bytes>,
    cancel: Cancel,
}

impl http_body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(jobs: &Jobs, work: impl FnOnce(&Cancel, &Teller) -> Result<(), ApiError> + Send + 'static) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let response = jobs.start((), work).await.unwrap();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            String::from_utf8(body.to_vec()).unwrap()
        })
    }

    fn jobs(time: Duration) -> Jobs {
        Jobs::new(1, time, Duration::from_secs(10), Cancel::new())
    }

    #[test]
    fn a_search_that_panics_is_told_and_leaves_its_place() {
        let jobs = jobs(Duration::from_secs(60));
        let told = answer(&jobs, |_, _| panic!("the board is haunted"));
        let last = told.lines().last().unwrap();
        assert_eq!(
            last,
            r#"{"event":"error","error":{"code":"defect","message":"defect in pathmax, please report it: the board is haunted"}}"#
        );
        assert_eq!((jobs.count(), lock(&jobs.running).len()), ((0, 1), 0));
        // And the next one has its turn.
        assert!(answer(&jobs, |_, _| Ok(())).ends_with("{\"event\":\"report\"}\n"));
    }

    #[test]
    fn a_search_that_forgets_its_time_is_ended_from_outside() {
        let told = answer(&jobs(Duration::ZERO), |cancel, _| {
            while !cancel.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        });
        assert!(told.ends_with("{\"event\":\"report\"}\n"));
    }
}

//! Searches. Each runs on its own thread and streams its events, one JSON object per line. It ends when the client
//! disconnects. The number of concurrent searches is limited.

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
use pathmax::CancelToken;
use pathmax_lab::to_json_line;
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{sleep, timeout};

use crate::answer::catch_panics;
use crate::error::ApiError;

/// Time that a request waits for a free slot.
const SLOT_TIMEOUT: Duration = Duration::from_secs(2);
/// Searches observe their time limit themselves and report it. One that does not is cancelled this much later.
const GRACE: Duration = Duration::from_secs(1);
/// Capacity of the queue of lines to send.
const QUEUED_LINES: usize = 16;
/// Minimum time between two progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(80);
/// Time between two attempts to queue a line.
const RETRY_INTERVAL: Duration = Duration::from_millis(2);

/// The searches of a server.
pub struct Jobs {
    slots: Arc<Semaphore>,
    max: usize,
    /// Time limit per search.
    time: Duration,
    /// Time after which a client that reads nothing counts as disconnected.
    read_timeout: Duration,
    running: Arc<Running>,
    /// Cancels all searches.
    cancel: CancelToken,
}

/// The running searches by job ID.
type Running = Mutex<HashMap<String, CancelToken>>;

fn lock(running: &Running) -> MutexGuard<'_, HashMap<String, CancelToken>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// At most `max` concurrent searches with a time limit each; `cancel` cancels all of them.
    pub fn new(max: usize, time: Duration, read_timeout: Duration, cancel: CancelToken) -> Jobs {
        Jobs { slots: Arc::new(Semaphore::new(max)), max, time, read_timeout, running: Arc::default(), cancel }
    }

    /// The number of running searches, and its maximum.
    pub fn count(&self) -> (usize, usize) {
        (self.max - self.slots.available_permits().min(self.max), self.max)
    }

    /// Stops a search; returns false if no search with this job ID is running.
    pub fn stop(&self, name: &str) -> bool {
        lock(&self.running).get(name).map(CancelToken::cancel).is_some()
    }

    /// Starts a search as soon as a slot is free. The answer consists of `opening`, the events that `work` sends, and its
    /// result.
    pub async fn start<O, R, W>(&self, opening: O, work: W) -> Result<Response, ApiError>
    where
        O: Serialize,
        R: Serialize,
        W: FnOnce(&CancelToken, &EventSender) -> Result<R, ApiError> + Send + 'static,
    {
        let slot = self.slot().await?;
        let name = new_name();
        let cancel = self.cancel.child_token();
        let (lines, receiver) = mpsc::channel(QUEUED_LINES);
        let (timeout, last_progress) = (self.read_timeout, Cell::new(None));
        let events = EventSender { lines, cancel: cancel.clone(), timeout, last_progress };
        events.try_send(&Event::new("started", Started { job: &name, opening }));
        let running = RunningJob::new(&self.running, name, cancel.clone(), slot, self.time + GRACE);
        let token = cancel.clone();
        spawn_blocking(move || {
            let result = catch_panics(|| work(&token, &events));
            drop(running);
            match result {
                Ok(report) => events.send(&Event::new("report", report)),
                Err(error) => events.send(&Event::new("error", error.body())),
            }
        });
        let body = Body::new(Lines { receiver, cancel });
        Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
    }

    /// Runs a search as soon as a slot is free, and returns its result. It is cancelled when the client disconnects.
    pub async fn run<R, W>(&self, work: W) -> Result<R, ApiError>
    where
        R: Send + 'static,
        W: FnOnce(&CancelToken) -> Result<R, ApiError> + Send + 'static,
    {
        let slot = self.slot().await?;
        let cancel = self.cancel.child_token();
        let running = RunningJob::new(&self.running, new_name(), cancel.clone(), slot, self.time + GRACE);
        let on_drop = CancelOnDrop(cancel.clone());
        let work = spawn_blocking(move || {
            let result = catch_panics(|| work(&cancel));
            drop(running);
            result
        });
        let result = work.await.map_err(|error| ApiError::defect(error.to_string()))?;
        drop(on_drop);
        result
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let slot = timeout(SLOT_TIMEOUT, Arc::clone(&self.slots).acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or_else(ApiError::busy)
    }
}

/// A job ID that other pages cannot guess.
fn new_name() -> String {
    format!("{:016x}", RandomState::new().hash_one(Instant::now()))
}

/// Cancels a search when the request that waits for it is dropped.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
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
        // Serialization cannot fail: every key is a string.
        let mut line = to_json_line(self).unwrap_or_default();
        line.push('\n');
        line.into()
    }
}

/// The resources of a running search: its slot, its job ID, and the timer that cancels it.
struct RunningJob {
    running: Arc<Running>,
    name: String,
    timer: JoinHandle<()>,
    _slot: OwnedSemaphorePermit,
}

impl RunningJob {
    fn new(
        running: &Arc<Running>,
        name: String,
        cancel: CancelToken,
        slot: OwnedSemaphorePermit,
        time: Duration,
    ) -> Self {
        lock(running).insert(name.clone(), cancel.clone());
        let timer = tokio::spawn(async move {
            sleep(time).await;
            cancel.cancel();
        });
        RunningJob { running: Arc::clone(running), name, timer, _slot: slot }
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        lock(&self.running).remove(&self.name);
        self.timer.abort();
    }
}

/// Sends the events of a search to its client.
pub struct EventSender {
    lines: mpsc::Sender<Bytes>,
    cancel: CancelToken,
    timeout: Duration,
    last_progress: Cell<Option<Instant>>,
}

impl EventSender {
    /// Sends a progress event, unless the last one is too recent or the queue is full.
    pub fn progress(&self, body: impl Serialize) {
        if self.last_progress.get().is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL) {
            self.last_progress.set(Some(Instant::now()));
            self.try_send(&Event::new("progress", body));
        }
    }

    /// Sends an event, or drops it if the queue is full.
    fn try_send(&self, event: &Event<impl Serialize>) {
        let _ = self.lines.try_send(event.line());
    }

    /// Sends an event. Blocks while the queue is full; if the client reads nothing until the timeout, cancels the search.
    pub fn send(&self, event: &Event<impl Serialize>) {
        let mut line = event.line();
        let begin = Instant::now();
        while let Err(TrySendError::Full(same)) = self.lines.try_send(line) {
            if begin.elapsed() >= self.timeout {
                self.cancel.cancel();
                return;
            }
            line = same;
            std::thread::sleep(RETRY_INTERVAL);
        }
    }
}

/// The body of an answer. Dropping it cancels the search.
struct Lines {
    receiver: mpsc::Receiver<Bytes>,
    cancel: CancelToken,
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

    fn answer(
        jobs: &Jobs,
        work: impl FnOnce(&CancelToken, &EventSender) -> Result<(), ApiError> + Send + 'static,
    ) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let response = jobs.start((), work).await.unwrap();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            String::from_utf8(body.to_vec()).unwrap()
        })
    }

    fn jobs(time: Duration) -> Jobs {
        Jobs::new(1, time, Duration::from_secs(10), CancelToken::new())
    }

    #[test]
    fn a_search_that_panics_reports_an_error_and_frees_its_slot() {
        let jobs = jobs(Duration::from_secs(60));
        let lines = answer(&jobs, |_, _| panic!("the board is haunted"));
        let last = lines.lines().last().unwrap();
        assert_eq!(
            last,
            r#"{"event":"error","error":{"code":"defect","message":"defect in pathmax, please report it: the board is haunted"}}"#
        );
        assert_eq!((jobs.count(), lock(&jobs.running).len()), ((0, 1), 0));
        // The next search gets the slot.
        assert!(answer(&jobs, |_, _| Ok(())).ends_with("{\"event\":\"report\"}\n"));
    }

    #[test]
    fn a_search_that_ignores_its_time_limit_is_cancelled() {
        let lines = answer(&jobs(Duration::ZERO), |cancel, _| {
            while !cancel.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        });
        assert!(lines.ends_with("{\"event\":\"report\"}\n"));
    }
}

//! One call from Python: its cancel token, Ctrl-C, progress, and the exceptions that end it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pathmax::{CancelToken, Progress};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How often signals are checked and progress is passed on.
const INTERVAL: Duration = Duration::from_millis(50);
/// The stack of a thread that works for Python: that of a main thread.
const STACK: usize = 8 << 20;

/// The progress of a call.
#[derive(Clone, Debug)]
pub enum Event {
    Search(Progress),
    Exploring(usize),
    Solving(usize),
    Checking { heuristic: String, done: usize, of: usize },
    Hunting { stage: &'static str, boards: u64, states: u64, refuted: usize, elapsed: Duration },
    Comparing { done: usize, total: usize, board: String, combination: String, expanded: u64 },
    Generating { tried: u64, found: usize },
    Mapping { done: usize, total: usize },
}

/// A call; clones share it.
#[derive(Clone)]
pub struct Call(Arc<State>);

struct State {
    cancel: CancelToken,
    /// Whether the work calls Python functions. Then it runs on the thread of the caller, so that the functions run where
    /// Python expects them to, and Ctrl-C reaches them.
    calls_python: bool,
    progress: Option<Py<PyAny>>,
    /// The exception that ends the call.
    raised: Mutex<Option<PyErr>>,
    /// Whether a Python function failed, so that an answer is missing.
    is_broken: AtomicBool,
    latest: Mutex<Latest>,
}

/// The latest event that was not passed on, and when one was.
struct Latest {
    event: Option<Event>,
    passed_on: Option<Instant>,
}

impl Call {
    pub fn new(progress: Option<Py<PyAny>>, calls_python: bool) -> Self {
        Call(Arc::new(State {
            cancel: CancelToken::new(),
            calls_python,
            progress,
            raised: Mutex::new(None),
            is_broken: AtomicBool::new(false),
            latest: Mutex::new(Latest { event: None, passed_on: None }),
        }))
    }

    /// The token that ends the work.
    pub fn cancel(&self) -> CancelToken {
        self.0.cancel.clone()
    }

    /// Whether the call is to end.
    pub fn is_over(&self) -> bool {
        self.0.cancel.is_cancelled()
    }

    /// Whether a Python function failed, so that an answer is missing: from then on, nothing is proven.
    pub fn is_broken(&self) -> bool {
        self.0.is_broken.load(Ordering::Relaxed)
    }

    /// Ends the call with the exception of a Python function whose answer is missing.
    pub fn fail(&self, error: PyErr) {
        self.0.is_broken.store(true, Ordering::Relaxed);
        self.raise(error);
    }

    /// Ends the call with an exception; the first one counts.
    fn raise(&self, error: PyErr) {
        lock(&self.0.raised).get_or_insert(error);
        self.0.cancel.cancel();
    }

    /// Ends the call if a signal handler raises an exception.
    pub fn check_signals(&self, py: Python<'_>) {
        if let Err(error) = py.check_signals() {
            self.raise(error);
        }
    }

    /// Reports progress.
    pub fn update(&self, event: Event) {
        lock(&self.0.latest).event = Some(event);
        if self.0.calls_python {
            Python::attach(|py| self.poll(py));
        }
    }

    /// Checks signals and passes the latest event on.
    fn poll(&self, py: Python<'_>) {
        self.check_signals(py);
        let Some(progress) = &self.0.progress else { return };
        let event = {
            let mut latest = lock(&self.0.latest);
            if latest.passed_on.is_some_and(|time| time.elapsed() < INTERVAL) {
                return;
            }
            latest.passed_on = Some(Instant::now());
            latest.event.take()
        };
        let Some(event) = event.filter(|_| !self.is_over()) else { return };
        // The lock is not held here: the function may call pathmax.
        let called = event.to_dict(py).and_then(|counts| progress.call1(py, (counts,)));
        if let Err(error) = called {
            self.raise(error);
        }
    }

    /// Runs the work without holding the interpreter, and checks signals meanwhile.
    pub fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        if self.0.calls_python {
            return Ok(py.detach(work));
        }
        py.detach(|| {
            thread::scope(|scope| {
                let (working, finished) = mpsc::channel::<()>();
                let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    // Dropped when the work ends, even by a panic.
                    let _working = working;
                    work()
                })?;
                while finished.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    Python::attach(|py| self.poll(py));
                }
                worker.join().or_else(|panic| std::panic::resume_unwind(panic))
            })
        })
    }

    /// Ends the call: whether it was interrupted by Ctrl-C, or the exception that ended it.
    pub fn finish(&self, py: Python<'_>) -> PyResult<bool> {
        match lock(&self.0.raised).take() {
            None => Ok(false),
            Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(true),
            Some(error) => Err(error),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Event {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let phase = match self {
            Event::Search(progress) => {
                dict.set_item("expanded", progress.expanded)?;
                dict.set_item("generated", progress.generated)?;
                dict.set_item("stored", progress.stored)?;
                dict.set_item("open", progress.open)?;
                dict.set_item("bound", progress.bound)?;
                dict.set_item("best", progress.best)?;
                dict.set_item("memory", progress.memory)?;
                dict.set_item("elapsed", progress.elapsed.as_secs_f64())?;
                "search"
            }
            Event::Exploring(states) => {
                dict.set_item("states", states)?;
                "exploring"
            }
            Event::Solving(states) => {
                dict.set_item("states", states)?;
                "solving"
            }
            Event::Checking { heuristic, done, of } => {
                dict.set_item("heuristic", heuristic)?;
                dict.set_item("done", done)?;
                dict.set_item("of", of)?;
                "checking"
            }
            Event::Hunting { stage, boards, states, refuted, elapsed } => {
                dict.set_item("boards", boards)?;
                dict.set_item("states", states)?;
                dict.set_item("refuted", refuted)?;
                dict.set_item("elapsed", elapsed.as_secs_f64())?;
                stage
            }
            Event::Comparing { done, total, board, combination, expanded } => {
                dict.set_item("done", done)?;
                dict.set_item("total", total)?;
                dict.set_item("board", board)?;
                dict.set_item("combination", combination)?;
                dict.set_item("expanded", expanded)?;
                "comparing"
            }
            Event::Generating { tried, found } => {
                dict.set_item("tried", tried)?;
                dict.set_item("found", found)?;
                "generating"
            }
            Event::Mapping { done, total } => {
                dict.set_item("done", done)?;
                dict.set_item("total", total)?;
                "mapping"
            }
        };
        dict.set_item("phase", phase)?;
        Ok(dict)
    }
}

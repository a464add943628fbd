//! The workbench in the browser: a page, and the HTTP interface that it uses.
//!
//! The page's files and the example boards are part of the library. The server listens on 127.0.0.1 only. Connections, the
//! size and duration of requests, concurrent searches, and the time and memory of each search are limited. A search ends
//! with the connection that started it. `docs/api.md` documents the interface.
//!
//! The puzzles are those of a [`Registry`]: the built-in ones by default, and any that are registered with them.
//!
//! ```
//! use pathmax_lab::Registry;
//! use pathmax_serve::{Server, Settings};
//!
//! let server = Server::bind(&Settings { port: Some(0), registry: Registry::builtin(), ..Settings::default() })?;
//! println!("{}", server.url());
//! let stopper = server.stopper();
//! let running = std::thread::spawn(move || server.run());
//! stopper.stop();
//! running.join().unwrap()?;
//! # Ok::<(), std::io::Error>(())
//! ```

#![deny(missing_docs)]

mod answer;
mod audit;
mod board;
mod body;
mod catalogue;
mod choices;
mod compare;
mod embedding;
mod error;
mod export;
mod guard;
mod jobs;
mod listen;
mod map;
mod page;
mod recording;
mod solve;
mod stories;
mod view;

/// The files that `build.rs` embeds.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use embedding::{EmbeddingOrigin, EmbeddingOriginError};
pub use recording::{Recorded, RecordedSearch, RecordingError, record};
pub use stories::{Story, StoryError};

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use bytes::Bytes;
use pathmax::{CancelToken, Limits};
use pathmax_lab::Registry;
use serde::Serialize;
use tokio::sync::Notify;

use catalogue::Catalogue;
use error::ApiError;
use jobs::Jobs;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The puzzles.
    pub registry: Registry,
    /// The port; 0 for any free one. `None` tries [`DEFAULT_PORT`](Settings::DEFAULT_PORT), then any free one.
    pub port: Option<u16>,
    /// Maximum number of concurrent searches.
    pub searches: usize,
    /// Time limit per search.
    pub time_limit: Duration,
    /// Memory limit per search, in bytes.
    pub memory_limit: usize,
    /// Time within which a client must send a request. Reading the answer may stall for three times as long.
    pub client_timeout: Duration,
    /// Stories besides the built-in ones; one with the ID of a built-in story replaces it.
    pub stories: Vec<Story>,
    /// The origins whose pages may show the page in a frame.
    pub embedding: Vec<EmbeddingOrigin>,
}

impl Settings {
    /// The port that is tried first.
    pub const DEFAULT_PORT: u16 = 7117;
    /// Upper bound of [`searches`](Settings::searches).
    pub const MAX_SEARCHES: usize = 256;
}

impl Default for Settings {
    /// The built-in puzzles; four searches of five minutes and one GiB each; a client timeout of ten seconds; no
    /// further stories, and no frames.
    fn default() -> Self {
        Settings {
            registry: Registry::builtin(),
            port: None,
            searches: 4,
            time_limit: Duration::from_secs(300),
            memory_limit: 1 << 30,
            client_timeout: Duration::from_secs(10),
            stories: Vec::new(),
            embedding: Vec::new(),
        }
    }
}

/// A server that is bound to its port. [`run`](Server::run) answers requests.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    stopper: Stopper,
}

/// Stops a server.
#[derive(Clone, Debug)]
pub struct Stopper {
    cancel: CancelToken,
    stop: Arc<Notify>,
}

impl Stopper {
    /// Stops the server and all of its searches.
    pub fn stop(&self) {
        self.cancel.cancel();
        self.stop.notify_one();
    }
}

/// The state that all routes share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

impl App {
    /// `cancel` cancels all searches.
    fn new(settings: &Settings, port: u16, cancel: CancelToken) -> io::Result<App> {
        let searches = settings.searches.clamp(1, Settings::MAX_SEARCHES);
        let limits = Limits { time: Some(settings.time_limit), memory: Some(settings.memory_limit), expansions: None };
        Ok(App(Arc::new(Shared {
            registry: settings.registry.clone(),
            port,
            client_timeout: settings.client_timeout,
            jobs: Jobs::new(searches, settings.time_limit, 3 * settings.client_timeout, cancel),
            catalogue: serde_json::to_vec(&Catalogue::new(&settings.registry, &limits, searches))?.into(),
            stories: stories::answer(&settings.registry, &settings.stories)?,
            headers: guard::headers(&settings.embedding),
            limits,
        })))
    }
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

pub(crate) struct Shared {
    registry: Registry,
    port: u16,
    client_timeout: Duration,
    limits: Limits,
    jobs: Jobs,
    /// Serialized as JSON.
    catalogue: Bytes,
    /// Serialized as JSON.
    stories: Bytes,
    headers: HeaderMap,
}

impl Server {
    /// Binds a server to 127.0.0.1.
    pub fn bind(settings: &Settings) -> io::Result<Server> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match settings.port {
            Some(port) => bind(port)?,
            None => bind(Settings::DEFAULT_PORT).or_else(|_| bind(0))?,
        };
        let address = listener.local_addr()?;
        let cancel = CancelToken::new();
        let app = App::new(settings, address.port(), cancel.clone())?;
        Ok(Server { listener, address, app, stopper: Stopper { cancel, stop: Arc::default() } })
    }

    /// The address that it is bound to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of its page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// A handle that stops it.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Answers requests until it is stopped.
    pub fn run(self) -> io::Result<()> {
        let client_timeout = self.app.client_timeout;
        listen::run(self.listener, routes(self.app), client_timeout, &self.stopper.stop)
    }
}

/// The routes of the HTTP interface.
fn api() -> Router<App> {
    Router::new()
        .route("/catalogue", get(catalogue))
        .route("/stories", get(stories::stories))
        .route("/status", get(status))
        .route("/board", post(board::board))
        .route("/picture", post(board::picture))
        .route("/solve", post(solve::solve))
        .route("/trace", post(solve::trace))
        .route("/map", post(map::map))
        .route("/audit", post(audit::audit))
        .route("/compare", post(compare::compare))
        .route("/export", post(export::export))
        .route("/jobs/{name}", delete(stop))
}

fn routes(app: App) -> Router {
    Router::new()
        .nest("/api/v1", api())
        .route("/", get(page::file))
        .fallback(fallback)
        .method_not_allowed_fallback(async || ApiError::wrong_method())
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Paths without a route are files of the page.
async fn fallback(method: axum::http::Method, uri: axum::http::Uri) -> Response {
    if method == axum::http::Method::GET || method == axum::http::Method::HEAD {
        page::file(uri).await
    } else {
        ApiError::not_found("there is no such route; see docs/api.md").into_response()
    }
}

async fn catalogue(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], app.catalogue.clone()).into_response()
}

#[derive(Serialize)]
struct Status {
    searches: usize,
    most_searches: usize,
}

async fn status(State(app): State<App>) -> Result<Response, ApiError> {
    let (searches, most_searches) = app.jobs.count();
    answer::json(&Status { searches, most_searches })
}

async fn stop(State(app): State<App>, name: Result<Path<String>, PathRejection>) -> Result<StatusCode, ApiError> {
    let missing = || ApiError::not_found("no search with this job ID is running; it may have ended");
    name.is_ok_and(|Path(name)| app.jobs.stop(&name)).then_some(StatusCode::NO_CONTENT).ok_or_else(missing)
}

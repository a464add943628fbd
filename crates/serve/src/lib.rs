//! The workbench in the browser: a page, and the HTTP interface underneath it.
//!
//! Everything is inside the library: the page's files and the example boards. The server listens on 127.0.0.1 alone, and
//! everything about it is bounded: connections, the size and the time of requests, searches at once, and the time and
//! memory of each. A search ends with the connection that asked for it. The interface is described in `docs/api.md`.
//!
//! ```
//! use pathmax_serve::{Server, Settings};
//!
//! let server = Server::bind(&Settings { port: Some(0), ..Settings::default() })?;
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
mod error;
mod guard;
mod jobs;
mod listen;
mod map;
mod page;
mod solve;
mod view;

/// The files that `build.rs` puts into the library.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use bytes::Bytes;
use pathmax::{Cancel, Limits};
use serde::Serialize;
use tokio::sync::Notify;

use catalogue::Catalogue;
use error::ApiError;
use jobs::Jobs;

/// How a server should be.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port; 0 for any that is free. If none is given, the usual one, or another if that is taken.
    pub port: Option<u16>,
    /// How many searches may run at once.
    pub searches: usize,
    /// How long each may take.
    pub time_limit: Duration,
    /// How many bytes each may hold.
    pub memory_limit: usize,
    /// How long a client may take to send a request; it may take three times as long to read on.
    pub patience: Duration,
}

impl Settings {
    /// The port that is tried first.
    pub const USUAL_PORT: u16 = 7117;
    /// No server runs more searches at once.
    pub const MOST_SEARCHES: usize = 256;
}

impl Default for Settings {
    /// Four searches, five minutes and one GiB each, for clients that take ten seconds at most.
    fn default() -> Self {
        Settings {
            port: None,
            searches: 4,
            time_limit: Duration::from_secs(300),
            memory_limit: 1 << 30,
            patience: Duration::from_secs(10),
        }
    }
}

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    stopper: Stopper,
}

/// Ends a server.
#[derive(Clone, Debug)]
pub struct Stopper {
    cancel: Cancel,
    stop: Arc<Notify>,
}

impl Stopper {
    /// Ends the server and everything that it does, at once.
    pub fn stop(&self) {
        self.cancel.cancel();
        self.stop.notify_one();
    }
}

/// What all routes know.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

pub(crate) struct Shared {
    port: u16,
    patience: Duration,
    limits: Limits,
    jobs: Jobs,
    /// As JSON.
    catalogue: Bytes,
}

impl Server {
    /// A server on 127.0.0.1.
    pub fn bind(settings: &Settings) -> io::Result<Server> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match settings.port {
            Some(port) => bind(port)?,
            None => bind(Settings::USUAL_PORT).or_else(|_| bind(0))?,
        };
        let address = listener.local_addr()?;
        let cancel = Cancel::new();
        let searches = settings.searches.clamp(1, Settings::MOST_SEARCHES);
        let limits = Limits { time: Some(settings.time_limit), memory: Some(settings.memory_limit), expansions: None };
        let shared = Shared {
            port: address.port(),
            patience: settings.patience,
            jobs: Jobs::new(searches, settings.time_limit, 3 * settings.patience, cancel.clone()),
            catalogue: serde_json::to_vec(&Catalogue::new(&limits, searches))?.into(),
            limits,
        };
        let stopper = Stopper { cancel, stop: Arc::default() };
        Ok(Server { listener, address, app: App(Arc::new(shared)), stopper })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its page is.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Answers until it is stopped.
    pub fn run(self) -> io::Result<()> {
        let patience = self.app.patience;
        listen::run(self.listener, routes(self.app), patience, &self.stopper.stop)
    }
}

fn routes(app: App) -> Router {
    let api = Router::new()
        .route("/catalogue", get(catalogue))
        .route("/status", get(status))
        .route("/board", post(board::board))
        .route("/picture", post(board::picture))
        .route("/solve", post(solve::solve))
        .route("/trace", post(solve::trace))
        .route("/map", post(map::map))
        .route("/audit", post(audit::audit))
        .route("/compare", post(compare::compare))
        .route("/jobs/{name}", delete(stop));
    Router::new()
        .nest("/api/v1", api)
        .route("/", get(page::file))
        .fallback(fallback)
        .method_not_allowed_fallback(async || ApiError::wrong_method())
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Files of the page; nothing else is where no route leads.
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
    let nothing = || ApiError::not_found("no search of this name is running; it may have ended");
    name.is_ok_and(|Path(name)| app.jobs.stop(&name)).then_some(StatusCode::NO_CONTENT).ok_or_else(nothing)
}

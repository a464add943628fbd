//! Recordings: the page in one HTML file, with the answers of the HTTP interface that it needs to show a plan, a search, a race
//! or a story. It needs neither a server nor a network.
//!
//! A recording is made by the routes themselves, without a connection. `docs/api.md` describes its data.

mod bundle;
mod html;
mod story;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, header};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use pathmax::{Algorithm, CancelToken};
use pathmax_lab::AnyBoard;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::choices::{algorithm, check_heuristics};
use crate::error::ApiError;
use crate::{App, Settings, api};
pub(crate) use story::record_story;

/// Maximum number of expansions of a recorded search.
const MOST: usize = 2_000;
/// Numbers of expansions with details that are tried, until the search fits into [`MOST_PACKED`].
const DETAILS: [usize; 4] = [MOST, 500, 100, 0];
/// Maximum size of a search in the file; the page takes a quarter of a megabyte.
const MOST_PACKED: usize = 600_000;
/// Maximum number of expansions to settle whether a plan is optimal, as in the page.
const SETTLE: u64 = 200_000;
/// Maximum size of an answer, in bytes.
const MAX_ANSWER: usize = 64 << 20;

/// A search to record, as the HTTP interface names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a search, {\"algorithm\": …, \"heuristic\": …}")]
pub struct RecordedSearch {
    /// The algorithm with its settings; `None` for the default of the puzzle.
    pub algorithm: Option<String>,
    /// The heuristic; `None` for the default of the puzzle.
    pub heuristic: Option<String>,
    /// Maximum number of expansions; `None` for the limits of the server only.
    #[serde(skip)]
    pub most_expansions: Option<u64>,
}

/// What a recording of a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// The plan of the first search.
    Plan,
    /// The first search, expansion by expansion, and its plan.
    Search,
    /// The first two searches side by side.
    Race,
}

impl Recorded {
    /// The views of the page; the first is shown at the start.
    fn views(self) -> &'static [&'static str] {
        match self {
            Recorded::Plan => &["solve"],
            Recorded::Search => &["watch", "solve"],
            Recorded::Race => &["race"],
        }
    }
}

/// Why a recording could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingError(String);

impl std::fmt::Display for RecordingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecordingError {}

/// The page as one HTML file that shows searches of a board without a server. It searches the board once per search, within the
/// limits of `settings`; up to 2,000 expansions are recorded.
///
/// ```
/// use pathmax::CancelToken;
/// use pathmax_lab::{Reading, Registry};
/// use pathmax_serve::{Recorded, RecordedSearch, Settings, record};
///
/// let board = Registry::builtin().parse("K . .\n. . 1\n", &Reading::default())?.board;
/// let searches = [RecordedSearch { algorithm: Some("ucs".to_string()), ..RecordedSearch::default() }];
/// let html = record(&Settings::default(), Recorded::Search, "two moves", &board, &searches, &CancelToken::new())?;
/// assert!(html.contains("<title>two moves</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record(
    settings: &Settings,
    what: Recorded,
    title: &str,
    board: &AnyBoard,
    searches: &[RecordedSearch],
    cancel: &CancelToken,
) -> Result<String, RecordingError> {
    let failed = |error: &dyn std::fmt::Display| RecordingError(error.to_string());
    // Nothing is served: no port belongs to it.
    let app = App::new(settings, 0, cancel.child_token()).map_err(|error| failed(&error))?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(|error| failed(&error))?;
    let recorded = runtime.block_on(record_board(&app, what, title, board, searches, None));
    if cancel.is_cancelled() {
        return Err(RecordingError("interrupted before the file was complete".to_string()));
    }
    recorded.map_err(|error| failed(&error.message()))
}

/// The page as one HTML file that shows searches of a board; `start` is the fragment with which it opens.
pub(crate) async fn record_board(
    app: &App,
    what: Recorded,
    title: &str,
    board: &AnyBoard,
    searches: &[RecordedSearch],
    start: Option<String>,
) -> Result<String, ApiError> {
    let needed = if what == Recorded::Race { 2 } else { 1 };
    let searches: Vec<RecordedSearch> =
        searches.iter().take(needed).map(|search| complete(search, board)).collect::<Result<_, _>>()?;
    if searches.len() < needed {
        return Err(ApiError::bad_request(format!("`searches` must have {needed} members: {{\"algorithm\": …}}")));
    }
    let mut recorder = Recorder::new(app);
    recorder.board(board).await?;
    for search in &searches {
        if what != Recorded::Race {
            recorder.ask("solve", solve_body(board, search)).await?;
        }
        if what != Recorded::Plan {
            // A race explains no step.
            recorder.trace(board, search, what != Recorded::Race).await?;
        }
    }
    let start = start.unwrap_or_else(|| fragment(what.views()[0], board, &searches));
    let views = what.views().iter().map(|view| view.to_string()).collect();
    recorder.into_html(title, start, views, None).await
}

/// The search with the defaults of the puzzle, as the page requests it.
fn complete(search: &RecordedSearch, board: &AnyBoard) -> Result<RecordedSearch, ApiError> {
    let puzzle = board.puzzle().info();
    check_heuristics(puzzle, search.heuristic.as_slice())?;
    let parsed: Algorithm = search.algorithm.as_deref().map_or(Ok(board.default_algorithm()), algorithm)?;
    let name = search.algorithm.clone().unwrap_or_else(|| parsed.to_string());
    let heuristic = search.heuristic.clone().unwrap_or_else(|| board.default_heuristic().name.to_string());
    let heuristic = parsed.info().informed.then_some(heuristic);
    Ok(RecordedSearch { algorithm: Some(name), heuristic, ..search.clone() })
}

fn board_body(board: &AnyBoard) -> Value {
    json!({"text": board.print(), "puzzle": board.puzzle().info().name, "options": board.options()})
}

fn solve_body(board: &AnyBoard, search: &RecordedSearch) -> Value {
    let mut body = json!({"board": board_body(board), "algorithm": search.algorithm, "settle": SETTLE});
    if let Some(heuristic) = &search.heuristic {
        body["heuristic"] = json!(heuristic);
    }
    if let Some(expansions) = search.most_expansions {
        body["limits"] = json!({"expansions": expansions});
    }
    body
}

fn trace_body(board: &AnyBoard, search: &RecordedSearch, details: usize) -> Value {
    let mut body = solve_body(board, search);
    body["most"] = json!(MOST);
    body["details"] = json!(details);
    body
}

/// The part of an address that opens a view of a board in the page.
fn fragment(view: &str, board: &AnyBoard, searches: &[RecordedSearch]) -> String {
    let mut parts = vec![("view".to_string(), view.to_string())];
    parts.push(("puzzle".to_string(), board.puzzle().info().name.to_string()));
    parts.extend(link_options(board).map(|(name, value)| (format!("option.{name}"), value)));
    for (search, prefix) in searches.iter().zip(["", "rival."]) {
        let values = [("algorithm", &search.algorithm), ("heuristic", &search.heuristic)];
        let given = values.into_iter().filter_map(|(name, value)| Some((format!("{prefix}{name}"), value.clone()?)));
        parts.extend(given);
    }
    // From the beginning.
    parts.push(("step".to_string(), "0".to_string()));
    parts.push(("board".to_string(), board.print().trim_end().to_string()));
    let parts: Vec<String> =
        parts.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    format!("#{}", parts.join("&"))
}

/// The options of a board as links have them: as text.
fn link_options(board: &AnyBoard) -> impl Iterator<Item = (String, String)> {
    let options = serde_json::to_value(board.options()).ok();
    let options = options.and_then(|options| options.as_object().cloned()).unwrap_or_default();
    options.into_iter().map(|(name, value)| match value {
        Value::String(text) => (name, text),
        other => (name, other.to_string()),
    })
}

/// As `URLSearchParams` encodes it.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'*' | b'-' | b'.' | b'_' => encoded.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            byte => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

/// The data of a recording.
#[derive(Serialize)]
struct Recording<'r> {
    version: u32,
    title: &'r str,
    start: String,
    views: Vec<String>,
    catalogue: Value,
    stories: Option<Value>,
    exchanges: Vec<Exchange>,
}

/// A request and its answer: one JSON value, or one per line.
#[derive(Serialize)]
struct Exchange {
    route: &'static str,
    body: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Box<RawValue>>>,
}

/// Sends requests to the routes, without a connection, and keeps the answers.
pub(crate) struct Recorder {
    routes: TowerToHyperService<Router>,
    exchanges: Vec<Exchange>,
}

impl Recorder {
    fn new(app: &App) -> Recorder {
        Recorder { routes: TowerToHyperService::new(api().with_state(app.clone())), exchanges: Vec::new() }
    }

    async fn send(&self, method: Method, route: &str, body: Body) -> Result<Vec<u8>, ApiError> {
        let defect = |error: &dyn std::fmt::Display| ApiError::defect(error.to_string());
        let request = Request::builder().method(method).uri(format!("/{route}"));
        let request = request.header(header::CONTENT_TYPE, "application/json").body(body);
        let Ok(response) = self.routes.call(request.map_err(|error| defect(&error))?).await;
        let status = response.status();
        let answer = to_bytes(response.into_body(), MAX_ANSWER).await.map_err(|error| defect(&error))?;
        if status.is_success() { Ok(answer.to_vec()) } else { Err(ApiError::forwarded(status, &answer)) }
    }

    /// The answer to a query.
    async fn get(&self, route: &str) -> Result<Value, ApiError> {
        Ok(serde_json::from_slice(&self.send(Method::GET, route, Body::empty()).await?)?)
    }

    /// Records a request, unless it is recorded already.
    async fn ask(&mut self, route: &'static str, body: Value) -> Result<(), ApiError> {
        if self.exchanges.iter().any(|exchange| exchange.route == route && exchange.body == body) {
            return Ok(());
        }
        let answer = self.send(Method::POST, route, Body::from(body.to_string())).await?;
        let exchange = if route == "board" {
            Exchange { route, body, answer: Some(serde_json::from_slice(&answer)?), lines: None }
        } else {
            Exchange { route, body, answer: None, lines: Some(lines(&answer)?) }
        };
        self.exchanges.push(exchange);
        Ok(())
    }

    /// Records a search, with as many details as a file has room for.
    async fn trace(&mut self, board: &AnyBoard, search: &RecordedSearch, detailed: bool) -> Result<(), ApiError> {
        let same = |exchange: &Exchange| {
            let (body, wanted) = (&exchange.body, solve_body(board, search));
            exchange.route == "trace" && ["board", "algorithm", "heuristic"].iter().all(|&key| body[key] == wanted[key])
        };
        if self.exchanges.iter().any(same) {
            return Ok(());
        }
        for details in DETAILS.into_iter().filter(|details| detailed || *details == 0) {
            self.ask("trace", trace_body(board, search, details)).await?;
            let fits = |exchange: &Exchange| Ok(html::packed(&serde_json::to_vec(exchange)?)?.len() <= MOST_PACKED);
            let fits: Result<bool, std::io::Error> = self.exchanges.last().map_or(Ok(true), fits);
            if details == 0 || fits.map_err(|error| ApiError::defect(error.to_string()))? {
                break;
            }
            self.exchanges.pop();
        }
        Ok(())
    }

    /// Records how a board is read: as the page requests it, and as it opens a link.
    async fn board(&mut self, board: &AnyBoard) -> Result<(), ApiError> {
        let body = board_body(board);
        let mut link = body.clone();
        link["text"] = json!(format!("{}\n", board.print().trim_end()));
        link["options"] = link_options(board).map(|(name, value)| (name, Value::String(value))).collect();
        self.ask("board", json!({"board": body})).await?;
        self.ask("board", json!({"board": link})).await
    }

    async fn into_html(
        self,
        title: &str,
        start: String,
        views: Vec<String>,
        stories: Option<Value>,
    ) -> Result<String, ApiError> {
        let mut catalogue = self.get("catalogue").await?;
        // Only the recorded boards can be opened.
        catalogue["examples"] = json!([]);
        let recording = Recording { version: 1, title, start, views, catalogue, stories, exchanges: self.exchanges };
        let json = serde_json::to_vec(&recording)?;
        html::page(title, &json).map_err(|error| ApiError::defect(error.to_string()))
    }
}

/// The events of a streamed answer, without the progress; an error event is an error.
fn lines(answer: &[u8]) -> Result<Vec<Box<RawValue>>, ApiError> {
    #[derive(Deserialize)]
    struct Named<'e> {
        event: &'e str,
    }
    let text = std::str::from_utf8(answer).map_err(|error| ApiError::defect(error.to_string()))?;
    let mut lines = Vec::new();
    for line in text.lines() {
        match serde_json::from_str::<Named<'_>>(line)?.event {
            "progress" => {}
            "error" => return Err(ApiError::forwarded(axum::http::StatusCode::UNPROCESSABLE_ENTITY, line.as_bytes())),
            _ => lines.push(serde_json::from_str(line)?),
        }
    }
    Ok(lines)
}

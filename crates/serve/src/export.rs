//! `POST /api/v1/export`: results as files.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use pathmax::CancelToken;
use pathmax_lab::picture::{self, Animation, AnimationFormat, ExpansionLog, ImageFormat};
use pathmax_lab::{AnyBoard, SolveError, SolveOutcome, Solver, Tracer};
use serde::Deserialize;
use serde_json::json;

use crate::App;
use crate::board::BoardRequest;
use crate::body::Json;
use crate::error::ApiError;
use crate::recording::{Recorded, RecordedSearch, record_board, record_story};
use crate::solve::SolveRequest;
use crate::view::MAX_PICTURED;

/// Resolution of PNG images, in pixels per inch.
const DPI: u32 = 192;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    format: Format,
    what: What,
    board: Option<serde_json::Value>,
    #[serde(default)]
    searches: Vec<RecordedSearch>,
    story: Option<String>,
    start: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Html,
    Svg,
    Gif,
    Png,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Plan,
    Search,
    Race,
    Story,
}

impl Format {
    fn extension_and_type(self) -> (&'static str, &'static str) {
        match self {
            Format::Html => ("html", "text/html; charset=utf-8"),
            Format::Svg => ("svg", "image/svg+xml"),
            Format::Gif => ("gif", "image/gif"),
            Format::Png => ("png", "image/png"),
        }
    }
}

/// `POST /api/v1/export`.
pub async fn export(State(app): State<App>, Json(request): Json<ExportRequest>) -> Result<Response, ApiError> {
    let (extension, content_type) = request.format.extension_and_type();
    let (name, contents) = match request.what {
        What::Story => story(&app, request).await?,
        what => board(&app, what, request).await?,
    };
    let disposition = format!("attachment; filename=\"{name}.{extension}\"");
    let headers = [(header::CONTENT_TYPE, content_type.to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, contents).into_response())
}

/// The name of the file without its extension, and its contents.
type File = (String, Vec<u8>);

async fn story(app: &App, request: ExportRequest) -> Result<File, ApiError> {
    if request.format != Format::Html {
        return Err(ApiError::bad_choice("a story can be exported as html only"));
    }
    let id = request.story.ok_or_else(|| ApiError::bad_request("`story` is missing: the ID of a story"))?;
    let html = record_story(app, &id).await?;
    Ok((id, html.into_bytes()))
}

async fn board(app: &App, what: What, request: ExportRequest) -> Result<File, ApiError> {
    let ExportRequest { format, board, searches, start, .. } = request;
    let body = board.ok_or_else(|| ApiError::bad_request("`board` is missing"))?;
    let board = BoardRequest::deserialize(&body)?.board(&app.registry)?;
    let puzzle = board.puzzle().info().name;
    let (word, recorded) = match what {
        What::Plan => ("plan", Recorded::Plan),
        What::Search => ("search", Recorded::Search),
        What::Race | What::Story => ("race", Recorded::Race),
    };
    let name = format!("{puzzle}-{word}");
    if format == Format::Html {
        let html = record_board(app, recorded, &format!("{puzzle}: {word}"), &board, &searches, start).await?;
        return Ok((name, html.into_bytes()));
    }
    let search = match (what, &searches[..]) {
        (What::Race | What::Story, _) => return Err(ApiError::bad_choice("a race can be exported as html only")),
        (_, [search, ..]) => search,
        (_, []) => return Err(ApiError::bad_request("`searches` must have 1 member: {\"algorithm\": …}")),
    };
    let solve = json!({"board": body, "algorithm": search.algorithm, "heuristic": search.heuristic});
    let (board, solver) = SolveRequest::deserialize(solve)?.prepare(app)?;
    if board.scene().is_none() {
        return Err(SolveError::Unsupported { puzzle, what: "drawing boards" }.into());
    }
    let draw = if what == What::Plan { draw_plan } else { draw_search };
    let contents = app.jobs.run(move |cancel| draw(&board, solver, format, cancel)).await?;
    Ok((name, contents))
}

fn draw_plan(board: &AnyBoard, mut solver: Solver, format: Format, cancel: &CancelToken) -> Result<Vec<u8>, ApiError> {
    solver.search.cancel = cancel.clone();
    let report = solver.solve(board, &mut |_| {})?;
    if report.cost.is_none() {
        return Err(ApiError::no_plan(match report.outcome {
            SolveOutcome::Unsolvable => "there is no plan to draw: the board has no solution",
            _ => "there is no plan to draw: the search stopped before it found one",
        }));
    }
    if format == Format::Png {
        let pictured = report.frames.len().min(MAX_PICTURED);
        let svg = picture::plan_picture(&report.frames[..pictured], &report.actions, None);
        return Ok(picture::export(&svg, ImageFormat::Png, DPI)?);
    }
    animated(&Animation::of_plan(&report.frames, &report.actions), format, cancel)
}

fn draw_search(
    board: &AnyBoard,
    mut solver: Solver,
    format: Format,
    cancel: &CancelToken,
) -> Result<Vec<u8>, ApiError> {
    solver.search.cancel = cancel.clone();
    let mut log = ExpansionLog::default();
    let tracer = Tracer { solver, details: 0, most: ExpansionLog::MOST, finish: true };
    let report = tracer.trace(board, &mut |event| log.add(&event))?;
    let unsupported = || SolveError::Unsupported { puzzle: board.puzzle().info().name, what: "drawing boards" };
    let animation = Animation::of_search(board, &log, &report).ok_or_else(unsupported)?;
    if format == Format::Png {
        return Ok(picture::export(&animation.picture(usize::MAX), ImageFormat::Png, DPI)?);
    }
    animated(&animation, format, cancel)
}

fn animated(animation: &Animation, format: Format, cancel: &CancelToken) -> Result<Vec<u8>, ApiError> {
    let format = if format == Format::Gif { AnimationFormat::Gif } else { AnimationFormat::Svg };
    Ok(animation.export(format, cancel)?)
}

//! `POST /api/v1/compare`.

use axum::extract::State;
use axum::response::Response;
use pathmax::CancelToken;
use pathmax_lab::{AnyBoard, Comparison, ComparisonReport, plot};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::answer::catch_panics;
use crate::board::BoardRequest;
use crate::body::Json;
use crate::choices::{LimitsRequest, algorithm};
use crate::error::ApiError;
use crate::jobs::EventSender;

/// Maximum number of boards.
pub const MAX_BOARDS: usize = 50;
/// Maximum number of runs.
pub const MAX_RUNS: usize = 500;
/// Maximum number of expansions per run if the request gives neither this number nor a time.
const DEFAULT_EXPANSIONS: u64 = 5_000_000;
/// Maximum number of layers per run in the report.
const MAX_LAYERS: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    boards: Vec<NamedBoard>,
    #[serde(default)]
    algorithms: Vec<String>,
    #[serde(default)]
    heuristics: Vec<String>,
    baseline: Option<String>,
    #[serde(default)]
    limits: LimitsRequest,
    picture: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a board with its name, {\"name\": …, \"board\": …}")]
struct NamedBoard {
    name: String,
    board: BoardRequest,
}

#[derive(Serialize)]
struct StepView<'s> {
    done: usize,
    total: usize,
    board: &'s str,
    combination: String,
    expanded: u64,
}

#[derive(Serialize)]
struct Compared {
    report: ComparisonReport,
    svg: Option<String>,
}

/// `POST /api/v1/compare`.
pub async fn compare(State(app): State<App>, Json(request): Json<CompareRequest>) -> Result<Response, ApiError> {
    if request.boards.len() > MAX_BOARDS {
        return Err(ApiError::bad_request(format!("there are more than {MAX_BOARDS} boards, the maximum; send fewer")));
    }
    let read = |named: &NamedBoard| {
        let board = named.board.board(&app.registry).map_err(|error| error.of(&named.name))?;
        Ok((named.name.clone(), board))
    };
    let boards = request.boards.iter().map(read).collect::<Result<Vec<(String, AnyBoard)>, ApiError>>()?;
    let mut comparison = Comparison {
        heuristics: request.heuristics,
        limits: request.limits.within_or(&app.limits, DEFAULT_EXPANSIONS)?,
        baseline: request.baseline,
        ..Comparison::default()
    };
    if !request.algorithms.is_empty() {
        let named = request.algorithms.iter().map(|label| algorithm(label));
        comparison.algorithms = named.collect::<Result<_, _>>()?;
    }
    let runs = runs(&comparison, &boards);
    if runs > MAX_RUNS {
        let message = format!(
            "these are {runs} runs, and the maximum is {MAX_RUNS}; choose fewer boards, algorithms or heuristics"
        );
        return Err(ApiError::bad_request(message));
    }
    check(&comparison, &boards)?;
    let picture = request.picture.unwrap_or(true);
    let work = move |cancel: &CancelToken, events: &EventSender| {
        comparison.cancel = cancel.clone();
        let mut report = comparison.run(&boards, &mut |step| {
            events.progress(StepView {
                done: step.done,
                total: step.total,
                board: step.board,
                combination: step.combination.to_string(),
                expanded: step.expanded,
            });
        })?;
        let svg = picture.then(|| plot(&report)).transpose()?;
        let runs = report.puzzles.iter_mut().flat_map(|puzzle| &mut puzzle.runs);
        runs.filter_map(|run| run.statistics.as_mut()).for_each(|statistics| statistics.layers.truncate(MAX_LAYERS));
        Ok(Compared { report, svg })
    };
    app.jobs.start((), work).await
}

/// An upper bound of the number of runs.
fn runs(comparison: &Comparison, boards: &[(String, AnyBoard)]) -> usize {
    let informed = comparison.algorithms.iter().filter(|algorithm| algorithm.info().informed).count();
    let blind = comparison.algorithms.len() - informed;
    let heuristics = |board: &AnyBoard| match comparison.heuristics.len() {
        0 => board.puzzle().info().solving_heuristics().count(),
        named => named,
    };
    boards.iter().map(|(_, board)| informed * heuristics(board) + blind).sum()
}

/// Checks a comparison by running it cancelled from the start, so that errors are reported by the status of the answer.
fn check(comparison: &Comparison, boards: &[(String, AnyBoard)]) -> Result<(), ApiError> {
    let cancel = CancelToken::new();
    cancel.cancel();
    let comparison = Comparison { cancel, ..comparison.clone() };
    catch_panics(|| Ok(comparison.run(boards, &mut |_| {}).map(drop)?))
}

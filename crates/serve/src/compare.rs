//! `POST /api/v1/compare`.

use axum::extract::State;
use axum::response::Response;
use pathmax::Cancel;
use pathmax_lab::{CompareError, Comparison, ComparisonReport, plot};
use pathmax_puzzles::Instance;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::board::BoardRequest;
use crate::body::Json;
use crate::choices::{LimitsRequest, algorithm};
use crate::error::ApiError;
use crate::jobs::Teller;

/// The most boards.
pub const MOST_BOARDS: usize = 50;
/// The most runs.
pub const MOST_RUNS: usize = 500;
/// Maximum number of expansions per run if the request gives neither this number nor a time.
const USUAL_EXPANSIONS: u64 = 5_000_000;
/// The most layers of a run that are told.
const MOST_LAYERS: usize = 500;

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
    if request.boards.len() > MOST_BOARDS {
        return Err(ApiError::bad_request(format!("there are more than {MOST_BOARDS} boards; send fewer")));
    }
    let read = |named: &NamedBoard| {
        let instance = named.board.instance().map_err(|error| error.of(&named.name))?;
        Ok((named.name.clone(), instance))
    };
    let boards = request.boards.iter().map(read).collect::<Result<Vec<(String, Instance)>, ApiError>>()?;
    let mut comparison = Comparison {
        heuristics: request.heuristics,
        limits: request.limits.within_or(&app.limits, USUAL_EXPANSIONS)?,
        baseline: request.baseline,
        ..Comparison::default()
    };
    if !request.algorithms.is_empty() {
        let named = request.algorithms.iter().map(|label| algorithm(label));
        comparison.algorithms = named.collect::<Result<_, _>>()?;
    }
    let runs = runs(&comparison, &boards);
    if runs > MOST_RUNS {
        let message =
            format!("these are {runs} runs, more than {MOST_RUNS}; choose fewer boards, algorithms or heuristics");
        return Err(ApiError::bad_request(message));
    }
    check(&comparison, &boards)?;
    let picture = request.picture.unwrap_or(true);
    let work = move |cancel: &Cancel, teller: &Teller| {
        comparison.cancel = cancel.clone();
        let mut report = comparison.run(&boards, &mut |step| {
            teller.progress(StepView {
                done: step.done,
                total: step.total,
                board: step.board,
                combination: step.combination.to_string(),
                expanded: step.expanded,
            });
        })?;
        let svg = picture.then(|| plot(&report)).transpose()?;
        let runs = report.puzzles.iter_mut().flat_map(|puzzle| &mut puzzle.runs);
        runs.filter_map(|run| run.statistics.as_mut()).for_each(|statistics| statistics.layers.truncate(MOST_LAYERS));
        Ok(Compared { report, svg })
    };
    app.jobs.start((), work).await
}

/// How many runs are asked for, or somewhat more.
fn runs(comparison: &Comparison, boards: &[(String, Instance)]) -> usize {
    let informed = comparison.algorithms.iter().filter(|algorithm| algorithm.info().informed).count();
    let blind = comparison.algorithms.len() - informed;
    let heuristics = |instance: &Instance| match comparison.heuristics.len() {
        0 => instance.info().solving_heuristics().count(),
        named => named,
    };
    boards.iter().map(|(_, instance)| informed * heuristics(instance) + blind).sum()
}

/// Whatever is wrong with a comparison is told before it begins: a run of it that is cancelled from the start finds out.
fn check(comparison: &Comparison, boards: &[(String, Instance)]) -> Result<(), CompareError> {
    let cancel = Cancel::new();
    cancel.cancel();
    Comparison { cancel, ..comparison.clone() }.run(boards, &mut |_| {}).map(drop)
}

//! `POST /api/v1/audit`: on a board, or on any board of a puzzle.

use std::borrow::Cow;
use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use pathmax::{CancelToken, Limits};
use pathmax_lab::{
    AnyBoard, AuditReport, AuditStep, Auditor, Counterexample, HeuristicSource, Heuristics, HuntError, HuntLimits,
    HuntProgress, HuntReport, HuntStage, Hunter, Puzzle, Sampling, picture,
};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::{HeuristicInfo, Options, Parsed};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::board::{BoardRequest, BoardView, puzzle_named};
use crate::body::Json;
use crate::choices::{LimitsRequest, check_heuristics};
use crate::error::ApiError;
use crate::jobs::EventSender;

/// Maximum number of states of a space that is explored as a whole.
const MAX_STATES: u64 = 2_000_000;
/// Maximum number of states of a sample.
const MAX_SAMPLED: usize = 100_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditRequest {
    board: Option<BoardRequest>,
    puzzle: Option<String>,
    options: Option<Options>,
    #[serde(default)]
    heuristics: Vec<String>,
    sample: Option<usize>,
    seed: Option<u64>,
    #[serde(default)]
    limits: LimitsRequest,
    #[serde(default)]
    picture: bool,
}

/// `POST /api/v1/audit`.
pub async fn audit(State(app): State<App>, Json(request): Json<AuditRequest>) -> Result<Response, ApiError> {
    match (&request.board, &request.puzzle) {
        (Some(_), Some(_)) | (None, None) => {
            Err(ApiError::bad_request("an audit takes either a `board` or the name of a `puzzle`"))
        }
        (Some(_), None) if request.options.is_some() => {
            Err(ApiError::bad_request("`options` belong to the name of a `puzzle`; a `board` contains its own"))
        }
        (Some(board), None) => {
            let board = board.board(&app.registry)?;
            on_board(&app, board, request).await
        }
        (None, Some(_)) if request.sample.is_some() || request.picture => {
            Err(ApiError::bad_request("`sample` and `picture` require a `board`"))
        }
        (None, Some(puzzle)) => {
            let puzzle = puzzle_named(&app.registry, puzzle)?;
            anywhere(&app, puzzle, request).await
        }
    }
}

#[derive(Serialize)]
struct Stage<'s> {
    stage: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
}

#[derive(Serialize)]
struct Audited<R> {
    report: R,
    counterexamples: Vec<CounterexampleView>,
    svg: Option<String>,
}

#[derive(Serialize)]
struct CounterexampleView {
    heuristic: String,
    claim: &'static str,
    claimed: bool,
    words: String,
    board: BoardView,
    /// `None` if the board cannot be drawn.
    scene: Option<Scene>,
}

impl CounterexampleView {
    fn new(puzzle: Puzzle, heuristic: &str, claimed: bool, found: &Counterexample) -> Result<Self, ApiError> {
        let board = puzzle.parse(&found.board, &found.options).map_err(|error| {
            ApiError::defect(format!("{} cannot read a board that it printed: {error}", puzzle.info().name))
        })?;
        Ok(CounterexampleView {
            heuristic: heuristic.to_string(),
            claim: found.claim.name(),
            claimed,
            words: found.words(),
            board: BoardView::new(Parsed::new(board.board)),
            scene: found.scene.clone(),
        })
    }
}

async fn on_board(app: &App, board: AnyBoard, request: AuditRequest) -> Result<Response, ApiError> {
    check_heuristics(board.puzzle().info(), &request.heuristics)?;
    let default = Auditor::default();
    let limits = request.limits.within(&app.limits)?;
    let states = request.limits.expansions.map(|states| states.min(MAX_STATES)).or(default.limits.expansions);
    let limits = Limits { expansions: states, ..limits };
    let sampling = Sampling {
        states: request.sample.map_or(default.sampling.states, |states| states.min(MAX_SAMPLED)),
        seed: request.seed.unwrap_or(default.sampling.seed),
        ..default.sampling
    };
    let heuristics = request.heuristics.iter().map(|name| HeuristicSource::from(name.as_str())).collect();
    let work = move |cancel: &CancelToken, events: &EventSender| {
        let auditor = Auditor { heuristics, limits, cancel: cancel.clone(), sampling, ..default };
        let report = auditor.audit_board(&board, &mut |step| events.progress(stage_of(step)))?;
        let svg = if request.picture { picture::audit_picture(&report) } else { None };
        Ok(Audited { counterexamples: counterexamples(board.puzzle(), &report)?, report, svg })
    };
    app.jobs.start((), work).await
}

fn stage_of(step: AuditStep<'_>) -> Stage<'_> {
    let stage = |stage, states| Stage { stage, states, heuristic: None, done: None, of: None };
    match step {
        AuditStep::Exploring(states) => stage("exploring", Some(states)),
        AuditStep::Solving(states) => stage("solving", Some(states)),
        AuditStep::Checking { heuristic, done, of } => {
            Stage { heuristic: Some(heuristic), done: Some(done), of: Some(of), ..stage("checking", None) }
        }
    }
}

fn counterexamples(puzzle: Puzzle, report: &AuditReport) -> Result<Vec<CounterexampleView>, ApiError> {
    let mut views = Vec::new();
    for audit in &report.heuristics {
        for (_, claimed, finding) in audit.findings() {
            let Some(found) = &finding.counterexample else { continue };
            views.push(CounterexampleView::new(puzzle, &audit.heuristic, claimed, found)?);
        }
    }
    Ok(views)
}

#[derive(Serialize)]
struct Hunted {
    puzzle: &'static str,
    heuristics: Vec<HuntReport>,
}

#[derive(Serialize)]
struct HuntStageView<'s> {
    stage: HuntStage,
    heuristic: Cow<'s, str>,
    done: usize,
    of: usize,
    boards: u64,
    states: u64,
    seconds: f64,
}

async fn anywhere(app: &App, puzzle: Puzzle, request: AuditRequest) -> Result<Response, ApiError> {
    let info = puzzle.info();
    check_heuristics(info, &request.heuristics)?;
    if !puzzle.generates() {
        return Err(HuntError::Unsupported(info.name).into());
    }
    let options = request.options.unwrap_or_default();
    options.checked(info).map_err(HuntError::from)?;
    let named: Vec<&HeuristicInfo> = request.heuristics.iter().filter_map(|name| info.heuristic(name)).collect();
    let heuristics = if named.is_empty() { info.solving_heuristics().collect() } else { named };
    // A time in the request replaces the default number of steps. The server's time limit holds for all heuristics together.
    let requested = request.limits.seconds()?;
    let max = app.limits.time;
    let seed = request.seed.unwrap_or(Sampling::default().seed);
    let work = move |cancel: &CancelToken, events: &EventSender| {
        let begin = Instant::now();
        let mut reports = Vec::new();
        for (done, &heuristic) in heuristics.iter().enumerate() {
            if cancel.is_cancelled() {
                break;
            }
            let left = max.map(|max| max.saturating_sub(begin.elapsed()));
            let time = [requested, left].into_iter().flatten().min();
            let hunter = Hunter {
                options: options.clone(),
                seed,
                limits: HuntLimits { time, ..HuntLimits::within(requested) },
                cancel: cancel.clone(),
                ..Hunter::new(puzzle)
            };
            let mut watch = |progress: &HuntProgress| {
                events.progress(HuntStageView {
                    stage: progress.stage,
                    heuristic: heuristic.name.into(),
                    done,
                    of: heuristics.len(),
                    boards: progress.boards,
                    states: progress.states,
                    seconds: progress.elapsed.as_secs_f64(),
                });
            };
            reports.push(hunter.hunt(&Heuristics::from(heuristic), &mut watch)?);
        }
        let counterexamples = hunted(puzzle, &reports)?;
        Ok(Audited { report: Hunted { puzzle: info.name, heuristics: reports }, counterexamples, svg: None })
    };
    app.jobs.start((), work).await
}

fn hunted(puzzle: Puzzle, reports: &[HuntReport]) -> Result<Vec<CounterexampleView>, ApiError> {
    let mut views = Vec::new();
    for report in reports {
        let claims = puzzle.info().heuristic(&report.heuristic).map(|info| info.claims);
        for judged in &report.claims {
            let claimed = claims.is_some_and(|claims| match judged.claim {
                pathmax_lab::Claim::Admissible => claims.admissible,
                pathmax_lab::Claim::Consistent => claims.consistent,
            });
            let Some(found) = &judged.counterexample else { continue };
            views.push(CounterexampleView::new(puzzle, &report.heuristic, claimed, found)?);
        }
    }
    Ok(views)
}

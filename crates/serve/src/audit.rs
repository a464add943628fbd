//! `POST /api/v1/audit`: on a board, or from a puzzle's name.

use std::borrow::Cow;
use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use pathmax::{Cancel, Limits};
use pathmax_lab::{
    AuditReport, AuditStep, Auditor, Counterexample, HeuristicSource, HuntLimits, HuntProgress, HuntReport, HuntStage,
    Hunter, Listed, Sampling, picture,
};
use pathmax_puzzles::{HeuristicInfo, Instance, Parsed, PuzzleInfo};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::board::{BoardRequest, BoardView, puzzle_named};
use crate::body::Json;
use crate::choices::{LimitsRequest, check_heuristics};
use crate::error::ApiError;
use crate::jobs::Teller;
use crate::view::SceneView;

/// The most states of a whole space.
const MOST_STATES: u64 = 2_000_000;
/// The most states that are sampled.
const MOST_SAMPLED: usize = 100_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditRequest {
    board: Option<BoardRequest>,
    puzzle: Option<String>,
    spawn: Option<bool>,
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
        (Some(_), None) if request.spawn.is_some() => {
            Err(ApiError::bad_request("`spawn` goes with the name of a `puzzle`; a board says it itself"))
        }
        (Some(board), None) => {
            let instance = board.instance()?;
            on_board(&app, instance, request).await
        }
        (None, Some(_)) if request.sample.is_some() || request.picture => {
            Err(ApiError::bad_request("`sample` and `picture` go with a `board`"))
        }
        (None, Some(puzzle)) => {
            let puzzle = puzzle_named(puzzle)?;
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
    scene: SceneView,
}

impl CounterexampleView {
    fn new(heuristic: &str, claimed: bool, counterexample: &Counterexample) -> Self {
        let parsed = Parsed { instance: counterexample.instance.clone(), notes: Vec::new() };
        CounterexampleView {
            heuristic: heuristic.to_string(),
            claim: counterexample.claim.name(),
            claimed,
            words: counterexample.words(),
            board: BoardView::new(parsed),
            scene: (&counterexample.scene).into(),
        }
    }
}

async fn on_board(app: &App, instance: Instance, request: AuditRequest) -> Result<Response, ApiError> {
    check_heuristics(instance.info(), &request.heuristics)?;
    let default = Auditor::default();
    let limits = request.limits.within(&app.limits)?;
    let states = request.limits.expansions.map(|states| states.min(MOST_STATES)).or(default.limits.expansions);
    let limits = Limits { expansions: states, ..limits };
    let sampling = Sampling {
        states: request.sample.map_or(default.sampling.states, |states| states.min(MOST_SAMPLED)),
        seed: request.seed.unwrap_or(default.sampling.seed),
        ..default.sampling
    };
    let heuristics = request.heuristics.iter().map(|name| HeuristicSource::from(name.as_str())).collect();
    let work = move |cancel: &Cancel, teller: &Teller| {
        let auditor = Auditor { heuristics, limits, cancel: cancel.clone(), sampling, ..default };
        let report = auditor.audit_board(&instance, &mut |step| teller.progress(stage_of(step)))?;
        let svg = request.picture.then(|| picture::audit_picture(&report));
        Ok(Audited { counterexamples: counterexamples(&report), report, svg })
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

fn counterexamples(report: &AuditReport) -> Vec<CounterexampleView> {
    let mut views = Vec::new();
    for audit in &report.heuristics {
        for (_, claimed, finding) in audit.findings() {
            let view = |found| CounterexampleView::new(&audit.heuristic, claimed, found);
            views.extend(finding.counterexample.as_ref().map(view));
        }
    }
    views
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

async fn anywhere(app: &App, puzzle: &'static PuzzleInfo, request: AuditRequest) -> Result<Response, ApiError> {
    check_heuristics(puzzle, &request.heuristics)?;
    let spawn = request.spawn.unwrap_or_default();
    if spawn && !puzzle.setup.options.iter().any(|option| option.name == "spawn") {
        return Err(ApiError::bad_choice(format!("nothing is spawned in {}; leave out `spawn`", puzzle.name)));
    }
    let named: Vec<&HeuristicInfo> = request.heuristics.iter().filter_map(|name| puzzle.heuristic(name)).collect();
    let heuristics = if named.is_empty() { puzzle.solving_heuristics().collect() } else { named };
    // A time in the request takes the place of the usual number of steps. That of the server holds for all heuristics.
    let asked = request.limits.seconds()?;
    let most = app.limits.time;
    let seed = request.seed.unwrap_or(Sampling::default().seed);
    let work = move |cancel: &Cancel, teller: &Teller| {
        let begin = Instant::now();
        let mut reports = Vec::new();
        for (done, info) in heuristics.iter().enumerate() {
            if cancel.is_cancelled() {
                break;
            }
            let left = most.map(|most| most.saturating_sub(begin.elapsed()));
            let time = [asked, left].into_iter().flatten().min();
            let hunter = Hunter {
                spawn,
                seed,
                limits: HuntLimits { time, ..HuntLimits::within(asked) },
                cancel: cancel.clone(),
                ..Hunter::new(puzzle)
            };
            let tell = |progress: &HuntProgress| {
                teller.progress(HuntStageView {
                    stage: progress.stage,
                    heuristic: info.name.into(),
                    done,
                    of: heuristics.len(),
                    boards: progress.boards,
                    states: progress.states,
                    seconds: progress.elapsed.as_secs_f64(),
                });
            };
            reports.push(hunter.hunt(&Listed(info), &mut { tell })?);
        }
        let counterexamples = hunted(puzzle, &reports);
        Ok(Audited { report: Hunted { puzzle: puzzle.name, heuristics: reports }, counterexamples, svg: None })
    };
    app.jobs.start((), work).await
}

fn hunted(puzzle: &'static PuzzleInfo, reports: &[HuntReport]) -> Vec<CounterexampleView> {
    let mut views = Vec::new();
    for report in reports {
        for judged in &report.claims {
            let claims = puzzle.heuristic(&report.heuristic).map(|info| info.claims);
            let claimed = claims.is_some_and(|claims| match judged.claim {
                pathmax_lab::Claim::Admissible => claims.admissible,
                pathmax_lab::Claim::Consistent => claims.consistent,
            });
            let view = |found| CounterexampleView::new(&report.heuristic, claimed, found);
            views.extend(judged.counterexample.as_ref().map(view));
        }
    }
    views
}

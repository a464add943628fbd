//! `POST /api/v1/solve` and `POST /api/v1/trace`.

use axum::extract::State;
use axum::response::Response;
use pathmax::{Anytime, SearchOptions};
use pathmax_lab::{AnyBoard, Solver, TraceEnd, TraceEvent, Tracer};
use pathmax_puzzles::scene::Scene;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::answer::catch_panics;
use crate::board::BoardRequest;
use crate::body::Json;
use crate::choices::{LimitsRequest, algorithm, check_heuristics};
use crate::error::ApiError;
use crate::jobs::{Event, EventSender};
use crate::view::{LookView, MAX_ACTIONS, RateMeter, SolvedView};

/// Maximum number of expansions in a trace.
pub const MAX_TRACED: usize = 20_000;
/// Maximum number of expansions with their successors in a trace.
pub const MAX_DETAILED: usize = 2_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    board: BoardRequest,
    algorithm: Option<String>,
    heuristic: Option<String>,
    #[serde(default)]
    limits: LimitsRequest,
    #[serde(default)]
    picture: bool,
    settle: Option<u64>,
}

impl SolveRequest {
    /// The board, and the solver within the limits of the server.
    pub fn prepare(self, app: &App) -> Result<(AnyBoard, Solver), ApiError> {
        let board = self.board.board(&app.registry)?;
        let puzzle = board.puzzle().info();
        check_heuristics(puzzle, self.heuristic.as_slice())?;
        let mut search =
            SearchOptions::new(self.algorithm.as_deref().map_or(Ok(board.default_algorithm()), algorithm)?);
        search.limits = self.limits.within(&app.limits)?;
        let (heuristic, settle) = (self.heuristic.into(), self.settle);
        Ok((board, Solver { search, heuristic, settle, most_frames: MAX_ACTIONS + 1, ..Solver::default() }))
    }
}

/// `POST /api/v1/solve`.
pub async fn solve(State(app): State<App>, Json(request): Json<SolveRequest>) -> Result<Response, ApiError> {
    let picture = request.picture;
    let (board, mut solver) = request.prepare(&app)?;
    // Not for traces, which show the algorithm alone.
    solver.search.anytime = Some(Anytime::default());
    let work = move |cancel: &pathmax::CancelToken, events: &EventSender| {
        solver.search.cancel = cancel.clone();
        let mut rate = RateMeter::default();
        let report = solver.solve(&board, &mut |progress| events.progress(rate.view(progress)))?;
        Ok(SolvedView::new(report, picture))
    };
    app.jobs.start((), work).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    board: BoardRequest,
    algorithm: Option<String>,
    heuristic: Option<String>,
    #[serde(default)]
    limits: LimitsRequest,
    #[serde(default)]
    picture: bool,
    settle: Option<u64>,
    most: Option<u64>,
    details: Option<u64>,
    finish: Option<bool>,
}

#[derive(Serialize)]
struct Opening {
    /// `None` if the board cannot be drawn.
    scene: Option<Scene>,
    groups: &'static [&'static str],
    most: usize,
    details: usize,
}

#[derive(Serialize)]
struct Looks<'l> {
    from: usize,
    looks: Vec<LookView<'l>>,
}

#[derive(Serialize)]
struct Actions<'a> {
    from: usize,
    actions: &'a [String],
}

#[derive(Serialize)]
struct Nodes<'n> {
    from: usize,
    tokens: &'n [Vec<u32>],
    goal: &'n [u8],
}

#[derive(Serialize)]
struct Traced {
    #[serde(flatten)]
    solved: SolvedView,
    traced: usize,
    why_no_more: Option<TraceEnd>,
}

/// `POST /api/v1/trace`.
pub async fn trace(State(app): State<App>, Json(request): Json<TraceRequest>) -> Result<Response, ApiError> {
    let TraceRequest { board, algorithm, heuristic, limits, picture, settle, most, details, finish } = request;
    let (board, solver) = SolveRequest { board, algorithm, heuristic, limits, picture, settle }.prepare(&app)?;
    let within = |number: u64, max: usize| usize::try_from(number).unwrap_or(usize::MAX).min(max);
    let most = most.map_or(MAX_TRACED, |most| within(most, MAX_TRACED));
    let details = details.map_or(0, |details| within(details, MAX_DETAILED));
    let mut tracer = Tracer { solver, most, details, finish: finish.unwrap_or(true) };
    let scene = catch_panics(|| Ok(board.scene()))?;
    let opening = Opening { scene, groups: board.puzzle().token_kinds().unwrap_or_default(), most, details };
    let work = move |cancel: &pathmax::CancelToken, events: &EventSender| {
        tracer.solver.search.cancel = cancel.clone();
        let mut rate = RateMeter::default();
        let report = tracer.trace(&board, &mut |event| match event {
            TraceEvent::Looks { from, looks } => {
                events.send(&Event::new("looks", Looks { from, looks: looks.iter().map(LookView::from).collect() }));
            }
            TraceEvent::Actions { from, actions } => events.send(&Event::new("actions", Actions { from, actions })),
            TraceEvent::Nodes { from, tokens, goal } => {
                events.send(&Event::new("nodes", Nodes { from, tokens, goal }));
            }
            TraceEvent::Expansions(expansions) => events.send(&Event::new("expansions", expansions)),
            TraceEvent::Progress(progress) => events.progress(rate.view(progress)),
        })?;
        Ok(Traced {
            solved: SolvedView::new(report.solve, picture),
            traced: report.traced,
            why_no_more: report.why_no_more,
        })
    };
    app.jobs.start(opening, work).await
}

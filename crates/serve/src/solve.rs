//! `POST /api/v1/solve` and `POST /api/v1/trace`.

use axum::extract::State;
use axum::response::Response;
use pathmax::Search;
use pathmax_lab::{Solver, TraceEnd, TraceEvent, Tracer};
use pathmax_puzzles::Instance;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::board::BoardRequest;
use crate::body::Json;
use crate::choices::{LimitsRequest, algorithm, check_heuristics};
use crate::error::ApiError;
use crate::jobs::{Event, Teller};
use crate::view::{LookView, MOST_ACTIONS, SceneView, SolvedView, Speedometer};

/// The most expansions of a search that are told.
pub const MOST_TRACED: usize = 20_000;

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
}

impl SolveRequest {
    fn ready(self, app: &App) -> Result<(Instance, Solver), ApiError> {
        let instance = self.board.instance()?;
        check_heuristics(instance.info(), self.heuristic.as_slice())?;
        let mut search = Search::new(self.algorithm.as_deref().map_or(Ok(instance.info().algorithm), algorithm)?);
        search.limits = self.limits.within(&app.limits)?;
        let heuristic = self.heuristic.into();
        Ok((instance, Solver { search, heuristic, most_frames: MOST_ACTIONS + 1, ..Solver::default() }))
    }
}

/// `POST /api/v1/solve`.
pub async fn solve(State(app): State<App>, Json(request): Json<SolveRequest>) -> Result<Response, ApiError> {
    let picture = request.picture;
    let (instance, mut solver) = request.ready(&app)?;
    let work = move |cancel: &pathmax::Cancel, teller: &Teller| {
        solver.search.cancel = cancel.clone();
        let mut speed = Speedometer::default();
        let report = solver.solve(&instance, &mut |progress| teller.progress(speed.view(progress)))?;
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
    most: Option<u64>,
    finish: Option<bool>,
}

#[derive(Serialize)]
struct Opening {
    scene: SceneView,
    groups: &'static [&'static str],
    most: usize,
}

#[derive(Serialize)]
struct Looks {
    from: usize,
    looks: Vec<LookView>,
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
    let TraceRequest { board, algorithm, heuristic, limits, picture, most, finish } = request;
    let (instance, solver) = SolveRequest { board, algorithm, heuristic, limits, picture }.ready(&app)?;
    let most = most.map_or(MOST_TRACED, |most| usize::try_from(most).unwrap_or(usize::MAX).min(MOST_TRACED));
    let mut tracer = Tracer { solver, most, finish: finish.unwrap_or(true) };
    let opening = Opening { scene: (&instance.scene()).into(), groups: instance.info().things, most };
    let work = move |cancel: &pathmax::Cancel, teller: &Teller| {
        tracer.solver.search.cancel = cancel.clone();
        let mut speed = Speedometer::default();
        let report = tracer.trace(&instance, &mut |event| match event {
            TraceEvent::Looks { from, looks } => {
                teller.tell(&Event::new("looks", Looks { from, looks: looks.iter().map(LookView::from).collect() }));
            }
            TraceEvent::Expansions(expansions) => teller.tell(&Event::new("expansions", expansions)),
            TraceEvent::Progress(progress) => teller.progress(speed.view(progress)),
        })?;
        Ok(Traced {
            solved: SolvedView::new(report.solve, picture),
            traced: report.traced,
            why_no_more: report.why_no_more,
        })
    };
    app.jobs.start(opening, work).await
}

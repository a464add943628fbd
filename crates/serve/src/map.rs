//! `POST /api/v1/map`.

use axum::extract::State;
use axum::response::Response;
use pathmax::SearchOptions;
use pathmax_lab::{MapReport, Mapper, SolveError, picture};
use pathmax_puzzles::scene::Scene;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::board::BoardRequest;
use crate::body::Json;
use crate::choices::{LimitsRequest, check_heuristics};
use crate::error::ApiError;
use crate::jobs::EventSender;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapRequest {
    board: BoardRequest,
    heuristic: Option<String>,
    #[serde(default)]
    against_perfect: bool,
    #[serde(default)]
    limits: LimitsRequest,
    #[serde(default)]
    picture: bool,
}

#[derive(Serialize)]
struct Done {
    done: usize,
    total: usize,
}

#[derive(Serialize)]
struct Mapped {
    report: MapReport,
    scene: Scene,
    svg: Option<String>,
}

/// `POST /api/v1/map`.
pub async fn map(State(app): State<App>, Json(request): Json<MapRequest>) -> Result<Response, ApiError> {
    let board = request.board.board(&app.registry)?;
    let puzzle = board.puzzle();
    if puzzle.lone_thing().is_none() || puzzle.token_kinds().is_none() {
        return Err(SolveError::Unsupported { puzzle: puzzle.info().name, what: "maps of heuristics" }.into());
    }
    check_heuristics(puzzle.info(), request.heuristic.as_slice())?;
    let limits = request.limits.within(&app.limits)?;
    let work = move |cancel: &pathmax::CancelToken, events: &EventSender| {
        let mapper = Mapper {
            heuristic: request.heuristic.into(),
            against_perfect: request.against_perfect,
            search: SearchOptions { limits, cancel: cancel.clone(), ..SearchOptions::default() },
        };
        let report = mapper.map(&board, &mut |done, total| events.progress(Done { done, total }))?;
        let svg = request.picture.then(|| picture::map_picture(&report));
        Ok(Mapped { scene: report.scene.clone(), report, svg })
    };
    app.jobs.start((), work).await
}

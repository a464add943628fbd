//! A story as a recording: everything that its steps show.

use pathmax_lab::AnyBoard;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{RecordedSearch, Recorder, board_body, complete, encoded, solve_body};
use crate::App;
use crate::board::BoardRequest;
use crate::error::ApiError;

/// Maximum number of expansions per search of a comparison.
const MOST_COMPARED: u64 = 100_000;

/// A step of a story, as `GET /api/v1/stories` describes it; captions and positions are the page's business.
#[derive(Deserialize)]
struct Step {
    view: String,
    board: BoardRequest,
    #[serde(flatten)]
    search: StepSearch,
    rival: Option<StepSearch>,
    audit: Option<String>,
    #[serde(default)]
    algorithms: Vec<String>,
    #[serde(default)]
    heuristics: Vec<String>,
}

#[derive(Deserialize)]
struct StepSearch {
    algorithm: Option<String>,
    heuristic: Option<String>,
}

impl From<StepSearch> for RecordedSearch {
    fn from(StepSearch { algorithm, heuristic }: StepSearch) -> Self {
        RecordedSearch { algorithm, heuristic, ..RecordedSearch::default() }
    }
}

/// The page as one HTML file that tells a story.
pub async fn record_story(app: &App, id: &str) -> Result<String, ApiError> {
    let mut recorder = Recorder::new(app);
    let mut stories = recorder.get("stories").await?;
    let all = stories["stories"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let story = all.into_iter().find(|story| story["id"] == id);
    let story =
        story.ok_or_else(|| ApiError::bad_choice(format!("there is no story {id:?}; see GET /api/v1/stories")))?;
    let mut views: Vec<String> = Vec::new();
    for step in story["steps"].as_array().into_iter().flatten() {
        recorder.ask("board", json!({"board": step["board"]})).await?;
        let step = Step::deserialize(step)?;
        if !views.contains(&step.view) {
            views.push(step.view.clone());
        }
        recorder.step(app, step).await?;
    }
    let title = story["title"].as_str().unwrap_or(id).to_string();
    let start = format!("#story={}&part=1", encoded(id));
    recorder.into_html(&title, start, views, Some(json!({"stories": [story]}))).await
}

impl Recorder {
    async fn step(&mut self, app: &App, step: Step) -> Result<(), ApiError> {
        let board = step.board.board(&app.registry)?;
        self.board(&board).await?;
        let search = complete(&step.search.into(), &board)?;
        match step.view.as_str() {
            "solve" => self.ask("solve", solve_body(&board, &search)).await,
            "watch" => self.trace(&board, &search, true).await,
            "race" => {
                self.trace(&board, &search, true).await?;
                let rival = step.rival.map_or_else(RecordedSearch::default, RecordedSearch::from);
                self.trace(&board, &complete(&rival, &board)?, true).await
            }
            "map" => self.ask("map", map_body(&board, &search)).await,
            "audit" => self.ask("audit", audit_body(&board, &search, step.audit.as_deref())).await,
            "compare" => {
                let boards = json!([{"name": "this board", "board": board_body(&board)}]);
                let limits = json!({"expansions": MOST_COMPARED});
                let body = json!({
                    "boards": boards, "algorithms": step.algorithms, "heuristics": step.heuristics,
                    "limits": limits, "picture": true,
                });
                self.ask("compare", body).await
            }
            _ => Ok(()),
        }
    }
}

fn map_body(board: &AnyBoard, search: &RecordedSearch) -> Value {
    json!({"board": board_body(board), "heuristic": heuristic(board, search), "against_perfect": true, "picture": true})
}

fn audit_body(board: &AnyBoard, search: &RecordedSearch, scope: Option<&str>) -> Value {
    let heuristics = [heuristic(board, search)];
    match scope {
        Some("puzzle") => {
            json!({"puzzle": board.puzzle().info().name, "options": board.options(), "heuristics": heuristics})
        }
        _ => json!({"board": board_body(board), "heuristics": heuristics}),
    }
}

/// The heuristic of a step, even if its algorithm uses none.
fn heuristic(board: &AnyBoard, search: &RecordedSearch) -> String {
    search.heuristic.clone().unwrap_or_else(|| board.default_heuristic().name.to_string())
}

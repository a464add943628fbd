//! Boards in requests, and the two routes that only read one.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use pathmax_lab::{AnyBoard, Puzzle, Reading, Registry, SolveError, picture};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::setup::Setup;
use pathmax_puzzles::{Options, Parsed};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::answer;
use crate::body::Json;
use crate::error::ApiError;

/// A board: the text of a file, or things on cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a board, {\"text\": …} or {\"setup\": …}")]
pub struct BoardRequest {
    text: Option<String>,
    puzzle: Option<String>,
    options: Option<Options>,
    setup: Option<Setup>,
}

impl BoardRequest {
    /// Reads the board, with remarks on a text that is valid but unusual.
    pub fn read(&self, registry: &Registry) -> Result<Parsed<AnyBoard>, ApiError> {
        // Any puzzle can be registered: one that panics must not take the connection with it.
        answer::catch_panics(|| match (&self.text, &self.setup) {
            (Some(text), None) => self.parse(registry, text.strip_prefix('\u{feff}').unwrap_or(text)),
            (None, Some(_)) if self.puzzle.is_some() || self.options.is_some() => {
                let message = "`puzzle` and `options` belong to a board's `text`; a `setup` contains its own";
                Err(ApiError::bad_request(message))
            }
            (None, Some(setup)) => Ok(Parsed::new(registry.build(setup)?)),
            _ => Err(ApiError::bad_request("a board has either a `text` or a `setup`")),
        })
    }

    fn parse(&self, registry: &Registry, text: &str) -> Result<Parsed<AnyBoard>, ApiError> {
        let puzzle = match &self.puzzle {
            Some(name) => Some(puzzle_named(registry, name)?),
            None => match registry.candidates(text)[..] {
                [] => None,
                [puzzle] => Some(puzzle),
                ref several => return Err(ApiError::ambiguous(several.iter().map(|puzzle| puzzle.info().name))),
            },
        };
        Ok(registry.parse(text, &Reading { puzzle, options: self.options.clone().unwrap_or_default() })?)
    }

    /// The board without the remarks.
    pub fn board(&self, registry: &Registry) -> Result<AnyBoard, ApiError> {
        self.read(registry).map(|parsed| parsed.board)
    }
}

/// The puzzle of this name.
pub fn puzzle_named(registry: &Registry, name: &str) -> Result<Puzzle, ApiError> {
    registry.find(name).map_err(ApiError::bad_choice)
}

/// A board in all its forms. A puzzle whose boards cannot be edited has no setup; one whose boards cannot be drawn, no scene.
#[derive(Serialize)]
pub struct BoardView {
    puzzle: &'static str,
    text: String,
    options: Options,
    file_name: String,
    setup: Option<Setup>,
    scene: Option<Scene>,
    solved: bool,
    /// The default algorithm for this board.
    algorithm: String,
    /// The name of the default heuristic for this board.
    heuristic: &'static str,
    notes: Vec<String>,
}

impl BoardView {
    pub fn new(Parsed { board, notes }: Parsed<AnyBoard>) -> BoardView {
        let info = board.puzzle().info();
        BoardView {
            puzzle: info.name,
            text: board.print(),
            options: board.options(),
            file_name: format!("board.{}", info.extension),
            setup: board.setup(),
            scene: board.scene(),
            solved: board.is_solved(),
            algorithm: board.default_algorithm().to_string(),
            heuristic: board.default_heuristic().name,
            notes,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneBoard {
    board: BoardRequest,
}

/// `POST /api/v1/board`.
pub async fn board(
    State(app): State<App>,
    Json(OneBoard { board }): Json<OneBoard>,
) -> Result<impl IntoResponse, ApiError> {
    answer::catch_panics(|| answer::json(&BoardView::new(board.read(&app.registry)?)))
}

/// `POST /api/v1/picture`.
pub async fn picture(
    State(app): State<App>,
    Json(OneBoard { board }): Json<OneBoard>,
) -> Result<impl IntoResponse, ApiError> {
    let svg = answer::catch_panics(|| {
        let board = board.board(&app.registry)?;
        let unsupported = || SolveError::Unsupported { puzzle: board.puzzle().info().name, what: "drawing boards" };
        Ok(picture::board_picture(&board.scene().ok_or_else(unsupported)?))
    })?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}

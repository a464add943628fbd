//! Boards in requests, and the two routes that only read one.

use axum::http::header;
use axum::response::IntoResponse;
use pathmax_lab::picture;
use pathmax_puzzles::setup::Setup;
use pathmax_puzzles::{Instance, PUZZLES, Parsed, Puzzle, PuzzleInfo, Reading, Visitor};
use serde::{Deserialize, Serialize};

use crate::answer;
use crate::body::Json;
use crate::error::ApiError;
use crate::view::SceneView;

/// A board: a file's text, or what stands where.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a board, {\"text\": …} or {\"setup\": …}")]
pub struct BoardRequest {
    text: Option<String>,
    puzzle: Option<String>,
    spawn: Option<bool>,
    setup: Option<Setup>,
}

impl BoardRequest {
    /// The board, with remarks on what is odd.
    pub fn read(&self) -> Result<Parsed, ApiError> {
        match (&self.text, &self.setup) {
            (Some(text), None) => {
                let reading = Reading {
                    puzzle: self.puzzle.as_deref().map(puzzle_named).transpose()?,
                    spawn: self.spawn.unwrap_or_default(),
                };
                Ok(Instance::parse(text.strip_prefix('\u{feff}').unwrap_or(text), &reading)?)
            }
            (None, Some(_)) if self.puzzle.is_some() || self.spawn.is_some() => {
                Err(ApiError::bad_request("`puzzle` and `spawn` go with a board's `text`; a `setup` has its own"))
            }
            (None, Some(setup)) => Ok(Parsed { instance: setup.instance()?, notes: Vec::new() }),
            _ => Err(ApiError::bad_request("a board has either a `text` or a `setup`")),
        }
    }

    /// The board alone.
    pub fn instance(&self) -> Result<Instance, ApiError> {
        self.read().map(|parsed| parsed.instance)
    }
}

/// The puzzle of this name.
pub fn puzzle_named(name: &str) -> Result<&'static PuzzleInfo, ApiError> {
    PuzzleInfo::named(name).ok_or_else(|| {
        let known: Vec<_> = PUZZLES.iter().map(|info| info.name).collect();
        ApiError::bad_choice(format!("there is no puzzle {name:?}; choose from {}", known.join(", ")))
    })
}

/// A board in all its forms.
#[derive(Serialize)]
pub struct BoardView {
    puzzle: &'static str,
    text: String,
    file_name: String,
    setup: Setup,
    scene: SceneView,
    solved: bool,
    notes: Vec<String>,
}

impl BoardView {
    pub fn new(Parsed { instance, notes }: Parsed) -> BoardView {
        let info = instance.info();
        BoardView {
            puzzle: info.name,
            text: instance.to_file(),
            file_name: format!("board.{}", info.extension),
            setup: instance.setup(),
            scene: (&instance.scene()).into(),
            solved: instance.accept(IsSolved),
            notes,
        }
    }
}

/// Whether nothing is left to do on a board.
struct IsSolved;

impl Visitor for IsSolved {
    type Output = bool;

    fn visit<P: Puzzle>(self, puzzle: &P) -> bool {
        puzzle.is_goal(&puzzle.start())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneBoard {
    board: BoardRequest,
}

/// `POST /api/v1/board`.
pub async fn board(Json(OneBoard { board }): Json<OneBoard>) -> Result<impl IntoResponse, ApiError> {
    answer::catching(|| answer::json(&BoardView::new(board.read()?)))
}

/// `POST /api/v1/picture`.
pub async fn picture(Json(OneBoard { board }): Json<OneBoard>) -> Result<impl IntoResponse, ApiError> {
    let svg = answer::catching(|| Ok(picture::board_picture(&board.instance()?.scene())))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}

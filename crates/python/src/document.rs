//! Boards as documents: reading, checking, drawing, replaying; and the list of puzzles.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pathmax::ALGORITHMS;
use pathmax_lab::picture::{board_picture, frame_picture, plan_picture};
use pathmax_lab::{AnswerReplay, AnyBoard, LoadError, Puzzle, Reading, Registry};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::{Options, Parsed};
use pyo3::prelude::*;
use serde_json::json;

use crate::board::{from_python, to_python};
use crate::errors::{board_error, usage_error};

/// The puzzles with their heuristics and options, and the algorithms, as JSON.
#[pyfunction]
pub fn puzzles() -> String {
    let puzzle = |puzzle: Puzzle| {
        let info = puzzle.info();
        let heuristics = info.heuristics().map(|heuristic| {
            json!({
                "name": heuristic.name,
                "summary": heuristic.summary,
                "admissible": heuristic.claims.admissible,
                "consistent": heuristic.claims.consistent,
                "whole_space": heuristic.whole_space,
            })
        });
        let options = info.options.iter().map(|option| json!({"name": option.name, "summary": option.summary}));
        json!({
            "name": info.name,
            "title": info.heading(),
            "summary": info.summary,
            "algorithm": info.algorithm.to_string(),
            "heuristic": info.default_heuristic().name,
            "heuristics": heuristics.collect::<Vec<_>>(),
            "options": options.collect::<Vec<_>>(),
        })
    };
    let algorithms = ALGORITHMS.iter().map(|info| {
        let settings: Vec<_> = info.settings.iter().map(|setting| setting.name).collect();
        json!({"name": info.name, "summary": info.summary, "informed": info.informed, "settings": settings})
    });
    let puzzles: Vec<_> = Registry::builtin().puzzles().map(puzzle).collect();
    json!({"puzzles": puzzles, "algorithms": algorithms.collect::<Vec<_>>()}).to_string()
}

/// The puzzle of this name.
pub fn find_puzzle(py: Python<'_>, name: &str) -> PyResult<Puzzle> {
    Registry::builtin().find(name).map_err(|message| usage_error(py, message))
}

pub fn options(values: BTreeMap<String, String>) -> Options {
    values.into_iter().fold(Options::default(), |options, (name, value)| options.with(name, value))
}

fn reading(py: Python<'_>, puzzle: Option<String>, values: BTreeMap<String, String>) -> PyResult<Reading> {
    let puzzle = puzzle.map(|name| find_puzzle(py, &name)).transpose()?;
    Ok(Reading { puzzle, options: options(values) })
}

type Read<'py> = (Bound<'py, PyAny>, Vec<String>);

fn read<'py>(py: Python<'py>, parsed: Parsed<AnyBoard>) -> PyResult<Read<'py>> {
    Ok((to_python(py, &parsed.board)?, parsed.notes))
}

/// Reads a board file: the board, and remarks on an unusual file.
#[pyfunction]
pub fn load<'py>(
    py: Python<'py>,
    path: PathBuf,
    puzzle: Option<String>,
    options: BTreeMap<String, String>,
) -> PyResult<Read<'py>> {
    let reading = reading(py, puzzle, options)?;
    let parsed = py.detach(|| Registry::builtin().load(&path, &reading)).map_err(|error| match error {
        LoadError::Io(error) => error.into(),
        error => board_error(py, format_args!("{}: {error}", path.display())),
    })?;
    read(py, parsed)
}

/// Reads the text of a board file: the board, and remarks on an unusual one.
#[pyfunction]
pub fn parse<'py>(
    py: Python<'py>,
    text: &str,
    puzzle: Option<String>,
    options: BTreeMap<String, String>,
) -> PyResult<Read<'py>> {
    let reading = reading(py, puzzle, options)?;
    read(py, Registry::builtin().parse(text, &reading).map_err(|error| board_error(py, error))?)
}

/// An error unless the board is valid.
#[pyfunction]
pub fn validate(board: &Bound<'_, PyAny>) -> PyResult<()> {
    from_python(board).map(drop)
}

/// The board as a file.
#[pyfunction]
pub fn text(board: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(from_python(board)?.print())
}

fn scene(board: &Bound<'_, PyAny>) -> PyResult<Scene> {
    from_python(board)?.scene().ok_or_else(|| board_error(board.py(), "boards of this puzzle cannot be drawn"))
}

/// The board drawn with characters.
#[pyfunction]
pub fn drawing(board: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(scene(board)?.draw().to_string())
}

/// The board as SVG.
#[pyfunction]
pub fn svg(board: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(board_picture(&scene(board)?))
}

/// The actions that are possible on the board.
#[pyfunction]
pub fn actions(board: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(from_python(board)?.action_lines())
}

/// The board after the actions of an answer, and their cost.
#[pyfunction]
pub fn after<'py>(board: &Bound<'py, PyAny>, answer: &str) -> PyResult<(Bound<'py, PyAny>, u32)> {
    let py = board.py();
    let board = from_python(board)?;
    let replay = board.replay(answer).map_err(|error| board_error(py, error))?;
    let after = board.board_before(answer, usize::MAX);
    let after = after.ok_or_else(|| board_error(py, "the answer cannot be replayed action by action"))?;
    Ok((to_python(py, &after)?, replay.cost))
}

/// Whether the goal is reached.
#[pyfunction]
pub fn is_solved(board: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(from_python(board)?.is_solved())
}

fn replay(board: &Bound<'_, PyAny>, actions: Vec<String>) -> PyResult<AnswerReplay> {
    let answer = actions.join("\n");
    AnswerReplay::of(&from_python(board)?, answer.as_bytes()).map_err(|error| usage_error(board.py(), error))
}

/// The boards along a plan as SVG, each with the cost of the actions so far.
#[pyfunction]
pub fn frames(board: &Bound<'_, PyAny>, actions: Vec<String>) -> PyResult<Vec<(String, u32)>> {
    let frames = replay(board, actions)?.frames;
    Ok(frames.iter().map(|frame| (frame_picture(frame), frame.cost)).collect())
}

/// The boards along a plan in one picture.
#[pyfunction]
pub fn plan_svg(board: &Bound<'_, PyAny>, actions: Vec<String>) -> PyResult<String> {
    let replay = replay(board, actions)?;
    Ok(plan_picture(&replay.frames, &replay.actions, None))
}

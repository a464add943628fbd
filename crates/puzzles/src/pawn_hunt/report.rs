//! The form in which the course that set the puzzle wants a result.

use pathmax::{Cost, Heuristic, Problem};

use super::{Action, Cell, PawnHunt, State, file};
use crate::puzzle::{CourseRun, Puzzle};

/// What was expanded, what the plan costs, the course's two heuristics at the start, then every board along the plan,
/// each followed by a line of stars; `FAIL` where there is no plan.
pub(super) fn write(puzzle: &PawnHunt, run: &CourseRun<'_, Action>) -> String {
    let Some(plan) = run.plan else { return "FAIL\n".to_string() };
    let mut state = puzzle.start();
    let value = |name: &str| {
        let value: Option<Cost> = puzzle.heuristic(name).and_then(|mut heuristic| heuristic.estimate(&state));
        value.map_or("inf".to_string(), |value| value.to_string())
    };
    let mut text =
        format!("expanded: {}\npath-cost: {}\nh1: {}\nh2: {}\n", run.expanded, plan.cost, value("h1"), value("h2"));
    text += &board(puzzle, &state);
    for action in &plan.actions {
        state = puzzle.apply(&state, action);
        text += &board(puzzle, &state);
    }
    text
}

/// A board and its line of stars.
fn board(puzzle: &PawnHunt, state: &State) -> String {
    let columns = puzzle.board().columns();
    let cells = puzzle.cells(state);
    file::rows(columns, cells.iter().map(|cell: &Cell| cell.letter())) + &"*".repeat(2 * columns - 1) + "\n"
}

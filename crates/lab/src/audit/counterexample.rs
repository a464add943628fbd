//! Counterexamples as boards that can be saved, solved and shown.

use pathmax::{Algorithm, Cost, Heuristic, Problem, Search};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::{HeuristicInfo, Puzzle};
use serde::Serialize;

use super::findings::{Overestimate, Steep};
use super::{compact, value};
use crate::solve::make_heuristic;
use crate::{SolveError, Value};

/// The most states that are looked at to find the way to one.
const MOST_ON_THE_WAY: u64 = 1_000_000;

/// A board on which a heuristic breaks a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The board as a file.
    pub board: String,
    /// The state of that board that breaks the claim; `None` if the board breaks it as it stands.
    ///
    /// A heuristic may depend on the board on which a search begins. If the state that breaks the claim does not break it
    /// as a board of its own, the board is the one that was audited, and this is where a search from there comes.
    pub state: Option<ReachedState>,
    /// What the heuristic says (of that state).
    pub h: Value,
    /// The true cost there; `None` if it is not known.
    pub cost: Option<Value>,
    /// The action that takes away more than it costs, if the claim is that there is none.
    pub steep: Option<SteepAction>,
    /// The board, or that state of it.
    #[serde(skip)]
    pub scene: Scene,
}

/// A state of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedState {
    /// It as a board file.
    pub board: String,
    /// The cheapest way to it, as answer lines; `None` if that takes too long to find.
    pub actions: Option<Vec<String>>,
}

/// An action that takes away more from a heuristic's value than it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SteepAction {
    /// The action as an answer line.
    pub action: String,
    /// What it costs.
    pub cost: Cost,
    /// What the heuristic says after it.
    pub h_after: Value,
}

/// The counterexample of a state in which the heuristic says too much.
pub fn overestimate<P: Puzzle>(
    puzzle: &P,
    info: &HeuristicInfo,
    found: &Overestimate<P::State>,
) -> Result<Counterexample, SolveError> {
    let alone = puzzle.at(&found.state);
    let h = compact(make_heuristic(&alone, info)?.estimate(&alone.start()));
    let stands = h > found.cost;
    Ok(Counterexample {
        h: value(if stands { h } else { found.h }),
        cost: Some(value(found.cost)),
        ..place(puzzle, &found.state, stands)
    })
}

/// The counterexample of an action that takes away more than it costs. `cost` is the true cost of the state before it, if
/// that is known.
pub fn steep<P: Puzzle>(
    puzzle: &P,
    info: &HeuristicInfo,
    found: &Steep<P::State>,
    cost: Option<Value>,
) -> Result<Counterexample, SolveError> {
    let action = action_between(puzzle, found).unwrap_or_default();
    let alone = puzzle.at(&found.from);
    let mut heuristic = make_heuristic(&alone, info)?;
    let h = compact(heuristic.estimate(&alone.start()));
    // The same state may be written differently on a board of its own, but the action reads the same.
    let mut after = None;
    alone.successors(&alone.start(), |other, _, state| {
        if after.is_none() && alone.action_line(&other) == action {
            after = Some(state);
        }
    });
    let h_after = after.map(|state| compact(heuristic.estimate(&state)));
    let stands = h_after.is_some_and(|h_after| h > h_after.saturating_add(found.cost));
    let (h, h_after) = match h_after {
        Some(h_after) if stands => (h, h_after),
        _ => (found.h, found.h_after),
    };
    Ok(Counterexample {
        h: value(h),
        cost,
        steep: Some(SteepAction { action, cost: found.cost, h_after: value(h_after) }),
        ..place(puzzle, &found.from, stands)
    })
}

/// The state as a board of its own, or the audited board and the state.
fn place<P: Puzzle>(puzzle: &P, state: &P::State, stands_alone: bool) -> Counterexample {
    let scene = puzzle.scene(state);
    let alone = puzzle.at(state).to_file();
    let (board, state) = match stands_alone {
        true => (alone, None),
        false => (puzzle.to_file(), Some(ReachedState { board: alone, actions: way_to(puzzle, state) })),
    };
    Counterexample { board, state, h: Value::Infinite, cost: None, steep: None, scene }
}

fn action_between<P: Puzzle>(puzzle: &P, found: &Steep<P::State>) -> Option<String> {
    let mut line = None;
    puzzle.successors(&found.from, |action, cost, state| {
        if line.is_none() && cost == found.cost && state == found.to {
            line = Some(puzzle.action_line(&action));
        }
    });
    line
}

/// A cheapest way from the start to a state, if it is not too far.
fn way_to<P: Puzzle>(puzzle: &P, state: &P::State) -> Option<Vec<String>> {
    let search = Search::new(Algorithm::UniformCost).expansion_limit(MOST_ON_THE_WAY);
    let report = search.run_blind(&Towards { puzzle, state });
    report.plan().map(|plan| plan.actions.iter().map(|action| puzzle.action_line(action)).collect())
}

/// The same puzzle with another goal. Nothing is sought beyond the puzzle's own goals.
struct Towards<'p, P: Problem> {
    puzzle: &'p P,
    state: &'p P::State,
}

impl<P: Problem> Problem for Towards<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.puzzle.start()
    }

    fn actions(&self, state: &P::State, visit: impl FnMut(P::Action)) {
        if !self.puzzle.is_goal(state) {
            self.puzzle.actions(state, visit);
        }
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.puzzle.apply(state, action)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        state == self.state
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.puzzle.cost(state, action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathmax_puzzles::{Instance, Reading, Visitor};

    /// Places the state after the first action of the start, with and without a board of its own.
    struct PlaceNext(bool);

    impl Visitor for PlaceNext {
        type Output = Counterexample;

        fn visit<P: Puzzle>(self, puzzle: &P) -> Counterexample {
            let mut next = Vec::new();
            puzzle.successors(&puzzle.start(), |_, _, state| next.push(state));
            place(puzzle, &next[0], self.0)
        }
    }

    #[test]
    fn a_state_that_shows_nothing_alone_is_told_with_its_board_and_the_way_to_it() {
        let board = Instance::parse("R .\n. 1\n", &Reading::default()).unwrap().instance;
        let alone = board.accept(PlaceNext(true));
        assert_eq!((alone.board.as_str(), alone.state), (". .\nR 1\n", None));
        let reached = board.accept(PlaceNext(false));
        assert_eq!(reached.board, "R .\n. 1\n");
        let actions = Some(vec!["ROOK from (0, 0) to (1, 0).".to_string()]);
        assert_eq!(reached.state, Some(ReachedState { board: ". .\nR 1\n".to_string(), actions }));
    }
}

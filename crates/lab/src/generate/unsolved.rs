//! Boards whose optimal cost is not determined.

use pathmax_puzzles::{Board, Replay};

use super::GenerateError;
use super::draw::{Draw, End, IsStuck};
use super::report::{BoardCost, KnownPlan};
use super::target::Tried;
use crate::AnyBoard;
use crate::solve::{SolveError, SolveOutcome};

impl<B: Board> Draw<'_, B> {
    /// Tries one random board, without finding its optimal cost.
    pub fn try_unsolved(&mut self, solvable: bool) -> Result<(), End> {
        self.check_limits()?;
        self.report.tried += 1;
        let built = if solvable { self.source.random_with_plan(&mut self.random) } else { None };
        let (board, plan) = match built {
            Some((board, plan)) => (board, Some(plan)),
            None => (self.source.random(&mut self.random), None),
        };
        if AnyBoard::new(board.clone()).is_solved() || board.compile(IsStuck) {
            return Ok(());
        }
        match (plan, solvable) {
            (Some(plan), _) => {
                let cost = BoardCost::Unknown(Some(replayed(&board, plan).map_err(End::Failed)?));
                self.add(&board, cost, None)
            }
            (None, true) => self.try_to_solve(&board),
            (None, false) => self.add(&board, BoardCost::Unknown(None), None),
        }
    }

    /// Searches for any plan of a board, and keeps the board if there is one.
    fn try_to_solve(&mut self, board: &B) -> Result<(), End> {
        let report = self.search(board)?;
        let expansions = report.statistics.expanded;
        match (report.outcome, report.cost) {
            (SolveOutcome::Unsolvable, _) => {
                self.report.met.count(Tried::Unsolvable { expansions, stuck: false });
                Ok(())
            }
            (_, Some(upper_bound)) if self.generator.expansions().contains(expansions) => {
                let lower_bound = report.bound.unwrap_or(0);
                let cost = match report.optimal {
                    true => BoardCost::Proven(Some(upper_bound)),
                    false => BoardCost::Unknown(Some(KnownPlan { lower_bound, upper_bound, plan: report.actions })),
                };
                self.add(board, cost, Some(expansions))
            }
            (_, Some(_)) => Ok(()),
            (_, None) => {
                self.report.met.count(Tried::GivenUp);
                Ok(())
            }
        }
    }
}

/// A plan that a source has constructed, if it solves the board by the rules.
fn replayed<B: Board>(board: &B, plan: Vec<String>) -> Result<KnownPlan, GenerateError> {
    match board.replay(&plan.join("\n")) {
        Ok(Replay { cost: upper_bound, solved: true }) => Ok(KnownPlan { lower_bound: 0, upper_bound, plan }),
        wrong => {
            let puzzle = B::PUZZLE.name;
            let message =
                format!("the generator of {puzzle} constructed a plan that does not solve its board: {wrong:?}");
            Err(SolveError::Defect(message).into())
        }
    }
}

//! The source of an audited heuristic.

use std::borrow::Cow;

use pathmax::Heuristic;
use pathmax_puzzles::{BoardProblem, HeuristicInfo};

use crate::{Heuristics, SolveError};

/// Makes the audited heuristic for any board.
pub trait Audited {
    /// The heuristic's name.
    fn name(&self) -> Cow<'_, str>;

    /// Its entry in the puzzle's table, if any.
    fn listed(&self) -> Option<&'static HeuristicInfo> {
        None
    }

    /// The heuristic for a board.
    fn make<'a, P: BoardProblem>(&'a self, problem: &'a P) -> Result<Box<dyn Heuristic<P::State> + 'a>, SolveError>;

    /// An error if the heuristic has failed, such as a program that died: its values are invalid. Called after each board.
    fn check(&self) -> Result<(), SolveError> {
        Ok(())
    }
}

impl Audited for Heuristics {
    fn name(&self) -> Cow<'_, str> {
        Heuristics::name(self)
    }

    fn listed(&self) -> Option<&'static HeuristicInfo> {
        Heuristics::listed(self)
    }

    fn make<'a, P: BoardProblem>(&'a self, problem: &'a P) -> Result<Box<dyn Heuristic<P::State> + 'a>, SolveError> {
        Ok(Box::new(Heuristics::make(self, problem)?))
    }

    fn check(&self) -> Result<(), SolveError> {
        Heuristics::check(self)
    }
}

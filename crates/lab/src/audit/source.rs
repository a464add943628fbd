//! Where heuristics that are to be audited come from.

use std::borrow::Cow;

use pathmax::Heuristic;
use pathmax_puzzles::{BoardProblem, HeuristicInfo};

use crate::{Heuristics, SolveError};

/// Makes the heuristic that is to be audited, for whatever board it is wanted.
pub trait Audited {
    /// The heuristic's name.
    fn name(&self) -> Cow<'_, str>;

    /// Its row in the puzzle's table, if it has one.
    fn listed(&self) -> Option<&'static HeuristicInfo> {
        None
    }

    /// The heuristic for a board.
    fn make<'a, P: BoardProblem>(&'a self, problem: &'a P) -> Result<Box<dyn Heuristic<P::State> + 'a>, SolveError>;

    /// What went wrong while one of its heuristics was asked, if anything did: a program that died. Asked after each
    /// board; its values count for nothing then.
    fn fault(&self) -> Option<String> {
        None
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

    fn fault(&self) -> Option<String> {
        Heuristics::fault(self)
    }
}
